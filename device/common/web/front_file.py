"""Where the starting page of several tables of one machine is found by its other programs."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from device.common.files.small_file import SmallFile, decoder

FOLDER = "tables"
"""The folder beside the journal in which each of several tables has one of its own."""


class RunningFront(msgspec.Struct, frozen=True):
    """The starting page that runs: its process, its port, and the numbers of its tables."""

    pid: int
    port: Annotated[int, Meta(ge=1, le=65535)]
    tables: Annotated[tuple[int, ...], Meta(max_length=100)]


class FrontFile:
    """Where the desk on the same computer finds the starting page of the tables of the journal's folder."""

    def __init__(self, journal: Path) -> None:
        self._file = SmallFile(journal.parent / FOLDER / "running.json", decoder(RunningFront))

    def write(self, front: RunningFront) -> None:
        """The starting page runs from now on."""
        with contextlib.suppress(OSError):  # then the desk has no link to it
            self._file.replace(msgspec.json.encode(front))

    def look_on(self, table: int) -> str:
        """The address at which the table of that number is looked at from this computer; ``""`` where it is no such."""
        front = self._file.read_or_none()
        if front is None or table not in front.tables or not Path(f"/proc/{front.pid}").exists():
            return ""
        return f"http://127.0.0.1:{front.port}/table/{table}"
