"""Which telephone is which clock button, whether its presses count, and how settled their order is. No I/O, no clock.

No press waits for another: it is recorded as soon as it is heard, and takes its place by its own stamp (S10). What one
has to know instead is whether an earlier press of the other side may still come: a side is *heard* up to the last
moment of which its telephone has said everything, and a press is settled once both sides are heard past it.

A side belongs to the first telephone that asks for it, until another one takes it or it has been away for `AWAY`. What
a telephone was pressed for while the side was its own counts, however late it is heard.

What a page says of the time of its press is believed as far as the table's own clock allows: a press cannot have been
made before the moment at which the newest question was asked that its page has answered. After a cut nobody can tell,
and all of it is in doubt.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from rules.game import SECOND, Nanoseconds

AWAY = 120 * SECOND
"""How long (ns) a side waits for its telephone before any other has it for the asking."""
FORMER = 8
"""How many former telephones of a side are remembered."""
SLACK = SECOND // 20
"""How much later (ns) than it was made a page may say a press: a browser has the finger before the page's script."""


class PressAdmission(enum.Enum):
    """Whether a press counts, and why not."""

    COUNTS = "counts"
    EARLY = "before the table was there"
    FORBIDDEN = "not allowed in this game"
    ANOTHER = "another telephone is this button"


@dataclass(slots=True)
class PhoneHolding:
    """A telephone is a button from ``since`` until ``until`` (None: still); ``seen`` is when it was last there.

    ``heard``: the side had been heard up to there when it became that.
    """

    telephone: str
    since: Nanoseconds
    seen: Nanoseconds
    heard: Nanoseconds
    until: Nanoseconds | None = None


@dataclass(frozen=True, slots=True)
class AdmittedPress:
    """Whether a press counts (``admission``), from ``at`` on, wrong by ``doubt`` at most (ns).

    ``early``: its telephone put it so much (ns) earlier than it can have been, doubts included.
    """

    admission: PressAdmission
    at: Nanoseconds
    doubt: Nanoseconds = 0
    early: int = 0


class SideHolders:
    """Both clock buttons and the telephones that are them. ``began``: since when the table is there. Times in ns.

    ``is_allowed``: whether telephones may be buttons in the game that is on.
    """

    def __init__(self, began: Nanoseconds) -> None:
        self._began = began
        self._held: tuple[list[PhoneHolding], list[PhoneHolding]] = ([], [])
        self._heard = [began, began]
        self.is_allowed = True

    def holder(self, side: int) -> str | None:
        """The telephone that is button ``side``; None where there is none."""
        held = self._held[side]
        return held[-1].telephone if held and held[-1].until is None else None

    def ask(self, side: int, telephone: str, now: Nanoseconds, *, take: bool = False) -> bool:
        """``telephone`` wants to be button ``side``, if need be in another's place (``take``); whether it is."""
        held = self._held[side]
        current = held[-1] if held and held[-1].until is None else None
        if current is not None and current.telephone == telephone:
            current.seen = now
            return True
        if current is not None:
            if not take and now - current.seen < AWAY:
                return False
            current.until = now
        held.append(PhoneHolding(telephone, now, now, self._heard[side]))
        del held[:-FORMER]
        return True

    def admit(
        self,
        side: int,
        telephone: str,
        at: Nanoseconds,
        now: Nanoseconds,
        *,
        doubt: Nanoseconds = 0,
        heard: Nanoseconds = 0,
        is_cut: bool = False,
    ) -> AdmittedPress:
        """What a press counts for that is heard ``now`` and that ``telephone``, as button ``side``, puts at ``at``.

        ``doubt``: by how much (ns) that may be wrong. All that it did until ``heard`` has come. ``is_cut``: its line
        has not answered since for longer than it takes.
        """
        if at < self._began:
            return AdmittedPress(PressAdmission.EARLY, at)
        for holding in self._held[side]:
            earliest = max(heard - SLACK, holding.heard)
            counts = max(at, earliest)
            if holding.telephone == telephone and (holding.until is None or counts < holding.until):
                admission = PressAdmission.COUNTS if self.is_allowed else PressAdmission.FORBIDDEN
                early = counts - at if counts - at > doubt else 0
                unheard = max(counts - earliest, now - counts) if is_cut else 0
                return AdmittedPress(admission, counts, max(doubt, early, unheard), early)
        return AdmittedPress(PressAdmission.ANOTHER, at)

    def on_word(self, side: int, telephone: str, now: Nanoseconds, heard: Nanoseconds | None = None) -> None:
        """``telephone`` is there; everything that it did until ``heard`` has come, None where that is not known."""
        held = self._held[side]
        if held and held[-1].telephone == telephone and held[-1].until is None:
            held[-1].seen = now
            if heard is not None:
                self._heard[side] = max(self._heard[side], heard - SLACK)

    def is_settled(self, side: int, at: Nanoseconds) -> bool:
        """Whether no earlier press of the other side's telephone can come any more than one of ``side`` at ``at``."""
        return self.holder(1 - side) is None or self._heard[1 - side] >= at

    def away_since(self, side: int, now: Nanoseconds, within: Nanoseconds) -> Nanoseconds | None:
        """Since when nothing was heard of a side's telephone, if that is longer ago than ``within``."""
        held = self._held[side]
        if self.holder(side) is None or now - held[-1].seen <= within:
            return None
        return held[-1].seen
