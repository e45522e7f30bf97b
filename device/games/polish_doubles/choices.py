"""Screens on which something is decided: objection, verdict, early judgement, overrun, pass, closing (S14-S19, S28)."""

from __future__ import annotations

from device import i18n
from device.games.act_forms import NoteInWordsForm, screen_of
from device.games.act_screens import GameForms
from device.games.polish_doubles.entry import MoveEntry
from device.games.polish_doubles.judging_view import NOTHING, Advice, judge
from device.games.polish_doubles.parts import AfterStart, partner
from device.games.polish_doubles.sheet_view import word_text
from device.graphics.actions import BACK, UNDO, Do, Show, Why
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Answer, draw_question, refusal_from
from device.graphics.widgets import Rect
from device.i18n import pgettext, t
from device.kiosk.screen import Screen, View, call
from rules.acts import describe
from rules.message import Refusal
from rules.polish_doubles import acts as e
from rules.polish_doubles.acts.ending import REASONS, against_sheet, still_held
from rules.polish_doubles.acts.judging import against_early_invalid, against_objection, asks_building, unwritten_refusal
from rules.polish_doubles.placing import builds_by_squares
from rules.polish_doubles.rows import EarlyState, Row, Turn
from rules.polish_doubles.setup import LETTER
from rules.polish_doubles.state import State
from rules.polish_doubles.tiles import RACK
from rules.polish_doubles.turns import proposal


def row_line(row: Row, n: int) -> str:
    """A written move in a few words."""
    return t("move {n}: {word} {points}", n=n, word=word_text(row), points=row.points)


def move_label(turn: Turn, n: int) -> str:
    """Move 1 or 2 of a turn: its word and points, or that they are not written yet."""
    if n > len(turn.rows):
        return t("move {n}, not written yet", n=n)
    row = turn.rows[n - 1]
    return f"{word_text(row)} {row.points}" if row.on_board else word_text(row)


class ObjectionScreen(Screen[State]):
    """Which move of the turn just pressed is objected to; partners agree by the tap itself (S14, S16)."""

    key = "object"

    def valid(self, state: State) -> bool:
        """While a turn is open to objections, and none is judged."""
        return state.judging is None and state.judged_turn is not None

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The moves of the turn."""
        state, colours = view.state, canvas.look.palette
        index = state.judged_turn
        assert index is not None
        turn = state.turns[index]
        answers: list[Answer] = []
        for n in range(1, max(turn.moves, len(turn.rows)) + 1):
            refusal = against_objection(turn, n)
            answers.append(offer(move_label(turn, n), t("we both object"), Do(e.Objection(move=n)), "danger", refusal))
        answers.append((t("No objection"), t("the turn counts"), Do(e.NoObjection()), "primary"))
        name = state.setup.pairs[1 - turn.pair].name
        line = t("{name}: do you both object? Otherwise there is no objection.", name=name)
        return draw_question(canvas, t("Objection"), line, answers, colours.pair[1 - turn.pair])


class VerdictScreen(Screen[State]):
    """The objected move is valid or not; where it matters, whether the second builds on it (S17, S18).

    Where the squares say whether it does, they are not asked about. A row that the verdict needs and that is missing is
    written from here. ``advice`` is what the word list says.
    """

    advice: Advice = NOTHING

    def valid(self, state: State) -> bool:
        """While an objection is judged."""
        return state.judging is not None

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Valid, or not."""
        state = view.state
        judging = state.judging
        assert judging is not None
        index, objected = judging
        turn = state.turns[index]
        title = t("Judging an objection")
        if "objection" in state.clock.standing:
            title += " · " + t("The clock is stopped.")
        line = t("Move {n} is not on the sheet. Write it down, then say whether it is valid.", n=objected.move)
        if objected.move <= len(turn.rows):
            line = t("Is {move} valid?", move=row_line(turn.rows[objected.move - 1], objected.move))
        colour = canvas.look.palette.pair[turn.pair]
        answers = [*self.answers(state, turn, objected.move), taken_back(view)]
        return judge(canvas, title, line, answers, colour, self.advice, state)

    def answers(self, state: State, turn: Turn, move: int) -> list[Answer]:
        """What may be said of the turn's ``move``, or which row is written first."""
        used = self.advice.asked
        if move > len(turn.rows):
            return [(t("Write move {n}", n=move), t("word and points"), call(self.write), "primary")]
        row = turn.rows[move - 1]
        valid = Do(e.Verdict(valid=True, word_list=used))
        answers: list[Answer] = [(t("Valid"), cross_line(state, 1 - turn.pair), valid, "valid")]
        if unwritten_refusal(turn, move, valid=False):
            answers.append((t("Write move {n}", n=2), t("first, if move 1 is invalid"), call(self.write), "normal"))
        elif asks_building(turn, move, valid=False):
            known = builds_by_squares(row.placement, turn.rows[1].placement)
            word = word_text(turn.rows[1])
            for builds, line in (
                (True, t("{word} builds on it: both score 0", word=word)),
                (False, t("{word} lies elsewhere and counts", word=word)),
            ):
                if known in (None, builds):
                    event = e.Verdict(valid=False, builds_on=builds, word_list=used)
                    answers.append((t("Invalid"), line, Do(event), "danger"))
        else:
            invalid = Do(e.Verdict(valid=False, word_list=used))
            answers.append((t("Invalid"), t("{n} → 0, the tiles go back", n=row.points), invalid, "danger"))
        return answers

    def write(self, state: State) -> MoveEntry:
        """The row that is missing of the turn."""
        assert state.judging is not None
        index, _ = state.judging
        return MoveEntry.begin(state, (index, len(state.turns[index].rows)))


