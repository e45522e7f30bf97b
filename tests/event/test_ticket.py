"""The code that a table is told once: what it carries, and what is said about one that was typed wrongly."""

import doctest
import os
import stat
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from device.common.event import ticket, tls
from device.common.event.ticket import (
    ALPHABET,
    GROUP,
    Ticket,
    code_of,
    groups_of,
    is_sound_group,
    new_secret,
    read_code,
    store_ticket,
    stored_ticket,
)
from device.common.settings.settings import EventSettings
from device.event.code_file import codes_on_stick, tickets_in
from rules.message import Refusal

TICKET = Ticket(event="pisek", table=7, host="192.168.1.10", password="0123ABCD")

secrets = st.binary(min_size=5, max_size=5).map(ticket._written)
tickets = st.builds(
    lambda pin, **values: Ticket(pin=pin, tls=bool(pin), **values),
    event=st.from_regex(r"\A[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?\Z"),
    table=st.integers(1, 9999),
    host=st.ip_addresses(v=4).map(str) | st.sampled_from(["desk.local", "localhost", "a", "fe80::1"]),
    port=st.integers(1, 65535),
    password=secrets,
    pin=st.just("") | st.binary(min_size=8, max_size=8).map(bytes.hex),
)


def test_the_examples_in_the_docstrings_hold():
    assert doctest.testmod(ticket).failed == 0


@given(tickets)
def test_a_code_says_what_the_ticket_said(original):
    assert read_code(code_of(original)) == original


def test_a_code_for_a_hall_is_short_enough_to_type():
    assert len(code_of(TICKET).replace("-", "")) <= 40


@pytest.mark.parametrize(
    "written",
    [
        str.lower,
        lambda code: code.replace("-", " "),
        lambda code: f" {code}\n",
        lambda code: code.replace("0", "o").replace("1", "l"),
    ],
)
def test_case_groups_and_lookalikes_do_not_matter(written):
    assert read_code(written(code_of(TICKET))) == TICKET


def one_letter_wrong(letters):
    """Every code that differs in one letter, and the place of that letter."""
    for at, right in enumerate(letters):
        for other in ALPHABET.replace(right, ""):
            yield at, letters[:at] + other + letters[at + 1 :]


def test_one_wrong_letter_is_noticed():
    for _, wrong in one_letter_wrong(code_of(TICKET).replace("-", "")):
        with pytest.raises(Refusal):
            read_code(wrong)


ALL_OF_IT = settings(max_examples=6)
"""Of each ticket everything that can be typed wrongly is tried."""


