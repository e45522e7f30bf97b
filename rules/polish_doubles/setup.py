"""What a game of Polish doubles begins with: two pairs and the rule options it freezes. Pairs are "A" and "B"."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rules.game import Setup
from rules.options.clocks import PressOrder
from rules.options.polish_doubles import DoublesOptions
from rules.people import Person, PersonIds, same_name, seat_people

Pair = Literal["A", "B"]
Name = Annotated[str, Meta(max_length=40)]
Text = Annotated[str, Meta(max_length=200)]

INDEX = {"A": 0, "B": 1}
LETTER: tuple[Pair, Pair] = ("A", "B")


class PairSetup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A pair: its name and its two players, in the order in which they sit."""

    name: Name
    players: tuple[Name, Name] = ("", "")


class DoublesSetup(DoublesOptions, Setup, tag="polish_doubles", frozen=True, kw_only=True, omit_defaults=True):
    """Who plays, and the rule options this game froze.

    ``title`` is the event, ``round`` and ``table`` say where in it; empty or 0 where not given.
    ``out_after_invalid``: whether a player who was declared out (S26) stays so when a move of that turn is found
    invalid. It ``"stands"``; version 0.1.0 took it as ``"ends"`` and wrote neither (`PolishDoubles.earlier_setups`).
    ``cross_per``: points announced wrongly cost a cross for the ``"move"``, up to version 0.2.0 one for every
    ``"correction"`` of it; left out: for the move, or in the same way as they were played.
    ``people``: pair A's players, then pair B's.
    """

    pairs: tuple[PairSetup, PairSetup]
    title: Text = ""
    round: Annotated[int, Meta(ge=0, le=99)] = 0
    table: Annotated[str, Meta(max_length=20)] = ""
    out_after_invalid: Literal["stands", "ends"] | None = None
    cross_per: Literal["move", "correction"] | None = None
    press_order: PressOrder = "arrival"
    people: PersonIds = ()

    @property
    def seats(self) -> tuple[Person, ...]:
        """Both players of pair A, then of pair B."""
        (a, b), (c, d) = (pair.players for pair in self.pairs)
        return seat_people((a, b, c, d), self.people, (0, 0, 1, 1))

    @property
    def teams(self) -> tuple[str, ...]:
        """The pairs' names; none of a pair of which nothing was said but its letter."""
        return tuple(
            "" if pair.name == letter and not any(pair.players) else pair.name
            for letter, pair in zip(LETTER, self.pairs, strict=True)
        )


def same_names(setup: DoublesSetup) -> tuple[str, ...]:
    """Names that stand more than once in the setup: pointed out, not refused (S1).

    A pair that is called after one of its own players is none of them.
    """
    own = [{same_name(player) for player in pair.players} for pair in setup.pairs]
    names = [pair.name for pair, players in zip(setup.pairs, own, strict=True) if same_name(pair.name) not in players]
    names += [player for pair in setup.pairs for player in pair.players if player]
    folded = [same_name(name) for name in names]
    return tuple(dict.fromkeys(name for name, key in zip(names, folded, strict=True) if folded.count(key) > 1))
