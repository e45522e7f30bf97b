"""``python -m tools.play touches``: what whole games take of fingers, as the table of docs/try.md says.

A recorded game of each kind is played from the home screen to the signatures by what shows on the screen and by the
clock buttons, then once more with the same people. A touch is a finger put down, a dragged one too; the clock buttons
are counted apart, a signature among them.
"""

from __future__ import annotations

import tempfile
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from device.common.languages import LANGUAGES
from device.graphics.actions import DONE, Again
from rules.game import Entry, Progress
from tools.games import SAMPLES, TOOLS
from tools.play.gallery import SIZE, Size, load_record
from tools.play.player import Player, Stuck
from tools.play.players import PLAYERS

SIZES: tuple[Size, ...] = (SIZE, (480, 800))


class Touches(NamedTuple):
    """What a game took, in the order of that table.

    ``names`` until it could begin, all of them typed; ``again`` until it could with the same people; ``play`` until the
    end was declared, that with it, and ``end`` from there to the signatures; ``buttons`` pressed or held.
    """

    names: int
    again: int
    play: int
    end: int
    buttons: int


class _Fingers:
    """Counts what a player does at a table from now on."""

    def __init__(self, player: Player) -> None:
        self.touches = self.buttons = 0
        for name in ("touch", "drag", "press"):
            self.count(player, name)

    def count(self, player: Player, name: str) -> None:
        """Count what ``player`` does by that name."""
        does = getattr(player, name)

        def counted(*args: Any) -> None:
            self.buttons += name == "press"
            self.touches += name != "press"
            does(*args)

        setattr(player, name, counted)


def touches_of(key: str, language: str, size: Size) -> Touches:
    """Play the ordinary game of that word. Raises `Stuck` where what is touched is missing."""
    ordinary = TOOLS[key].samples.ordinary
    record = load_record(SAMPLES / ordinary)
    with tempfile.TemporaryDirectory(prefix="dvojtah-") as folder:
        player = PLAYERS[key](Path(folder), language, size)
        fingers, at = _Fingers(player), list[tuple[int, Progress]]()

        def before(entry: Entry) -> None:
            history = player.kiosk.table.history
            assert history is not None
            at.append((fingers.touches, history.game.progress(history.state)))

        try:
            history = player.play(record, before)
            if history.game.progress(history.state) is not Progress.SIGNED:
                raise Stuck(f"{ordinary} is not signed")
            names, end = at[0][0], max(n for n, progress in at if progress in (Progress.READY, Progress.PLAYING))
            whole, number = fingers.touches, player.kiosk.table.game_id
            player.touch(Again())
            player.touch(DONE)
            if player.kiosk.table.game_id in (None, number):
                raise Stuck("the game does not begin again")
            return Touches(names, fingers.touches - whole, end - names, whole - end, fingers.buttons)
        finally:
            player.close()


def print_touches() -> int:
    """A line for each game, language and size; the exit status."""
    for key, language, size in product(TOOLS, LANGUAGES, SIZES):
        took = touches_of(key, language, size)
        name = f"{key}-{language}-{size[0]}x{size[1]}"
        print(f"{name}: " + ", ".join(f"{kind} {n}" for kind, n in took._asdict().items()))
    return 0
