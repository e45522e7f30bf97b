"""The real table on the guest's own display, without a desktop: a short game by touches, a GPIO button and a USB pod.

Everything that is done is done twice: on the real hardware paths, and on a mirror with a virtual clock, at which is
looked up where a player would touch. The loop of the real table says by its watchdog that it has come round, so a
finger waits as people do, until the screen has changed, and nothing here sleeps for a guessed time.
"""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from device.common.settings.settings import Settings
from device.games.polish_doubles.forms import EndScreen
from device.games.polish_doubles.play import PlayScreen
from device.graphics.actions import DONE, MENU, Do, Key, NewGame, Show
from device.graphics.widgets import place_of
from device.io.inputs import PeripheralStatus
from device.journal import connect, load
from device.kiosk.screen import call_on
from device.kiosk.touches import COSTLY_SETTLE, SETTLE
from rules.game import SECOND
from rules.message import Message, msg
from rules.polish_doubles import acts as e
from rules.polish_doubles.state import Phase
from tests.lab.inside.conftest import PATIENCE, picture, until
from tests.lab.inside.program import Program, shows
from tests.lab.models.cuse import Wires
from tests.lab.models.gadget import Usb
from tests.lab.models.gpiosim import Header
from tests.lab.models.touch import Touchscreen
from tests.pod.rig import Chip
from tools.play.players.polish_doubles import DoublesPlayer

NUMBER = "e66118c4e3513726"
PINS = Settings().buttons
NOT_THERE = msg("The pod of clock button {side} does not answer; use the screen's own.", side="B")
SETTINGS = """
journal = "{folder}/journal.db"
volume = 0.0
[buttons]
hold_ms = 10000            # a loop that is slow must not take a press for a hold
[screen]
dim_after_s = 0            # nor does anybody here tire
[oled_a]
shift_s = 0
[oled_b]
shift_s = 0
[polish_doubles]
turn_limit_s = 3600        # an emulated processor is slower than any player
"""


class Table:
    """The program, its hardware, and its mirror."""

    def __init__(self, folder: Path, header: Header) -> None:
        self.folder, self.header = folder, header
        self.journal = folder / "journal.db"
        (folder / "pods.json").write_text(json.dumps({"a": "", "b": NUMBER}))
        self.glass = Touchscreen()
        self.chip = Chip(folder / "chip", NUMBER)
        self.chip.say("f")
        self.usb = Usb(self.chip)
        self.usb.unplug()
        self.mirror = DoublesPlayer(folder / "mirror")
        self.program = Program(folder, SETTINGS.format(folder=folder))

    def mirror_hears(self, trouble: Message | None) -> None:
        """Pod B is not there, or there again."""
        self.mirror.kiosk.post(PeripheralStatus("pod B", trouble))
        self.mirror.settle()

    def touch(self, action: object) -> None:
        """A finger on the button that carries ``action``."""
        place = place_of(self.mirror.kiosk.scene, action)
        assert place is not None, action
        costs = isinstance(action, Do) and action.event.costs
        time.sleep((COSTLY_SETTLE if costs else SETTLE) / SECOND)  # a touch counts only on what was seen that long
        self.glass.down(*place)
        self.program.turns()
        self.glass.up()
        self.program.turns()
        self.mirror.touch(action)

    def write(self, name: str) -> None:
        """A name, letter by letter, on the screen's own keyboard."""
        for char in name:
            self.touch(Key(char))

    def move(self, word: str, points: str) -> None:
        """A move onto the scoresheet."""
        self.touch(call_on(PlayScreen.write))
        for letter in word:
            self.touch(Key(letter))
        for figure in points:
            self.touch(Key(figure))
        self.touch(DONE)
        self.caught_up()

    def pull(self, down: bool) -> None:
        """Button A, on the header."""
        self.header.pull(PINS.button_a, up=not down)

    def pod(self, down: bool) -> None:
        """Button B, on its pod: an active-low contact."""
        self.chip.say("p", int(not down), 0)

    def rows(self) -> int:
        """How many events the real table has on disk."""
        if not self.journal.exists():
            return 0
        with sqlite3.connect(f"file:{self.journal}?mode=ro", uri=True) as db:
            return db.execute("SELECT coalesce(max(n), 0) FROM entry").fetchone()[0]

    def caught_up(self) -> None:
        """The real table has recorded as many events as the mirror."""
        history = self.mirror.kiosk.table.history
        assert history is not None
        until(lambda: self.rows() == len(history.entries), f"entry {len(history.entries)} in the journal")

    def press(self, side: int) -> None:
        """A press that counts."""
        hand = (self.pull, self.pod)[side]
        hand(True)
        time.sleep(0.06)  # as short as a finger's; each edge has its own time, however late it is read
        hand(False)
        self.mirror.press(side, 100)
        self.caught_up()
        self.program.turns()

    def sign(self, side: int) -> None:
        """A hold, until it is on record."""
        hand = (self.pull, self.pod)[side]
        hand(True)
        self.mirror.press(side, 1800)
        self.caught_up()
        hand(False)
        self.program.turns()

    def close(self) -> None:
        self.program.close()
        self.usb.close()
        self.chip.off()
        self.glass.close()
        self.mirror.close()


