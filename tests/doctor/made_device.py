"""A device as the doctor finds it: chips, displays, units and programs that say just what a test wants."""

import struct

from device import doctor, i18n
from device.doctor import buttons

HEADER_CHIP, OTHER_CHIP = b"pinctrl-bcm2711", b"raspberrypi-exp-gpio"


class Kernel:
    """GPIO chips as the kernel answers for them: which lines are used, and by whom."""

    def __init__(self, chips):
        self.chips = chips

    def __call__(self, chip, request, data):
        label, held = self.chips[chip.name]
        if request == buttons.CHIP_INFO:
            assert len(data) == 68
            return struct.pack("=32s32sI", chip.name.encode(), label, 54)
        assert (request >> 16) & 0x3FFF == len(data) == 256
        (line,) = struct.unpack_from("=I", data, 64)
        who = held.get(line)
        return struct.pack("=32s32sIIQ176x", b"", who or b"", line, 0, 0 if who is None else buttons.USED)


def display(folder, driver, status):
    """/sys/class/drm with one display."""
    (folder / "drivers" / driver).mkdir(parents=True)
    (folder / "card1/device").mkdir(parents=True)
    (folder / "card1/device/driver").symlink_to(folder / "drivers" / driver)
    (folder / "card1-DSI-1").mkdir()
    (folder / "card1-DSI-1/status").write_text(f"{status}\n")
    (folder / "card1-DSI-1/modes").write_text("800x480\n640x480\n" if status == "connected" else "")
    return folder


def unit(active, sub, enabled="enabled", loaded="loaded", restarts=0, result="success"):
    """What `systemctl show` answers."""
    return (
        f"LoadState={loaded}\nActiveState={active}\nSubState={sub}\nUnitFileState={enabled}\n"
        f"NRestarts={restarts}\nResult={result}"
    )


def programs(folder, monkeypatch, **said):
    """Programs of the system that say just that."""
    place = folder / "bin"
    place.mkdir(exist_ok=True)
    for name, text in said.items():
        (place / name).write_text(f"#!/bin/sh\ncat <<'E'\n{text}\nE\n")
        (place / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}:/usr/bin:/bin")


def ill(settings, trouble=None):
    """What is not well, by part, as people read it in English."""
    i18n.use("en")
    found = doctor.examine(settings, trouble)
    for one in found:
        assert i18n.tr(one.text)
    return {one.part: i18n.tr(one.text) for one in found if not one.ok}
