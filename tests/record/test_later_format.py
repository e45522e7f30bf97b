"""A record that a later version wrote: fields that change no tally are kept, what cannot be read is said."""

import json

import pytest

from device.common import i18n
from rules.games import GAMES
from rules.record import read, write
from rules.record_format import STRANGEST
from tests.record.lines import DOUBLES, MORE, STARTED, bad, of_later_version
from tests.record.test_samples import FILES

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
    rewritten = [json.loads(line) for line in write(read(LATER)).splitlines()]
    for again, line in zip(rewritten, LATER, strict=True):
        was = json.loads(line)
        assert {key: again[key] for key in was if key not in ("pairs", "of")} == {
            key: was[key] for key in was if key not in ("pairs", "of")
        }
    assert rewritten[0]["pairs"][0]["club"] == {"town": "Brno"}
    assert rewritten[0]["format"] == "1.7"
    assert rewritten[5]["of"] == [4], "what the rules fill in stands there, too"
    again = write(read(LATER))
    assert write(read(again.splitlines())) == again


def test_a_record_says_its_format_and_one_without_is_the_first():
    setup = json.loads(write(read(STARTED)).splitlines()[0])
    assert list(setup)[:2] == ["game", "format"]
    assert setup["format"] == "1.0"
    assert read(write(read(STARTED)).splitlines()) == read(STARTED)


@pytest.mark.parametrize(
    ("number", "clue"),
    [('"3.0"', "3.0"), ('"0.9"', "2.0"), ("2", '"2.0"'), ("null", '"2.0"'), ('"1"', '"2.0"'), ('"1.0.3"', '"2.0"')],
)
def test_a_format_that_cannot_be_read_is_said_in_a_sentence(number, clue):
    trouble = bad(DOUBLES.replace("{", f'{{"format": {number}, ', 1), *STARTED[1:])
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


def objects(value):
    """How many objects lie in a value, itself one of them, and how many of these say more."""
    if isinstance(value, list):
        counts = [objects(item) for item in value]
    elif isinstance(value, dict):
        counts = [objects(item) for key, item in value.items() if key not in MORE]
        counts.append((1, int(MORE.items() <= value.items())))
    else:
        return 0, 0
    return sum(count for count, _ in counts), sum(more for _, more in counts)


def later_record(path):
    """A sample as a later version may write it."""
    lines = [line for line in path.read_text(encoding="utf-8").split("\n") if line and not line.startswith("#")]
    setup = json.dumps(json.loads(lines[0]) | {"format": "1.9"})
    return [of_later_version(line) for line in (setup, *lines[1:])]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_field_of_a_later_version_stays_at_every_place_of_setup_and_events(path):
    later = later_record(path)
    known, history = read(path.read_text(encoding="utf-8").split("\n")), read(later)
    assert (history.state, history.entries, history.marks) == (known.state, known.entries, known.marks)
    for text, line in zip(write(history).splitlines(), later, strict=True):
        count, more = objects(json.loads(text))
        assert count == more == objects(json.loads(line))[1], text


def test_the_samples_have_every_kind_of_event():
    records = [[json.loads(line) for line in later_record(path)] for path in FILES]
    seen = {(lines[0]["game"], line["event"]) for lines in records for line in lines[1:]}
    kinds = {(game.key, kind.__struct_config__.tag) for game in GAMES.values() for kind in game.event_types}
    assert kinds - seen == set()
    assert {word for _, word in seen} >= {"undo", "redo", "void", "restore"}
