"""What was approved of the OLEDs: every content of every screen in both languages, and the pictures of some."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from device.io.oled_content import OledContent
from device.peripherals.oled_render import draw
from tests.approved import APPROVED, read

NAMES = ("oled", "button-menu")
"""The files of approved contents; the folder beside each, of the same name, has pictures of some."""

FIRST_ENTRY = "button-menu"
"""The picture of a menu's first entry."""


class Both(NamedTuple):
    """What both OLEDs show with one screen, and where the picture of that is, if one was approved."""

    name: str
    contents: tuple[OledContent, ...]
    picture: Path


@cache
def approved_faces() -> tuple[Both, ...]:
    """Everything that was approved, in both languages."""
    return tuple(_read_faces())


def _read_faces() -> Iterator[Both]:
    for file in sorted(APPROVED.glob("*/*/*.txt")):
        if file.stem in NAMES:
            for name, lines in read(file).items():
                contents = tuple(eval(line, {"OledContent": OledContent}) for line in lines)
                picture = FIRST_ENTRY if (file.stem, name) == ("button-menu", "01") else name
                yield Both(f"{file.relative_to(APPROVED)} {name}", contents, file.with_suffix("") / f"{picture}.png")


def every_content() -> list[OledContent]:
    """Each content that was approved, once."""
    return list(dict.fromkeys(content for both in approved_faces() for content in both.contents))


def digests() -> list[str]:
    """How each of them is drawn here, in a few letters."""
    return [sha256(draw(content).tobytes()).hexdigest()[:16] for content in every_content()]
