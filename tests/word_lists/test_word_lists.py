"""Word lists: files as people have them, an import that breaks off, and the three answers."""

import bz2
import gzip
import lzma
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.cli import main
from device.common.i18n import speaking, tr
from device.common.settings.settings import Settings
from device.doctor.storage import word_list
from device.word_lists import BadList, Dictionary, WordAnswer, WordLists, read_list
from device.word_lists.importing import parse_list

WORDS = "řeka\nregál\nČUMÁK\n\nkůň\n"
NO_DICTIONARY = "/nowhere"


@pytest.fixture
def lists(tmp_path):
    return WordLists(tmp_path / "words", Dictionary(tmp_path))


def file(tmp_path, content, name="list.txt"):
    path = tmp_path / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    "content",
    [
        WORDS.encode(),
        b"\xef\xbb\xbf" + WORDS.encode(),
        WORDS.encode("cp1250"),
        WORDS.encode("iso8859-2"),
        WORDS.encode("cp852"),
        WORDS.encode("utf-16"),
        WORDS.replace("\n", "\r").encode(),
        WORDS.replace("\n", "\r\n").encode(),
        WORDS.upper().encode(),
        unicodedata.normalize("NFD", WORDS).encode(),
        gzip.compress(WORDS.encode()),
        lzma.compress(WORDS.encode("cp1250")),
        bz2.compress(WORDS.encode()),
    ],
    ids=[
        "utf-8",
        "bom",
        "cp1250",
        "8859-2",
        "cp852",
        "utf-16",
        "cr",
        "crlf",
        "capitals",
        "decomposed",
        "gzip",
        "xz",
        "bzip2",
    ],
)
def test_the_same_words_are_the_same_list_however_they_came(tmp_path, content):
    read = read_list(file(tmp_path, content))
    assert read.words == ("KŮŇ", "REGÁL", "ČUMÁK", "ŘEKA")
    assert (read.skipped, read.sha256) == (0, parse_list(WORDS).sha256)


def test_lines_that_are_no_words_are_counted_and_named(tmp_path):
    read = read_list(file(tmp_path, f"# list\n{WORDS}ne-slovo\na\nab cd\n".encode()))
    assert read.words == ("KŮŇ", "REGÁL", "ČUMÁK", "ŘEKA")
    assert (read.skipped, read.examples) == (4, ((1, "# list"), (7, "ne-slovo"), (8, "a"), (9, "ab cd")))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "There is no word in the file"),
        (b"1\n2\n3\n", "There is no word in the file"),
        (b"word\n1\n2\n3\n", "3 of its 4 lines are not words"),
        (bytes(range(256)) * 9, "not text"),
        ("3\nžena/Z\nkeďže\nvždy\n".encode(), "a spelling dictionary"),
        ("žena/Z\nškola/ZN\nvoda\n".encode("iso8859-2"), "a spelling dictionary"),
        (gzip.compress(WORDS.encode() * 99)[:-9], "damaged or cut short"),
        (lzma.compress(WORDS.encode() * 99)[:-9], "damaged or cut short"),
        (b"BZh9" + b"x" * 90, "damaged or cut short"),
    ],
    ids=["empty", "numbers", "mostly-numbers", "binary", "flags", "flags alone", "gzip", "xz", "bzip2"],
)
def test_a_file_that_is_no_list_is_refused_with_one_sentence(tmp_path, lists, content, reason):
    lists.add("old", parse_list(WORDS))
    with pytest.raises(BadList, match=reason):
        read_list(file(tmp_path, content))
    assert [word_list.name for word_list in lists.lists()] == ["old"]


def test_the_three_answers(tmp_path, lists):
    assert lists.source() is None
    lists.add("club", parse_list(WORDS))
    asked = lists.source()
    assert (asked.name, asked.sha256, asked.dictionary) == ("club", parse_list(WORDS).sha256, False)
    assert asked.answer("ŘEKA") is asked.answer("řeka") is WordAnswer.LISTED
    assert asked.answer("ŘEK") is WordAnswer.NOT_LISTED


