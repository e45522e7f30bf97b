"""Everything that somebody can do in a game on a score sheet, act by act (R1-R10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from rules.acts import Act, Obstacle, with_fields
from rules.clock import acts as clock
from rules.game import Entry, Side, Text
from rules.message import Message, Refusal, msg
from rules.needs import Button, FigureLimits, MenuEntry, SeatFigures, WhichSeat
from rules.people import PersonId
from rules.rounds.state import INDEX, SEATS, Phase, Row, Seat, State
from rules.sheet_terms import MOST_BOXES, MOST_PLAYERS, MOST_ROUNDS, Points
from rules.signing import ResultReopen, ResultSign, Signing
from rules.standard_acts import Name, NoteAct, SubstituteAct

SEALED = msg("The result is signed.")
SIGNING = Signing(
    "R9",
    Phase.OVER,
    Phase.SIGNED,
    sealed=SEALED,
    unsigned=msg("The result is not signed yet; undo to change it."),
    unready=msg("There is nothing to sign before the game is over."),
)
BY_TURNS = Obstacle("R3", msg("On this sheet players write one after the other."), lambda state: state.terms.by_turns)
BY_ROUNDS = Obstacle(
    "R2", msg("On this sheet a whole round is written, a figure for everybody."), lambda state: not state.terms.by_turns
)
WITH_BOXES = Obstacle("R4", msg("On this sheet players fill boxes."), lambda state: state.terms.boxes)
WITHOUT_BOXES = Obstacle("R4", msg("This sheet has no boxes."), lambda state: not state.terms.boxes)
NOTHING_WRITTEN = Obstacle("R9", msg("Nothing is written yet."), lambda state: not state.is_begun)
NOBODY_DEALS = Obstacle("R7", msg("Nobody deals in this game."), lambda state: not state.terms.deals)
UNTIMED = Obstacle("R8", msg("Turns are not timed in this game."), lambda state: state.clock is None)
NOT_STARTED = Obstacle(
    "R8", msg("The clock has not been started; press a clock button."), lambda state: state.clock.seat is None
)
PAUSED = Obstacle("R8", msg("The clock is paused already."), lambda state: state.clock.paused)
NOT_PAUSED = Obstacle("R8", msg("The clock is not paused."), lambda state: not state.clock.paused)
NO_ORDER = Obstacle(
    "R3",
    msg("Nobody is on turn: rounds are written, and turns are not timed."),
    lambda state: not state.terms.by_turns and state.clock is None,
)
FULL = Obstacle("R6", msg("The sheet is full; end the game."), lambda state: state.finished_rounds >= MOST_ROUNDS)


class RoundsAct(Act, frozen=True, kw_only=True):
    """Any act: possible while the game is played (R6)."""

    phases: ClassVar[Sequence[Phase]] = (Phase.PLAY,)
    closed = {
        Phase.OVER: ("R6", msg("The game is over; undo to go on.")),
        Phase.SIGNED: ("R9", SEALED),
    }

    def check_seat(self, state: State, seat: Seat) -> None:
        """Raises `Refusal` where nobody sits there (R1)."""
        if INDEX[seat] >= len(state.names):
            raise Refusal("R1", "There is no seat {seat} in this game.", seat=seat)


class Writes(RoundsAct, frozen=True, kw_only=True):
    """An act that writes on the sheet; with the last figure the game is over and its clock stands."""

    def apply_at(self, state: State, entry: Entry) -> State:
        """What is written, and the clock as it is then."""
        after: State = super().apply_at(state, entry)
        if after.clock is None or after.phase is Phase.PLAY or not after.clock.running:
            return after
        return replace(after, clock=after.clock.stop("over", entry.at))


def limits(state: State) -> FigureLimits:
    """What can be written in a row of this sheet."""
    terms = state.terms
    least, most = terms.least, terms.most
    if terms.boxes:
        least = min(box.bounds[0] for box in terms.boxes)
        most = max(box.bounds[1] for box in terms.boxes)
    return FigureLimits(most, least, terms.total, gaps=terms.by_turns)


class RoundScore(Writes, tag="round", frozen=True, kw_only=True):
    """Everybody's figures of a round (R2)."""

    cites = "R2"
    unless = (BY_TURNS, FULL)
    costly = True
    words = Message("round: {figures}")
    menu = MenuEntry("sheet", msg("Write the round"), msg("everybody's figures"))
    need = SeatFigures(msg("The round"), limits, again=Message("Round {n}"), into="figures")
    button = Button(msg("Write the round"), msg("everybody's figures"))
    figures: Annotated[tuple[Points, ...], Meta(min_length=1, max_length=MOST_PLAYERS)]

    def check(self, state: State) -> None:
        """R2: as the sheet says."""
        state.check_row(len(state.rows), self.figures)

    def apply_at(self, state: State, entry: Entry) -> State:
        """R2, R8: another row; whoever plays next has a turn of their own."""
        after = super().apply_at(state, entry)
        return after if after.clock is None else replace(after, clock=after.clock.finish(entry.at))

    def apply(self, state: State) -> State:
        """R2: another row."""
        return state.with_row(len(state.rows), self.figures)


