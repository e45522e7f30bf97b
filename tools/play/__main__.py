"""``python -m tools.play sample [FILE]`` plays a record, and ``screens`` draws every screen and OLED."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from device import i18n
from device.cli.failure import Failure
from device.cli.record_commands import read_record
from rules.message import Refusal
from tools.play.gallery import FULL, draw_every_screen, play_sample
from tools.play.players import PLAYERS


def main(arguments: list[str] | None = None) -> int:
    """Run; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.play", description=__doc__)
    parser.add_argument("--lang", choices=i18n.LANGUAGES, default="cs", help="language of a sample's screens")
    parser.add_argument("--out", type=Path, default=Path("out/screens"), help="folder for pictures")
    commands = parser.add_subparsers(dest="command", required=True)
    sample = commands.add_parser("sample", help="play a record through buttons and touches")
    sample.add_argument("file", nargs="?", type=Path, default=FULL, help="record file (default: the full sample)")
    commands.add_parser("screens", help="draw every screen and OLED in both languages")
    options = parser.parse_args(arguments)
    i18n.use(options.lang)
    try:
        if options.command == "screens":
            return draw_every_screen(PLAYERS, options.out)
        return play_sample(read_record(options.file), PLAYERS, options.out)
    except (Failure, Refusal, OSError) as trouble:
        print(trouble, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
