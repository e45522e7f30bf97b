"""What controllers may ask of the device, passed on to the part that does it."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from device.common import i18n, version
from device.common.address import Address
from device.common.files.machine import RUN
from device.common.i18n import t, tr
from device.common.settings.settings import Settings
from device.common.web import network
from device.graphics.actions import Again, Command, NewGame, ReadRule, ResumeGame, Show, StartAtOnce, Why
from device.io.inputs import Input
from device.journal import Journal
from device.kiosk.event_link import EventLink
from device.kiosk.moment import Moment
from device.kiosk.outputs import Notices, OutputCache, ScreenOutput
from device.kiosk.performer import Performer, performs
from device.kiosk.preferences import Preferences
from device.kiosk.screen import Screen, StartGame
from device.kiosk.screen_controller import Controller, OverlayController
from device.kiosk.table_spec import TableSpecs
from device.kiosk.touches import TouchTracker
from device.peripherals.sound_cards import sound_cards
from device.pocket.page import GamePage
from device.table.calendar import Calendar
from device.table.referee_pin import PinLock, write_pin
from device.table.table import Table
from rules.game import Setup
from rules.message import Message

if TYPE_CHECKING:
    from device.bring_up.steps import WiringEvent
    from device.bring_up.wired_parts import WiredParts
    from device.input_devices.watcher import InputDevices
    from device.journal.archive import Archive
    from device.people.drafts import Drafts
    from device.people.people import People
    from device.pods.pods import Pods

ARCHIVE: Address[type[Archive]] = Address("device.journal.archive:Archive")
PEOPLE: Address[type[People]] = Address("device.people.people:People")
Opener = Callable[..., Controller]
"""Makes the controller of an overlay from the host, the controller that it lies over, and what its action carries."""
Overlays = Mapping[Command | type[ReadRule], Address[Opener]]
"""The overlays, each by what opens it, loaded when it is first asked for."""


def _stack(controller: Controller | None) -> list[Controller]:
    """A controller and those that it lies over, from the top."""
    stack: list[Controller] = []
    while controller is not None:
        stack.append(controller)
        controller = controller.under
    return stack


class LineLender(Protocol):
    """Who has lines and displays, and lends them to whoever brings the table up."""

    def lend(self, post: Callable[[WiringEvent], None]) -> WiredParts:
        """Let them go; what then drives them, not started yet. ``post`` takes what it sees, from any thread."""

    def take_back(self) -> None:
        """Open them again, by the settings as they are now."""


class DeviceInfo(msgspec.Struct, frozen=True):
    """A device as its settings show it: version, host name, network addresses, settings file, whether it has a light.

    ``network`` is a line per interface: its name, and its addresses or ``""`` where it has none. ``day`` is the date,
    empty where nobody vouches for it. ``installed``: a system beside the table sets the device up and updates it.
    ``sound_cards``: what ALSA calls them.
    """

    version: str = ""
    host: str = ""
    network: tuple[tuple[str, str], ...] = ()
    file: str = ""
    backlight: bool = False
    day: str = ""
    installed: bool = False
    sound_cards: tuple[str, ...] = ()


@dataclass(eq=False)
class Host(Performer):
    """The host of the controllers. ``pods``, ``keys`` and ``wiring`` are set once their lines are open.

    ``open_home`` and ``overlays`` open screens that lie above the kiosk.
    """

    table: Table
    journal: Journal
    event: EventLink
    referee: PinLock
    games: TableSpecs
    touches: TouchTracker
    screen: ScreenOutput
    preferences: Preferences
    notices: Notices
    outputs: OutputCache
    drafts: Drafts
    post: Callable[[Input], None]
    """Puts something on the kiosk's queue, from any thread."""
    now: Callable[[], int]
    """The device's monotonic clock in ns."""
    calendar: Calendar
    page: GamePage
    open_home: Callable[[Host], Controller]
    overlays: Overlays
    pods: Pods | None = None
    keys: InputDevices | None = None
    wiring: LineLender | None = None

    controller: Controller = field(init=False)
    """The one that draws, gets the touches and drives OLEDs and lamps. Set before the first frame."""

    @cached_property
    def archive(self) -> Archive:
        """The games that this device has kept."""
        return ARCHIVE.load()(self.journal)

    @cached_property
    def people(self) -> People:
        """The people of this device."""
        return PEOPLE.load()(self.journal, listed=lambda: self.event.people)

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.preferences.settings

    def say(self, text: str, about: Table | None = None) -> None:
        """Show a sentence for a few seconds, or until the game on the table that it is ``about`` goes on."""
        history = None if about is None else about.history
        self.notices.say(text, self.now(), lambda: about is None or about.history is history)

    def tell(self, messages: Sequence[Message]) -> None:
        """Say on the screen and on both displays' side what has changed in this game without a touch."""
        game = self.table.game_id
        text, aside = " ".join(map(tr, messages)), t("changed: see screen")
        self.notices.tell(text, aside, self.now(), lambda: self.table.game_id == game)

    def enter(self, controller: Controller) -> None:
        """Show another controller; what was dragged is dropped, and those that it does not lie over hear of it."""
        before = _stack(getattr(self, "controller", None))
        self.controller = controller
        self.touches.let_go()
        stays = _stack(controller)
        for gone in before:
            if not any(gone is other for other in stays):
                gone.on_gone()

    @performs(Command.HOME)
    def home(self) -> None:
        """Leave the game; it stays in the journal."""
        self.table.leave()
        self.drafts.drop()
        self.journal.outbox.pair(None)
        self.screen.lend_press_areas(False)
        self.show_home()

    def show_home(self) -> None:
        """Show the list of games."""
        self.enter(self.open_home(self))

    def show_game(self) -> None:
        """Show the game that is on the table, where this device has screens for it."""
        if (spec := self.games.get(self.table.game.key)) is not None:
            self.enter(spec.play(self))

    def begin(self, setup: Setup, then: Screen[Any] | None = None) -> None:
        """Begin a new game and show it, as `StartGame` says. Raises `Refusal` where the setup makes no game."""
        self.table.new(self.people.with_ids(setup))
        self.drafts.drop()
        self.enter(self.games[self.table.game.key].play(self))
        if then is not None:
            self.controller.act(Show(then))

    def pass_on(self, action: Any) -> None:
        """Open the overlay of a command. Raises TypeError where there is none."""
        if isinstance(action, Command) and action in self.overlays:
            self._open(action)
        else:
            super().pass_on(action)

    def _open(self, overlay: Command | type[ReadRule], *about: object) -> None:
        """Show an overlay over what shows."""
        self.enter(self.overlays[overlay](self, self.controller, *about))

    @performs(ReadRule)
    def _on_read_rule(self, action: ReadRule) -> None:
        self._open(ReadRule, action.number)

    @performs(Why)
    def _on_why(self, action: Why) -> None:
        self.say(action.reason, self.table)

    @performs(Command.SWALLOW)
    def _on_swallow(self) -> None:
        """What lies over a screen takes touches away from it."""

    @performs(Command.SOUND)
    def _on_sound(self) -> None:
        self.change("", "silent", not self.settings.silent)

    @performs(Command.AREAS)
    def _on_areas(self) -> None:
        self.screen.enable_press_areas(not self.screen.look.press_areas)

    @performs(Command.TURN)
    def _on_turn(self) -> None:
        screen = self.settings.screen
        self.change("screen", "rotate", (screen.rotate + 180) % 360)
        self.change("screen", "turned", not screen.turned)

    @performs(NewGame)
    def _on_new_game(self, action: NewGame) -> None:
        self.enter(self.games[action.key].setup.load().set_up(self, action.key))

    @performs(StartAtOnce)
    def _on_start_at_once(self, action: StartAtOnce) -> None:
        """Until the first screen shows again its halves are clock buttons, on a tall one the upper half turned."""
        if (offered := self.games[action.key].at_once) is None:
            return
        _, setup = offered.load()(self)
        self.begin(setup)
        self.screen.lend_press_areas(True)
        if self.screen.look.portrait:
            self.controller.upturned = True
            self._open(Command.BIG_CLOCK)

    @performs(StartGame)
    def _on_start_game(self, answer: StartGame) -> None:
        self.begin(answer.setup, answer.then)

    @performs(ResumeGame)
    def _on_resume(self, action: ResumeGame) -> None:
        """Raises `JournalTrouble` where it cannot be read."""
        self.table.resume(action.game_id)
        self.show_game()

    @performs(Again)
    def _on_again(self, action: Again) -> None:
        """Show the setup filled in. Raises `JournalTrouble` where the game cannot be read."""
        history = self.table.history if action.game_id is None else self.journal.load(action.game_id)[0]
        if history is None or (spec := self.games.get(history.game.key)) is None:
            return
        setup = history.game.rematch(history.state, secrets.choice((1, 2)) if action.mixed else 0)
        self.table.leave()
        setting_up = spec.setup.load().set_up(self, history.game.key)
        setting_up.refill(setup, None if action.mixed else history.state)
        self.enter(setting_up)
        if action.mixed:
            self.say(t("The pairs are drawn; change the names where you like."))

    def set_pin(self, stored: str) -> None:
        """Lock the referee's screens with another PIN. Raises `Refusal` where it cannot be kept."""
        write_pin(self.settings.pin_path, stored)
        self.referee.change(stored)

    def close_untouched(self, moment: Moment[Any]) -> int | None:
        """Close what is behind the PIN, and its pad, where nobody has touched them for a minute; a game goes on below.

        ``moment`` is what shows. The device time (ns) at which that is due, or was just now, so that it is to be shown;
        None where neither is open.
        """
        if not (self.referee.is_typed or moment.screen.secret):
            return None
        if moment.now < self.referee.closes_at:
            return self.referee.closes_at
        shown = self.controller
        while isinstance(shown, OverlayController):
            shown.close_behind_pin()
            shown = shown.under
        shown.close_behind_pin()
        self.referee.close()
        return moment.now

    def change(self, part: str, key: str, value: object) -> None:
        """Set something, at once and in the file. Raises `Refusal` where the value does not fit."""
        self.preferences.change(part, key, value)
        if (part, key) == ("screen", "rotate") and self.settings.screen.turned:
            self.preferences.change(part, "turned", False)

    def facts(self) -> DeviceInfo:
        """What this device is, read now."""
        file = "" if self.preferences.file is None else str(self.preferences.file.path)
        calendar = self.calendar
        return DeviceInfo(
            version.version(),
            socket.gethostname(),
            network.interfaces(),
            file,
            self.outputs.has_backlight,
            i18n.day_and_time(calendar.today()) if calendar.is_known else "",
            os.access(RUN, os.W_OK),
            tuple(sound_cards()),
        )
