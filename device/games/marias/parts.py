"""Parts of the screens of mariáš: the round's time, the lists of deals, terms and standings."""

from __future__ import annotations

from device.games.marias.cards import ACCENT, money
from device.games.marias.outputs import alarm, hand_line, round_title, time_left
from device.graphics.actions import BIG_CLOCK
from device.graphics.canvas import Canvas
from device.graphics.kept import draw_cached
from device.graphics.widgets import Rect
from device.i18n import t, tr
from device.kiosk import low_time
from rules.game import SECOND
from rules.marias.report import deal_text, who
from rules.marias.slip import standings
from rules.marias.state import Played, State


def time_panel(canvas: Canvas, state: State, panel: Rect, at: int) -> None:
    """What is left of the round, in figures that all can read; which deal, who deals."""
    u, p, one = canvas.u, canvas.look.palette, state.round
    level, left = alarm(state, at), max(0, one.remaining(at))
    if level:
        colour = p.accents[ACCENT]
        body = low_time.draw_place(canvas, panel, level, colour, left, u(14))
        ink = low_time.ink_of(level, colour, p)
    else:
        canvas.panel(panel, p.panel)
        body, ink = panel, low_time.Ink(p.muted, p.text, p.text)
    inner = Rect(body.x + u(12), panel.y + u(12), body.w - u(24), panel.h - u(24))
    head, time, foot = canvas.rows(inner, (26, 102, 30) if not canvas.look.large_print else (28, 102, 29), u(4))
    if canvas.look.large_print and head.h < u(25):  # a small picture, as of the past
        head, time, foot = canvas.rows(inner, (40, 90, 40), 0)
    for row in (head, foot):
        above = u(2) if canvas.look.large_print else 0
        low_time.plate(canvas, Rect(row.x - u(6), row.y - above, row.w + u(12), row.h + 2 * above), level)
    low_time.plate(canvas, time, level, digits=True)
    canvas.text(head, round_title(state), 19, "semibold", ink.text if level else p.muted)
    canvas.text(time, time_left(state, at), 106, "bold", ink.digits, "center", digits=True)
    canvas.text(foot, hand_line(state, at), 20, "semibold", ink.text)
    canvas.touch(panel, BIG_CLOCK)


def draw_deals(canvas: Canvas, state: State, rect: Rect, below: int = 0) -> None:
    """The newest deals, newest last, of which nothing stands in the ``below`` pixels above the lower edge."""
    draw_cached(canvas, _deals, state, rect, below)


