"""People who play Polish doubles: mostly a course of events drawn by the game's name, which a cut does not change."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from rules.history import History
from rules.message import Refusal
from tests.tournament import random_games
from tools.world.players.any_game import AnyPlayer
from tools.world.scheduler import MILLISECOND, SECOND

if TYPE_CHECKING:
    from tools.world.people import People

APART = ("PowerLoss", "Pause", "Resume", "Reopen")
"""Events that are no step of a course."""
TURNS = 6
TELEPHONE = 15 * SECOND
"""How long people wait for a press on a telephone before they go on without it."""
FREELY = 0.3
"""How likely a game follows no course."""


class DoublesPlayer(AnyPlayer):
    """Follows the course of its game, and leaves out what the table refuses; some games are played as any other."""

    def act(self, people: People, history: History) -> Any:
        """Do the next step of the course."""
        uid = people.uid
        courses = people.evening.courses
        course = courses[uid] if uid in courses else self._course(people, uid)
        if not course:
            return super().act(people, history)
        if people.let_go_on(history):
            return None
        step = sum(type(entry.event).__name__ not in APART for entry in history.entries)
        if step >= len(course):
            course.append({"event": "end"})
        event, began = course[step], people.scheduler.now
        people.think(0.5, 18 * people.pace)
        if people.has_moved_on(history):
            return None
        if event["event"] == "press":
            self._press(people, history, course, step, began)
        elif isinstance(refusal := people.do(event), Refusal):
            people.scheduler.note("refused", uid[:6], event["event"], refusal)
            del course[step]
        return None

    def sign(self, people: People, history: History) -> Any:
        """Both pairs sign."""
        if not people.evening.courses.get(people.uid):
            return super().sign(people, history)
        for pair in "AB":
            people.think(0.5, 4)
            people.do({"event": "sign", "pair": pair})
        return None

    def _course(self, people: People, uid: str) -> list[dict[str, Any]]:
        luck = random.Random(f"{people.scheduler.seed} {uid}")
        freely = luck.random() < FREELY
        course = [] if freely else [event for _, event in random_games.doubles(luck, turns=TURNS)]
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


PLAYER = DoublesPlayer()