def test_the_list_imported_last_is_asked_and_after_it_is_forgotten_the_one_before(lists):
    lists.add("first", parse_list(WORDS))
    lists.add("second", parse_list("jiné\nslovo"))
    assert lists.source().name == "second"
    assert lists.forget("second")
    assert not lists.forget("second")
    assert lists.source().name == "first"
    assert lists.source().answer("ŘEKA") is WordAnswer.LISTED


def test_a_list_imported_again_takes_the_place_of_the_old_one(tmp_path, lists):
    lists.add("club", parse_list(WORDS))
    lists.add("club", parse_list(WORDS + "páv"))
    assert [(word_list.name, word_list.words) for word_list in lists.lists()] == [("club", 5)]
    assert len(list((tmp_path / "words").glob("*.marisa"))) == 1


def test_an_import_that_breaks_off_changes_nothing(monkeypatch, lists):
    lists.add("old", parse_list(WORDS))

    def torn(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("device.common.files.small_file.atomic_write", torn)
    with pytest.raises(OSError, match="No space"):
        lists.add("new", parse_list("jiné\nslovo"))
    monkeypatch.undo()
    assert [word_list.name for word_list in lists.lists()] == ["old"]
    assert lists.source().answer("JINÉ") is WordAnswer.NOT_LISTED
    lists.add("newer", parse_list("další\nslovo"))
    assert lists.source().answer("DALŠÍ") is WordAnswer.LISTED


def test_a_damaged_list_is_passed_over(tmp_path, lists):
    lists.add("old", parse_list(WORDS))
    lists.add("new", parse_list("jiné\nslovo"))
    word_list = lists.lists()[1]
    (tmp_path / "words" / f"{word_list.sha256}.marisa").write_bytes(b"damaged" * 50)
    assert lists.source().name == "old"
    (tmp_path / "words" / "lists.json").write_bytes(b"{")
    assert WordLists(tmp_path / "words", Dictionary(tmp_path)).source() is None


@given(st.lists(st.text("AÁBČŘŽ", min_size=2, max_size=15), min_size=1), st.text("AÁBČŘŽ", min_size=2, max_size=5))
def test_a_list_has_its_words_and_no_others(tmp_path_factory, words, other):
    lists = WordLists(tmp_path_factory.mktemp("words"))
    lists.add("all", parse_list("\n".join(words)))
    asked = lists.source()
    assert all(asked.answer(word) is WordAnswer.LISTED for word in words)
    assert (asked.answer(other) is WordAnswer.LISTED) == (other in words)


# The dictionary for club play


@pytest.fixture
def dictionary(tmp_path):
    (tmp_path / "cs_CZ.aff").write_text("SET UTF-8\nSFX A Y 1\nSFX A 0 y .\n", encoding="utf-8")
    (tmp_path / "cs_CZ.dic").write_text("7\nřeka\nplod/A\nPraha\nkm\nhl\nk\nvlk\n", encoding="utf-8")
    return Dictionary(tmp_path)


def test_the_dictionary_is_asked_in_lower_case_and_knows_no_names(dictionary):
    answers = {word: dictionary.answer(word) for word in ("ŘEKA", "PLODY", "VLK", "PRAHA", "ŘEK")}
    assert answers == {
        "ŘEKA": WordAnswer.LISTED,
        "PLODY": WordAnswer.LISTED,
        "VLK": WordAnswer.LISTED,
        "PRAHA": WordAnswer.NOT_LISTED,
        "ŘEK": WordAnswer.NOT_LISTED,
    }


def test_the_dictionary_says_nothing_of_abbreviations_and_single_letters(dictionary):
    assert {dictionary.answer(word) for word in ("KM", "HL", "K", "Á", "KČ")} == {WordAnswer.UNKNOWN}


def test_the_dictionary_is_asked_only_where_there_is_no_list(tmp_path, dictionary):
    lists = WordLists(tmp_path / "words", dictionary)
    assert lists.source() is dictionary
    assert dictionary.dictionary
    assert len(dictionary.sha256) == 64
    lists.add("club", parse_list(WORDS))
    assert lists.source().name == "club"


def test_the_doctor_says_which_list_is_asked(tmp_path, monkeypatch):
    settings = Settings(journal=str(tmp_path / "journal.db"))
    with speaking("en"):
        for installed, sentence in ((False, "There is no word list"), (True, "in hunspell-cs, a spelling dictionary")):
            monkeypatch.setattr(Dictionary, "is_installed", installed)
            ((well, message),) = word_list(settings)
            assert well
            assert sentence in tr(message)
        WordLists(settings.word_lists_path).add("club", parse_list(WORDS))
        ((_, message),) = word_list(settings)
        assert "in the list club" in tr(message)


# The command


@pytest.fixture
def command(tmp_path, capsys):
    def run(*arguments):
        status = main(["--lang", "en", "--journal", str(tmp_path / "journal.db"), "words", *map(str, arguments)])
        return status, capsys.readouterr()

    return run


def test_the_command_imports_lists_and_forgets(tmp_path, command):
    assert command("import", file(tmp_path, (WORDS + "9\n").encode(), "klub.txt"))[1].out == (
        "klub: 4 words.\n1 line is not a word, for example:\n  6: 9\n"
    )
    listed = file(tmp_path, (WORDS + "šelma\n").encode("iso8859-2"), "klub.txt")
    assert command("import", listed)[1].out == "klub: 5 words.\nThe file was read as ISO 8859-2.\n"
    status, output = command()
    assert (status, output.out[:16]) == (0, "* klub: 5 words.")
    assert command("forget", "klub")[0] == 0
    status, output = command("forget", "klub")
    assert (status, output.err) == (1, "There is no word list klub.\n")


def test_the_command_says_in_one_line_what_is_wrong(tmp_path, command):
    status, output = command("import", tmp_path / "absent.txt")
    assert (status, output.out, output.err.count("\n")) == (1, "", 1)
    status, output = command("import", file(tmp_path, b"1\n"))
    assert (status, output.out, output.err.count("\n")) == (1, "", 1)


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "line",
    [
        "a" + "\u0301" * 200_000 + "\u0316" * 200_000,
        ("a" + "\u0301" * 60 + "\u0316" * 60 + "\n") * 20_000,
        "\u0301" * 400_000,
        "á" * 400_000,
        "\u1100\u1161" * 200_000,
        "ab " * 200_000,
    ],
    ids=["one line of marks", "many lines of marks", "marks alone", "a long line", "Hangul", "words in one line"],
)
def test_a_crafted_list_takes_no_time(line):
    with pytest.raises(BadList):
        parse_list(line + "\n")
    assert parse_list(f"řeka\nkůň\n{line.splitlines()[0][:300]}\n").words == ("KŮŇ", "ŘEKA")


def test_accents_of_their_own_are_letters_however_many_a_word_has():
    word = "ěščřžýáíéů" * 6
    assert parse_list(unicodedata.normalize("NFD", word) + "\n").words == (word.upper(),)
    assert parse_list(unicodedata.normalize("NFD", "tiếng\nViệt\n")).words == ("TIẾNG", "VIỆT")


@given(st.text(alphabet="ab\u0301\u0316ěx \r\n\v\x85\u2028"))
def test_lines_and_letters_are_those_of_the_whole_text(text):
    whole = unicodedata.normalize("NFC", text).splitlines()
    wanted = sorted({word.strip().upper() for word in whole if len(word.strip()) > 1 and word.strip().isalpha()})
    try:
        words = list(parse_list(text).words)
    except BadList:
        return
    assert words == wanted


def test_a_list_longer_than_a_piece_of_it_is_read_whole():
    words = [f"{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}{chr(97 + n // 676 % 26)}slovo" for n in range(17576)]
    assert len(parse_list("\n".join(words * 8)).words) == 17576
