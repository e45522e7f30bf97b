"""The score sheet at the table: one set of screens for whatever is played in rounds, turns or boxes (R1-R10)."""

from __future__ import annotations

from device.address import Address
from device.specs.spec import GameSpec, SeatCount
from rules.message import msg

ACCENT = 5
"""The game's among the palette's accents."""

SPEC = GameSpec(
    key="rounds",
    name=msg("Score sheet"),
    icon="sheet",
    colour=ACCENT,
    setup=Address("device.games.rounds.setup:RoundsSetupScreen"),
    play=Address("device.games.rounds.controller:RoundsController"),
    past=Address("device.games.rounds.controller:past"),
    seats=SeatCount(2, 8, "R1"),
    card=Address("device.games.rounds.board_card:CARD"),
    reopen=Address("rules.rounds.acts:Reopen"),
    by_terms=Address("device.games.rounds.at_event:played_by"),
)
