"""Clocks and countdowns as moments of the event: a page shows them before its script runs, the script counts on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import jinja2

from device.i18n import clock
from device.organiser.acts import decisions
from device.web.templates import environment

TEMPLATES = Path(__file__).with_name("templates")

MS = 1_000_000
"""Nanoseconds in a millisecond."""


@dataclass(frozen=True, slots=True)
class Dial:
    """A clock as a page shows it: ``ends`` is the event's time (ms) at which it comes to 0 while it runs, else ``left``
    ms are shown."""

    name: str
    left: int
    ends: int | None
    spoiled: bool
    official: bool


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


class Moments:
    """Moments of the event as a page shows them before its script runs; ``now`` is the event's clock in ns."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now

    def _ms(self) -> int:
        return self._now() // MS

    def dial(self, dial: Dial) -> str:
        """A clock."""
        left = dial.left if dial.ends is None else dial.ends - self._ms()
        return clock(left * MS)

    def before(self, countdown: RoundDial) -> bool:
        """Whether the round is still to begin."""
        return countdown.starts > self._ms()

    def countdown(self, countdown: RoundDial) -> str:
        """The round's time."""
        if countdown.ends is None:
            return clock((countdown.left or 0) * MS)
        until = countdown.starts if self.before(countdown) else countdown.ends
        return clock(max(0, until - self._ms()) * MS)

    def minutes(self, since: int) -> int:
        """Whole minutes since a moment (ms)."""
        return max(0, (self._ms() - since) // 60_000)


def event_templates(now: Callable[[], int], *folders: Path) -> jinja2.Environment:
    """Templates of the board and of ``folders`` with the moments of an event; ``now`` is its clock in ns."""
    env, at = environment(TEMPLATES, *folders), Moments(now)
    env.globals.update(countdown=at.countdown, before=at.before, clock=at.dial, minutes=at.minutes)
    return env
