"""The end of the game with its signatures; the list of rounds, and how one is put right (K2, K3, K5)."""

from __future__ import annotations

from dataclasses import dataclass

from device import i18n
from device.games.action_bar import signing_panel
from device.games.kourici_kocka.forms import CorrectedPoints, Counts
from device.games.kourici_kocka.outputs import seats_of
from device.games.kourici_kocka.play import doing
from device.games.kourici_kocka.seats import ACCENT, SEATS, cards
from device.graphics.actions import Do, Show, Why
from device.graphics.canvas import Canvas
from device.graphics.dialogs import heading, pocket_mark, result_bar
from device.graphics.widgets import Rect
from device.i18n import t
from device.kiosk.screen import Screen, View, call
from rules.kourici_kocka import events as e
from rules.kourici_kocka.describe import HOW
from rules.kourici_kocka.state import Phase, Round, State

HEAD = 28
"""Height of the names of the list's columns at the base size."""
LINE = 45
"""Height of a line of the list at the base size: a finger finds it."""
PAST_LINE = 30
"""The same where nothing is touched."""


@dataclass(frozen=True)
class ResultScreen(Screen[State]):
    """The end of the game."""

    key = "result"
    phases = (Phase.OVER, Phase.SIGNED)

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Who has the whole word, everybody's letters, and how to sign."""
        state, p, portrait = view.state, canvas.look.palette, canvas.look.portrait
        tall = (70, 230, 170, 140) if state.phase is Phase.SIGNED else (70, 250, 200, 90)
        head, who, body, bar = canvas.rows(canvas.area, tall if portrait else (70, 150, 130, 82))
        canvas.panel(head, p.accents[ACCENT])
        inner = pocket_mark(canvas, head, "on_pair")
        canvas.text(inner, outcome(state), 30, "bold", p.pair_ink, "center")
        cards(canvas, state, who, state.loser)
        for side, box in enumerate(canvas.by_side(canvas.cols(body, (1, 1)))):
            _signature(canvas, state, side, box)
        rows = result_bar(canvas, bar, t("undo · screen buttons"), signed=state.phase is Phase.SIGNED)
        canvas.button(rows, t("Rounds"), Show(Rounds()), sub=t("corrections"))
        return who


def outcome(state: State) -> str:
    """Who lost the game."""
    loser = state.loser
    assert loser is not None
    return t("{name} has the whole word: {word}", name=state.names[loser], word="".join(state.letters))


