"""A journal in memory, for as long as the disk lets no file be written: what the disk holds can be read meanwhile."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path

SHARED = Path("/dev/shm")  # memory; /tmp may lie on the very disk
"""Where a copy needs no disk."""


def load_into_memory(path: Path, schema: str, open_file: Callable[[Path], sqlite3.Connection]) -> sqlite3.Connection:
    """A copy of the journal ``path``, or an empty one where there is none; ``open_file`` opens a file and checks it.

    The file is copied to shared memory first, because reading a journal needs to write beside it.
    Raises OSError where there is no other place, and what ``open_file`` raises.
    """
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    if not path.exists():
        memory.executescript(schema)
        return memory
    with tempfile.TemporaryDirectory(prefix="dvojtah-", dir=SHARED if SHARED.is_dir() else None) as folder:
        copy = Path(folder) / path.name
        for ending in ("", "-wal"):
            part = path.with_name(path.name + ending)
            if part.exists():
                shutil.copyfile(part, copy.with_name(part.name))
        with contextlib.closing(open_file(copy)) as db:
            db.backup(memory)
    return memory
