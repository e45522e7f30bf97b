"""What is played on a score sheet: plain data that stands in the setup of every game (R1-R8).

A record is whole by itself, wherever it is read and whatever has become of the file that the terms came from.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rules.message import Message, Refusal, msg

MOST_PLAYERS = 8
MOST_BOXES = 30
MOST_ROUNDS = 999
"""Rows that a sheet has at most."""
MOST_TURN_S = 3600
"""The longest turn that a sheet can limit, in seconds."""
FARTHEST = 99_999
"""The largest figure that can be written, and the smallest below zero."""

Word = Annotated[str, Meta(min_length=1, max_length=40)]
Points = Annotated[int, Meta(ge=-FARTHEST, le=FARTHEST)]
Players = Annotated[int, Meta(ge=2, le=MOST_PLAYERS)]


class SheetPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is played, or a part of it."""


class Box(SheetPart, frozen=True, kw_only=True):
    """A box of a sheet (R4): its ``name``, and what can stand there: one of ``allowed``, or ``least`` to ``most``."""

    name: Word
    allowed: Annotated[tuple[Points, ...], Meta(max_length=40)] = ()
    least: Points = 0
    most: Points = FARTHEST

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the most that can stand in it."""
        return (min(self.allowed), max(self.allowed)) if self.allowed else (self.least, self.most)

    def takes(self, points: int) -> bool:
        """Whether ``points`` can stand in it."""
        return points in self.allowed if self.allowed else self.least <= points <= self.most


class Bonus(SheetPart, frozen=True, kw_only=True):
    """``points`` for whoever has at least ``reached`` in the first ``boxes`` of the sheet together (R4)."""

    boxes: Annotated[int, Meta(ge=1, le=MOST_BOXES)]
    reached: Points
    points: Points


class SheetTerms(SheetPart, frozen=True, kw_only=True):
    """What is played, in words and numbers.

    ``players`` are the fewest and the most, ``team`` how many of them share a column (R1); ``figure`` is what is
    counted. ``written``: everybody's figures once a round is over, or one after another in turn (R2, R3); with
    ``boxes`` whoever's turn it is fills one (R4). A figure is from ``least`` to ``most``, those of a round make
    ``total``. Sums begin at ``start``; the game is over at ``until``, which has to be met exactly where it is
    ``exact``, or after so many ``rounds``; the one with the ``wins`` points wins (R5, R6). ``deals``: somebody deals,
    clockwise (R7). A turn has ``turn_s`` seconds (R8).
    """

    name: Word
    players: tuple[Players, Players] = (2, 6)
    team: Annotated[int, Meta(ge=1, le=4)] = 1
    figure: Word = "points"
    wins: Literal["most", "least"] = "most"
    written: Literal["round", "turn"] = "round"
    total: Points | None = None
    least: Points = 0
    most: Points = FARTHEST
    start: Points = 0
    until: Points | None = None
    exact: bool = False
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None
    boxes: Annotated[tuple[Box, ...], Meta(max_length=MOST_BOXES)] = ()
    bonus: Annotated[tuple[Bonus, ...], Meta(max_length=4)] = ()
    deals: bool = False
    turn_s: Annotated[int, Meta(ge=5, le=MOST_TURN_S)] | None = None

    @property
    def by_turns(self) -> bool:
        """Whether one player after the other writes, not everybody at once."""
        return bool(self.boxes) or self.written == "turn"

    @property
    def counts_down(self) -> bool:
        """Whether figures are taken off the sum: the game ends below its start (R5)."""
        return self.until is not None and self.until < self.start

    @property
    def is_for_two(self) -> bool:
        """Whether two columns are all that there can be."""
        return self.columns(self.players[1]) == 2

    def columns(self, players: int) -> int:
        """How many columns so many players fill."""
        return players // self.team

    def takes(self, points: int, row: int) -> bool:
        """Whether ``points`` can stand in that row (from 0)."""
        return self.boxes[row].takes(points) if self.boxes else self.least <= points <= self.most

    def check(self) -> None:
        """Raises `Refusal` where nobody could play by these terms."""
        if (problem := self._problem()) is not None:
            raise Refusal("", problem)

    def _problem(self) -> Message | None:
        fewest, most = self.players
        if fewest > most:
            return msg("The fewest players are more than the most: {least} and {most}.", least=fewest, most=most)
        if self.team > 1 and any(count % self.team or count == self.team for count in (fewest, most)):
            return msg(
                "{n} to a team: the fewest and the most players have to make whole teams, two at least.", n=self.team
            )
        if self.least > self.most or any(box.least > box.most for box in self.boxes):
            return msg("The least figure is more than the most.")
        if self.boxes:
            return self._problem_of_boxes()
        if self.bonus:
            return msg("A bonus is for boxes, and this sheet has none.")
        if self.until is not None and self.until == self.start:
            return msg("The game would be over before it begins: it starts at {n} and ends there.", n=self.start)
        if self.exact and self.until is None:
            return msg("An exact finish needs a number at which the game is over.")
        if self.total is not None and self.by_turns:
            return msg("What a round makes together is known only where a whole round is written at once.")
        return None

    def _problem_of_boxes(self) -> Message | None:
        for name, present in (
            ("until", self.until is not None),
            ("exact", self.exact),
            ("rounds", self.rounds is not None),
            ("total", self.total is not None),
            ("start", self.start != 0),
        ):
            if present:
                return msg("A sheet with boxes is over once it is full; it has no {word}.", word=name)
        if any(bonus.boxes > len(self.boxes) for bonus in self.bonus):
            return msg("A bonus is for more boxes than there are.")
        return None