@ALL_OF_IT
@given(tickets)
def test_a_wrong_letter_is_noticed_in_its_own_group_and_in_no_other(original):
    for at, letters in one_letter_wrong(code_of(original).replace("-", "")):
        if letters.startswith("2"):
            continue  # a code of 0.1
        groups = groups_of(letters)
        assert [place for place, group in enumerate(groups) if not is_sound_group(group, place)] == [at // GROUP]
        with pytest.raises(Refusal, match=f"Group {at // GROUP + 1} of the code, {groups[at // GROUP]},"):
            read_code(letters)


@ALL_OF_IT
@given(tickets)
def test_two_letters_of_a_group_in_each_others_place_are_noticed_there(original):
    for place, group in enumerate(groups_of(code_of(original).replace("-", ""))):
        for a, b in combinations(range(GROUP), 2):
            swapped = group[:a] + group[b] + group[a + 1 : b] + group[a] + group[b + 1 :]
            assert is_sound_group(swapped, place) == (swapped == group)


@ALL_OF_IT
@given(tickets)
def test_a_group_in_another_groups_place_is_noticed(original):
    groups = groups_of(code_of(original).replace("-", ""))
    assert all(is_sound_group(group, place) for place, group in enumerate(groups))
    for place, other in permutations(range(len(groups)), 2):
        assert not is_sound_group(groups[place], other)


@pytest.mark.parametrize(
    ("code", "ticket"),
    [
        ("2000-E024-6MPR-VG58-0457-0TBK-CNNH-VW8", TICKET),
        (
            "2W07-0024-6MPR-T2K4-CNSP-PBKC-DXHP-2V12-PG0F-Y07Z-03ZG-1ZVG-D5SP-ATSD-68R3-4DJH-34",
            Ticket(
                event="pisek-2026",
                table=112,
                host="desk.local",
                port=8884,
                password="0123ABCD",
                tls=True,
                pin="00ff" * 4,
            ),
        ),
    ],
)
def test_codes_that_0_1_gave_out_are_still_read(code, ticket):
    assert read_code(code) == ticket
    spoiled = code[:6] + ("A" if code[6] != "A" else "B") + code[7:]
    with pytest.raises(Refusal, match="not complete"):
        read_code(spoiled)


@given(st.text(max_size=60) | st.text(alphabet=ALPHABET, max_size=60))
def test_anything_typed_is_a_ticket_or_a_sentence(text):
    with pytest.raises(Refusal):
        read_code(text)


def test_the_ticket_is_kept_for_its_owner_alone(tmp_path):
    path = tmp_path / "far" / "event.json"
    store_ticket(path, TICKET)
    assert stored_ticket(path) == (TICKET, None)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for _ in range(2):  # who takes it away twice is told nothing
        store_ticket(path, None)
        assert stored_ticket(path) == (None, None)


@pytest.mark.parametrize("spoiled", [b"", b"{}", b"\xff\x00", b'{"event": "PISEK", "table": 1, "host": "a"}'])
def test_a_spoiled_file_is_said_and_stops_nothing(tmp_path, spoiled):
    (tmp_path / "event.json").write_bytes(spoiled)
    stored, trouble = stored_ticket(tmp_path / "event.json")
    assert stored is None
    assert "event.json" in str(trouble)


def test_secrets_differ():
    assert len({new_secret() for _ in range(200)}) == 200


@pytest.mark.parametrize("wrong", [{"table": 10_000}, {"event": "BAD!"}, {"event": "a" * 40}, {"table": 0}])
def test_no_code_is_given_out_that_no_table_could_read(wrong):
    ticket = Ticket(**{"event": "pisek", "table": 7, "host": "192.168.1.10", "password": "0123ABCD"} | wrong)
    with pytest.raises(ValueError, match="no table could read"):
        code_of(ticket)


# -- a file of codes ---------------------------------------------------------------------------------------------------


def listed(*tables):
    return "".join(f"{n}\t{code_of(replace(TICKET, table=n))}\n" for n in tables)


def test_the_list_that_the_broker_prints_is_a_file_of_codes():
    assert tickets_in(listed(3, 1, 2)) == tuple(replace(TICKET, table=n) for n in (1, 2, 3))


def test_remarks_empty_lines_and_a_byte_order_mark_do_not_matter():
    assert len(tickets_in("\ufeff# Písek\r\n\r\nstůl " + listed(7))) == 1


def test_a_file_without_a_whole_code_says_in_which_line_what_is_wrong():
    code = code_of(TICKET)
    with pytest.raises(Refusal, match="Line 2: Group 2"):
        tickets_in("# one\n" + code[:6] + ("A" if code[6] != "A" else "B") + code[7:])
    with pytest.raises(Refusal, match="no code"):
        tickets_in("\n")


def test_where_every_code_is_needed_a_bad_line_among_good_ones_is_named():
    assert len(tickets_in(listed(1) + "seven\tX\n")) == 1
    with pytest.raises(Refusal, match="Line 2"):
        tickets_in(listed(1) + "seven\tX\n", strict=True)


@given(st.binary(max_size=300))
def test_whatever_lies_on_the_stick_is_codes_or_a_sentence(raw):
    assert codes_on_stick(lambda name, largest: raw)


def test_the_longest_password_of_the_settings_is_taken_whole(tmp_path):
    (tmp_path / "password").write_text("x" * 200 + "\n")
    event = EventSettings(broker="broker", id="pisek", number=7, password_file=str(tmp_path / "password"))
    stored, trouble = ticket.from_settings(event)
    assert trouble is None
    assert stored is not None
    assert len(stored.password) == 200


@pytest.mark.parametrize("name", ["latin", "folder", "missing", "~nobody_of_that_name/password"])
def test_a_password_file_that_cannot_be_read_is_one_sentence(tmp_path, name):
    (tmp_path / "latin").write_bytes("žluť".encode("iso8859-2"))
    (tmp_path / "folder").mkdir()
    file = name if name.startswith("~") else str(tmp_path / name)
    stored, trouble = ticket.from_settings(EventSettings(broker="broker", id="pisek", number=7, password_file=file))
    assert stored is None
    assert str(trouble) == "The password file of the event cannot be read; look at the settings."


@pytest.mark.timeout(30)
def test_a_pipe_in_the_place_of_the_authoritys_file_keeps_nobody_waiting(tmp_path):
    os.mkfifo(tmp_path / "ca.pem")
    with pytest.raises(OSError, match="no plain file"):
        tls.context(Ticket(event="pisek", table=7, host="10.0.0.2", ca=str(tmp_path / "ca.pem")))
