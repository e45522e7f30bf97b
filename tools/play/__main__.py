"""``python -m tools.play``: plays a ``sample``; draws ``screens``, ``animation``; counts ``touches``.

It needs what a table needs; an event on this machine is ``python -m tools.play.event``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from device.cli.export_commands import read_record
from device.common import i18n
from device.common.cli.failure import Failure
from device.common.i18n import tr
from device.common.languages import DEFAULT, LANGUAGES, SOURCE
from rules.message import Refusal
from tools.play.animation import draw_animation
from tools.play.gallery import FULL, draw_every_screen, play_sample
from tools.play.players import PLAYERS
from tools.play.touches import print_touches

IMAGES = Path(__file__).parents[2] / "docs" / "img"


def main(arguments: list[str] | None = None) -> int:
    """Run; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.play", description=__doc__)
    parser.add_argument("--lang", choices=tuple(LANGUAGES), default=DEFAULT, help="language of screens and sentences")
    parser.add_argument("--out", type=Path, default=Path("out/screens"), help="folder for pictures")
    commands = parser.add_subparsers(dest="command", required=True)
    sample = commands.add_parser("sample", help="play a record through buttons and touches")
    sample.add_argument("file", nargs="?", type=Path, default=FULL, help="record file (default: the full sample)")
    commands.add_parser("touches", help="play a whole game of each kind by what shows: touches counted")
    commands.add_parser("screens", help="draw every screen and OLED in every language")
    commands.add_parser("animation", help="a recorded game as docs/img/play.LANGUAGE.webp, in both languages")
    options = parser.parse_args(arguments)
    i18n.use(options.lang)
    try:
        if options.command == "screens":
            return draw_every_screen(PLAYERS, options.out)
        if options.command == "animation":
            for language in (DEFAULT, SOURCE):
                print(f"{(path := IMAGES / f'play.{language}.webp')}: {draw_animation(language, path):,} B")
            return 0
        if options.command == "touches":
            return print_touches()
        return play_sample(read_record(options.file), PLAYERS, options.out)
    except KeyboardInterrupt:
        return 130
    except Refusal as trouble:
        print(tr(trouble.message), file=sys.stderr)
    except (Failure, OSError) as trouble:
        print(trouble, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
