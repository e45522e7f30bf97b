"""Acts of Polish doubles on the clocks: presses, pauses, the referee's times, announcements, overrun (S8-S12, S28)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from rules.acts import Act, Closed, Obstacle
from rules.clock import PressMeans
from rules.clock import acts as clock
from rules.clock.acts import ClockEvent, ClockPress
from rules.figures import Numeral
from rules.game import SECOND, Entry, ns
from rules.message import Message, Refusal, msg, msgs
from rules.needs import Button, MenuEntry, Posed, Question, Reply
from rules.polish_doubles.acts.sheet import move_due
from rules.polish_doubles.acts.table import SEALED, ClockAct, InPlay, OfTurn, TurnNumber
from rules.polish_doubles.rows import EarlyState, Fate, Kind, Turn
from rules.polish_doubles.setup import INDEX, Pair
from rules.polish_doubles.state import Phase, PressNote, State
from rules.polish_doubles.turns import (
    asked_of_overrun,
    check_overrun,
    next_turn,
    proposal,
    serve,
    with_clocks_read,
    with_lost,
)
from rules.timeline import ClockReading

Seconds = Annotated[float, Meta(ge=-36000, le=36000)]

CLOCK_PHASES = (Phase.READY, Phase.PLAY, Phase.CLOSING)
"""The phases in which a press is taken."""
STANDS = "", msg("No clock is running.")
BOTH = msg("both clocks")
PAUSED = Obstacle("", msg("The clocks are paused already."), lambda state: "pause" in state.clock.standing)
NOT_PAUSED = Obstacle("", msg("The clocks are not paused."), lambda state: "pause" not in state.clock.standing)
ALL_ANNOUNCED = Obstacle(
    "S12",
    msg("Every move of this turn is announced or written."),
    lambda state: max(len(state.turns[-1].announced), len(state.turns[-1].rows)) >= state.turns[-1].possible,
)
NO_OVERRUN = Obstacle("S28", msg("No turn ran over its time."), lambda state: state.unconfirmed is None)
NONE_FINISHED = Obstacle(
    "S10", msg("Turn {n} is not finished; choose a finished one.", n=1), lambda state: not state.clock.turns
)
SIGNED = Obstacle(*SEALED, lambda state: state.phase is Phase.SIGNED)


def not_needed(state: State) -> Closed:
    """S25, S29: when a pair has closed or the game was ended, nothing is measured any more."""
    return "S29" if state.closer is None else "S25", msg("The clocks are not needed any more.")


class Press(ClockPress, frozen=True, kw_only=True):
    """A pair's clock button went down (S8, S10).

    ``shows_s``: what each clock displayed, seconds left, A then B. Passed over where ``reads_s`` stands: it is out of
    date where the turn turns out to have begun at another moment.
    """

    cites = "S10"
    phases = CLOCK_PHASES
    closed = {
        Phase.DRAWING: ("S4", msg("First say which pair starts.")),
        **dict.fromkeys((Phase.ENDING, Phase.RESULT, Phase.SIGNED), not_needed),
    }
    words = Message("press of pair {pair}")
    pair: Pair
    shows_s: tuple[Seconds, Seconds] | None = None

    def times_at(self, state: State, at: int) -> tuple[int, int] | None:
        """S10: what the running turn had used by each clock, where the press at ``at`` ends it; None: it ends none."""
        both = with_clocks_read(state, Entry(0, at, self)).clock
        if not both.running or both.mover != INDEX[self.pair]:
            return None
        turn = both.current(at)
        return None if turn is None else turn.used

    def is_misread(self, state: State, at: int) -> bool:
        """S10: whether what the clocks showed (`shows_s`), by which readers of format 1.0 go, is out of date."""
        if self.reads_s is None or (used := self.times_at(state, at)) is None:
            return False
        return self.shows_s is None or used != tuple(state.clock.limit - ns(shown) for shown in self.shows_s)

    def apply_at(self, state: State, entry: Entry) -> State:
        """S8, S10: the mover's press ends its turn, the other pair's is accidental; the first press starts the game."""
        side = INDEX[self.pair]
        if state.phase is Phase.READY:
            starter = state.starter or 0
            begun = replace(
                state,
                phase=Phase.PLAY,
                clock=state.clock.start(starter, entry.at),
                presses=state.presses.append(PressNote(entry.n, side, 0, ended=False)),
            )
            return begun.with_next_turn(Turn(pair=starter, moves=1, struck="opening")).with_remark(entry)
        shows = None
        if self.shows_s is not None and self.reads_s is None:
            shows = ns(self.shows_s[0]), ns(self.shows_s[1])
        both, means = state.clock.press(side, entry.at, shows)
        index = len(state.turns) - 1
        note = PressNote(entry.n, side, index, ended=means is PressMeans.TURN)
        pressed = replace(state, clock=both, presses=state.presses.append(note))
        if means is not PressMeans.TURN:
            return pressed.with_remark(entry)
        turn = state.turns[index]
        early = EarlyState.LAPSED if turn.early is EarlyState.ASKED else turn.early
        ended = check_overrun(replace(turn, pressed=True, early=early), both.turns[-1], state)
        return serve(asked_of_overrun(next_turn(pressed.with_turn(index, ended)), entry.at), entry.at)


def clock_readings(state: State, entry: Entry) -> Sequence[ClockReading]:
    """S10: what the clock beside each pair showed at the entry; a press may say it itself."""
    if state.phase not in (Phase.READY, Phase.PLAY):
        return ()
    both, event = with_clocks_read(state, entry).clock, entry.event
    current = both.current(entry.at)
    used = current.used if current is not None else (0, 0)
    left = [both.limit - counted for counted in used]
    if isinstance(event, Press) and event.shows_s is not None and event.reads_s is None:
        left = [ns(shown) for shown in event.shows_s]
    return tuple(
        ClockReading(pair.name, left[side], standing=not both.running, spoiled=side in both.spoiled)
        for side, pair in enumerate(state.setup.pairs)
    )


class Pause(clock.Pause, frozen=True, kw_only=True):
    """The clocks stand (S10)."""

    cites = "S10"
    closed = dict.fromkeys((Phase.DRAWING, Phase.READY, Phase.ENDING, Phase.RESULT, Phase.SIGNED), STANDS)
    unless = (PAUSED,)
    menu = MenuEntry("pause", msg("Pause"), BOTH)


class Resume(clock.Resume, frozen=True, kw_only=True):
    """The clocks go on (S10)."""

    cites = "S10"
    unless = (NOT_PAUSED,)
    menu = MenuEntry("go_on", msg("Go on"), BOTH)
    button = Button(msg("Go on"), msg("the clock runs from where it stood"))


class PowerLoss(clock.PowerLoss, frozen=True, kw_only=True):
    """The device lost power (S10)."""

    cites = "S10"
    in_use = (Phase.PLAY, Phase.CLOSING)


class SetTime(InPlay, ClockEvent, frozen=True, kw_only=True):
    """The referee sets what is left of the running turn, on both clocks."""

    cites = "S8"
    on_clocks = True
    decision = True
    remaining_s: Seconds

    def describe(self) -> Message:
        """What is left."""
        return msg("time set to {seconds} s", seconds=Numeral(self.remaining_s, None))

    def check(self, state: State) -> None:
        """S8, S9: nobody has more than a whole turn left."""
        if ns(self.remaining_s) > state.clock.limit:
            rule = "S9" if len(state.turns) == 1 else "S8"
            raise Refusal(rule, "A turn has at most {limit} seconds.", limit=state.setup.turn_limit_s)

    def apply_at(self, state: State, entry: Entry) -> State:
        """S8: the referee corrects what is left of the running turn."""
        return replace(state.with_remark(entry), clock=state.clock.correct(ns(self.remaining_s), entry.at))


class Spoil(InPlay, frozen=True, kw_only=True):
    """People declare that the clock beside ``pair`` cannot be used for the running turn (S10)."""

    cites = "S10"
    words = Message("clock of pair {pair} spoiled")
    on_clocks = True
    decision = True
    pair: Pair

    def apply_at(self, state: State, entry: Entry) -> State:
        """S10: people declare one clock of the running turn unusable."""
        return replace(state.with_remark(entry), clock=state.clock.spoil(INDEX[self.pair], entry.at))


class DecideTime(Act, frozen=True, kw_only=True):
    """The referee decides a finished turn's time, for instance where both clocks were spoiled (S10)."""

    cites = "S10"
    unless = (NONE_FINISHED, SIGNED)
    on_clocks = True
    decision = True
    turn: TurnNumber
    used_s: Seconds

    def describe(self) -> Message:
        """Which turn, and its time."""
        seconds = Numeral(self.used_s, None)
        return msg("time of turn {turn} decided: {seconds} s", turn=self.turn, seconds=seconds)

    def check(self, state: State) -> None:
        """S10: that turn is finished."""
        if self.turn > len(state.clock.turns):
            raise Refusal("S10", "Turn {n} is not finished; choose a finished one.", n=self.turn)

    def apply_at(self, state: State, entry: Entry) -> State:
        """S10: the referee decides the time of a finished turn; what the limit costs is judged anew (S28)."""
        index = self.turn - 1
        both = state.clock.decide(index, ns(self.used_s))
        turn = state.turns[index]
        rows = tuple(
            replace(row, fate=Fate.STANDS) if row.fate is Fate.LOST and row.kind is not Kind.LOST else row
            for row in turn.rows
        )
        while rows and rows[-1].kind is Kind.LOST:
            rows = rows[:-1]
        judged = check_overrun(replace(turn, rows=rows, confirmed=()), both.turns[index], state)
        decided = replace(state.with_remark(entry).with_turn(index, judged), clock=both, signed=frozenset())
        return asked_of_overrun(decided, entry.at)


