"""The answers of the doctor's checks: whether all is well, and a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata

from rules.message import Message, msg

Findings = Iterator[tuple[bool, Message]]
"""Sentences about one thing, each with whether it is well; where it is not, the sentence says what to do."""


def forbidden(bus: object, group: str) -> Message:
    """The sentence where this user may not use a device that members of ``group`` may."""
    return msg("{bus} may not be used by this user; add the user to the group {group}.", bus=str(bus), group=group)


def installed_version(package: str) -> str | None:
    """The version of a package; None where it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
