"""`dvojtah.toml` on the boot partition, which every computer can write: read at the start, its password taken out."""

from __future__ import annotations

import re
import tomllib

from device.common.files.small_file import LARGEST, Damaged, read_bounded
from device.common.settings.editing import edit
from device.first_start.common.answers import Answers, check
from device.first_start.common.system import CardSystem
from rules.message import Message, msg

NAME = "dvojtah.toml"
FOLDERS = ("/boot/firmware", "/boot")


def place_of(system: CardSystem) -> str | None:
    """Where the file lies; None where there is none."""
    return next((place for folder in FOLDERS if system.path(place := f"{folder}/{NAME}").is_file()), None)


def read_boot_file(system: CardSystem, place: str) -> tuple[Answers, tuple[Message, ...]]:
    """The answers of the file, and a sentence for whatever in it is none."""
    try:
        raw = read_bounded(system.path(place), LARGEST)
        values = tomllib.loads(raw.decode("utf-8-sig"))
    except (Damaged, FileNotFoundError):
        return Answers(), (msg("The file {file} on the card cannot be read.", file=NAME),)
    except UnicodeDecodeError:
        return Answers(), (msg("The file {file} on the card is not UTF-8 text.", file=NAME),)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        return Answers(), (_mistake(line[1] if line else "?"),)
    except (ValueError, RecursionError):  # a number or a nesting that is too long
        return Answers(), (_mistake("?"),)
    return check(values)


def _mistake(line: str) -> Message:
    return msg("The file {file} on the card has a mistake on line {line}.", file=NAME, line=line)


def without_password(text: str) -> str:
    """The file's text with an empty password and all else as it was; a text with a mistake stays whole."""
    try:
        wifi = tomllib.loads(text.removeprefix("\ufeff")).get("wifi")
        if not isinstance(wifi, dict) or not wifi.get("password"):
            return text
        return edit(text.removeprefix("\ufeff"), {("wifi", "password"): ""})
    except (ValueError, RecursionError):
        return text
