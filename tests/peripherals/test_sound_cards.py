"""Which sound card plays: a Pi 5 whose system names an HDMI socket, with a loudspeaker on USB."""

import ctypes.util
import os
import subprocess
import sys

import pygame
import pytest

from device.peripherals import sound, sound_cards
from device.peripherals.sound import DEVICE, Sound, open_mixer, try_out
from tests.peripherals.test_two_cards import SYSTEM

PI_5 = """ 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [vc4hdmi1       ]: vc4-hdmi - vc4-hdmi-1
                      vc4-hdmi-1
 2 [Device         ]: USB-Audio - USB Audio Device
                      C-Media Electronics Inc. USB Audio Device at usb-xhci-hcd.0-1, full speed
"""
TABLE = """
import sys
from pathlib import Path
from device.peripherals import sound_cards
from device.peripherals.sound import try_out

sound_cards.CARDS = Path(sys.argv[1])
print("plays:", try_out(sys.argv[2], 0.6))
"""


@pytest.fixture
def cards(tmp_path, monkeypatch):
    """The sound cards of a Pi 5."""
    path = tmp_path / "cards"
    path.write_text(PI_5)
    monkeypatch.setattr(sound_cards, "CARDS", path)
    return path


@pytest.fixture
def mixer(monkeypatch):
    """A mixer that opens on the devices of ``opens`` alone; ``asked``: what ALSA was to open."""

    class Mixer:
        def __init__(self):
            self.opens, self.asked = ("plughw:CARD=Device",), []

        def init(self, *_):
            self.asked.append(os.environ.get(DEVICE))
            if self.asked[-1] not in self.opens:
                raise pygame.error("Unknown error 524")

    mixer = Mixer()
    monkeypatch.setattr(pygame.mixer, "init", mixer.init)
    monkeypatch.delenv(DEVICE, raising=False)
    return mixer


def test_cards_are_named_as_alsa_names_them(cards):
    assert sound_cards.sound_cards() == ["vc4hdmi0", "vc4hdmi1", "Device"]
    cards.write_text("--- no soundcards ---\n")
    assert sound_cards.sound_cards() == []
    cards.unlink()
    assert sound_cards.sound_cards() == []


def test_where_the_system_s_card_does_not_open_the_others_are_tried_until_one_does(cards, mixer):
    assert open_mixer("") == "Device"
    assert mixer.asked == [None, "plughw:CARD=vc4hdmi0", "plughw:CARD=vc4hdmi1", "plughw:CARD=Device"]
    assert DEVICE not in os.environ


def test_the_chosen_card_is_tried_first_and_the_system_s_after_it(cards, mixer):
    assert open_mixer("Device") == "Device"
    assert mixer.asked == ["plughw:CARD=Device"]
    mixer.opens = (None,)
    assert open_mixer("gone") == ""
    assert mixer.asked[1:] == ["plughw:CARD=gone", None]


def test_what_somebody_has_told_sdl_is_the_system_s_and_stays(cards, mixer, monkeypatch):
    monkeypatch.setenv(DEVICE, "ears")
    mixer.opens = ("ears",)
    assert open_mixer("") == ""
    assert open_mixer("Device") == ""
    assert os.environ[DEVICE] == "ears"


def test_where_no_card_opens_the_last_refusal_is_raised(cards, mixer):
    mixer.opens = ()
    with pytest.raises(pygame.error, match="524"):
        open_mixer("")
    assert len(mixer.asked) == 4


@pytest.mark.parametrize("silent", [False, True])
def test_another_card_chosen_at_the_table_is_heard_at_once(cards, monkeypatch, silent):
    asked = []
    monkeypatch.setattr(sound, "open_mixer", lambda card: asked.append(card) or pygame.mixer.init())
    table = Sound()
    table.start()
    table._thread.join()
    try:
        assert not pygame.mixer.get_busy()
        table.choose("Device", silent=silent)
        table._thread.join()
        assert asked == ["", "Device"]
        assert pygame.mixer.get_busy() is not silent
    finally:
        table.close()
        pygame.mixer.quit()


@pytest.mark.skipif(
    not (ctypes.util.find_library("asound") and SYSTEM.exists()), reason="ALSA's library is not installed"
)
@pytest.mark.parametrize("chosen", ["", "Device"])
def test_alsa_itself_plays_on_the_card_that_opens(cards, tmp_path, chosen):
    """SDL and ALSA are real; neither the system's card opens nor an HDMI socket, and a recorder stands for the last."""
    path = tmp_path / "asound.conf"
    path.write_text(f"""
pcm.!default {{ type hw card 31 }}
pcm.!plughw {{
    @args [ CARD ]
    @args.CARD {{ type string }}
    type plug
    slave.pcm {{ @func concat strings [ "recorder-of-" $CARD ] }}
}}
pcm.recorder-of-Device {{ type file slave.pcm null file "{tmp_path}/played" format raw }}
""")
    environment = {**os.environ, "SDL_AUDIODRIVER": "alsa", "ALSA_CONFIG_PATH": f"{SYSTEM}:{path}"}
    command = [sys.executable, "-c", TABLE, cards, chosen]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert "plays: Device" in done.stdout, done.stderr[-800:]
    assert any((tmp_path / "played").read_bytes())


def test_a_card_is_tried_out_with_a_tone_and_let_go(monkeypatch):
    monkeypatch.setattr(sound, "open_mixer", lambda card: pygame.mixer.init() or card)
    slept = []
    monkeypatch.setattr(sound.time, "sleep", slept.append)
    assert try_out("Device", 0.6) == "Device"
    assert 0.1 < slept[0] < 1
    assert pygame.mixer.get_init() is None
