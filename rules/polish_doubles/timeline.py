"""The timeline of a game of Polish doubles: every row of the sheet, sums and crosses, both clocks (S10, S12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from rules.clock import ClockTurn
from rules.game import Entry, ns
from rules.message import Message, msg
from rules.polish_doubles.events import Press
from rules.polish_doubles.report import timed_cells
from rules.polish_doubles.rows import Fate, Kind, Row, Turn
from rules.polish_doubles.state import Phase, State
from rules.polish_doubles.turns import with_clocks_read
from rules.timeline import ById, ClockReading, SheetEntry

_FATES = {
    Fate.INVALID: msg("invalid"),
    Fate.BUILDS_ON: msg("builds on an invalid move"),
    Fate.LOST: msg("over time"),
}


def row_text(row: Row) -> Message:
    """A row as it stands: word and points, and what became of it."""
    if row.kind is Kind.EXCHANGE:
        message = msg("exchange ({tiles})", tiles=row.tiles)
    elif row.kind in (Kind.PASS, Kind.LOST):
        message = msg("pass") if row.kind is Kind.PASS else msg("lost to the clock")
    else:
        message = msg("{word} {points}", word=row.word or "–", points=row.points)
    if row.fate in _FATES and row.kind is not Kind.LOST:
        return msg("{row} – {fate}", row=message, fate=_FATES[row.fate])
    return message


def row_detail(row: Row, index: int) -> Message | None:
    """How many tiles a move of turn ``index`` laid, where it laid any: exactly, or at most."""
    if row.kind not in (Kind.WORD, Kind.POINTS):
        return None
    if row.tiles_laid is None:
        return msg("tiles: {n}", n="?")
    exact = row.exact or index == 0  # nothing lay on the board before the opening move
    return msg("tiles: {n}", n=row.tiles_laid) if exact else msg("tiles: at most {n}", n=row.tiles_laid)


@lru_cache(maxsize=1024)
def turn_rows(index: int, turn: ById[Turn], name: str) -> tuple[SheetEntry, ...]:
    """The rows of one turn. States one after another share most of their turns: each is yielded once."""
    rows = []
    for place, row in enumerate(turn.value.rows):
        title = msg("turn {turn} · move {move} · {name}", turn=index + 1, move=place + 1, name=name)
        rows.append(SheetEntry((index, place), title, row_text(row), row_detail(row, index), struck=not row.counts))
    return tuple(rows)


@lru_cache(maxsize=1024)
def turn_time(index: int, timed: ById[ClockTurn]) -> tuple[SheetEntry, ...]:
    """The official time of a finished turn; nothing for a turn without moves."""
    time, who = timed_cells(timed.value)
    if time is None:
        return ()
    text = msg("{time} ({clock})", time=time, clock=who)
    return (SheetEntry(("time", index), msg("time of turn {turn}", turn=index + 1), text, sum=True),)


def sheet_entries(state: State) -> Iterator[SheetEntry]:
    """Every written move, the racks, and what follows from them: totals, crosses, official times."""
    names = [pair.name for pair in state.setup.pairs]
    for index, turn in enumerate(state.turns):
        yield from turn_rows(index, ById(turn), names[turn.pair])
    for pair, racks in enumerate(state.racks):
        if racks is not None:
            yield SheetEntry(
                ("racks", pair), msg("racks of {name}", name=names[pair]), msg("{tiles}", tiles=racks or "–")
            )
    totals = [0, 0]
    for turn, line in zip(state.turns, state.totals(), strict=True):
        totals[turn.pair] = next((total for total in reversed(line) if total is not None), totals[turn.pair])
    for pair, name in enumerate(names):
        total = totals[pair] + state.settlement(pair)
        yield SheetEntry(("total", pair), msg("total {name}", name=name), msg("{n}", n=total), sum=True)
    for pair, name in enumerate(names):
        title = msg("crosses {name}", name=name)
        yield SheetEntry(("crosses", pair), title, msg("{n}", n=state.crosses[pair]), sum=True)
    for index, timed in enumerate(state.clock.turns):
        yield from turn_time(index, ById(timed))


def clock_readings(state: State, entry: Entry) -> Sequence[ClockReading]:
    """S10: what the clock beside each pair showed at the entry; a press may say it itself."""
    if state.phase not in (Phase.READY, Phase.PLAY):
        return ()
    clock, event = with_clocks_read(state, entry).clock, entry.event
    current = clock.current(entry.at)
    used = current.used if current is not None else (0, 0)
    left = [clock.limit - one for one in used]
    if isinstance(event, Press) and event.shows_s is not None and event.reads_s is None:
        left = [ns(shown) for shown in event.shows_s]
    return tuple(
        ClockReading(pair.name, left[side], standing=not clock.running, spoiled=side in clock.spoiled)
        for side, pair in enumerate(state.setup.pairs)
    )
