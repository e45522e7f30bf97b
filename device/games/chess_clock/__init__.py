"""The chess clock on this device: setup, both clocks, arbiter, result."""

from __future__ import annotations

from device.common.address import Address
from device.common.games.chess_clock import SPEC
from device.kiosk.table_spec import TableSpec
from rules.message import msg

ACCENT = 4
"""The game's among the palette's accents."""

TABLE = TableSpec(
    game=SPEC,
    icon="clock",
    colour=ACCENT,
    rematch=msg("Rematch, colours changed"),
    setup=Address("device.games.chess_clock.setup:Presets"),
    play=Address("device.games.chess_clock.controller:ClockController"),
    past=Address("device.games.chess_clock.play:past"),
    files=(Address("device.games.chess_clock.own_controls:file_of"),),
    reopen=Address("rules.chess_clock.acts:Reopen"),
    at_once=Address("device.games.chess_clock.at_once:at_once"),
)
