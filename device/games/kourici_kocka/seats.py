"""The four players: cards with their letters, and small buttons to choose one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from device.common.i18n import t
from device.games.act_menu import press_means
from device.games.kourici_kocka.outputs import side_of
from device.graphics.actions import PressArea
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.kiosk.screen import Next, call
from rules.game import SIDES
from rules.kourici_kocka import GAME
from rules.kourici_kocka.state import SEAT, SIDE_SEATS, Phase, State

SEATS = range(4)
TILE = 1.4
"""Height of a tile as a multiple of its width, where there is room."""
ONE_LINE = 7
"""So many tiles always lie beside each other."""
MOST_TILES = 12
"""A longer word is written small, with how much of it there is."""


Choose = Callable[[State, int], Next[State]]
"""What a touch on the player in a seat does: a method of the screen."""


def cards(
    canvas: Canvas,
    state: State,
    rect: Rect,
    chosen: int | None,
    points: Sequence[int] = (),
    choose: Choose | None = None,
) -> None:
    """All four beside each other, or two and two on a tall screen; a touch chooses one. ``points``: of this round."""
    if canvas.look.portrait:
        # Clockwise, as they sit: A and B above, D and C below.
        upper, lower = canvas.rows(rect, (1, 1))
        boxes = [*canvas.cols(upper, (1, 1)), *reversed(canvas.cols(lower, (1, 1)))]
    else:
        boxes = canvas.cols(rect, (1, 1, 1, 1))
    for seat, box in zip(SEATS, boxes, strict=True):
        _card(canvas, state, seat, box, chosen == seat, points[seat] if points else None)
        if choose is not None:
            canvas.touch(box, call(choose, seat))


def _card(canvas: Canvas, state: State, seat: int, box: Rect, chosen: bool, points: int | None) -> None:
    p, u, lu = canvas.look.palette, canvas.u, canvas.lu
    colour, over = p.players[seat], state.phase in (Phase.OVER, Phase.SIGNED)
    won, lost = over and seat != state.loser, over and seat == state.loser
    canvas.panel(box, p.panel, border=colour if chosen or won else p.danger if seat in state.banned else None)
    pad, gap = (u(5), 0) if canvas.look.large_print else (u(8), u(2))  # the letters are as large in large print
    inner = Rect(box.x + u(10), box.y + pad, box.w - u(20), box.h - 2 * pad)
    side, right = lu(26), u(34) if won else 0 if points is None else u(42)
    badge = Rect(inner.x, inner.y, side, side)
    canvas.panel(badge, colour, 7)
    canvas.text(badge, SEAT[seat], 17, "bold", p.pair_ink, "center")
    start = badge.x + side + u(5)
    canvas.text(Rect(start, inner.y, inner.x + inner.w - start - right, side), state.names[seat], 20, "bold", p.text)
    duty = Rect(inner.x, inner.y + side + gap, inner.w - right, lu(20))
    if won:
        canvas.shape(Rect(inner.x + inner.w - side, inner.y, side, side), "cup", colour)
    if lost:  # who lost has a band with a sign, not the outline of those who won
        canvas.panel(Rect(duty.x, duty.y, inner.w, duty.h + u(6)), p.danger, 7)
        sign = Rect(duty.x + u(7), duty.y + u(6), duty.h - u(6), duty.h - u(6))
        canvas.shape(sign, "cross", p.signal_ink)
        start, duty = sign.x + sign.w + u(7), Rect(duty.x, duty.y + u(3), duty.w, duty.h + u(6))
        line = Rect(start, duty.y, inner.x + inner.w - start - u(4), lu(20))
        canvas.text(line, t("lost the game"), 16, "semibold", p.signal_ink)
    else:
        canvas.text(duty, _duty_of(state, seat), 15, "semibold", p.warn if seat in state.banned else p.muted)
    if points is not None:
        count = Rect(inner.x + inner.w - right, inner.y, right, u(40))
        canvas.text(count, str(points), 32, "bold", p.text, "right", digits=True)
    top = duty.y + duty.h + gap
    letters(canvas, state, seat, Rect(inner.x, top, inner.w, inner.y + inner.h - top))


def _duty_of(state: State, seat: int) -> str:
    if seat in state.banned:
        return t("banned")
    if state.phase in (Phase.OVER, Phase.SIGNED):
        return ""
    duties = []
    if state.phase is Phase.PASSING and SIDES[side_of(seat)] not in state.ready:
        duties.append(t("passes 3 → {name}", name=state.names[(seat + 1) % len(SEATS)]))
    if seat == state.dealer:
        # Translators: the cards; below the name of who does
        duties.append(t("deals"))
    elif seat == state.leader:
        duties.append(t("leads"))
    return " · ".join(duties)


def letters(canvas: Canvas, state: State, seat: int, rect: Rect) -> None:
    """The word in tiles: the letters that the player has, then those still to come."""
    p, u = canvas.look.palette, canvas.u
    word, got = state.letters, state.got[seat]
    if len(word) > MOST_TILES:
        line = t("{n} of {all}", n=got, all=len(word))
        upper, lower = canvas.rows(rect, (1, 1), 0 if canvas.look.large_print else u(2))
        canvas.text(upper, line, 18, "bold", p.text)
        canvas.text(lower, state.collected_letters(seat)[-MOST_TILES:] or "–", 16, "semibold", p.text)
        return
    gap = u(3)
    tried = (1,) if len(word) <= ONE_LINE else (1, 2)
    lines = max(tried, key=lambda lines: _letter_size(*_tile_in(rect, len(word), lines, gap)))
    per_line, (wide, high) = -(-len(word) // lines), _tile_in(rect, len(word), lines, gap)
    for n, band in enumerate(canvas.rows(rect, (1,) * lines, gap)):
        for m, letter in enumerate(word[n * per_line : (n + 1) * per_line]):
            box = Rect(band.x + m * (wide + gap), band.y + (band.h - high) // 2, wide, high)
            has = n * per_line + m < got
            canvas.panel(box, p.tile if has else p.button, radius=5)
            size = _letter_size(wide, high, len(letter)) / canvas.look.scale
            canvas.text(box, letter, max(11, size), "bold", p.ink if has else p.muted, "center", fills=True)


def _tile_in(rect: Rect, count: int, lines: int, gap: int) -> tuple[int, int]:
    """Width and height of one of ``count`` tiles that fill ``rect`` in so many lines."""
    room, per_line = (rect.h - gap * (lines - 1)) // lines, -(-count // lines)
    wide = min(room, (rect.w - gap * (per_line - 1)) // per_line)
    return wide, min(room, round(TILE * wide))


def _letter_size(wide: int, high: int, letters: int = 1) -> float:
    """How large a letter is on such a tile, in pixels; CH counts as one letter and has two."""
    return min(0.66 * high, (0.85 if letters == 1 else 0.6) * wide)


def press_areas(canvas: Canvas, rect: Rect, state: State) -> None:
    """The screen's own clock buttons, for when a real one fails, with what a press does now."""
    for side, box in enumerate(canvas.by_side(canvas.cols(rect, (1, 1)))):
        label = t("PRESS {side}", side=SIDE_SEATS[SIDES[side]])
        canvas.button(box, label, PressArea(side), sub=press_means(GAME, state, side), style="outline", size=19)
