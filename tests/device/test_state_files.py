"""Every file that a start reads, damaged in every way: the table starts, by the very steps of the service."""

import contextlib
import itertools
import shutil
import threading
from pathlib import Path

import pygame
import pytest

from device.app import composition, state_files
from device.common import i18n
from device.common.i18n import tr
from device.common.settings.reading import load_tolerant
from device.common.settings.settings import Settings
from device.demo.simulator import SimulatedFactory, SimulatedOleds, settings_for
from device.first_start.common.asking import HERE
from device.io.inputs import Quit
from device.journal import Journal
from tests.damage import DAMAGE, PLACE, clear, in_every_run, lying_in
from tools.play.unwatched import HeadlessDisplay

pytestmark = pytest.mark.timeout(30)

FOUND = Path(__file__).parents[1] / "process" / "damaged"


def settings_in(folder):
    return Settings(journal=str(folder / "var/lib/dvojtah/journal.db"), language="en")


def files_in(folder):
    """Every file that a start reads, below a folder in the place of the system's root; the settings at the end."""
    HERE.root = folder
    settings = settings_in(folder)
    return [*state_files.paths(settings), settings.journal_path.with_name("settings.toml")]


PLAIN = {"zeros", "noise", "nothing", "far too much", *PLACE}
"""What can become of a file that holds no JSON."""
NAMES = [str(path.relative_to("/x")) for path in files_in(Path("/x"))]


@pytest.fixture(scope="module")
def started(tmp_path_factory):
    """The games of a table that was started before."""
    path = tmp_path_factory.mktemp("started") / "journal.db"
    Journal(path).close()
    return path


@pytest.fixture
def root(tmp_path, started, monkeypatch):
    """A card made as an image, answered, updated and started before; nothing is damaged yet."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(HERE, "root", tmp_path)
    pygame.display.init()
    monkeypatch.setattr(pygame, "quit", lambda: None)  # fonts are loaded once for all tests
    i18n.use("en")
    for folder in ("var/lib/dvojtah", "etc/dvojtah", "run/dvojtah-phone"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "etc/dvojtah/first-start").touch()
    settings = settings_in(tmp_path)
    shutil.copy(started, settings.journal_path)
    file = settings.journal_path.with_name("settings.toml")
    file.write_text(f'language = "en"\njournal = "{settings.journal_path}"\n', encoding="utf-8")
    yield tmp_path
    HERE.root = Path("/")


class Start:
    """The service's own start, until everything has been read, and its end."""

    def __init__(self, root):
        file = root / "var/lib/dvojtah/settings.toml"
        settings, trouble, _ = load_tolerant(file)
        if trouble is not None:
            settings = settings_in(root)
        settings = settings_for(settings)
        self.said = []
        self.screens = []
        status = composition.run(
            settings,
            HeadlessDisplay((800, 480)),
            trouble,
            self.ready,
            file,
            lambda: False,
            factory=SimulatedFactory(),
            connector=SimulatedOleds(settings).connect,
        )
        assert status == 0

    def ready(self, kiosk):
        begin = kiosk.event.start

        def start():
            begin()
            for thread in threading.enumerate():
                if thread.name == "loading":
                    thread.join()
            kiosk.loop.settle()
            self.said = [tr(trouble) for trouble in kiosk.host.notices.troubles.values()]
            self.screens = [type(kiosk.controller).__name__]
            kiosk.post(Quit())

        kiosk.event.start = start


CASES = [
    (name, damage)
    for name, damage in itertools.product(NAMES, DAMAGE)
    if damage in PLAIN or name.endswith((".json", ".toml", ".pin"))
]


FEW = in_every_run(CASES)


@pytest.mark.parametrize(("name", "damage"), FEW)
def test_the_table_starts(root, name, damage):
    starts(root, name, damage)


@pytest.mark.parametrize(("name", "damage"), [case for case in CASES if case not in FEW])
def test_the_table_starts_with_every_damage_to_every_file(root, name, damage):
    starts(root, name, damage)


def starts(root, name, damage):
    path = root / name
    clear(path)
    DAMAGE[damage](path)
    before = lying_in(root)
    first = Start(root)
    for trouble in first.said:
        assert trouble.isprintable()
        assert len(trouble) < 300
    if "journal" in name or lying_in(root) != before:
        Start(root)


@pytest.mark.parametrize("damage", DAMAGE)
def test_the_table_starts_with_all_of_them_damaged_at_once(root, damage):
    for name in NAMES[:-1]:
        clear(root / name)
        with contextlib.suppress(FileExistsError):  # another link to the same
            DAMAGE[damage](root / name)
    Start(root)


@pytest.mark.parametrize("name", ["update.json", "first-start.json"])
def test_a_status_that_is_damaged_is_set_aside_and_it_is_said(root, name):
    path = root / "var/lib/dvojtah" / name
    shutil.copy(FOUND / f"{path.stem}-one-bad-byte.json", path)
    troubles = Start(root).said
    assert any(trouble.startswith(f"{name} was damaged and set aside.") for trouble in troubles), troubles
    assert path.with_name(f"{name}.damaged").exists()
    assert not any(name in trouble for trouble in Start(root).said), "once"
