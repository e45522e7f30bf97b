"""``python -m tools.play.event``: a whole event on this machine, with simulated tables."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from device.common import i18n
from device.common.i18n import tr
from device.common.languages import DEFAULT, LANGUAGES
from rules.games import DEFAULT_KEY, KEYS
from tools.play.event.demo import DemoTrouble, run_demo


def main(arguments: list[str] | None = None) -> int:
    """Run broker, organiser, board and tables that play; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.play.event", description=__doc__)
    parser.add_argument("--lang", choices=tuple(LANGUAGES), default=DEFAULT, help="language of pages and sentences")
    parser.add_argument("--tables", type=int, choices=range(1, 5001), metavar="1-5000", default=8)
    parser.add_argument("--speed", type=float, default=20, help="times as fast as the recorded games")
    parser.add_argument("--games", default=DEFAULT_KEY, help="games by their words, with commas; or all")
    parser.add_argument("--folder", type=Path, default=Path("out/event"))
    parser.add_argument("--store", default="", help="an event's store that is there already")
    parser.add_argument("--seconds", type=float, help="end by itself after so many seconds")
    options = parser.parse_args(arguments)
    i18n.use(options.lang)
    kinds = KEYS if options.games == "all" else tuple(options.games.split(","))
    if not set(kinds) <= set(KEYS) or options.speed <= 0:
        print(f"Games are {', '.join(KEYS)}, and a speed is above 0.", file=sys.stderr)
        return 1
    try:
        return run_demo(
            options.folder, options.tables, options.speed, kinds, options.lang, options.seconds, options.store
        )
    except KeyboardInterrupt:
        return 130
    except DemoTrouble as trouble:
        print(tr(trouble.message), file=sys.stderr)
    except OSError as trouble:
        print(trouble, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
