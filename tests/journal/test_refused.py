"""What was recorded opens always: an entry that does not fit stands with its reason, and the rest is folded on."""

import contextlib
import sqlite3

import pytest

from device.journal import Journal, JournalTrouble, connect, games, load
from device.screens.home import recent_games
from device.table.table import Table
from rules.game import SECOND, Redo, Undo, Unreadable
from rules.games import GAMES
from rules.history import History
from rules.polish_doubles import GAME
from rules.polish_doubles import acts as e
from rules.record import read, write
from rules.timeline import Timeline
from tests.journal.conftest import Clock, keep, notes, sample


def written(path, *statements):
    """What another program did to the file."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.executescript("DROP TRIGGER entry_kept; DROP TRIGGER entry_stays; DROP TRIGGER game_stays")
        for statement in statements:
            db.execute(*statement) if isinstance(statement, tuple) else db.execute(statement)
        db.commit()


def opened(path, number=1) -> History:
    with contextlib.closing(connect(path, read_only=True)) as db:
        return load(db, number)[0]


def whys(history):
    return {entry.n: str(entry.refused) for entry in history.refused_entries}


def entry_update(n, text):
    return ("UPDATE entry SET event = ? WHERE game = 1 AND n = ?", (text, n))


@pytest.fixture
def ten(path):
    journal = Journal(path)
    keep(journal, notes(10))
    journal.close()
    return path


WORN = {
    "a newer version's event": ('{"event":"teleport","to":9}', "There is no event teleport in this game."),
    "a newer version's field": ('{"event":"note","rule":"S2","colour":"red"}', "colour"),
    "half of its JSON": ('{"event":"note","ru', "It is damaged."),
    "no object": ("[1]", "must be an object"),
    "far too deep": ("[" * 100_000, "It is damaged."),
    "what these rules refuse": ('{"event":"sign","pair":"A"}', "(S27)"),
    "nothing": ("", "It is damaged."),
}


@pytest.mark.parametrize(("text", "why"), WORN.values(), ids=list(WORN))
@pytest.mark.parametrize("n", [1, 5, 10])
def test_one_entry_that_does_not_fit_takes_no_other_one_along(ten, n, text, why):
    written(ten, entry_update(n, text))
    history = opened(ten)
    assert len(history.entries) == 10
    assert list(whys(history)) == [n]
    assert why in whys(history)[n]
    assert len(history.state.remarks) == 9
    assert history.uncounted_entries == {n}


def test_several_and_a_gap_keep_everybody_elses_number(ten):
    written(
        ten,
        entry_update(1, "{"),
        entry_update(3, '{"event":"x"}'),
        "DELETE FROM entry WHERE n IN (5, 6)",
        entry_update(10, "{}"),
    )
    history = opened(ten)
    assert [entry.n for entry in history.entries] == list(range(1, 11))
    assert sorted(whys(history)) == [1, 3, 5, 6, 10]
    assert whys(history)[5] == "It is missing."
    assert [remark.event.text for remark in history.state.remarks] == [f"poznámka {n}" for n in (2, 4, 7, 8, 9)]


def test_a_number_or_a_time_that_no_entry_has_is_damage_too(ten):
    written(
        ten,
        "UPDATE entry SET n = n + 1099511627776 WHERE n = 4",
        "UPDATE entry SET n = -7 WHERE n = 6",
        "UPDATE entry SET at = at + 4611686018427387904 WHERE n = 8",
        "UPDATE entry SET at = -1 WHERE n = 2",
    )
    history = opened(ten)
    assert [entry.n for entry in history.entries] == list(range(1, 13))
    assert sorted(whys(history)) == [2, 4, 6, 8, 11, 12]
    assert whys(history)[2] == whys(history)[8] == "Its time is damaged."
    assert history.entries[1].at == SECOND, "that of the entry before"
    assert history.last_at == 10 * SECOND
    assert "poznámka 4" in history.entries[11].event.text + history.entries[10].event.text


def test_the_game_is_played_on_and_undo_steps_over_what_does_not_count(ten):
    written(ten, entry_update(9, '{"event":"teleport"}'), entry_update(10, "{"))
    journal = Journal(ten)
    table = Table(journal, GAMES, Clock())
    table.resume(1)
    table.do(Undo())
    assert table.playing.undone_entries == {8}
    table.do(Redo())
    table.do(e.Note(rule="S2", text="dál"))
    table.do(e.Starters(pair="B"))
    assert journal.flush()
    assert journal.load(1)[0] == table.playing
    assert [type(remark.event) for remark in table.state.remarks] == [e.Note] * 9 + [e.Starters]
    assert table.state.remarks[-2].event.text == "dál"
    journal.close()


def test_an_undo_of_what_no_longer_counts_takes_nothing_else_back(path):
    journal = Journal(path)
    history = notes(3).accept(Undo(), 4 * SECOND).accept(Redo(), 5 * SECOND).accept(Undo(), 6 * SECOND)
    keep(journal, history)
    journal.close()
    written(path, entry_update(3, '{"event":"teleport"}'))
    history = opened(path)
    assert sorted(whys(history)) == [3, 4, 5, 6]
    assert len(history.state.remarks) == 2


def test_a_setup_that_makes_no_game_hides_no_other_one(ten):
    journal = Journal(ten)
    keep(journal, sample())
    for _ in range(2):
        keep(journal, notes(1))
    journal.close()
    written(
        ten, "UPDATE game SET setup = '{' WHERE id = 1", """UPDATE game SET setup = '{"game":"bridge"}' WHERE id = 3"""
    )
    journal = Journal(ten)
    for number in (1, 3):
        with pytest.raises(JournalTrouble, match=f"Game {number}, setup"):
            journal.load(number)
    lines = [str(game.line) for game in recent_games(journal.games(), journal.load, {})]
    assert sum("setup" in line for line in lines) == 2
    assert len(lines) == 4
    journal.close()


def test_its_record_is_read_again_as_the_same_game(ten):
    written(
        ten,
        entry_update(1, "{\\"),
        entry_update(2, '{"event":"sign","pair":"A"}'),
        entry_update(7, '{"event":"teleport","to":[{}]}'),
    )
    history = opened(ten)
    text = write(history)
    again = read(text.split("\n"))
    assert again.state == history.state
    assert whys(again) == whys(history)
    assert [entry.event for entry in again.entries] == [entry.event for entry in history.entries]
    assert write(again) == text
    assert again.entries[6].event == Unreadable(text='{"event":"teleport","to":[{}]}')


def test_however_long_a_damaged_entry_is_its_record_is_read_again(ten):
    written(ten, entry_update(4, '"\\' * 40_000))
    assert list(whys(read(write(opened(ten)).split("\n")))) == [4]


def test_a_fault_of_the_rules_themselves_takes_no_game_along(ten, monkeypatch):
    apply = type(GAME).apply

    def faulty(self, state, entry):
        if entry.n == 4:
            raise ZeroDivisionError
        return apply(self, state, entry)

    monkeypatch.setattr(type(GAME), "apply", faulty)
    assert whys(opened(ten)) == {4: "The rules of this version fail on it; please report that."}


def test_the_chronicle_tells_of_it_and_of_what_stood_then(ten):
    written(ten, entry_update(4, '{"event":"teleport"}'), entry_update(5, '{"event":"sign","pair":"A"}'))
    timeline = Timeline.of(opened(ten))
    entry = timeline.moments[3]
    assert (str(entry.what), str(entry.refused), entry.gone) == (
        'unreadable: {"event":"teleport"}',
        "There is no event teleport in this game.",
        None,
    )
    assert timeline.moments[4].refused is not None
    assert timeline.states[5] == timeline.states[3]
    assert not timeline.moments[3].changes


def test_what_is_taken_back_after_it_is_told_as_well(ten):
    written(ten, entry_update(4, '{"event":"teleport"}'))
    history = opened(ten)
    assert history.undoable is not None
    timeline = Timeline.of(history.accept(Undo(), history.last_at))
    assert list(timeline.undone_by) == [history.undoable.n]


def test_it_is_taken_up_by_another_device_with_all_its_rows(ten, tmp_path):
    written(ten, entry_update(4, '{"event":"teleport"}'), entry_update(5, "{"))
    history = opened(ten)
    journal = Journal(tmp_path / "other.db")
    number = journal.adopt("u" * 32, "event", history, 0)
    assert journal.load(number)[0] == history
    with contextlib.closing(connect(tmp_path / "other.db", read_only=True)) as db:
        assert len(games(db)) == 1
    journal.close()
