"""Screens that ask: everybody's points, a substitute, notes, renonc, misdeal, tie (K2, K7, K8, K14, K15, K17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from device.games.kourici_kocka.seats import ACCENT, SEATS, AboutPlayer, chips, press_areas
from device.games.name_offers import complete, draw_name
from device.games.referee_screens import Reopening
from device.graphics.actions import UNDO, Do, Why
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Answer, draw_question, reason
from device.graphics.headings import draw_heading
from device.graphics.keyboards import beside_numbers, name_keys, number_keys
from device.graphics.widgets import Rect
from device.i18n import t, tr
from device.kiosk.name_form import NameForm, NameScreen
from device.kiosk.screen import Next, Screen, View, call
from device.people.directory import KnownPerson
from rules.kourici_kocka import acts as e
from rules.kourici_kocka.acts.rounds import KINDS, RenoncKind
from rules.kourici_kocka.acts.table import INFRACTIONS, REASONS
from rules.kourici_kocka.deal import ALL
from rules.kourici_kocka.state import SEAT, SIDE_SEATS, SIDES, Phase, Seat, State
from rules.message import Refusal, msg


@dataclass(frozen=True, slots=True)
class Counts:
    """Points of each seat as typed so far (``""``: not typed); ``seat`` is the one that is typed into.

    ``early``: the round ended before its last trick.
    """

    texts: tuple[str, str, str, str] = ("", "", "", "")
    seat: int = 0
    early: bool = False

    def with_digit(self, digit: str) -> Counts:
        """A digit of the chosen seat's points; on to the next seat where no second digit can follow."""
        before = self.texts[self.seat]
        text = (before + digit).lstrip("0") or "0"
        if len(text) > 2:
            text = digit
        done = before != text and (len(text) == 2 or text == "0" or int(text) > 3)
        return replace(self.with_text(text), seat=min(self.seat + 1, 3) if done else self.seat)

    def with_text(self, text: str) -> Counts:
        """Other points of the chosen seat."""
        a, b, c, d = (text if seat == self.seat else old for seat, old in enumerate(self.texts))
        return replace(self, texts=(a, b, c, d))

    @property
    def points(self) -> tuple[int, int, int, int]:
        """The typed points; one seat that was left out has what is missing of a whole round, others have none."""
        known = sum(int(text) for text in self.texts if text)
        rest = max(0, ALL - known) if self.texts.count("") == 1 and not self.early else 0
        a, b, c, d = (int(text) if text else rest for text in self.texts)
        return a, b, c, d


