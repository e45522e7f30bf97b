"""Kouřící kočka on the device: screens, OLED content and signals."""

from __future__ import annotations

from device.address import Address
from device.exports import pdf_format
from device.specs.spec import GameSpec, SeatCount
from rules.message import msg

ACCENT = 3
"""The game's among the palette's accents."""

SPEC = GameSpec(
    key="kourici_kocka",
    name=msg("Kouřící kočka"),
    icon="cat",
    colour=ACCENT,
    setup=Address("device.games.kourici_kocka.setup:KockaSetupScreen"),
    play=Address("device.games.kourici_kocka.controller:KockaController"),
    past=Address("device.games.kourici_kocka.controller:past"),
    seats=SeatCount(4, 4, "K1"),
    card=Address("device.games.kourici_kocka.board_card:CARD"),
    reopen=Address("rules.kourici_kocka.acts:Reopen"),
    exports=(pdf_format("device.games.kourici_kocka.sheet_pdf:sheet_pdf"),),
)
