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
    """``seat`` is the player who is being asked about, ``owner`` who took what."""

    seat: int | None = None
    owner: Mapping[str, int] = field(default_factory=dict)

    def choose(self, seat: int) -> Draft:
        """Ask about that player; tapped again before anything is taken, about nobody."""
        return replace(self, seat=None if self.seat == seat and not self.owner else seat)

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


@dataclass(frozen=True, slots=True)
class Counts:
    """Points of each seat as typed so far (``""``: not typed); ``seat`` is the one that is typed into.

    ``early``: the round ended before its last trick.
    """

    texts: tuple[str, str, str, str] = ("", "", "", "")
    seat: int = 0
    early: bool = False

    def typed(self, digit: str) -> Counts:
        """A digit of the chosen seat's points; on to the next seat where no second digit can follow."""
        before = self.texts[self.seat]
        text = (before + digit).lstrip("0") or "0"
        if len(text) > 2:
            text = digit
        done = len(text) == 2 or text == "0" or int(text) > 3
        after = self.with_text(text)
        return replace(after, seat=min(self.seat + 1, 3)) if done and before != text else after

    def with_text(self, text: str) -> Counts:
        """Other points of the chosen seat."""
        a, b, c, d = (text if seat == self.seat else old for seat, old in enumerate(self.texts))
        return replace(self, texts=(a, b, c, d))

    @property
    def points(self) -> tuple[int, int, int, int]:
        """The typed points; one seat that was left out has what is missing of a whole round, others have none."""
        known = sum(int(text) for text in self.texts if text)
        rest = max(0, ALL - known) if self.texts.count("") == 1 and not self.early else 0
        a, b, c, d = (int(text) if text else rest for text in self.texts)
        return a, b, c, d
