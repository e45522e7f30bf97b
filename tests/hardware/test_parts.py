"""Parts, supply and the EEPROM's image; and all drawings, where the programs that draw them are installed."""

from __future__ import annotations

import shutil
import struct
import typing
import uuid

import pytest

from device.settings.settings import Buttons, Oled
from tests.hardware.drawings import HARDWARE
from tools import hardware, hat_eeprom


def test_every_part_has_a_use_in_both_languages_and_something_to_buy():
    for part in hardware.parts():
        assert all(part[key] for key in ("cs", "en", "use_cs", "use_en", "any_of")), part["id"]
        for one in part["any_of"]:
            assert "ma" not in one or one["source"], one["name"]


def test_every_display_that_can_be_set_can_be_bought():
    names = " ".join(one["name"] for part in hardware.parts() if part["id"] == "oled" for one in part["any_of"])
    types = set(typing.get_args(typing.get_type_hints(Oled)["type"])) - {"none"}
    assert all(kind.upper() in names for kind in types), types


@pytest.mark.parametrize("name", hardware.TABLES)
def test_no_supply_is_used_up(name):
    chosen, supply = hardware.TABLES[name]
    usual, worst = hardware.load(chosen)
    gives = next(part for part in hardware.parts() if part["id"] == "supply")["any_of"][supply]["gives_ma"]
    assert 0 < usual < worst <= hardware.MARGIN * gives


def test_a_supply_that_is_too_weak_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(hardware, "TABLES", {"too much": ({"pi": 1, "oled": 2}, 2)})
    with pytest.raises(hardware.Missing, match="too much"):
        hardware.budget(tmp_path)


def test_the_check_of_an_atom_is_the_known_one():
    assert hat_eeprom.crc16(b"123456789") == 0xBB3D


def test_the_eeprom_names_the_board_and_presets_its_lines():
    buttons = Buttons()
    image = hat_eeprom.image(buttons, uuid.UUID(int=7))
    signature, version, _, atoms, length = struct.unpack_from("<IBBHI", image)
    assert (signature.to_bytes(4, "little"), version, atoms, length) == (b"R-Pi", 1, 2, len(image))
    at, found = 12, {}
    while at < len(image):
        kind, _, size = struct.unpack_from("<HHI", image, at)
        body = image[at : at + 8 + size - 2]
        assert struct.unpack_from("<H", image, at + 8 + size - 2)[0] == hat_eeprom.crc16(body)
        found[kind] = body[8:]
        at += 8 + size
    assert found[hat_eeprom.VENDOR].endswith(b"DvojtahDvojtah HAT")
    lines = found[hat_eeprom.GPIO][2:]
    used = {number for number, byte in enumerate(lines) if byte & 0x80}
    assert used == {17, 27, 22, 23, 24}
    assert all(lines[pin] & 0x67 == 0x20 for pin in (buttons.button_a, buttons.button_b))
    assert all(lines[pin] & 0x07 == 0x01 for pin in (buttons.lamp_a, buttons.lamp_b, buttons.buzzer))


@pytest.mark.skipif(not shutil.which("kicad-cli"), reason="KiCad draws the board; make hardware installs and runs it")
def test_the_board_passes_every_check_of_kicad(tmp_path):
    pcb = HARDWARE / "hat" / "hat.kicad_pcb"
    hardware.call(
        "kicad-cli",
        "sch",
        "erc",
        "--severity-all",
        "--exit-code-violations",
        "-o",
        tmp_path / "erc",
        pcb.with_suffix(".kicad_sch"),
    )
    hardware.call(
        "kicad-cli",
        "pcb",
        "drc",
        "--severity-all",
        "--schematic-parity",
        "--exit-code-violations",
        "-o",
        tmp_path / "drc",
        pcb,
    )


def test_a_program_that_is_missing_is_named():
    with pytest.raises(hardware.Missing, match="no-such-program is not installed"):
        hardware.call("no-such-program")
