"""Kouřící kočka on the device: screens, OLED content and signals."""

from __future__ import annotations

from device.common.address import Address
from device.common.exports import pdf_format
from device.common.games.kourici_kocka import SPEC
from device.kiosk.table_spec import TableSpec

ACCENT = 3
"""The game's among the palette's accents."""

TABLE = TableSpec(
    game=SPEC,
    icon="cat",
    colour=ACCENT,
    setup=Address("device.games.kourici_kocka.setup:KockaSetupScreen"),
    play=Address("device.games.kourici_kocka.controller:KockaController"),
    past=Address("device.games.kourici_kocka.controller:past"),
    reopen=Address("rules.kourici_kocka.acts:Reopen"),
    exports=(pdf_format("device.games.kourici_kocka.sheet_pdf:sheet_pdf"),),
)