pytestmark = pytest.mark.timeout(2300)


@pytest.fixture
def table(tmp_path: Path, header: Header, wires: Wires):
    new_table = Table(tmp_path, header)
    new_table.wires = wires
    yield new_table
    new_table.close()


def looks_like_the_mirror(table: Table, name: str) -> bool:
    """Whether the display shows what the mirror draws."""
    return shows(table.mirror.kiosk.screen.display.surface, name)


def test_there_is_no_more_to_draw_with_than_the_installer_brings():
    """A display that stays black without a desktop's OpenGL could not be seen where there is one."""
    libraries = {path.name.split(".so")[0] for path in Path("/usr/lib").glob("*/lib*.so.*")}
    assert {"libEGL", "libGLESv2", "libgbm"} <= libraries
    assert libraries.isdisjoint({"libGL", "libGLX", "libOpenGL"})


def test_a_short_game_from_the_first_touch_to_the_tally(table: Table):
    t = table
    until(lambda: t.wires.show(0x3C) == t.wires.show(0x3D) != bytes(128 * 64), "both OLEDs")
    t.mirror_hears(NOT_THERE)
    until(lambda: looks_like_the_mirror(t, "kiosk-home-no-pod"), "the home screen that misses its pod")
    t.usb.plug()
    t.mirror_hears(None)
    until(lambda: looks_like_the_mirror(t, "kiosk-home"), "the home screen with everything there")

    t.touch(NewGame("polish_doubles"))
    t.write("Sobi")
    t.touch(DONE)
    t.write("Losi")
    t.touch(DONE)
    t.touch(Do(e.Starters(pair="A")))
    t.press(0)
    t.move("MÁ", "9")
    t.press(0)
    until(lambda: t.header.value(PINS.lamp_b) == 1, "the lamp of the pair on move")

    # The turn of pair B: its pod is torn out, its button pressed all the same, and the cable put back in mid-turn.
    t.usb.unplug()
    until(lambda: not list(Path("/dev").glob("ttyACM*")), "the port is gone")
    before = t.rows()
    t.mirror_hears(NOT_THERE)  # the real table notices by itself
    t.pod(True)
    t.mirror.press(1, 100)
    t.pod(False)
    picture("kiosk-pod-gone")
    assert t.rows() == before, "nobody has heard of that press yet"
    t.usb.plug()
    t.caught_up()
    t.mirror_hears(None)
    t.program.turns()
    picture("kiosk-pod-back")

    t.move("SE", "5")
    t.move("KOSA", "8")
    picture("kiosk-play")
    t.touch(MENU)
    t.touch(Show(EndScreen()))
    t.touch(Do(e.End()))
    t.touch(DONE)
    t.touch(DONE)
    t.sign(0)
    t.sign(1)
    picture("kiosk-signed")

    process = t.program.process
    process.send_signal(signal.SIGTERM)
    output = process.communicate(timeout=PATIENCE)[1]
    assert (process.returncode, output) == (0, "")
    with connect(t.journal, read_only=True) as db:
        signed, _ = load(db, 1)
    assert signed.state.phase is Phase.SIGNED
    assert [signed.state.total(0), signed.state.total(1)] == [9, 13]
    record = t.folder / "game.jsonl"
    run = [sys.executable, "-m", "device", "--journal", str(t.journal)]
    subprocess.run([*run, "export", "--record", "-o", str(record)], check=True)
    replayed = subprocess.run([*run, "replay", str(record), "--json"], check=True, capture_output=True, text=True)
    assert json.loads(replayed.stdout) == json.loads(json.dumps(signed.game.report(signed.state).data))
