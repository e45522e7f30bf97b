"""Two sound cards, one on the board and one on USB, as a Pi 5 with a USB speaker has them.

HDMI, the system's own choice, opens only for a monitor with loudspeakers. What was played lies in files of QEMU's.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.common.settings.settings import Settings
from device.doctor import displays as doctor
from device.peripherals.sound import DEVICE, try_out
from device.peripherals.sound_cards import sound_cards
from tests.lab.inside.conftest import ENOUGH, REST, Recorder, until

VOLUME = 0.6
HOLD = "import pygame, sys; pygame.mixer.init(); print(flush=True); sys.stdin.read()"


@pytest.fixture(autouse=True)
def alsa(monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL plays by ALSA, as in the table's own unit."""
    monkeypatch.delenv("SDL_AUDIODRIVER", raising=False)
    monkeypatch.delenv(DEVICE, raising=False)


@pytest.fixture
def cards() -> tuple[str, str]:
    """Both cards, first the system's own choice, which is ALSA's first."""
    until(lambda: len(sound_cards()) == 2, "both sound cards")
    first, second = sound_cards()
    return first, second


def kind(card: str) -> str:
    """The recorder's word for a card."""
    return "usb" if Path("/proc/asound", card, "usbid").exists() else "hda"


@contextlib.contextmanager
def held(card: str) -> Iterator[None]:
    """Within it another program has the card to itself, so it opens for nobody, like HDMI without loudspeakers."""
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD],
        env=os.environ | {DEVICE: f"plughw:CARD={card}"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    try:
        until(lambda: holder.stdout.readline() == b"\n", "the card is held")
        yield
    finally:
        holder.communicate()


def test_the_system_s_own_card_plays_where_nobody_chose(cards: tuple[str, str]):
    recorders = [Recorder(kind(card)) for card in cards]
    assert try_out("", VOLUME) == ""
    until(lambda: recorders[0].loud() >= ENOUGH, "the tone")
    assert recorders[1].loud() <= REST


def test_where_the_system_s_card_does_not_open_the_other_one_plays(cards: tuple[str, str]):
    recorder = Recorder(kind(cards[1]))
    with held(cards[0]):
        assert try_out("", VOLUME) == cards[1]
    until(lambda: recorder.loud() >= ENOUGH, "the tone")


def test_the_chosen_card_plays_and_the_doctor_names_it(cards: tuple[str, str]):
    for card, other in (cards, cards[::-1]):
        recorder, silent = Recorder(kind(card)), Recorder(kind(other))
        findings = [(ok, str(text)) for ok, text in doctor.sound(Settings(volume=VOLUME, sound_card=card))]
        assert findings[0][0], findings
        assert card in findings[0][1]
        until(lambda recorder=recorder: recorder.loud() >= ENOUGH, "the tone")
        assert silent.loud() <= REST


def test_a_chosen_card_that_does_not_open_is_named_and_the_other_one_plays(cards: tuple[str, str]):
    first, second = cards
    recorder = Recorder(kind(first))
    with held(second):
        findings = [(ok, str(text)) for ok, text in doctor.sound(Settings(volume=VOLUME, sound_card=second))]
    assert findings[0] == (False, f"The sound card {second} of the settings does not open; another one plays.")
    until(lambda: recorder.loud() >= ENOUGH, "the tone")
