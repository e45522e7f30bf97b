"""A game on the chess clock as PGN: players, time control, and what each move left on the clock (docs/exports.md).

The clock sees presses, not moves. Each move stands as ``--``, the null move of chess programs, with the standard's
comments: ``[%clk]`` is what its side then had, ``[%emt]`` what the move took. Whoever has the moves puts them in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from device.common.exports import FiledGame, one_line
from device.common.formats import local
from device.common.i18n import t, tr
from rules.chess_clock.control import Stage
from rules.chess_clock.game import by_number, order, outcome
from rules.chess_clock.state import INDEX, ClockMove, State
from rules.game import SECOND

RESULTS = ("1-0", "0-1")
"""How it is written that White or that Black won."""
TERMINATIONS = {"time": "time forfeit", "referee": "adjudication"}
"""The standard's words for how a game ended otherwise than by what was played, by `Result.how`."""
UNKNOWN = "?"
"""A tag's value that nobody knows, or that the standard has no word for."""
WIDTH = 80
"""Characters of a line at most."""


def pgn(filed: FiledGame) -> bytes:
    """The game in PGN, UTF-8; its moves are null moves with their clocks."""
    state: State = filed.history.state
    sides, setup = order(state), state.setup
    day = local(filed.created)
    result = result_of(state, sides)
    tags = {
        "Event": setup.title or UNKNOWN,
        "Site": t("table {n}", n=setup.table) if setup.table else UNKNOWN,
        "Date": UNKNOWN if day is None else f"{day:%Y.%m.%d}",
        "Round": str(setup.round or UNKNOWN),
        "White": tag_name(state, sides[0]),
        "Black": tag_name(state, sides[1]),
        "Result": result,
        "TimeControl": time_control(setup.control.of(sides[0])),
    }
    if setup.control.stages_b is not None:
        tags["BlackTimeControl"] = time_control(setup.control.of(sides[1]))
    tags["Termination"] = "unterminated" if state.result is None else TERMINATIONS.get(state.result.how, "normal")
    head = [f'[{name} "{tag_value(value)}"]' for name, value in tags.items()]
    note = t("The clock saw presses, not moves: each move is written as --.")
    words = [*comment(note), *movetext(state, sides)]
    if (ending := outcome(state)) is not None:
        words += comment(tr(ending))
    text = lines_of([*words, result])
    return "\n".join([*head, "", *text, ""]).encode()


def tag_name(state: State, side: int) -> str:
    """The player of ``side``; unknown where nobody typed a name."""
    return UNKNOWN if state.setup.is_unnamed(side) else state.setup.players[side]


def tag_value(text: str) -> str:
    """A text as it stands between the quotation marks of a tag."""
    return re.sub(r'(["\\])', r"\\\1", one_line(text))


def comment(text: str) -> list[str]:
    """The words of a comment; no bracket in it may end it."""
    return f"{{{one_line(text).translate(str.maketrans('{}', '()'))}}}".split(" ")


def result_of(state: State, sides: tuple[int, int]) -> str:
    """The result, White's side first; ``*`` before there is one."""
    if state.result is None:
        return "*"
    if state.result.winner is None:
        return "1/2-1/2"
    return RESULTS[sides.index(INDEX[state.result.winner])]


def time_control(stages: tuple[Stage, ...]) -> str:
    """Stages as the standard writes them; `UNKNOWN` where one is of a kind that it does not know."""
    parts = []
    moves_before = 0
    for stage in stages:
        if stage.kind not in ("sudden_death", "fischer", "hourglass"):
            return UNKNOWN
        time = f"*{stage.time_s}" if stage.kind == "hourglass" else str(stage.time_s)
        if stage.kind == "fischer" and stage.extra_s:
            time += f"+{stage.extra_s}"
        if stage.until_move is not None:
            time, moves_before = f"{stage.until_move - moves_before}/{time}", stage.until_move
        parts.append(time)
    return ":".join(parts)


def movetext(state: State, sides: tuple[int, int]) -> Iterator[str]:
    """The words of the moves. A move that nobody made (the arbiter set their number) has no comment."""
    numbered = by_number(state)
    for number in range(1, max(numbered, default=0) + 1):
        moves = numbered.get(number, {})
        yield f"{number}."
        yield from move_words(moves.get(sides[0]))
        if number < max(numbered) or sides[1] in moves:
            yield from (f"{number}...", *move_words(moves.get(sides[1])))


def move_words(move: ClockMove | None) -> Iterator[str]:
    """A null move, with its clocks."""
    yield "--"
    if move is not None:
        yield f"{{[%clk {span(move.left)}] [%emt {span(move.used)}]}}"


def span(ns: int) -> str:
    """A span as the comments have it, to the tenth, cut off; what is below 0 is 0."""
    tenths = max(0, ns) * 10 // SECOND
    whole = f"{tenths // 36000}:{tenths // 600 % 60:02}:{tenths // 10 % 60:02}"
    return f"{whole}.{tenths % 10}" if tenths % 10 else whole


def lines_of(words: list[str]) -> list[str]:
    """The words on lines of at most `WIDTH`."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return lines