class PointsForm(Screen[State]):
    """Everybody's points of the running round and, where it matters, who took Hejma."""

    key = "points"
    half_written = True
    counts: Counts = field(default_factory=Counts)
    hejma: int | None = None

    def title(self) -> str:
        """Which round."""
        return t("Points of the round")

    def event(self, points: tuple[int, int, int, int], hejma: Seat | None) -> e.Points | e.Correct:
        """What is recorded."""
        return e.Points(points=points, hejma=hejma, early=self.counts.early)

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Four counts, Hejma, and the keys."""
        p, early = canvas.look.palette, self.counts.early
        (body,) = draw_heading(canvas, (1,), self.title(), fill=p.accents[ACCENT])
        left, keys = beside_numbers(canvas, body)
        fields, caption, hejma, foot = canvas.rows(left, (150, 26, 74, 74))
        for seat, box in zip(SEATS, canvas.cols(fields, (1, 1, 1, 1)), strict=True):
            self.field(canvas, view.state, seat, box)
        canvas.text(caption, t("Who took Hejma? Needed only in a tie."), 16, "semibold", p.muted)
        chips(canvas, view.state, hejma, self.hejma, self.took_hejma)
        end, total = canvas.cols(foot, (1, 1))
        canvas.button(
            end,
            t("Ended early"),
            self.change(counts=replace(self.counts, early=not early)),
            sub=t("before the last trick"),
            selected=early,
        )
        canvas.panel(total, p.panel)
        canvas.text(total, self._sum_line(), 19, "semibold", p.text, "center", lines=2)
        number_keys(canvas, keys)
        return foot  # the counts stay in sight, to be corrected

    def field(self, canvas: Canvas, state: State, seat: int, box: Rect) -> None:
        """One player's points."""
        p, texts = canvas.look.palette, self.counts.texts
        focused = seat == self.counts.seat
        ink, muted = (p.ink, p.ink_muted) if focused else (p.text, p.muted)
        canvas.panel(box, p.paper if focused else p.panel, border=p.accents[ACCENT] if focused else None)
        name, number = canvas.rows(canvas.inset(box, 8, 6), (30, 100))
        canvas.text(name, f"{SEAT[seat]} · {state.names[seat]}", 18, "bold", ink, "center")
        missing = str(self.counts.points[seat]) if texts.count("") == 1 else "–"
        shown = texts[seat] or missing
        canvas.text(number, shown, 64, "bold", ink if texts[seat] else muted, "center", digits=True)
        canvas.touch(box, call(self.on_field, seat))

    def _sum_line(self) -> str:
        total = sum(self.counts.points)
        if self.counts.early or total == ALL:
            return t("in all {n}", n=total)
        if total < ALL:
            return t("in all {n}, {missing} missing", n=total, missing=ALL - total)
        return t("in all {n}, {more} too many", n=total, more=total - ALL)

    def on_field(self, state: State, seat: int) -> Next[State]:
        """Type that player's points."""
        return replace(self, counts=replace(self.counts, seat=seat))

    def took_hejma(self, state: State, seat: int) -> Next[State]:
        """Who took Hejma; tapped again: nobody."""
        return replace(self, hejma=None if self.hejma == seat else seat)

    def typed_text(self) -> str:
        """The chosen player's points so far."""
        return self.counts.texts[self.counts.seat]

    def on_text(self, state: State, text: str) -> Next[State]:
        """A digit, backspace, or the next player."""
        if text == "\b":
            return self.on_clear(state)
        if text == "\t":
            return self.on_field(state, (self.counts.seat + 1) % 4)
        return replace(self, counts=self.counts.with_digit(text)) if text in "0123456789" else self

    def on_clear(self, state: State) -> Next[State]:
        """The chosen player's points are typed anew."""
        return replace(self, counts=self.counts.with_text(""))

    def on_done(self, state: State) -> Next[State]:
        """Record them. Raises `Refusal` where nothing was typed."""
        if not any(self.counts.texts):
            raise Refusal("K2", "Points are numbers; type them on the number keys.")
        return self.event(self.counts.points, None if self.hejma is None else SEAT[self.hejma])


class CorrectedPoints(PointsForm, kw_only=True):
    """The points of round ``number`` (from 1), to be put right."""

    key = "correct_points"
    number: int

    def title(self) -> str:
        """Which round."""
        return t("Points of round {n}", n=self.number)

    def event(self, points: tuple[int, int, int, int], hejma: Seat | None) -> e.Correct:
        """The correction."""
        return e.Correct(round=self.number, points=points, hejma=hejma, early=self.counts.early)


