"""The end of the game with its signatures, and the list of rounds (K3, K5)."""

from __future__ import annotations

from device import words
from device.games.kourici_kocka.draft import SEATS
from device.games.kourici_kocka.outputs import seats_of
from device.games.kourici_kocka.seats import ACCENT, cards
from device.kiosk.actions import HOME, Go, PressArea, Why
from device.kiosk.canvas import Canvas, Look
from device.kiosk.dialogs import heading
from device.kiosk.widgets import Rect, Scene
from device.words import t
from rules.kourici_kocka import events as e
from rules.kourici_kocka.game import HOW
from rules.kourici_kocka.state import Phase, Round, State

LINE = 38
"""Height of a line of the list at the base size."""


def result(state: State, look: Look) -> Scene:
    """Who has the whole word, everybody's letters, and how to sign."""
    canvas = Canvas(look)
    p = look.palette
    head, who, body, bar = canvas.rows(canvas.area, (70, 150, 130, 82) if not look.portrait else (70, 250, 200, 90))
    canvas.panel(head, p.accents[ACCENT])
    loser = state.loser
    assert loser is not None
    line = t("{name} has the whole word: {word}", name=state.names[loser], word="".join(state.letters))
    canvas.text(Rect(head.x + canvas.u(12), head.y, head.w - canvas.u(24), head.h), line, 30, "bold", p.pair_ink,
                "center")  # fmt: skip
    cards(canvas, state, who, loser, None)
    for side, box in enumerate(canvas.cols(body, (1, 1))):
        signature(canvas, state, side, box)
    boxes = canvas.cols(bar, (1, 1, 1))
    canvas.button(boxes[0], t("Rounds"), Go("rounds"), sub=t("dealt, lost, letters"))
    if state.phase is Phase.SIGNED:
        canvas.button(boxes[1], t("Open again"), Go("reopen"), sub=t("with a reason"))
        canvas.button(boxes[2], t("Done"), HOME, style="primary", sub=t("the game is kept"))
    else:
        canvas.button(boxes[1], t("More"), Go("menu"), sub=t("undo · screen buttons"))
        canvas.button(boxes[2], t("Leave"), HOME, sub=t("the game is kept"))
    if look.toast:
        canvas.banner(who, look.toast)
    return canvas.scene()


def signature(canvas: Canvas, state: State, side: int, rect: Rect) -> None:
    """One side of the table: signed, or how to."""
    p, u = canvas.look.palette, canvas.u
    names = " · ".join(state.names[seat] for seat in seats_of(side))
    signed = e.SIDES[side] in state.signed
    canvas.panel(rect, p.ok if signed else p.button, border=None if signed else p.accents[ACCENT])
    upper, lower = canvas.rows(Rect(rect.x + u(14), rect.y + u(10), rect.w - u(28), rect.h - u(20)), (34, 66))
    canvas.text(upper, names, 24, "semibold", p.text, "center")
    if signed:
        canvas.shape(Rect(lower.x, lower.y + (lower.h - u(34)) // 2, u(34), u(34)), "check", p.text)
        canvas.text(lower, t("Signed"), 28, "bold", p.text, "center")
        return
    text = t("Agreed? Hold clock button {side}.", side=e.SIDES[side])
    canvas.text(lower, text, 22, "semibold", p.text, "center", lines=2)
    if canvas.look.press_areas:
        canvas.touch(rect, PressArea(side))


def rounds(state: State, look: Look, page: int) -> Scene:
    """Every round with its dealer, leader, loser and letter, newest page first."""
    canvas = Canvas(look)
    p, u = look.palette, canvas.u
    head, body, bar = canvas.rows(canvas.area, (56, 330, 56))
    heading(canvas, head, t("Rounds"), fill=p.accents[ACCENT])
    canvas.panel(body, p.paper)
    fits = max(1, body.h // u(LINE) - 1)
    numbered = list(enumerate(state.rounds, start=1))
    pages = max(1, -(-len(numbered) // fits))
    end = len(numbered) - fits * page
    names = ("", t("Dealer"), t("Leader"), t("Points"), t("Said"), t("Loser"), t("Letter"))
    draw_line(canvas, Rect(body.x, body.y, body.w, u(LINE)), names, 13)
    for n, (number, one) in enumerate(numbered[max(0, end - fits) : end], start=1):
        box = Rect(body.x, body.y + n * u(LINE), body.w, u(LINE))
        canvas.line(Rect(box.x, box.y, box.w, 1), p.paper_line)
        draw_line(canvas, box, cells(number, one), 17)
    if not numbered:
        canvas.text(body, t("No round is finished yet."), 20, "regular", p.ink_muted, "center")
    older, newer = canvas.cols(bar, (1, 1))
    first = page + 1 >= pages
    canvas.button(older, t("Older"), Why(t("This is the start.")) if first else Go("rounds", page + 1))
    canvas.button(newer, t("Newer"), Go("rounds", page - 1) if page else Why(t("This is the newest round.")))
    if look.toast:
        canvas.banner(body, look.toast)
    return canvas.scene()


def cells(number: int, one: Round) -> tuple[str, ...]:
    """A round's line."""
    counts = "–" if one.points is None else " ".join(str(one.points[seat]) for seat in SEATS)
    loser = "–" if one.loser is None else e.SEAT[one.loser]
    return (str(number), e.SEAT[one.dealer], e.SEAT[one.leader], counts, words.tr(HOW[one.how]), loser,
            one.letter or "–")  # fmt: skip


def draw_line(canvas: Canvas, rect: Rect, texts: tuple[str, ...], size: int) -> None:
    """One line of the list; its last two columns matter most."""
    p, u = canvas.look.palette, canvas.u
    inner = Rect(rect.x + u(10), rect.y, rect.w - u(20), rect.h)
    for n, (text, box) in enumerate(zip(texts, canvas.cols(inner, (5, 12, 12, 20, 28, 12, 11), u(4)), strict=True)):
        weight = "bold" if n >= 5 or size < 15 else "regular"
        canvas.text(box, text, size, weight, p.ink if n and size > 15 else p.ink_muted, "left" if n == 4 else "center")
