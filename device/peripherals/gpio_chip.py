"""The GPIO chip of the 40-pin header, by its label: kernels number the chips of a Raspberry Pi as they like (0 on a
Pi 4, 4 on a Pi 5, 0 and later 11 on the same Pi 5 with newer kernels)."""

from __future__ import annotations

import fcntl
from pathlib import Path

DEV = Path("/dev")
CHIP_INFO = 0x8044B401
"""GPIO_GET_CHIPINFO_IOCTL of linux/gpio.h: name[32], label[32], lines."""
HEADERS = ("pinctrl-rp1", "pinctrl-bcm")
"""How the chip of the header is labelled: on a Pi 5, on all before it (bcm2835, bcm2711)."""


def header_chip() -> Path | None:
    """The device of the header's chip, None where no chip is labelled like one. Raises the `OSError` of a chip that
    could not be asked, where no other is the header's."""
    trouble: OSError | None = None
    for chip in sorted(DEV.glob("gpiochip*")):
        try:
            if text_of(ask(chip, CHIP_INFO, bytes(68))[32:64]).startswith(HEADERS):
                return chip
        except OSError as error:
            trouble = trouble or error
    if trouble is not None:
        raise trouble
    return None


def chip_number(chip: Path) -> int:
    """The number by which libraries know a chip: that at the end of its device's name."""
    return int(chip.name.removeprefix("gpiochip"))


def ask(chip: Path, request: int, data: bytes) -> bytes:
    """What a chip answers to an ioctl that only asks. Raises `OSError`."""
    with chip.open("rb", buffering=0) as file:
        return fcntl.ioctl(file, request, data)


def text_of(raw: bytes) -> str:
    """A name of the kernel: until its first zero byte."""
    return raw.split(b"\0", 1)[0].decode("utf-8", "replace")
