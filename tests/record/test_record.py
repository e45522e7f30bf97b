"""The game record: what is written is read again, and what people may write by hand."""

import functools
import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import SECOND, Redo, Undo
from rules.games import GAMES, game_of
from rules.history import History
from rules.message import Refusal
from rules.polish_doubles import acts as e
from rules.record import BadRecord, event_from, event_line, read, setup_from, setup_line, write
from tests.record.lines import DOUBLES, KIND_NAMES, KINDS, STARTED, of_later_version, structs
from tests.rules.table import Game
from tools.games import SAMPLES, TOOLS

SETUPS = {
    key: read((SAMPLES / tools.samples.ordinary).read_text(encoding="utf-8").split("\n")).setup
    for key, tools in TOOLS.items()
}
"""A setup of each game."""
MONTH = 30 * 24 * 3600 * SECOND


@functools.cache
def attempts(game):
    """What a game may be asked, allowed or not: events, each with the time (ns) since the one before."""
    kinds = st.one_of(structs(kind) for kind in (*game.event_types, Undo, Redo))
    return st.lists(st.tuples(kinds, st.integers(0, 90 * SECOND)), max_size=25)


def lines(text):
    """The lines of a record as a file gives them."""
    return io.StringIO(text)


# -- there and back ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=KIND_NAMES)
@settings(max_examples=15)
@given(data=st.data(), at=st.integers(0, MONTH))
def test_every_kind_of_event_comes_back_as_it_was_written(game, kind, data, at):
    event = data.draw(structs(kind))
    line = event_line(event, at)
    assert "\n" not in line
    written = json.loads(line)
    assert written["event"] == kind.__struct_config__.tag
    assert round(written.pop("t") * SECOND) == at
    assert event_from(game, written) == event
    later = [setup_line(SETUPS[game.key]).replace('"1.0"', '"1.9"'), event_line(event, at, refused="It came too late.")]
    history = read(map(of_later_version, later))
    assert history.entries[0].event == event
    assert [json.loads(line) for line in lines(write(history))] == [
        json.loads(of_later_version(line)) for line in later
    ]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@settings(max_examples=50)
@given(data=st.data())
def test_every_setup_comes_back_with_the_settings_that_it_froze(game, data):
    setup = data.draw(structs(game.setup_type))
    first = write(History(game, setup, None))
    assert first.count("\n") == 1
    assert setup_from(json.loads(first)) == (game, setup)
    later = of_later_version(first.replace('"1.0"', '"1.9"', 1))
    assert setup_from(json.loads(later)) == (game, setup)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@settings(max_examples=25)
@given(data=st.data())
def test_whatever_a_game_took_its_record_takes_again(game, data):
    history = Game().start().history if game.key == "polish_doubles" else History.begin(game, SETUPS[game.key])
    for event, gap in data.draw(attempts(game)):
        try:
            history = history.accept(event, history.last_at + gap)
        except Refusal:
            continue
    assert read(lines(write(history))) == history


@given(st.lists(st.integers(0, MONTH), max_size=12).map(sorted))
def test_no_nanosecond_of_game_time_is_lost(times):
    history = History.begin(game_of("polish_doubles"), SETUPS["polish_doubles"])
    for at in times:
        history = history.accept(e.Note(rule="S5"), at)
    assert [entry.at for entry in read(lines(write(history))).entries] == times


# -- what people may write ---------------------------------------------------------------------------------------------


def test_empty_lines_and_remarks_are_for_people():
    record = ("# Finale", "", DOUBLES, "   ", "  # losování", '{"t": 1, "event": "starters", "pair": "B"}')
    assert read(record).state.starter == 1


def test_a_record_saved_on_Windows_is_read_byte_order_mark_and_all():
    record = ("\ufeff" + "\r\n".join(STARTED) + "\r\n").split("\n")
    assert read(record).state == read(STARTED).state
    assert read(("\ufeff# Finale", *STARTED)).state == read(STARTED).state


def test_a_line_without_a_time_happened_at_once():
    assert [entry.at for entry in read((*STARTED, '{"event": "pause"}')).entries] == [0, 5 * SECOND, 5 * SECOND]


def test_a_press_may_have_come_a_moment_before_the_touch_above_it():
    touch = '{"t": 20, "event": "move", "points": 38, "word": "DÝMKA"}'
    history = read((*STARTED, touch, '{"t": 19.75, "event": "press", "pair": "A"}'))
    assert [turn.pair for turn in history.state.turns] == [0, 1]
    assert read(lines(write(history))) == history


def test_a_press_may_carry_what_each_clock_showed():
    record = read((*STARTED, '{"t": 60, "event": "press", "pair": "A", "shows_s": [120.5, 119.9]}'))
    assert record.state.clock.turns[0].used == (59_500_000_000, 60_100_000_000)


def test_spaces_in_front_and_fields_in_any_order_do_not_matter():
    assert read((DOUBLES, '  { "pair" : "A" , "event":"starters","t":1.5 } ')).entries[0].at == 1_500_000_000


# -- what does not count -----------------------------------------------------------------------------------------------

NOTE = '{"t": 9, "event": "note", "rule": "S2"}'


@pytest.mark.parametrize(
    "line",
    [
        '{"event": "sign", "pair": "A", "refused": "nobody has played"}',
        '{"event": "teleport", "to": [1, {"a": null}], "refused": "a newer version"}',
        '{"event": "press", "colour": "red", "refused": "a newer version"}',
        '{"event": "unreadable", "text": "{\\"ev", "refused": "damaged"}',
        '{"event": "undo", "of": 2, "refused": "nothing to undo"}',
    ],
)
def test_a_line_that_says_why_it_was_refused_stands_without_counting(line):
    history = read((*STARTED, line, NOTE))
    without = read((*STARTED, NOTE))
    assert len(history.entries) == len(without.entries) + 1
    assert len(history.refused_entries) == 1
    assert str(history.refused_entries[0].refused) in line
    assert [remark.event for remark in history.state.remarks] == [remark.event for remark in without.state.remarks]
    text = write(history)
    assert write(read(lines(text))) == text


@pytest.mark.parametrize("why", ["null", "7", '""', '" "', '"' + 501 * "x" + '"'])
def test_a_refused_line_says_why_in_a_few_words(why):
    with pytest.raises(BadRecord, match=f"Line {len(STARTED) + 1}: .*refused"):
        read((*STARTED, f'{{"event": "note", "rule": "S2", "refused": {why}}}'))


def test_without_a_reason_a_line_is_read_as_strictly_as_ever():
    for line in ('{"event": "unreadable", "text": "x"}', '{"event": "teleport"}', '{"event": "sign", "pair": "A"}'):
        with pytest.raises(BadRecord):
            read((*STARTED, line))
