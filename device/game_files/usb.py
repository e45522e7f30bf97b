"""Handing a game over on a USB stick: a screen calls it from a thread of its own, after `Journal.flush`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from device.common.address import Address
from device.common.exports import ExportError, file_name
from device.common.files.usb_sticks import FOLDER, MACHINE, StickOutcome, StickSystem, at_first_stick, write_all
from device.game_files import export_formats_of, fetch
from device.journal import JournalTrouble
from rules.message import Message, msg

CARD: Address[Callable[[str], bytes]] = Address("device.game_files.card_pdf:card_pdf")
CARD_NAME: Address[Callable[[str], str]] = Address("device.game_files.card_pdf:card_name")
DONE = msg("The game is on the USB stick, in the folder {name}; it can be pulled out.", name=FOLDER)


def write_to_stick(journal: Path, number: int | None, system: StickSystem = MACHINE) -> StickOutcome:
    """Write all exports of game ``number`` of the journal file (None: the last) and the game's card to a stick.

    Never raises.
    """
    try:
        filed = fetch(journal, number)
    except JournalTrouble as trouble:
        return StickOutcome(False, trouble.message)
    if filed is None:
        return StickOutcome(False, msg("No game has been played yet."))
    key, files = filed.history.game.key, dict[str, bytes]()
    missing: Message | None = None
    makers = {
        file_name(filed, export_format): partial(export_format.make, filed)
        for export_format in export_formats_of(key).values()
    }
    for name, make in {**makers, CARD_NAME(key): partial(CARD, key)}.items():
        try:
            files[name] = make()
        except ExportError as trouble:
            missing = trouble.message
    outcome = save(files, system)
    if outcome.ok and missing is not None:
        return StickOutcome(False, msg("Not everything is on the USB stick: {reason}", reason=missing), outcome.files)
    return outcome


def save(files: Mapping[str, bytes], system: StickSystem = MACHINE) -> StickOutcome:
    """Write files, by their names, into the folder of the first stick that takes them. Never raises."""
    return at_first_stick(lambda root: write_all(root, files, DONE), system)
