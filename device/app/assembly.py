"""Where the parts of a kiosk are made and joined. No part makes another."""

from __future__ import annotations

from collections.abc import Callable

from device.app.kept_screens import half_written_screen
from device.app.overlays import OVERLAYS, SERVE_PAGE
from device.graphics.display import DisplayBackend
from device.io.inputs import EventUpdate, Input
from device.io.timebase import SideClocks
from device.journal import Journal
from device.kiosk.composer import FrameComposer
from device.kiosk.dispatcher import InputDispatcher
from device.kiosk.host import CurrentController, Host
from device.kiosk.input_queue import InputQueue
from device.kiosk.kiosk import Kiosk
from device.kiosk.loop import Loop, Presenter, Schedule
from device.kiosk.notices import Notices
from device.kiosk.outputs import Brightness, OutputCache, Outputs
from device.kiosk.preferences import Preferences
from device.kiosk.screen_output import ScreenOutput
from device.kiosk.touches import TouchGuard, TouchTracker
from device.log import PeripheralLog
from device.people.drafts import Drafts
from device.pocket.page import GamePage
from device.screens.event.link import TableLink
from device.screens.home import open_home
from device.settings.settings import Settings
from device.specs.spec import GameSpecs
from device.table.calendar import Calendar
from device.table.referee_pin import PinLock, read_pin
from device.table.table import Table
from rules.games import GAMES

Post = Callable[[Input], None]
"""Puts an input on the loop's queue, from any thread."""


def build_kiosk(
    settings: Settings,
    open_journal: Callable[[Post], Journal],
    games: GameSpecs,
    display: DisplayBackend,
    outputs: Outputs,
    now: Callable[[], int],
) -> Kiosk:
    """A kiosk that shows the list of games. Raises `device.journal.JournalTrouble`.

    ``now`` is the device's monotonic clock in ns.
    """
    queue = InputQueue()
    preferences = Preferences(settings)
    notices, guard, touches = Notices(), TouchGuard(), TouchTracker()
    screen, shown = ScreenOutput(display, settings), CurrentController(touches)
    journal = open_journal(queue.put)
    table = Table(journal, GAMES, now, SideClocks())
    event = TableLink(settings, journal, lambda what: queue.put(EventUpdate(what)), now)
    calendar = Calendar(now, organiser=lambda: None if event.status is None else event.status.wall)
    journal.label = calendar.label
    drafts = Drafts(journal, now, half_written_screen)
    host = Host(
        table,
        journal,
        event,
        PinLock(read_pin(settings.pin_path), now),
        games,
        shown,
        screen,
        preferences,
        notices,
        outputs,
        drafts,
        queue.put,
        now,
        calendar,
        GamePage(queue.put, now, SERVE_PAGE),
        open_home,
        OVERLAYS,
    )
    composer = FrameComposer(host)
    brightness = Brightness(preferences, screen, outputs, now)
    cache = OutputCache(outputs, settings.silent)
    composer.menu.on_marked = lambda words: cache.say(words, cut=True)
    dispatcher = InputDispatcher(host, composer, guard, touches, brightness, PeripheralLog().note)
    composer.holding = dispatcher.holding
    presenter = Presenter(host, composer, cache, guard, brightness)
    schedule = Schedule(host, dispatcher, brightness)
    for follower in (dispatcher.apply, outputs.apply, brightness.apply):
        preferences.follow(follower)
    host.show_home()
    return Kiosk(
        queue=queue,
        journal=journal,
        table=table,
        event=event,
        preferences=preferences,
        notices=notices,
        screen=screen,
        shown=shown,
        host=host,
        composer=composer,
        guard=guard,
        brightness=brightness,
        outputs=cache,
        dispatcher=dispatcher,
        presenter=presenter,
        loop=Loop(host, queue, dispatcher, schedule, presenter),
        now=now,
    )
