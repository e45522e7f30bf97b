"""The score sheet as table and organiser know it: who plays it, how it is counted and shown."""

from __future__ import annotations

from device.common.address import Address
from device.common.specs.spec import GameSpec, SeatCount
from rules.message import msg

SPEC = GameSpec(
    key="rounds",
    name=msg("Score sheet"),
    seats=SeatCount(2, 8, "R1"),
    card=Address("device.common.games.rounds.board_card:CARD"),
    by_terms=Address("device.common.games.rounds.at_event:played_by"),
)
