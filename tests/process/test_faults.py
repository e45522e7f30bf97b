"""The real program without its font, without a sound card, and with a wall clock that jumps by hours."""

from __future__ import annotations

import contextlib
import sys

import pytest

from device.graphics import typefaces
from device.graphics.actions import DONE, Do, NewGame, ResumeGame
from device.graphics.palette import DARK
from device.io.inputs import PeripheralStatus
from device.journal import connect, load
from rules.message import msg
from rules.polish_doubles import acts as e
from tests.process.desktop import Simulator, until

pytestmark = pytest.mark.timeout(120)

JUMPING = """
import itertools, sys
from device.journal import writer
labels = itertools.cycle(("2026-11-21T18:30:00+00:00", "2026-11-22T04:30:00+00:00", "1970-01-01T00:00:07+00:00"))
writer._wall = lambda: next(labels)
from device.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""The program on a Pi whose wall clock is set while people play."""


class Jumping(Simulator):
    def _start(self):
        command = [sys.executable, "-c", JUMPING, "--lang", "cs", "--journal", str(self.journal), "simulate"]
        return self.run(command)


@pytest.fixture
def started(desktop, tmp_path):
    with contextlib.ExitStack() as stack:

        def start(kind=Simulator) -> Simulator:
            simulator = kind(desktop, tmp_path)
            stack.callback(simulator.mirror.close)
            stack.callback(simulator.kill)
            return simulator

        yield start


def line_shows(s: Simulator) -> bool:
    """Whether the strip at the top of the real window says something in the colour of a calm warning."""
    place = s.desktop.hand("getwindowgeometry", "--shell", s.window).splitlines()
    left, top = (int(line[2:]) for line in place if line[:2] in ("X=", "Y="))
    strip = s.desktop.picture((left + 8, top + 8, left + 792, top + 30))
    return sum(count for count, colour in strip.getcolors(1 << 24) if colour == DARK.warn) > 40


def play(s: Simulator) -> None:
    s.touch(NewGame("polish_doubles"))
    s.write("Krtci")
    s.touch(DONE)
    s.write("Sloky")
    s.touch(DONE)
    s.touch(Do(e.Starters(pair="A")))
    s.press(0)
    s.caught_up()
    s.press(0)
    s.caught_up()


@pytest.fixture
def poor_letters(monkeypatch):
    """The mirror has no font of its own either: hands wait until they see what they touch."""

    def forget():
        for value in vars(typefaces).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()

    monkeypatch.setattr(typefaces, "file_of", lambda weight: None)
    forget()
    yield
    monkeypatch.undo()
    forget()


def test_without_font_and_sound_card_one_line_says_so_and_the_game_goes_on(poor_letters, desktop, started, tmp_path):
    (tmp_path / "shadow").mkdir()
    (tmp_path / "shadow" / "font_source_sans_pro.py").write_text("raise ImportError", encoding="utf-8")
    desktop.environment |= {"PYTHONPATH": str(tmp_path / "shadow")}
    desktop.environment |= {"SDL_AUDIODRIVER": "alsa", "ALSA_CONFIG_PATH": "/dev/null"}
    s = started()
    until(lambda: line_shows(s), "the line about what is missing")
    s.mirror.kiosk.post(PeripheralStatus("font", msg("The font is missing, so letters look poor.")))
    s.mirror.settle()
    play(s)
    assert s.process.poll() is None
    assert line_shows(s), "it is still missing"


def test_a_well_table_has_no_line_to_show(started):
    s = started()
    until(lambda: not line_shows(s), "a strip without a line, once everything is connected")
    play(s)
    assert not line_shows(s)


def test_a_wall_clock_that_jumps_by_hours_moves_no_clock_of_the_game(started):
    s = started(Jumping)
    until(lambda: not line_shows(s), "everything connected")
    play(s)
    labels = [label for (label,) in s.rows("SELECT wall FROM entry ORDER BY n")]
    assert len({label[:10] for label in labels}) > 1, "the labels did jump"
    assert labels != sorted(labels)
    with contextlib.closing(connect(s.journal, read_only=True)) as db:
        history, _ = load(db, 1)
    times = [entry.at for entry in history.entries]
    assert times == sorted(times)
    assert times[-1] < 60 * 10**9, "a few seconds of play, whatever the wall clock says"
    s.kill()
    s.again()
    until(lambda: not line_shows(s), "everything connected")
    s.touch(ResumeGame(1))
    until(lambda: isinstance(s.mirror.kiosk.table.history.entries[-1].event, e.PowerLoss), "the game again")
    s.caught_up()
    with contextlib.closing(connect(s.journal, read_only=True)) as db:
        again, _ = load(db, 1)
    assert again.entries[: len(times)] == history.entries
    assert again.last_at - history.last_at < 60 * 10**9
