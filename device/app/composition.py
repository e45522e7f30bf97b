"""Putting a table together: settings, journal, screen, peripherals; running it, and the last picture of all."""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import logging
import os
import platform
import signal
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from device.app import state_files
from device.app.assembly import Kiosk
from device.common import i18n
from device.common.address import Address
from device.common.files.machine import run_program
from device.common.files.wall_clock import machine_vouches
from device.common.formats import local
from device.common.i18n import t
from device.common.sd_notify import ServiceNotifier
from device.common.settings.settings import Settings, earlier_choice
from device.common.updates.asking import unread_news
from device.common.version import version
from device.first_start.common.asking import should_ask
from device.graphics import typefaces
from device.graphics.canvas import Canvas
from device.graphics.display import DisplayBackend, PygameDisplay
from device.graphics.look import Look
from device.graphics.widgets import Frame, Scene
from device.io.inputs import PeripheralStatus, Quit
from device.journal import Journal
from device.journal.file import SHARED
from device.kiosk.host import Opener
from device.kiosk.settings_file import SettingsFile, reset_damaged
from device.peripherals import backlight
from device.registry import load_games
from device.table.calendar import VOUCHED
from device.updates.room import too_little
from rules.message import Message, msg

if TYPE_CHECKING:
    from device.app.peripherals import Peripherals

log = logging.getLogger("dvojtah")

PERIPHERALS: Address[type[Peripherals]] = Address("device.app.peripherals:Peripherals")
"""Loaded after the first picture; `_load` says why."""
FIRST_START: Address[Opener] = Address("device.screens.settings.first_start_controller:FirstStartController")
UPDATED: Address[Opener] = Address("device.screens.settings.updates:UpdateController")
"""These two show at the start, where there is something to ask or to tell."""


def assemble(
    settings: Settings,
    display: DisplayBackend,
    now: Callable[[], int] = time.monotonic_ns,
    file: Path | None = None,
    **hardware: Any,
) -> tuple[Kiosk, Peripherals]:
    """A kiosk with its peripherals, not started yet. Raises `device.journal.JournalTrouble`.

    ``file`` is where changed settings are written (None: nowhere), ``hardware`` what `Peripherals` works with in place
    of this machine's.
    """
    kiosk = _kiosk_on(settings, display, now, file)
    return kiosk, _peripherals_of(kiosk, **hardware)


def _kiosk_on(settings: Settings, display: DisplayBackend, now: Callable[[], int], file: Path | None) -> Kiosk:
    troubles = state_files.mend(state_files.first_files(settings))
    kiosk = Kiosk(settings, display, now)
    if file is not None:
        kiosk.preferences.file = SettingsFile(file, kiosk.post)
    for name, trouble in troubles:
        kiosk.post(PeripheralStatus(name, trouble))
    return kiosk


def _peripherals_of(kiosk: Kiosk, **hardware: Any) -> Peripherals:
    hardware = {"troubles": lambda: kiosk.notices.troubles, **hardware}
    peripherals = PERIPHERALS.load()(kiosk.host.settings, kiosk.post, kiosk.now, kiosk.table.clocks, **hardware)
    kiosk.host.pods = peripherals.pods
    kiosk.host.keys = peripherals.keys
    kiosk.host.wiring = peripherals
    kiosk.screen.display.taken = lambda: peripherals.keys.scancodes
    kiosk.preferences.follow(peripherals.apply)
    kiosk.outputs.attach(peripherals)
    return peripherals


def _load(kiosk: Kiosk) -> threading.Event:
    """Load what is not needed for the first picture, and takes longer than all that is; the loop turns meanwhile.

    What comes back is set once the peripherals can be made; after them come the games, so that the first touch on one
    finds it loaded.
    """
    loaded = threading.Event()

    def load() -> None:
        with contextlib.suppress(ImportError):  # whoever needs it gets the error
            PERIPHERALS.load()
        loaded.set()
        kiosk.queue.ring()
        load_games()
        for name, trouble in state_files.mend(state_files.later_files(kiosk.host.settings)):
            kiosk.post(PeripheralStatus(name, trouble))
        gc.freeze()  # all of it stays: to look through it takes longer than a frame

    threading.Thread(target=load, name="loading", daemon=True).start()
    return loaded


