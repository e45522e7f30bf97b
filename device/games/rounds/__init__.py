"""The score sheet at the table: one set of screens for whatever is played in rounds, turns or boxes (R1-R10)."""

from __future__ import annotations

from device.common.address import Address
from device.common.games.rounds import SPEC
from device.kiosk.table_spec import TableSpec

ACCENT = 5
"""The game's among the palette's accents."""

TABLE = TableSpec(
    game=SPEC,
    icon="sheet",
    colour=ACCENT,
    setup=Address("device.games.rounds.setup:RoundsSetupScreen"),
    play=Address("device.games.rounds.controller:RoundsController"),
    past=Address("device.games.rounds.controller:past"),
    reopen=Address("rules.rounds.acts:Reopen"),
)
