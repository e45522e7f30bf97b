"""Parts of the screens of mariáš: the players' cards, the round's time, deals, terms and standings; small screens.

Forms for what acts need, and screens of its own on which something is chosen or looked up: players, the tariff.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from device.common.i18n import t, tr
from device.games.act_forms import NoteInWordsForm, screen_of
from device.games.act_screens import GameForms
from device.games.marias import ACCENT
from device.games.marias.draft import DealDraft
from device.games.marias.outputs import alarm, hand_line, money, round_title, time_left
from device.graphics.actions import BIG_CLOCK, Do, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Answer, draw_question, reason
from device.graphics.headings import draw_heading
from device.graphics.kept import draw_cached
from device.graphics.palette import Palette
from device.graphics.widgets import Colour, Rect
from device.kiosk import low_time
from device.kiosk.moment import Moment
from device.kiosk.screen import Screen, SubScreen, draw_panel
from rules.marias import acts as e
from rules.marias.acts import purse_line
from rules.marias.acts.deals import deal_text
from rules.marias.deal import FAULTS, INDEX, SEAT
from rules.marias.state import Phase, Played, State, standings, sums_by_seat
from rules.message import msg
from rules.money import round_sum


@dataclass(frozen=True, slots=True)
class Role:
    """What a card says of its player now, and its colours."""

    line: str
    fill: Colour
    ink: Colour
    sub: Colour
    border: Colour | None = None


def _roles(state: State, draft: DealDraft | None, palette: Palette) -> list[Role]:
    p = palette
    roles = []
    for seat in range(state.seats):
        letter = SEAT[seat]
        role = Role(_standing_line(state, seat), p.panel, p.text, p.muted)
        if draft is not None:
            if letter == draft.chooser:
                line = t("chooses, alone") if draft.alone or draft.solo else t("chooses")
                fill, ink = (p.danger, p.signal_ink) if draft.red else (p.pair[0], p.pair_ink)
                role = Role(line, fill, ink, ink)
            elif letter == draft.partner:
                role = Role(t("called, with them"), p.button, p.text, p.text, p.danger if draft.red else p.pair[0])
            elif seat not in draft.active(state):
                role = Role(role.line, p.back, p.faint, p.faint, p.button)
        elif state.is_expelled(seat):
            role = Role(t("expelled"), p.back, p.faint, p.faint, p.button)
        if draft is not None and letter == draft.offender:
            role = Role(tr(FAULTS[draft.fault]), role.fill, role.ink, role.sub, p.warn)
        roles.append(role)
    return roles


def _standing_line(state: State, seat: int) -> str:
    if state.phase is Phase.PLAY and seat == state.dealer:
        return t("deals, sits out") if len(state.present) == 5 else t("deals")
    if state.phase is Phase.READY and seat == state.dealer:
        return t("deals first · writes") if seat == state.leader else t("deals first")
    if state.in_round and state.round.topped_up[seat]:
        return t("topped up {amount} Kč", amount=money(state.round.topped_up[seat]))
    return t("writes the slip") if seat == state.leader else ""


def player_cards(canvas: Canvas, state: State, rect: Rect, draft: DealDraft | None, taps: Mapping[int, object]) -> None:
    """A card for each player: name, role, and what the round has brought; ``taps`` are what touches mean."""
    if draft is None:  # without an entry it is all there is to say until something happens
        draw_cached(canvas, _cards, state, rect, None, tuple(taps.items()))
    else:
        _cards(canvas, state, rect, draft, tuple(taps.items()))


def _cards(
    canvas: Canvas, state: State, rect: Rect, draft: DealDraft | None, taps: tuple[tuple[int, object], ...]
) -> None:
    u, p, taps_of = canvas.u, canvas.look.palette, dict(taps)
    without_stake = state.broke if state.phase is Phase.PLAY else ()
    sums = sums_by_seat(state)
    for seat, (role, box) in enumerate(zip(_roles(state, draft, p), places(canvas, rect, state.seats), strict=True)):
        broke = seat in without_stake
        inner = draw_panel(canvas, box, role.fill, 10, 6, border=p.warn if broke else role.border)
        if canvas.look.large_print:
            inner = canvas.inset(box, 8, 2)
        name, line, won = canvas.rows(inner, (29, 21, 31) if canvas.look.large_print else (28, 22, 38), u(2))
        canvas.text(name, f"{SEAT[seat]} · {state.names[seat]}", 21, "bold", role.ink)
        if broke:
            canvas.text(line, t("stake lost: top up"), 15, "semibold", p.warn)
        else:
            canvas.text(line, role.line, 15, "regular", role.sub)
        canvas.text(won, money(sums[seat], plus=True), 32, "bold", role.ink, "right", digits=True)
        if seat in taps_of:
            canvas.touch(box, taps_of[seat])


def places(canvas: Canvas, rect: Rect, count: int) -> list[Rect]:
    """A place for each of ``count`` cards: side by side, on an upright screen in two rows."""
    if not canvas.look.portrait:
        return canvas.cols(rect, (1,) * count)
    return canvas.grid(rect, -(-count // 2), 2)[:count]


def draw_caption(canvas: Canvas, band: Rect, text: str) -> Rect:
    """A small line above a row of buttons; the rest of the band."""
    high = canvas.u(17 if canvas.look.large_print else 16)
    canvas.text(Rect(band.x + canvas.u(2), band.y, band.w, high), text, 13, "semibold", canvas.look.palette.muted)
    return Rect(band.x, band.y + high, band.w, band.h - high)


def time_panel(canvas: Canvas, state: State, panel: Rect, at: int) -> None:
    """What is left of the round, in figures that all can read; which deal, who deals."""
    u, p, round_ = canvas.u, canvas.look.palette, state.round
    level, left = alarm(state, at), max(0, round_.remaining(at))
    if level:
        body, ink = low_time.draw_place(canvas, panel, level, p.accents[ACCENT], left, u(14))
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
    if not round_.running:
        wide = min(head.h, u(26))
        canvas.shape(Rect(head.x + head.w - wide, head.y + (head.h - wide) // 2, wide, wide), "pause", p.text)
        ink = low_time.Ink(ink.name, ink.text, p.muted)
    canvas.text(time, time_left(state, at), 124, "bold", ink.digits, "center", digits=True)
    canvas.text(foot, hand_line(state, at), 20, "semibold", ink.text)
    canvas.touch(panel, BIG_CLOCK)


def draw_deals(canvas: Canvas, state: State, rect: Rect, below: int) -> None:
    """The newest deals, newest last, of which nothing stands in the ``below`` pixels above the lower edge."""
    u, p = canvas.u, canvas.look.palette
    canvas.panel(rect, p.paper)
    step = canvas.lu(36)
    inner = canvas.inset(rect, 14, 8)
    title = Rect(inner.x, inner.y, inner.w - u(20), canvas.lu(22))
    canvas.text(title, t("DEALS OF THIS ROUND · from each opponent"), 13, "semibold", p.ink_muted)
    dot = Rect(inner.x + inner.w - u(12), inner.y + u(6), u(10), u(10))
    canvas.saved_mark(dot, p.ok, p.ink_muted)
    top, names = canvas.lu(26), short_names(state)
    fits = max(1, (inner.h - top - below) // step)
    for n, deal in enumerate(state.round.deals[-fits:]):
        box = Rect(inner.x, inner.y + top + n * step, inner.w, step)
        deal_line(canvas, deal, box, names)
        canvas.line(Rect(inner.x, box.y + step - 1, inner.w, 1), p.paper_line)
    if not state.round.deals:
        canvas.text(inner, t("No deal is written yet."), 18, "regular", p.ink_faint, "center")


def short_names(state: State) -> list[str]:
    """By seat, who plays the round: the first of a player's names, all of them where others have the same first."""
    names = state.names_in(state.round.people)
    first = [(name.split() or [""])[0] for name in names]
    return [short if first.count(short) == 1 else name for short, name in zip(first, names, strict=True)]


