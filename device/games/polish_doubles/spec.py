"""Polish doubles, declared."""

from __future__ import annotations

from device.address import Address
from device.exports import ExportFormat, WriteExport, pdf_format
from device.specs.spec import GameSpec, Samples, Seats, SecondPicture
from rules.message import msg

GCG = ExportFormat(
    "gcg", "gcg", msg("GCG"), msg("for Scrabble programs"), Address[WriteExport]("device.games.polish_doubles.gcg:gcg")
)

SPEC = GameSpec(
    key="polish_doubles",
    name=msg("Polish doubles"),
    motto=msg("Scrabble for two pairs, 1-2-2-2, three minutes"),
    colour=0,
    seats=Seats(2, 2, "S1", pairs=True),
    samples=Samples(
        "polish-doubles-full.jsonl",
        simulated=("polish-doubles-short.jsonl", "polish-doubles-full.jsonl"),
        beside=("polish-doubles-squares.jsonl",),
    ),
    rule_options=Address("device.games.polish_doubles.rule_options:RULE_OPTIONS"),
    setup=Address("device.games.polish_doubles.setup:DoublesSetupController"),
    play=Address("device.games.polish_doubles.controller:DoublesController"),
    card=Address("device.games.polish_doubles.board_card:CARD"),
    autoplay=Address("device.demo.players.polish_doubles:DoublesPlayer"),
    past=Address("device.games.polish_doubles.past:past"),
    past_second=SecondPicture(
        msg("Board"),
        msg("Scoresheet"),
        Address("device.games.polish_doubles.past:past_board"),
        Address("device.games.polish_doubles.past:squares_known"),
    ),
    reopen=Address("rules.polish_doubles.events:Reopen"),
    trial=Address("device.games.polish_doubles.trial:TrialController"),
    exports=(pdf_format("device.games.polish_doubles.sheet_pdf:sheet_pdf"), GCG),
    pocket=Address("device.games.polish_doubles.pocket:sheet"),
    vary=Address("device.demo.simulation:vary"),
    statistics=Address("device.games.polish_doubles.statistics:STATISTICS"),
)
