"""Calls of time in words: what a clock has left when it comes to where lamps and loudspeaker warn, too."""

from __future__ import annotations

from collections.abc import Sequence

from device.i18n import tr
from rules.game import SECOND
from rules.message import Message, msg

LASTS = 2 * SECOND
"""For how long (ns) a call is true: after a pause nobody says once more what was left before it."""
WORDS = {
    300: msg("five minutes"),
    60: msg("one minute"),
    30: msg("thirty seconds"),
    10: msg("ten seconds"),
    5: msg("five seconds"),
}
"""What is left, in words, by its seconds."""
TIME = msg("time is up")
"""What is called past the end."""


def call_of(left: int, warnings: Sequence[int], over: Message = TIME) -> str:
    """What is called where ``left`` ns are left on a running clock that has these ``warnings`` (ns); often nothing.

    ``over`` is called once less than nothing is left.
    """
    for warning in warnings:
        if warning - LASTS < left <= warning:
            return tr(WORDS[warning // SECOND])
    return tr(over) if -LASTS <= left < 0 else ""
