"""People who play any game: they ask its rules what may be done, press, write, err, and sign."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec

from device.common.event.messages import Pairing
from rules.game import Event, KeepsTime, Setup
from rules.history import History
from rules.message import Refusal
from rules.signing import ResultSign
from tools.world.players.choice import Choice
from tools.world.players.setups import set_up
from tools.world.scheduler import MILLISECOND, SECOND

if TYPE_CHECKING:
    from tools.world.people import People

LENGTHS = (8, 40)
"""After how many entries, at least and at most, people want to end a game, or a round of one."""
LONG = 280
"""Of a long game: more than a device that comes for another is sent in one message."""
ASIDE = 0.08
"""How likely something is done beside the game: taken back, put right, noted, decided by the referee."""
LATER = 0.03
"""How likely nobody writes anything for minutes."""
HEARD_LATE = 0.05
"""How likely a press is heard of seconds later, as over a bad radio."""


class AnyPlayer:
    """Plays whatever game there is."""

    def setup(self, people: People, key: str, pairing: Pairing | None) -> Setup:
        """The game that is paired, or one of their own."""
        rounds = 1 if pairing is None else people.evening.plan.rounds
        table = people.table
        return set_up(key, table.settings, people.random, table=table.number, pairing=pairing, rounds=rounds)

    def act(self, people: People, history: History) -> Any:
        """Think, and do what brings the game on, or something beside it; in the end, end it."""
        luck = people.random
        began = people.scheduler.now
        if luck.random() < LATER and not people.plays_long:
            people.think(60, 240)
        people.think(0.4, 3 if people.plays_long else 12 * people.pace)
        if (choice := _choice(people, history)) is None:
            return None
        if luck.random() < ASIDE and not people.plays_long:
            return self._do(people, choice.aside())
        event = choice.forward(ending=_entries(history) >= self._length(people))
        if isinstance(event, int):
            return press(people, history, event, began)
        return self._do(people, event)

    def sign(self, people: People, history: History) -> Any:
        """Count what is to be counted, and sign."""
        people.think(0.5, 4)
        if (choice := _choice(people, history)) is None:
            return None
        return self._do(people, choice.aside() if people.random.random() < ASIDE / 2 else choice.signing())

    def reopen(self, people: People, history: History) -> Any:
        """Open a signed result again."""
        choice = _choice(people, history)
        return None if choice is None else self._do(people, choice.reopening())

    def _length(self, people: People) -> int:
        if people.plays_long:
            return LONG
        return random.Random(f"{people.scheduler.seed} {people.uid} length").randint(*LENGTHS)

    def _do(self, people: People, event: Event | None) -> Any:
        if event is None:
            return None
        word = event.__struct_config__.tag
        answer = people.do(msgspec.to_builtins(event))
        people.evening.counts[f"{'refused' if isinstance(answer, Refusal) else 'done'}: {word}"] += 1
        return answer


def press(people: People, history: History, side: int, began: int) -> None:
    """Press a side's clock button, or the telephone that is one; sometimes it is heard of late.

    The turn ``began`` at that true time.
    """
    before = len(history.entries)
    is_timed = isinstance(history.game, KeepsTime)
    if people.phone is not None and side == 0 and is_timed and people.phone.is_ready:
        people.phone.press(began)
        people.wait_for_entry(before, 15 * SECOND)
        return
    late = is_timed and people.random.random() < HEARD_LATE
    people.evening.counts["late presses"] += late
    way = int(people.random.uniform(0.5, 4) * SECOND) if late else people.random.randrange(30 * MILLISECOND)
    people.table.press(side, people.scheduler.now, way=way)
    if late:
        people.scheduler.park(5 * SECOND)
    else:
        people.wait_for_entry(before, SECOND)


def _choice(people: People, history: History) -> Choice | None:
    table = people.table.table
    if table is None or people.has_moved_on(history):
        return None
    return Choice(history, table.game_time(people.table.machine.monotonic()), people.random)


def _entries(history: History) -> int:
    """How many entries the game has, or the round of a game of several."""
    signed = (n for n, entry in enumerate(reversed(history.entries)) if isinstance(entry.event, ResultSign))
    return next(signed, len(history.entries))