class TurnScore(Writes, tag="score", frozen=True, kw_only=True):
    """Whose turn it is writes a ``figure`` (R3)."""

    cites = "R3"
    unless = (BY_ROUNDS, WITH_BOXES, FULL)
    costly = True
    words = Message("turn: {figure}")
    figure: Points

    def check(self, state: State) -> None:
        """R2: within the sheet's limits."""
        if not state.terms.takes(self.figure, state.open_row):
            raise Refusal("R2", "{figure} cannot stand there.", figure=self.figure)

    def apply(self, state: State) -> State:
        """R3: the next player's turn."""
        return state.with_figure(state.open_row, self.figure)


class Fill(Writes, frozen=True, kw_only=True):
    """Whose turn it is fills a ``box`` (from 1) with a ``figure`` (R4)."""

    cites = "R4"
    unless = (WITHOUT_BOXES,)
    costly = True
    words = Message("box {box}: {figure}")
    box: Annotated[int, Meta(ge=1, le=MOST_BOXES)]
    figure: Points

    def check(self, state: State) -> None:
        """R4: a box that is there and empty, and a figure that can stand in it."""
        if self.box > len(state.rows):
            raise Refusal("R4", "There is no box {n}.", n=self.box)
        if state.rows[self.box - 1][state.next_column] is not None:
            raise Refusal("R4", "That box is filled.")
        if not state.terms.takes(self.figure, self.box - 1):
            raise Refusal("R4", "{figure} cannot stand there.", figure=self.figure)

    def apply(self, state: State) -> State:
        """R4: the next player's turn."""
        return state.with_figure(self.box - 1, self.figure)


class Correct(Writes, frozen=True, kw_only=True):
    """A row is put right where it stands; ``round`` counts from 1, through the boxes on a sheet that has them (R9)."""

    cites = "R9"
    phases = (Phase.PLAY, Phase.OVER)
    unless = (NOTHING_WRITTEN,)
    noted = True
    words = Message("row {round} put right: {figures}")
    round: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
    figures: Annotated[Row, Meta(min_length=1, max_length=MOST_PLAYERS)]

    def describe(self) -> Message:
        """Which row, and what stands there now."""
        return msg("row {round} put right: {figures}", round=self.round, figures=row_text(self.figures))

    def check(self, state: State) -> None:
        """R9: a row that is there, and figures that can stand in it."""
        if self.round > len(state.rows):
            raise Refusal("R9", "There is no row {n} yet.", n=self.round)
        state.check_row(self.round - 1, self.figures)

    def apply(self, state: State) -> State:
        """R9: sums follow, and whether the game is over."""
        return state.with_row(self.round - 1, self.figures)


class Dealer(RoundsAct, frozen=True, kw_only=True):
    """Who deals now; from then on the deal goes round clockwise (R7)."""

    cites = "R7"
    unless = (NOBODY_DEALS,)
    noted = True
    words = Message("seat {seat} deals")
    ways = tuple({"seat": seat} for seat in SEATS)
    menu = MenuEntry("cards", msg("Dealer"), msg("by agreement"))
    need = WhichSeat(msg("Dealer"), msg("Who deals now?"))
    seat: Seat

    def check(self, state: State) -> None:
        """R7: somebody at the table."""
        self.check_seat(state, self.seat)

    def apply(self, state: State) -> State:
        """R7: that player deals."""
        return replace(state, dealer=INDEX[self.seat])


class OnTurn(RoundsAct, frozen=True, kw_only=True):
    """Whose turn it is, where it is not who follows (R3, R8)."""

    cites = "R3"
    unless = (NO_ORDER,)
    noted = True
    words = Message("seat {seat} is on turn")
    ways = tuple({"seat": seat} for seat in SEATS)
    menu = MenuEntry("people", msg("On turn"), msg("by agreement"))
    need = WhichSeat(msg("On turn"), msg("Whose turn is it?"))
    seat: Seat

    def check(self, state: State) -> None:
        """R3: somebody who has something left to write."""
        self.check_seat(state, self.seat)
        if state.terms.by_turns and not state.has_to_write(INDEX[self.seat]):
            raise Refusal("R3", "Seat {seat} has written already.", seat=self.seat)

    def apply_at(self, state: State, entry: Entry) -> State:
        """R3, R8: that player's turn, with the whole time of one where turns are timed and the clock was started."""
        seat = INDEX[self.seat]
        after = replace(state.with_remark(entry), turn=seat)
        if after.clock is None or after.clock.seat is None:
            return after
        return replace(after, clock=after.clock.start(seat, entry.at))


