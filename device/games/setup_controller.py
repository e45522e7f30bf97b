"""Setting up a new game: the screen of the game's own, filled in before there is a table."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from device.event.messages import Pairing
from device.graphics.actions import Command
from device.io.oled_content import OledContent
from device.kiosk.controllers import Host
from device.kiosk.screen import Next, Screen, View
from device.kiosk.screen_controller import ScreenController
from device.settings.settings import Settings
from rules.game import Setup


@dataclass(frozen=True)
class SetupState:
    """What a setup starts from: the settings, and this table's number at its event (None: at none)."""

    settings: Settings
    event_table: int | None = None


@dataclass(frozen=True)
class SetupPage(Screen[SetupState]):
    """A screen that belongs to setting up a game."""

    @abstractmethod
    def oled_contents(self) -> tuple[OledContent, OledContent]:
        """What the two OLEDs show meanwhile."""


@dataclass(frozen=True)
class SetupScreen(SetupPage):
    """The screen on which setting up begins. ``pairing``: the organiser's choice of who plays, and what for."""

    key = "setup"
    half_written = True
    pairing: Pairing | None = None

    @abstractmethod
    def seated(self, pairing: Pairing) -> Self:
        """With the pairing's names in their seats, to be confirmed."""

    @abstractmethod
    def refilled(self, setup: Any) -> SetupPage:
        """The screen on which one touch begins a game like ``setup``; names are cut to what a field takes."""

    def on_back(self, state: SetupState) -> Next[SetupState]:
        """Home."""
        return Command.HOME

    def heading(self, state: SetupState) -> dict[str, Any]:
        """``title``, ``round`` and ``table`` of the setup: the pairing's, else what the settings say."""
        found: dict[str, Any] = dict(state.settings.event.heading)
        if self.pairing is not None:
            table = "" if state.event_table is None else str(state.event_table)
            found |= {"title": self.pairing.title, "round": self.pairing.round, "table": table}
        return found


class SetupController(ScreenController[SetupState]):
    """Shows ``first``, which a game names, and what follows from it."""

    first: ClassVar[SetupScreen]

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        directory = host.people.refresh()
        self.screen = host.drafts.find(self.key, lambda since: since == directory.games, SetupPage)

    @property
    def key(self) -> str:
        """The word of the game that is set up, which is the name of its package."""
        return type(self).__module__.split(".")[-2]

    def half_written(self, screen: Screen[SetupState] | None) -> None:
        """The form as far as it is filled in; a page behind it changes nothing of that."""
        drafts, people = self.host.drafts, self.host.people
        if screen is None:
            drafts.drop()
        elif screen.half_written:
            drafts.keep(self.key, lambda: people.directory.games, screen.to_keep(self.state))

    @property
    def state(self) -> SetupState:
        """The settings as they are now."""
        return SetupState(self.host.settings, self.host.event.number)

    def usual(self, state: SetupState) -> SetupScreen:
        """With nothing filled in."""
        return self.first

    def view(self, at: int) -> View[SetupState]:
        """Nothing may be recorded yet."""
        people = self.host.people
        return View(self.state, at, {}, people=lambda: people.directory)

    def seat(self, pairing: Pairing) -> None:
        """Fill in the names that the organiser has paired."""
        self.screen = replace(self.first, pairing=pairing).seated(pairing)

    def refill(self, setup: Setup) -> None:
        """Fill in a setup, so that one touch begins the game."""
        self.screen = self.first.refilled(setup)

    def leave(self) -> None:
        """Home."""
        self.perform(Command.HOME)

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """As the screen says."""
        screen = self.current_screen()
        return screen.oled_contents() if isinstance(screen, SetupPage) else self.first.oled_contents()
