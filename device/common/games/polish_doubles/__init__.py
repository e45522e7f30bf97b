"""Polish doubles as table and organiser know it: who plays it, how it is counted and shown."""

from __future__ import annotations

from device.common.address import Address
from device.common.exports import ExportFormat, WriteExport
from device.common.specs.spec import GameSpec, SeatCount
from rules.message import msg

GCG = ExportFormat(
    "gcg",
    "gcg",
    msg("GCG"),
    msg("for Scrabble programs"),
    Address[WriteExport]("device.common.games.polish_doubles.gcg:gcg"),
)

SPEC = GameSpec(
    key="polish_doubles",
    name=msg("Polish doubles"),
    seats=SeatCount(2, 2, "S1", team=2),
    card=Address("device.common.games.polish_doubles.board_card:CARD"),
    from_gcg=Address("rules.polish_doubles.from_gcg:from_gcg"),
    notations=(GCG,),
)
