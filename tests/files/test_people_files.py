"""Files of people: in which encoding they are, and what is no text."""

import itertools

import pytest

from device.common.files.people_files import compose, read_text
from rules.message import Refusal

NAMES = "Jméno;Klub\nTomáš Žák;Písek\nJiří Růžička;Tábor\n"
SLOVAK = "Meno;Klub\nĽubica Kráľová;Žilina\nŤažký Štefan;Košice\n"
PYTHON = {"UTF-8": "utf-8", "UTF-16": "utf-16", "windows-1250": "cp1250", "ISO 8859-2": "iso8859-2", "CP852": "cp852"}


@pytest.mark.parametrize("encoding", PYTHON)
@pytest.mark.parametrize(
    "text", [NAMES, SLOVAK, NAMES.upper(), "žena\nmyš\n"], ids=["Czech", "Slovak", "capitals", "words"]
)
def test_letters_say_which_encoding_a_file_is_in(text, encoding):
    assert read_text(text.encode(PYTHON[encoding])) == (text, encoding)


@pytest.mark.parametrize(
    ("raw", "text", "encoding"),
    [
        (NAMES.encode("utf-8-sig"), NAMES, "UTF-8"),
        (b"\xfe\xff" + NAMES.encode("utf-16-be"), NAMES, "UTF-16"),
        (NAMES.encode("utf-16-le"), NAMES, "UTF-16"),
        (NAMES.encode("utf-16-be"), NAMES, "UTF-16"),
        (b"", "", "UTF-8"),
        ("žena a život".encode("iso8859-2"), "žena a život", "ISO 8859-2"),
        ("Božena Růžičková".encode("iso8859-2"), "Božena Růžičková", "ISO 8859-2"),
        (
            "Námitka až po tahu dvě řeky".encode("iso8859-2"),
            "Námitka až po tahu dvě řeky",
            "ISO 8859-2",
        ),
        ("Kráľ a Poľana".encode("cp1250"), "Kráľ a Poľana", "windows-1250"),
        ("„Káva“ – dobrá…".encode("cp1250"), "„Káva“ – dobrá…", "windows-1250"),
        ("1\xa0000 Kč".encode("cp1250"), "1\xa0000 Kč", "windows-1250"),
        ("Müller".encode("cp1250"), "Müller", "windows-1250"),
    ],
)
def test_what_few_letters_leave_open_the_rest_of_them_says(raw, text, encoding):
    assert read_text(raw) == (text, encoding)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_on_any_computer(end):
    assert read_text(NAMES.replace("\n", end).encode()).text == NAMES


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (bytes(range(256)) * 9, "not text"),
        (b"\xff\xfea", "not text"),
        (b"%PDF-1.7\n", "This is a PDF"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old or locked"),
        (b"PK\x03\x04....", "spreadsheet or an archive"),
        (NAMES.encode() * 9 + b"Tom\xe1\xb9\n", "UTF-8, but not on line 28"),
        (b"\xef\xbb\xbf" + NAMES.encode("cp1250"), "UTF-8, but not on line 1"),
    ],
    ids=["bytes", "half of UTF-16", "PDF", "old Excel", "zip", "two encodings", "a wrong mark"],
)
def test_what_is_no_text_or_two_is_refused(raw, reason):
    with pytest.raises(Refusal, match=reason):
        read_text(raw)


def test_a_large_file_is_judged_in_no_time_and_marks_without_end_are_left_alone():
    text = "\n".join("".join(word) + "š" for word in itertools.islice(itertools.product("ěářcdž", repeat=7), 250_000))
    assert read_text(text.encode("iso8859-2")).encoding == "ISO 8859-2"
    assert compose("C\u030ci\u0301z\u030cek") == "Čížek"
    assert compose("a" + "\u0301\u0316" * 200_000).startswith("a\u0301")
