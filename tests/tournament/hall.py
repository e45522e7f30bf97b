"""The hall: simulated tables that wait for the organiser, confirm what was drawn, play it and keep a journal of it."""

from __future__ import annotations

import contextlib
import json
import queue
import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from device.common.event import messages
from rules.game import SECOND
from tests.organiser.evening import EVENT, Evening
from tests.tournament import expected, random_games
from tests.tournament.expected import MariasRound, Played
from tools.play.event.demo import access
from tools.play.event.table import SimulatedTable, nonce
from tools.play.event.tables import Connected, SimulatedTables

T = TypeVar("T")
LOOK = SECOND // 10
"""How often a table that has nothing to do looks at what the organiser said."""


@dataclass
class HallTable(SimulatedTable):
    """Plays what is drawn for it, once the round is on, and opens again what is sent back. ``speed``: game time : ours.

    ``events`` are what it said of each game, as a journal has it: the setup, then every event.
    """

    luck: random.Random = field(default_factory=random.Random)
    all_rounds: int = 1
    events: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    seats_of_round: dict[int, tuple[str, ...]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._confirmed: set[str] = set()
        self._opened: set[tuple[str, int]] = set()
        self._todo: list[tuple[int, str, int, dict[str, Any]]] = []
        self._look = 0
        self._numbers: dict[str, int] = {}
        self._last_at: dict[str, int] = {}
        self._marias = ""

    # -- as the simulation asks ------------------------------------------------------------------------------------

    @property
    def done(self) -> bool:
        """It stays until the end."""
        return False

    @property
    def idle(self) -> bool:
        """Whether nothing is being played."""
        return not self._todo

    @property
    def due(self) -> int:
        """When it has something to do next."""
        return self._todo[0][0] if self._todo else self._look

    def play(self, now: int) -> int:
        """Do what was due."""
        rows = 0
        while self._todo and self._todo[0][0] <= now:
            _, game, at, event = self._todo.pop(0)
            self._say(game, at, event, now)
            rows += 1
        if not self._todo:
            self._look = now + LOOK
            rows += self._asked(now)
        return rows

    # -- what the organiser wants ----------------------------------------------------------------------------------

    def _asked(self, now: int) -> int:
        """Something to play, if there is; how many rows that made."""
        if self.order is None:
            return 0
        for result in self.order.returned:
            count = self._numbers.get(result.game, 0)
            if (result.game, count) not in self._opened and result.game in self.events:
                self._opened.add((result.game, count))
                at = self._last_at[result.game] / SECOND
                self._plan(result.game, random_games.again(self.luck, result.reason, at, self.luck.randint(1, 60)), now)
                return 0
        pairing, on = self.order.pairing, self.round
        if pairing is None or on is None or pairing.pairing in self._confirmed or on.round != pairing.round:
            return 0
        self._confirmed.add(pairing.pairing)
        return self._doubles(pairing, now) if pairing.kind == "polish_doubles" else self._round(pairing, now)

    def _doubles(self, pairing: messages.Pairing, now: int) -> int:
        pairs = [
            {"name": name, "players": [*group, ""][:2]}
            for name, group in zip(pairing.names, pairing.seats, strict=True)
        ]
        setup = {"game": "polish_doubles", "pairs": pairs, "round": pairing.round, "table": str(self.number)}
        if pairing.people:
            setup["people"] = list(pairing.people)
        self.seats_of_round[pairing.round] = pairing.names
        self._plan(self._begun(setup, pairing.pairing), random_games.doubles(self.luck), now)
        return 1

    def _round(self, pairing: messages.Pairing, now: int) -> int:
        """A mariáš table keeps its game over all rounds; who sits down for the next one is said in it (M31)."""
        players = [group[0] for group in pairing.seats]
        self.seats_of_round[pairing.round] = tuple(players)
        if not self._marias:
            setup = {"game": "marias", "players": players, "table": str(self.number), "rounds": self.all_rounds}
            setup |= {"round": pairing.round, "people": list(pairing.people)}
            self._marias = self._begun(setup, pairing.pairing)
            at = 0.0
        else:
            seats = {"event": "seats", "players": players, "people": list(pairing.people), "leader": "A"}
            seats |= {"round": pairing.round, "pairing": pairing.pairing}
            at = self._last_at[self._marias] / SECOND + 600
            self._say(self._marias, round(at * SECOND), seats, now)
        self._plan(self._marias, random_games.marias(self.luck, len(players), at), now)
        return 1

    def _begun(self, setup: dict[str, Any], pairing: str) -> str:
        self._game = nonce()
        self._next = 0
        self._numbers[self._game] = 0
        self.events[self._game] = [setup]
        text = json.dumps(setup, ensure_ascii=False).encode()
        self.rows.append(
            messages.SetupRow(game=self._game, setup=msgspec.Raw(text), pairing=pairing, created=self.wall)
        )
        self._changed = True
        return self._game

    def _plan(self, game: str, course: random_games.Course, now: int) -> None:
        first = course[0][0]
        pause = SECOND + round(self.luck.random() * 2 * SECOND)
        self._todo = [
            (now + pause + round((at - first) * SECOND / self.speed), game, round(at * SECOND), event)
            for at, event in course
        ]

    def _say(self, game: str, at: int, event: dict[str, Any], now: int) -> None:
        self._numbers[game] += 1
        self._game, self._next, self._at = game, self._numbers[game], (at, now)
        self._last_at[game] = at
        self.events[game].append(event)
        text = json.dumps(event, ensure_ascii=False).encode()
        self.rows.append(messages.EntryRow(game=game, n=self._next, at=at, event=msgspec.Raw(text)))
        self._changed = self._changed or event["event"] in ("sign", "start_round", "press")

    # -- its journal -----------------------------------------------------------------------------------------------

    def games(self) -> Iterator[Played]:
        """The games of Polish doubles that it has signed, reckoned by hand from its journal."""
        for setup, *events in self.events.values():
            if setup["game"] == "polish_doubles" and (points := expected.doubles(events)) is not None:
                yield Played(setup["round"], (setup["pairs"][0]["name"], setup["pairs"][1]["name"]), points)

    def rounds_played(self) -> list[MariasRound]:
        """The rounds of mariáš that it has signed, likewise."""
        rounds = []
        for setup, *events in self.events.values():
            if setup["game"] == "marias":
                rounds += expected.marias(setup, events)
        return rounds


class Hall:
    """All tables on real connections, in a thread of their own until `close`."""

    def __init__(self, evening: Evening, tables: list[HallTable]) -> None:
        self.tables = {table.number: table for table in tables}
        self._simulated = SimulatedTables(tables, lambda number: access(evening.files, number))
        self._asked: queue.SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = queue.SimpleQueue()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hall", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._over.is_set():
            self._simulated.step(0.02)
            with contextlib.suppress(queue.Empty):
                while True:
                    work, answer = self._asked.get_nowait()
                    try:
                        answer.set_result(work())
                    except BaseException as error:  # whoever asked hears it
                        answer.set_exception(error)
        self._simulated.close()

    def ask(self, work: Callable[[], T]) -> T:
        """What ``work`` gives, done between two steps of the tables."""
        answer: Future[T] = Future()
        self._asked.put((work, answer))
        return answer.result(timeout=30)

    def until(self, condition: Callable[[], object], seconds: float, awaited: str) -> None:
        """Wait until something is so of the tables. AssertionError where it does not become so."""
        end = time.monotonic() + seconds
        while not self.ask(condition):
            assert time.monotonic() < end, f"not within {seconds:.0f} s: {awaited}"
            assert self._thread.is_alive()
            time.sleep(0.1)

    def member(self, number: int) -> Connected:
        """A table with its connection."""
        return next(member for member in self._simulated.members if member.table.number == number)

    def pull(self, number: int) -> None:
        """A table has no network."""
        self.ask(self.member(number).pull)

    def plug(self, number: int) -> None:
        """It has one again."""
        self.ask(self.member(number).plug)

    @property
    def playing(self) -> int:
        """How many tables are in the middle of something."""
        return sum(not table.idle for table in self.tables.values())

    def finished(self, round: int, drawn: Iterable[int]) -> bool:
        """Whether every table that was drawn has played ``round``, and the organiser's program has all of it."""
        tables = [self.tables[number] for number in drawn if number in self.tables]
        return all(table.idle and table.acked == len(table.rows) and round in table.seats_of_round for table in tables)

    def close(self) -> None:
        """Everybody goes home."""
        self._over.set()
        self._thread.join(timeout=20)


def hall_of(evening: Evening, numbers: range, speed: float, all_rounds: int = 1, seed: int = 1) -> Hall:
    """Tables of these numbers, each with luck of its own."""
    return Hall(
        evening,
        [
            HallTable(number, EVENT, speed=speed, luck=random.Random(f"{seed}-{number}"), all_rounds=all_rounds)
            for number in numbers
        ],
    )