def taken_back(view: View[State]) -> Answer:
    """The objection is taken back, or first what was written since."""
    last = None if view.history is None else view.history.undoable
    sub = t("no objection was meant")
    if last is not None and not isinstance(last.event, e.Objection):
        sub = i18n.tr(describe(last.event))
    return t("Take back"), sub, UNDO, "normal"


def cross_line(state: State, pair: int) -> str:
    """What a failed objection costs."""
    if state.setup.cross_goes_to != "failed_objector":
        return ""
    return t("a cross for {name}", name=state.setup.pairs[pair].name)


class EarlyScreen(Screen[State]):
    """Early judgement of the first move; the clock runs on (S19). ``advice`` is what the word list says."""

    advice: Advice = NOTHING

    def valid(self, state: State) -> bool:
        """While it is asked for."""
        return bool(state.turns) and state.turns[-1].early is EarlyState.ASKED

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The answers."""
        state = view.state
        turn = state.turns[-1]
        used, falls = self.advice.asked, t("scores 0, move 2 is still due")
        accepted, valid, invalid = (
            Do(e.EarlyAnswer(answer=answer, word_list=used)) for answer in ("accepted", "valid", "invalid")
        )
        answers: list[Answer] = [
            (t("We accept it"), t("no objection, final"), accepted, "primary"),
            (t("Judged valid"), cross_line(state, 1 - turn.pair), valid, "valid"),
            offer(t("Judged invalid"), falls, invalid, "danger", against_early_invalid(turn)),
        ]
        name = state.setup.pairs[1 - turn.pair].name
        title = t("Early judgement") + " · " + t("the clock runs on")
        line = t("{name} answer: {move}", name=name, move=row_line(turn.rows[0], 1))
        colour = canvas.look.palette.pair[turn.pair]
        return judge(canvas, title, line, answers, colour, self.advice, state, back=True)


class OverrunScreen(Screen[State]):
    """Which moves of the turn that ran over were announced in time; the device proposes (S28)."""

    def valid(self, state: State) -> bool:
        """While a turn that ran over is not settled."""
        return state.unconfirmed is not None

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The answers; the one that the device proposes, where what it knows leaves one alone, is the next step."""
        state = view.state
        index = state.unconfirmed
        assert index is not None
        turn = state.turns[index]
        known = proposal(state)
        options = [(True,) * turn.moves, (True, False), (False, True), (False, False)]
        if turn.moves == 1:
            options = [(True,), (False,)]
        answers: list[Answer] = []
        proposed = [
            stands
            for stands in options
            if all(fact in (None, stand) for fact, stand in zip(known, stands, strict=True))
        ]
        for stands in options:
            if any(fact is True and not stand for fact, stand in zip(known, stands, strict=True)):
                continue
            style = "primary" if proposed == [stands] else "normal"
            answers.append((stands_label(stands), stands_sub(stands), Do(e.Overrun(stands=stands)), style))
        if len(turn.rows) < turn.moves:
            missing = len(turn.rows) + 1
            answers.append((t("Write move {n}", n=missing), t("first, then confirm"), call(self.write), "normal"))
        timed = state.clock.turns[index].official
        over = (timed.used if timed else 0) - state.clock.limit
        name, seconds = state.setup.pairs[turn.pair].name, i18n.number(over / 1e9, 1)
        line = t("{name} ran over by {s} s. What was announced in time?", name=name, s=seconds)
        return draw_question(canvas, t("Over time"), line, answers, canvas.look.palette.pair[turn.pair], back=False)

    def write(self, state: State) -> MoveEntry:
        """The move is written first."""
        return MoveEntry.begin(state)


