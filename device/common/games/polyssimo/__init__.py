"""Polyssimo as table and organiser know it: who plays it, how it is counted and shown."""

from __future__ import annotations

from device.common.address import Address
from device.common.specs.spec import GameSpec, SeatCount
from rules.message import msg

SPEC = GameSpec(
    key="polyssimo",
    name=msg("Polyssimo"),
    seats=SeatCount(2, 4, "P1"),
    card=Address("device.common.games.polyssimo.board_card:CARD"),
)
