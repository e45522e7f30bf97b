"""Screens on which something is chosen: players' affairs, lengths, an annulled deal, notes, the tariff."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

from device.games.act_forms import NoteInWordsForm, screen_of
from device.games.act_screens import GameForms
from device.games.marias.outputs import ACCENT, money
from device.games.marias.parts import question
from device.graphics.actions import BACK, Do, ReadRule, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Answer, draw_question, reason
from device.graphics.headings import below_heading, draw_heading, heading
from device.graphics.keyboards import beside_numbers, number_keys
from device.graphics.widgets import Rect
from device.i18n import t, tr
from device.kiosk.screen import Next, NumberScreen, Screen, SubScreen, View, draw_panel
from device.rule_texts import number_in
from rules.marias import acts as e
from rules.marias.commitments import SEAT
from rules.marias.state import Phase, State
from rules.message import Message, Refusal, msg

QUICK = (1, 2, 5)
"""Top-ups by one tap, in least top-ups."""
LONGEST = 360
"""Minutes that can be typed."""


class PlayersScreen(Screen[State]):
    """Each player in a column: what is left of the stake, top up by so much or by any amount, deals next (M6)."""

    key = "people"

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The columns."""
        state, may, p = view.state, view.may, canvas.look.palette
        names, purses, body = draw_heading(canvas, (34, 28, 328), t("Players"))
        columns = (1,) * state.seats
        least = state.setup.top_up
        for seat, box in enumerate(canvas.cols(names, columns)):
            canvas.text(box, state.names[seat], 21, "bold", p.text, "center")
        for seat, box in enumerate(canvas.cols(purses, columns)):
            short = state.phase in (Phase.PLAY, Phase.SLIP) and state.purse(seat) <= 0
            canvas.text(box, purse(state, seat), 16, "semibold", p.warn if short else p.muted, "center")
        *quick, other, dealing = canvas.rows(body, (1,) * (len(QUICK) + 2), canvas.u(6))
        why = reason(may["top_up"])
        for seat in range(state.seats):
            style = "accent" if state.phase is Phase.PLAY and seat in state.broke else "normal"
            for times, band in zip(QUICK, quick, strict=True):
                box = canvas.cols(band, columns)[seat]
                label, amount = t("+{amount} Kč", amount=_round_sum(least * times)), least * times
                canvas.button(box, label, Do(e.TopUp(seat=SEAT[seat], amount=amount)), why=why, style=style, size=22)
            box = canvas.cols(other, columns)[seat]
            canvas.button(box, t("+ other"), Show(TopUpForm(seat=seat)), why=why, style=style, size=20)
        for seat, box in enumerate(canvas.cols(dealing, columns)):
            why = t("expelled") if state.is_expelled(seat) else reason(may["dealer"])
            deals_next = Do(e.Dealer(seat=SEAT[seat]))
            canvas.button(box, t("Deals next"), deals_next, why=why, selected=seat == state.dealer)
        return body


