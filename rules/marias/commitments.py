"""A deal as it is written: who chose and was called, commitments with their fleks, what came of them; and its words.

Seats are ``"A"`` to ``"E"`` on record, clockwise, and 0 to 4 in the state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from rules.acts import Act
from rules.message import Message, msg

Seat = Literal["A", "B", "C", "D", "E"]
SEAT: tuple[Seat, Seat, Seat, Seat, Seat] = ("A", "B", "C", "D", "E")
INDEX = {seat: number for number, seat in enumerate(SEAT)}
Kind = Literal["hra", "sedma", "sedma_proti", "sto", "mandatory_sto", "sto_proti", "betl", "durch"]
KINDS: Mapping[str, Message] = {
    "hra": msg("hra"),
    "sedma": msg("sedma"),
    "sedma_proti": msg("sedma proti"),
    "sto": msg("sto"),
    "mandatory_sto": msg("mandatory sto"),
    "sto_proti": msg("sto proti"),
    "betl": msg("betl"),
    "durch": msg("durch"),
}
SILENT_STO = msg("silent sto")
Level = Annotated[int, Meta(ge=0, le=6)]
LEVELS: tuple[Message, ...] = (
    msg("no flek"),
    msg("flek"),
    msg("re"),
    msg("tutti"),
    msg("boty"),
    msg("kalhoty"),
    msg("kajzr"),
)
"""The ladder; each step doubles (M32)."""
Fault = Literal["jumped", "unacknowledged", "claim", "other"]
"""What a renonc was: jumping ahead (M15), a commitment not acknowledged (M16), a false claim (M24), another (M25)."""
FAULTS: Mapping[str, Message] = {
    "other": msg("renonc"),
    "jumped": msg("spoke out of turn"),
    "unacknowledged": msg("commitment not acknowledged"),
    "claim": msg("false claim"),
}


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a deal."""


class Count(_Part, frozen=True, kw_only=True):
    """What a side took: aces, tens and the last trick; plain marriages; the trump marriage (M10)."""

    tens: Annotated[int, Meta(ge=0, le=9)]
    marriages: Annotated[int, Meta(ge=0, le=3)] = 0
    trump_marriage: bool = False

    @property
    def total(self) -> int:
        """In tens of points: a marriage is two, the trump marriage four."""
        return self.tens + 2 * self.marriages + 4 * self.trump_marriage


class Commitment(_Part, frozen=True, kw_only=True):
    """A commitment of a deal, its flek ``level`` (0 none, 1 flek, 2 re to 6 kajzr), and whether its side ``won`` it.

    ``count``: at a sto what its side took where it won, what the opponents took where it lost (M10); at hra what the
    winners of hra took where that makes a silent sto (M9).
    """

    kind: Kind
    level: Level = 0
    won: bool | None = None
    count: Count | None = None

    def in_words(self) -> Message:
        """It with its multiple, its points where they count, and whether it was lost: ``sedma 2× – lost``."""
        kind = SILENT_STO if self.kind == "hra" and self.count is not None else KINDS[self.kind]
        message = msg("{kind} {times}×", kind=kind, times=2**self.level) if self.level else kind
        if self.count is not None:
            message = msg("{kind} ({points})", kind=message, points=self.count.total * 10)
        return msg("{kind} – lost", kind=message) if self.won is False else message


class Renonc(_Part, frozen=True, kw_only=True):
    """Who made a renonc, and what it was (M14-M16, M24, M25)."""

    seat: Seat
    fault: Fault = "other"


class WrittenDeal(Act, frozen=True, kw_only=True):
    """A whole deal, in the act that writes it and in the one that puts it right (`rules.marias.acts.deals`)."""

    costly: ClassVar[bool] = True
    chooser: Seat
    partner: Seat | None = None
    red: bool = False
    commitments: Annotated[tuple[Commitment, ...], Meta(max_length=4)] = (Commitment(kind="hra"),)
    void_flek: bool = False
    forgotten: bool = False
    trhak: Seat | None = None
    renonc: Renonc | None = None
    referee: bool = False

    @property
    def by_referee(self) -> bool:
        """Where it says so (M27)."""
        return self.referee

    @property
    def choosers(self) -> str:
        """The choosers by their seats: ``A+C``, alone ``A``."""
        return self.chooser + (f"+{self.partner}" if self.partner else "")

    def in_words(self, names: Sequence[str] = ()) -> Message:
        """It in a few words: ``hra 4×, sedma · red``; ``names`` by seat, where they are known."""
        message = comma_list([commitment.in_words() for commitment in self.commitments])
        if self.red:
            message = msg("{deal} · red", deal=message)
        if self.renonc is None:
            return message
        fault, seat = FAULTS[self.renonc.fault], self.renonc.seat
        if names:
            return msg("{deal} · {fault}: {name}", deal=message, fault=fault, name=names[INDEX[seat]])
        return msg("{deal} · {fault} of {seat}", deal=message, fault=fault, seat=seat)


def comma_list(parts: Sequence[Message]) -> Message:
    """Several messages with commas between them."""
    joined = parts[0]
    for part in parts[1:]:
        joined = msg("{one}, {other}", one=joined, other=part)
    return joined