def stands_label(stands: tuple[bool, ...]) -> str:
    """An answer about an overrun turn."""
    if all(stands):
        return t("Everything")
    if not any(stands):
        return t("Nothing")
    return t("Only move {n}", n=stands.index(True) + 1)


def stands_sub(stands: tuple[bool, ...]) -> str:
    """What that answer costs."""
    lost = [str(n) for n, stand in enumerate(stands, start=1) if not stand]
    if len(lost) > 1:
        return t("both moves are lost")
    return t("lost: move {n}", n=lost[0]) if lost else t("all moves count")


class PassScreen(AfterStart):
    """A pass is confirmed, since it costs a move."""

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Whether it is meant."""
        state = view.state
        index, place = state.slot or (len(state.turns) - 1, 0)
        pair = state.turns[index].pair
        answers: list[Answer] = [
            (t("Yes, pass"), t("move {n}, no points", n=place + 1), Do(e.Pass(player=partner(state))), "primary"),
            (t("Back"), "", BACK, "normal"),
        ]
        line = t("Does {name} pass?", name=state.setup.pairs[pair].name)
        return draw_question(canvas, t("Pass"), line, answers, canvas.look.palette.pair[pair])


def offer(label: str, sub: str, action: object, style: str, refusal: Refusal | None) -> Answer:
    """An answer; where it is not possible now, a quiet one that says why."""
    if refusal is None:
        return (label, sub, action, style)
    text = i18n.refusal(refusal)
    return (label, text, Why(text), "quiet")


class EndScreen(Screen[State]):
    """Closing, one partner out, or the end without either (S25, S26, S29)."""

    key = "close"

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Who closes, who is out."""
        state = view.state
        last = state.last_played
        pair = 0 if last is None else last.pair
        names = [one.name for one in state.setup.pairs]
        answers = [offer(t("Both of them"), names[pair], Show(CloseScreen()), "primary", view.may["close"])]
        for n in canvas.by_side((0, 1)):
            label = t("Has tiles again") if state.out(n) else t("One of them")
            answers.append((label, names[n], Show(OutScreen(n)), "normal"))
        answers.append(offer(t("Nobody: stop"), t("nobody can close"), Do(e.End()), "danger", view.may["end"]))
        line = t("Who is out of tiles?")
        return draw_question(canvas, t("End of the game"), line, answers, canvas.look.palette.pair[pair])


