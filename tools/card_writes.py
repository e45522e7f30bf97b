"""How much a game writes to the card: the full sample of each game is played, everything on disk before time goes on.

``python tools/card_writes.py`` prints, for each game, what the kernel wrote for this process (``write_bytes`` of
``/proc/self/io``: whole pages that went to the disk) per hour of game time. What the file system adds in its own
journal is not in it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from rules.game import SECOND
from rules.record import read
from tools.games import SAMPLES, TOOLS
from tools.play.players import PLAYERS

HOUR = 3600 * SECOND


def written() -> int:
    """Bytes that this process has had written to disks."""
    lines = Path("/proc/self/io").read_text(encoding="ascii").splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("write_bytes:")))


def measure(key: str, folder: Path) -> tuple[int, int]:
    """Bytes, and game time (ns), of the full sample of a game."""
    record = read((SAMPLES / TOOLS[key].samples.full).read_text(encoding="utf-8").split("\n"))
    player = PLAYERS[key](folder, seen=lambda _, at_table: at_table.kiosk.journal.flush())
    player.set_up(record)
    player.kiosk.journal.flush()
    before, began = written(), player.clock.ns
    for entry in record.entries:
        player.do(entry, None)
        player.kiosk.journal.flush()
    return written() - before, player.clock.ns - began


def main() -> int:
    """Measure and print."""
    for key in sys.argv[1:] or PLAYERS:
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
            amount, time = measure(key, Path(folder))
        minutes, hourly = time / SECOND / 60, amount * HOUR / time
        print(f"{key}: {amount / 1e6:.1f} MB in {minutes:.0f} minutes, {hourly / 1e6:.1f} MB/h")
    return 0


if __name__ == "__main__":
    sys.exit(main())
