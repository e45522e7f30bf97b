"""`dvojtah doctor`: each fault is found, said in one sentence in both languages, and nothing is taken or changed."""

import contextlib
import errno
import json
import os
import sqlite3
import subprocess
import sys
from types import SimpleNamespace

import msgspec
import pygame
import pytest

from device import doctor
from device.common import i18n
from device.common.settings.settings import OledSettings, Settings
from device.doctor import buttons, displays, machine
from device.graphics import typefaces
from device.journal import VERSION, Journal
from device.peripherals import gpio_chip
from device.pods.ports import FoundPort
from device.updates import room
from rules.loading import readable
from tests.doctor.made_device import display, ill, programs, unit
from tests.journal.conftest import ROOT, notes
from tests.journal.conftest import keep as keep_game
from tests.peripherals.chips import OTHER, PI_4, PI_5, Chips
from tests.peripherals.oled_bus import Wire

ASK = gpio_chip.ask


def stopped(folder, monkeypatch):
    """The service does not run."""
    programs(folder, monkeypatch, vcgencmd="throttled=0x0", systemctl=unit("inactive", "dead"))


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
    assert [finding["part"] for finding in data["findings"] if not finding["ok"]] == ["oled B"]
    assert doctor.run_doctor(well, None, None, as_json=False) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("!")] == [
        "! Odpovídá jen jeden displej, na /dev/i2c-1, adresa 0x3C: s ní se prodávají oba; "
        "změňte ji na displeji dvojice B, nebo mu dejte vlastní sběrnici (návod, krok 4)."
    ]


def test_a_line_that_another_program_holds_is_named_with_its_holder(well, monkeypatch):
    Chips(gpio_chip.DEV, {0: (OTHER, {17: b"x"}), 1: (PI_4, {27: b"gpiomon"})}).install(monkeypatch)
    assert ill(well) == {"lines": "Line 27 (Clock button B) is held by gpiomon; close that program."}


def test_lines_that_the_running_table_holds_are_well(well, monkeypatch, tmp_path):
    held = dict.fromkeys((17, 27, 22, 23, 24), b"lg")
    Chips(gpio_chip.DEV, {0: (OTHER, {}), 1: (PI_4, held)}).install(monkeypatch)
    stopped(tmp_path, monkeypatch)
    assert "lines" in ill(well), "no table runs"
    journal = Journal(tmp_path / "journal.db")
    try:
        assert set(ill(well)) == {"unit"}
    finally:
        journal.close()


def test_who_may_not_see_the_journal_hears_of_the_service_that_it_holds_lines_and_loudspeaker(
    well, monkeypatch, tmp_path
):
    """Whoever logs in on the device has settings and a journal of their own, for those of the service are its own."""
    held = dict.fromkeys((17, 27, 22, 23, 24), b"lg")
    Chips(gpio_chip.DEV, {0: (OTHER, {}), 1: (PI_4, held)}).install(monkeypatch)
    monkeypatch.setattr(displays, "try_out", None)
    assert ill(well) == {}


def test_the_programs_that_have_a_chip_open_are_named(tmp_path):
    chip = tmp_path / "gpiochip0"
    chip.touch()
    with chip.open():
        assert str(os.getpid()) in buttons._described("lg", chip)


def test_a_header_with_another_number_is_the_one_that_is_opened_and_looked_at(well, monkeypatch):
    (gpio_chip.DEV / "gpiochip0").unlink()
    (gpio_chip.DEV / "gpiochip1").unlink()
    chips = Chips(gpio_chip.DEV, {11: (PI_5, {17: b"gpiomon"}), 12: (b"gpio-brcmstb@107d508500", {})})
    chips.install(monkeypatch)
    assert ill(well) == {"lines": "Line 17 (Clock button A) is held by gpiomon; close that program."}
    assert chips.opened == [11]


def test_lines_that_the_library_cannot_open_are_not_called_well(well, monkeypatch):
    chips = Chips(gpio_chip.DEV, {0: (OTHER, {}), 1: (PI_4, {})})
    chips.install(monkeypatch)
    monkeypatch.setattr("lgpio.gpiochip_open", lambda number: chips._open(99))
    assert "can not open gpiochip" in ill(well)["lines"]


