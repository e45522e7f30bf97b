"""Polyssimo, declared."""

from __future__ import annotations

from device.address import Address
from device.exports import pdf_format
from device.specs.spec import GameSpec, Samples, Seats
from rules.message import msg

SPEC = GameSpec(
    key="polyssimo",
    name=msg("Polyssimo"),
    motto=msg("2 to 4 players, 24 pieces, who places most"),
    colour=2,
    seats=Seats(2, 4, "P1"),
    samples=Samples("polyssimo-agreed.jsonl", simulated=("polyssimo.jsonl", "polyssimo-agreed.jsonl")),
    rule_options=Address("device.games.polyssimo.rule_options:RULE_OPTIONS"),
    setup=Address("device.games.polyssimo.setup:PolyssimoSetupController"),
    play=Address("device.games.polyssimo.controller:PolyssimoController"),
    card=Address("device.games.polyssimo.board_card:CARD"),
    autoplay=Address("device.demo.players.polyssimo:PolyssimoPlayer"),
    past=Address("device.games.polyssimo.past:past"),
    exports=(pdf_format("device.games.polyssimo.sheet_pdf:sheet_pdf"),),
    files=(Address("device.games.polyssimo.shapes_file:file_of"),),
    statistics=Address("device.games.polyssimo.statistics:STATISTICS"),
)
