"""S10, S12: what was written for a turn stays that turn's, whatever press is heard late, or lapses."""

import json
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.journal import Journal
from device.table import table as tables
from rules.game import SECOND, Gesture, Redo, Restore, Undo, Void
from rules.games import GAMES
from rules.history import History
from rules.message import Refusal
from rules.polish_doubles import acts as e
from rules.polish_doubles.rows import Kind
from rules.record import read, write
from rules.record_format import COUNTS, FIRST, MORE, format_of
from rules.stored_game import kept_text, kept_texts, take
from tests.rules.table import GAME, Game
from tests.rules.test_press_order import DOUBLES, OWN, begun, games, heard, tally

PAIRS = '"pairs": [{"name": "Krtci"}, {"name": "Sloky"}]'
LATE = f"""\
{{"game": "polish_doubles", {PAIRS}, "press_order": "edge", "overrun_clock": "stands"}}
"""
LATE += """\
{"t": 0, "event": "starters", "pair": "A"}
{"t": 10, "event": "press", "pair": "A"}
{"t": 20, "event": "move", "points": 24}
{"t": 40, "event": "press", "pair": "A"}
{"t": 60, "event": "move", "points": 22}
{"t": 220.2, "event": "press", "pair": "B", "shows_s": [-0.2, 0.1]}
{"t": 225, "event": "overrun", "stands": [true, false]}
{"t": 300, "event": "move", "points": 30}
{"t": 330, "event": "move", "points": 41}
{"t": 340, "event": "press", "pair": "A"}
{"t": 380, "event": "move", "points": 5}
{"t": 219, "event": "press", "pair": "A"}"""
"""A's accidental press of 219 is heard last: by B's own clock B was in time, and B's second move is missing."""


class Table(Game):
    """A game as a table records it: what is said of a turn says of which. ``late`` hears a press of an earlier time."""

    def do(self, event, after=1.0):
        return super().do(GAME.with_subject(self.state, event), after)

    def late(self, event, at):
        self.history = self.history.accept(event, round(at * SECOND))
        return len(self.history.entries)

    @property
    def rows(self):
        return [[row.points for row in turn.rows] for turn in self.state.turns]

    def reason(self, n):
        return str(self.history.lapse_reasons[n])


def edge(**more):
    return Table(press_order="edge", **more)


def as_recorded(lines, upto=None):
    """The record as a table would have recorded it."""
    named = read(lines[:1])
    for entry in read(lines).entries[:upto]:
        named = named.accept(named.game.with_subject(named.state, entry.event), entry.at)
    return named


@pytest.mark.parametrize("recorded", [read, as_recorded], ids=["nothing named", "named"])
def test_S10_a_late_press_moves_no_written_move_to_the_other_pair(recorded):
    history = recorded(LATE.splitlines())
    assert [[row.points for row in turn.rows] for turn in history.state.turns] == [[24], [22], [30, 41], [5]]
    assert history.game.report(history.state).data["pairs"][0]["total"] == 95
    assert history.state.clock.turns[1].official.used == round(179.9 * SECOND)
    assert history.state.slot == (1, 1), "B's missing move is offered"
    assert {n: str(why) for n, why in history.lapse_reasons.items()} == {7: "No turn ran over its time. (S28)"}
    assert read(write(history).splitlines()) == history


def test_S10_a_move_keeps_its_place_through_whatever_is_folded_after_that():
    history = read(LATE.splitlines())
    for event in (Undo(), Redo(), Undo(), Void(by="A"), Restore()):
        history = history.accept(event, 400 * SECOND)
        assert [[row.points for row in turn.rows] for turn in history.state.turns[1:3]] == [[22], [30, 41]]
    assert history.undone_entries == {11}


def test_S10_a_move_whose_turn_is_not_there_any_more_lapses_and_says_so():
    g = edge().opened().turn("B", ("PES", 5), ("KOSA", 8))
    g.move("MÁK", 9)
    g.move("LES", 7)
    before = g.now
    g.press("A")
    written = g.move("RÝNA", 4)
    assert g.rows[-1] == [4]
    g.late(e.Pause(), before + 1)
    assert g.reason(written) == "It was written for turn 4, which is not there any more. (S10)"
    assert g.rows == [[38], [5, 8], [9, 7]]
    g.refused("S10", e.Move(points=4, turn=4))
    g.do(e.Resume())
    g.press("A")
    g.move("RÝNA", 4)
    assert g.rows[3:] == [[4]], "it is written anew"


