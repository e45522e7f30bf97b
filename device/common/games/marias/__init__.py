"""Mariáš as table and organiser know it: who plays it, how it is counted and shown."""

from __future__ import annotations

from device.common.address import Address
from device.common.specs.spec import GameSpec, SeatCount
from rules.message import msg

SPEC = GameSpec(
    key="marias",
    name=msg("Mariáš"),
    seats=SeatCount(3, 5, "M31"),
    card=Address("device.common.games.marias.board_card:CARD"),
    goes_on=True,
)
