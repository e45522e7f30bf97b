"""Copies of a game to take away: files in a folder beside the journal, and everything at once on a USB stick."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from device.archive import local
from device.inputs import Said
from device.journal import Kept
from device.report_text import report_csv
from device.rooms import Host
from rules.history import History
from rules.message import Message, Refusal, msg
from rules.record import write

FOLDER = "exports"
"""Folder beside the journal."""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of copy: its word, its name, what it is for, the file's ending, and how it is made."""

    key: str
    name: Message
    use: Message
    suffix: str
    make: Callable[[History], str]


FORMATS = (
    Format("record", msg("Game record"), msg("every entry, to replay it"), ".jsonl", write),
    Format(
        "csv",
        msg("Tables"),
        msg("for a spreadsheet"),
        ".csv",
        lambda history: report_csv(history.game.report(history.state)),
    ),
)
"""What can be written on the device itself."""


class Outcome(Protocol):
    """What became of writing to a stick."""

    @property
    def message(self) -> Message:
        """A sentence for people."""


HandOver = Callable[[Path, int], Outcome]
"""Writes every paper of a game of the journal file to a USB stick. Never raises; takes its time."""


@lru_cache(maxsize=1)
def hand_over() -> HandOver | None:
    """What writes to a USB stick (`device.usb`); None where this program has no such part."""
    if importlib.util.find_spec("device.usb") is None:
        return None
    found: HandOver = importlib.import_module("device.usb").hand_over
    return found


class Stick:
    """Writing to a USB stick beside the loop, one game at a time; the outcome is said on the screen."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._idle = threading.Event()
        self._idle.set()

    @property
    def busy(self) -> bool:
        """Whether something is being written."""
        return not self._idle.is_set()

    def write(self, game_id: int) -> None:
        """Begin to write a game. Raises `Refusal` where that cannot be, or one is being written already."""
        write = hand_over()
        if write is None:
            raise Refusal("", "This device cannot write to a USB stick.")
        if self.busy:
            raise Refusal("", "The USB stick is being written; wait a moment.")
        self._idle.clear()
        path = self._host.archive.path
        threading.Thread(target=self._write, args=(write, path, game_id), name="usb", daemon=True).start()

    def _write(self, write: HandOver, path: Path, game_id: int) -> None:
        message = msg("The USB stick could not be written; try another.")
        try:
            self._host.archive.flush()
            message = write(path, game_id).message
        finally:
            self._idle.set()
            self._host.post(Said(message))


def file_name(kept: Kept | None, game_id: int, history: History, kind: Format) -> str:
    """The name of a copy: day, game, number."""
    day = local(kept.created) if kept is not None else None
    parts = [f"{day:%Y-%m-%d}"] if day is not None else []
    return "-".join([*parts, history.game.key.replace("_", "-"), str(game_id)]) + kind.suffix


def save(journal: Path, name: str, text: str) -> Path:
    """Write a copy whole or not at all; its path. Raises `Refusal` where the disk does not take it."""
    path = journal.parent / FOLDER / name
    new = path.with_name(f".{name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with new.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
        raise Refusal("", "{file} cannot be written; look at the folder, its rights and the disk.", file=path) from None
    return path