def test_S10_what_was_said_of_one_turn_is_not_taken_for_another():
    g = edge().opened().turn("B", ("PES", 5), ("KOSA", 8))
    before = g.now
    g.move("MÁK", 9)
    announced = g.do(e.Announce())
    g.late(e.Press(pair="A"), before + 10)
    assert g.state.turns[2].pressed
    assert g.reason(announced) == "That was about turn 3; now it would be about turn 4. (S10)"
    assert g.rows[2] == [9], "the row was written for turn 3 and stays there"
    assert g.state.turns[3].announced == ()
    g.refused("S10", e.Announce(turn=3))


def test_S16_an_objection_to_one_turn_is_none_to_the_next():
    g = edge().opened()
    g.move("PES", 5)
    g.move("KOSA", 8)
    pressed = g.now + 5
    g.press("B")
    stands = g.do(e.NoObjection())
    g.late(e.Press(pair="A"), pressed + 0.5)
    assert g.reason(stands) == "That was about turn 2; now it would be about turn 3. (S10)"
    assert not g.state.turns[2].settled


def test_S10_a_move_can_name_its_turn_past_one_that_is_not_finished():
    g = edge().opened().turn("B", ("PES", 5))
    assert g.state.slot == (1, 1)
    g.do(e.Move(points=9, turn=3, place=1))
    g.do(e.Move(points=7, turn=3))
    g.refused("S10", e.Move(points=1, turn=3, place=2))
    g.refused("S10", e.Move(points=1, turn=1))
    g.refused("S10", e.Pass(turn=9))
    g.refused("S10", e.Exchange(tiles=2, turn=2, place=1))
    assert g.rows == [[38], [5], [9, 7]]
    g.move("KOSA", 8)
    assert g.rows == [[38], [5, 8], [9, 7]]


def test_S12_a_move_that_was_written_again_does_not_become_a_second_one():
    """What lapsed counts again once the late pause is undone; the one that was written in its place has lost it."""
    g = edge().opened().turn("B", ("PES", 5), ("KOSA", 8))
    g.move("MÁK", 9)
    g.move("LES", 7)
    before = g.now
    g.press("A")
    first = g.do(e.Move(points=4, turn=4, place=1))
    paused = g.late(e.Pause(), before + 1)
    assert first in g.history.lapse_reasons
    again = g.history.accept(e.Resume(), g.ns).accept(e.Press(pair="A"), g.ns)
    again = again.accept(e.Move(points=4, turn=4, place=1), g.ns)
    assert [row.n for row in again.state.turns[3].rows] == [paused + 3]
    back = again.accept(e.Press(pair="A"), round((before + 0.5) * SECOND))
    assert [row.n for row in back.state.turns[3].rows] == [first]
    assert str(back.lapse_reasons[paused + 3]) == "It was written for turn 4, which has no place for it any more. (S10)"
    assert GAME.is_misread(back.state, back.entries[paused + 2]), "it would become the second one elsewhere"


# -- nothing moves, and earlier versions get right what says that they do ---------------------------------------------


def places(history):
    """The turn of each row, by its entry; those that people need not write have none of their own."""
    turns = enumerate(history.state.turns)
    return {row.n: index for index, turn in turns for row in turn.rows if row.kind is not Kind.LOST}


@settings(max_examples=200, deadline=None)
@given(games(DOUBLES), st.booleans())
def test_S10_no_late_press_ever_moves_a_written_row(game, named):
    setup, arrived = game
    history = begun(setup)
    for at, event in arrived:
        before = places(history)
        named_event = history.game.with_subject(history.state, event) if named else event
        try:
            history = history.accept(named_event, at)
        except Refusal:
            continue
        after = places(history)
        moved = {n: (before[n], after[n]) for n in before if n in after and before[n] != after[n]}
        assert moved == {}
        gone = before.keys() - after.keys()
        assert gone <= history.lapse_reasons.keys(), "what does not stand any more says why"


def as_before(history, monkeypatch):
    """The game as the version before reads what says format 1.0 or 1.1: it passes over what it does not know."""
    setup, *lines = map(json.loads, write(history).splitlines())
    for line in lines:
        for name in ("turn", "place") if line["event"] not in ("correct", "decide_time") else ():
            line.pop(name, None)
    monkeypatch.setattr(type(GAME), "with_subject", lambda self, state, event: event)
    return read([json.dumps(line) for line in (setup | {"format": "1.0"}, *lines)])


@settings(max_examples=150, deadline=None)
@given(games(DOUBLES, also=OWN))
def test_a_record_of_format_1_has_the_same_tally_in_the_version_before(game):
    setup, arrived = game
    history, _ = heard(setup, arrived)
    version = format_of(history)
    assert json.loads(write(history).splitlines()[0])["format"] == f"{version[0]}.{version[1]}"
    if version != COUNTS:
        with pytest.MonkeyPatch.context() as patch:
            assert tally(as_before(history, patch)) == tally(history)


