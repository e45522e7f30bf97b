"""Which word lists are kept: the small file beside them. A list counts once that names it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from device.files.small_file import SmallFile, decoder
from rules.message import msg


class StoredList(msgspec.Struct, frozen=True, kw_only=True):
    """A list that is kept: its name, how many words, and their hash."""

    name: str
    words: int
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


def file_of(folder: Path) -> SmallFile[tuple[StoredList, ...]]:
    """The file in the folder of the lists, the list imported last at the end."""
    return SmallFile(folder / "lists.json", decoder(tuple[StoredList, ...]), msg("Import the word lists again."))