def deal_line(canvas: Canvas, played_deal: Played, box: Rect, names: Sequence[str]) -> None:
    """A written deal: number, choosers by their ``names`` (by seat), what it was, what one paid one."""
    u, p = canvas.u, canvas.look.palette
    amount = 0 if played_deal.settlement is None else played_deal.settlement.transfer
    canvas.text(Rect(box.x, box.y, u(26), box.h), str(played_deal.number), 15, "regular", p.ink_faint)
    seats = () if played_deal.deal is None else (played_deal.deal.chooser, played_deal.deal.partner)
    choosers = " + ".join(names[INDEX[seat]] for seat in seats if seat) or "–"
    canvas.text(Rect(box.x + u(24), box.y, u(100), box.h), choosers, 16, "bold", p.ink, lines=2)
    middle = Rect(box.x + u(128), box.y, box.w - u(128) - u(74), box.h)
    canvas.text(middle, tr(deal_text(played_deal, names)), 16, "regular", p.ink, lines=2)
    colour, end = p.invalid if amount < 0 else p.ink, Rect(box.x + box.w - u(72), box.y, u(72), box.h)
    canvas.text(end, money(amount, plus=True), 18, "bold", colour, "right", digits=True)


def draw_terms(canvas: Canvas, state: State, rect: Rect) -> None:
    """Before the first round: what everybody lays down, and what is played for (M1, M5, M8, M13)."""
    u, p, s = canvas.u, canvas.look.palette, state.setup
    inner = draw_panel(canvas, rect, p.paper, 14, 8)
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


