"""Mariáš on the device: setting up a table, the round's clock, deals, money, the slip, the standings."""

from __future__ import annotations

from device.common.address import Address
from device.common.exports import csv_format, pdf_format
from device.common.games.marias import SPEC
from device.kiosk.table_spec import TableSpec

ACCENT = 1
"""The game's among the palette's accents."""

TABLE = TableSpec(
    game=SPEC,
    icon="heart",
    colour=ACCENT,
    setup=Address("device.games.marias.setup:MariasSetupScreen"),
    play=Address("device.games.marias.controller:MariasController"),
    past=Address("device.games.marias.controller:past"),
    next_round=Address("device.games.marias.setup:next_round"),
    follow=Address("device.games.marias.setup:follow"),
    exports=(pdf_format("device.games.marias.slip_pdf:slip_pdf"), csv_format("device.games.marias.slip_pdf:slip_csv")),
)
