"""``python -m tools.bench [PART ...]``: these parts, or all, one line a figure (docs/performance.md).

A part that fails is said in one line, and the others go on; the status is 1 then.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sqlite3
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from unittest.mock import patch

import pygame

from device.common.address import Address
from tools.bench.measure import Result, show
from tools.bench.start import display

Measurement = Callable[[], Iterable[Result | str]]


ON_SCREEN = {
    "start": "start:compare",
    "screen": "screen:compare",
    "keeping": "journal:compare",
    "folding": "folding:full_game folding:compare",
    "search": "search:compare",
    "placing": "placing:compare",
    "keystroke": "screen:keystrokes",
    "statistics": "statistics:compare",
    "browser": "browser:compare painting:compare",
}
"""Parts that draw, or stand beside those that do: where their measurements lie."""
AFTER = {
    "telephone": "telephone:compare",
    "desk": "desk:desk",
    "draw": "tournament:draws",
    "tournament": "tournament:compare",
    "event": "event:ingest event:full event:tables_30 event:tables_300 event:tables_3000 event:watchers_1000"
    " event:recovery",
    "hall": "hall:idle hall:crowds hall:many_pages",
}
"""Parts that draw nothing."""
PARTS = ON_SCREEN | AFTER


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; the status of the command."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    chosen = parser.parse_args(arguments).parts or list(PARTS)
    if strange := [part for part in chosen if part not in PARTS]:
        parser.error(f"there is no part {strange[0]}; there are {', '.join(PARTS)}")
    print(
        f"SQLite {sqlite3.sqlite_version}, pygame-ce {pygame.version.ver}; load of the machine {os.getloadavg()[0]:.1f}"
    )
    failed = []
    with _screen() if any(part in ON_SCREEN for part in chosen) else contextlib.nullcontext():
        failed += [part for part in ON_SCREEN if part in chosen and not measured(part)]
    failed += [part for part in AFTER if part in chosen and not measured(part)]
    if failed:
        print(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


@contextlib.contextmanager
def _screen() -> Iterator[None]:
    with display() as driver, patch.dict(os.environ, SDL_VIDEODRIVER=driver):
        print(f"drawing on {driver}")
        yield


def measured(part: str) -> bool:
    """Measure a part and print what comes; whether all of it came."""
    well = True
    for place in PARTS[part].split():
        try:
            for result in Address[Measurement](f"tools.bench.{place}").load()():
                show(result)
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            reason = " ".join(str(error).split()) or type(error).__name__
            print(
                f"{part}: {reason} ({type(error).__name__}, {os.path.relpath(where.filename)}:{where.lineno})",
                flush=True,
            )
            well = False
    return well


if __name__ == "__main__":
    sys.exit(main())
