"""A screen is one frozen value: what has been filled in so far, how it is drawn, and what touches and keys mean.

A screen has no effects. Its methods get the state and answer what comes next (`Next`); only the controller
(`device.kiosk.screen_controller`) acts on that. A button carries

* `Show` of a screen, which replaces this one,
* `Do` of an event that is to be recorded,
* `call` of one of the screen's own methods, by name, so that two touches before one frame are two steps and not one,
* a `Command`, or a `Key` of a keyboard on the screen,
* `ask` of one of the controller's methods, or another `Effect` that the controller or the host does.

Sub-screens hold the screen that they came from, and go back to it with what was entered.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, Self, TypeVar, cast, dataclass_transform

from device.common.i18n import t
from device.graphics.actions import Ask, Call, Command, Drag, Effect
from device.graphics.canvas import Canvas
from device.graphics.widgets import Colour, Rect
from device.kiosk.moment import Moment
from rules.game import Event, Setup

S = TypeVar("S")
P = ParamSpec("P")


class Record(Effect, frozen=True):
    """Record ``event`` and show ``then`` (None: the usual screen); where it is refused, show ``again``."""

    event: Event
    then: Screen[Any] | None
    again: Screen[Any]


class RecordAt(Effect, frozen=True):
    """Record the event that ``event`` gives for the game time (ns) of the touch."""

    event: Callable[[int], Event]


class Unlock(Effect, frozen=True):
    """Try ``pin``: record ``events``, if any, and show ``then`` where it is the referee's, else show ``again``."""

    pin: str
    again: Screen[Any]
    then: Screen[Any] | None = None
    events: tuple[Event, ...] = ()


class Locked(Effect, frozen=True):
    """Show ``screen`` behind the referee's PIN, whatever else it can be reached by."""

    screen: Screen[Any]


class ChangePin(Effect, frozen=True):
    """Lock the referee's screens with another PIN from now on, given as its hash."""

    stored: str


class StartGame(Effect, frozen=True):
    """Begin a new game with ``setup`` and show its screen ``then`` (None: the one that its state calls for)."""

    setup: Setup
    then: Screen[Any] | None = None


class Say(Effect, frozen=True):
    """Show a sentence for a few seconds, over the screen ``then``."""

    text: str
    then: Screen[Any]


class FillIn(Effect, frozen=True):
    """The screen that shows with other values of those ``fields``; what else was filled in since it was drawn stays."""

    fields: tuple[tuple[str, Any], ...]


def key_of(name: str) -> str:
    """The key of a screen whose class has that name: "play" for ``PlayScreen``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", re.sub(r"(Screen|Form)$", "", name)).lower()


class _KeyOfClass:
    """The key that a screen has by the name of its class."""

    def __get__(self, screen: Screen[Any] | None, of: type[Screen[Any]]) -> str:
        return key_of(of.__name__)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Screen(ABC, Generic[S]):
    """One screen of a game or of the device with state ``S``; every subclass is made a frozen dataclass here.

    ``key`` names it in galleries and on the help page: what its class is called, unless it says otherwise;
    ``locked``: it is behind the referee's PIN; ``half_written``: what has been filled in survives a power cut;
    ``shows_time``: it shows the times of the game by itself; ``slim_times``: they take less room; ``ends_game``: it
    asks how the game ended, and a clock button held meanwhile takes no press back; ``phases``: those of the game in
    which it makes sense, empty: in all of them; ``secret``: what is typed there is not read aloud; ``earlier_fields``:
    what earlier versions called its fields when they kept it half written, with dots, by their names now.
    """

    key = _KeyOfClass()
    locked: ClassVar[bool] = False
    half_written: ClassVar[bool] = False
    shows_time: ClassVar[bool] = False
    secret: ClassVar[bool] = False
    slim_times: ClassVar[bool] = False
    ends_game: ClassVar[bool] = False
    phases: ClassVar[Collection[object]] = ()
    earlier_fields: ClassVar[Mapping[str, str]] = MappingProxyType({})

    def __init_subclass__(cls, *, kw_only: bool = False) -> None:
        """A dataclass; ``kw_only``: its own fields are given by name."""
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=kw_only)(cls)

    def valid(self, state: S) -> bool:
        """Whether it makes sense in ``state``; where it does not, the usual screen shows instead."""
        return not self.phases or cast(Any, state).phase in self.phases

    def to_keep(self, state: S) -> Screen[S]:
        """What is kept of it while it is half written: a screen that is itself ``half_written``."""
        return self

    def subject(self, state: S) -> Hashable:
        """What the screen is about in ``state``: with another subject it is another screen, not the same drawn anew."""
        return None

    @abstractmethod
    def draw(self, canvas: Canvas, view: Moment[S]) -> Rect:
        """Draw it; gives back where a sentence may lie across it."""

    def change(self, **fields: Any) -> FillIn:
        """The action that fills in those ``fields``. TypeError where the screen has no such field."""
        replace(cast(Any, self), **fields)
        return FillIn(tuple(fields.items()))

    def on_back(self, state: S) -> Next[S]:
        """Where *Back* leads; None: to the usual screen."""
        return None

    def on_done(self, state: S) -> Next[S]:
        """The check mark. Raises `Refusal` where something is still missing."""
        return self

    def on_enter(self, state: S) -> Next[S]:
        """Return on an attached keyboard: the check mark, unless the screen goes from field to field."""
        return self.on_done(state)

    def on_clear(self, state: S) -> Next[S]:
        """What was typed is typed anew."""
        return self

    def on_shift(self, state: S) -> Next[S]:
        """The shift key of a keyboard on the screen."""
        return self

    def on_text(self, state: S, text: str) -> Next[S]:
        """A key of a keyboard, on the screen or attached, that is neither return nor escape."""
        return self

    def typed_text(self) -> str:
        """What is typed so far in the field that letters go to, as it is read aloud; empty where nothing is."""
        return ""

    def on_drag(self, state: S, drag: Drag) -> Next[S]:
        """A finger took hold of something, moved, or was lifted."""
        return self


Next = Screen[S] | Event | tuple[Event, ...] | Command | Effect | None
"""What comes next: a screen (itself: it stays), events to record and then the usual screen, something that only the
controller or the host can do, or None: the usual screen."""


def call(method: Callable[Concatenate[S, P], Next[S]], *args: P.args, **kwargs: P.kwargs) -> Call:
    """The action that asks the screen's ``method`` with ``args``. TypeError for keyword arguments."""
    return call_on(method, *args, **kwargs)


