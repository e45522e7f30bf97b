"""What the rooms of running games have in common: which screen was asked for, the table's own actions, the PIN.

A game's room says which screen shows, draws it, and takes what is its own: `GameController.put` and `GameController.done`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from device.i18n import t
from device.kiosk import dialogs
from device.kiosk.actions import BACK, CLEAR, DONE, HOME, MENU, REDO, REOPEN, UNDO, Command, Do, Go, Key, Put, Step
from device.kiosk.canvas import Look
from device.kiosk.controllers import Host
from device.kiosk.widgets import Colour, Scene
from device.peripherals.oled_content import OledContent
from device.peripherals.signals import Signals
from device.table.referee_pin import LONGEST, hashed
from rules.game import Entry, Event, Redo, Undo
from rules.message import Refusal

S = TypeVar("S")

PIN, NEW_PIN = "pin", "new_pin"
PINS = (PIN, NEW_PIN)
"""Screens on which digits make a PIN."""


@dataclass(frozen=True, slots=True)
class PinDraft:
    """A PIN as it is being typed; ``first`` is a new one that was typed once, ``then`` the screen to go on to.

    ``event`` is what the PIN is asked for, to be recorded once it was right; None: nothing but the screen.
    """

    typed: str = ""
    first: str = ""
    then: str = ""
    event: Event | None = None


class GameController(ABC, Generic[S]):
    """The room of the game that is on the table. ``S`` is the game's state.

    ``screen`` is the screen that was asked for (``""``: the one that the state calls for) and ``arg`` its argument.
    ``locked`` are the screens behind the referee's PIN; leaving them locks it again.
    """

    locked: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, host: Host) -> None:
        self.host = host
        self.screen = ""
        self.arg: Any = None
        self.pin = PinDraft()

    @property
    def state(self) -> S:
        """The game."""
        state: S = self.host.table.state
        return state

    # -- what a game's room says -----------------------------------------------------------------------------------

    def begin(self, screen: str, arg: Any) -> str:
        """``screen`` is shown with nothing filled in; the name of the screen that really shows."""
        return screen

    def put(self, name: str, value: Any) -> None:
        """A key or a choice of the screen that is being filled in."""

    def step(self, name: str, by: int) -> None:
        """A number of the screen that is being filled in goes up or down."""

    def done(self) -> None:
        """The check mark: record what was filled in. Raises `Refusal`."""

    def clear(self) -> None:
        """What was typed is typed anew."""

    def key_typed(self, text: str) -> None:
        """A key of an attached keyboard that is neither return nor escape."""

    def recorded(self, event: Event) -> None:
        """After ``event`` was recorded by a touch and the usual screen shows again."""

    # -- what is the same in every game ----------------------------------------------------------------------------

    def go(self, screen: str, arg: Any = None) -> None:
        """Show ``screen`` (``""``: the usual one); what is behind the PIN asks for it first."""
        self.arg, self.pin = arg, PinDraft()
        if screen in self.locked and not self.host.referee.open:
            self.pin, screen = PinDraft(then=screen), PIN
        elif not screen:
            self.host.referee.close()
        self.screen = self.begin(screen, arg)

    def act(self, action: Any) -> None:
        """A touch. Raises `Refusal`; then nothing was recorded and the screen stays."""
        if isinstance(action, Key):
            self.typed(action.text)
            return
        if self.screen in PINS and self._pin_key(action):
            return None
        if isinstance(action, Go):
            self.go(action.screen, action.arg)
        elif isinstance(action, Do):
            self.host.table.do(action.event)
            self.go("")
            self.recorded(action.event)
        elif isinstance(action, Put):
            self.put(action.name, action.value)
        elif isinstance(action, Step):
            self.step(action.name, action.by)
        elif action == BACK:
            self.back()
        elif action == UNDO:
            entry = self.host.table.to_undo
            self.step_over(Undo(of=None if entry is None else entry.n), entry)
        elif action == REDO:
            entry = self.host.table.to_redo
            self.step_over(Redo(of=None if entry is None else entry.n), entry)
        elif action == MENU:
            self.go("menu")
        elif action == REOPEN:
            self.go("reopen")
        elif action == HOME:
            self.host.home()
        elif action == DONE:
            self.done()
        elif action == CLEAR:
            self.clear()
        elif isinstance(action, Command):
            self.host.command(action)

    def step_over(self, event: Undo | Redo, entry: Entry | None) -> None:
        """Take ``entry`` back or put it again; a decision of the referee's only behind the PIN. Raises `Refusal`.

        The event names the entry, so that nothing else is taken back where something happens while the PIN is typed.
        """
        if entry is not None and entry.event.by_referee and not self.host.referee.open:
            self.go("")
            self.pin, self.screen = PinDraft(event=event), self.begin(PIN, None)
            return
        self.host.table.do(event)
        self.go("")

    def back(self) -> None:
        """Out of the screen that was asked for."""
        self.go("")

    def typed(self, text: str) -> None:
        """An attached keyboard: return and escape do what the buttons on the screen do."""
        if text == "\x1b":
            self.act(BACK)
        elif text == "\r":
            self.act(DONE)
        elif self.screen not in PINS:
            self.key_typed(text)
        elif text.isdigit():
            self.act(Put("digit", text))

    def menu(self, look: Look, own: list[dialogs.Entry]) -> Scene:
        """The menu with what the game offers in it."""
        table = self.host.table
        return dialogs.menu(look, own, table.undoable, table.redoable)

    def next_change(self, at: int) -> int | None:
        """Nothing moves by itself, unless the game says otherwise."""
        return None

    @abstractmethod
    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """What the two OLEDs show."""

    @abstractmethod
    def signals(self, at: int) -> Signals:
        """What lamps and buzzer do."""

    # -- the PIN ---------------------------------------------------------------------------------------------------

    def pin_scene(self, look: Look, colour: Colour) -> Scene:
        """The pad for the PIN, or for a new one."""
        title = t("The referee's PIN")
        if self.screen == NEW_PIN:
            title = t("The same PIN once more") if self.pin.first else t("A new PIN")
        return dialogs.pin_pad(look, self.pin.typed, title, colour)

    def _pin_key(self, action: Any) -> bool:
        """Whether the touch was one on the pad. Raises `Refusal` where the PIN is wrong; it is typed anew then."""
        pin = self.pin
        if isinstance(action, Put) and action.name == "digit":
            self.pin = replace(pin, typed=(pin.typed + action.value)[:LONGEST])
        elif action == CLEAR:
            self.pin = replace(pin, typed="")
        elif action == DONE:
            self.pin = replace(pin, typed="")
            self._unlock(pin) if self.screen == PIN else self._set_pin(pin)
        else:
            return False
        return True

    def _unlock(self, pin: PinDraft) -> None:
        self.host.referee.unlock(pin.typed)
        if pin.event is None:
            self.go(pin.then, self.arg)
            return
        try:
            self.host.table.do(pin.event)
        finally:
            self.go("")

    def _set_pin(self, pin: PinDraft) -> None:
        if not pin.first:
            hashed(pin.typed)
            self.pin = replace(pin, typed="", first=pin.typed)
        elif pin.first != pin.typed:
            self.pin = PinDraft()
            raise Refusal("", "The two PINs differ; type the new one again.")
        else:
            self.host.set_pin(hashed(pin.typed))
            self.go("")
