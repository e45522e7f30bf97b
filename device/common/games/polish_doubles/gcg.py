"""A game of Polish doubles as GCG, the text format of Scrabble games, as far as that can say it (docs/exports.md).

GCG records a game by where tiles were laid and from which rack. Racks are not written down and stand as seven dots. A
move whose squares are known has its place, and dots for letters that lay there; one without has ``0A``, which is on no
board, so that nothing that plays the game over can take a wrong place for a right one.
"""

from __future__ import annotations

import re

from device.common.exports import FiledGame, one_line
from device.common.exports.heading import occasion
from device.common.exports.report_text import with_plain_times
from device.common.i18n import t, tr
from rules.polish_doubles.report import STRUCK, clock_cells, remark_cell, word_cell
from rules.polish_doubles.rows import Fate, Kind, Row, Turn
from rules.polish_doubles.state import Phase, State
from rules.scrabble import write_at

RACK = "......."
"""Seven tiles that nobody wrote down."""
NOWHERE = "0A"
"""A place that is on no board."""


def gcg(filed: FiledGame) -> bytes:
    """The game in GCG, UTF-8. Pairs are its two players; both moves of a turn are events of their own."""
    state: State = filed.history.state
    first = 0 if state.starter is None else state.starter
    nicks = nicknames((state.names[0], state.names[1]))
    when_and_where = occasion(filed)
    place = (
        when_and_where.event,
        when_and_where.round and t("round {n}", n=when_and_where.round),
        when_and_where.table and t("table {n}", n=when_and_where.table),
        when_and_where.day,
    )
    lines = ["#character-encoding utf-8"]
    for number, pair in enumerate((first, 1 - first), start=1):
        setup = state.setup.pairs[pair]
        players = ", ".join(line for name in setup.players if (line := one_line(name)))
        lines.append(f"#player{number} {nicks[pair]} {one_line(setup.name)}{f' ({players})' if players else ''}")
    lines.append(f"#title {one_line(' · '.join((tr(filed.history.game.name), *filter(None, place))))}")
    limits = t("Pairs play 1-2-2-2 moves. Racks were not written down and appear as seven dots, unknown places as 0A.")
    lines.append(f"#description {limits}")
    sums = [0, 0]
    for index in range(len(state.turns)):
        lines += turn_lines(state, index, nicks, sums)
    lines += end_lines(state, nicks, sums)
    return ("\n".join(lines) + "\n").encode()


def nicknames(names: tuple[str, str]) -> tuple[str, str]:
    """Names without spaces and colons, and never equal."""
    nicks = [re.sub(r"[\s:]+", "_", one_line(name)).strip("_") or "AB"[n] for n, name in enumerate(names)]
    if nicks[0] == nicks[1]:
        nicks = [f"{nick}_{'AB'[n]}" for n, nick in enumerate(nicks)]
    return nicks[0], nicks[1]


def turn_lines(state: State, index: int, nicks: tuple[str, str], sums: list[int]) -> list[str]:
    """The events of one turn, with its notes; ``sums`` are both pairs' totals so far and go on."""
    turn = state.turns[index]
    nick = nicks[turn.pair]
    if not turn.moves:  # else the other pair's turns on both sides of it would be read as one
        return [f">{nick}: {RACK} - +0 {sums[turn.pair]}", f"#note {tr(STRUCK[turn.struck])}"]
    lines: list[str] = []
    for place, row in enumerate(turn.rows):
        both = place == 0 and fell_with_it(turn)
        if not (place and fell_with_it(turn)):
            lines += both_withdrawn(turn.rows, nick, turn.pair, sums) if both else row_lines(row, nick, turn.pair, sums)
        remark = remark_cell(state, turn, place)
        if row.kind is Kind.POINTS:
            lines.append("#note " + t("the word was not written down"))
        if row.kind is Kind.LOST:
            lines.append("#note " + t("lost to the clock"))
        if remark is not None:
            lines.append(f"#note {tr(remark)}")
        before = (f"{old.word or '–'} {old.points}" if old.on_board else tr(word_cell(old)) for old in row.versions)
        lines += ["#note " + t("before the correction: {was}", was=was) for was in before]
    used, clock = clock_cells(state, index)
    if used is not None and turn.pressed and lines:
        time = tr(with_plain_times(used))
        lines.append("#note " + t("turn {turn}: {time} ({clock})", turn=index + 1, time=time, clock=tr(clock)))
    return lines


def fell_with_it(turn: Turn) -> bool:
    """Whether the second move lay on tiles of the first and fell with it (S17), its squares known."""
    return len(turn.rows) == 2 and turn.rows[1].fate is Fate.BUILDS_ON and turn.rows[1].placement.play is not None


def both_withdrawn(rows: tuple[Row, ...], nick: str, pair: int, sums: list[int]) -> list[str]:
    """Both plays, and then both taken back, the last one first: in between the second would lie on nothing."""
    (first, first_back), (second, second_back) = (row_lines(row, nick, pair, sums) for row in rows)
    total = sums[pair] + rows[0].points
    second = f"{second.rsplit(' ', 1)[0]} {total + rows[1].points}"
    return [first, second, f"{second_back.rsplit(' ', 1)[0]} {total}", first_back]


def row_lines(row: Row, nick: str, pair: int, sums: list[int]) -> list[str]:
    """The events of one row: a play, taken back again where it fell; an exchange; a pass."""
    start = f">{nick}: {RACK}"
    if row.kind is Kind.EXCHANGE:
        return [f"{start} -{row.tiles} +0 {sums[pair]}"]
    if row.kind in (Kind.PASS, Kind.LOST):
        return [f"{start} - +0 {sums[pair]}"]
    play = f"{start} {place_and_word(row)} +{row.points} {sums[pair] + row.points}"
    if not row.counts:
        return [play, f"{start} -- -{row.points} {sums[pair]}"]
    sums[pair] += row.points
    return [play]


def place_and_word(row: Row) -> str:
    """Where the move lies and what it lays; a dot is a letter that lay there."""
    play = row.placement.play
    if play is None or not play.exact:
        return f"{NOWHERE} {row.word or '.'}"
    new = {(square - play.at.square) // play.at.step for square in play.squares}
    word = "".join(letter if place in new else "." for place, letter in enumerate(play.word))
    return f"{write_at(play.at, 'columns_lettered')} {word}"


def end_lines(state: State, nicks: tuple[str, str], sums: list[int]) -> list[str]:
    """What the racks bring and cost (S27, S29), or that the game is not over."""
    if state.phase not in (Phase.RESULT, Phase.SIGNED):
        return ["#note " + t("The game is not finished.")]
    lines = []
    for pair in sorted((0, 1), key=lambda pair_number: pair_number != state.closer):
        settled = state.settlement(pair)
        sums[pair] += settled
        if settled > 0:
            lines.append(f">{nicks[pair]}: ({state.racks[1 - pair]}) +{settled} {sums[pair]}")
        elif settled < 0:
            lines.append(f">{nicks[pair]}: {state.racks[pair]} ({state.racks[pair]}) -{-settled} {sums[pair]}")
    crosses = ", ".join(f"{one_line(state.names[pair])} {state.crosses[pair]}" for pair in (0, 1))
    return [*lines, "#note " + t("Crosses: {crosses}", crosses=crosses)]
