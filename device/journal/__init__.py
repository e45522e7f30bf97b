"""The journal: everything that happened at this table, on disk, append only.

SQLite in WAL mode with ``synchronous=FULL``. Games and entries are only ever inserted; triggers refuse anything else.
Only erasing a person rewrites them (`device.people.erasing`). One heartbeat row outside the log says how far a running
clock came, which bounds the doubt after a power cut.
"""

from device.journal.file import APPLICATION, VERSION, JournalTrouble, connect
from device.journal.reading import StoredGame, games, load
from device.journal.writer import Journal

__all__ = ["APPLICATION", "VERSION", "Journal", "JournalTrouble", "StoredGame", "connect", "games", "load"]
