"""Putting a table together: settings, journal, screen, edges; and what runs on top of it."""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import os
import platform
import signal
import tempfile
import threading
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from device import i18n
from device.app.sd_notify import ServiceNotifier
from device.event.ticket import file_of as ticket_file
from device.games import GAME_SCREENS, load_screens
from device.journal import Journal, JournalTrouble
from device.journal.memory import SHARED
from device.kiosk import typefaces
from device.kiosk.dimming import Level
from device.kiosk.display import DisplayBackend, PygameDisplay
from device.kiosk.kiosk import Kiosk
from device.peripherals import backlight
from device.peripherals.oled_content import OledContent
from device.peripherals.signals import Signals
from device.pods.pairing import file_of as pairing_file
from device.settings.file import SettingsFile, begun_anew
from device.settings.settings import Oled, Settings
from device.table.inputs import PeripheralStatus, Quit, Saved
from device.table.referee_pin import file_of as pin_file
from device.version import version
from rules.message import Message, msg

if TYPE_CHECKING:
    from device.peripherals.oled import Display
    from device.peripherals.peripherals import Peripherals

log = logging.getLogger("dvojtah")

Connector = Callable[[Oled], "Display"]
"""Opens an OLED as the settings name it."""


class LateOutputs:
    """Takes faces and signals until the edges are there, and hands the newest on."""

    def __init__(self) -> None:
        self.peripherals: Peripherals | None = None
        self._faces: dict[int, tuple[OledContent, tuple[int, int]]] = {}
        self._signal: tuple[Signals, bool] | None = None
        self._off: str | None = None

    def attach(self, edges: Peripherals) -> None:
        """The edges are there."""
        self.peripherals = edges
        for side, (face, place) in self._faces.items():
            edges.face(side, face, place)
        if self._signal is not None:
            edges.signal(*self._signal)
        if self._off is not None:
            edges.power.off(self._off)

    @property
    def lit(self) -> bool:
        """Whether the screen has a light that can be set."""
        return self.peripherals is not None and self.peripherals.light.works

    def apply(self, settings: Settings) -> None:
        """Other settings hold from now on."""
        if self.peripherals is not None:
            self.peripherals.apply(settings)

    def rest(self, level: Level) -> None:
        """Dim screen and displays, or let them shine again."""
        if self.peripherals is not None:
            self.peripherals.rest(level)

    def power_off(self, command: str) -> None:
        """Switch the device off."""
        if self.peripherals is None:
            self._off = command
        else:
            self.peripherals.power.off(command)

    def face(self, side: int, face: OledContent, place: tuple[int, int]) -> None:
        """Show a face on an OLED."""
        self._faces[side] = face, place
        if self.peripherals is not None:
            self.peripherals.face(side, face, place)

    def signal(self, signals: Signals, silent: bool) -> None:
        """Lamps, buzzer and loudspeaker."""
        self._signal = (signals, silent)
        if self.peripherals is not None:
            self.peripherals.signal(signals, silent)


def journal_of(path: Path) -> Callable[[Kiosk], Journal]:
    """A journal that tells the kiosk's queue what is safe and what is wrong.

    A damaged file is begun anew with what can be read of it. Where another program's or a newer version's lies there,
    or nothing can be made there, games are kept elsewhere: beside it, in the usual place, in memory until the device is
    switched off; the screen says where. Raises `JournalTrouble` where another program holds the journal.
    """

    def make(kiosk: Kiosk) -> Journal:
        def status(edge: str) -> Callable[[Message | None], None]:
            return lambda message: kiosk.post(PeripheralStatus(edge, message))

        def saved(game: int, n: int) -> None:
            kiosk.post(Saved(game, n))

        def opened(file: Path, mend: bool = True) -> Journal:
            mended = status("journal file") if mend else None
            return Journal(file, saved, status("journal"), patient=True, on_mended=mended)

        beside = path.with_name(f"{path.stem}-new{path.suffix}")
        try:
            return opened(path, mend=not beside.exists())  # where games are in that one already, they stay there
        except JournalTrouble as error:
            if error.taken:
                raise
        for other in (beside, Settings().journal_path):
            try:
                journal = opened(other)
            except JournalTrouble as error:
                if error.taken:
                    raise
                continue
            status("journal place")(msg("{file} cannot be used; games are kept in {new}.", file=path.name, new=other))
            return journal
        folder = tempfile.mkdtemp(prefix="dvojtah-", dir=SHARED if SHARED.is_dir() else None)
        journal = opened(Path(folder) / "journal.db")
        status("journal place")(
            msg("{file} cannot be used; games are kept only until the table is switched off.", file=path.name)
        )
        return journal

    return make


def mended(settings: Settings) -> list[tuple[str, Message]]:
    """Set aside and begin anew what is damaged of the small files that the first picture waits for; what was found."""
    files = (pairing_file(settings.pairing_path), pin_file(settings.pin_path), ticket_file(settings.ticket_path))
    return [(file.path.name, said) for file in files if (said := file.mend()) is not None]