def test_no_right_to_the_lines_names_the_group(well, monkeypatch):
    def refuses(*_):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(gpio_chip, "ask", refuses)
    assert "group gpio" in ill(well)["lines"]


def test_a_chip_that_is_none_is_said(well, monkeypatch):
    monkeypatch.setattr(gpio_chip, "ask", ASK)
    assert "does not answer" in ill(well)["lines"]


def test_a_missing_library_is_said(well, monkeypatch):
    monkeypatch.setitem(buttons.MODULES, "lgpio", "no_such_module")
    assert "python3-lgpio" in ill(well)["gpio"]


def test_a_display_without_its_bus_or_its_cable(well, monkeypatch):
    Wire.present = ()
    troubles = ill(well)
    assert troubles["oled A"] == "Display A does not answer on /dev/i2c-1 at 0x3C; check its cable, address and bus."
    assert set(troubles) == {"oled A", "oled B"}
    (displays.DEV / "i2c-1").unlink()
    assert "switch I2C on" in ill(well)["oled A"]
    off = msgspec.structs.replace(
        well, oled_a=OledSettings(type="none"), oled_b=msgspec.convert({"type": "none"}, readable(type(well.oled_b)))
    )
    assert ill(off) == {}


@pytest.mark.parametrize("bits", ["0x50005", "0x50000", "0x1"])
def test_the_firmware_tells_of_too_low_a_voltage_now_or_before(well, tmp_path, monkeypatch, bits):
    programs(tmp_path, monkeypatch, vcgencmd=f"throttled={bits}")
    assert "cable" in ill(well)["power"]


def test_heat_is_told_in_degrees(well, tmp_path):
    (tmp_path / "heat").write_text("84900\n")
    assert "84 °C" in ill(well)["heat"]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("tmpfs /home tmpfs rw 0 0", "power-off"),
        ("overlay / overlay rw,lowerdir=/lower 0 0", "power-off"),
        ("/dev/mmcblk0p2 / ext4 ro,noatime 0 0", "read-only"),
        ("/dev/mmcblk0p2 / ext4 rw,nobarrier 0 0", "fstab"),
        ("/dev/sda1 / vfat rw 0 0", "ext4"),
    ],
)
def test_a_disk_that_does_not_keep_games_is_said(well, tmp_path, line, word):
    (tmp_path / "mounts").write_text("/dev/mmcblk0p2 / ext4 rw 0 0\n" + line.replace("/home", str(tmp_path)) + "\n")
    assert word in ill(well)["mount"]


def test_another_file_system_in_a_folder_of_like_name_is_not_the_journals(well, tmp_path):
    (tmp_path / "mounts").write_text(f"/dev/mmcblk0p2 / ext4 rw 0 0\ntmpfs {str(tmp_path)[:-1]} tmpfs rw 0 0\n")
    assert ill(well) == {}


def test_errors_and_wear_of_the_card_are_said(well, tmp_path):
    (tmp_path / "sys/block/mmcblk0/device/life_time").write_text("0x01 0x0a\n")
    assert "worn" in ill(well)["disk health"]
    (tmp_path / "sys/fs/ext4/mmcblk0p2/errors_count").write_text("3\n")
    assert "3 errors" in ill(well)["disk health"]


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        (unit("activating", "auto-restart", restarts=17, result="exit-code"), "17 times"),
        (unit("failed", "failed", result="timeout"), "systemctl start dvojtah"),
        (unit("inactive", "dead"), "systemctl start dvojtah"),
        (unit("active", "running", enabled="disabled"), "systemctl enable dvojtah"),
    ],
)
def test_a_service_that_is_not_as_it_should_be(well, tmp_path, monkeypatch, answer, word):
    programs(tmp_path, monkeypatch, vcgencmd="throttled=0x0", systemctl=answer)
    assert word in ill(well)["unit"]


