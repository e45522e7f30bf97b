"""Settings of the device: its displays, network and version, switching it off, and a disk that refuses."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from device.common.settings.reading import load
from device.graphics.palette import LIGHT
from device.kiosk.host import DeviceInfo
from device.peripherals import power
from device.screens.settings import controller
from device.screens.settings.rows import Set
from device.screens.settings.screens import PowerOffQuestion
from tests.kiosk.script import play
from tests.kiosk.seeing import says, way_to
from tests.kiosk.settings.helpers import back_to_game, written
from tests.kiosk.situations.polish_doubles import opened, write
from tools.play.player import Stuck

# -- OLEDs -------------------------------------------------------------------------------------------------------------


def test_type_bus_and_address_of_a_display_hold_at_once(p):
    play(p, "settings > Displeje dvojic")
    opened_with = []
    p.peripherals.oleds._connect = lambda display: opened_with.append(display) or p.oleds.connect(display)
    play(p, "B")
    for change in (("type", "ssd1309"), ("port", 2), ("address", 0x3C)):
        p.touch(Set("oled_b", *change))
        p.oled(1)
    assert [(display.type, display.port, display.address) for display in opened_with] == [
        ("ssd1309", 1, 0x3D),
        ("ssd1309", 2, 0x3D),
        ("ssd1309", 2, 0x3C),
    ]
    p.settle()
    assert says(p, "Odpovídá")
    assert p.oled(1).getbbox() is not None, "the new display got its picture"
    settings = written(p).oled_b
    assert (settings.type, settings.port, settings.address) == ("ssd1309", 2, 0x3C)


def test_the_same_address_on_one_bus_is_pointed_out_and_on_two_buses_is_fine(p):
    play(p, "settings > Displeje dvojic")
    p.touch(Set("oled_a", "address", 0x3D))
    assert says(p, "Oba displeje mají tuto sběrnici a adresu")
    p.touch(Set("oled_a", "port", 2))
    assert says(p, "Odpovídá")


def test_a_display_that_does_not_answer_is_said_on_its_page(p):
    def nothing(_):
        raise OSError

    p.peripherals.oleds._connect = nothing
    play(p, "settings > Displeje dvojic > SH1106")
    p.oled(0)
    p.settle()
    assert sum("Displej A neodpovídá" in widget.text for widget in p.kiosk.scene if hasattr(widget, "text")) == 2
    play(p, "žádný")
    p.oled(0)
    p.settle()
    assert p.kiosk.host.notices.troubles == {}
    assert says(p, "Žádný tu není")


# -- the device --------------------------------------------------------------------------------------------------------


def test_network_and_version_are_read_when_the_page_opens(p, monkeypatch):
    play(p, "settings")
    monkeypatch.setattr("device.common.web.network.interfaces", lambda: (("wlan0", "10.0.0.7"), ("eth0", "")))
    play(p, "Zařízení", sees=("10.0.0.7", "nepřipojeno", "Dvojtah 0.", "settings.toml"))
    monkeypatch.setattr("device.common.web.network.interfaces", lambda: ())
    play(p, "Hledat znovu", lacks="10.0.0.7")


def test_the_device_is_switched_off_by_the_command_of_the_settings_and_only_after_a_question(p, tmp_path, monkeypatch):
    mark = tmp_path / "off"
    p.kiosk.preferences.settings = msgspec.structs.replace(p.kiosk.host.settings, power_off=f"touch '{mark}'")
    ran = []
    monkeypatch.setattr(controller, "switch_off", lambda command, post: (ran.append(command), power.run(command, post)))
    opened(p)
    play(p, "menu > settings > Zařízení > Vypnout", sees=("Opravdu vypnout?", "Hodiny zůstanou stát"))
    play(p, "back")
    assert ran == []
    play(p, "Vypnout > Vypnout")
    assert ran == [f"touch '{mark}'"]
    assert mark.exists()


def test_a_device_that_refuses_to_be_switched_off_says_so_and_the_game_goes_on(p, monkeypatch):
    p.kiosk.preferences.settings = msgspec.structs.replace(p.kiosk.host.settings, power_off="false")
    monkeypatch.setattr(controller, "switch_off", power.run)
    opened(p)
    play(p, "menu > settings > Zařízení > Vypnout > Vypnout", sees="false byl odmítnut (1)")
    back_to_game(p)
    write(p, "PES", 5)


def test_without_a_command_the_button_says_so(p):
    play(p, "settings > Zařízení")
    with pytest.raises(Stuck):
        p.touch(way_to(p, PowerOffQuestion))
    assert p.kiosk.host.facts() == DeviceInfo(
        p.kiosk.host.facts().version,
        os.uname().nodename,
        p.kiosk.host.facts().network,
        str(p.kiosk.preferences.file.path),
        False,
        p.kiosk.host.facts().day,
    )


# -- a disk that refuses -----------------------------------------------------------------------------------------------


def test_a_disk_that_refuses_the_settings_stops_nothing_and_the_change_holds(p, tmp_path):
    Path(tmp_path / "config").write_text("a file where the folder should be")
    opened(p)
    play(p, "menu > settings > světlé")
    p.kiosk.preferences.file.close()
    p.settle()
    assert says(p, "nelze zapsat")
    assert p.kiosk.screen.look.palette is LIGHT
    back_to_game(p)
    write(p, "PES", 5)
    Path(tmp_path / "config").unlink()
    assert p.kiosk.preferences.file.serve()
    p.settle()
    assert not says(p, "nelze zapsat")
    assert load(p.kiosk.preferences.file.path).palette == "light"