def mended_later(settings: Settings) -> list[tuple[str, Message]]:
    """The same for what only a game reads."""
    from device.games.polyssimo.shapes_file import file_of  # noqa: PLC0415 - not before the first frame

    file = file_of(settings)
    said = file.mend()
    return [] if said is None else [(file.path.name, said)]


def assemble(
    settings: Settings,
    stage: DisplayBackend,
    factory: Any = None,
    connector: Connector | None = None,
    now: Callable[[], int] = time.monotonic_ns,
    file: Path | None = None,
    lights: Path | None = None,
) -> tuple[Kiosk, Peripherals]:
    """A kiosk with its edges, not started yet. Raises `device.journal.JournalTrouble`.

    ``file`` is where changed settings are written (None: nowhere), ``lights`` the folder of the screens' lights.
    """
    kiosk, outputs = _kiosk_on(settings, stage, now, file)
    return kiosk, _edges_of(kiosk, outputs, factory, connector, lights)


def _kiosk_on(
    settings: Settings, stage: DisplayBackend, now: Callable[[], int], file: Path | None
) -> tuple[Kiosk, LateOutputs]:
    outputs = LateOutputs()
    found = mended(settings)
    kiosk = Kiosk(settings, journal_of(settings.journal_path), GAME_SCREENS, stage, outputs, now)
    if file is not None:
        kiosk.file = SettingsFile(file, kiosk.post)
    for name, said in found:
        kiosk.post(PeripheralStatus(name, said))
    return kiosk, outputs


def _edges_of(
    kiosk: Kiosk, outputs: LateOutputs, factory: Any, connector: Connector | None, lights: Path | None
) -> Peripherals:
    from device.peripherals.oled import connect  # noqa: PLC0415 - `_load` says why
    from device.peripherals.peripherals import Peripherals  # noqa: PLC0415

    edges = Peripherals(kiosk.settings, kiosk, factory, connector or connect, lights)
    outputs.attach(edges)
    return edges


def _load(kiosk: Kiosk) -> threading.Event:
    """Load what is not needed for the first picture, and takes longer than all that is; the loop turns meanwhile.

    What comes back is set once the edges can be made; after them come the games, so that the first touch on one finds
    it loaded.
    """
    loaded = threading.Event()

    def load() -> None:
        with contextlib.suppress(ImportError):  # whoever needs it in earnest hears of it
            import_module("device.peripherals.peripherals")
        loaded.set()
        kiosk.queue.ring()
        load_screens()
        for name, said in mended_later(kiosk.settings):
            kiosk.post(PeripheralStatus(name, said))

    threading.Thread(target=load, name="loading", daemon=True).start()
    return loaded


def run_kiosk(settings: Settings, trouble: Message | None = None, file: Path | None = None) -> int:
    """The table's own program, until it is ended. ``trouble`` is what was wrong with the settings ``file``."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    faulthandler.enable()  # a watchdog's SIGABRT leaves in the log where every thread stood
    screen = settings.screen
    stage = PygameDisplay((screen.width, screen.height), screen.fullscreen, time.monotonic_ns)
    return run(settings, stage, trouble, file=file, lights=backlight.ROOT)


def poor_letters() -> Message | None:
    """What to say where the font is not installed."""
    return (
        msg("The font is missing, so letters look poor; install font-source-sans-pro.") if typefaces.missing() else None
    )


def poor_words() -> Message | None:
    """What to say where the translations are not installed. English only: that is the trouble."""
    return msg("The translations are missing; install dvojtah again.") if i18n.missing() else None


def _log_start(kiosk: Kiosk) -> None:
    """What whoever reads the log has to know first: which program runs, and on what."""
    wide, high = kiosk.stage.surface.get_size()
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


def run(
    settings: Settings,
    stage: DisplayBackend,
    trouble: Message | None = None,
    factory: Any = None,
    connector: Connector | None = None,
    ready: Callable[[Kiosk], None] = lambda kiosk: None,
    file: Path | None = None,
    lights: Path | None = None,
) -> int:
    """Run a table on ``stage``: first frame first, then the edges. Ends cleanly on SIGTERM and SIGINT."""
    service = ServiceNotifier.of_this_process()
    trouble = begun_anew(file) or trouble
    kiosk, outputs = _kiosk_on(settings, stage, time.monotonic_ns, file)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: kiosk.post(Quit()))
    for name, said in (("settings", trouble), ("font", poor_letters()), ("words", poor_words())):
        if said is not None:
            kiosk.post(PeripheralStatus(name, said))
    ready(kiosk)
    kiosk.step(wait=False)
    service.ready()
    _log_start(kiosk)
    loaded = _load(kiosk)
    while kiosk.running and not loaded.is_set():
        kiosk.step()
        service.turned(kiosk.now())
    edges = _edges_of(kiosk, outputs, factory, connector, lights)
    edges.start()
    kiosk.event.start()
    try:
        kiosk.run(service.turned)
    finally:
        service.ending()
        edges.close()
        if kiosk.file is not None:
            kiosk.file.close()
        kiosk.event.close()
        kiosk.journal.close()
        pygame.quit()
        service.close()
        log.info("ended")
    return 0