def test_a_table_that_is_started_by_hand_is_well(well, tmp_path, monkeypatch):
    programs(tmp_path, monkeypatch, vcgencmd="throttled=0x0", systemctl=unit("inactive", "dead", "", "not-found"))
    assert ill(well) == {}


def test_a_display_that_is_not_there_or_has_no_driver(well, tmp_path, monkeypatch):
    monkeypatch.setattr(displays, "DRM", display(tmp_path / "away", "vc4-drm", "disconnected"))
    assert "before the power supply" in ill(well)["display"]
    monkeypatch.setattr(displays, "DRM", display(tmp_path / "plain", "simple-framebuffer", "connected"))
    assert "vc4-kms-v3d" in ill(well)["display"]


def test_of_several_displays_the_one_that_the_table_draws_on_is_named(well, tmp_path, monkeypatch):
    """A Pi 5 with its panel and a monitor: the cards' numbers say nothing."""
    i18n.use("en")
    drm = display(tmp_path / "two", "drm-rp1-dsi", "connected")
    (drm / "card0-HDMI-A-1").mkdir()
    (drm / "card0-HDMI-A-1/status").write_text("connected\n")
    monkeypatch.setattr(displays, "DRM", drm)
    sentences = [i18n.tr(finding.text) for finding in doctor.examine(well, None) if finding.part == "display"]
    assert any("DSI-1 800x480, HDMI-A-1" in sentence for sentence in sentences), sentences
    assert any("draws on DSI-1 800x480" in sentence for sentence in sentences), sentences


def clocks(folder, **names):
    """/sys/class/rtc: each clock's name, whether it set the date, and its own date."""
    for number, (name, set_it, date) in names.items():
        (folder / number).mkdir(parents=True)
        (folder / number / "name").write_text(f"{name}\n")
        (folder / number / "hctosys").write_text(f"{set_it}\n")
        (folder / number / "date").write_text(f"{date}\n")


def test_of_a_pi_5_s_own_clock_and_the_one_on_the_hat_the_one_that_set_the_date_is_named(well, monkeypatch):
    """The battery is in the HAT, the kernel reads the Pi's own, which has none."""
    clocks(machine.RTC, rtc0=("rpi-rtc soc:rpi_rtc", 1, "1970-01-01"), rtc1=("rtc-ds3231 1-0068", 0, "2026-11-26"))
    assert "rpi-rtc" in ill(well)["calendar"]
    assert "1970" in ill(well)["calendar"]
    sentences = [i18n.tr(finding.text) for finding in doctor.examine(well, None) if finding.part == "calendar"]
    assert any("rtc-ds3231, which nobody asks" in sentence for sentence in sentences), sentences


def test_a_clock_on_the_hat_of_a_pi_4_is_well_and_a_board_without_one_says_nothing(well):
    assert "calendar" not in {finding.part for finding in doctor.examine(well, None)}
    clocks(machine.RTC, rtc0=("rtc-ds3231 1-0068", 1, "2026-11-26"))
    assert ill(well) == {}


def test_a_clock_that_nobody_read_is_said(well):
    clocks(machine.RTC, rtc0=("rtc-ds3231 1-0068", 0, "2026-11-26"))
    assert "No clock with a battery set the date" in ill(well)["calendar"]


def test_a_light_that_may_not_be_set_names_the_group(well, monkeypatch):
    may = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: "brightness" not in str(path) and may(path, mode))
    assert "group video" in ill(well)["backlight"]


def test_the_module_rpi_and_the_kernel_have_to_go_together(well, monkeypatch):
    legacy = msgspec.convert({"journal": well.journal, "buttons": {"pin_factory": "rpigpio"}}, readable(Settings))
    monkeypatch.setitem(buttons.MODULES, "rpigpio", "gpiozero")
    monkeypatch.setattr(buttons, "installed_version", lambda name: "0.7.1" if name == "RPi.GPIO" else None)
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(release="6.12.34+rpt-rpi-v8"))
    assert "python3-rpi-lgpio" in ill(legacy)["rpi module"]
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(release="6.1.0-rpi7"))
    assert ill(legacy) == {}
    monkeypatch.setattr(buttons, "installed_version", lambda name: "1")
    assert "overwrite" in ill(legacy)["rpi module"]


