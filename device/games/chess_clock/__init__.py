"""The chess clock on this device: setup, both clocks, arbiter, result."""

from __future__ import annotations

from device.address import Address
from device.exports import ExportFormat, WriteExport
from device.specs.spec import GameSpec, SeatCount
from rules.message import msg

ACCENT = 4
"""The game's among the palette's accents."""

PGN = ExportFormat(
    "pgn",
    "pgn",
    msg("PGN"),
    msg("clock times for chess programs"),
    Address[WriteExport]("device.games.chess_clock.pgn:pgn"),
)

SPEC = GameSpec(
    key="chess_clock",
    name=msg("Chess clock"),
    icon="clock",
    colour=ACCENT,
    rematch=msg("Rematch, colours changed"),
    setup=Address("device.games.chess_clock.setup:Presets"),
    play=Address("device.games.chess_clock.controller:ClockController"),
    past=Address("device.games.chess_clock.play:past"),
    files=(Address("device.games.chess_clock.own_controls:file_of"),),
    seats=SeatCount(2, 2, "C1"),
    card=Address("device.games.chess_clock.board_card:CARD"),
    reopen=Address("rules.chess_clock.acts:Reopen"),
    exports=(PGN,),
)
