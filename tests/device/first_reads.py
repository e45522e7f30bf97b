"""``python -m tests.device.first_reads READER FOLDER``: reads what a version left there, in eight threads at once.

Nothing was read in this process before; threads take turns every microsecond, and whoever builds a type lets the others
pass at each of its fields: what is built at the first reading is asked for while it is being built.
"""

import contextlib
import json
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from device.app.kept_screens import half_written_screen, name_of
from device.common.event import ticket, wire
from device.common.event.messages import FOR_ALL, FROM_DESK, FROM_TABLE
from device.common.settings import reading
from device.common.settings.settings import Settings, as_values, with_value
from device.common.updates.asking import unread_news
from device.first_start.common.asking import read_outcome
from device.first_start.common.system import CardSystem
from device.games.chess_clock import own_controls
from device.journal import games, load
from device.organiser.acts import decisions
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import open_store
from device.organiser.tournament import season
from device.people.declared import read as read_declared
from device.people.drafts import TABLE, Drafts
from device.people.reading import appearances
from device.pods.pairing import PodPairing
from device.table.referee_pin import read_pin
from rules.games import GAMES
from rules.message import Refusal
from rules.record import read, setup_from

THREADS = 8
EVENT = "klub-2026"
NAME = "ab" * 8
MESSAGE = {
    **dict.fromkeys(("boot", "device", "store", "clock", "game", "notice", "call"), NAME),
    **dict.fromkeys(("first", "seq", "asked", "now", "total", "n", "at"), 1),
    "after": 0,
    "setup": {},
    "rows": [{"row": "call", "call": NAME}, {"row": "entry", "game": NAME, "n": 1, "at": 1, "event": {}}],
    "turn": {"side": 1, "left": 5, "running": True},
    "held": {"game": NAME, "kind": "marias", "entries": 3},
    "pairing": {"pairing": NAME, "kind": "marias", "seats": [["Jan"], ["Eva"], ["Ota"]]},
}


def _records(left: Path) -> list[Path]:
    longest_first = sorted((left / "records").glob("*.jsonl"), key=lambda path: -path.stat().st_size)
    return list({path.stem[3:]: path for path in longest_first}.values())


def records(left: Path) -> None:
    """The shortest record of every game."""
    for path in _records(left):
        read(path.read_text(encoding="utf-8").splitlines())


def setups(left: Path) -> None:
    """The first line of each, as an order to a table says it."""
    for path in _records(left):
        setup_from(json.loads(path.read_text(encoding="utf-8").split("\n")[0]))


def journal(left: Path) -> None:
    """The table's journal: a game of each kind, and who was ever named in it."""
    with contextlib.closing(sqlite3.connect(left / "table" / "journal.db")) as db:
        for game in {game.key: game for game in sorted(games(db), key=lambda game: -game.entries)}.values():
            load(db, game.id)
        assert read_declared(db)
        assert list(appearances(db))


def drafts(left: Path) -> None:
    """What was half written of every game."""
    for row in json.loads((left / "table" / "drafts.json").read_text(encoding="utf-8")):
        with contextlib.closing(sqlite3.connect(":memory:")) as db:
            db.execute(TABLE)
            db.execute("INSERT INTO draft VALUES (?, ?, ?, ?)", row)
            here = type("Kept", (), {"reading": staticmethod(lambda work, db=db: work(db))})()
            kind = half_written_screen(row[2])
            drafts = Drafts(here, lambda: 0, name_of, half_written_screen)
            assert drafts.find(row[0], lambda then: True, kind) is not None


def wire_messages(left: Path) -> None:
    """Every kind of message, from values of which each takes what it knows."""
    payload = msgspec.json.encode(MESSAGE)
    for kind in (FROM_TABLE | FROM_DESK | FOR_ALL).values():
        wire.decode(payload, kind)


def settings(left: Path) -> None:
    """The settings, by hand and by the screen."""
    for path in sorted((left / "settings").glob("*.toml")):
        as_values(with_value(reading.load(path), "", "volume", 0.5))


def small_files(left: Path) -> None:
    """The files beside the journal."""
    folder = left / "table"
    assert ticket.stored_ticket(folder / "event.json")[0]
    assert read_outcome(CardSystem(folder)).done
    assert unread_news(folder)
    assert PodPairing(folder / "pods.json").sides
    assert read_pin(folder / "referee.pin").wrong
    assert own_controls.load(Settings(journal=str(folder / "journal.db")))


def desk(left: Path) -> None:
    """An event with a tournament, and what people do at its desk."""
    desk = OrganiserDesk(open_store(str(left / "event" / "event.db"), EVENT, read_only=True))
    assert desk.state.unreadable == 0
    decisions.encode(decisions.Noticed(notice=NAME, text="Oběd"))
    with contextlib.suppress(Refusal):
        season.add(desk, msgspec.json.encode({"event": "loni", "standings": []}))


READERS = {
    reader.__name__: reader for reader in (records, setups, journal, drafts, wire_messages, settings, small_files, desk)
}


def _slowly(build: Callable[..., Any]) -> Callable[..., Any]:
    def step(*args: Any) -> Any:
        time.sleep(0.0002)
        return build(*args)

    return step


def main(name: str, folder: str) -> None:
    """Read in all threads at once; whatever one of them raises ends the others."""
    for key in GAMES:
        assert GAMES[key]
    start, failures = threading.Barrier(THREADS), []

    def attempt(number: int) -> None:
        start.wait()
        time.sleep(number * 0.001)
        try:
            READERS[name](Path(folder))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=attempt, args=(number,)) for number in range(THREADS)]
    msgspec._utils._eval_type = _slowly(msgspec._utils._eval_type)
    sys.setswitchinterval(1e-6)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


if __name__ == "__main__":
    main(*sys.argv[1:])
