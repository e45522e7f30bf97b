"""Polyssimo on the device: screens, OLED content and signals."""

from __future__ import annotations

from device.common.address import Address
from device.common.exports import pdf_format
from device.common.games.polyssimo import SPEC
from device.kiosk.table_spec import TableSpec

ACCENT = 2
"""The game's among the palette's accents."""

TABLE = TableSpec(
    game=SPEC,
    icon="piece",
    colour=ACCENT,
    setup=Address("device.games.polyssimo.setup:PolyssimoSetupScreen"),
    play=Address("device.games.polyssimo.controller:PolyssimoController"),
    past=Address("device.games.polyssimo.controller:past"),
    files=(Address("device.games.polyssimo.shapes_file:file_of"),),
    exports=(pdf_format("device.games.polyssimo.sheet_pdf:sheet_pdf"),),
)
