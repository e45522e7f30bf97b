"""The tally for people and programs: the scoresheet (partiář) grouped 1-2-2-2, crosses, times, result (S21, S22).

For a timeline it stands row by row, with both clocks (S10, S12).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from rules.acts import describe
from rules.clock import ClockTurn
from rules.figures import Span, doubtful, span
from rules.game import SECOND, Cell, Report, ReportRow, ReportTable
from rules.message import Message, msg, msgs
from rules.polish_doubles.acts.ending import against_sheet, reason_of
from rules.polish_doubles.acts.judging import EARLY_ANSWERS
from rules.polish_doubles.acts.sheet import still_held
from rules.polish_doubles.placing import against_racks
from rules.polish_doubles.rows import EarlyState, Fate, Kind, Row, Turn
from rules.polish_doubles.setup import INDEX, LETTER, same_names
from rules.polish_doubles.state import Phase, Remark, State
from rules.polish_doubles.tiles import CZECH, RACK
from rules.scrabble import Board, Notation, write_at
from rules.scrabble.board import unseen
from rules.timeline import ById, SheetEntry

_EARLY = {
    EarlyState.ASKED: msg("early judgement asked for"),
    EarlyState.LAPSED: msg("early: not in time"),
    **{EarlyState(answer): text for answer, text in EARLY_ANSWERS.items()},
}


def word_cell(row: Row) -> Cell:
    """What stands in the column *word*."""
    return row.word if row.kind is Kind.WORD else _wordless(row)


def _wordless(row: Row) -> Message:
    if row.kind is Kind.EXCHANGE:
        return msg("exchange ({tiles})", tiles=row.tiles)
    return {Kind.POINTS: msg("(no word)"), Kind.PASS: msg("pass"), Kind.LOST: msg("lost to the clock")}[row.kind]


def remark_cell(state: State, turn: Turn, place: int) -> str | Message | None:
    """Objections, early judgement and loss of one row."""
    row = turn.rows[place]
    if row.fate is Fate.LOST:
        return msg("over time") if row.kind is not Kind.LOST else None
    if row.fate is Fate.BUILDS_ON:
        return msg("builds on an invalid move")
    objected = next((objection for objection in turn.objections if objection.move == place + 1), None)
    if objected is not None:
        if objected.valid is None:
            return msg("objection: being judged")
        return msg("objection: valid") if objected.valid else msg("objection: invalid")
    if place == 0 and turn.early is not None:
        return _EARLY[turn.early]
    return msg("corrected") if row.versions else None


def clock_cells(state: State, index: int) -> tuple[Cell, Cell]:
    """Official time of a finished turn and the clock that measured it (S10)."""
    return timed_cells(state.clock.turns[index]) if index < len(state.clock.turns) else (None, None)


def timed_cells(timed: ClockTurn) -> tuple[Cell, Cell]:
    """Official time of a turn as both clocks measured it, and the clock that counts (S10)."""
    if timed.struck:
        return None, None
    official = timed.official
    if official is None:
        return msg("record: {time}", time=Span(timed.reconstructed_time, 3)), msg("referee decides")
    who = msg("referee") if official.clock is None else LETTER[official.clock]
    if timed.doubt and official.clock is not None:
        return doubtful(official.used, timed.doubt), who
    return span(official.used, 3), who


STRUCK = {
    "opening": msg("single move"),
    "out": msg("partner out"),
    "cross": msg("lost by crosses"),
    "referee": msg("referee's decision"),
}
"""Why a row of a turn is struck (`Turn.struck`)."""


def sheet_table(state: State) -> ReportTable:
    """The scoresheet, a line for each move; a heavier line closes each turn (S21)."""
    columns: tuple[Cell, ...] = (
        msg("Turn"),
        msg("Pair"),
        msg("Word"),
        msg("Points"),
        msg("Total"),
        msg("Objection"),
        msg("Time"),
        msg("Clock"),
    )
    lines: list[ReportRow] = []
    totals = state.totals()
    for index, turn in enumerate(state.turns):
        name = state.names[turn.pair]
        block: list[ReportRow] = []
        for place, row in enumerate(turn.rows):
            first = (index + 1, name) if place == 0 else (None, None)
            last = place == len(turn.rows) - 1
            times = clock_cells(state, index) if last and turn.pressed else (None, None)
            points: Cell = None if row.kind in (Kind.PASS, Kind.LOST) else row.score
            total = totals[index][place]
            cells = (*first, word_cell(row), points, total, remark_cell(state, turn, place), *times)
            block.append(ReportRow(cells, struck=not row.counts))
        if turn.struck and turn.moves < 2:
            first = (None, None) if turn.rows else (index + 1, name)
            block.append(ReportRow((*first, "—", None, None, STRUCK[turn.struck], None, None)))
        if not block:
            block.append(ReportRow((index + 1, name, None, None, None, None, None, None)))
        lines += [*block[:-1], ReportRow(block[-1].cells, heavy=True, struck=block[-1].struck)]
    return ReportTable(msg("Scoresheet"), columns, tuple(lines), frozenset({0, 3, 4, 6}))


def result_table(state: State) -> ReportTable:
    """Points on the board, racks, crosses and the result of each pair."""
    lines = []
    for pair in (0, 1):
        settled = state.settlement(pair)
        rack = state.racks[1 - pair] if state.closer == pair else state.racks[pair]
        total = state.total(pair)
        cells = (state.names[pair], total - settled, rack or None, settled or None, total)
        signed = msg("signed") if pair in state.signed else None
        lines.append(ReportRow((*cells, "×" * state.crosses[pair] or None, signed)))
    columns = (msg("Pair"), msg("Sum"), msg("Racks"), msg("Settled"), msg("In all"), msg("Crosses"), msg("Signature"))
    return ReportTable(msg("Result"), columns, tuple(lines), frozenset({1, 3, 4}))


def winner(state: State) -> int | None:
    """The pair that won, by the sums or by award (S29); None for a draw, or while nobody has."""
    if state.phase not in (Phase.RESULT, Phase.SIGNED):
        return None
    if state.award is not None:
        return None if state.award.pair is None else INDEX[state.award.pair]
    a, b = state.total(0), state.total(1)
    return None if a == b else int(b > a)


def outcome(state: State) -> Message | None:
    """Who won, once the racks are settled (draws are allowed, S29)."""
    if state.phase not in (Phase.RESULT, Phase.SIGNED):
        return None
    if state.award is not None:
        reason = reason_of(state.award.reason)
        if state.award.pair is None:
            return msg("The game does not count ({reason}).", reason=reason)
        name = state.names[INDEX[state.award.pair]]
        return msg("The game is awarded to {name} ({reason}).", name=name, reason=reason)
    a, b = state.total(0), state.total(1)
    if a == b:
        return msg("A draw, {a} : {b}.", a=a, b=b)
    return msg("{name} won {high} : {low}.", name=state.names[int(b > a)], high=max(a, b), low=min(a, b))


def summary(state: State) -> Message:
    """Both pairs, their totals and the double turn, in one line."""
    a, b = state.names
    args = {"a": a, "b": b, "x": state.total(0), "y": state.total(1)}
    if state.phase in (Phase.RESULT, Phase.SIGNED):
        return msg("{a} {x} : {y} {b}", **args)
    return msg("{a} {x} : {y} {b} · turn {turn}", **args, turn=len(state.turns))


def notes(state: State) -> tuple[Message, ...]:
    """Remarks below the tables."""
    lines = [*name_notes(state)]
    if state.starter is not None:
        lines.append(msg("{name} started.", name=state.names[state.starter]))
    lines += remark_notes(state.remarks, 3)
    lines += sheet_notes(state)
    lines += board_notes(state)
    lines += dispute_notes(state)
    if (result := outcome(state)) is not None:
        lines.append(result)
    return tuple(lines)


def name_notes(state: State) -> list[Message]:
    """Names that stand there twice (S1)."""
    return [msg("The name {name} is there twice.", name=name) for name in same_names(state.setup)]


def remark_notes(remarks: Iterable[Remark], places: int) -> Iterator[Message]:
    """What was done when, to so many decimals of a second."""
    for remark in remarks:
        time, done = Span(remark.at, places), describe(remark.event)
        yield msg("{time} turn {turn}: {what}", time=time, turn=remark.turn + 1, what=done)


def dispute_notes(state: State) -> Iterator[Message]:
    """Who did not agree with the result."""
    for pair, reason in state.disputes:
        yield msg("{name} disputes the result: {reason}", name=state.names[pair], reason=reason_of(reason))


def sheet_notes(state: State) -> Iterator[Message]:
    """What the sheet says otherwise than people do, whose word counts: of a player out (S26), of a closing (S25)."""
    for pair, out in enumerate(state.outs):
        if out is None:
            continue
        tally = state.tally_before(out.turn, out.place)
        if (difference := still_held(tally.bag_bounds, tally.held_bounds[pair], RACK)) is not None:
            yield msg("{name} declared one player out. {difference}", name=state.names[pair], difference=difference)
    if state.closer is not None and (difference := against_sheet(state, state.closer)) is not None:
        name = state.names[state.closer]
        yield msg("{name} closed with both racks empty. {difference}", name=name, difference=difference)


def board_notes(state: State) -> Iterator[Message]:
    """What the board says otherwise than people do: points (S12), squares that do not fit any more, racks (S27)."""
    for index, turn in enumerate(state.turns):
        for place, row in enumerate(turn.rows):
            if not row.counts:
                continue
            where = {"turn": index + 1, "move": place + 1, "word": row.word or "–"}
            if row.placement.misfit is not None:
                yield msg("Turn {turn}, move {move}, {word}: {why}", **where, why=row.placement.misfit)
            elif row.board_points is not None and state.setup.computed_points != "off":
                yield msgs(
                    "Turn {turn}, move {move}, {word}: the board counts {n} point; announced: {points}.",
                    "Turn {turn}, move {move}, {word}: the board counts {n} points; announced: {points}.",
                    row.board_points,
                    **where,
                    points=row.points,
                )
    racks = state.racks
    all_known = state.closer is not None and racks[1 - state.closer] is not None and state.flow().bag_bounds.most == 0
    if any(racks) and (difference := against_racks(state.board, racks, all_known=all_known)) is not None:
        yield difference


def row_data(row: Row, total: int | None, notation: Notation) -> dict[str, Any]:
    """One move as plain values; where its squares are known, they and what they score stand there, too."""
    at = row.placement.at
    squares = {} if at is None else {"at": write_at(at, notation), "computed": row.placement.points}
    return {
        "kind": row.kind.value,
        "word": row.word,
        "points": row.points,
        "score": row.score,
        "tiles": row.tiles_laid,
        "tiles_said": row.exact,
        "player": row.player,
        "fate": row.fate.value,
        "total": total,
        "versions": [
            {"kind": old.kind.value, "word": old.word, "points": old.points, "tiles": old.tiles} for old in row.versions
        ],
        **squares,
    }


def turn_data(state: State, index: int, totals: tuple[int | None, ...]) -> dict[str, Any]:
    """One turn as plain values; times in seconds."""
    turn, notation = state.turns[index], state.setup.board_notation
    timed = state.clock.turns[index] if index < len(state.clock.turns) else None
    official = timed.official if timed else None
    clock = None
    if official is not None:
        clock = "referee" if official.clock is None else LETTER[official.clock]
    return {
        "turn": index + 1,
        "pair": LETTER[turn.pair],
        "moves": [row_data(row, total, notation) for row, total in zip(turn.rows, totals, strict=True)],
        "struck": turn.struck or None,
        "early": turn.early.value if turn.early else None,
        "objections": [{"move": objection.move, "valid": objection.valid} for objection in turn.objections],
        "overrun": turn.overrun,
        "pressed": turn.pressed,
        "used_s": {"A": timed.used[0] / SECOND, "B": timed.used[1] / SECOND} if timed else None,
        "official_s": official.used / SECOND if official else None,
        "clock": clock,
        "doubt_s": timed.doubt / SECOND if timed else 0,
    }


def data(state: State) -> dict[str, Any]:
    """The whole tally as plain JSON values."""
    flow = state.flow()
    totals = state.totals()
    return {
        "phase": state.phase.value,
        "starter": None if state.starter is None else LETTER[state.starter],
        "pairs": [
            {
                "pair": LETTER[pair],
                "name": state.names[pair],
                "players": list(state.players(pair)),
                "crosses": state.crosses[pair],
                "racks": state.racks[pair],
                "settled": state.settlement(pair),
                "total": state.total(pair),
                "signed": pair in state.signed,
            }
            for pair in (0, 1)
        ],
        "award": None if state.award is None else {"pair": state.award.pair, "reason": state.award.reason},
        "closer": None if state.closer is None else LETTER[state.closer],
        "bag": flow.bag,
        "bag_bounds": [flow.bag_bounds.least, flow.bag_bounds.most],
        "turns": [turn_data(state, index, totals[index]) for index in range(len(state.turns))],
        "disputes": [{"pair": LETTER[pair], "reason": reason} for pair, reason in state.disputes],
        **board_data(state.board),
    }


def board_data(board: Board) -> dict[str, Any]:
    """The board as rows of letters, where any are known; ``unseen`` by letter while it is complete."""
    if not board.tiles:
        return {}
    rows = [row.replace(" ", ".") for row in board.rows]
    return {"board": {"complete": board.complete, "rows": rows, "unseen": unseen(board, CZECH)}}


def report(state: State) -> Report:
    """The tally as tables, remarks and data."""
    a, b = state.names
    title = msg("Polish doubles: {a} – {b}", a=a, b=b)
    return Report(title, (sheet_table(state), result_table(state)), notes(state), data(state))


_FATES = {
    Fate.INVALID: msg("invalid"),
    Fate.BUILDS_ON: msg("builds on an invalid move"),
    Fate.LOST: msg("over time"),
}


def row_text(row: Row) -> Message:
    """A row as it stands: word and points, and what became of it."""
    move = msg("{word} {points}", word=row.word or "–", points=row.points) if row.on_board else _wordless(row)
    if row.fate in _FATES and row.kind is not Kind.LOST:
        return msg("{row} – {fate}", row=move, fate=_FATES[row.fate])
    return move


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
    for index, turn in enumerate(state.turns):
        yield from turn_rows(index, ById(turn), state.names[turn.pair])
    for pair, racks in enumerate(state.racks):
        if racks is not None:
            yield SheetEntry(
                ("racks", pair), msg("racks of {name}", name=state.names[pair]), msg("{tiles}", tiles=racks or "–")
            )
    totals = [0, 0]
    for turn, line in zip(state.turns, state.totals(), strict=True):
        totals[turn.pair] = next((total for total in reversed(line) if total is not None), totals[turn.pair])
    for pair, name in enumerate(state.names):
        total = totals[pair] + state.settlement(pair)
        yield SheetEntry(("total", pair), msg("total {name}", name=name), msg("{n}", n=total), sum=True)
    for pair, name in enumerate(state.names):
        title = msg("crosses {name}", name=name)
        yield SheetEntry(("crosses", pair), title, msg("{n}", n=state.crosses[pair]), sum=True)
    for index, timed in enumerate(state.clock.turns):
        yield from turn_time(index, ById(timed))
