"""Mariáš, declared."""

from __future__ import annotations

from device.address import Address
from device.exports import csv_format, pdf_format
from device.specs.spec import GameSpec, Samples, Seats
from rules.message import msg

SPEC = GameSpec(
    key="marias",
    name=msg("Mariáš"),
    motto=msg("Called-card tournament: round clock, deals, table slip"),
    colour=1,
    seats=Seats(3, 5, "M31"),
    samples=Samples("marias-edges.jsonl", simulated=("marias-evening.jsonl",)),
    rule_options=Address("device.games.marias.rule_options:RULE_OPTIONS"),
    setup=Address("device.games.marias.setup:MariasSetupController"),
    play=Address("device.games.marias.controller:MariasController"),
    card=Address("device.games.marias.board_card:CARD"),
    autoplay=Address("device.demo.players.marias:MariasPlayer"),
    past=Address("device.games.marias.past:past"),
    next_round=Address("device.games.marias.next_round:next_round"),
    follow=Address("device.games.marias.next_round:follow"),
    exports=(
        pdf_format("device.games.marias.slip_pdf:slip_pdf"),
        csv_format("device.games.marias.slip_pdf:slip_csv"),
    ),
    statistics=Address("device.games.marias.statistics:STATISTICS"),
)
