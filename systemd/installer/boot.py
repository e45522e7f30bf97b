"""Lines in the Pi's config.txt, in one marked block that is written anew each time. Pure: text in, text out.

https://www.raspberrypi.com/documentation/computers/config_txt.html: directives ``gpio``, ``dtparam``, ``dtoverlay``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

BEGIN = "# >>> dvojtah: written by systemd/install; change the settings and run it again"
END = "# <<< dvojtah"
_BLOCK = re.compile(rf"\n?{re.escape(BEGIN)}\n.*?{re.escape(END)}\n", re.DOTALL)
SOFT_BUS_PINS = ((5, 6), (12, 13), (20, 21), (25, 26))
"""Data and clock (BCM) of further I2C buses; the first pair that no button, lamp or buzzer has."""


def without_block(text: str) -> str:
    """config.txt as it was before."""
    return _BLOCK.sub("", text)


def with_block(text: str, settings: Mapping[str, Any]) -> str:
    """config.txt with what the settings need at its end. What stands there already is not written twice."""
    rest = without_block(text)
    wanted = [line for line in lines(settings) if not _has_line(rest, line)]
    end = "" if not rest or rest.endswith("\n") else "\n"
    return f"{rest}{end}\n" + "\n".join([BEGIN, "[all]", *wanted, END]) + "\n"


def lines(settings: Mapping[str, Any]) -> list[str]:
    """The lines that a table with these settings (a whole settings file as plain values) needs."""
    buttons = settings["buttons"]
    wanted = ["dtoverlay=vc4-kms-v3d", "display_auto_detect=1", "disable_splash=1"]
    used: set[int] = set()
    if buttons["pin_factory"] != "none":
        pressed = [buttons["button_a"], buttons["button_b"]]
        driven = [pin for pin in (buttons["lamp_a"], buttons["lamp_b"], buttons["buzzer"]) if pin]
        used = {*pressed, *driven}
        wanted.append(f"gpio={','.join(map(str, pressed))}=ip,pu")
        if driven:  # silent and dark from power-on, not only once the program runs
            wanted.append(f"gpio={','.join(map(str, driven))}=op,dl")
    ports = {oled["port"] for oled in (settings["oled_a"], settings["oled_b"]) if oled["type"] != "none"}
    if 1 in ports:
        wanted += ["dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000"]
    free = [pair for pair in SOFT_BUS_PINS if not used.intersection(pair)]
    for port, (data, clock) in zip(sorted(port for port in ports if port > 1), free, strict=False):
        wanted.append(f"dtoverlay=i2c-gpio,bus={port},i2c_gpio_sda={data},i2c_gpio_scl={clock},i2c_gpio_delay_us=1")
    return wanted


def _has_line(text: str, line: str) -> bool:
    """Whether a line stands in a part of config.txt that holds for every board."""
    section = "all"
    for raw_line in text.split("\n"):
        plain = raw_line.strip()
        if re.fullmatch(r"\[.*\]", plain):
            section = plain[1:-1].lower()
        elif plain == line and section == "all":
            return True
    return False