class BehindEnd(Screen[State]):
    """What is reached by way of the end of the game."""

    def on_back(self, state: State) -> EndScreen:
        """To all that ends the game."""
        return EndScreen()


class CloseScreen(BehindEnd):
    """The pair that has just pressed says whether both its racks are empty (S25)."""

    key = "closing"

    def valid(self, state: State) -> bool:
        """As long as the pair may close."""
        return refusal_from(e.Close.guard, state) is None

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Whether it is meant."""
        state = view.state
        last = state.last_played
        assert last is not None
        answers: list[Answer] = [
            (t("Yes, close"), t("both racks are empty"), Do(e.Close(pair=LETTER[last.pair])), "primary"),
            (t("No"), t("the game goes on"), BACK, "normal"),
        ]
        line = t("{name}: are both your racks empty?", name=state.setup.pairs[last.pair].name)
        if difference := against_sheet(state, last.pair):
            line += "\n" + i18n.tr(difference)
        return draw_question(
            canvas,
            pgettext("end a game of Polish doubles", "Close"),
            line,
            answers,
            canvas.look.palette.pair[last.pair],
        )


class OutScreen(BehindEnd):
    """One partner has no tiles left, and which one, where names are known; or has some again (S26)."""

    pair: int

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Who, or whoever it is."""
        state, pair = view.state, self.pair
        setup, letter = state.setup.pairs[pair], LETTER[pair]
        note = state.outs[pair]
        still = (t("Still out"), t("the pair has one move"), Do(e.Out(pair=letter)), "primary")
        answers: list[Answer]
        if note is not None:
            answers = [still] if note.doubted else []
            back = Do(e.Out(pair=letter, withdrawn=True))
            answers.append((t("Has tiles again"), t("the pair has two moves"), back, "normal"))
            line = t("{name}: one of you was out of tiles.", name=setup.name)
        elif all(setup.players):
            answers = [
                (name, t("has no tile left"), Do(e.Out(pair=letter, player=n)), "primary")
                for n, name in enumerate(setup.players, start=1)
            ]
            answers.append((t("One of us"), t("whoever it is"), Do(e.Out(pair=letter)), "normal"))
            line = t("{name}: who has no tile left?", name=setup.name) + differs_out(state, pair)
        else:
            answers = [(t("Yes, one of us"), t("the pair has one move"), Do(e.Out(pair=letter)), "primary")]
            line = t("{name}: has one of you no tile left?", name=setup.name) + differs_out(state, pair)
        answers.append((t("Back"), "", BACK, "normal"))
        return draw_question(canvas, t("Partner out"), line, answers, canvas.look.palette.pair[pair])


def differs_out(state: State, pair: int) -> str:
    """The line in which the sheet disagrees with one player being out; empty where it agrees."""
    flow = state.flow()
    difference = still_held(flow.bag_bounds, flow.held_bounds[pair], RACK)
    return "" if difference is None else "\n" + i18n.tr(difference)


class DisputeScreen(Screen[State]):
    """A pair does not agree with the result, and why."""

    pair: int

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The reasons."""
        state, pair = view.state, self.pair
        letter = LETTER[pair]
        codes = ("sum", "crosses", "time", "other")
        answers = [(i18n.tr(REASONS[code]), "", Do(e.Dispute(pair=letter, reason=code)), "normal") for code in codes]
        line = t("{name}: what do you disagree with?", name=state.setup.pairs[pair].name)
        return draw_question(canvas, t("Dispute"), line, answers, canvas.look.palette.pair[pair])


def _pair_names(state: State) -> tuple[str, ...]:
    return tuple(pair.name for pair in state.setup.pairs)


FORMS = GameForms(__name__, 0, LETTER, names=_pair_names, seat="pair")
NoteInWords = screen_of(FORMS, e.Note, "NoteInWords", NoteInWordsForm, key="note_words")
NoteForm = screen_of(FORMS, e.Note, "NoteForm", words_form=NoteInWords)
