"""A mariáš table as it stood at a moment of the past: the round with its clock, the slip, or the standings."""

from __future__ import annotations

from device.games.marias import parts, slip_view
from device.games.marias.cards import player_cards
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from rules.marias.slip import slip_of
from rules.marias.state import Phase, State


def past(canvas: Canvas, rect: Rect, state: State, at: int) -> None:
    """The players and what the table was at: between rounds the standings, in one its time and deals, then its slip."""
    if state.phase is Phase.SLIP:
        head, body, foot = canvas.rows(rect, (34 * canvas.print_scale, 214, 50))
        slip_view.heading(canvas, state, head, slip_of(state.setup, state.round))
        slip_view.rows(canvas, state, body, state.round, touch=False)
        slip_view.signatures(canvas, state, None, foot)
        return
    cards, body = canvas.rows(
        rect,
        (38 if canvas.look.large_print else 34, 66)
        if not canvas.look.portrait
        else (38 if canvas.look.large_print else 32, 68),
    )
    player_cards(canvas, state, cards, None, {})
    if state.phase is not Phase.PLAY:
        parts.draw_standings(canvas, state, body)
        return
    split = canvas.rows if canvas.look.portrait else canvas.cols
    left, right = split(body, (46, 54))
    parts.time_panel(canvas, state, left, at)
    parts.draw_deals(canvas, state, right)
