"""Kouřící kočka as it stood at a moment of the past: the players with their letters, and the rounds until then."""

from __future__ import annotations

from device.games.kourici_kocka.play import doing
from device.games.kourici_kocka.result import outcome, round_list, signature
from device.games.kourici_kocka.seats import cards
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from rules.kourici_kocka.state import Phase, State

LINE = 30
"""Height of a round's line at the base size; nothing here is touched."""


def past(canvas: Canvas, rect: Rect, state: State, at: int) -> None:
    """Four cards, what was to be done, the last rounds; at the end of the game both signatures."""
    p, u = canvas.look.palette, canvas.u
    over = state.phase in (Phase.OVER, Phase.SIGNED)
    k = canvas.print_scale
    who, caption, body = canvas.rows(rect, (250, 26 * k, 290) if canvas.look.portrait else (112 * k, 24 * k, 160), u(4))
    cards(canvas, state, who, state.loser if over else None)
    line = outcome(state) if over else doing(state)
    canvas.text(caption, line, 16, "semibold", p.text)
    if over:
        signs, body = canvas.rows(body, (80 * k, 120), u(4))
        for side, box in enumerate(canvas.by_side(canvas.cols(signs, (1, 1)))):
            signature(canvas, state, side, box)
    round_list(canvas, state, body, len(state.rounds), canvas.lu(LINE))
