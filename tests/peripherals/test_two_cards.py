"""An ear phone a side on two sound cards: the documented configuration of ALSA, with a recorder in place of each card.

A program of its own speaks as a table does, through SDL's mixer and the system's ALSA; recorders are pipes that the
test reads.
"""

import ctypes.util
import os
import re
import select
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from device.peripherals.speech import PROGRAM

DOCUMENT = Path(__file__).parents[2] / "docs" / "peripherals.md"
SYSTEM = Path("/usr/share/alsa/alsa.conf")
CHUNK = 1 << 14
AFTER = 512
"""Chunks without a sound after which it is over. ALSA's null device never says that it is full, so one recorder may get
what is said up to its whole buffer later than the other."""
LONGEST = 1 << 25
"""Bytes, nearly three minutes, after which a card has played too long."""
SOON = 30
"""Seconds in which the table begins to play; a recorder takes what comes faster than a card does."""
TABLE = """
import sys
from device.app.peripherals import Peripherals
from device.io.timebase import SideClocks
from device.common.settings.settings import ButtonSettings, Settings

settings = Settings(speech=True, earphones=True, buttons=ButtonSettings(pin_factory="none"))
table = Peripherals(settings, lambda item: None, lambda: 0, SideClocks())
table.sound.start()
table.sound._thread.join()
table.speak("na tahu", side={side})
sys.stdin.read()
"""
NEEDS = (shutil.which(PROGRAM), ctypes.util.find_library("asound"), SYSTEM.exists())

pytestmark = pytest.mark.skipif(not all(NEEDS), reason="espeak-ng or ALSA's library is not installed")


@pytest.fixture
def cards(tmp_path):
    """A configuration as documented, and the pipes that stand for its two cards."""
    text = DOCUMENT.read_text()
    match = re.search(r"^pcm\.ears \{.*?^```", text, re.MULTILINE | re.DOTALL)
    assert match, "the configuration is documented"
    configuration = match.group().removesuffix("```")
    pipes = [tmp_path / name for name in "ab"]
    for number, pipe in enumerate(pipes, 1):
        os.mkfifo(pipe)
        assert f'"hw:{number}"' in configuration
        configuration = configuration.replace(f'"hw:{number}"', f'"recorder{number}"')
        configuration += f'\npcm.recorder{number} {{ type file slave.pcm null file "{pipe}" format raw }}'
    path = tmp_path / "asound.conf"
    path.write_text(configuration)
    return path, pipes


def heard(cards, side):
    """What each card played while something was said to ``side``, without the silence before and after."""
    path, pipes = cards
    surroundings = {**os.environ, "SDL_AUDIODRIVER": "alsa", "ALSA_CONFIG_PATH": f"{SYSTEM}:{path}"}
    command = [sys.executable, "-c", TABLE.format(side=side)]
    ends = [os.open(pipe, os.O_RDWR) for pipe in pipes]  # so it opens, and waits, without a writer, too
    played, quiet = (bytearray(), bytearray()), 0
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=surroundings) as table:
        while quiet < AFTER and len(played[0]) < LONGEST:
            chunks = [os.read(end, CHUNK) if select.select([end], [], [], SOON)[0] else b"" for end in ends]
            if not all(chunks):
                break  # nobody plays
            sounds, begun = any(map(any, chunks)), any(played)
            quiet = quiet + 1 if begun and not sounds else 0
            if begun or sounds:
                for card, chunk in zip(played, chunks, strict=True):
                    card.extend(chunk)
        table.kill()
    for end in ends:
        os.close(end)
    return [bytes(data).strip(b"\0") for data in played]


@pytest.mark.parametrize("side", [0, 1])
def test_what_is_said_to_a_side_plays_on_its_own_card_and_the_other_is_silent(cards, side):
    played = heard(cards, side)
    assert len(played[side]) > 48_000, "half a second of sound at least"
    assert played[1 - side] == b""


def test_what_is_for_both_plays_on_both_cards(cards):
    a, b = heard(cards, None)
    assert len(a) > 48_000
    assert abs(len(a) - len(b)) < 48_000