def test_a_game_says_the_lowest_format_that_holds_for_it():
    lines = LATE.splitlines()
    assert format_of(read(lines[:-1])) == FIRST
    assert format_of(as_recorded(lines, upto=11)) == MORE
    assert format_of(as_recorded(lines)) == COUNTS
    assert format_of(read(lines)) == COUNTS, "the version before would come to another tally"


def test_the_entry_that_earlier_versions_would_get_wrong_says_so_and_the_rest_that_it_says_more():
    history = as_recorded(LATE.splitlines())
    setup, *texts = map(json.loads, kept_texts(history))
    assert "format" not in setup
    named = [text.get("format") for text in texts]
    assert named == [None, None, "1.1", None, "1.1", None, "1.1", "1.1", "1.1", None, "1.1", "2.0"]
    again = History.begin(history.game, history.setup)
    for entry, text in zip(history.entries, texts, strict=True):
        again = take(again, json.dumps(text), entry.at)
    assert again == history
    assert kept_text(e.Pass()) == '{"event":"pass"}'
    assert json.loads(kept_text(e.Pass(turn=2, place=1))) == {"event": "pass", "turn": 2, "place": 1, "format": "1.1"}


def test_the_table_says_it_in_its_journal(tmp_path):
    now = 0
    *lines, late = LATE.splitlines()
    lines += ['{"t": 390, "event": "note", "rule": "S5"}', late]
    with closing(Journal(tmp_path / "journal.db")) as journal:
        table = tables.Table(journal, GAMES, lambda: now)
        table.new(read(lines[:1]).setup)
        for entry in read(lines).entries:
            now = max(now, entry.at)
            table.do(entry.event, mono=entry.at)
        assert journal.flush()
        rows = journal.reading(lambda db: db.execute("SELECT event FROM entry ORDER BY n").fetchall())
        assert journal.load(table.game_id)[0] == table.playing
    rows_kept = [json.loads(text) for (text,) in rows]
    assert {row["event"] for row in rows_kept if row.get("format") == "1.1"} == {"move", "overrun"}
    assert [row["event"] for row in rows_kept if "format" not in row] == ["starters", *["press"] * 4, "note"]
    assert (rows_kept[-1]["event"], rows_kept[-1]["format"]) == ("press", "2.0")
    named = [(row["turn"], row.get("place")) for row in rows_kept if "turn" in row]
    assert named == [(1, 1), (2, 1), (2, None), (3, 1), (3, 2), (4, 1)]


def test_what_people_touch_is_no_earlier_than_what_they_have_heard(tmp_path):
    """A pod's clock is known with a doubt: the edge of its press may lie a moment ahead."""
    now = 0
    with closing(Journal(tmp_path / "journal.db")) as journal:
        table = tables.Table(journal, GAMES, lambda: now)
        table.new(edge().history.setup)
        for at, event in ((1, e.Starters(pair="A")), (20, e.Move(points=24)), (40.0, e.Move(points=22))):
            now = round(at * SECOND)
            table.do(event)
            if not isinstance(event, e.Move):
                table.on_press(0, 2 * SECOND)
            elif at == 20:
                table.on_press(0, round(40.002 * SECOND))
        assert [[row.points for row in turn.rows] for turn in table.state.turns] == [[24], [22]]
        assert table.playing.entries[-1].at == round(40.002 * SECOND)


def test_S10_the_button_that_is_asked_about_says_nothing_of_a_turn():
    g = edge().opened()
    assert GAME.button(g.state, 0, Gesture.PRESS, ()) == (e.Press(pair="A"),)
    assert GAME.with_subject(g.state, e.Press(pair="A")) == e.Press(pair="A")
    assert g.may("move") is None
    assert g.may("exchange") is None


def test_S10_what_was_said_in_a_turn_that_a_void_takes_away_lapses_and_counts_again_with_it():
    g = edge().opened()
    g.move("PES", 5)
    press = g.press("B")
    announced = g.do(e.Announce())
    g.do(Void(of=(press,), by="referee"))
    assert g.reason(announced) == "That was about turn 3; now it would be about turn 2. (S10)"
    assert g.state.turns[1].announced == (), "it was not their move that was announced"
    g.do(Restore(of=(press,)))
    assert g.history.lapse_reasons == {}
    assert len(g.state.turns[2].announced) == 1
    assert format_of(g.history) == COUNTS, "an earlier version takes it for the other pair's"
    assert read(write(g.history).splitlines()) == g.history
