"""Mariáš on the device: setting up a table, the round's clock, deals, money, the slip, the standings."""

from __future__ import annotations

from device.address import Address
from device.exports import csv_format, pdf_format
from device.specs.spec import GameSpec, SeatCount
from rules.message import msg

ACCENT = 1
"""The game's among the palette's accents."""

SPEC = GameSpec(
    key="marias",
    name=msg("Mariáš"),
    icon="heart",
    colour=ACCENT,
    setup=Address("device.games.marias.setup:MariasSetupScreen"),
    play=Address("device.games.marias.controller:MariasController"),
    past=Address("device.games.marias.controller:past"),
    seats=SeatCount(3, 5, "M31"),
    card=Address("device.games.marias.board_card:CARD"),
    next_round=Address("device.games.marias.setup:next_round"),
    follow=Address("device.games.marias.setup:follow"),
    exports=(pdf_format("device.games.marias.slip_pdf:slip_pdf"), csv_format("device.games.marias.slip_pdf:slip_csv")),
)
