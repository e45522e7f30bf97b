"""A device on which everything is in order."""

import pytest

from device.common.files import machine as own_machine
from device.common.settings.settings import Settings
from device.doctor import buttons, displays, machine, readings
from device.peripherals import sound_cards
from tests.doctor.made_device import display, input_device, programs, unit
from tests.peripherals.chips import OTHER, PI_4, Chips
from tests.peripherals.oled_bus import Wire


@pytest.fixture
def well(tmp_path, monkeypatch):
    """A Raspberry Pi on which everything is in order; its settings."""
    dev = tmp_path / "dev"
    (tmp_path / "sys/class/hwmon/hwmon1").mkdir(parents=True)
    dev.mkdir()
    for chip in ("i2c-1", "card0"):
        (dev / chip).touch()
    (tmp_path / "cards").write_text(" 0 [Headphones     ]: bcm2835\n")
    (tmp_path / "sys/class/hwmon/hwmon1/name").write_text("rpi_volt\n")
    (tmp_path / "sys/class/hwmon/hwmon1/in0_lcrit_alarm").write_text("0\n")
    (tmp_path / "source").write_text("arch_sys_counter\n")
    Chips(dev, {0: (OTHER, {}), 1: (PI_4, {})}).install(monkeypatch)
    monkeypatch.setitem(buttons.MODULES, "lgpio", "gpiozero")
    monkeypatch.setattr(sound_cards, "CARDS", tmp_path / "cards")
    monkeypatch.setattr(displays, "try_out", lambda chosen, volume: chosen)
    monkeypatch.setattr(machine, "SOURCE", tmp_path / "source")
    monkeypatch.setattr(machine, "RTC", tmp_path / "rtc")
    monkeypatch.setattr("smbus2.SMBus", Wire)
    monkeypatch.setattr("device.peripherals.oled_probe.SMBUS", Wire)  # an address is looked up once a process
    (tmp_path / "mounts").write_text("/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n")
    monkeypatch.setattr(machine, "MOUNTS", tmp_path / "mounts")
    monkeypatch.setattr(machine, "SYS", tmp_path / "sys")
    (tmp_path / "sys/fs/ext4/mmcblk0p2").mkdir(parents=True)
    (tmp_path / "sys/fs/ext4/mmcblk0p2/errors_count").write_text("0\n")
    (tmp_path / "sys/block/mmcblk0/device").mkdir(parents=True)
    (tmp_path / "sys/block/mmcblk0/device/life_time").write_text("0x01 0x02\n")
    (tmp_path / "model").write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    monkeypatch.setattr(machine, "MODEL", tmp_path / "model")
    (tmp_path / "heat").write_text("51234\n")
    monkeypatch.setattr(own_machine, "HEAT", tmp_path / "heat")
    monkeypatch.setattr(readings, "HEAT", tmp_path / "heat")
    monkeypatch.setattr(displays, "DRM", display(tmp_path / "drm", "vc4-drm", "connected"))
    (tmp_path / "light/panel").mkdir(parents=True)
    (tmp_path / "light/panel/brightness").write_text("200\n")
    monkeypatch.setattr(displays, "BACKLIGHT", tmp_path / "light")
    programs(tmp_path, monkeypatch, vcgencmd="throttled=0x0", systemctl=unit("active", "running"))
    monkeypatch.setattr(machine, "SYSTEMD", tmp_path)
    Wire.open, Wire.present, Wire.sent = 0, (0x3C, 0x3D), []
    monkeypatch.setattr(Wire, "status", {})
    for name in ("SDL_VIDEO_DRIVER", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")
    input_device(tmp_path / "inputs", dev, "event0", "FT5406 touch", properties="2")
    monkeypatch.setattr(displays, "INPUTS", tmp_path / "inputs")
    monkeypatch.setattr(displays, "DRI", dev)
    monkeypatch.setattr(displays, "DEV", dev)
    return Settings(journal=str(tmp_path / "journal.db"))