class Press(clock.ClockPress, RoundsAct, frozen=True, kw_only=True):
    """The clock button of ``side`` went down: the turn is over and the next one begins, whoever pressed (R8)."""

    cites = "R8"
    unless = (UNTIMED, PAUSED)
    words = Message("press of side {side}")
    ways = ({"side": "A"}, {"side": "B"})
    side: Side

    def apply_at(self, state: State, entry: Entry) -> State:
        """R8: the first press starts the clock, each later one gives the turn to the left neighbour."""
        assert state.clock is not None
        seat = state.clock.seat
        following = state.first_on_clock if seat is None else (seat + 1) % len(state.names)
        return replace(state, clock=state.clock.start(following, entry.at))


class Pause(clock.Pause, RoundsAct, frozen=True, kw_only=True):
    """The clock stands, by agreement or for the organiser's break (R8)."""

    cites = "R8"
    unless = (UNTIMED, NOT_STARTED, PAUSED)
    menu = MenuEntry("pause", msg("Pause"), msg("the clock stands"))


class Resume(clock.Resume, RoundsAct, frozen=True, kw_only=True):
    """The clock goes on from where it stood (R8)."""

    cites = "R8"
    unless = (UNTIMED, NOT_STARTED, NOT_PAUSED)
    menu = MenuEntry("go_on", msg("Go on"), msg("the clock runs from where it stood"))
    button = Button(msg("Go on"), msg("the clock runs from where it stood"))


class PowerLoss(clock.PowerLoss, frozen=True, kw_only=True):
    """The device lost power: the clock stands, at most ``doubt_s`` seconds of what ran are not known."""

    cites = "R8"
    in_use = (Phase.PLAY,)

    def apply_at(self, state: Any, entry: Entry) -> Any:
        """The clock is paused at the last moment known; in a game without one nothing changes."""
        return state if state.clock is None else super().apply_at(state, entry)


class End(RoundsAct, frozen=True, kw_only=True):
    """The table ends the game as it stands (R6)."""

    cites = "R6"
    unless = (NOTHING_WRITTEN,)
    costly = noted = True
    words = msg("the table ends the game")
    menu = MenuEntry("cup", msg("End of game"), msg("the table agrees"))

    def apply_at(self, state: State, entry: Entry) -> State:
        """R6: the sums count as they are."""
        over = replace(state.with_remark(entry), phase=Phase.OVER, ended=True)
        return over if over.clock is None else with_fields(over, clock=over.clock.stop("over", entry.at))


class Substitute(SubstituteAct, RoundsAct, frozen=True, kw_only=True):
    """Another player takes a seat, with what stands in its column (R10)."""

    cites = "R10"
    nameless = "R1", msg("Everybody who plays needs a name.")
    menu = MenuEntry("swap", msg("Substitute"), msg("takes over the points"))
    seats = SEATS
    seat: Seat
    name: Name
    person: PersonId = ""

    def check(self, state: State) -> None:
        """R10: a seat that is there, and a name."""
        self.check_seat(state, self.seat)
        super().check(state)


class Note(NoteAct, RoundsAct, frozen=True, kw_only=True):
    """Something to remember that costs nothing (R10)."""

    cites = "R10"
    phases = (Phase.PLAY, Phase.OVER)
    usual = {
        "R2": msg("counted again"),
        "R3": msg("out of turn"),
        "R7": msg("dealt wrongly"),
    }
    rule: Annotated[str, Meta(pattern="^R([1-9]|10)$")]
    seat: Seat | None = None
    text: Text = ""

    def check(self, state: State) -> None:
        """R10: about somebody at the table, or nobody."""
        if self.seat is not None:
            self.check_seat(state, self.seat)


class Sign(ResultSign, RoundsAct, frozen=True, kw_only=True):
    """One side of the table agrees with the result (R9)."""

    signing = SIGNING


class Reopen(ResultReopen, RoundsAct, frozen=True, kw_only=True):
    """A signed result is opened again, with a reason (R9)."""

    signing = SIGNING
    reasons = {"wrong points": msg("wrong points"), "table": msg("the table agreed")}


ACTS: tuple[type[Act], ...] = (
    RoundScore,
    TurnScore,
    Fill,
    Correct,
    Dealer,
    OnTurn,
    Press,
    Pause,
    Resume,
    PowerLoss,
    End,
    Substitute,
    Note,
    Sign,
    Reopen,
)


def row_text(row: Row) -> str:
    """A row as it is read aloud: a dash where nothing is written."""
    return " ".join("–" if figure is None else str(figure) for figure in row)
