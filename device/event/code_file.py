"""Codes of an event in a text file on a USB stick, as ``dvojtah broker`` prints them: one code a line."""

from __future__ import annotations

from collections.abc import Callable

from device.common.event.ticket import Ticket, read_code
from device.common.files import usb_sticks
from rules.message import Message, Refusal, msgs

NAME = "dvojtah-codes.txt"
"""The file's name, at the top of the stick or in its folder ``dvojtah``."""
LARGEST = 1 << 20


def tickets_in(text: str, *, strict: bool = False) -> tuple[Ticket, ...]:
    """What the codes in a file's text carry, by their tables' numbers; a line may say other things before its code.

    Raises `Refusal` where there is none, with the line of the first that is nearly one; ``strict``: for any such line.
    """
    tickets: dict[tuple[str, int], Ticket] = {}
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
            tickets[ticket.event, ticket.table] = ticket
    if not tickets or (strict and wrong):
        raise wrong or Refusal("", "There is no code in the file {name}.", name=NAME)
    return tuple(tickets[key] for key in sorted(tickets))


def codes_on_stick(
    read: Callable[[str, int], bytes | Message] = usb_sticks.read_file,
) -> tuple[Ticket, ...] | Message:
    """The tickets of the codes on the stick that is plugged in, or a sentence why there are none. Takes its time."""
    raw = read(NAME, LARGEST)
    if isinstance(raw, Message):
        return raw
    try:
        return tickets_in(raw.decode("utf-8", errors="replace"))
    except Refusal as refusal:
        return refusal.message


def found_words(codes: tuple[Ticket, ...]) -> Message:
    """The sentence about codes that were found."""
    return msgs("The stick has a code for {n} table.", "The stick has codes for {n} tables.", len(codes))
