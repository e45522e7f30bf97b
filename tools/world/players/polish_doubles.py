"""People who play Polish doubles: a course of events drawn by the game's name, which a cut does not change."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from device.event.messages import Pairing
from rules.game import Setup
from rules.history import History
from rules.message import Refusal
from rules.record import setup_from
from tests.tournament import random_games
from tools.world.scheduler import MILLISECOND, SECOND

if TYPE_CHECKING:
    from tools.world.people import People

APART = ("PowerLoss", "Pause", "Resume", "Reopen")
"""Events that are no step of a course."""
TURNS = 6
TELEPHONE = 15 * SECOND
"""How long people wait for a press on a telephone before they go on without it."""


class DoublesPlayer:
    """Follows the course of its game, and leaves out what the table refuses."""

    def setup(self, people: People, pairing: Pairing | None) -> Setup:
        """The pairing, or two pairs of the house."""
        number = people.table.number
        seats = pairing.seats if pairing is not None else ((f"Jan {number}", f"Eva {number}"), ("Petr", "Ida"))
        names = (pairing.names if pairing is not None else None) or ("", "")
        pairs = [
            {"name": name or " – ".join(players), "players": list(players)}
            for name, players in zip(names, seats, strict=True)
        ]
        setup: dict[str, Any] = {"game": "polish_doubles", "pairs": pairs}
        if pairing is not None:
            setup |= {"round": pairing.round, "table": str(number)}
        return setup_from(setup)[1]

    def act(self, people: People, history: History) -> None:
        """Do the next step of the course."""
        uid = people.table.uid(people.table.table.game_id if people.table.table else None) or "?"
        course = people.evening.courses.get(uid) or self._course(people, uid)
        step = sum(type(entry.event).__name__ not in APART for entry in history.entries)
        if step >= len(course):
            course.append({"event": "end"})
        event, began = course[step], people.scheduler.now
        people.think(0.5, 18 * people.pace)
        if people.has_moved_on(history):
            return
        if event["event"] == "press":
            self._press(people, history, course, step, began)
        elif isinstance(refusal := people.do(event), Refusal):
            people.scheduler.note("refused", uid[:6], event["event"], refusal)
            del course[step]

    def _course(self, people: People, uid: str) -> list[dict[str, Any]]:
        luck = random.Random(f"{people.scheduler.seed} {uid}")
        course = [event for _, event in random_games.doubles(luck, turns=TURNS)]
        people.evening.courses[uid] = course
        return course

    def _press(self, people: People, history: History, course: list[dict[str, Any]], step: int, began: int) -> None:
        before = len(history.entries)
        side = "AB".index(course[step]["pair"])
        if people.phone is not None and side == 0 and people.phone.is_ready:
            people.phone.press(began)
            wait = TELEPHONE
        else:
            people.table.press(side, people.scheduler.now, way=people.random.randrange(30 * MILLISECOND))
            wait = SECOND
        if not people.wait_for_entry(before, wait):
            del course[step]

    def sign(self, people: People, history: History) -> None:
        """Both pairs sign."""
        for pair in "AB":
            people.think(0.5, 4)
            people.do({"event": "sign", "pair": pair})