class Announce(InPlay, OfTurn, frozen=True, kw_only=True):
    """The points of the running turn's next unannounced move were announced now (S12, S28), written or not."""

    cites = "S12"
    unless = (ALL_ANNOUNCED,)
    words = msg("move announced")
    menu = MenuEntry("speech", msg("Announced"), msg("mark when the points were said"))

    def apply_at(self, state: State, entry: Entry) -> State:
        """S12, S28: the announcement has its own time, whatever the scorer is doing."""
        index = len(state.turns) - 1
        turn = state.turns[index]
        used = state.clock.time_used(entry.at)
        before = turn.announced + (None,) * (len(turn.rows) - len(turn.announced))
        return state.with_turn(index, replace(turn, announced=(*before, used), acted=True))


def _in_time(state: State) -> Question | None:
    """Which moves of the turn that ran over were announced in time (S28).

    Where what the device knows leaves one answer alone, that is the next step.
    """
    index = state.unconfirmed
    if index is None:
        return None
    turn, known = state.turns[index], proposal(state)
    both = ((True, True), (True, False), (False, True), (False, False))
    options: Sequence[tuple[bool, ...]] = both if turn.moves > 1 else ((True,), (False,))
    possible = [stands for stands in options if not _denies(True, known, stands)]
    proposed = [stands for stands in possible if not _denies(False, known, stands)]
    replies = [
        Reply(_stands(stands), _lost(stands), Overrun(stands=stands), "primary" if proposed == [stands] else "normal")
        for stands in possible
    ]
    if (written := len(turn.rows)) < turn.moves:
        replies.append(Reply(msg("Write move {n}", n=written + 1), msg("first, then confirm"), move_due(state)))
    timed = state.clock.turns[index].official
    over = Numeral(((timed.used if timed else 0) - state.clock.limit) / SECOND, 1)
    line = msg("{name} ran over by {s} s. What was announced in time?", name=state.names[turn.pair], s=over)
    return Question(msg("Over time"), line, replies, waits=True, side=turn.pair)


