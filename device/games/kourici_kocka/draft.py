"""What has been tapped of a round and is not recorded yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from rules.kourici_kocka.deal import ALL, CERTAIN, HEARTS, HEJMA, LAST_TRICK

VALUES: Mapping[str, int] = MappingProxyType({"hejma": HEJMA, **HEARTS, "last_trick": LAST_TRICK})
"""Points of everything that can be taken, in the order of the screen; the keys are the fields of `events.Taken`."""
SEATS = range(4)


@dataclass(frozen=True, slots=True)
class Draft:
    """``seat`` is the player who is being asked about, ``owner`` who took what.

    ``counts`` are typed points (``""``: not typed), ``hejma`` and ``early`` belong to them. ``kind`` is that of a
    renonc, ``rule`` and ``text`` those of a note, ``text`` also the name of a substitute.
    """

    seat: int | None = None
    owner: Mapping[str, int] = field(default_factory=dict)
    counts: tuple[str, str, str, str] = ("", "", "", "")
    hejma: int | None = None
    early: bool = False
    kind: str = ""
    rule: str = "K11"
    text: str = ""

    def take(self, item: str) -> Draft:
        """The chosen seat took ``item``; tapped again it is given back."""
        if self.seat is None:
            return self
        owner = dict(self.owner)
        if owner.get(item) == self.seat:
            del owner[item]
        else:
            owner[item] = self.seat
        return replace(self, owner=owner)

    def take_rest(self) -> Draft:
        """The chosen seat took everything that nobody has yet."""
        if self.seat is None:
            return self
        return replace(self, owner={item: self.owner.get(item, self.seat) for item in VALUES})

    @property
    def points(self) -> tuple[int, int, int, int]:
        """Everybody's points by what was tapped."""
        points = [0, 0, 0, 0]
        for item, seat in self.owner.items():
            points[seat] += VALUES[item]
        return points[0], points[1], points[2], points[3]

    @property
    def out(self) -> int:
        """Points that nobody has taken yet."""
        return ALL - sum(self.points)

    @property
    def whole(self) -> bool:
        """Whether everything is taken."""
        return len(self.owner) == len(VALUES)

    @property
    def certain(self) -> int | None:
        """Who has certainly lost before the last trick (K4)."""
        if "last_trick" in self.owner:
            return None
        return next((seat for seat in SEATS if self.points[seat] >= CERTAIN), None)

    def typed(self, digit: str) -> Draft:
        """A digit of the chosen seat's points; on to the next seat where no second digit can follow."""
        seat = self.seat or 0
        text = (self.counts[seat] + digit).lstrip("0") or "0"
        if len(text) > 2:
            text = digit
        counts = [*self.counts]
        counts[seat] = text
        done = len(text) == 2 or text == "0" or int(text) > 3
        after = replace(self, counts=(counts[0], counts[1], counts[2], counts[3]), seat=seat)
        return replace(after, seat=min(seat + 1, 3)) if done and self.counts[seat] != text else after

    def cleared(self) -> Draft:
        """The chosen seat's points are typed anew."""
        counts = [*self.counts]
        counts[self.seat or 0] = ""
        return replace(self, counts=(counts[0], counts[1], counts[2], counts[3]))

    @property
    def count(self) -> tuple[int, int, int, int]:
        """The typed points; one seat that was left out has what is missing of a whole round, others have none."""
        known = sum(int(text) for text in self.counts if text)
        blank = self.counts.count("")
        rest = max(0, ALL - known) if blank == 1 and not self.early else 0
        found = [int(text) if text else rest for text in self.counts]
        return found[0], found[1], found[2], found[3]
