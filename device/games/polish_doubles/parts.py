"""What several screens of Polish doubles are drawn with: the bar of a pair, who played, tiles, numbers of tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Self, TypeVar

from msgspec import structs

from device.graphics.canvas import TARGET, Canvas
from device.graphics.headings import below_heading, heading
from device.graphics.scene_builder import GAP
from device.graphics.widgets import Rect
from device.kiosk.screen import Screen
from rules.polish_doubles.acts import RowAct
from rules.polish_doubles.acts.sheet import move_fields
from rules.polish_doubles.state import State
from rules.polish_doubles.tiles import RACK, VALUE

R = TypeVar("R", bound=RowAct)

LONGEST = 30
"""Letters of a word that can be typed."""
LONGEST_NAME = 20
"""Letters in a name, so that it is readable on the card."""


class AfterStart(Screen[State]):
    """A screen that has a meaning once turns are played."""

    def valid(self, state: State) -> bool:
        """From the first turn on."""
        return bool(state.turns)


def tile_strip(canvas: Canvas, word: str, rect: Rect, most: int | None = None) -> None:
    """The word in tiles of at most ``most`` pixels (None: 54 units), smaller where it is long."""
    u = canvas.u
    if not word:
        return
    size = min(u(54) if most is None else most, (rect.w - u(4)) // len(word) - u(4))
    for n, letter in enumerate(word):
        box = Rect(rect.x + n * (size + u(4)), rect.y + (rect.h - size) // 2, size, size)
        canvas.tile(box, letter, str(VALUE.get(letter, "")))


PLAYERS = 264
"""Units that the buttons of two players take beside a title."""


class FormHead(NamedTuple):
    """Places of a form: of its title, of who played, of its own button, and of what is below."""

    words: Rect
    players: Rect
    own: Rect
    below: list[Rect]


def head_of(canvas: Canvas, pair: int, title: str, line: str, weights: Sequence[float], own: float = 0) -> FormHead:
    """The heading of a form of ``pair``, the players' buttons in it or on a tall screen below, the rest by ``weights``.

    ``own`` units of the heading are left for a button of the screen's own.
    """
    u, fill, tall = canvas.u, canvas.look.palette.pair[pair], canvas.look.portrait
    head, rest = below_heading(canvas, (1,))
    beside = own + (own and GAP)
    words, free = heading(canvas, head, title, line, fill=fill, own=own if tall else PLAYERS + beside)
    players = Rect(free.x, free.y, u(PLAYERS), free.h)
    if tall:
        players = Rect(rest.x, rest.y, rest.w, u(TARGET))
        below = players.h + u(GAP)
        rest = Rect(rest.x, rest.y + below, rest.w, rest.h - below)
    at_end = Rect(free.x + free.w - u(own), free.y, u(own), free.h) if own else free
    return FormHead(words, players, at_end, canvas.rows(rest, weights))


class PlayerMove(AfterStart):
    """A move on the clock of a pair, by ``player`` 1 or 2 of it (S7); None: not recorded.

    ``due``: turn and row, from 0, that were to be written when people began it; whatever is heard meanwhile, it is
    theirs (S10). None: whichever is due now.
    """

    player: int | None = None
    due: tuple[int, int] | None = None

    @classmethod
    def begin(cls, state: State, due: tuple[int, int] | None = None) -> Self:
        """The move that is ``due``, else the one that is due now, by the partner of who played the first."""
        return cls(**move_fields(state, due))

    def place(self, state: State) -> tuple[int, int]:
        """Turn and row, from 0, that are written."""
        index, row = self.due or state.free_place or (len(state.turns) - 1, 0)
        return min(index, len(state.turns) - 1), row

    def with_place(self, row: R) -> R:
        """``row`` for the turn and the place for which people began it."""
        return row if self.due is None else structs.replace(row, turn=self.due[0] + 1, place=self.due[1] + 1)

    def draw_players(self, canvas: Canvas, state: State, pair: int, rect: Rect) -> None:
        """Both players, where the names are known; a touch marks one, or unmarks the one that is."""
        players = state.players(pair)
        if not all(players):
            return
        for n, box in enumerate(canvas.cols(rect, (1, 1)), start=1):
            marked = self.player == n
            canvas.button(box, players[n - 1], self.change(player=None if marked else n), selected=marked)


def one_to(
    canvas: Canvas, rect: Rect, asked: str, most: int, tap: Callable[[int], object], why: str | None = None
) -> None:
    """A number of tiles from 1 to ``most`` (7 at most) is ``asked``, one tap each; ``tap`` gives a number's action.

    ``why`` says why none is possible now.
    """
    line, rect = canvas.rows(rect, (60, 240))
    canvas.text(line, asked, 24, "semibold", canvas.look.palette.text, "center", lines=2)
    boxes = canvas.grid(rect, 4, 2) if canvas.look.portrait else canvas.grid(rect, RACK, 1)
    for n, box in enumerate(boxes[:most]):
        canvas.button(box, str(n + 1), tap(n + 1), size=44, why=why)


def type_letter(word: str, text: str) -> str:
    """``word`` after a key: a letter, or ``"\\b"`` for backspace; anything else changes nothing."""
    if text == "\b":
        return word[:-1]
    return word + text.upper() if text.isalpha() and len(word) < LONGEST else word


def uses_board(state: State) -> bool:
    """Whether the newest move that laid tiles was laid on the board."""
    rows = (row for turn in reversed(state.turns) for row in reversed(turn.rows) if row.on_board)
    newest = next(rows, None)
    return newest is not None and newest.placement.at is not None
