"""Chooses what the people at a table do next in any game: they ask its rules what may be done, and try by luck.

Nothing here knows a game; its own tools draw what luck alone hardly ever would (`GameTools.events`). Everything
is tried on the game's own history first, which changes nothing, so people hardly ever do what is refused.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from rules.game import SECOND, Event, Gesture, KeepsTime, Progress, Redo, Restore, Undo, Void
from rules.history import History
from rules.message import Refusal
from rules.record import event_from
from rules.signing import ResultReopen
from tools.games import TOOLS
from tools.world.players.schema import EventDrawer, every, words_in

TRIES = 40
"""How often luck is tried for one thing to do."""
OF_THE_DEVICE = frozenset({"power_loss"})
"""Events that no people do."""
REMARKS = frozenset({"note", "correct", "dispute", "referee_call", "referee_done"})
"""Words of what is said beside the game, in every game that has them."""
STEPS = {Progress.READY: 0, Progress.PLAYING: 0, Progress.RESULT: 1, Progress.SIGNED: 2}
PRESSED = 0.5
"""How likely the clock button is pressed where it would bring the game forward; a quarter as likely near the end."""
BY_REFEREE = 0.05
"""How likely the referee may end a play."""


class Choice:
    """What may be done at game time ``at`` (ns), after ``history``, chosen with ``luck``."""

    def __init__(self, history: History, at: int, luck: random.Random) -> None:
        self._history, self._at, self._luck = history, max(at, history.last_at), luck
        self._game, self._state = history.game, history.state
        self._drawer = EventDrawer(luck, words_in(self._state))
        may = self._game.may(self._state, self._at)
        kinds = {str(kind.__struct_config__.tag): kind for kind in self._game.event_types}
        self._ending = [kind for word, kind in kinds.items() if kind.costly and word != "sign"]
        self._kinds = {word: kinds[word] for word in kinds if may.get(word, True) is None and word not in OF_THE_DEVICE}

    def forward(self, *, ending: bool) -> Event | int | None:
        """What brings the game on: an event, or the side whose clock button is pressed. None: nothing was thought of.

        ``ending``: they want to come to the end.
        """
        if ending and (last := self._over() or self._before_the_end()) is not None:
            return last
        if "resume" in self._kinds:
            return self._first([self._kinds["resume"]], lambda after: True)
        main = [kind for word, kind in self._kinds.items() if not (_is_aside(word, kind) or _is_press(kind))]
        if ending:
            main += [kind for kind in main if kind.costly] * 2
        side = self._side()
        if side is not None and (not main or self._luck.random() < (PRESSED / 4 if ending else PRESSED)):
            return side
        event = self._first(main, lambda after: _steps(after) <= 0, people=True)
        return side if event is None else event

    def aside(self) -> Event | None:
        """Something beside the game: taken back, put right, noted, decided by the referee, halted."""
        back: list[Event] = [
            Undo(),
            Redo(),
            Undo(),
            Void(by=self._luck.choice(("A", "B", "both", "referee"))),
            Restore(),
        ]
        kinds = [kind for word, kind in self._kinds.items() if _is_aside(word, kind)]
        if not kinds or self._luck.random() < 0.4:
            event = self._luck.choice(back)
            return event if self._after(event) is not None else None
        return self._first(kinds, lambda after: _steps(after) <= _steps(self._history), tries=TRIES // 4)

    def reopening(self) -> Event | None:
        """A signed result is opened again, at the table's own wish."""
        return self._first(
            [kind for kind in self._kinds.values() if issubclass(kind, ResultReopen)], lambda after: True
        )

    def signing(self) -> Event | None:
        """The next signature, or what is to be said before anybody may sign."""
        sign = {str(kind.__struct_config__.tag): kind for kind in self._game.event_types}["sign"]
        for event in every(sign):
            if self._after(event) is not None:
                return event
        before = self._against(self._history)
        kinds = [kind for word, kind in self._kinds.items() if not _is_aside(word, kind)]
        return self._first(kinds, lambda after: _steps(after) >= 1 and self._against(after) != before, TRIES * 4)

    def _against(self, history: History) -> str:
        return str(history.game.may(history.state, self._at)["sign"])

    def _over(self) -> Event | None:
        """What ends the play: mostly something of the people's own, now and then a decision of the referee's."""
        for kind in self._ending:
            people = self._luck.random() > BY_REFEREE
            event = self._first([kind], lambda after: _steps(after) > 0, tries=TRIES // 2, people=people)
            if event is not None:
                return event
        return None

    def _before_the_end(self) -> Event | None:
        """The clocks are stopped, where that lets the play be ended."""
        pause = self._first([self._kinds["pause"]], lambda after: True) if "pause" in self._kinds else None
        if pause is None:
            return None
        after = self._after(pause)
        return pause if after is not None and Choice(after, self._at, self._luck)._over() is not None else None

    def _side(self) -> int | None:
        """Whose button brings the game forward: of who is on turn, else of either."""
        sides = [0, 1]
        self._luck.shuffle(sides)
        if isinstance(self._game, KeepsTime):
            turn = self._game.open_turn(self._state, self._at)
            sides = sides if turn is None else [turn.side]
        for side in sides:
            events = self._game.button(self._state, side, Gesture.PRESS, ())
            if events and (after := self._after(events[0])) is not None and _steps(after) <= 0:
                return side
        return None

    def _first(
        self,
        kinds: Sequence[type[Event]],
        fits: Callable[[History], bool],
        tries: int = TRIES,
        *,
        people: bool = False,
    ) -> Event | None:
        """The first event drawn that the rules take, and after which the game ``fits``; of ``people``: no referee's."""
        for _ in range(tries if kinds else 0):
            event = self._draw(self._luck.choice(kinds))
            if event is None or (people and event.by_referee):
                continue
            if (after := self._after(event)) is not None and fits(after):
                return event
        return None

    def _draw(self, kind: type[Event]) -> Event | None:
        word = str(kind.__struct_config__.tag)
        sense = TOOLS[self._game.key].events.get(word)
        if sense is None:
            return self._drawer.draw(kind)
        return event_from(self._game, {"event": word, **sense(self._luck, self._state)})

    def _after(self, event: Event) -> History | None:
        if getattr(event, "followed", False):
            return None
        try:
            return self._history.accept(event, self._at)
        except Refusal:
            return None


def _steps(history: History) -> int:
    return STEPS[history.game.progress(history.state)]


def _is_aside(word: str, kind: type[Event]) -> bool:
    return kind.decision or kind.lasting or kind.names_people or word in REMARKS


def _is_press(kind: type[Event]) -> bool:
    return kind.from_buttons and kind.on_clocks


def play_alone(history: History, luck: random.Random, length: int, most: int = 400) -> History:
    """The game played to its signed end by luck alone, some seconds between events: for a look without a hall.

    After ``length`` entries people want to end it; after ``most`` steps it stays as it is.
    """
    at = history.last_at
    for _ in range(most):
        progress = history.game.progress(history.state)
        if progress is Progress.SIGNED:
            break
        at += int(luck.uniform(1, 20) * SECOND)
        choice = Choice(history, at, luck)
        act: Any = None
        if progress is Progress.RESULT:
            act = choice.signing()
        elif luck.random() < 0.1:
            act = choice.aside()
        else:
            act = choice.forward(ending=len(history.entries) >= length)
        if isinstance(act, int):
            act = history.game.button(history.state, act, Gesture.PRESS, ())[0]
        if act is not None:
            history = history.accept(act, at)
    return history
