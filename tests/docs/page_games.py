"""The games of docs/first-game.md, taken out of the page and made two more games of the list.

``python -m tests.docs.page_games FOLDER`` writes their files there and prints as JSON what the page's examples print
and say that they print, the table of acts, and how far each sample came when it was played at a table. A program of its
own, for what it changes (the list, packages, every screen there is) would be seen by other tests.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import random
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rules.games
from rules.game import SECOND
from rules.history import History
from rules.message import Refusal
from tools.compatibility.walks.table import Press, Walk

PAGE = (Path(__file__).parents[2] / "docs" / "first-game.md").read_text(encoding="utf-8")
KEYS = ("matches", "hearts")
"""The games in the order of their samples on the page."""
WALKS = "tools.compatibility.walks"
PACKAGES = ("rules", "device.common.games", "device.games", "tools.games", "tools.play.players")
"""Packages that have a folder or a module for each game, beside `WALKS`."""


def blocks(kind: str) -> list[str]:
    """The blocks of the page that are marked so, those in its lists, too."""
    return [
        textwrap.dedent(block) for block in re.findall(rf"^ *```{kind}\n(.*?)^ *```", PAGE, re.MULTILINE | re.DOTALL)
    ]


def take_out(folder: Path) -> list[str]:
    """Write every block that begins with its path into ``folder``; the others, which run as they stand."""
    examples = []
    for code in blocks("python"):
        if (named := re.match(r"# (\S+\.py)\n", code)) is None:
            examples.append(code)
            continue
        path = folder / named[1]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, encoding="utf-8")
    return examples


def install(folder: Path) -> None:
    """Step 1, and the packages as if the game's files lay in them."""
    walks = importlib.import_module(WALKS)  # before the list is longer: the page has no walk of its second game
    rules.games.KEYS = (*rules.games.KEYS, *KEYS)
    for package in (walks, *map(importlib.import_module, PACKAGES)):
        package.__path__.append(str(folder / package.__name__.replace(".", "/")))


def walked_states(game: Any, walk: Walk) -> Iterator[Any]:
    """The states of the games that a walk plays, clock buttons left out."""
    for number in range(walk.games):
        rng = random.Random(number)
        history = History.begin(game, walk.set_up(rng, number))
        for second in range(walk.most):
            yield history.state
            event = walk.next_event(rng, history.state)
            with contextlib.suppress(Refusal):
                history = history if isinstance(event, Press) else history.accept(event, second * SECOND)


def main(folder: Path) -> None:
    """Print what came of it."""
    examples = take_out(folder)
    install(folder)
    from device.common.games.registry import SPECS  # by now the list is whole
    from rules.act_game import possibilities
    from rules.record import read
    from tools.games import TOOLS
    from tools.play.players import PLAYERS

    names: dict[str, object] = {}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        for code in examples:
            exec(code, names)
    records = {key: read(text.split("\n")) for key, text in zip(KEYS, blocks("jsonl"), strict=True)}
    record = records["matches"]
    states = walked_states(record.game, importlib.import_module(f"{WALKS}.matches").WALK)
    outcome: dict[str, Any] = {
        "printed": printed.getvalue().splitlines(),
        "remarks": [text for code in examples for text in re.findall(r"print\(.*\)  # (.*)$", code, re.MULTILINE)],
        "table": [" | ".join(row) for row in possibilities(record.game, states)],
    }
    for key, record in records.items():
        player = PLAYERS[key](folder / key)
        played = player.play(record)
        player.close()
        outcome[key] = {
            "declared": [SPECS[key].key, TOOLS[key].screen],
            "played": [str(entry.event) for entry in played.entries],
            "recorded": [str(entry.event) for entry in record.entries],
            "progress": played.game.progress(played.state).name,
            "card": str(SPECS[key].card.load().card(played.state).corner),
            "tally": played.game.report(played.state).data,
        }
    print(json.dumps(outcome))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
