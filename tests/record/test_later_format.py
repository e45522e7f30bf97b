"""A record that a later version wrote: fields that change no tally are kept, what cannot be read is said."""

import json

import pytest

from device import i18n
from rules.record import STRANGEST, read, write
from tests.record.lines import DOUBLES, STARTED, bad

PAIRS = [{"name": "Krtci", "club": {"town": "Brno"}}, {"name": "Sloky"}]
LATER = (
    json.dumps({"game": "polish_doubles", "format": "1.7", "weather": ["rain", 3], "pairs": PAIRS}),
    '{"t": 0, "event": "starters", "pair": "A", "drawn_by": "Jana"}',
    '{"t": 5, "event": "press", "pair": "A"}',
    '{"t": 20, "event": "move", "points": 38, "word": "DÝMKA", "seen": {"by": "camera", "sure": 0.97}}',
    '{"t": 30, "event": "press", "pair": "A", "force_n": 2.5}',
    '{"t": 33, "event": "void", "by": "A", "why": "sleeve"}',
    '{"t": 40, "event": "undo", "how": "touch"}',
)


def plain(*lines):
    """The same record without what only the later version knows."""
    unknown = {"format", "weather", "club", "drawn_by", "seen", "force_n", "why", "how"}
    return tuple(
        json.dumps(json.loads(line, object_hook=lambda o: {key: o[key] for key in o if key not in unknown}))
        for line in lines
    )


def test_a_later_record_comes_to_the_tally_that_it_has_without_what_is_not_known():
    later, known = read(LATER), read(plain(*LATER))
    assert (later.state, later.entries, later.marks) == (known.state, known.entries, known.marks)


def test_what_is_not_known_is_written_again_where_it_stood():
    told = [json.loads(line) for line in write(read(LATER)).splitlines()]
    for said, line in zip(told, LATER, strict=True):
        was = json.loads(line)
        assert {key: said[key] for key in was if key not in ("pairs", "of")} == {
            key: was[key] for key in was if key not in ("pairs", "of")
        }
    assert told[0]["pairs"][0]["club"] == {"town": "Brno"}
    assert told[0]["format"] == "1.7"
    assert told[5]["of"] == [4], "what the rules fill in stands there, too"
    again = write(read(LATER))
    assert write(read(again.splitlines())) == again


def test_a_record_says_its_format_and_one_without_is_the_first():
    setup = json.loads(write(read(STARTED)).splitlines()[0])
    assert list(setup)[:2] == ["game", "format"]
    assert setup["format"] == "1.0"
    assert read(write(read(STARTED)).splitlines()) == read(STARTED)


@pytest.mark.parametrize(
    ("said", "clue"),
    [('"2.0"', "2.0"), ('"0.9"', '"1.0"'), ("2", '"1.0"'), ("null", '"1.0"'), ('"1"', '"1.0"'), ('"1.0.3"', '"1.0"')],
)
def test_a_format_that_cannot_be_read_is_said_in_a_sentence(said, clue):
    trouble = bad(DOUBLES.replace("{", f'{{"format": {said}, ', 1), *STARTED[1:])
    assert (trouble.line, clue in str(trouble)) == (1, True)
    i18n.use("cs")
    assert i18n.tr(trouble.message) != str(trouble)


def test_what_the_rules_refuse_in_a_later_record_says_that_it_is_one():
    trouble = bad(*LATER, '{"t": 50, "event": "teleport"}')
    assert trouble.line == len(LATER) + 1
    assert str(trouble).endswith("teleport in this game. The record is of a later format.")
    assert "points" in str(bad(*LATER[:3], '{"t": 20, "event": "move", "word": "DÝMKA", "seen": 1}'))
    assert "points" in str(bad(*LATER[:3], '{"t": 20, "event": "move", "points": "x", "seen": 1}'))


def test_a_field_that_nobody_knows_is_refused_in_a_record_of_this_format():
    assert "drawn_by" in str(bad(DOUBLES, LATER[1]))


def test_what_a_later_record_may_say_more_is_bounded():
    many = {"t": 20, "event": "pass"} | {f"x{n}": n for n in range(STRANGEST + 1)}
    assert "x" in str(bad(*LATER[:3], json.dumps(many)))
    del many["x0"], many["x1"]
    assert json.loads(write(read((*LATER[:3], json.dumps(many)))).splitlines()[3])["x99"] == 99
