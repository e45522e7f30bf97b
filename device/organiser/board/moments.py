"""Clocks and countdowns as moments of the event: a page shows them before its script runs, the script counts on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import jinja2

from device.i18n import clock
from device.organiser.acts import decisions
from device.web.templates import environment
from rules.message import Message

TEMPLATES = Path(__file__).with_name("templates")

MS = 1_000_000
"""Nanoseconds in a millisecond."""


@dataclass(frozen=True, slots=True)
class Dial:
    """A clock as a page shows it: ``ends`` is the event's time (ms) at which it comes to 0 while it runs, else ``left``
    ms are shown."""

    name: Message | str
    left: int
    ends: int | None
    spoiled: bool
    official: bool

    def left_at(self, now: int) -> int:
        """What is left at that time of the event (both in ms)."""
        return self.left if self.ends is None else self.ends - now


@dataclass(frozen=True, slots=True)
class RoundDial:
    """A round's time: it ``starts`` and ``ends`` by the event's clock (ms), or stands with ``left`` ms, ends None."""

    starts: int
    ends: int | None
    left: int | None = None


def countdown_of(on: decisions.RoundSet) -> RoundDial | None:
    """The countdown of the round that is on; None where none is, or it has no length."""
    if not on.round or not on.length_s:
        return None
    starts, ends = on.starts // MS, on.starts // MS + on.length_s * 1000
    if on.paused_at is not None:
        return RoundDial(starts, None, ends - on.paused_at // MS)
    return RoundDial(starts, ends)


def event_templates(now: Callable[[], int], *folders: Path) -> jinja2.Environment:
    """Templates of the board and of ``folders`` with the moments of an event; ``now`` is its clock in ns."""

    def is_before(countdown: RoundDial) -> bool:
        return countdown.starts > now() // MS

    def countdown(dial: RoundDial) -> str:
        if dial.ends is None:
            return clock((dial.left or 0) * MS)
        return clock(max(0, (dial.starts if is_before(dial) else dial.ends) - now() // MS) * MS)

    env = environment(TEMPLATES, *folders)
    env.globals.update(
        countdown=countdown,
        before=is_before,
        clock=lambda dial: clock(dial.left_at(now() // MS) * MS),
        minutes=lambda since: max(0, (now() // MS - since) // 60_000),
    )
    return env
