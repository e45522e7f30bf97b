"""The chess clock as a `rules.game.Game`: its acts, the questions that all games answer, and its tally.

| phase | what takes it further |
|---|---|
| ready | press |
| play | press, pause, resume, ... ; result once the clocks stand |
| result | sign by both sides |
| signed | reopen |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec import structs

from rules.act_game import ActGame, Presentation
from rules.acts import describe
from rules.chess_clock import acts as e
from rules.chess_clock.acts import HOW, SIGNING
from rules.chess_clock.clock import ChessClock
from rules.chess_clock.control import KINDS, check, label
from rules.chess_clock.state import INDEX, ClockMove, ClockSetup, Phase, PressNote, State, duration
from rules.clock.hold import both_held, hold_voids, named_presses
from rules.figures import doubtful
from rules.game import (
    SECOND,
    SIDES,
    Cell,
    Entry,
    Event,
    Gesture,
    OpenTurn,
    Report,
    ReportRow,
    ReportTable,
    Restore,
    Setup,
    Void,
)
from rules.message import Message, Refusal, msg
from rules.timeline import ById, ClockReading, SheetEntry


def report(state: State) -> Report:
    """The whole tally."""
    a, b = state.names
    title = msg("Chess clock {control}: {a} – {b}", control=label(state.setup.control), a=a, b=b)
    return Report(title, (moves_table(state), result_table(state)), notes(state), data(state))


def order(state: State) -> tuple[int, int]:
    """The sides, the one that makes the first move first."""
    return (1, 0) if state.white == 1 else (0, 1)


def by_number(state: State) -> dict[int, dict[int, ClockMove]]:
    """The moves by their number and side; of two with one number (set by the arbiter) the later one."""
    numbered: dict[int, dict[int, ClockMove]] = {}
    for move in state.moves:
        numbered.setdefault(move.number, {})[move.side] = move
    return dict(sorted(numbered.items()))


def moves_table(state: State) -> ReportTable:
    """A line for each move number: what either side used, and what it then had."""
    sides = order(state)
    names = [state.names[side] for side in sides]
    columns = (msg("Move"), names[0], msg("Left"), names[1], msg("Left"))
    lines = []
    for number, moves in by_number(state).items():
        cells: list[Cell] = [number]
        for side in sides:
            move = moves.get(side)
            cells += [None, None] if move is None else [used_text(move), duration(move.left)]
        lines.append(ReportRow(tuple(cells), heavy=number % 10 == 0))
    return ReportTable(msg("Moves"), columns, tuple(lines), frozenset({0, 1, 2, 3, 4}))


def used_text(move: ClockMove) -> Message:
    """What a move used, with what a power cut left uncertain of it."""
    return doubtful(move.used, move.doubt, hours=True) if move.doubt else duration(move.used)


def result_table(state: State) -> ReportTable:
    """Time left, moves, flag, overtime and result of each player."""
    lines = []
    points = state.setup.control.overtime_points
    for side in order(state):
        left, over = state.remaining(side), state.overtime(side)
        flag = None
        if state.clock.flags[side] is not None:
            flag = msg("first") if state.clock.first == side else msg("fell")
        score = None if state.result is None else SCORES[score_of(state, side)]
        signed = msg("signed") if side in state.signed else None
        cost = -points * over or None
        cells = (state.names[side], state.clock.budgets[side].moves, duration(left), flag, cost, score, signed)
        lines.append(ReportRow(cells))
    columns = (
        msg("Player"),
        msg("Moves"),
        msg("Left"),
        msg("Flag"),
        msg("Overtime points"),
        msg("Result"),
        msg("Signature"),
    )
    return ReportTable(msg("Result"), columns, tuple(lines), frozenset({1, 2, 4, 5}))


SCORES = {0: "0", 1: "½", 2: "1"}
"""A player's score as it is written, by half points."""


def score_of(state: State, side: int) -> int:
    """The half points of ``side``; 0 before there is a result."""
    if state.result is None:
        return 0
    winner = state.result.winner
    return 1 if winner is None else 2 if INDEX[winner] == side else 0


def outcome(state: State) -> Message | None:
    """Who won and how, once that is known."""
    if state.result is None:
        return None
    how = HOW[state.result.how]
    if state.result.winner is None:
        return msg("A draw, {how}.", how=how)
    return msg("{name} won, {how}.", name=state.names[INDEX[state.result.winner]], how=how)