def _denies(fact: bool, known: Sequence[bool | None], stands: Sequence[bool]) -> bool:
    """Whether an answer says otherwise where the ``fact`` is known."""
    return any(evidence is fact and stand is not fact for evidence, stand in zip(known, stands, strict=True))


def _stands(stands: Sequence[bool]) -> Message:
    if len(set(stands)) == 1:
        return msg("Everything") if stands[0] else msg("Nothing")
    return msg("Only move {n}", n=stands.index(True) + 1)


def _lost(stands: Sequence[bool]) -> Message:
    if stands.count(False) > 1:
        return msg("both moves are lost")
    return msg("all moves count") if all(stands) else msg("lost: move {n}", n=stands.index(False) + 1)


class Overrun(ClockAct, frozen=True, kw_only=True):
    """People confirm which moves of the overrun turn stand, first move first (S28)."""

    cites = "S28"
    unless = (NO_OVERRUN,)
    words = msg("overrun confirmed")
    need = Posed(_in_time)
    button = Button(msg("Over time"), msg("which moves count?"))
    stands: Annotated[tuple[bool, ...], Meta(min_length=1, max_length=2)]

    @property
    def costs(self) -> bool:
        """Where a move is lost."""
        return not all(self.stands)

    @classmethod
    def turn_of(cls, state: State) -> int | None:
        """The turn that waits for people's word."""
        return state.unconfirmed

    def check(self, state: State) -> None:
        """S28: each move is spoken of, and what was announced in time stands."""
        known = proposal(state)
        if len(self.stands) != len(known):
            text = msgs(
                "Say for {n} move whether it was announced in time.",
                "Say for each of the {n} moves whether it was announced in time.",
                len(known),
            )
            raise Refusal("S28", text)
        for place, (evidence, stands) in enumerate(zip(known, self.stands, strict=True)):
            if evidence is True and not stands:
                raise Refusal("S28", "Move {n} was announced in time; it counts.", n=place + 1)

    def apply_at(self, state: State, entry: Entry) -> State:
        """S28: a move not announced in time is lost (0, tiles back), an announced one stands."""
        index = state.unconfirmed
        assert index is not None
        turn = state.turns[index]
        rows = list(turn.rows)
        for place, stands in enumerate(self.stands):
            if place < len(rows):
                fate = Fate.LOST if rows[place].counts and not stands else rows[place].fate
                rows[place] = replace(rows[place], fate=fate, in_time=stands)
        written = with_lost(tuple(rows), self.stands, entry.n)
        done = replace(turn, rows=written, overrun_open=False, confirmed=self.stands)
        return asked_of_overrun(state.with_turn(index, done).with_remark(entry), entry.at)
