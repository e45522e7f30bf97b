"""Games kept elsewhere while the journal could not be used: in it at the next start, once, and sent."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from device.carry import bringing
from device.carry.bringing import bring_back
from device.journal import Journal, JournalTrouble, writer
from device.journal.outbox import CALL
from device.journal.reserve import ENDING
from device.journal.stand_ins import StandIn, mark, new_in_memory, stand_in_beside, stand_ins
from device.people import declared
from device.people.directory import Declaration
from rules.game import SECOND
from rules.history import History
from tests.carry.devices import CLOCK, KOCKA, SHORT
from tools.play.gallery import SAMPLES, load_record

EVENT = "pisek"


class Device:
    """A folder with a journal and what stood in for it; each is opened and closed as a table does."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.path = folder / "journal.db"
        self.usual = folder / "usual" / "journal.db"

    @contextlib.contextmanager
    def table(self, path: Path | None = None, *, joined: bool = True):
        """A table that keeps its games in the journal, or in ``path``."""
        journal = Journal(path or self.path)
        if joined:
            journal.outbox.join(EVENT, 1)
        yield journal
        assert journal.flush()
        journal.close()

    def start(self) -> list[tuple[str, int, bool]]:
        """A start with everything brought in; the games, newest first, each with whether all of it waits to be sent."""
        with self.table(joined=False) as journal:
            for stand_in in stand_ins(self.path, self.usual):
                bring_back(stand_in, journal)
            waiting = [journal.outbox.game(row.uid) for row in rows(journal)]
            return [(game.key, game.entries, waiting.count(game.id) >= game.entries + 1) for game in journal.games()]


def rows(journal: Journal):
    return [row for row in journal.outbox.waiting(EVENT, 0, 10_000) if row.n >= 0]


def record(name: str) -> History:
    return load_record(SAMPLES / f"{name}.jsonl")


def play(journal: Journal, name: str, start: int = 0, upto: int | None = None, number: int = 0) -> int:
    history = record(name)
    number = number or journal.new_game(history.game, history.setup)
    for entry in history.entries[start:upto]:
        journal.append(number, entry, "touch", entry.at)
    return number


def length(name: str) -> int:
    return len(record(name).entries)


@pytest.fixture
def device(tmp_path):
    """A device with a game in its journal."""
    new_device = Device(tmp_path / "device")
    with new_device.table() as journal:
        play(journal, CLOCK)
    return new_device


def test_every_game_is_brought_in_once_and_the_file_is_gone(device):
    with device.table(stand_in_beside(device.path)) as journal:
        play(journal, SHORT)
        play(journal, KOCKA, upto=7)
    there = [("kourici_kocka", 7, True), ("polish_doubles", length(SHORT), True), ("chess_clock", length(CLOCK), True)]
    assert device.start() == there
    assert sorted(path.name for path in device.path.parent.iterdir()) == [
        f"journal.db{end}" for end in ("", ENDING, ".lock")
    ]
    assert device.start() == there


def test_what_the_power_cut_off_the_next_start_does(device, tmp_path, monkeypatch):
    """The card as it was after each commit and at the end, before the file was taken away."""
    with device.table(stand_in_beside(device.path)) as journal:
        play(journal, SHORT)
        play(journal, KOCKA, upto=7)
        journal.outbox.say('{"row":"call"}')
    cuts: list[Device] = []

    def cut() -> None:
        shutil.copytree(device.path.parent, tmp_path / f"cut{len(cuts)}")
        cuts.append(Device(tmp_path / f"cut{len(cuts)}"))

    bring = Journal.bring

    def brought(journal: Journal, *given) -> int:
        cut()
        number = bring(journal, *given)
        assert journal.flush()
        cut()
        return number

    monkeypatch.setattr(Journal, "bring", brought)
    monkeypatch.setattr(bringing, "remove", lambda path: cut())
    there = device.start()
    monkeypatch.undo()
    assert len(cuts) == 5
    for cut_device in (*cuts, device):
        assert cut_device.start() == there
        with cut_device.table(joined=False) as journal:
            waiting = journal.outbox.waiting(EVENT, 0, 10_000)
            assert [row.text for row in waiting if row.n == CALL] == ['{"row":"call"}']
            assert len({row.uid for row in waiting if row.uid}) == 3
        assert not stand_in_beside(cut_device.path).exists()


