"""What a game declares for table and organiser alike: who plays it, how it is shown from afar, counted and written.

A declaration does not load the game's rules; what is large is named by its address and loads on first use. It stands in
the package ``device.common.games.<key>`` itself, found by the game's word (`device.common.games.registry`). What the
table needs besides, its package of screens declares (`device.kiosk.table_spec`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from device.common.address import Address
from device.common.settings.rule_options import RuleOption, rule_options_of
from rules.games import options_type
from rules.message import Message

if TYPE_CHECKING:
    from device.common.exports import ExportFormat
    from device.common.specs.card import BoardCard
    from rules.history import History
    from rules.sheet_terms import SheetTerms


class SeatCount(msgspec.Struct, frozen=True):
    """Who sits down to a game: from ``least`` to ``most`` players, or so many sides of ``team`` players who play
    together; ``rule`` says so."""

    least: int
    most: int
    rule: str
    team: int = 1

    @property
    def pairs(self) -> bool:
        """Whether pairs of players meet."""
        return self.team == 2


class GameSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A game: ``card`` is how events and statistics show and count it without screens.

    One that ``goes_on`` has several rounds on one table, each with whom the organiser has drawn. A game whose setups
    have terms of their own, so that an event has to know whose, declares ``by_terms`` what it is by those.
    ``notations`` are files for other programs, ``from_gcg`` reads a GCG file as a game of it.
    """

    key: str
    name: Message
    seats: SeatCount
    card: Address[BoardCard]
    goes_on: bool = False
    by_terms: Address[Callable[[SheetTerms], GameSpec]] | None = None
    """The game as it is played by some terms: called, seated and counted as they say. None: it has none."""
    notations: tuple[ExportFormat, ...] = ()
    from_gcg: Address[Callable[[list[str]], History]] | None = None

    def rule_options(self) -> tuple[RuleOption, ...]:
        """What an organiser may choose for new games."""
        options = options_type(self.key)
        return rule_options_of(self.key, options) if options is not None else ()
