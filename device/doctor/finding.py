"""What the doctor says about one thing."""

from __future__ import annotations

from dataclasses import dataclass

from rules.message import Message


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence about ``part`` (a word for programs); where it is not ``ok``, the sentence says what to do."""

    part: str
    ok: bool
    text: Message
