"""The timeline of a game of Polyssimo: hands, placements, who stood aside, the result. It has no clocks."""

from __future__ import annotations

from collections.abc import Iterator

from rules.message import Message, msg
from rules.polyssimo.board import cell_name
from rules.polyssimo.describe import some_piece
from rules.polyssimo.report import left_words, outcome, over
from rules.polyssimo.state import PlacedPiece, State
from rules.timeline import SheetEntry


def placed_text(one: PlacedPiece) -> Message:
    """A placed piece, with its cells where there is a board."""
    piece = one.piece or some_piece
    if not one.cells:
        return msg("{piece}", piece=piece)
    return msg("{piece} on {cells}", piece=piece, cells=" ".join(cell_name(cell) for cell in one.cells))


def sheet_entries(state: State) -> Iterator[SheetEntry]:
    """Each player's picks, each placement, who stands aside, the counted result; then what is left, which follows."""
    names = state.setup.players
    for seat, hand in enumerate(state.hands):
        for number, piece in enumerate(hand, start=1):
            title = msg("pick {n} · {name}", n=number, name=names[seat])
            yield SheetEntry(("pick", seat, number), title, msg("{piece}", piece=piece))
    for number, one in enumerate(state.placed, start=1):
        title = msg("placement {n} · {name}", n=number, name=names[one.seat])
        yield SheetEntry(("place", number), title, placed_text(one))
    for seat in sorted(state.aside):
        yield SheetEntry(("aside", seat), msg("aside · {name}", name=names[seat]), msg("can place nothing"))
    if state.counted_result is not None:
        left = " : ".join(str(n) for n in state.counted_result.left)
        text = msg("{left} left, {name} placed last", left=left, name=names[state.counted_result.last])
        yield SheetEntry("told", msg("result as counted"), text)
    for seat, name in enumerate(names):
        if state.hands[seat]:
            left_now = left_words(state, state.left(seat))
            yield SheetEntry(("left", seat), msg("left · {name}", name=name), left_now, sum=True)
    if over(state):
        yield SheetEntry("outcome", msg("result"), outcome(state), sum=True)
