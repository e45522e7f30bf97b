"""Screens on which something is decided: renonc, misdeal, tie, a note, opening a signed game again (K8, K14, K15)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from device.games.kourici_kocka.forms import NoteInWords
from device.games.kourici_kocka.seats import ACCENT, AboutPlayer, chips, press_areas
from device.games.reopening import Reopening
from device.graphics.actions import UNDO, Do, Why
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Answer, draw_question, heading
from device.graphics.widgets import Rect
from device.i18n import t, tr
from device.kiosk.screen import Next, Screen, View, call
from rules.kourici_kocka import events as e
from rules.kourici_kocka.describe import INFRACTIONS, KINDS, REASONS
from rules.kourici_kocka.state import State
from rules.message import msg

REOPENING = Reopening(msg("Open the end again"), REASONS, lambda word: e.Reopen(reason=word), ACCENT)


def asked(
    canvas: Canvas,
    title: str,
    line: str,
    answers: Sequence[Answer],
    below: Callable[[Canvas, Rect], None] | None = None,
    *,
    back: bool = True,
) -> Rect:
    """A question in the game's colour."""
    return draw_question(canvas, title, line, answers, canvas.look.palette.accents[ACCENT], below, back=back)


@dataclass(frozen=True)
class Tie(Screen[State]):
    """Who loses a tied round: the device proposes, the table confirms (K14)."""

    key = "tie"

    def valid(self, state: State) -> bool:
        """While a round is tied."""
        return state.tie is not None

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Everybody's points, and what the table can confirm."""
        state, waiting = view.state, view.state.tie
        assert waiting is not None
        answers: list[Answer]
        if waiting.proposed is not None:
            name = state.names[waiting.proposed]
            line = t("Hejma: {name}. Who took Hejma loses the tie.", name=name)
            confirm = Do(e.Confirm(seat=e.SEAT[waiting.proposed]))
            answers = [(t("{name} lost the round", name=name), t("confirm, or hold both buttons"), confirm, "primary")]
        elif state.setup.hejma_tie_outside == "replay":
            line = t("Hejma lies outside the tie: the round is played again.")
            answers = [(t("Play again"), t("the same dealer, no letter"), Do(e.Confirm()), "primary")]
        else:
            line = t("Hejma lies outside the tie: the table votes who loses.")
            answers = [
                (t("{name} lost the round", name=state.names[seat]), "", Do(e.Confirm(seat=e.SEAT[seat])), "primary")
                for seat in waiting.tied
            ]
        answers.append((t("Take back"), t("count again"), UNDO, "normal"))
        counts = " · ".join(f"{state.names[seat]} {n}" for seat, n in enumerate(waiting.points))
        buttons = partial(press_areas, state=state) if canvas.look.press_areas else None
        return asked(canvas, t("Tie"), counts + "\n" + line, answers, buttons, back=False)


@dataclass(frozen=True)
class Misdeal(Screen[State]):
    """A repeated misdeal: dealt again, or the table votes for a letter, or for a lost round (K8, K15)."""

    key = "misdeal"

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """What the table can say."""
        dealer = view.state.dealer
        lost = Do(e.Renonc(seat=e.SEAT[dealer], kind="dealt"))
        answers: list[Answer] = [
            (t("Deal again"), t("no letter"), Do(e.Misdeal()), "primary"),
            (t("A letter"), t("by vote; then deal again"), Do(e.Misdeal(letter=True)), "danger"),
            (t("Lost round"), t("renonc: a letter, the next deal"), lost, "danger"),
        ]
        line = t("{name} misdealt before. What does the table say?", name=view.state.names[dealer])
        return asked(canvas, t("Misdeal"), line, answers)


