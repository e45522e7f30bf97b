"""What is played on a score sheet, as an event knows it: a game by itself, called and counted as its terms say."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from device.common.address import Address
from device.common.games.rounds import SPEC
from device.common.specs.card import BoardCard
from device.common.specs.spec import GameSpec, SeatCount
from rules.message import msg
from rules.sheet_terms import SheetTerms

CARDS: Mapping[tuple[bool, bool], Address[BoardCard]] = {
    (False, False): Address("device.common.games.rounds.board_card:CARD"),
    (False, True): Address("device.common.games.rounds.board_card:FOR_TWO"),
    (True, False): Address("device.common.games.rounds.board_card:LEAST"),
    (True, True): Address("device.common.games.rounds.board_card:LEAST_FOR_TWO"),
}
"""How it is shown and counted: whether the least points win, and whether two sides meet."""
SHEETS = 256
"""Sheets that are remembered: more than an event has."""


@lru_cache(maxsize=SHEETS)
def played_by(terms: SheetTerms) -> GameSpec:
    """The game that is played by ``terms``; who share a column enter as one."""
    fewest, most = (terms.columns(players) for players in terms.players)
    return replace(
        SPEC,
        name=msg("{name}", name=terms.name),
        seats=SeatCount(fewest, most, SPEC.seats.rule, team=terms.team),
        card=CARDS[terms.wins == "least", terms.is_for_two],
    )
