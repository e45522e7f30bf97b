"""GCG, the text format of Scrabble games: its lines read, and the moves played over on a board.

What a game makes of it (whose turn it is, what may follow) is the game's own business. A line that cannot be read, or
a move that the board does not allow, is a `BadRecord` with the line's number. Pragmas (``#…``) that say nothing of
the moves are passed over, and so are the lines that a note goes on over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.explain import quote
from rules.message import Message, Refusal, msg
from rules.record import BadRecord
from rules.scrabble.board import EMPTY_BOARD, Board, Play
from rules.scrabble.squares import EMPTY, SIZE, STRIDE, parse_at
from rules.scrabble.tile_sets import TileSet

Kind = Literal["play", "withdrawn", "exchange", "pass", "rest"]

LONGEST = 2_000
"""Characters of a line, beyond which it is none of a game."""
_SCORE = re.compile(r"[+-][0-9]{1,4}")
_TOTAL = re.compile(r"-?[0-9]{1,5}")
_PLACE = re.compile(r"[A-Za-z][0-9]{1,2}|[0-9]{1,2}[A-Za-z]")
DOUBLE_TURNS = "1-2-2-2"
"""What a description says of a game of double turns (S6)."""


class GcgPlayer(Struct, frozen=True):
    """A player: the ``nick`` that the moves name, and the full ``name``."""

    nick: str
    name: str


class GcgMove(Struct, frozen=True):
    """One move of the file, in ``line`` (from 1). ``points`` and ``total`` are what the file says.

    A play has its ``place`` and ``word``, where a dot is a letter that lies there and ``[CH]`` one tile. ``withdrawn``
    takes the player's last play off again. ``tiles`` are those exchanged, as letters or as their number. ``rest`` are
    points for racks, challenges and time.
    """

    line: int
    nick: str
    kind: Kind
    points: int
    total: int
    place: str = ""
    word: str = ""
    tiles: str = ""


class GcgGame(Struct, frozen=True):
    """What the file says: players in their order, moves, title, the word list's name, and that turns are double."""

    players: tuple[GcgPlayer, ...]
    moves: tuple[GcgMove, ...]
    title: str = ""
    lexicon: str = ""
    double_turns: bool = False


class Placed(Struct, frozen=True):
    """A move and the board after it; ``play`` where it laid tiles."""

    move: GcgMove
    play: Play | None
    board: Board


def read_gcg(lines: Iterable[str]) -> GcgGame:
    """The game that the lines record. Raises `BadRecord`."""
    players: list[GcgPlayer] = []
    moves: list[GcgMove] = []
    title = lexicon = ""
    note = double_turns = False
    for number, raw in enumerate(lines, start=1):
        text = raw.strip().removeprefix("\ufeff")
        if len(text) > LONGEST:
            raise BadRecord(number, msg("The line is longer than {n} characters.", n=LONGEST))
        if text.startswith(">"):
            moves.append(_move(number, text, {player.nick for player in players}))
        elif match := re.match(r"#player[0-9]+\s+(\S+)\s*(.*)", text):
            if match[1] in {player.nick for player in players}:
                raise _not_read(number, msg("Two players are called {nick}, and moves name them by it.", nick=match[1]))
            players.append(GcgPlayer(match[1], match[2].strip() or match[1]))
        elif text.startswith("#title"):
            title = text.removeprefix("#title").strip()
        elif text.startswith("#lexicon"):
            lexicon = text.removeprefix("#lexicon").strip()
        elif text and not text.startswith("#") and not note:
            raise _not_read(number)
        double_turns |= text.startswith("#description") and DOUBLE_TURNS in text
        note = text.startswith(("#note", "#description")) or (note and not text.startswith(("#", ">")))
    if not moves:
        raise BadRecord(1, msg("There is no move in it; a move's line begins with > and a player's name."))
    return GcgGame(tuple(players), tuple(moves), title, lexicon, double_turns)


def _not_read(line: int, reason: Message | None = None) -> BadRecord:
    return BadRecord(line, reason or msg("This is not a line of a GCG file."))


def _move(line: int, text: str, nicks: set[str]) -> GcgMove:
    head, colon, rest = text[1:].partition(":")
    nick, words = head.strip(), rest.split()
    if not colon or len(words) < 3:
        raise _not_read(line)
    if nick not in nicks:
        raise _not_read(line, msg("No line #player names {nick}.", nick=quote(nick) or "–"))
    scored = [n for n in range(1, len(words) - 1) if _SCORE.fullmatch(words[n]) and _TOTAL.fullmatch(words[n + 1])]
    if not scored:
        raise _not_read(line, msg("A move says its points and the total, for example +24 81."))
    points, total = int(words[scored[0]]), int(words[scored[0] + 1])
    values = words[: scored[0]]  # some programs write more behind the total
    last = values[-1]
    placed = len(values) > 1 and _PLACE.fullmatch(values[-2])
    if last.startswith("(") and not placed:
        return GcgMove(line, nick, "rest", points, total, tiles=last.strip("()"))
    if last == "--":
        return GcgMove(line, nick, "withdrawn", points, total)
    if last.startswith("-"):
        return GcgMove(line, nick, "exchange" if last[1:] else "pass", points, total, tiles=last[1:])
    if not placed:
        raise _not_read(line, msg("A move names its square and its word, for example 8H ŘEKA."))
    try:
        parse_at(values[-2], "columns_lettered")
    except Refusal as refusal:
        raise _not_read(line, refusal.message) from None
    return GcgMove(line, nick, "play", points, total, place=values[-2], word=re.sub(r"[()]", "", last))


def played_over(game: GcgGame, tile_set: TileSet) -> Iterator[Placed]:
    """Each move with the board after it. Raises `BadRecord` for the first one that the board does not allow."""
    board = EMPTY_BOARD
    last: list[tuple[str, Play]] = []
    for move in game.moves:
        play = None
        if move.kind == "play":
            try:
                at = parse_at(move.place, "columns_lettered")
                word = spelt_out(board, tile_set.tiles_in(move.word), at.square, at.step)
                play = board.play(tile_set, at, word)
            except Refusal as refusal:
                texts = {
                    key: tile_set.text_of(arg) for key, arg in refusal.message.args.items() if isinstance(arg, str)
                }
                reason = replace(refusal.message, args={**refusal.message.args, **texts})
                raise BadRecord(move.line, reason) from None
            board = board.lay(play)
            last = [*(entry for entry in last if entry[0] == move.nick), (move.nick, play)]
        elif move.kind == "withdrawn":
            if not last or last[-1][0] != move.nick:
                raise BadRecord(move.line, msg("There is no move of this player to withdraw."))
            board = board.take_off(last.pop()[1])
        yield Placed(move, play, board)


def spelt_out(board: Board, word: str, square: int, step: int) -> str:
    """The tiles of a move with those that lie there in the place of its dots. Raises `Refusal`."""
    letters = list(word)
    for place, letter in enumerate(letters):
        if letter != ".":
            continue
        where = square + place * step
        row, column = divmod(where, STRIDE)
        tile = board.tile(row, column) if row < SIZE and column < SIZE else EMPTY
        if tile == EMPTY:
            raise Refusal("", "A dot means a letter that is on the board already; that square has none.")
        letters[place] = tile
    return "".join(letters)
