"""Polyssimo on the device: screens, OLED content and signals."""

from __future__ import annotations

from device.address import Address
from device.exports import pdf_format
from device.specs.spec import GameSpec, SeatCount
from rules.message import msg

ACCENT = 2
"""The game's among the palette's accents."""

SPEC = GameSpec(
    key="polyssimo",
    name=msg("Polyssimo"),
    icon="piece",
    colour=ACCENT,
    setup=Address("device.games.polyssimo.setup:PolyssimoSetupScreen"),
    play=Address("device.games.polyssimo.controller:PolyssimoController"),
    past=Address("device.games.polyssimo.controller:past"),
    files=(Address("device.games.polyssimo.shapes_file:file_of"),),
    seats=SeatCount(2, 4, "P1"),
    card=Address("device.games.polyssimo.board_card:CARD"),
    exports=(pdf_format("device.games.polyssimo.sheet_pdf:sheet_pdf"),),
)