def _round_sum(amount: int) -> str:
    return money(amount) if amount % 100 else str(amount // 100)


def purse(state: State, seat: int) -> str:
    """What a player has in this round, or lacks (M5, M6)."""
    if state.phase not in (Phase.PLAY, Phase.SLIP) or seat not in state.round.seats:
        return ""
    found = state.purse(seat)
    if found < 0:
        return t("{amount} Kč missing", amount=money(-found))
    return t("has {amount} Kč", amount=money(found))


class AnnulScreen(SubScreen[State]):
    """A deal that nobody pays (M27), from the entry ``parent``."""

    phases = (Phase.PLAY,)

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Why it is not paid."""
        answers: list[Answer] = [
            (t("Misdealt"), t("nobody pays"), Do(e.Annul(reason="misdeal")), "normal"),
            (t("Referee decided"), t("not finished, final (M27)"), Show(Unfinished()), "normal"),
        ]
        colour = canvas.look.palette.accents[ACCENT]
        return draw_question(canvas, t("Unpaid deal"), t("The deal is not paid: why?"), answers, colour)


class Unfinished(Screen[State]):
    """M27: the referee decides that the running deal is not finished, and nobody pays it."""

    locked = True
    phases = (Phase.PLAY,)

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Whether it is meant."""
        answers: list[Answer] = [
            (t("Not finished"), t("nobody pays the deal"), Do(e.Annul(reason="referee", referee=True)), "danger"),
            (t("Back"), "", BACK, "normal"),
        ]
        line = t("The referee decides that this deal is not played on. That is final.")
        return draw_question(canvas, t("Referee"), line, answers, canvas.look.palette.accents[ACCENT])


FORMS = GameForms(__name__, ACCENT, SEAT)
NoteInWords = screen_of(FORMS, e.Note, "NoteInWords", NoteInWordsForm, key="note_words")
NoteForm = screen_of(FORMS, e.Note, "NoteForm", words_form=NoteInWords)


class Number(NumberScreen[State]):
    """A whole number by number keys: large what is typed so far, under it in what it counts."""

    question: ClassVar[Message]

    def title(self, state: State) -> str:
        """What is asked."""
        return tr(self.question)

    @abstractmethod
    def unit(self, state: State) -> str:
        """In what it counts."""

    def above(self, state: State) -> str:
        """What helps."""
        return ""

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The number and its keys."""
        u, p = canvas.u, canvas.look.palette
        head, body = below_heading(canvas, (1,))
        title = self.title(view.state)
        words, _ = heading(canvas, head, title)
        if rule := number_in(title):
            canvas.touch(words, ReadRule(rule))
        left, right = beside_numbers(canvas, body)
        canvas.panel(left, p.paper)
        canvas.text(left, self.digits or "–", 130, "bold", p.ink, "center", digits=True)
        above = Rect(left.x, left.y + u(20), left.w, u(40))
        canvas.text(above, self.above(view.state), 22, "regular", p.ink_muted, "center")
        foot = Rect(left.x, left.y + left.h - u(60), left.w, u(40))
        canvas.text(foot, self.unit(view.state), 22, "regular", p.ink_muted, "center")
        number_keys(canvas, right)
        return left


class Minutes(Number):
    """A length in minutes (M1-M3), recorded as the seconds ``field`` of an ``event``."""

    key = "minutes"
    least: ClassVar[int] = 0
    event: ClassVar[Any]
    field: ClassVar[str] = "seconds"

    def unit(self, state: State) -> str:
        """Minutes."""
        return t("minutes")

    def on_done(self, state: State) -> Next[State]:
        """Record the length. Raises `Refusal` where it is none."""
        if not self.digits:
            raise Refusal("M3", "Type the minutes.")
        if not self.least <= int(self.digits) <= LONGEST:
            raise Refusal("M3", "Choose {least} to {most} minutes.", least=self.least, most=LONGEST)
        event: e.RoundTime | e.BreakTime | e.SetTime = self.event(**{self.field: int(self.digits) * 60})
        return event


class RoundMinutes(Minutes):
    """How long a round is, before it (M1, M3)."""

    least = 1
    question = msg("How long are the rounds? (M3)")
    event = e.RoundTime


class BreakMinutes(Minutes):
    """How long the break is (M2)."""

    question = msg("How long is the break? (M2)")
    event = e.BreakTime


class MinutesLeft(Minutes):
    """What is left of the round, by the organiser's clock; the referee's (M1)."""

    key = "set_time"
    locked = True
    phases = (Phase.PLAY,)
    question = msg("How much is left of the round?")
    event = e.SetTime
    field = "remaining_s"


class TopUpForm(Number):
    """Any amount in whole koruny that a player adds to the stake (M6)."""

    phases = (Phase.PLAY, Phase.SLIP)
    seat: int = 0

    def title(self, state: State) -> str:
        """Who adds something."""
        return t("{name}: how much is added? (M6)", name=state.names[self.seat])

    def unit(self, state: State) -> str:
        """Koruny, and the least."""
        return t("Kč, at least {least}", least=_round_sum(state.setup.top_up))

    def above(self, state: State) -> str:
        """What the player has."""
        return purse(state, self.seat)

    def on_back(self, state: State) -> Screen[State]:
        """To the players."""
        return PlayersScreen()

    def on_done(self, state: State) -> Next[State]:
        """Record it. Raises `Refusal` where nothing was typed."""
        if not self.digits:
            raise Refusal("M6", "Type the amount in koruny.")
        return e.TopUp(seat=SEAT[self.seat], amount=int(self.digits) * 100)


RE_REQUIRED = {
    "hra": msg("hra is played from re on (M18)"),
    "deal": msg("without re nothing is played (M18)"),
    "commitment": msg("each is played from its re on (M18)"),
    "none": msg("everything is played (M18)"),
}
"""What needs a re so that it is played, by the rule option."""


class Tariff(Screen[State]):
    """The rates, the ladder and the cap that this table froze (M8, M13, M32)."""

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
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
