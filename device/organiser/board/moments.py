"""Clocks and countdowns as moments of the event: a page shows them before its script runs, the script counts on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import jinja2

from device.common.i18n import clock
from device.common.web.templates import environment
from device.organiser.acts import decisions
from rules.game import MILLISECOND
from rules.message import Message

TEMPLATES = Path(__file__).with_name("templates")


@dataclass(frozen=True, slots=True)
class Dial:
    """A clock as a page shows it: while it runs it comes to 0 at ``ends_ms`` of the event's clock, else it shows
    ``left_ms``."""

    name: Message | str
    left_ms: int
    ends_ms: int | None
    spoiled: bool
    official: bool

    def left_at(self, now_ms: int) -> int:
        """What is left at that time of the event (both in ms)."""
        return self.left_ms if self.ends_ms is None else self.ends_ms - now_ms


@dataclass(frozen=True, slots=True)
class RoundDial:
    """A round's time: from ``starts_ms`` to ``ends_ms`` of the event's clock, or standing with ``left_ms``."""

    starts_ms: int
    ends_ms: int | None
    left_ms: int | None = None


def countdown_of(on: decisions.RoundSet) -> RoundDial | None:
    """The countdown of the round that is on; None where none is, or it has no length."""
    if not on.round or not on.length_s:
        return None
    starts, ends = on.starts // MILLISECOND, on.starts // MILLISECOND + on.length_s * 1000
    if on.paused_at is not None:
        return RoundDial(starts, None, ends - on.paused_at // MILLISECOND)
    return RoundDial(starts, ends)


def event_templates(now: Callable[[], int], *folders: Path) -> jinja2.Environment:
    """Templates of the board and of ``folders`` with the moments of an event; ``now`` is its clock in ns."""

    def is_before(countdown: RoundDial) -> bool:
        return countdown.starts_ms > now() // MILLISECOND

    def countdown(dial: RoundDial) -> str:
        if dial.ends_ms is None:
            return clock((dial.left_ms or 0) * MILLISECOND)
        return clock(max(0, (dial.starts_ms if is_before(dial) else dial.ends_ms) - now() // MILLISECOND) * MILLISECOND)

    env = environment(TEMPLATES, *folders)
    env.globals.update(
        countdown=countdown,
        before=is_before,
        clock=lambda dial: clock(dial.left_at(now() // MILLISECOND) * MILLISECOND),
        minutes=lambda since: max(0, (now() // MILLISECOND - since) // 60_000),
    )
    return env
