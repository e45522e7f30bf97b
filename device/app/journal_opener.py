"""Where the journal is opened, and where games are kept when that is not possible."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from device.app.assembly import Post
from device.io.inputs import EntrySaved, PeripheralStatus
from device.journal import Journal, JournalTrouble
from device.journal.file import SHARED
from device.settings.settings import Settings
from rules.message import Message, msg


def journal_opener(path: Path) -> Callable[[Post], Journal]:
    """Opens the journal; it posts what is safe on disk and what is wrong.

    A damaged file is begun anew with what can be read of it. Where another program's or a newer version's lies there,
    or nothing can be made there, games are kept elsewhere: beside it, in the usual place, in memory until the device is
    switched off; the screen says where. Raises `JournalTrouble` where another program holds the journal.
    """

    def open_journal(post: Post) -> Journal:
        def status(name: str) -> Callable[[Message | None], None]:
            return lambda message: post(PeripheralStatus(name, message))

        def open_file(file: Path, mend: bool = True) -> Journal:
            mended = status("journal file") if mend else None
            return Journal(
                file, lambda game, n: post(EntrySaved(game, n)), status("journal"), patient=True, on_mended=mended
            )

        new = path.with_name(f"{path.stem}-new{path.suffix}")
        try:
            return open_file(path, mend=not new.exists())  # where games are in that one already, they stay there
        except JournalTrouble as error:
            if error.taken:
                raise
        for other in (new, Settings().journal_path):
            try:
                journal = open_file(other)
            except JournalTrouble as error:
                if error.taken:
                    raise
                continue
            status("journal place")(msg("{file} cannot be used; games are kept in {new}.", file=path.name, new=other))
            return journal
        folder = tempfile.mkdtemp(prefix="dvojtah-", dir=SHARED if SHARED.is_dir() else None)
        journal = open_file(Path(folder) / "journal.db")
        status("journal place")(
            msg("{file} cannot be used; games are kept only until the table is switched off.", file=path.name)
        )
        return journal

    return open_journal
