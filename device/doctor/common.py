"""How the checks answer."""

from __future__ import annotations

from collections.abc import Iterator

from rules.message import Message, msg

Findings = Iterator[tuple[bool, Message]]
"""Sentences about one thing, each with whether it is well; where it is not, the sentence says what to do."""


def forbidden(bus: object, group: str) -> Message:
    """The sentence where this user may not use a device that members of ``group`` may."""
    return msg("{bus} may not be used by this user; add the user to the group {group}.", bus=str(bus), group=group)
