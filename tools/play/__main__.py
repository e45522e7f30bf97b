"""``python -m tools.play``: plays a ``sample``, an ``event``; draws ``screens``, ``animation``; counts ``touches``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from device import i18n
from device.cli.export_commands import read_record
from device.cli.failure import Failure
from device.i18n import tr
from device.languages import DEFAULT, LANGUAGES, SOURCE
from rules.games import DEFAULT_KEY, KEYS
from rules.message import Refusal
from tools.play.animation import draw_animation
from tools.play.event.demo import DemoTrouble, run_demo
from tools.play.gallery import FULL, draw_every_screen, play_sample
from tools.play.players import PLAYERS
from tools.play.touches import print_touches

IMAGES = Path(__file__).parents[2] / "docs" / "img"


def add_event(command: argparse.ArgumentParser) -> None:
    """The options of an event."""
    command.add_argument("--tables", type=int, choices=range(1, 5001), metavar="1-5000", default=8)
    command.add_argument("--speed", type=float, default=20, help="times as fast as the recorded games")
    command.add_argument("--games", default=DEFAULT_KEY, help="games by their words, with commas; or all")
    command.add_argument("--folder", type=Path, default=Path("out/event"))
    command.add_argument("--store", default="", help="an event's store that is there already")
    command.add_argument("--seconds", type=float, help="end by itself after so many seconds")


def main(arguments: list[str] | None = None) -> int:
    """Run; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.play", description=__doc__)
    parser.add_argument("--lang", choices=tuple(LANGUAGES), default=DEFAULT, help="language of screens and sentences")
    parser.add_argument("--out", type=Path, default=Path("out/screens"), help="folder for pictures")
    commands = parser.add_subparsers(dest="command", required=True)
    sample = commands.add_parser("sample", help="play a record through buttons and touches")
    sample.add_argument("file", nargs="?", type=Path, default=FULL, help="record file (default: the full sample)")
    commands.add_parser("touches", help="play a whole game of each kind by what shows: touches counted, sheets drawn")
    commands.add_parser("screens", help="draw every screen and OLED in every language")
    commands.add_parser("animation", help="a recorded game as docs/img/play.LANGUAGE.webp, in both languages")
    add_event(commands.add_parser("event", help="a whole event on this machine, with simulated tables"))
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
            return print_touches(options.out)
        if options.command == "sample":
            return play_sample(read_record(options.file), PLAYERS, options.out)
        return run_event(options)
    except KeyboardInterrupt:
        return 130
    except (DemoTrouble, Refusal) as trouble:
        print(tr(trouble.message), file=sys.stderr)
    except (Failure, OSError) as trouble:
        print(trouble, file=sys.stderr)
    return 1


def run_event(options: argparse.Namespace) -> int:
    """Broker, organiser, board and tables that play. Raises `Failure` and `DemoTrouble`."""
    kinds = KEYS if options.games == "all" else tuple(options.games.split(","))
    if not set(kinds) <= set(KEYS) or options.speed <= 0:
        raise Failure(f"Games are {', '.join(KEYS)}, and a speed is above 0.")
    return run_demo(options.folder, options.tables, options.speed, kinds, options.lang, options.seconds, options.store)


if __name__ == "__main__":
    sys.exit(main())
