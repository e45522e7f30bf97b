"""What a browser sends: the fields of a form, and what the address of a page asks for: numbers, whom to look for."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping

from device.organiser.log.tournament_state import Entrant
from rules.people import plain_letters

Asked = Mapping[str, str]
"""What the address of a page says."""
Form = Mapping[str, str]
"""A form's fields."""
KEY = re.compile("[0-9a-f]{16}")


def take_key(form: dict[str, str]) -> str:
    """The key that the browser gave a form which it may send again, taken out of its fields; ``""`` where it has none.
    Raises ValueError where it is none."""
    key = form.pop("act", "")
    if key and not KEY.fullmatch(key):
        raise ValueError("a key of other letters")
    return key


def file_field(data: bytes) -> str:
    """A file as the field of a form has it."""
    return base64.b64encode(data).decode()


def file_of(form: Form) -> bytes:
    """The file that a form brings. Raises KeyError or ValueError where it brings none."""
    return base64.b64decode(form["file"], validate=True)


def number(asked: Asked, name: str, otherwise: int = 0, most: int = 9999) -> int:
    """A number in the address; ``otherwise`` where it names none."""
    text = asked.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 5 and int(text) <= most else otherwise


def search(asked: Asked, entrants: Iterable[Entrant]) -> list[Entrant]:
    """The entrants among whom ``find`` is a part of a name or club, or the number; all of them where it is empty."""
    text = plain_letters(asked.get("find", "").strip())
    return [
        entrant
        for entrant in entrants
        if not text
        or text == str(entrant.number)
        or text in plain_letters(" ".join((entrant.name, *entrant.players, entrant.club)))
    ]
