"""Where the parts of a kiosk are made and joined, and its journal is opened. No part makes another."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path

from device.app.kept_screens import half_written_screen, name_of
from device.app.peripheral_log import PeripheralLog
from device.common.address import Address
from device.common.event.messages import UpdateProgress
from device.common.i18n import tr
from device.common.settings.settings import Settings
from device.common.updates.asking import REQUEST
from device.event.health import HealthReport
from device.graphics.actions import Command, ReadRule
from device.graphics.display import DisplayBackend
from device.graphics.widgets import Scene
from device.io.inputs import EntrySaved, EventUpdate, Input, PeripheralStatus, Redraw
from device.io.timebase import SideClocks
from device.journal import Journal, JournalTrouble, stand_ins
from device.kiosk.composer import FrameComposer
from device.kiosk.dispatcher import InputDispatcher
from device.kiosk.event_link import EventLink, EventScreens
from device.kiosk.host import Host, Overlays
from device.kiosk.loop import InputQueue, Loop, Presenter
from device.kiosk.narrator import Narrator
from device.kiosk.outputs import Brightness, Notices, OutputCache, ScreenOutput
from device.kiosk.preferences import Preferences
from device.kiosk.screen_controller import Controller
from device.kiosk.touches import TouchGuard, TouchTracker
from device.people.drafts import Drafts
from device.pocket.page import GamePage, PageThread
from device.registry import TABLES
from device.screens.home import HomeController
from device.table.calendar import DAY, Calendar
from device.table.referee_pin import PinLock, read_pin
from device.table.table import Table
from device.updates.ordered import AWAITED, CUT_OFF, NAMES, OrderedUpdates
from rules.games import GAMES
from rules.message import Message, msg, msgs

log = logging.getLogger("dvojtah.journal")

Post = Callable[[Input], None]
"""Puts an input on the loop's queue, from any thread."""

OVERLAYS: Overlays = {
    Command.BIG_CLOCK: Address("device.screens.big_clock:BigClockController"),
    Command.CARRY: Address("device.screens.carry:CarryController"),
    Command.DATE: Address("device.screens.date_screen:DateController"),
    Command.HELP: Address("device.screens.help_screen:HelpController"),
    Command.HISTORY: Address("device.screens.history:open_history"),
    Command.INPUT_DEVICES: Address("device.screens.settings.input_devices:InputDevicesController"),
    Command.LANGUAGE: Address("device.screens.language:LanguageController"),
    Command.PEOPLE: Address("device.screens.settings.people:PeopleController"),
    Command.POCKET: Address("device.screens.history:open_pocket"),
    Command.PODS: Address("device.screens.settings.pods:PodsController"),
    Command.SETTINGS: Address("device.screens.settings.controller:SettingsController"),
    Command.SET_UP: Address("device.screens.settings.first_start_controller:FirstStartController"),
    Command.STATISTICS: Address("device.screens.statistics.controller:StatisticsController"),
    Command.UPDATES: Address("device.screens.settings.updates:UpdateController"),
    Command.WIRING: Address("device.screens.settings.wiring_controller:WiringController"),
    ReadRule: Address("device.screens.help_screen:RuleController"),
}
"""The screens that lie above the kiosk and are opened from it, each loaded when it is first asked for."""
UNDER_WAY: Address[Callable[[Host, Controller, str], Controller]] = Address(
    "device.screens.settings.updates:UpdateController.under_way"
)
BRING_BACK: Address[Callable[[stand_ins.StandIn, Journal], int]] = Address("device.carry.bringing:bring_back")
SENSOR: Address[Callable[[], Path | None]] = Address("device.peripherals.power:sensor")
SERVE_PAGE: Address[Callable[[PageThread], None]] = Address("device.game_files.page_server:serve")
"""Loads the web server, which takes longer than all of the first picture."""


class TableLink(EventLink):
    """A table's link to its event, with the event's screens, each loaded when it is first asked for."""

    screens = EventScreens(
        card=Address("device.screens.event.screens:card"),
        on_oleds=Address("device.screens.event.screens:on_oleds"),
        check_start=Address("device.screens.event.next_round:check_start"),
        follow=Address("device.screens.event.next_round:follow"),
        answer=Address("device.screens.event.screens:answer"),
    )


