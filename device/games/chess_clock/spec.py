"""The chess clock, declared."""

from __future__ import annotations

from device.address import Address
from device.specs.spec import GameSpec, Samples, Seats
from rules.message import msg

SPEC = GameSpec(
    key="chess_clock",
    name=msg("Chess clock"),
    motto=msg("Two players, any time control"),
    colour=4,
    seats=Seats(2, 2, "C1"),
    samples=Samples("chess-clock-full.jsonl", simulated=("chess-clock.jsonl", "chess-clock-full.jsonl")),
    rule_options=Address("device.games.chess_clock.rule_options:RULE_OPTIONS"),
    setup=Address("device.games.chess_clock.setup:ClockSetupController"),
    play=Address("device.games.chess_clock.controller:ClockController"),
    card=Address("device.games.chess_clock.board_card:CARD"),
    autoplay=Address("device.demo.players.chess_clock:ClockPlayer"),
    past=Address("device.games.chess_clock.past:past"),
    reopen=Address("rules.chess_clock.events:Reopen"),
    files=(Address("device.games.chess_clock.own_controls:file_of"),),
    statistics=Address("device.games.chess_clock.statistics:STATISTICS"),
)