def _signature(canvas: Canvas, state: State, side: int, rect: Rect) -> None:
    p, u = canvas.look.palette, canvas.u
    names = " · ".join(state.names[seat] for seat in seats_of(side))
    signed = e.SIDES[side] in state.signed
    signing_panel(canvas, rect, side, signed=signed, border=p.accents[ACCENT])
    upper, lower = canvas.rows(canvas.inset(rect, 14, 10), (34, 66))
    if canvas.look.large_print and rect.h < canvas.lu(90):  # a small picture, as of the past
        sign = Rect(rect.x + u(10), rect.y + (rect.h - u(30)) // 2, u(30), u(30))
        if signed:
            canvas.shape(sign, "check", p.signal_ink)
        place = canvas.inset(rect, 46, 0)
        canvas.text(place, names, 24, "semibold", p.signal_ink if signed else p.text, "center")
        return
    if canvas.look.large_print:
        upper, lower = canvas.rows(canvas.inset(rect, 8, 2), (40, 60), 0)
    canvas.text(upper, names, 24, "semibold", p.signal_ink if signed else p.text, "center")
    if signed:
        canvas.shape(Rect(lower.x, lower.y + (lower.h - u(34)) // 2, u(34), u(34)), "check", p.signal_ink)
        if canvas.look.large_print:
            lower = Rect(lower.x + u(35), lower.y, lower.w - u(62), lower.h)
        canvas.text(lower, t("Signed"), 28, "bold", p.signal_ink, "center")
        return
    text = t("Agreed? Hold clock button {side}.", side=e.SIDE_SEATS[e.SIDES[side]])
    canvas.text(lower, text, 22, "semibold", p.text, "center", lines=2)


@dataclass(frozen=True)
class Rounds(Screen[State]):
    """Every round with its dealer, leader, loser and letter, page by page from the newest; a touch corrects one."""

    key = "rounds"
    page: int = 0

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The list."""
        state, page, u = view.state, self.page, canvas.u
        head, body, bar = canvas.rows(canvas.area, (56, 330, 56))
        title = t("Rounds") if not state.rounds else t("Rounds · tap one to put it right")
        heading(canvas, head, title, fill=canvas.look.palette.accents[ACCENT])
        fits = max(1, (body.h - u(HEAD)) // u(LINE))
        pages = max(1, -(-len(state.rounds) // fits))
        end = len(state.rounds) - fits * page
        for number, box in round_list(canvas, state, body, end, u(LINE)):
            canvas.touch(box, Show(CorrectRound(number)))
        older, newer = canvas.cols(bar, (1, 1))
        first = page + 1 >= pages
        canvas.button(older, t("Older"), Why(t("This is the start.")) if first else Show(Rounds(page + 1)))
        canvas.button(newer, t("Newer"), Show(Rounds(page - 1)) if page else Why(t("This is the newest round.")))
        return body


@dataclass(frozen=True)
class CorrectRound(Screen[State]):
    """How round ``number`` (from 1) really went: who lost, or everybody's points, or nobody (K2, K5)."""

    key = "correct"
    number: int

    def valid(self, state: State) -> bool:
        """While there is such a round."""
        return self.number <= len(state.rounds)

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """What stands, and what can stand instead."""
        state, number, p = view.state, self.number, canvas.look.palette
        head, middle, who, body = canvas.rows(canvas.area, (56, 90, 130, 130))
        heading(canvas, head, t("Put round {n} right", n=number), fill=p.accents[ACCENT])
        old = state.rounds[number - 1]
        line = t("Nobody lost it; it was played again.")
        if old.loser is not None:
            line = t("{name} lost it.", name=state.names[old.loser])
        if old.points is not None:
            line += " " + " · ".join(f"{e.SEAT[seat]} {n}" for seat, n in enumerate(old.points))
        canvas.text(middle, line + "\n" + t("Who really lost it?"), 24, "semibold", p.text, "center", lines=2)
        for seat, box in enumerate(canvas.cols(who, (1, 1, 1, 1))):
            event = e.Correct(round=number, seat=e.SEAT[seat])
            label = t("{name} lost", name=state.names[seat])
            canvas.button(box, label, Do(event), sub=e.SEAT[seat], selected=old.loser == seat, size=22)
        counted, again = canvas.cols(body, (1, 1))
        canvas.button(counted, t("Points"), call(self.points), sub=t("what everybody took"), size=24)
        replayed = Do(e.Correct(round=number, again=True))
        canvas.button(again, t("Played again"), replayed, sub=t("a letter for nobody"), size=24)
        return middle

    def points(self, state: State) -> CorrectedPoints:
        """Everybody's points, as they stand where they were entered."""
        old = state.rounds[self.number - 1]
        if old.points is None:
            return CorrectedPoints(number=self.number)
        a, b, c, d = (str(count) for count in old.points)
        return CorrectedPoints(number=self.number, counts=Counts((a, b, c, d), early=old.how == "early"))


def round_list(canvas: Canvas, state: State, rect: Rect, end: int, line: int) -> list[tuple[int, Rect]]:
    """The rounds up to number ``end``, as many as fit; each one's number and place."""
    p, u = canvas.look.palette, canvas.u
    canvas.panel(rect, p.paper)
    names = ("", t("Dealer"), t("Leader"), t("Points"), t("Said"), t("Loser"), t("Letter"))
    _draw_line(canvas, Rect(rect.x, rect.y, rect.w, u(HEAD)), names, 13)
    fits = max(1, (rect.h - u(HEAD)) // line)
    places = []
    for n, number in enumerate(range(max(0, end - fits) + 1, end + 1)):
        box = Rect(rect.x, rect.y + u(HEAD) + n * line, rect.w, line)
        canvas.line(Rect(box.x, box.y, box.w, 1), p.paper_line)
        _draw_line(canvas, box, _cells(number, state.rounds[number - 1]), 17)
        places.append((number, box))
    if not places:
        canvas.text(rect, t("No round is finished yet."), 20, "regular", p.ink_muted, "center")
    return places


def _cells(number: int, one: Round) -> tuple[str, ...]:
    text = i18n.tr(HOW[one.how])
    if one.corrected:
        text = t("{text} · put right", text=text)
    counts = "–" if one.points is None else " ".join(str(one.points[seat]) for seat in SEATS)
    loser = "–" if one.loser is None else e.SEAT[one.loser]
    return (str(number), e.SEAT[one.dealer], e.SEAT[one.leader], counts, text, loser, one.letter or "–")


def _draw_line(canvas: Canvas, rect: Rect, texts: tuple[str, ...], size: int) -> None:
    p, u = canvas.look.palette, canvas.u
    inner = canvas.inset(rect, 10, 0)
    for n, (text, box) in enumerate(zip(texts, canvas.cols(inner, (5, 12, 12, 20, 28, 12, 11), u(4)), strict=True)):
        weight = "bold" if n >= 5 or size < 15 else "regular"
        ink, align = p.ink if n and size > 15 else p.ink_muted, "left" if n == 4 else "center"
        # What was said and put right is long where the screen is narrow.
        tall = n == 4 and canvas.look.portrait and " · " in text
        canvas.text(box, text, 14 if tall else size, weight, ink, align, lines=2 if tall else 1)


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
            _signature(canvas, state, side, box)
    round_list(canvas, state, body, len(state.rounds), canvas.lu(PAST_LINE))