def summary(state: State) -> Message:
    """Both players, and their result or the move they are at, in one line."""
    a, b = state.names
    if state.phase in (Phase.RESULT, Phase.SIGNED):
        x, y = (SCORES[score_of(state, side)] for side in (0, 1))
        return msg("{a} {x} : {y} {b}", a=a, b=b, x=x, y=y)
    number = min(budget.moves for budget in state.clock.budgets) + 1
    return msg("{a} – {b} · {control} · move {n}", a=a, b=b, control=label(state.setup.control), n=number)


def notes(state: State) -> tuple[Message, ...]:
    """What happened beside the moves, and how it ended."""
    kinds = [KINDS[stage.kind] for stage in state.setup.control.of(0)]
    message: Message = kinds[0]
    for kind in kinds[1:]:
        message = msg("{one}, {more}", one=message, more=kind)
    lines = [msg("Time control {control}: {kinds}.", control=label(state.setup.control), kinds=message)]
    if state.clock.first is not None:
        fell = state.clock.flags[state.clock.first] or 0
        name = state.names[state.clock.first]
        lines.append(msg("The flag of {name} fell first, at {time}.", name=name, time=duration(fell)))
    lines += [
        msg(
            "{time}, moves made {moves}: {what}",
            time=duration(remark.at),
            moves=remark.moves,
            what=describe(remark.event),
        )
        for remark in state.remarks
    ]
    if (result := outcome(state)) is not None:
        lines.append(result)
    return tuple(lines)


def data(state: State) -> dict[str, Any]:
    """The whole tally as plain JSON values; times in seconds, as at the last entry."""
    clock = state.clock
    return {
        "phase": state.phase.value,
        "control": label(state.setup.control),
        "white": None if state.white is None else SIDES[state.white],
        "on_move": None if clock.mover is None else SIDES[clock.mover],
        "running": clock.running,
        "first_flag": None if clock.first is None else SIDES[clock.first],
        "sides": [
            {
                "side": SIDES[side],
                "name": state.setup.players[side],
                "left_s": state.remaining(side) / SECOND,
                "moves": clock.budgets[side].moves,
                "stage": clock.budgets[side].stage + 1,
                "periods": clock.budgets[side].periods if clock.budgets[side].in_period else None,
                "flag_s": None if (flag := clock.flags[side]) is None else flag / SECOND,
                "overtime_points": state.setup.control.overtime_points * state.overtime(side),
                "score": None if state.result is None else score_of(state, side) / 2,
                "signed": side in state.signed,
            }
            for side in (0, 1)
        ],
        "moves": [
            {
                "side": SIDES[move.side],
                "move": move.number,
                "used_s": move.used / SECOND,
                "left_s": move.left / SECOND,
                "doubt_s": move.doubt / SECOND,
            }
            for move in state.moves
        ],
        "result": None if state.result is None else {"winner": state.result.winner, "how": state.result.how},
    }


@lru_cache(maxsize=2048)
def move_entry(place: int, move: ById[ClockMove], name: str | Message) -> SheetEntry:
    """One move; states one after another share theirs."""
    clock_move = move.value
    text = msg("{used}, left {left}", used=used_text(clock_move), left=duration(clock_move.left))
    return SheetEntry(("move", place), msg("move {n} · {name}", n=clock_move.number, name=name), text)


def sheet_entries(state: State) -> Iterator[SheetEntry]:
    """Every move with its time, then flags, move counts and the result, which follow."""
    players = state.names
    for place, move in enumerate(state.moves):
        yield move_entry(place, ById(move), players[move.side])
    for side, name in enumerate(players):
        moves = state.clock.budgets[side].moves
        yield SheetEntry(("moves", side), msg("moves of {name}", name=name), msg("{n}", n=moves), sum=True)
        flag = state.clock.flags[side]
        if flag is not None:
            first = msg("first, at {time}", time=duration(flag)) if state.clock.first == side else msg("fell")
            yield SheetEntry(("flag", side), msg("flag of {name}", name=name), first, sum=True)
    if (result := outcome(state)) is not None:
        yield SheetEntry(("result",), msg("result"), result)


