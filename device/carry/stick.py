"""All that a device takes over from another, games and the club's own score sheets: to the first stick, and from it.

Everything here may be called from any thread, takes its time and never raises.
"""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from device.carry.bringing import NO_JOURNAL, bring_from
from device.carry.saving import save_to
from device.carry.sheets import bring_sheets, save_sheets
from device.common.files.usb_sticks import MACHINE, StickOutcome, StickSystem, at_first_stick, failure
from device.common.settings.settings import Settings
from device.journal import Journal
from rules.message import msg, msgs


def save_all(journal: Path, settings: Settings, system: StickSystem = MACHINE) -> StickOutcome:
    """Write everything onto the first stick that takes it."""

    def save(root: Path) -> StickOutcome:
        games = save_to(root, journal)
        if not games.ok:
            return games
        try:
            count = save_sheets(root, settings)
        except OSError as error:
            return StickOutcome(False, failure(error))
        if not count:
            return games
        sheets = msgs("{n} score sheet, too.", "{n} score sheets, too.", count)
        return replace(games, message=msg("{games} {sheets}", games=games.message, sheets=sheets))

    return at_first_stick(save, system)


def bring_all(
    target: Journal, settings: Settings, playing: int | None = None, system: StickSystem = MACHINE
) -> StickOutcome:
    """Take every journal and every sheet of the first stick that has one.

    The game ``playing`` is on the table and stays as it is.
    """

    def bring(root: Path) -> StickOutcome:
        sheets, games = bring_sheets(root, settings), bring_from(root, target, playing)
        if sheets is None:
            return games
        if games.message == NO_JOURNAL:
            return StickOutcome(True, sheets)
        return StickOutcome(games.ok, msg("{games} {sheets}", games=games.message, sheets=sheets))

    return at_first_stick(bring, system, writes=False)