def test_games_that_came_by_a_stick_before_are_sent_too(device):
    with device.table(stand_in_beside(device.path)) as journal:
        number = play(journal, SHORT)
        uid = journal.outbox.uid(number)
    stick = device.path.parent / "stick"
    stick.mkdir()
    shutil.copy(stand_in_beside(device.path), stick / "journal.db")
    with device.table() as journal:
        assert bringing.bring_from(stick, journal).ok
        assert not journal.outbox.game(uid)
    assert device.start()[0] == ("polish_doubles", length(SHORT), True)
    with device.table() as journal:
        assert journal.outbox.game(uid) == 2
        assert len(journal.games()) == 2


def adopted(device: Device, upto: int) -> str:
    """A game of which the organiser has 5 entries goes on in the stand-in up to another; its uid."""
    with device.table() as journal:
        number = play(journal, SHORT, upto=5)
        uid = journal.outbox.uid(number)
    history = record(SHORT)
    begun = History.begin(history.game, history.setup)
    for entry in history.entries[:5]:
        begun = begun.accept(entry.event, entry.at)
    with device.table(stand_in_beside(device.path)) as journal:
        number = journal.adopt(uid, EVENT, begun, 0)
        play(journal, SHORT, 5, upto, number)
    return uid


def test_a_game_that_was_taken_over_from_the_organiser_goes_on_where_it_was_begun(device):
    uid = adopted(device, 9)
    assert device.start()[0] == ("polish_doubles", 9, True)
    with device.table() as journal:
        assert journal.outbox.game(uid) == 2
        assert len(journal.games()) == 2
        assert journal.load(2)[0].entries == record(SHORT).entries[:9]


def test_one_that_went_on_apart_here_is_kept_beside_it_and_the_organiser_hears_of_both(device):
    uid = adopted(device, 9)
    with device.table() as journal:
        for entry in record(SHORT).entries[5:7]:
            journal.append(2, entry.__class__(entry.n, entry.at + SECOND, entry.event), "touch", 0)
    there = [("polish_doubles", 9, True), ("polish_doubles", 7, True), ("chess_clock", length(CLOCK), True)]
    assert device.start() == there
    assert device.start() == there
    with device.table() as journal:
        assert journal.outbox.game(uid) == 2


@pytest.mark.parametrize("known", [True, False])
def test_its_last_heartbeat_comes_along_and_that_of_the_game_before_stays(device, known):
    with device.table() as journal:
        journal.heartbeat(1, 900 * SECOND)
    with device.table(stand_in_beside(device.path)) as journal:
        play(journal, SHORT, upto=5)
        journal.heartbeat(1, 77 * SECOND)
    if not known:
        with contextlib.closing(sqlite3.connect(stand_in_beside(device.path), isolation_level=None)) as db:
            db.execute("DROP TABLE doubt")
    device.start()
    with device.table() as journal:
        assert (journal.load(1)[1], journal.load(2)[1]) == (900 * SECOND, 77 * SECOND)
        assert journal.doubt(2) >= SECOND
        journal.heartbeat(2, 80 * SECOND)
        assert journal.load(2)[1] == 80 * SECOND


