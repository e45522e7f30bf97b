"""Tries everything that the screens of a table offer, each from where it is offered, as if nothing had been tried.

A touch area whose action is not `Why` is an offer. It is touched through the kiosk; then the table, its controller and
its settings are put back as they were. What is recorded meanwhile goes to no journal.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from types import MethodType
from typing import Any

from device.app.assembly import Kiosk
from device.common import i18n
from device.graphics.actions import CLEAR, DONE, Call, Do, Grab, Key, Why
from device.graphics.canvas import Canvas
from device.graphics.palette import style_of
from device.graphics.widgets import Frame, Panel, Scene, Touch, hit
from device.io.inputs import ButtonPress, FingerDown, FingerUp
from device.journal import JournalTrouble
from device.kiosk.screen_controller import ScreenController
from device.kiosk.touches import COSTLY_SETTLE
from device.table.table import NoKeeper
from rules.game import Event, Game, Setup
from rules.history import History
from rules.message import Refusal


class NoJournal(NoKeeper):
    """Takes what is recorded while choices are tried, and keeps nothing; reads what the real journal has."""

    def __init__(self, journal: Any) -> None:
        self._journal = journal

    def new_game(self, game: Game[Any], setup: Setup) -> int:
        return 1_000_000

    def doubt(self, game_id: int) -> int | None:
        doubt: int | None = self._journal.doubt(game_id)
        return doubt

    def load(self, game_id: int) -> tuple[History, int | None]:
        history_and_doubt: tuple[History, int | None] = self._journal.load(game_id)
        return history_and_doubt


@dataclass(frozen=True)
class Fault:
    """A choice that was offered and is none: the way to its screen, what was touched, and what came of it."""

    way: tuple[Any, ...]
    action: Any
    what: str

    def __str__(self) -> str:
        return f"{self.what}\n    after {' → '.join(map(repr, self.way)) or 'nothing'}\n    touched {self.action!r}"


@dataclass
class Found:
    """What trying came to."""

    tried: int = 0
    faults: list[Fault] = field(default_factory=list)
    recorded: list[Event] = field(default_factory=list)
    screens: set[str] = field(default_factory=set)


class Held:
    """A kiosk as it stands, to be put back."""

    TABLE = ("history", "game_id", "_origin", "_taken", "_down", "_beat", "saved", "calls_for_help")

    def __init__(self, kiosk: Kiosk) -> None:
        self._kiosk = kiosk
        self._table = {name: copy.copy(getattr(kiosk.table, name)) for name in self.TABLE}
        self._controller = _copied(kiosk.controller)
        self._settings, self._look = kiosk.host.settings, kiosk.screen.look
        self._gestures = copy.deepcopy(kiosk.dispatcher.gestures)
        self._referee = copy.copy(kiosk.host.referee)

    def put_back(self) -> None:
        """The kiosk as it stood."""
        kiosk = self._kiosk
        for name, value in self._table.items():
            setattr(kiosk.table, name, copy.copy(value))
        kiosk.host.enter(_copied(self._controller))
        kiosk.dispatcher.gestures, kiosk.host.referee = copy.deepcopy(self._gestures), copy.copy(self._referee)
        kiosk.notices.dismiss(kiosk.now())
        if kiosk.host.settings is not self._settings or kiosk.screen.look != self._look:
            kiosk.preferences.settings = self._settings
            i18n.use(self._settings.language)
            for follower in kiosk.preferences._followers:
                follower(self._settings)
            kiosk.screen.look = self._look


STATEFUL = (
    "device.games",
    "device.screens.settings",
    "device.screens.history",
    "device.screens.home",
    "device.screens.event.screens",
)
"""The modules whose objects remember what fingers did on a screen."""


def _copied(controller: Any) -> Any:
    """A controller with a memory of its own, at the same kiosk. All that cannot change is shared."""
    copies: dict[int, Any] = {}

    def copied(original: Any) -> Any:
        if isinstance(original, list | set | dict):
            return copy.copy(original)
        if isinstance(original, MethodType):
            return MethodType(original.__func__, copied(original.__self__))
        if (
            not type(original).__module__.startswith(STATEFUL)
            or not hasattr(original, "__dict__")
            or isinstance(original, Enum)
        ):
            return original
        if id(original) not in copies:
            copies[id(original)] = new = copy.copy(original)
            for name, value in vars(original).items():
                object.__setattr__(new, name, copied(value))
        return copies[id(original)]

    return copied(controller)


def scene_of(kiosk: Kiosk) -> Scene:
    """What shows now, looked at as the finger finds it."""
    now = kiosk.now()
    frame = kiosk.composer.current_frame(now)
    see(kiosk, frame)
    return frame.scene


def see(kiosk: Kiosk, frame: Frame) -> None:
    """Let ``frame`` be what people look at."""
    kiosk.screen.frame = frame
    kiosk.guard._replaced.clear()
    kiosk.guard.on_frame(frame, kiosk.now() - COSTLY_SETTLE)


def offers(scene: Scene) -> Iterator[Touch]:
    """The areas of a scene that say they can be touched, each action once; not what lies under something else."""
    seen = set()
    for widget in scene:
        if isinstance(widget, Touch) and not isinstance(widget.action, Why):
            rect = widget.rect
            there = hit(scene, rect.x + rect.w // 2, rect.y + rect.h // 2) == widget.action
            if there and repr(widget.action) not in seen:
                seen.add(repr(widget.action))
                yield widget


def sampled(offered: Iterator[Touch], rng: random.Random) -> list[Touch]:
    """All of them, but of a keyboard's keys only a few: they are all the same."""
    touches = list(offered)
    keys = [offer for offer in touches if isinstance(offer.action, Key)]
    few = rng.sample(keys, min(3, len(keys)))
    return [offer for offer in touches if offer not in keys or offer in few]


