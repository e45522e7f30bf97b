"""A commit that the power cut off: what was said to be safe is there, and all that is there reaches the organiser."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from device.journal import Journal
from device.journal.salvage import FRAME, HEAD, frames, salvage
from rules.game import SECOND, Entry
from rules.polish_doubles import GAME, DoublesSetup, PairSetup
from rules.polish_doubles.acts import Note, Starters
from tests.journal.conftest import intact

EVENT = "pisek"
SETUP = DoublesSetup(pairs=(PairSetup(name="Šípkovi"), PairSetup(name="Dva")))
STEP = FRAME + 4096
"""Bytes of a frame: a write of its head and one of its page."""
SECTOR = 512
CUTS = int(os.environ.get("DVOJTAH_CUTS", "24"))
"""How many cuts are tried, of three seeded evenings."""
ROWS = "SELECT id, 0 FROM game UNION ALL SELECT game, n FROM entry"

Row = tuple[int, int]
"""A game (entry 0) or an entry, as the outbox names them."""


@dataclass
class Evening:
    """A journal at an event, and the log as each of its commits left it."""

    folder: Path
    journal: Journal
    delivered: set[Row] = field(default_factory=set)

    @property
    def log(self) -> Path:
        return self.folder / "journal.db-wal"

    def commit(self, do: Callable[[], object]) -> tuple[int, bytes]:
        """A commit with what ``do`` brings up, its last where there are several: where it begins, and the log after."""
        with self.journal._guard:  # so that the writer gathers it
            do()
        assert self.journal.flush()
        log = self.log.read_bytes()
        *_, before, _ = 0, 0, *(HEAD + (frame.place + 1) * STEP for frame in frames(log, 4096) if frame.commits)
        return before, log

    def safe(self, before: int, log: bytes) -> set[Row]:
        """What SQLite itself finds committed in the log before that place."""
        path = self.folder / "safe" / "journal.db"
        shutil.rmtree(path.parent, ignore_errors=True)
        path.parent.mkdir()
        shutil.copy(self.folder / "journal.db", path)
        path.with_name("journal.db-wal").write_bytes(log[:before])
        with contextlib.closing(sqlite3.connect(path)) as db:
            return set(db.execute(ROWS).fetchall())

    def deliver(self, seq: int) -> None:
        """The organiser acknowledges everything up to the row ``seq`` of this run."""
        rows = self.journal.outbox.waiting(EVENT, 0, 1000)
        if rows:
            self.delivered |= {(game_of(self.journal, row.uid), row.n) for row in rows if row.n >= 0 and row.seq <= seq}
            self.journal.outbox.on_delivered(EVENT, rows[0].boot, seq)

    def cut(self, name: str, log: bytes) -> tuple[Journal, list[str]]:
        """The next start on a card that was left with that log."""
        folder = self.folder / name
        folder.mkdir()
        shutil.copy(self.folder / "journal.db", folder)
        (folder / "journal.db-wal").write_bytes(log)
        notices: list[str] = []
        return Journal(folder / "journal.db", on_mended=lambda message: notices.append(str(message))), notices


def game_of(journal: Journal, uid: str | None) -> int:
    number = journal.outbox.game(uid) if uid else None
    assert number is not None
    return number


def rows_of(journal: Journal) -> set[Row]:
    """Everything that the journal has of games."""
    return journal.reading(lambda db: set(db.execute(ROWS).fetchall()))


def note(n: int, text: str = "") -> Entry:
    return Entry(n, n * SECOND, Starters(pair="A") if n == 1 else Note(rule="S2", text=text or f"poznámka {n}"))


@pytest.fixture
def evening(tmp_path):
    journal = Journal(tmp_path / "journal.db")
    journal.outbox.join(EVENT, 7)
    assert journal.flush()
    yield Evening(tmp_path, journal)
    journal.close()


def check(evening: Evening, journal: Journal, safe: set[Row]) -> None:
    """Everything safe is there; what is there was sent or waits; the next start has the same."""
    try:
        there = rows_of(journal)
        assert safe <= there, "nothing is lost that was said to be safe"
        journal.outbox.join(EVENT, 7)
        assert journal.flush()
        waiting = {(game_of(journal, row.uid), row.n) for row in journal.outbox.waiting(EVENT, 0, 10_000) if row.n >= 0}
        assert there <= waiting | evening.delivered, "nothing that is there stays unsent"
        assert journal.games()
        for game in journal.games():
            assert len(journal.load(game.id)[0].entries) == game.entries
            journal.append(game.id, note(game.entries + 1), "touch", 0)
        assert journal.flush(), "and it takes more"
    finally:
        journal.close()
    assert intact(journal.path)


def test_of_a_commit_that_was_killed_between_two_writes_nothing_is_there(evening):
    """The writes that were made, in order: of a game begun, of its first entry."""
    journal, number = evening.journal, 0

    def begin():
        nonlocal number
        number = journal.new_game(GAME, SETUP)

    for name, do in (("game", begin), ("entry", lambda: journal.append(number, note(1), "touch", 0))):
        safe = rows_of(journal)
        before, log = evening.commit(do)
        writes = (len(log) - max(before, HEAD)) // STEP
        assert writes > 1
        for frame in range(writes):
            torn, notices = evening.cut(f"{name}-{frame}", log[: max(before, HEAD) + frame * STEP])
            assert (rows_of(torn), notices) == (safe, []), "an ordinary cut is no damage"
            torn.close()


def test_a_damaged_file_gives_nothing_of_a_commit_that_was_killed(evening):
    journal = evening.journal
    number = journal.new_game(GAME, SETUP)
    assert journal.flush()
    before, log = evening.commit(lambda: journal.append(number, note(1), "touch", 0))
    torn, _ = evening.cut("cut", log[: before + STEP])
    torn.close()
    path = evening.folder / "mended" / "journal.db"
    path.parent.mkdir()
    path.write_bytes(b"\xff" * 100 + (evening.folder / "journal.db").read_bytes()[100:])
    path.with_name("journal.db-wal").write_bytes(log[: before + STEP])
    assert salvage(path).entries == {}
    assert list(salvage(path).shares) == [number]


def batch(evening: Evening, draw: random.Random, lengths: dict[int, int]) -> None:
    """What comes in one commit: games begun, entries, an acknowledgement, a call."""
    journal = evening.journal
    for _ in range(draw.randint(1, 5)):
        chance = draw.random()
        if not lengths or chance < 0.2:
            lengths[journal.new_game(GAME, SETUP)] = 0
        elif chance < 0.85:
            game = draw.choice(list(lengths))
            lengths[game] += 1
            text = "dlouhá " * draw.choice((1, 1, 40, 140))
            journal.append(game, note(lengths[game], text.strip()), "touch", 0)
        elif chance < 0.95:
            journal.heartbeat(draw.choice(list(lengths)), SECOND)
        else:
            journal.outbox.say('{"row":"call"}')


def left(draw: random.Random, before: int, log: bytes) -> bytes:
    """What a card without power has of the writes after ``before``: those in order up to one, or any, torn or whole."""
    start = max(before, HEAD) if draw.random() < 0.9 else before
    places = range(start, len(log), STEP)
    if draw.random() < 0.4:
        return log[: draw.choice(places) + draw.choice((0, FRAME, FRAME + SECTOR))]
    raw = bytearray(log[:start])
    for frame in places:
        for at, end in ((frame, frame + FRAME), (frame + FRAME, frame + STEP)):
            torn = min(at + draw.randrange(1, end - at + SECTOR, SECTOR), end)
            until = draw.choice((at, end, end, end, torn))
            if until > at:
                raw.extend(bytes(max(0, until - len(raw))))
                raw[at:until] = log[at:until]
    return bytes(raw)


@pytest.mark.parametrize("seed", range(3))
def test_after_any_cut_within_a_commit_nothing_is_lost_and_nothing_stays_unsent(evening, seed):
    draw, lengths = random.Random(seed), dict[int, int]()
    evening.commit(lambda: batch(evening, draw, lengths))
    for number in range(CUTS // 3):
        if draw.random() < 0.3:
            rows = evening.journal.outbox.waiting(EVENT, 0, 1000)
            evening.deliver(draw.randint(0, len(rows)))
            assert evening.journal.flush()
        before, log = evening.commit(lambda: batch(evening, draw, lengths))
        journal, _ = evening.cut(f"cut-{number}", left(draw, before, log))
        check(evening, journal, evening.safe(before, log))


def test_of_a_game_begun_as_the_power_went_the_share_is_there_or_nothing_is(evening):
    """Writes that were not safe come to the card in any order: all of one commit but each page of it once."""
    game = evening.journal.new_game(GAME, SETUP)
    assert evening.journal.flush()

    def begin():
        number = evening.journal.new_game(GAME, SETUP)
        evening.journal.append(number, note(1), "touch", 0)

    before, log = evening.commit(begin)
    for place in range(before, len(log), STEP):
        raw = bytearray(log)
        raw[place + FRAME : place + STEP] = bytes(STEP - FRAME)
        journal, _ = evening.cut(f"without-{place}", bytes(raw))
        check(evening, journal, {(game, 0)})


def test_what_is_found_behind_a_damaged_place_is_sent_again(evening):
    """The place is damaged, not cut: whole commits follow it."""
    journal = evening.journal
    first = journal.new_game(GAME, SETUP)
    journal.outbox.say('{"row":"call"}')
    assert journal.flush()
    damaged, _ = evening.commit(lambda: journal.append(first, note(1), "touch", 0))
    second, _ = (journal.new_game(GAME, SETUP), journal.flush())
    _, log = evening.commit(lambda: journal.append(second, note(1), "touch", 0))
    raw = bytearray(log)
    raw[damaged + FRAME + 2000] ^= 0x55
    torn, notices = evening.cut("cut", bytes(raw))
    assert notices == ["journal.db was damaged; the newest entries were recovered."]
    check(evening, torn, {(first, 0), (second, 0), (second, 1)})
    again = Journal(torn.path)
    calls = again.reading(lambda db: db.execute("SELECT text FROM outbox WHERE n = -1").fetchall())
    assert calls == [('{"row":"call"}',)], "and the call that waited, once"
    again.close()


def test_a_game_of_no_event_is_found_behind_a_damaged_place_at_a_device_that_was_at_one(evening):
    journal = evening.journal
    journal.outbox.leave()
    damaged, _ = evening.commit(lambda: journal.heartbeat(1, SECOND))
    number = journal.new_game(GAME, SETUP)
    assert journal.flush()
    _, log = evening.commit(lambda: journal.append(number, note(1), "touch", 0))
    raw = bytearray(log)
    raw[max(damaged, HEAD) + FRAME + 2000] ^= 0x55
    torn, notices = evening.cut("cut", bytes(raw))
    assert notices == ["journal.db was damaged; the newest entries were recovered."]
    assert rows_of(torn) == {(number, 0), (number, 1)}
    assert torn.reading(lambda db: db.execute("SELECT count(*) FROM share").fetchone()) == (0,)
    torn.close()


def test_sqlite_agrees_where_a_commit_ends(evening):
    """The frames that count here are those that SQLite reads of a log that is only cut off."""
    journal = evening.journal
    number = journal.new_game(GAME, SETUP)
    assert journal.flush()
    for n in range(1, 4):
        before, log = evening.commit(lambda n=n: journal.append(number, note(n), "touch", 0))
        for frame in range((len(log) - before) // STEP + 1):
            path = evening.folder / f"{n}-{frame}" / "journal.db"
            path.parent.mkdir()
            shutil.copy(evening.folder / "journal.db", path)
            path.with_name("journal.db-wal").write_bytes(log[: before + frame * STEP])
            ours = len(salvage(path).unbroken(number))
            with contextlib.closing(sqlite3.connect(path)) as db:
                assert db.execute("SELECT count(*) FROM entry").fetchone() == (ours,)
