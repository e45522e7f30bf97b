"""The timeline of a game on the chess clock: every move's time, both clocks at every entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from rules.chess_clock.describe import duration
from rules.chess_clock.report import outcome, used_text
from rules.chess_clock.state import ClockMove, Phase, State
from rules.game import Entry
from rules.message import Message, msg
from rules.timeline import ById, ClockReading, SheetEntry


@lru_cache(maxsize=2048)
def move_entry(place: int, move: ById[ClockMove], name: str | Message) -> SheetEntry:
    """One move; states one after another share theirs."""
    one = move.value
    text = msg("{used}, left {left}", used=used_text(one), left=duration(one.left))
    return SheetEntry(("move", place), msg("move {n} · {name}", n=one.number, name=name), text)


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