def touch(kiosk: Kiosk, offer: Touch) -> None:
    """A finger taps the area. Raises what the kiosk would have said."""
    x, y = offer.rect.x + offer.rect.w // 2, offer.rect.y + offer.rect.h // 2
    kiosk.dispatcher.perform(FingerDown(x, y, kiosk.now()))
    kiosk.dispatcher.perform(FingerUp(x, y, kiosk.now()))


def typing(scene: Scene) -> bool:
    """Whether the screen has keys to type on."""
    return any(isinstance(widget, Touch) and isinstance(widget.action, Key) for widget in scene)


Watch = Callable[[Kiosk, Frame, Touch | ButtonPress], None]
"""Sees the kiosk after a touch or a press of a clock button; the frame is the one before."""


def explore(
    kiosk: Kiosk, most: int, rng: random.Random, left_out: tuple[Any, ...] = (), watch: Watch | None = None
) -> Found:
    """Try every offer of the screen that shows, and of up to ``most`` screens that its touches lead to.

    Screens are the same where they offer the same; which ones are looked at first is chance. What was recorded on the
    way to a screen counts as its own way, so a screen is looked at after acts as well.
    """
    findings = Found()
    journal, kiosk.table._journal = kiosk.table._journal, NoJournal(kiosk.journal)
    start = Held(kiosk)
    try:
        waiting: list[tuple[Held, tuple[Any, ...]]] = [(start, ())]
        seen = {_mark(scene_of(kiosk))}
        looked = 0
        while waiting and looked < most:
            looked += 1
            held, way = waiting.pop(rng.randrange(len(waiting)) if looked > 1 else 0)
            held.put_back()
            scene, frame = scene_of(kiosk), kiosk.screen.frame
            findings.screens.add(_name(kiosk))
            for press in (ButtonPress(0, kiosk.now()), ButtonPress(1, kiosk.now())):
                held.put_back()
                see(kiosk, frame)
                if watch is not None and _pressed(kiosk, press):
                    watch(kiosk, frame, press)
            for offer in sampled(offers(scene), rng):
                if offer.action in left_out or isinstance(offer.action, Grab):
                    continue
                held.put_back()
                before = kiosk.table.history
                see(kiosk, frame)
                findings.tried += 1
                if (fault := _tried(kiosk, offer, scene)) is not None:
                    findings.faults.append(Fault(way, offer.action, f"{_name(kiosk)}: {fault}"))
                    continue
                if watch is not None:
                    watch(kiosk, frame, offer)
                after = kiosk.table.history
                if after is not before and after is not None and isinstance(offer.action, Do) and not way:
                    findings.recorded.append(offer.action.event)
                mark = _mark(kiosk.scene)
                if after is before and mark not in seen:
                    seen.add(mark)
                    waiting.append((Held(kiosk), (*way, offer.action)))
    finally:
        start.put_back()
        kiosk.table._journal = journal
        scene_of(kiosk)
    return findings


def _pressed(kiosk: Kiosk, press: ButtonPress) -> bool:
    """A clock button is pressed; whether that was taken."""
    try:
        kiosk.dispatcher.perform(press)
    except (Refusal, JournalTrouble):
        return False
    scene_of(kiosk)
    return True


def _tried(kiosk: Kiosk, offer: Touch, scene: Scene) -> str | None:
    """What is wrong with an offer; None where it is one."""
    state = (kiosk.table.history, kiosk.controller, kiosk.host.settings, kiosk.screen.look, kiosk.event.status)
    try:
        touch(kiosk, offer)
    except (Refusal, JournalTrouble) as refusal:
        if offer.action == DONE and typing(scene):
            return None  # what was typed is not enough, and the sentence says what is missing
        return f"refused: {i18n.tr(refusal.message)}"
    except Exception as error:
        return f"raised {error!r}"
    try:
        after = scene_of(kiosk)
    except Exception as error:
        return f"its picture raised {error!r}"
    now = (kiosk.table.history, kiosk.controller, kiosk.host.settings, kiosk.screen.look, kiosk.event.status)
    changed = after != scene or any(a is not b for a, b in zip(state, now, strict=True))
    return (
        None if changed or kiosk.notices.sentence(kiosk.now()) or _chosen(offer, scene, kiosk) else "nothing happened"
    )


def _chosen(offer: Touch, scene: Scene, kiosk: Kiosk) -> bool:
    """Whether it is a value that stands already, as a key that nothing more fits after or the choice that is chosen."""
    look = style_of("primary", kiosk.screen.look.palette)
    drawn = Panel(offer.rect, look.fill, Canvas(kiosk.screen.look).u(10), look.border) in scene
    return drawn or isinstance(offer.action, Key | Call) or offer.action == CLEAR


def _mark(scene: Scene) -> frozenset[str]:
    return frozenset(repr(widget.action) for widget in scene if isinstance(widget, Touch))


def _name(kiosk: Kiosk) -> str:
    controller = kiosk.controller
    shown = controller.current_screen().key if isinstance(controller, ScreenController) else ""
    return f"{type(controller).__name__} {shown}".strip()