def clock_readings(state: State, entry: Entry) -> Sequence[ClockReading]:
    """What each clock showed at the entry."""
    if state.phase not in (Phase.READY, Phase.PLAY):
        return ()
    clock = state.clock.advance(entry.at)
    return tuple(
        ClockReading(name, clock.budgets[side].left, standing=not clock.running or clock.mover != side)
        for side, name in enumerate(state.names)
    )


class ChessClockGame(ActGame[State]):
    """The game (C1-C10). Stateless; every method is a function of what it is given."""

    key = "chess_clock"
    press_rule = "C10"
    name = msg("Chess clock")
    setup_type = ClockSetup
    acts = e.ACTS
    signing = SIGNING
    presentation = Presentation(summary, report, sheet_entries, clock_readings)

    def begin(self, setup: ClockSetup) -> State:
        """C1: before the first press: two named players, and times under which it can be played. Raises `Refusal`."""
        if not all(name.strip() for name in setup.players):
            raise Refusal("C1", "Two players play; each needs a name.")
        check(setup.control)
        return State(setup, ChessClock.of(setup.control))

    def apply(self, state: State, entry: Entry) -> State:
        """The state after ``entry``. Raises `Refusal` with the rule's number."""
        if type(entry.event) in (Void, Restore):
            return state.with_remark(entry)
        return super().apply(state, entry)

    def check_void(self, state: State, void: Void) -> tuple[int, ...]:
        """C10: a player takes back the own press until the other one has made a move; later it is the arbiter's."""
        named = named_presses(void, state.presses, lambda note: note.acted, "C10")
        if state.phase is not Phase.PLAY:
            raise Refusal("C10", "Presses are taken back only while the game is played.")
        notes = [state.press(n) for n in named]
        for n, note in zip(named, notes, strict=True):
            if note is None:
                raise Refusal("C10", "Entry {n} is not a press of a clock button.", n=n)
            if void.by in INDEX and note.side != INDEX[void.by]:
                raise Refusal("C10", "Players take back only their own presses.")
            if void.by != "referee" and not self._free(state, note, named):
                raise Refusal("C10", "The other side has made a move; only the arbiter can void that press.")
        if void.by not in (*INDEX, "both", "referee"):
            raise Refusal("C10", "A press is taken back by A, B, both or the arbiter.")
        return tuple(sorted(named))

    def _free(self, state: State, press: PressNote, named: Sequence[int]) -> bool:
        """Whether the players may take ``press`` back: no later one that did something stays."""
        for note in reversed(state.presses):
            if note.n == press.n:
                return True
            if press.acted and note.acted and note.n not in named:
                return False
        return True

    def rematch(self, state: State, partners: int = 0) -> Setup:
        """The same two with the other colours."""
        return structs.replace(state.setup.with_colours_changed(), round=0)

    def button(self, state: State, side: int, gesture: Gesture, presses: Sequence[int]) -> tuple[Event, ...]:
        """A press; a hold that takes the own press back, or signs; both held: pause by agreement (C10)."""
        letter = SIDES[side]
        if gesture is Gesture.PRESS:
            return (e.Press(side=letter),) if state.phase in (Phase.READY, Phase.PLAY) else ()
        if state.phase is Phase.RESULT:
            return (e.Sign(side=letter),) if gesture is Gesture.HOLD and side not in state.signed else ()
        if state.phase is not Phase.PLAY:
            return ()
        known = tuple(n for n in presses if state.press(n) is not None)
        if gesture is Gesture.BOTH:
            return both_held(state.presses, known, e.Pause(), e.Resume(), paused=state.is_paused)
        if not known or any(note.acted for n in known if (note := state.press(n)) is not None):
            return ()
        first = next((note for note in reversed(state.presses) if note.side == side and note.acted), None)
        return hold_voids(first, state.presses, known, letter, lambda void: self.check_void(state, void))

    def is_running(self, state: State) -> bool:
        """Whether a clock runs."""
        return state.phase is Phase.PLAY and state.clock.running

    def open_turn(self, state: State, at: int) -> OpenTurn | None:
        """The move on the clocks."""
        clock = state.clock.advance(at)
        if state.phase is not Phase.PLAY or clock.mover is None:
            return None
        return OpenTurn(clock.mover, clock.budgets[clock.mover].left, clock.running)

    def has_begun(self, state: State) -> bool:
        """Whether a clock was started."""
        return state.phase is not Phase.READY


GAME = ChessClockGame()
"""The game, ready to be asked."""
