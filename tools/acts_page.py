"""The page docs/rules/acts.md: which act is possible in which phase of every game, read off the rules themselves.

``python -m tools.acts_page`` writes it (``make schema``). The states are those of the recorded samples and of random
games (`tools.compatibility.many`), the same ones each time.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from rules.act_game import possibilities
from rules.games import GAMES
from rules.history import History
from rules.record import read
from tools.compatibility.many import played

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rules" / "acts.md"
WALKS = 30
"""Random games of each kind."""
HEAD = """# What is possible when

*Printed from the code by `make schema`; a test holds it. Do not edit it by hand.*

A row is an act by its word on record ([record](../record.md)) with the number of its rule, a column a phase of the
game. **yes**: somebody can do it then. A number is that of the [rule](en.md) that stands against it; both stand where
that depends on more than the phase, and *no* where plain sense and no rule is against it. The states are those of the
recorded samples and of random games.
"""


def states_of(history: History) -> Iterator[Any]:
    """Every state through which a game went."""
    for step in history.steps:
        yield step.before
    yield history.state


def sample_games() -> dict[str, list[History]]:
    """The recorded samples by their game."""
    games: dict[str, list[History]] = {}
    for path in sorted((ROOT / "samples").glob("*.jsonl")):
        history = read(path.read_text(encoding="utf-8").splitlines())
        games.setdefault(history.game.key, []).append(history)
    return games


def page() -> str:
    """The whole page."""
    parts, samples = [HEAD], sample_games()
    for key, game in GAMES.items():
        histories = [*samples.get(key, ()), *(played(key, n, hard=False) for n in range(WALKS))]
        heading, *rows = possibilities(game, chain.from_iterable(map(states_of, histories)))
        parts.append(f"## {game.name.id}\n")
        parts.append("\n".join(_line(row) for row in (heading, ("---",) * len(heading))))
        parts.append("\n".join(_line((f"`{act}`", *cells)) for act, *cells in rows) + "\n")
    return "\n".join(parts)


def _line(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