def call_on(method: Callable[Concatenate[Any, Any, P], Any], *args: P.args, **kwargs: P.kwargs) -> Call:
    """The same action by a method of a screen's class, for whoever looks for the button that carries it."""
    if kwargs:
        raise TypeError("an action carries positional arguments only")
    return Call(method.__name__, args)


def ask(method: Callable[Concatenate[Any, P], None], *args: P.args, **kwargs: P.kwargs) -> Ask:
    """The action that asks the controller's ``method`` with ``args``. TypeError for keyword arguments."""
    if kwargs:
        raise TypeError("an action carries positional arguments only")
    return Ask(method.__name__, args)


class SubScreen(Screen[S]):
    """A screen that was opened from ``parent`` and leads back to it."""

    parent: Screen[S]

    def to_keep(self, state: S) -> Screen[S]:
        """The screen below, which has what was filled in."""
        return self.parent

    def on_back(self, state: S) -> Next[S]:
        """To where one came from; nothing was entered."""
        return self.parent


class AskedScreen(Screen[S], kw_only=True):
    """A screen to which several lead: *Back* leads to ``asker``, the one it was opened from; None: to the usual."""

    asker: Screen[Any] | None = field(default=None, compare=False)

    def on_back(self, state: S) -> Next[S]:
        """To where one came from; nothing was entered."""
        return self.asker


class PagedScreen(Screen[S], kw_only=True):
    """A screen that shows one ``page`` at a time (from 0); None: the one with which it begins."""

    page: int | None = 0

    def on_page(self, state: S, page: int) -> Self:
        """Another page."""
        return replace(self, page=page)


def type_number(digits: str, text: str, most: int = 4) -> str:
    """A number of at most ``most`` digits after a key: a digit, or backspace; without leading zeros."""
    if text == "\b":
        return digits[:-1]
    return (digits + text).lstrip("0")[:most] or "0" if text.isdigit() else digits


class NumberScreen(Screen[S]):
    """A whole number is typed, of at most ``longest`` digits; ``digits`` are those so far."""

    digits: str = ""
    longest: ClassVar[int] = 4

    def on_text(self, state: S, text: str) -> Next[S]:
        """A digit, or backspace."""
        return replace(self, digits=type_number(self.digits, text, self.longest))

    def on_clear(self, state: S) -> Next[S]:
        """Typed anew."""
        return replace(self, digits="")

    def typed_text(self) -> str:
        """The number so far."""
        return self.digits


def draw_panel(
    canvas: Canvas, rect: Rect, fill: Colour, across: int, down: int, *, border: Colour | None = None
) -> Rect:
    """A panel; the place inside it, so many units from its sides and from its top and bottom."""
    canvas.panel(rect, fill, border=border)
    return canvas.inset(rect, across, down)


def draw_side_card(canvas: Canvas, rect: Rect, side: int) -> tuple[Rect, Rect]:
    """A card in the colour of ``side``, headed by its clock button; the heading's line and the place below it."""
    p, u = canvas.look.palette, canvas.u
    canvas.panel(rect, p.panel)
    canvas.panel(Rect(rect.x, rect.y, rect.w, u(44)), p.pair[side])
    pad = u(14)
    head = Rect(rect.x + pad, rect.y, rect.w - 2 * pad, u(44))
    canvas.text(head, t("Clock button {side}", side="AB"[side]), 22, "bold", p.pair_ink)
    return head, Rect(rect.x + pad, rect.y + u(50), rect.w - 2 * pad, rect.h - u(50) - pad // 2)
