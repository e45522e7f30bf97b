"""Codes of an event in a text file on a USB stick, as ``dvojtah broker`` prints them: one code a line."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from device.event.ticket import read_code
from device.files import usb_sticks
from rules.message import Message, Refusal, msgs

NAME = "dvojtah-codes.txt"
"""The file's name, at the top of the stick or in its folder ``dvojtah``."""
LARGEST = 1 << 20


class TableCode(Struct, frozen=True):
    """One table's code from a file: the event, the number, and what would have been typed."""

    event: str
    table: int
    code: str


def codes_in(text: str) -> tuple[TableCode, ...]:
    """The codes in a file's text by their tables' numbers; a line may say other things before its code.

    Raises `Refusal` where there is none, with the line of the first that is nearly one.
    """
    found: dict[tuple[str, int], TableCode] = {}
    wrong: Refusal | None = None
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        word = line.split()[-1] if line.strip() else ""
        if not word or line.startswith("#"):
            continue
        try:
            ticket = read_code(word)
        except Refusal as refusal:
            wrong = wrong or Refusal("", "Line {n}: {reason}", n=number, reason=refusal.message)
        else:
            found[ticket.event, ticket.table] = TableCode(ticket.event, ticket.table, word)
    if not found:
        raise wrong or Refusal("", "There is no code in the file {name}.", name=NAME)
    return tuple(found[key] for key in sorted(found))


def codes_on_stick(
    read: Callable[[str, int], bytes | Message] = usb_sticks.read_file,
) -> tuple[TableCode, ...] | Message:
    """The codes on the stick that is plugged in, or a sentence why there are none. Takes its time, never raises."""
    raw = read(NAME, LARGEST)
    if isinstance(raw, Message):
        return raw
    try:
        return codes_in(raw.decode("utf-8", errors="replace"))
    except Refusal as refusal:
        return refusal.message


def found_words(codes: tuple[TableCode, ...]) -> Message:
    """The sentence about codes that were found."""
    return msgs("The stick has a code for {n} table.", "The stick has codes for {n} tables.", len(codes))