ROUND_WIDE = 56
"""Units from which a column has room for the word beside a round's number."""


def draw_standings(canvas: Canvas, state: State, rect: Rect) -> None:
    """Places, sums and the results of the rounds (M31)."""
    u, p = canvas.u, canvas.look.palette
    inner = draw_panel(canvas, rect, p.paper, 14, 8)
    ranked = standings(state)
    count = min(5, len(ranked[0].results))
    canvas.text(Rect(inner.x, inner.y, u(150), u(24)), t("STANDINGS"), 14, "semibold", p.ink_muted)
    total = canvas.lu(84)
    sum_x = inner.x + inner.w - total
    first = len(ranked[0].results) - count
    room = sum_x - inner.x - u(130)
    wide = min(u(70), room // max(1, count))
    for n in range(count):
        box = Rect(sum_x - (count - n) * wide, inner.y, wide, u(24))
        number = first + n + 1
        label = t("Round {n}", n=number) if wide >= u(ROUND_WIDE) else str(number)
        canvas.text(box, label, 14, "semibold", p.ink_muted, "right")
    canvas.text(Rect(sum_x, inner.y, total, u(24)), t("SUM, Kč"), 14, "semibold", p.ink_muted, "right")
    step = min(u(46), (inner.h - u(30)) // max(1, len(ranked)))
    for n, standing in enumerate(ranked):
        y = inner.y + u(28) + n * step
        canvas.text(Rect(inner.x, y, u(24), step), f"{standing.place}.", 17, "bold", p.ink)
        name = Rect(inner.x + u(26), y, sum_x - count * wide - inner.x - u(28), step)
        canvas.text(name, state.known[standing.person].name, 19, "semibold", p.ink)
        for k, part in enumerate(standing.results[-count:] if count else ()):
            text = "–" if part is None else money(part)
            box = Rect(sum_x - (count - k) * wide, y, wide, step)
            canvas.text(box, text, 15, "regular", p.ink_muted, "right", digits=True)
        colour = p.invalid if standing.total < 0 else p.ink
        canvas.text(
            Rect(sum_x, y, total, step), money(standing.total, plus=True), 20, "bold", colour, "right", digits=True
        )
        canvas.line(Rect(inner.x, y + step - 1, inner.w, 1), p.paper_line)


FORMS = GameForms(__name__, ACCENT, SEAT)
NoteInWords = screen_of(FORMS, e.Note, "NoteInWords", NoteInWordsForm, key="note_words")
NoteForm = screen_of(FORMS, e.Note, "NoteForm", words_form=NoteInWords)
RoundMinutes = screen_of(FORMS, e.RoundTime, "RoundMinutes", key="minutes")
BreakMinutes = screen_of(FORMS, e.BreakTime, "BreakMinutes", key="minutes")
MinutesLeft = screen_of(FORMS, e.SetTime, "MinutesLeft", key="set_time", locked=True, phases=e.SetTime.phases)
TopUpForm = screen_of(FORMS, e.TopUp, "TopUpForm", phases=e.TopUp.phases, on_back=lambda form, state: PlayersScreen())
WarnScreen = screen_of(FORMS, e.Warn, "WarnScreen")
EndEarly = screen_of(FORMS, e.EndRound, "EndEarly", phases=e.EndRound.phases)
Unfinished = screen_of(FORMS, e.Annul, "Unfinished", locked=True, phases=e.Annul.phases)
LastRound = screen_of(FORMS, e.EndTable, "LastRound", phases=e.EndTable.phases)

QUICK = (1, 2, 5)
"""Top-ups by one tap, in least top-ups."""


class PlayersScreen(Screen[State]):
    """Each player in a column: what is left of the stake, top up by so much or by any amount, deals next (M6)."""

    key = "people"

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """The columns."""
        state, may, p = view.state, view.may, canvas.look.palette
        names, purses, body = draw_heading(canvas, (34, 28, 328), t("Players"))
        columns = (1,) * state.seats
        least = state.setup.top_up
        for seat, box in enumerate(canvas.cols(names, columns)):
            canvas.text(box, state.names[seat], 21, "bold", p.text, "center")
        for seat, box in enumerate(canvas.cols(purses, columns)):
            short = state.in_round and state.purse(seat) <= 0
            canvas.text(box, tr(purse_line(state, seat)), 16, "semibold", p.warn if short else p.muted, "center")
        *quick, other, dealing = canvas.rows(body, (1,) * (len(QUICK) + 2), canvas.u(6))
        why = reason(may["top_up"])
        for seat in range(state.seats):
            style = "accent" if state.phase is Phase.PLAY and seat in state.broke else "normal"
            for times, band in zip(QUICK, quick, strict=True):
                box = canvas.cols(band, columns)[seat]
                label, amount = t("+{amount} Kč", amount=tr(round_sum(least * times))), least * times
                canvas.button(box, label, Do(e.TopUp(seat=SEAT[seat], amount=amount)), why=why, style=style, size=22)
            box = canvas.cols(other, columns)[seat]
            canvas.button(box, t("+ other"), Show(TopUpForm(seat=seat)), why=why, style=style, size=20)
        for seat, box in enumerate(canvas.cols(dealing, columns)):
            why = t("expelled") if state.is_expelled(seat) else reason(may["dealer"])
            deals_next = Do(e.Dealer(seat=SEAT[seat]))
            canvas.button(box, t("Deals next"), deals_next, why=why, selected=seat == state.dealer)
        return body


class AnnulScreen(SubScreen[State]):
    """A deal that nobody pays (M27), from the entry ``parent``."""

    phases = (Phase.PLAY,)

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """Why it is not paid."""
        answers: list[Answer] = [
            (t("Misdealt"), t("nobody pays"), Do(e.Annul(reason="misdeal")), "normal"),
            (t("Referee decided"), t("not finished, final (M27)"), Show(Unfinished()), "normal"),
        ]
        colour = canvas.look.palette.accents[ACCENT]
        return draw_question(canvas, t("Unpaid deal"), t("The deal is not paid: why?"), answers, colour)


RE_REQUIRED = {
    "hra": msg("hra is played from re on (M18)"),
    "deal": msg("without re nothing is played (M18)"),
    "commitment": msg("each is played from its re on (M18)"),
    "none": msg("everything is played (M18)"),
}
"""What needs a re so that it is played, by the rule option."""


class Tariff(Screen[State]):
    """The rates, the ladder and the cap that this table froze (M8, M13, M32)."""

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """Both columns."""
        p, u, s = canvas.look.palette, canvas.u, view.state.setup
        (body,) = draw_heading(canvas, (1,), t("Tariff of this table"))
        inner = draw_panel(canvas, body, p.paper, 16, 10)
        left, right = (canvas.rows if canvas.look.portrait else canvas.cols)(inner, (1, 1), u(24))
        rates = [
            ("hra", s.hra),
            (t("sedma"), s.sedma),
            (t("declared sto"), s.sto),
            ("betl", s.betl),
            ("durch", s.durch),
            (t("renonc"), s.renonc),
            (t("cap"), s.cap),
        ]
        for (label, amount), band in zip(rates, canvas.rows(left, (1,) * len(rates), u(2)), strict=True):
            canvas.text(band, label, 20, "regular", p.ink)
            canvas.text(band, money(amount), 20, "bold", p.ink, "right", digits=True)
        lines = [
            t("flek 2× · re 4× · tutti 8×"),
            t("boty 16× · kalhoty 32× · kajzr 64×"),
            t("red doubles trump games (M12)"),
            tr(RE_REQUIRED[s.re_required]),
            t("silent sto: hra × 2 × units (M9)"),
            t("lost sto: every ten of the opponents (M10)"),
            t("stake {stake} Kč, top-up {top} Kč", stake=money(s.stake), top=money(s.top_up)),
        ]
        for line, band in zip(lines, canvas.rows(right, (1,) * len(lines), u(2)), strict=True):
            canvas.ruled_text(band, line, 18, "regular", p.ink)
        return body
