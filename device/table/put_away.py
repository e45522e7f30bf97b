"""Games that nobody goes on with: put away from the home screen, they stay among all games."""

from __future__ import annotations

from pathlib import Path

from device.common.files.small_file import SmallFile, decoder
from rules.message import msg

MOST = 64
"""Games that are kept as put away; one more, and the oldest of them is offered again."""


def file_of(journal: Path) -> SmallFile[tuple[int, ...]]:
    """The file beside the ``journal`` that has their numbers in it."""
    then = msg("Games that were put away are offered again.")
    return SmallFile(journal.with_name("put-away.json"), decoder(tuple[int, ...]), then)
