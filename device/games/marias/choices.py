"""Forms for what acts of mariáš need, and screens of its own on which something is chosen: players, the tariff."""

from __future__ import annotations

from device.games.act_forms import NoteInWordsForm, screen_of
from device.games.act_screens import GameForms
from device.games.marias import ACCENT
from device.games.marias.outputs import money
from device.games.marias.parts import question
from device.graphics.actions import Do, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Answer, draw_question, reason
from device.graphics.headings import draw_heading
from device.graphics.widgets import Rect
from device.i18n import t, tr
from device.kiosk.moment import Moment
from device.kiosk.screen import Screen, SubScreen, draw_panel
from rules.marias import acts as e
from rules.marias.acts import purse_line
from rules.marias.deal import SEAT
from rules.marias.state import Phase, State
from rules.message import msg
from rules.money import round_sum

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
        body = question(canvas, t("Tariff of this table"))
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
