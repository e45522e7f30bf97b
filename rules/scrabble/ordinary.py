"""The tally of an ordinary game of Scrabble out of a GCG file: one move a turn, in any language of `SETS`.

None of the games here is that, so no record holds it. The moves are played over on a board; where the file counts
otherwise than the board, a remark says so, and the file's figure stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from rules.game import Cell, Report, ReportRow, ReportTable
from rules.message import Message, msg
from rules.record import BadRecord
from rules.scrabble.gcg import GcgGame, GcgMove, Placed, played_over, read_gcg
from rules.scrabble.tile_sets import SETS, TileSet

LEAST = 2
"""Moves from which on it can be told whether players take turns by single moves or by double turns (S6)."""
WORDS: Mapping[str, Message] = {"challenge": msg("challenge"), "time": msg("time")}
"""What points stand for that no tiles bring."""


def report_of(lines: Iterable[str]) -> Report | None:
    """The tally of the game in a GCG file; None where it is one of double turns. Raises `BadRecord`."""
    game = read_gcg(lines)
    return ordinary_report(game) if is_ordinary(game) else None


def is_ordinary(game: GcgGame) -> bool:
    """Whether nobody has two moves in a row, as everybody has in Polish doubles, and the file names no double turns."""
    who = [move.nick for move in game.moves if move.kind in ("play", "exchange", "pass")]
    return not game.double_turns and len(who) >= LEAST and all(before != after for before, after in pairwise(who))


def ordinary_report(game: GcgGame) -> Report:
    """The tally. Raises `BadRecord` for a move that the board does not allow in any language, with its line."""
    language, placed = _best(game)
    tiles = SETS[language]
    sums = {player.nick: 0 for player in game.players}
    rows: list[ReportRow] = []
    notes: list[Message] = []
    for placed_move in placed:
        move = placed_move.move
        sums[move.nick] += move.points
        rows.append(
            ReportRow((move.line, move.nick, move.place, _what(move, placed_move, tiles), move.points, move.total))
        )
        computed = None if placed_move.play is None else placed_move.play.points
        if computed not in (None, move.points):
            notes.append(_note(move, msg("the file has {n} points, the board {m}", n=move.points, m=computed)))
        if move.total != sums[move.nick]:
            notes.append(_note(move, msg("the file has a total of {n}, it is {m}", n=move.total, m=sums[move.nick])))
            sums[move.nick] = move.total
    if not any(move.kind == "rest" and move.tiles not in WORDS for move in game.moves):
        notes.append(msg("The game is not finished."))
    names = {player.nick: player.name for player in game.players}
    title = msg("Scrabble: {players}", players=" – ".join(names.values()))
    columns: tuple[Cell, ...] = (msg("Line"), msg("Player"), msg("Square"), msg("Word"), msg("Points"), msg("Total"))
    tables = (
        ReportTable(msg("Moves"), columns, tuple(rows), frozenset({0, 4, 5})),
        ReportTable(
            msg("Result"),
            (msg("Player"), msg("Points")),
            tuple(ReportRow((names[nick], total)) for nick, total in sums.items()),
            frozenset({1}),
        ),
    )
    return Report(title, tables, tuple(notes), _data(game, language, placed, sums))


def _best(game: GcgGame) -> tuple[str, Sequence[Placed]]:
    """The language whose tiles make the file's points most often, and the moves on its board."""
    best: tuple[int, str, Sequence[Placed]] | None = None
    refused: BadRecord | None = None
    for language, tiles in SETS.items():
        try:
            placed = tuple(played_over(game, tiles))
        except BadRecord as bad:
            refused = bad if refused is None or bad.line > refused.line else refused
            continue
        agreed = sum(
            placed_move.play is not None and placed_move.play.points == placed_move.move.points
            for placed_move in placed
        )
        if best is None or agreed > best[0]:
            best = agreed, language, placed
    if best is None:
        assert refused is not None
        raise refused
    return best[1:]


def _what(move: GcgMove, placed_move: Placed, tiles: TileSet) -> Cell:
    """The word, or what was done in place of one."""
    if placed_move.play is not None:
        return tiles.text_of(placed_move.play.word)
    match move.kind:
        case "withdrawn":
            return msg("taken off the board")
        case "exchange":
            return msg("exchange {tiles}", tiles=move.tiles)
        case "pass":
            return msg("pass")
        case _:
            return WORDS.get(move.tiles, f"({move.tiles})")


def _note(move: GcgMove, reason: Message) -> Message:
    return msg("Line {line}: {reason}", line=move.line, reason=reason)


def _data(game: GcgGame, language: str, placed: Sequence[Placed], sums: Mapping[str, int]) -> dict[str, Any]:
    tiles = SETS[language]
    return {
        "game": "scrabble",
        "title": game.title,
        "lexicon": game.lexicon,
        "tiles": language,
        "players": [{"nick": player.nick, "name": player.name, "total": sums[player.nick]} for player in game.players],
        "moves": [
            {
                "line": placed_move.move.line,
                "player": placed_move.move.nick,
                "kind": placed_move.move.kind,
                "at": placed_move.move.place or None,
                "word": None if placed_move.play is None else tiles.text_of(placed_move.play.word),
                "tiles": placed_move.move.tiles,
                "points": placed_move.move.points,
                "computed": None if placed_move.play is None else placed_move.play.points,
                "total": placed_move.move.total,
            }
            for placed_move in placed
        ],
        "board": [tiles.text_of(row) for row in placed[-1].board.rows],
    }