class SubstituteForm(NameScreen[State], AboutPlayer):
    """Another player takes a seat and its letters (K17)."""

    form: NameForm = field(default_factory=lambda: NameForm(("",), longest=20))

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Who gets up, and who sits down."""
        title, accent = t("Substitute: who gets up?"), canvas.look.palette.accents[ACCENT]
        who, name, keys = draw_heading(canvas, (60, 60, 256), title, fill=accent, done=t("Sits down"))
        chips(canvas, view.state, who, self.seat, self.on_tap)
        known = complete(view.people(), self.form)
        _text_field(canvas, self.form, t("the new player's name"), name, known)
        if known is not None:
            canvas.touch(name, call(self.on_pick, known.name, known.id))
        name_keys(canvas, keys, self.form.capitals)
        return who

    def on_done(self, state: State) -> Next[State]:
        """Record it. Raises `Refusal` where nobody gets up."""
        if self.letter is None:
            raise Refusal("K17", "First tap the player who gets up.")
        return e.Substitute(seat=self.letter, name=self.form.names[0] or " ", person=self.form.id_of(0))


class NoteInWords(NameScreen[State], AboutPlayer):
    """A note in the table's own words, about a rule and perhaps a player."""

    key = "note_words"
    form: NameForm = field(default_factory=lambda: NameForm(("",), longest=60, sentence=True))
    rule: str = "K11"

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Who, which rule, and the words."""
        tall = canvas.look.portrait
        heights = (56, 150, 56, 440) if tall else (48, 48, 48, 230)
        if tall and canvas.look.large_print:
            heights = (56, 150, 56, 434)
        title, accent = t("Note in words"), canvas.look.palette.accents[ACCENT]
        who, rules, words, keys = draw_heading(canvas, heights, title, fill=accent, done=t("Note it"))
        chips(canvas, view.state, who, self.seat, self.on_tap)
        boxes = canvas.split(rules, (1,) * len(INFRACTIONS))
        for (number, what), box in zip(INFRACTIONS.items(), boxes, strict=True):
            chosen = self.rule == number
            canvas.button(box, tr(what), self.change(rule=number), sub=f"({number})", selected=chosen, size=16, lines=2)
        _text_field(canvas, self.form, t("what happened"), words)
        name_keys(canvas, keys, self.form.capitals)
        return who

    def on_done(self, state: State) -> Next[State]:
        """Record it. Raises `Refusal` where nothing was typed."""
        if not (text := self.form.names[0]):
            raise Refusal("", "Type what happened.")
        return e.Note(rule=self.rule, seat=self.letter, text=text)


def _text_field(canvas: Canvas, form: NameForm, empty: str, rect: Rect, known: KnownPerson | None = None) -> None:
    p, inner = canvas.look.palette, canvas.inset(rect, 14, 0)
    canvas.panel(rect, p.paper)
    draw_name(canvas, inner, form, 0, 24, known)
    if not form.fields[0]:
        canvas.text(inner, empty, 18, "regular", p.ink_muted, "right")


REOPENING = Reopening(msg("Open the end again"), REASONS, lambda word: e.Reopen(reason=word), ACCENT)


def ask(canvas: Canvas, title: str, line: str, answers: Sequence[Answer], **more: Any) -> Rect:
    """A question in the game's colour."""
    return draw_question(canvas, title, line, answers, canvas.look.palette.accents[ACCENT], **more)


class TieScreen(Screen[State]):
    """Who loses a tied round: the device proposes, the table confirms (K14)."""

    phases = (Phase.TIED,)

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Everybody's points, and what the table can confirm."""
        state, waiting = view.state, view.state.tie
        assert waiting is not None
        answers: list[Answer]
        if waiting.proposed is not None:
            name = state.names[waiting.proposed]
            line = t("{name} took Hejma and loses the tie.", name=name)
            confirm = Do(e.Confirm(seat=SEAT[waiting.proposed]))
            answers = [(t("{name} lost the round", name=name), t("confirm, or hold both buttons"), confirm, "primary")]
        elif state.setup.hejma_tie_outside == "replay":
            line = t("None of the tied players took Hejma: the round is played again.")
            answers = [(t("Play again"), t("the same dealer, no letter"), Do(e.Confirm()), "primary")]
        else:
            line = t("None of the tied players took Hejma: the table votes who loses.")
            answers = [
                (t("{name} lost the round", name=state.names[seat]), "", Do(e.Confirm(seat=SEAT[seat])), "primary")
                for seat in waiting.tied
            ]
        answers.append((t("Take back"), t("count again"), UNDO, "normal"))
        counts = " · ".join(f"{state.names[seat]} {n}" for seat, n in enumerate(waiting.points))
        buttons = partial(press_areas, state=state) if canvas.look.press_areas else None
        return ask(canvas, t("Tie"), counts + "\n" + line, answers, below=buttons, back=False)


class MisdealScreen(Screen[State]):
    """A misdeal: dealt again, a repeated one as the table votes for a letter, or for a lost round (K8, K15)."""

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """What the table can say."""
        dealer = view.state.dealer
        lost = Do(e.Renonc(seat=SEAT[dealer], kind="dealt"))
        answers: list[Answer] = [
            (t("Deal again"), t("no letter"), Do(e.Misdeal()), "primary"),
            (t("A letter"), t("by vote; then deal again"), Do(e.Misdeal(letter=True)), "danger"),
            (t("Lost round"), t("renonc: a letter, the next deal"), lost, "danger"),
        ]
        name = view.state.names[dealer]
        line = t("{name} misdealt before. What does the table say?", name=name)
        if not view.state.misdeals:
            answers, line = answers[:1], t("{name} misdealt. The first time is free.", name=name)
        return ask(canvas, t("Misdeal"), line, answers)


