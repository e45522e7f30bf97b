"""Polish doubles on the device: screens, OLED content and signals."""

from __future__ import annotations

from device.address import Address
from device.exports import ExportFormat, WriteExport, pdf_format
from device.specs.spec import GameSpec, SeatCount, SecondPicture
from rules.message import msg

GCG = ExportFormat(
    "gcg", "gcg", msg("GCG"), msg("for Scrabble programs"), Address[WriteExport]("device.games.polish_doubles.gcg:gcg")
)

SPEC = GameSpec(
    key="polish_doubles",
    name=msg("Polish doubles"),
    icon="tile",
    colour=0,
    rematch=msg("Rematch, the others start"),
    setup=Address("device.games.polish_doubles.setup:DoublesSetupScreen"),
    play=Address("device.games.polish_doubles.controller:DoublesController"),
    past=Address("device.games.polish_doubles.play:past"),
    past_second=SecondPicture(
        msg("Board"),
        msg("Scoresheet"),
        Address("device.games.polish_doubles.play:past_board"),
        Address("device.games.polish_doubles.play:squares_known"),
    ),
    trial=Address("device.games.polish_doubles.trial:TrialController"),
    seats=SeatCount(2, 2, "S1", team=2),
    card=Address("device.games.polish_doubles.board_card:CARD"),
    reopen=Address("rules.polish_doubles.acts:Reopen"),
    exports=(pdf_format("device.games.polish_doubles.sheet_pdf:sheet_pdf"), GCG),
    from_gcg=Address("rules.polish_doubles.from_gcg:from_gcg"),
    pocket=Address("device.games.polish_doubles.pocket:sheet"),
)
