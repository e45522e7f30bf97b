"""The chess clock as table and organiser know it: who plays it, how it is counted and shown."""

from __future__ import annotations

from device.common.address import Address
from device.common.exports import ExportFormat, WriteExport
from device.common.specs.spec import GameSpec, SeatCount
from rules.message import msg

PGN = ExportFormat(
    "pgn",
    "pgn",
    msg("PGN"),
    msg("clock times for chess programs"),
    Address[WriteExport]("device.common.games.chess_clock.pgn:pgn"),
)

SPEC = GameSpec(
    key="chess_clock",
    name=msg("Chess clock"),
    seats=SeatCount(2, 2, "C1"),
    card=Address("device.common.games.chess_clock.board_card:CARD"),
    notations=(PGN,),
)
