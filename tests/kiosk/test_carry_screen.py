"""All games to a USB stick and from one, from the screen."""

from __future__ import annotations

from device.common.files.usb_sticks import StickOutcome
from device.kiosk.screen import ask
from device.screens import carry as screens
from device.screens.carry import CarryController
from rules.message import msg
from tests.kiosk.script import play
from tests.kiosk.seeing import says


def asked(p) -> None:
    play(p, "settings > Zařízení > carry")


def test_from_the_settings_all_games_are_written_and_taken_and_the_outcome_stays(p, monkeypatch):
    done = []
    monkeypatch.setattr(
        screens, "save_all", lambda path, _: (done.append(path), StickOutcome(True, msg("Brought over.")))[1]
    )
    monkeypatch.setattr(screens, "bring_all", lambda *_: StickOutcome(False, msg("Nothing came.")))
    asked(p)
    play(p, "Na USB disk")
    p.kiosk.controller.thread.join(5)
    p.wait(1000)
    assert done == [p.kiosk.journal.path]
    assert says(p, "Brought over.")
    play(p, "Z USB disku")
    p.kiosk.controller.thread.join(5)
    p.wait(1000)
    assert says(p, "Nothing came.")


def test_whatever_goes_wrong_the_screen_says_so_and_can_be_used_again(p, monkeypatch):
    def broken(path, settings):
        raise RuntimeError("no idea")

    monkeypatch.setattr(screens, "save_all", broken)
    monkeypatch.setattr(screens.threading, "excepthook", lambda args: None)
    asked(p)
    play(p, "Na USB disk")
    p.kiosk.controller.thread.join(5)
    p.wait(1000)
    assert says(p, "Něco se nepovedlo")
    assert p.has(ask(CarryController.save))
