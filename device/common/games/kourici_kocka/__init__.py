"""Kouřící kočka as table and organiser know it: who plays it, how it is counted and shown."""

from __future__ import annotations

from device.common.address import Address
from device.common.specs.spec import GameSpec, SeatCount
from rules.message import msg

SPEC = GameSpec(
    key="kourici_kocka",
    name=msg("Kouřící kočka"),
    seats=SeatCount(4, 4, "K1"),
    card=Address("device.common.games.kourici_kocka.board_card:CARD"),
)
