"""Polish doubles on the device: screens, OLED content and signals."""

from __future__ import annotations

from device.common.address import Address
from device.common.exports import pdf_format
from device.common.games.polish_doubles import SPEC
from device.kiosk.table_spec import SecondPicture, TableSpec
from rules.message import msg

TABLE = TableSpec(
    game=SPEC,
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
    reopen=Address("rules.polish_doubles.acts:Reopen"),
    exports=(pdf_format("device.games.polish_doubles.sheet_pdf:sheet_pdf"),),
    pocket=Address("device.games.polish_doubles.sheet_view:qr_sheet"),
)
