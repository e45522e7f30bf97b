"""`dvojtah doctor`: each fault is found, said in one sentence in both languages, and nothing is taken or changed."""

import errno
import json
import os
import struct
import subprocess
import sys

import msgspec
import pytest

from device import doctor, words
from device.doctor import board, displays, keeping, pins
from device.journal import Journal
from device.kiosk import typefaces
from device.settings import Oled, Settings
from tests.edges.test_oled import Wire
from tests.journal.conftest import ROOT

ASK = pins._ioctl
HEADER_CHIP, OTHER_CHIP = b"pinctrl-bcm2711", b"raspberrypi-exp-gpio"


class Kernel:
    """GPIO chips as the kernel answers for them: which lines are used, and by whom."""

    def __init__(self, chips):
        self.chips = chips

    def __call__(self, chip, request, data):
        label, held = self.chips[chip.name]
        if request == pins.CHIP_INFO:
            assert len(data) == 68
            return struct.pack("=32s32sI", chip.name.encode(), label, 54)
        assert (request >> 16) & 0x3FFF == len(data) == 256
        (line,) = struct.unpack_from("=I", data, 64)
        who = held.get(line)
        return struct.pack("=32s32sIIQ176x", b"", who or b"", line, 0, 0 if who is None else pins.USED)


@pytest.fixture
def well(tmp_path, monkeypatch):
    """A Raspberry Pi on which everything is in order; its settings."""
    dev = tmp_path / "dev"
    (tmp_path / "hwmon" / "hwmon1").mkdir(parents=True)
    dev.mkdir()
    for chip in ("gpiochip0", "gpiochip1", "i2c-1", "card0"):
        (dev / chip).touch()
    (tmp_path / "cards").write_text(" 0 [Headphones     ]: bcm2835\n")
    (tmp_path / "hwmon" / "hwmon1" / "name").write_text("rpi_volt\n")
    (tmp_path / "hwmon" / "hwmon1" / "in0_lcrit_alarm").write_text("0\n")
    (tmp_path / "source").write_text("arch_sys_counter\n")
    monkeypatch.setattr(pins, "DEV", dev)
    monkeypatch.setattr(pins, "_ioctl", Kernel({"gpiochip0": (OTHER_CHIP, {}), "gpiochip1": (HEADER_CHIP, {})}))
    monkeypatch.setitem(pins.MODULES, "lgpio", "gpiozero")
    monkeypatch.setattr(displays, "CARDS", tmp_path / "cards")
    monkeypatch.setattr(board, "HWMON", tmp_path / "hwmon")
    monkeypatch.setattr(board, "SOURCE", tmp_path / "source")
    monkeypatch.setattr("smbus2.SMBus", Wire)
    Wire.open, Wire.present, Wire.sent = 0, (0x3C, 0x3D), []
    for name in ("SDL_VIDEO_DRIVER", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")
    monkeypatch.setattr(displays, "DRI", dev)
    monkeypatch.setattr(displays, "DEV", dev)
    return Settings(journal=str(tmp_path / "journal.db"))


def ill(settings, trouble=None):
    """What is not well, by part, as people read it in English."""
    words.use("en")
    found = doctor.examine(settings, trouble)
    for one in found:
        assert words.tr(one.text)
    return {one.part: words.tr(one.text) for one in found if not one.ok}


def test_a_well_device_has_nothing_to_complain_about_and_nothing_is_made(well, tmp_path):
    before = sorted(tmp_path.rglob("*"))
    assert ill(well) == {}
    assert sorted(tmp_path.rglob("*")) == before
    assert Wire.open == 0
    assert {bytes(data) for _, _, data in Wire.sent} == {b"\xe3"}, "a display is only asked whether it is there"


def test_the_exit_status_and_the_data_say_the_same(well, capsys):
    assert doctor.run_doctor(well, None, None, as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True
    Wire.present = (0x3C,)
    assert doctor.run_doctor(well, None, None, as_json=True) == 1
    data = json.loads(capsys.readouterr().out)
    assert [one["part"] for one in data["findings"] if not one["ok"]] == ["oled B"]
    assert doctor.run_doctor(well, None, None, as_json=False) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("!")] == [
        "! Displej B neodpovídá na /dev/i2c-1, adresa 0x3D; zkontrolujte kabel, adresu a sběrnici."
    ]


def test_a_line_that_another_program_holds_is_named_with_its_holder(well, monkeypatch):
    monkeypatch.setattr(
        pins, "_ioctl", Kernel({"gpiochip0": (OTHER_CHIP, {17: b"x"}), "gpiochip1": (HEADER_CHIP, {27: b"gpiomon"})})
    )
    assert ill(well) == {"lines": "Line 27 (button_b) is held by gpiomon; close that program."}


def test_lines_that_the_running_table_holds_are_well(well, monkeypatch, tmp_path):
    held = dict.fromkeys((17, 27, 22, 23, 24), b"lg")
    monkeypatch.setattr(pins, "_ioctl", Kernel({"gpiochip0": (OTHER_CHIP, {}), "gpiochip1": (HEADER_CHIP, held)}))
    assert "lines" in ill(well), "no table runs"
    journal = Journal(tmp_path / "journal.db")
    try:
        assert ill(well) == {}
    finally:
        journal.close()


def test_the_programs_that_have_a_chip_open_are_named(tmp_path):
    chip = tmp_path / "gpiochip0"
    chip.touch()
    with chip.open():
        assert str(os.getpid()) in pins._described("lg", chip)


def test_no_right_to_the_lines_names_the_group(well, monkeypatch):
    def refuses(*_):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(pins, "_ioctl", refuses)
    assert "group gpio" in ill(well)["lines"]


def test_a_chip_that_is_none_is_said(well, monkeypatch):
    monkeypatch.setattr(pins, "_ioctl", ASK)
    assert "does not answer" in ill(well)["lines"]


def test_a_missing_library_and_a_mock_are_said(well, monkeypatch):
    monkeypatch.setitem(pins.MODULES, "lgpio", "no_such_module")
    assert "python3-lgpio" in ill(well)["gpio"]
    mock = msgspec.convert({"journal": well.journal, "buttons": {"pin_factory": "mock"}}, Settings)
    assert "mock" in ill(mock)["gpio"]


def test_a_display_without_its_bus_or_its_cable(well, monkeypatch):
    Wire.present = ()
    found = ill(well)
    assert found["oled A"] == "Display A does not answer on /dev/i2c-1 at 0x3C; check its cable, address and bus."
    assert set(found) == {"oled A", "oled B"}
    (displays.DEV / "i2c-1").unlink()
    assert "switch I2C on" in ill(well)["oled A"]
    off = msgspec.structs.replace(
        well, oled_a=Oled(type="none"), oled_b=msgspec.convert({"type": "none"}, type(well.oled_b))
    )
    assert ill(off) == {}


def test_supply_clock_and_sound(well, tmp_path):
    (tmp_path / "hwmon" / "hwmon1" / "in0_lcrit_alarm").write_text("1\n")
    (tmp_path / "source").write_text("jiffies\n")
    (tmp_path / "cards").write_text("--- no soundcards ---\n")
    assert set(ill(well)) == {"power", "clock", "sound"}


def test_a_missing_font_and_missing_translations(well, monkeypatch, tmp_path):
    monkeypatch.setattr(typefaces, "missing", lambda: True)
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    assert set(ill(well)) == {"fonts", "translations"}


def test_a_journal_that_is_damaged_another_programs_or_has_no_room(well, tmp_path, monkeypatch):
    path = tmp_path / "journal.db"
    Journal(path).close()
    assert ill(well) == {}
    raw = path.read_bytes()
    path.write_bytes(raw[:4096] + bytes(4096) + raw[8192:])
    assert "journal" in ill(well)
    path.write_bytes(b"notes of somebody")
    assert "damaged" in ill(well)["journal"]
    path.unlink()
    monkeypatch.setattr(keeping, "LEAST_FREE", 10**12)
    assert "make room" in ill(well)["disk"]


def test_a_folder_that_may_not_be_written_is_said(well, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
    assert "read-only" in ill(well)["disk"]


def test_the_settings_fault_is_among_the_findings_and_the_others_are_still_looked_for(tmp_path):
    bad = tmp_path / "settings.toml"
    bad.write_text("volume = 7\n")
    command = [sys.executable, "-m", "device", "--lang", "en", "--settings", str(bad), "--journal",
               str(tmp_path / "journal.db"), "doctor"]  # fmt: skip
    child = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert child.returncode == 1
    assert child.stderr == ""
    first, *rest = child.stdout.splitlines()
    assert first.startswith(f"! Settings {bad}, line 1:")
    assert any("/dev/i2c-1" in line for line in rest)
    assert not (tmp_path / "journal.db").exists(), "the doctor makes nothing"