def run_kiosk(settings: Settings, trouble: Message | None = None, file: Path | None = None) -> int:
    """The table's own program, until it is ended. ``trouble`` is what was wrong with the settings ``file``."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    faulthandler.enable()  # a watchdog's SIGABRT leaves in the log where every thread stood
    screen = settings.screen
    display = PygameDisplay((screen.width, screen.height), screen.fullscreen, time.monotonic_ns)
    return run(settings, display, trouble, file=file, lights=backlight.ROOT)


def _vouching(kiosk: Kiosk) -> Callable[[], bool]:
    """Whether this machine knows the day; once it does, it goes on doing so."""
    label, known = "", False
    with contextlib.suppress(sqlite3.Error):
        sql = f"SELECT max(created) FROM game WHERE {VOUCHED}"
        label = kiosk.journal.reading(lambda db: db.execute(sql).fetchone()[0]) or ""
    newest = local(label)

    def vouches() -> bool:
        nonlocal known
        known = known or machine_vouches(newest)
        return known

    return vouches


def _log_start(kiosk: Kiosk) -> None:
    """What whoever reads the log has to know first: which program runs, and on what."""
    wide, high = kiosk.screen.display.surface.get_size()
    sdl = ".".join(map(str, pygame.get_sdl_version()))
    log.info(
        "started: version %s, Python %s, pygame-ce %s, SDL %s on %s, %d x %d, language %s",
        version(),
        platform.python_version(),
        pygame.version.ver,
        sdl,
        pygame.display.get_driver(),
        wide,
        high,
        i18n.language(),
    )


STAYS_S = 3.0
"""For how long the picture stays. The service manager waits for 15 s (TimeoutStopSec), a UPS not for ever."""
ASK_S = 2.0


def system_goes_down() -> bool:
    """Whether systemd is switching off or starting the machine anew; False where there is no systemd."""
    return (run_program("systemctl", "is-system-running", timeout_s=ASK_S) or "").strip() == "stopping"


def everything_kept(journal: Journal) -> bool:
    """Whether all games are on a disk. Where none took them, the journal lies in memory, which goes with the power."""
    return journal.flush() and (not journal.path.is_relative_to(SHARED) or not journal.games())


def farewell_scene(look: Look, *, saved: bool) -> Scene:
    """What it says: that all is ``saved``, or what is not."""
    canvas = Canvas(replace(look, strip=None, trouble="", toast=""))
    p = look.palette
    _, title, line, _ = canvas.rows(canvas.area, (1, 2, 2, 1))
    if saved:
        words, rest = t("Saved. You can switch off."), t("Every game is kept. The screen goes dark by itself.")
    else:
        words = t("Not everything is saved.")
        rest = t("The disk did not take the last entries; they are missing when the device starts again.")
    canvas.text(title, words, 44, "bold", p.text if saved else p.warn, "center", lines=2)
    canvas.text(line, rest, 24, "regular", p.muted if saved else p.text, "center", lines=3)
    return canvas.scene()


def show_farewell(kiosk: Kiosk, *, saved: bool, wait: Callable[[float], object] = time.sleep) -> None:
    """Show it, and let it be seen, where the whole system goes down: the picture goes with the program, so that waits.

    The journal is closed by now.
    """
    kiosk.screen.show(Frame("farewell", farewell_scene(kiosk.screen.look, saved=saved)))
    wait(STAYS_S)


def run(
    settings: Settings,
    display: DisplayBackend,
    trouble: Message | None = None,
    ready: Callable[[Kiosk], None] = lambda kiosk: None,
    file: Path | None = None,
    goes_down: Callable[[], bool] = system_goes_down,
    **hardware: Any,
) -> int:
    """Run a table on ``display``: first frame first, then the peripherals. Ends cleanly on SIGTERM and SIGINT.

    Raises KeyboardInterrupt where it was SIGINT, once all is closed.
    ``goes_down`` says at the end whether the whole machine is being switched off; ``hardware`` as for `assemble`.
    """
    service = ServiceNotifier(os.environ)
    trouble = reset_damaged(file) or trouble
    kiosk = _kiosk_on(settings, display, time.monotonic_ns, file)
    ended_by: list[int] = []

    def on_signal(number: int, _: object) -> None:
        ended_by.append(number)
        kiosk.post(Quit())

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, on_signal)
    problems = {"settings": trouble}
    if typefaces.missing():
        problems["font"] = msg("The font is missing, so letters look poor; install font-source-sans-pro.")
    if not i18n.is_installed(i18n.language()):
        problems["words"] = msg("The translations are missing; install dvojtah again.")
    problems["room"] = too_little(settings.journal_path.parent)
    for name, problem in problems.items():
        if problem is not None:
            kiosk.post(PeripheralStatus(name, problem))
    if (remark := earlier_choice(settings)) is not None:
        log.warning("%s", remark)
        kiosk.host.say(i18n.tr(remark))
    kiosk.host.calendar.vouches = _vouching(kiosk)
    if should_ask():
        kiosk.host.enter(FIRST_START(kiosk.host, kiosk.controller, asked=True))
    if unread_news(settings.journal_path.parent) is not None:  # what came of an update, before anything else
        kiosk.host.enter(UPDATED(kiosk.host, kiosk.controller))
    ready(kiosk)
    kiosk.loop.step(wait=False)
    gc.freeze()
    service.ready()
    _log_start(kiosk)
    loaded = _load(kiosk)
    while kiosk.dispatcher.running and not loaded.is_set():
        kiosk.loop.step()
        service.on_turn(kiosk.now())
    peripherals = _peripherals_of(kiosk, **hardware)
    peripherals.start()
    kiosk.event.start()
    try:
        kiosk.run(service.on_turn)
    finally:
        service.ending()
        peripherals.close()
        saved = everything_kept(kiosk.journal)
        kiosk.close()
        if goes_down():
            show_farewell(kiosk, saved=saved)
        pygame.quit()
        service.close()
        log.info("ended")
    if signal.SIGINT in ended_by:
        raise KeyboardInterrupt
    return 0
