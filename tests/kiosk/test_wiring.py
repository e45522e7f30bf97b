"""A table brought up on its own screen: its lines lent and given back, settings written, the first game at the end."""

from __future__ import annotations

import pytest

from device.bring_up.steps import WiringReply
from device.bring_up.wired_parts import WiredParts
from device.common import i18n
from device.common.settings.reading import load
from device.graphics.actions import BACK, SETTINGS, Command
from device.kiosk.screen import ask, call_on
from device.screens.settings.page import SettingsPage
from device.screens.settings.screens import ButtonsPage
from device.screens.settings.wiring_controller import WiringController
from rules.game import SECOND
from tests.kiosk.seeing import says
from tests.kiosk.situations.polish_doubles import opened
from tools.play.player import Stuck
from tools.play.players.polish_doubles import DoublesPlayer

A, B = 17, 27


class Builder(DoublesPlayer):
    """Somebody who wires a table in front of its screen."""

    plugged = ()

    @property
    def parts(self) -> WiredParts:
        return self.kiosk.host.controller._parts

    def serve(self):
        """A round of the parts, which its thread would make, and a second."""
        self.parts.serve()
        self.wait(SECOND)

    def push(self, pin):
        """Press what is wired to that pin, and let it go."""
        self.serve()
        self.factory.pin(pin).drive_low()
        self.factory.pin(pin).drive_high()
        self.wait(SECOND)

    def reply(self, *replies):
        for reply in replies:
            self.touch(ask(WiringController.reply, reply))

    def plug(self, *addresses):
        self.plugged = [(1, address) for address in addresses]
        self.serve()
        self.serve()


@pytest.fixture
def p(tmp_path, monkeypatch):
    monkeypatch.setattr(WiredParts, "start", lambda self: None)
    player = Builder(tmp_path, "en", file=tmp_path / "settings.toml")
    monkeypatch.setattr("device.bring_up.wired_parts.buses", lambda dev: [1])
    monkeypatch.setattr("device.bring_up.wired_parts.answering", lambda dev: player.plugged)
    yield player
    player.close()
    i18n.use("cs")


def enter(p):
    p.menu(SETTINGS) if p.kiosk.table.history is not None else p.touch(SETTINGS)
    p.touch(call_on(SettingsPage.tab, ButtonsPage))
    p.touch(Command.WIRING)


def test_swapped_wires_and_a_wrong_address_are_in_the_settings_and_the_first_game_plays_by_them(p, tmp_path):
    enter(p)
    assert says(p, "place 11")
    p.push(B)
    assert says(p, "which is button B's")
    p.reply(WiringReply.SWAP)
    p.push(A)
    p.reply(WiringReply.YES, WiringReply.YES, WiringReply.YES)
    p.plug(0x3D)
    assert p.oleds.image(0) is not None
    p.reply(WiringReply.YES)
    p.plug(0x3C, 0x3D)
    p.reply(WiringReply.YES, WiringReply.YES)
    for pin in (B, A, B, A):
        p.push(pin)
    assert says(p, "The table is wired.")
    p.touch(ask(WiringController.play))
    p.kiosk.preferences.file.close()
    settings = load(tmp_path / "settings.toml")
    assert (settings.buttons.button_a, settings.buttons.button_b) == (B, A)
    assert (settings.oled_a.address, settings.oled_b.address) == (0x3D, 0x3C)
    gpio = p.peripherals.gpio
    assert gpio.open() is None, "the table has its lines again"
    before = p.kiosk.host.controller.state
    p.factory.pin(B).drive_low()
    p.factory.pin(B).drive_high()
    p.settle()
    assert p.kiosk.host.controller.state != before, "the trial has heard button A"


def test_meanwhile_no_press_plays_and_going_back_gives_the_lines_back(p):
    enter(p)
    p.push(A)
    assert p.kiosk.table.history is None
    p.touch(BACK)
    p.kiosk.loop.settle()
    assert p.peripherals.gpio.open() is None
    assert says(p, "wire by wire")


def test_whatever_comes_in_between_gives_the_lines_back(p):
    enter(p)
    p.serve()
    p.kiosk.host.show_home()  # as where the organiser takes the table's game away
    assert p.peripherals.gpio.open() is None
    assert p.peripherals.oleds.present == (0, 1)


def test_a_display_that_was_away_before_is_no_trouble_after_it_was_left_out(p):
    enter(p)
    p.reply(*[WiringReply.SKIP] * 2, *[WiringReply.YES] * 3, WiringReply.NONE, WiringReply.NONE)
    p.touch(BACK)
    assert p.kiosk.host.settings.oled_a.type == "none"
    assert p.peripherals.oleds.present == ()


def test_while_a_clock_runs_nothing_is_lent(p):
    opened(p)
    p.menu(SETTINGS)
    p.touch(call_on(SettingsPage.tab, ButtonsPage))
    p.touch(Command.WIRING)
    assert says(p, "A clock runs; pause the game first.")
    assert p.peripherals.gpio.buttons


def test_before_the_lines_are_open_it_is_said(p):
    p.kiosk.host.wiring = None
    enter(p)
    assert says(p, "The buttons are being opened; a moment.")
    with pytest.raises(Stuck):
        p.reply(WiringReply.SKIP)