@dataclass(frozen=True)
class Renonc(AboutPlayer):
    """Who, what, and what the others say to it (K15)."""

    key = "renonc"
    kind: e.RenoncKind | None = None

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The players, what can happen, and the verdicts."""
        p = canvas.look.palette
        head, who, one, what, two, verdict = canvas.rows(canvas.area, (56, 76, 28, 96, 28, 130))
        heading(canvas, head, t("Renonc: who?"), fill=p.accents[ACCENT])
        chips(canvas, view.state, who, self.seat, self.on_tap)
        canvas.text(one, t("What happened?"), 17, "semibold", p.muted)
        for (kind, label), part, box in zip(KINDS.items(), "abc", canvas.cols(what, (1, 1, 1)), strict=True):
            canvas.button(box, tr(label), call(self.happened, kind), sub=f"(K15 {part})", selected=self.kind == kind)
        canvas.text(two, t("What do the others say?"), 17, "semibold", p.muted)
        offers = (
            (t("Lost round"), t("careless: a letter"), True, False, "primary"),
            (t("Forgiven"), t("the round goes on"), False, False, "normal"),
            (t("Deliberate"), t("a letter and a ban"), True, True, "danger"),
        )
        for (verdict_text, sub, punished, deliberate, style), box in zip(
            offers, canvas.cols(verdict, (1, 1, 1)), strict=True
        ):
            if self.letter is None or self.kind is None:
                canvas.button(
                    box, verdict_text, Why(t("First tap the player and what happened.")), sub=sub, style="quiet"
                )
                continue
            event = e.Renonc(seat=self.letter, kind=self.kind, punished=punished, deliberate=deliberate)
            canvas.button(box, verdict_text, Do(event), sub=sub, style=style, size=24)
        return what

    def happened(self, state: State, kind: e.RenoncKind) -> Next[State]:
        """What happened."""
        return replace(self, kind=kind)


@dataclass(frozen=True)
class Note(AboutPlayer):
    """Something to remember that costs nothing (K7, K11, K12)."""

    key = "note"

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Who, and the usual notes."""
        head, who, body = canvas.rows(canvas.area, (56, 76, 320))
        heading(canvas, head, t("Note: who, if anybody?"), fill=canvas.look.palette.accents[ACCENT])
        chips(canvas, view.state, who, self.seat, self.on_tap)
        split = canvas.rows if canvas.look.portrait else canvas.cols
        *boxes, last = split(body, (1,) * (len(INFRACTIONS) + 1))
        for (rule, what), box in zip(INFRACTIONS.items(), boxes, strict=True):
            canvas.button(box, tr(what), Do(e.Note(rule=rule, seat=self.letter)), sub=f"({rule})", size=22)
        canvas.button(last, t("In words"), call(self.in_words), size=22)
        return body

    def in_words(self, state: State) -> NoteInWords:
        """Something else."""
        return NoteInWords(self.seat)


@dataclass(frozen=True)
class Halt(Screen[State]):
    """Which side stops the game; usually its clock button does that."""

    key = "halt"

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Both sides."""
        names = view.state.names
        answers: list[Answer] = [
            (
                t("Side {side}", side=e.SIDE_SEATS[side]),
                f"{names[2 * n]} · {names[2 * n + 1]}",
                Do(e.Halt(side=side)),
                "normal",
            )
            for n, side in enumerate(e.SIDES)
        ]
        return asked(
            canvas,
            t("Stop!"),
            t("Which side stops the game? A press of its button does the same."),
            canvas.by_side(answers),
        )


@dataclass(frozen=True)
class FirstDealer(Screen[State]):
    """Who deals first, where it is not seat A by the draw (K6)."""

    key = "first_dealer"

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The players."""
        answers: list[Answer] = [
            (f"{e.SEAT[seat]} · {name}", "", Do(e.FirstDealer(seat=e.SEAT[seat])), "normal")
            for seat, name in enumerate(view.state.names)
        ]
        return asked(canvas, t("Deals first"), t("Who deals first?"), answers)


@dataclass(frozen=True)
class Dealt(Screen[State]):
    """How the cards were dealt (K7)."""

    key = "dealt"

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """How many at a time."""
        answers: list[Answer] = [
            (t("One at a time"), "", Do(e.Deal(cards=1)), "normal"),
            (t("Two at a time"), "", Do(e.Deal(cards=2)), "normal"),
            (t("More at a time"), t("not allowed"), Do(e.Deal(cards=3)), "normal"),
        ]
        name = view.state.names[view.state.dealer]
        return asked(canvas, t("Cards dealt"), t("{name} deals. How many cards at a time?", name=name), answers)