def _deals(canvas: Canvas, state: State, rect: Rect, below: int) -> None:
    u, p = canvas.u, canvas.look.palette
    canvas.panel(rect, p.paper)
    step = canvas.lu(36)
    inner = canvas.inset(rect, 14, 8)
    title = Rect(inner.x, inner.y, inner.w - u(20), canvas.lu(22))
    canvas.text(title, t("DEALS OF THIS ROUND · from one"), 13, "semibold", p.ink_muted)
    dot = Rect(inner.x + inner.w - u(12), inner.y + u(6), u(10), u(10))
    canvas.shape(dot, "dot" if canvas.look.saved else "ring", p.ok if canvas.look.saved else p.ink_muted)
    top = canvas.lu(26)
    fits = max(1, (inner.h - top - below) // step)
    for n, one in enumerate(state.round.deals[-fits:]):
        box = Rect(inner.x, inner.y + top + n * step, inner.w, step)
        deal_line(canvas, one, box)
        canvas.line(Rect(inner.x, box.y + step - 1, inner.w, 1), p.paper_line)
    if not state.round.deals:
        canvas.text(inner, t("No deal is written yet."), 18, "regular", p.ink_faint, "center")


def deal_line(canvas: Canvas, one: Played, box: Rect) -> None:
    """A written deal: number, choosers, what it was, what one paid one."""
    u, p = canvas.u, canvas.look.palette
    amount = 0 if one.settlement is None else one.settlement.transfer
    canvas.text(Rect(box.x, box.y, u(26), box.h), str(one.number), 15, "regular", p.ink_faint)
    canvas.text(Rect(box.x + u(28), box.y, u(46), box.h), who(one), 17, "bold", p.ink)
    middle = Rect(box.x + u(76), box.y, box.w - u(76) - u(80), box.h)
    canvas.text(middle, tr(deal_text(one)), 16, "regular", p.ink, lines=2)
    colour, end = p.invalid if amount < 0 else p.ink, Rect(box.x + box.w - u(76), box.y, u(76), box.h)
    canvas.text(end, money(amount, plus=True), 18, "bold", colour, "right", digits=True)


def draw_terms(canvas: Canvas, state: State, rect: Rect) -> None:
    """Before the first round: what everybody lays down, and what is played for (M1, M5, M8, M13)."""
    u, p, s = canvas.u, canvas.look.palette, state.setup
    canvas.panel(rect, p.paper)
    inner = canvas.inset(rect, 14, 8)
    head, body = canvas.rows(inner, (24, 228), u(4))
    canvas.text(head, t("EVERYBODY LAYS DOWN"), 14, "semibold", p.ink_muted)
    coin = s.stake - s.tokens * s.token
    lines = [
        (t("coin"), money(coin)),
        (t("{n} tokens of {worth} Kč", n=s.tokens, worth=money(s.token)), money(s.tokens * s.token)),
        (t("hra · sedma · sto"), f"{money(s.hra)} · {money(s.sedma)} · {money(s.sto)}"),
        (t("betl · durch"), f"{money(s.betl)} · {money(s.durch)}"),
        (t("a deal costs at most"), money(s.cap)),
    ]
    for (label, amount), band in zip(lines, canvas.rows(body, (1,) * len(lines), 0), strict=True):
        wide = u(180) if "·" in amount else u(80)
        canvas.text(Rect(band.x, band.y, band.w - wide, band.h), label, 18, "regular", p.ink)
        canvas.text(Rect(band.x + band.w - wide, band.y, wide, band.h), amount, 19, "bold", p.ink, "right", digits=True)
        canvas.line(Rect(band.x, band.y + band.h - 1, band.w, 1), p.paper_line)


def draw_standings(canvas: Canvas, state: State, rect: Rect) -> None:
    """Places, sums and the results of the rounds (M31)."""
    draw_cached(canvas, _standings, state, rect)


def _standings(canvas: Canvas, state: State, rect: Rect) -> None:
    u, p = canvas.u, canvas.look.palette
    canvas.panel(rect, p.paper)
    inner = canvas.inset(rect, 14, 8)
    found = standings(state)
    count = min(5, len(found[0].results))
    wide = u(58)
    canvas.text(Rect(inner.x, inner.y, u(150), u(24)), t("STANDINGS"), 14, "semibold", p.ink_muted)
    total = canvas.lu(84)
    sum_x = inner.x + inner.w - total
    first = len(found[0].results) - count
    room = sum_x - inner.x - u(130)
    wide = min(u(70), room // max(1, count))
    for n in range(count):
        box = Rect(sum_x - (count - n) * wide, inner.y, wide, u(24))
        canvas.text(box, str(first + n + 1), 14, "semibold", p.ink_muted, "right")
    canvas.text(Rect(sum_x, inner.y, total, u(24)), t("SUM"), 14, "semibold", p.ink_muted, "right")
    step = min(u(46), (inner.h - u(30)) // max(1, len(found)))
    for n, one in enumerate(found):
        y = inner.y + u(28) + n * step
        canvas.text(Rect(inner.x, y, u(24), step), f"{one.place}.", 17, "bold", p.ink)
        name = Rect(inner.x + u(26), y, sum_x - count * wide - inner.x - u(28), step)
        canvas.text(name, state.people[one.person], 19, "semibold", p.ink)
        for k, part in enumerate(one.results[-count:] if count else ()):
            text = "–" if part is None else money(part)
            box = Rect(sum_x - (count - k) * wide, y, wide, step)
            canvas.text(box, text, 15, "regular", p.ink_muted, "right", digits=True)
        colour = p.invalid if one.total < 0 else p.ink
        canvas.text(Rect(sum_x, y, total, step), money(one.total, plus=True), 20, "bold", colour, "right", digits=True)
        canvas.line(Rect(inner.x, y + step - 1, inner.w, 1), p.paper_line)


def paused_remark(canvas: Canvas, state: State, rect: Rect) -> None:
    """Why the clock stands, where no other sentence shows."""
    if not remarks(canvas, state):
        return
    why = t("Paused. Hold both buttons to go on.")
    if state.round.doubt:
        why = t("Paused after a power loss: up to {s} s not known.", s=f"{state.round.doubt / SECOND:g}")
    canvas.banner(rect, why, "calm")


def remarks(canvas: Canvas, state: State) -> bool:
    """Whether it is said why the clock stands: where no other sentence is."""
    return not (canvas.look.toast or state.round.running)
