"""The end of the game with its signatures, and the list of rounds (K3, K5)."""

from __future__ import annotations

from device import i18n
from device.games.kourici_kocka.draft import SEATS
from device.games.kourici_kocka.outputs import seats_of
from device.games.kourici_kocka.seats import ACCENT, cards
from device.i18n import t
from device.kiosk.actions import Go, PressArea, Why
from device.kiosk.canvas import Canvas, Look
from device.kiosk.dialogs import heading, result_bar
from device.kiosk.widgets import Rect, Scene
from rules.kourici_kocka import events as e
from rules.kourici_kocka.describe import HOW
from rules.kourici_kocka.state import Phase, Round, State

HEAD = 28
"""Height of the names of the list's columns at the base size."""
LINE = 45
"""Height of a line of the list at the base size: a finger finds it."""


def result(state: State, look: Look) -> Scene:
    """Who has the whole word, everybody's letters, and how to sign."""
    canvas = Canvas(look)
    p = look.palette
    head, who, body, bar = canvas.rows(canvas.area, (70, 150, 130, 82) if not look.portrait else (70, 250, 200, 90))
    canvas.panel(head, p.accents[ACCENT])
    inner = Rect(head.x + canvas.u(12), head.y, head.w - canvas.u(24), head.h)
    canvas.text(inner, outcome(state), 30, "bold", p.pair_ink, "center")
    cards(canvas, state, who, state.loser, None)
    for side, box in enumerate(canvas.cols(body, (1, 1))):
        signature(canvas, state, side, box)
    rows = result_bar(canvas, bar, t("undo · screen buttons"), signed=state.phase is Phase.SIGNED)
    canvas.button(rows, t("Rounds"), Go("rounds"), sub=t("corrections"))
    if look.toast:
        canvas.banner(who, look.toast)
    return canvas.scene()


def outcome(state: State) -> str:
    """Who lost the game."""
    loser = state.loser
    assert loser is not None
    return t("{name} has the whole word: {word}", name=state.names[loser], word="".join(state.letters))


def signature(canvas: Canvas, state: State, side: int, rect: Rect) -> None:
    """One side of the table: signed, or how to."""
    p, u = canvas.look.palette, canvas.u
    names = " · ".join(state.names[seat] for seat in seats_of(side))
    signed = e.SIDES[side] in state.signed
    canvas.panel(rect, p.ok if signed else p.button, border=None if signed else p.accents[ACCENT])
    upper, lower = canvas.rows(Rect(rect.x + u(14), rect.y + u(10), rect.w - u(28), rect.h - u(20)), (34, 66))
    canvas.text(upper, names, 24, "semibold", p.signal_ink if signed else p.text, "center")
    if signed:
        canvas.shape(Rect(lower.x, lower.y + (lower.h - u(34)) // 2, u(34), u(34)), "check", p.signal_ink)
        canvas.text(lower, t("Signed"), 28, "bold", p.signal_ink, "center")
        return
    text = t("Agreed? Hold clock button {side}.", side=e.SIDES[side])
    canvas.text(lower, text, 22, "semibold", p.text, "center", lines=2)
    if canvas.look.press_areas:
        canvas.touch(rect, PressArea(side))


def rounds(state: State, look: Look, page: int) -> Scene:
    """Every round with its dealer, leader, loser and letter, newest page first."""
    canvas = Canvas(look)
    u = canvas.u
    head, body, bar = canvas.rows(canvas.area, (56, 330, 56))
    title = t("Rounds") if not state.rounds else t("Rounds · tap one to put it right")
    heading(canvas, head, title, fill=look.palette.accents[ACCENT])
    fits = max(1, (body.h - u(HEAD)) // u(LINE))
    pages = max(1, -(-len(state.rounds) // fits))
    end = len(state.rounds) - fits * page
    for number, box in round_list(canvas, state, body, end, u(LINE)):
        canvas.touch(box, Go("correct", number))
    older, newer = canvas.cols(bar, (1, 1))
    first = page + 1 >= pages
    canvas.button(older, t("Older"), Why(t("This is the start.")) if first else Go("rounds", page + 1))
    canvas.button(newer, t("Newer"), Go("rounds", page - 1) if page else Why(t("This is the newest round.")))
    if look.toast:
        canvas.banner(body, look.toast)
    return canvas.scene()


def round_list(canvas: Canvas, state: State, rect: Rect, end: int, line: int) -> list[tuple[int, Rect]]:
    """On paper the rounds up to number ``end``, as many as there is room for; each one's number and place."""
    p, u = canvas.look.palette, canvas.u
    canvas.panel(rect, p.paper)
    names = ("", t("Dealer"), t("Leader"), t("Points"), t("Said"), t("Loser"), t("Letter"))
    draw_line(canvas, Rect(rect.x, rect.y, rect.w, u(HEAD)), names, 13)
    fits = max(1, (rect.h - u(HEAD)) // line)
    places = []
    for n, number in enumerate(range(max(0, end - fits) + 1, end + 1)):
        box = Rect(rect.x, rect.y + u(HEAD) + n * line, rect.w, line)
        canvas.line(Rect(box.x, box.y, box.w, 1), p.paper_line)
        draw_line(canvas, box, cells(number, state.rounds[number - 1]), 17)
        places.append((number, box))
    if not places:
        canvas.text(rect, t("No round is finished yet."), 20, "regular", p.ink_muted, "center")
    return places


def cells(number: int, one: Round) -> tuple[str, ...]:
    """A round's line; one that was put right is marked."""
    said = i18n.tr(HOW[one.how])
    if one.corrected:
        said = t("{said} · put right", said=said)
    counts = "–" if one.points is None else " ".join(str(one.points[seat]) for seat in SEATS)
    loser = "–" if one.loser is None else e.SEAT[one.loser]
    return (str(number), e.SEAT[one.dealer], e.SEAT[one.leader], counts, said, loser, one.letter or "–")


def draw_line(canvas: Canvas, rect: Rect, texts: tuple[str, ...], size: int) -> None:
    """One line of the list; its last two columns matter most."""
    p, u = canvas.look.palette, canvas.u
    inner = Rect(rect.x + u(10), rect.y, rect.w - u(20), rect.h)
    for n, (text, box) in enumerate(zip(texts, canvas.cols(inner, (5, 12, 12, 20, 28, 12, 11), u(4)), strict=True)):
        weight = "bold" if n >= 5 or size < 15 else "regular"
        ink, align = p.ink if n and size > 15 else p.ink_muted, "left" if n == 4 else "center"
        # What was said and put right is long where the screen is narrow.
        tall = n == 4 and canvas.look.portrait and " · " in text
        canvas.text(box, text, 14 if tall else size, weight, ink, align, lines=2 if tall else 1)
