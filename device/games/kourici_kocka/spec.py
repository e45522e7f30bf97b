"""Kouřící kočka, declared."""

from __future__ import annotations

from device.address import Address
from device.exports import pdf_format
from device.specs.spec import GameSpec, Samples, Seats
from rules.message import msg

SPEC = GameSpec(
    key="kourici_kocka",
    name=msg("Kouřící kočka"),
    motto=msg("Four players, penalty points, letters of a word"),
    colour=3,
    seats=Seats(4, 4, "K1"),
    samples=Samples("kourici-kocka-full.jsonl", simulated=("kourici-kocka.jsonl", "kourici-kocka-full.jsonl")),
    rule_options=Address("device.games.kourici_kocka.rule_options:RULE_OPTIONS"),
    setup=Address("device.games.kourici_kocka.setup:KockaSetupController"),
    play=Address("device.games.kourici_kocka.controller:KockaController"),
    card=Address("device.games.kourici_kocka.board_card:CARD"),
    autoplay=Address("device.demo.players.kourici_kocka:KockaPlayer"),
    past=Address("device.games.kourici_kocka.past:past"),
    reopen=Address("rules.kourici_kocka.events:Reopen"),
    exports=(pdf_format("device.games.kourici_kocka.sheet_pdf:sheet_pdf"),),
    statistics=Address("device.games.kourici_kocka.statistics:STATISTICS"),
)
