"""``python -m tests.ears [GAME ...]``: an evening of each game by ear alone; its log goes to out/ears/GAME.txt.

It is spoken by the real program, and how long each press waited for its first sound is printed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.ears.evenings import EVENINGS
from tests.ears.stopwatch import Stopwatch
from tests.ears.table import Ears, Lost


def main(games: list[str]) -> int:
    """Play them; 1 where one could not be played to its end."""
    out, lost = Path("out/ears"), 0
    out.mkdir(parents=True, exist_ok=True)
    for game in games or list(EVENINGS):
        with TemporaryDirectory() as folder:
            stopwatch = Stopwatch()
            ears = Ears(Path(folder), stopwatch=stopwatch)
            try:
                EVENINGS[game](ears)
                result = "signed"
            except Lost as error:
                result, lost = f"lost: {error}", 1
            ears.close()
            stopwatch.close()
        (out / f"{game}.txt").write_text("\n".join(ears.log) + "\n", encoding="utf-8")
        presses = sum(" press " in line or " hold " in line for line in ears.log)
        print(f"{game}: {result}; {presses} presses, log in {out / game}.txt", *stopwatch.lines(), sep="\n")
    return lost


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