@pytest.mark.parametrize(
    ("status", "kind", "complaint"),
    [
        (0x48, "ssd1306", "seems to have the chip SH1106, the settings say ssd1306"),
        (0x08, "sh1106", None),
        (0x46, "sh1106", "seems to have the chip SSD1306, the settings say sh1106"),
        (0x03, "ssd1306", None),
        (0x07, "ssd1309", None),
        (0x40, "sh1106", None),
        (0x40, "ssd1306", None),
    ],
)
def test_a_display_whose_chip_is_another_than_the_settings_say(well, status, kind, complaint):
    Wire.status = {0x3D: status}
    troubles = ill(msgspec.convert({"journal": well.journal, "oled_b": {"type": kind}}, readable(Settings)))
    assert set(troubles) == (set() if complaint is None else {"oled B"})
    assert (complaint or "") in troubles.get("oled B", "")
    assert Wire.open == 0


def test_a_chip_that_answers_now_this_and_now_that_says_nothing(well, monkeypatch):
    answers = iter((0x48, 0x46, 0x46, 0x48))
    monkeypatch.setattr(Wire, "read_byte_data", lambda *_: next(answers))
    assert ill(well) == {}


def test_two_displays_at_the_address_they_are_sold_with(well):
    Wire.present = (0x3C,)
    assert "both are sold with that address" in ill(well)["oled B"]
    apart = msgspec.convert({"journal": well.journal, "oled_b": {"port": 3}}, readable(Settings))
    assert "sold" not in ill(apart)["oled B"]
    same = msgspec.convert({"journal": well.journal, "oled_b": {"address": 0x3C}}, readable(Settings))
    assert ill(same) == {
        "oled B": "Both displays are set to 0x3C on /dev/i2c-1, so they show the same; change one of them."
    }


def test_a_display_at_the_other_address_is_found(well):
    Wire.present = (0x3D,)
    only = msgspec.convert({"journal": well.journal, "oled_b": {"type": "none"}}, readable(Settings))
    assert ill(only)["oled A"].endswith("one does on " + str(displays.DEV / "i2c-1") + " 0x3D; correct the settings.")


def test_pods_are_told_by_their_ports_and_a_paired_one_that_is_away_by_its_side(well, tmp_path, monkeypatch):
    port = tmp_path / "ttyACM0"
    port.touch()
    monkeypatch.setattr("device.doctor.buttons.find", lambda wanted: [FoundPort(str(port), "E661")])
    (tmp_path / "pods.json").write_text('{"a": "e661", "b": "dead"}')
    assert ill(well) == {
        "pod": "The pod of clock button B is not plugged in; look at its cable (one that carries data)."
    }
    (tmp_path / "pods.json").unlink()
    assert ill(well) == {}
    may = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: "ttyACM" not in str(path) and may(path, mode))
    assert "group dialout" in ill(well)["pod"]


def test_supply_clock_and_sound(well, tmp_path):
    (tmp_path / "bin" / "vcgencmd").unlink()
    (tmp_path / "sys/class/hwmon/hwmon1/in0_lcrit_alarm").write_text("1\n")
    (tmp_path / "source").write_text("jiffies\n")
    (tmp_path / "cards").write_text("--- no soundcards ---\n")
    assert set(ill(well)) == {"power", "clock", "sound"}


