"""Copies of a game to take away: files in a folder beside the journal, and everything at once on a USB stick."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from device.common.exports import ExportError, ExportFormat
from device.common.files.atomic_write import atomic_write
from device.common.formats import local
from device.common.i18n import t
from device.game_files import fetch
from device.game_files.usb import write_to_stick
from device.io.inputs import ShowMessage
from device.journal import JournalTrouble, StoredGame
from device.kiosk.host import Host
from rules.history import History
from rules.message import Message, Refusal, msg

FOLDER = "exports"
"""Folder beside the journal."""


class Writer:
    """Writing beside the loop, one thing at a time: a copy that takes long to make, or everything onto a USB stick.

    The outcome shows on the screen.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._busy = threading.Lock()

    def against_stick(self) -> str | None:
        """Why nothing can be written to a USB stick now, None where it can."""
        return t("A copy is being written; wait a moment.") if self._busy.locked() else None

    def stick(self, game_id: int) -> None:
        """Begin to write a game to a stick. Raises `Refusal` where something is being written."""
        path = self._host.journal.path
        self._begin(
            lambda: write_to_stick(path, game_id).message, msg("The USB stick could not be written; try another.")
        )

    def copy(self, game_id: int, export: ExportFormat, name: str) -> None:
        """Begin to write a copy of a game into the folder. Raises `Refusal` where something is being written."""
        path = self._host.journal.path

        def write() -> Message:
            try:
                filed = fetch(path, game_id)
                return msg("Saved: {file}", file=save(path, name, b"" if filed is None else export.make(filed)))
            except (ExportError, JournalTrouble, Refusal) as trouble:
                return trouble.message

        self._begin(write, msg("The copy could not be made; try the USB stick."))

    def _begin(self, write: Callable[[], Message], failed: Message) -> None:
        if not self._busy.acquire(blocking=False):
            raise Refusal("", "A copy is being written; wait a moment.")
        threading.Thread(target=self._write, args=(write, failed), name="usb", daemon=True).start()

    def _write(self, write: Callable[[], Message], message: Message) -> None:
        try:
            self._host.journal.flush()
            message = write()
        finally:
            self._busy.release()
            self._host.post(ShowMessage(message))


def file_name(game: StoredGame | None, game_id: int, history: History, export: ExportFormat) -> str:
    """The name of a copy: day, game, number."""
    day = local(game.created) if game is not None else None
    parts = [f"{day:%Y-%m-%d}"] if day is not None else []
    return "-".join([*parts, history.game.key.replace("_", "-"), str(game_id)]) + f".{export.ending}"


def save(journal: Path, name: str, content: bytes) -> Path:
    """Write a copy whole or not at all; its path. Raises `Refusal` where the disk does not take it."""
    path = journal.parent / FOLDER / name
    try:
        atomic_write(path, content, follow=False)
    except FileExistsError:
        raise Refusal("", "{file} is not a plain file; rename it and try again.", file=path) from None
    except OSError:
        raise Refusal(
            "", "{file} cannot be written; check the folder, its permissions and the disk.", file=path
        ) from None
    return path
