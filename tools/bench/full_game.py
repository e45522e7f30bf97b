"""A full game: its fold alone against python-chess pushing SAN, and the text of its record against that of a PGN."""

from __future__ import annotations

import io
import random
import time
from collections.abc import Iterator

import chess
import chess.pgn

from rules.history import History
from rules.record import read
from tools.bench.measure import Result, by_turns
from tools.play.gallery import FULL, load_record

SEED = 1


def compare() -> Iterator[Result]:
    """The fold alone against pushing SAN; the text of a record against the text of a PGN."""
    kept = load_record(FULL)
    count = len(kept.entries)
    board, game, moves, chance = chess.Board(), chess.pgn.Game(), [], random.Random(SEED)
    node: chess.pgn.GameNode = game
    for _ in range(count):
        move = chance.choice(list(board.legal_moves))
        moves.append(board.san(move))
        node = node.add_variation(move)
        board.push(move)
    pgn = game.accept(chess.pgn.StringExporter(headers=False))

    def fold() -> None:
        history = History.begin(kept.game, kept.setup)
        for entry in kept.entries:
            history = history.accept(entry.event, entry.at)

    def push() -> None:
        board = chess.Board()
        for san in moves:
            board.push_san(san)

    ours, theirs = by_turns(fold, push, 101, time.thread_time)
    yield Result(f"folding a full game of {count} events", ours, f"python-chess push_san, {count} moves", theirs, aim=1)
    text = FULL.read_text(encoding="utf-8").split("\n")
    ours, theirs = by_turns(lambda: read(text), lambda: chess.pgn.read_game(io.StringIO(pgn)), 101, time.thread_time)
    yield Result("reading it from its record", ours, f"python-chess read_game, PGN of {count} moves", theirs)