class Kiosk:
    """The parts of a running table, for whoever starts, measures or plays it. It begins with the list of games.

    ``post`` puts an input on the queue, from any thread; all else belongs to the loop's thread. ``now`` is the device's
    monotonic clock in ns. Raises `device.journal.JournalTrouble`.
    """

    def __init__(self, settings: Settings, display: DisplayBackend, now: Callable[[], int]) -> None:
        self.now = now
        self.queue = InputQueue()
        self.post = self.queue.put
        self.preferences = Preferences(settings)
        self.notices, self.guard = Notices(), TouchGuard()
        self.outputs = OutputCache(settings.silent)
        self.screen = ScreenOutput(display, settings)
        self.journal = open_table_journal(settings.journal_path, self.queue.put)
        self.table = Table(self.journal, GAMES, now, SideClocks())
        health = HealthReport(settings.journal_path.parent, lambda: SENSOR.load()() is not None, REQUEST.parent.is_dir)
        self.event = event = TableLink(
            settings, self.journal, lambda update: self.post(EventUpdate(update)), now, health
        )
        path = self.journal.path.with_name(DAY)
        calendar = Calendar(now, organiser=lambda: None if event.status is None else event.status.wall, day_file=path)
        self.journal.label = calendar.label
        self.host = Host(
            self.table,
            self.journal,
            self.event,
            PinLock(read_pin(settings.pin_path), now),
            TABLES,
            TouchTracker(),
            self.screen,
            self.preferences,
            self.notices,
            self.outputs,
            Drafts(self.journal, now, name_of, half_written_screen),
            self.queue.put,
            now,
            calendar,
            GamePage(self.queue.put, now, SERVE_PAGE),
            HomeController,
            OVERLAYS,
        )
        self.composer = FrameComposer(self.host)
        self.brightness = Brightness(self.preferences, self.screen, self.outputs, now)
        narrator = Narrator(self.host, self.composer.moment)
        self.composer.menu.on_marked = narrator.on_marked
        self.composer.menu.on_screen = narrator.on_screen
        self.composer.menu.on_typed = narrator.on_typed
        self.dispatcher = InputDispatcher(
            self.host, self.composer, self.guard, self.brightness, narrator, (PeripheralLog().note, health.note)
        )
        self.composer.holding = self.dispatcher.holding
        self.presenter = Presenter(self.host, self.composer, self.outputs, self.guard, self.brightness, narrator)
        self.loop = Loop(self.host, self.queue, self.dispatcher, self.presenter)
        self.preferences.follow(self.dispatcher.apply)
        self.preferences.follow(self.brightness.apply)
        folder = settings.journal_path.parent
        self.updates = OrderedUpdates(folder, lambda: self.post(Redraw()), self._show_update)
        self._awaits_game_until = now() + AWAITED
        self.host.show_home()

    @property
    def controller(self) -> Controller:
        """The controller that shows."""
        return self.host.controller

    @property
    def scene(self) -> Scene:
        """The picture that shows."""
        return self.screen.frame.scene

    def run(self, on_turn: Callable[[int], None] = lambda now: None) -> None:
        """Run until somebody ends the program; then the game is left with its clock stopped."""

        def turn(now: int) -> None:
            on_turn(now)
            self.follow_organiser()

        self.loop.run(turn)
        self.table.leave()

    def follow_organiser(self) -> None:
        """Take an update that the organiser ordered, while no game is on the table and nobody sets one up, and say how
        far it is.
        """
        order, why = self.event.order.update, None
        if has_game := self.table.history is not None:
            self._awaits_game_until = 0
        elif self.host.drafts.is_something:
            why = NAMES
        elif order is not None and self._awaits_game:
            why = CUT_OFF
        self.updates.follow(order, is_free=not has_game and why is None, why=why)
        far, progress = self.updates.progress, None
        if far is not None:
            text = "" if far.text is None else tr(far.text)[:500]
            progress = UpdateProgress(update=far.update, stage=far.stage, text=text)
        self.event.update_progress = progress

    @property
    def _awaits_game(self) -> bool:
        """Whether a game that the power cut off may go on at once: none was on the table since, nor put away."""
        if self.now() >= self._awaits_game_until:
            return False
        home = self.controller
        return isinstance(home, HomeController) and home.state.current is not None

    def _show_update(self, token: str) -> None:
        """Nobody begins a game that the new start would cut off."""
        self.host.enter(UNDER_WAY(self.host, self.controller, token))

    def close(self) -> None:
        """Let everything go that was opened for it: page, settings file, event, journal. Nothing more is shown."""
        self.host.page.close()
        if self.preferences.file is not None:
            self.preferences.file.close()
        self.event.close()
        self.journal.close()
        self.queue.close()


def open_table_journal(path: Path, post: Post) -> Journal:
    """Open the journal; it posts what is safe on disk and what is wrong.

    A damaged file is begun anew with what can be read of it. Where another program's or a newer version's lies there,
    or nothing can be made there, games are kept elsewhere: beside it, in the usual place, in memory until the device is
    switched off; the screen says where. They are brought in once the journal can be used again. Raises `JournalTrouble`
    where another program holds the journal.
    """

    def status(name: str) -> Callable[[Message | None], None]:
        return lambda message: post(PeripheralStatus(name, message))

    def open_file(file: Path) -> Journal:
        return Journal(
            file,
            lambda game, n: post(EntrySaved(game, n)),
            status("journal"),
            patient=True,
            on_mended=status("journal file"),
        )

    usual = Settings().journal_path
    try:
        journal = open_file(path)
    except JournalTrouble as error:
        if error.taken:
            raise
    else:
        for stand_in in stand_ins.stand_ins(path, usual):
            _bring_back(stand_in, journal, status("journal place"))
        return journal
    for other in (stand_ins.stand_in_beside(path), usual):
        try:
            journal = open_file(other)
        except JournalTrouble as error:
            if error.taken:
                raise
            continue
        if other == usual:
            journal.note(*stand_ins.mark(path))
        status("journal place")(msg("{file} cannot be used; games are kept in {new}.", file=path.name, new=other))
        return journal
    journal = open_file(stand_ins.new_in_memory(path))
    status("journal place")(
        msg("{file} cannot be used; games are kept only until the table is switched off.", file=path.name)
    )
    return journal


def _bring_back(stand_in: stand_ins.StandIn, journal: Journal, tell: Callable[[Message], None]) -> None:
    """Bring in what was kept in ``stand_in``, and tell it. Nothing that is wrong with that file stops the start."""
    try:
        count = BRING_BACK(stand_in, journal)
    except JournalTrouble as trouble:
        log.warning("%s is not brought into the journal: %s", stand_in.path, trouble)
        if not (trouble.taken or stand_in.shared):
            tell(trouble.message)
    except (OSError, sqlite3.Error) as error:
        log.warning("%s is not brought into the journal: %s", stand_in.path, error)
    else:
        if count:
            tell(
                msgs(
                    "{n} game that was kept in {file} is in the journal now.",
                    "{n} games that were kept in {file} are in the journal now.",
                    count,
                    file=stand_in.path.name,
                )
            )
