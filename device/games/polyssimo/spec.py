"""Polyssimo, declared."""

from __future__ import annotations

from device.address import Address
from device.exports import pdf_format
from device.specs.spec import EventSpec, GameSpec, ReportSpec, Samples, SeatCount
from rules.message import msg

SPEC = GameSpec(
    key="polyssimo",
    name=msg("Polyssimo"),
    motto=msg("2 to 4 players, 24 pieces, who places most"),
    colour=2,
    rule_options=Address("device.games.polyssimo.rule_options:RULE_OPTIONS"),
    setup=Address("device.games.polyssimo.setup:PolyssimoSetupController"),
    play=Address("device.games.polyssimo.controller:PolyssimoController"),
    past=Address("device.games.polyssimo.past:past"),
    files=(Address("device.games.polyssimo.shapes_file:file_of"),),
)
EVENT = EventSpec(
    seats=SeatCount(2, 4, "P1"),
    card=Address("device.games.polyssimo.board_card:CARD"),
)
REPORTS = ReportSpec(
    exports=(pdf_format("device.games.polyssimo.sheet_pdf:sheet_pdf"),),
    statistics=Address("device.games.polyssimo.statistics:STATISTICS"),
)
SAMPLES = Samples("polyssimo-agreed.jsonl", simulated=("polyssimo.jsonl", "polyssimo-agreed.jsonl"))