def test_of_the_usual_journal_only_what_stood_in_is_brought(device):
    with device.table(device.usual, joined=False) as journal:
        play(journal, KOCKA)
    assert list(stand_ins(device.path, device.usual)) == [], "it is nobody's stand-in"
    device.usual.write_bytes(b"x" * 9000)
    assert list(stand_ins(device.path, device.usual)) == []
    device.usual.unlink()
    with device.table(device.usual, joined=False) as journal:
        play(journal, KOCKA)
    for name in (SHORT, SHORT):
        with device.table(device.usual) as journal:
            journal.note(*mark(device.path))
            play(journal, name, upto=4)
    there = [("polish_doubles", 4, True), ("polish_doubles", 4, True), ("chess_clock", length(CLOCK), True)]
    assert device.start() == there
    with device.table(device.usual, joined=False) as journal:
        assert len(journal.games()) == 3, "it is a journal itself"
        play(journal, CLOCK)
    assert device.start() == there


def test_games_in_memory_are_brought_where_the_program_starts_again_before_the_device(device):
    path = new_in_memory(device.path)
    with device.table(path) as journal:
        play(journal, SHORT)
    other = Device(device.path.parent.parent / "other")
    assert list(stand_ins(other.path, other.usual)) == []
    assert device.start()[0] == ("polish_doubles", length(SHORT), True)
    assert not path.parent.exists()


def test_what_was_declared_of_people_there_is_known_here(device):
    with device.table(stand_in_beside(device.path)) as journal:
        journal.note(*declared.statements("janajana1", Declaration(forgotten=True)))
    device.start()
    with device.table() as journal:
        assert journal.reading(declared.read) == {"janajana1": Declaration(forgotten=True)}


def test_a_damaged_one_gives_what_can_be_read_and_stays_beside(device):
    with device.table(stand_in_beside(device.path)) as journal:
        play(journal, SHORT)
    raw = bytearray(stand_in_beside(device.path).read_bytes())
    raw[:100] = b"\xff" * 100
    stand_in_beside(device.path).write_bytes(raw)
    key, entries, _ = device.start()[0]
    assert (key, entries) == ("polish_doubles", length(SHORT))
    assert stand_in_beside(device.path).with_name("journal-new.db.damaged").read_bytes() == bytes(raw)


def test_while_the_disk_takes_nothing_the_file_stays(device, monkeypatch):
    monkeypatch.setattr(writer, "RETRY_S", 0.01)
    with device.table(stand_in_beside(device.path)) as journal:
        play(journal, SHORT)
    with device.table(joined=False) as journal:
        journal.note(("INSERT INTO room VALUES (1)", ()))  # what the file takes once somebody has made room for it
        assert not journal.flush()
        assert bring_back(StandIn(stand_in_beside(device.path)), journal) == 0
        assert stand_in_beside(device.path).exists()
        with contextlib.closing(sqlite3.connect(device.path, timeout=30)) as other:
            other.execute("CREATE TABLE room (n INTEGER)")
        assert any(journal.flush() for _ in range(1000))
    assert device.start()[0] == ("polish_doubles", length(SHORT), True)


def test_where_the_disk_is_full_in_the_middle_the_file_stays(device, monkeypatch):
    with device.table(stand_in_beside(device.path)) as journal:
        play(journal, SHORT)
    journal = Journal(device.path)
    journal.outbox.bring_calls = lambda calls: journal.note(("INSERT INTO room VALUES (1)", ()))
    assert bring_back(StandIn(stand_in_beside(device.path)), journal) == 1
    assert stand_in_beside(device.path).exists()
    journal.close()
    assert device.start()[0] == ("polish_doubles", length(SHORT), True)


def test_what_another_user_put_into_memory_is_not_looked_at(device, monkeypatch):
    path = new_in_memory(device.path)
    with device.table(path):
        pass
    assert list(stand_ins(device.path, device.usual)) == [StandIn(path)]
    monkeypatch.setattr(os, "geteuid", lambda: 4711)
    assert list(stand_ins(device.path, device.usual)) == []
    shutil.rmtree(path.parent)


def test_one_that_another_program_uses_is_left(device):
    with device.table(stand_in_beside(device.path)), device.table() as journal:
        with pytest.raises(JournalTrouble) as caught:
            bring_back(StandIn(stand_in_beside(device.path)), journal)
        assert caught.value.taken
