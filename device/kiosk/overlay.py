"""Screens that lie over another controller, whose clocks, OLEDs and signals go on meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from device.graphics.actions import Effect
from device.io.inputs import BothButtonsHold, BothButtonsLongHold, ButtonHold, ButtonPress
from device.io.oled_content import OledContent
from device.io.signals import Signals
from device.kiosk.controllers import Controller, Host
from device.kiosk.performer import performs
from device.kiosk.screen import Screen, View
from device.kiosk.screen_controller import ScreenController
from device.kiosk.time_bar import SideTime

S = TypeVar("S")


class Close(Effect, frozen=True):
    """Show the controller below again."""


CLOSE = Close()


class OverlayController(ScreenController[S]):
    """Screens over the controller ``under``: nothing that runs there stops."""

    slim_times = True

    def __init__(self, host: Host, under: Controller) -> None:
        super().__init__(host)
        self.under = under

    def view(self, at: int) -> View[S]:
        """Nothing may be recorded here."""
        return View(self.state, at, {})

    def show(self, screen: Screen[S] | None, *, locked: bool = False) -> None:
        """Show ``screen``; nothing here is behind the PIN, and what it has opened below stays open."""
        self.screen = screen

    def leave(self) -> None:
        """Back to the controller below."""
        self.host.enter(self.under)

    @performs(Close)
    def _on_close(self, _: Close) -> None:
        self.leave()

    def side_times(self, at: int) -> Sequence[SideTime]:
        """The times of the game below."""
        return self.under.side_times(at)

    def takes(self, gesture: ButtonPress | ButtonHold | BothButtonsHold | BothButtonsLongHold) -> bool:
        """Whatever the controller below does with the clock buttons."""
        return self.under.takes(gesture)

    def next_change(self, at: int) -> int | None:
        """When something below changes, for OLEDs and lamps."""
        return self.under.next_change(at)

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """What the controller below shows on the OLEDs."""
        return self.under.oled_contents(at)

    def call(self, at: int) -> str:
        """What the controller below calls."""
        return self.under.call(at)

    def signals(self, at: int) -> Signals:
        """Lamps and buzzer of the controller below."""
        return self.under.signals(at)