class RenoncScreen(AboutPlayer):
    """Who, what, and what the others say to it (K15)."""

    kind: RenoncKind | None = None

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The players, what can happen, and the verdicts."""
        p = canvas.look.palette
        heights, title = (76, 28, 96, 28, 130), t("Renonc: who?")
        who, one, what, two, verdict = draw_heading(canvas, heights, title, fill=p.accents[ACCENT])
        chips(canvas, view.state, who, self.seat, self.on_tap)
        canvas.text(one, t("What happened?"), 17, "semibold", p.muted)
        for (kind, label), part, box in zip(KINDS.items(), "abc", canvas.cols(what, (1, 1, 1)), strict=True):
            canvas.button(box, tr(label), self.change(kind=kind), sub=f"(K15 {part})", selected=self.kind == kind)
        canvas.text(two, t("What do the others say?"), 17, "semibold", p.muted)
        offers = (
            (t("Lost round"), t("careless: a letter"), True, False, "primary"),
            (t("Forgiven"), t("the round goes on"), False, False, "normal"),
            (t("Deliberate"), t("a letter and a ban"), True, True, "danger"),
        )
        first = Why(t("First tap the player and what happened."))
        for (says, sub, punished, deliberate, style), box in zip(offers, canvas.cols(verdict, (1, 1, 1)), strict=True):
            if self.letter is None or self.kind is None:
                canvas.button(box, says, first, sub=sub, style="quiet")
                continue
            event = e.Renonc(seat=self.letter, kind=self.kind, punished=punished, deliberate=deliberate)
            canvas.button(box, says, Do(event), sub=sub, style=style, size=24, why=reason(event.refusal(view.state)))
        return what


class NoteForm(AboutPlayer):
    """Something to remember that costs nothing (K7, K11, K12)."""

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Who, and the usual notes."""
        title, accent = t("Note: who, if anybody?"), canvas.look.palette.accents[ACCENT]
        who, body = draw_heading(canvas, (76, 320), title, fill=accent)
        chips(canvas, view.state, who, self.seat, self.on_tap)
        *boxes, last = canvas.split(body, (1,) * (len(INFRACTIONS) + 1))
        for (rule, what), box in zip(INFRACTIONS.items(), boxes, strict=True):
            canvas.button(box, tr(what), Do(e.Note(rule=rule, seat=self.letter)), sub=f"({rule})", size=22)
        canvas.button(last, t("In words"), call(self.in_words), size=22)
        return body

    def in_words(self, state: State) -> NoteInWords:
        """Something else."""
        return NoteInWords(self.seat)


class HaltScreen(Screen[State]):
    """Which side stops the game; usually its clock button does that."""

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Both sides."""
        names = view.state.names
        answers: list[Answer] = [
            (t("Side {side}", side=SIDE_SEATS[side]), " · ".join(pair), Do(e.Halt(side=side)), "normal")
            for side, pair in zip(SIDES, (names[:2], names[2:]), strict=True)
        ]
        line = t("Which side stops the game? A press of its button does the same.")
        return ask(canvas, t("Stop!"), line, canvas.by_side(answers))


class FirstDealerScreen(Screen[State]):
    """Who deals first, where it is not seat A by the draw (K6)."""

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The players."""
        answers: list[Answer] = [
            (f"{SEAT[seat]} · {name}", "", Do(e.FirstDealer(seat=SEAT[seat])), "normal")
            for seat, name in enumerate(view.state.names)
        ]
        return ask(canvas, t("Deals first"), t("Who deals first?"), answers)


class DealtScreen(Screen[State]):
    """How the cards were dealt (K7)."""

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """How many at a time."""
        answers: list[Answer] = [
            (t("One at a time"), "", Do(e.Deal(cards=1)), "normal"),
            (t("Two at a time"), "", Do(e.Deal(cards=2)), "normal"),
            (t("More at a time"), t("not allowed"), Do(e.Deal(cards=3)), "normal"),
        ]
        name = view.state.names[view.state.dealer]
        return ask(canvas, t("Cards dealt"), t("{name} deals. How many cards at a time?", name=name), answers)
