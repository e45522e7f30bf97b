"""What ``dvojtah organiser`` decides about what is played: a score sheet among the event's games, who plays where."""

from __future__ import annotations

from pathlib import Path

from device.common.cli.failure import Failure
from device.common.cli.reading import read_sheet_file
from device.common.i18n import t
from device.common.sheets import ENDING
from device.organiser.desk.typed import pairings
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.pairing import check_game


def add_sheet(desk: OrganiserDesk, sheet: str) -> None:
    """A score sheet, by its name or that of its file, is among the games. Raises `Failure` and `Refusal`."""
    if sheet.lower().endswith(ENDING):
        desk.add_sheet(read_sheet_file(Path(sheet)))
    else:
        desk.add_offered_sheet(sheet)


def pair(desk: OrganiserDesk, lines: str, game: str, round: int | None) -> None:
    """Who plays where in ``round``, a table a line. Raises `Failure` and `Refusal`."""
    kind = desk.game_named(game)
    seatings = pairings(lines, check_game(desk.state, kind).seats)
    if not seatings:
        raise Failure(t("There is no line with a table and players, such as 1: Jana, Petr – Eva, Karel."))
    desk.pair_all(kind, seatings, round)