def test_the_doctor_plays_a_tone_as_the_table_would_and_names_the_card(well, tmp_path, monkeypatch):
    i18n.use("en")
    stopped(tmp_path, monkeypatch)
    (tmp_path / "cards").write_text(" 0 [vc4hdmi0       ]: vc4-hdmi - x\n 2 [Device         ]: USB-Audio - y\n")
    tried = []

    def opens(chosen, volume):
        tried.append((chosen, volume))
        return "Device"

    monkeypatch.setattr(displays, "try_out", opens)
    sentences = [i18n.tr(finding.text) for finding in doctor.examine(well, None) if finding.part == "sound"]
    assert sentences == ["The sound card Device has just played a tone; if nobody heard it, choose another one."]
    other = msgspec.structs.replace(well, sound_card="vc4hdmi0", silent=True)
    assert "vc4hdmi0 of the settings does not open" in ill(other)["sound"]
    assert tried == [("", well.volume), ("vc4hdmi0", 0)]

    def refuses(chosen, volume):
        raise pygame.error("Unknown error 524")

    monkeypatch.setattr(displays, "try_out", refuses)
    assert "(vc4hdmi0, Device)" in ill(well)["sound"]


def test_a_running_table_keeps_its_loudspeaker(well, tmp_path, monkeypatch):
    stopped(tmp_path, monkeypatch)
    monkeypatch.setattr(displays, "try_out", None)
    journal = Journal(tmp_path / "journal.db")
    try:
        assert "sound" not in ill(well)
    finally:
        journal.close()


def test_a_missing_font_and_missing_translations(well, monkeypatch, tmp_path):
    monkeypatch.setattr(typefaces, "missing", lambda: True)
    monkeypatch.setattr(i18n, "FOLDER", tmp_path)
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
    monkeypatch.setattr(room, "LEAST_FOR_GAMES", 10**12)
    assert "make room" in ill(well)["disk"]


def test_a_folder_that_may_not_be_written_is_said(well, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
    assert "read-only" in ill(well)["disk"]


def test_the_settings_fault_is_among_the_findings_and_the_others_are_still_looked_for(tmp_path):
    bad = tmp_path / "settings.toml"
    bad.write_text("volume = 7\n")
    command = [
        sys.executable,
        "-m",
        "device",
        "--lang",
        "en",
        "--settings",
        str(bad),
        "--journal",
        str(tmp_path / "journal.db"),
        "doctor",
    ]
    child = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert child.returncode == 1
    assert child.stderr == ""
    first, *rest = child.stdout.splitlines()
    assert first.startswith(f"! Settings {bad}, line 1:")
    assert any("/dev/i2c-1" in line for line in rest)
    assert not (tmp_path / "journal.db").exists(), "the doctor makes nothing"


def test_a_table_without_buttons_on_pins_is_well(well):
    settings = msgspec.structs.replace(well, buttons=msgspec.structs.replace(well.buttons, pin_factory="none"))
    assert [ok for ok, _ in buttons.library(settings)] == [True]
    assert list(buttons.lines(settings)) == []


def test_games_that_were_kept_elsewhere_are_named_until_they_are_in_the_journal(well, tmp_path):
    Journal(well.journal_path).close()
    journal = Journal(tmp_path / "journal-new.db")
    assert ill(well) == {}, "none are in it"
    keep_game(journal, notes(2))
    journal.close()
    new = tmp_path / "journal-new.db"
    assert ill(well) == {"journal": f"{new} has games that are not in the journal; the next start brings them in."}
    with contextlib.closing(sqlite3.connect(new)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    assert "newer version" in ill(well)["journal"]


def test_the_log_of_a_journal_that_was_moved_away_is_named(well, tmp_path):
    Journal(well.journal_path).close()
    (tmp_path / "journal.db-wal").write_bytes(b"its newest entries")
    well.journal_path.rename(tmp_path / "old.db")
    Journal(well.journal_path).close()
    (log,) = tmp_path.glob("journal.db-wal.*")
    assert ill(well)["set aside"].startswith(f"{log} has the newest entries of a journal that was moved away")


def test_a_journal_that_others_may_read_is_named_where_the_table_could_not_change_that(well):
    Journal(well.journal_path).close()
    well.journal_path.chmod(0o644)
    assert ill(well) == {}, "the next start does it"
    journal = Journal(well.journal_path)
    assert ill(well) == {}
    well.journal_path.chmod(0o644)  # as on a disk that knows no rights
    assert ill(well) == {
        "journal": f"Others on this machine may read {well.journal_path}, and the table may not change that; "
        "check its owner and the disk."
    }
    journal.close()
