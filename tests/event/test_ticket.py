"""The code that a table is told once: what it carries, and what is said about one that was typed wrongly."""

import doctest
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.event import ticket
from device.event.ticket import ALPHABET, Ticket, code_of, keep, kept, new_secret, read_code
from rules.message import Refusal

HALL = Ticket(event="pisek", table=7, host="192.168.1.10", password="0123ABCD")

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
def test_a_code_says_what_the_ticket_said(one):
    assert read_code(code_of(one)) == one


def test_a_code_for_a_hall_is_short_enough_to_type():
    assert len(code_of(HALL).replace("-", "")) <= 32


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
    assert read_code(written(code_of(HALL))) == HALL


@given(st.data())
def test_one_wrong_letter_is_noticed(data):
    letters = code_of(HALL).replace("-", "")
    at = data.draw(st.integers(0, len(letters) - 1))
    other = data.draw(st.sampled_from([letter for letter in ALPHABET if letter != letters[at]]))
    with pytest.raises(Refusal):
        read_code(letters[:at] + other + letters[at + 1 :])


@given(st.text(max_size=60) | st.text(alphabet=ALPHABET, max_size=60))
def test_anything_typed_is_a_ticket_or_a_sentence(text):
    with pytest.raises(Refusal):
        read_code(text)


def test_the_ticket_is_kept_for_its_owner_alone(tmp_path):
    path = tmp_path / "far" / "event.json"
    keep(path, HALL)
    assert kept(path) == (HALL, None)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    keep(path, None)
    assert kept(path) == (None, None)


@pytest.mark.parametrize("spoiled", [b"", b"{}", b"\xff\x00", b'{"event": "PISEK", "table": 1, "host": "a"}'])
def test_a_spoiled_file_is_said_and_stops_nothing(tmp_path, spoiled):
    (tmp_path / "event.json").write_bytes(spoiled)
    found, trouble = kept(tmp_path / "event.json")
    assert found is None
    assert "event.json" in str(trouble)


def test_secrets_differ():
    assert len({new_secret() for _ in range(200)}) == 200


@pytest.mark.parametrize("wrong", [{"table": 10_000}, {"event": "BAD!"}, {"event": "a" * 40}, {"table": 0}])
def test_no_code_is_given_out_that_no_table_could_read(wrong):
    ticket = Ticket(**{"event": "pisek", "table": 7, "host": "192.168.1.10", "password": "0123ABCD"} | wrong)
    with pytest.raises(ValueError, match="no table could read"):
        code_of(ticket)
