"""Folding: a full game against python-chess reading as many checked moves, and a long game against one half as long."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from functools import partial
from typing import Any

from device.autoplay.gallery import FULL, load_record
from device.bench.measure import Result, by_turns
from rules.game import Event, Game, Redo, Setup, Undo
from rules.history import History
from rules.marias import GAME as MARIAS
from rules.marias import events as marias
from rules.polish_doubles import GAME
from rules.polish_doubles import events as e
from rules.record import read

SEED = 1
LONG = 10_000
"""Entries of the shorter one of two games that show how the cost grows."""


def compare() -> Iterator[Result]:
    """A full game against python-chess, then twice as many entries against as many."""
    yield from full()
    yield from growth()


def growth() -> Iterator[Result]:
    """What twice the entries cost: 2 is in proportion.

    Notes, notes that are all undone and redone, presses alone, turns of a double move, and deals of mariáš.
    """
    setup = load_record(FULL).setup
    table = marias.MariasSetup(players=("Adam", "Bára", "Cyril", "Dana"))

    def fold(game: Game[Any], setup: Setup, events: list[Event]) -> None:
        history = History.begin(game, setup)
        for at, event in enumerate(events):
            history = history.accept(event, at)

    def notes(number: int) -> list[Event]:
        return [e.Note(rule="S2", text="x")] * number

    def undone(number: int) -> list[Event]:
        third = number // 3
        return [*notes(third), *([Undo()] * third), *([Redo()] * third)]

    def presses(number: int) -> list[Event]:
        return [e.Starters(pair="A"), e.Press(pair="A"), *([e.Press(pair="A"), e.Press(pair="B")] * (number // 2))]

    def moves(number: int) -> list[Event]:
        double = [e.Move(points=5), e.Move(points=4)]
        first = [*presses(0), e.Move(points=3), e.Press(pair="A")]
        return [*first, *([*double, e.Press(pair="B"), *double, e.Press(pair="A")] * (number // 6))]

    def deals(number: int) -> list[Event]:
        return [marias.StartRound(), *([marias.Annul(reason="x")] * number)]

    for what, game, start, events in (
        ("notes", GAME, setup, notes),
        ("entries: a third notes, undone, redone", GAME, setup, undone),
        ("presses", GAME, setup, presses),
        ("entries: moves and presses", GAME, setup, moves),
        ("deals of mariáš", MARIAS, table, deals),
    ):
        twice, once = events(2 * LONG), events(LONG)
        ours, theirs = by_turns(partial(fold, game, start, twice), partial(fold, game, start, once), 5)
        yield Result(f"folding {2 * LONG:,} {what}", ours, f"the same with {LONG:,}", theirs, aim=2.2)


def full() -> Iterator[Result]:
    """The fold alone against pushing SAN; the text of a record against the text of a PGN."""
    try:
        import chess  # noqa: PLC0415 - for this baseline only
        import chess.pgn  # noqa: PLC0415
    except ImportError:
        print("python-chess is not installed, so folding is not compared: pip install -e '.[dev]'")
        return
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

    ours, theirs = by_turns(fold, push, 101)
    yield Result(f"folding a full game of {count} events", ours, f"python-chess push_san, {count} moves", theirs, aim=1)
    text = FULL.read_text(encoding="utf-8").split("\n")
    ours, theirs = by_turns(lambda: read(text), lambda: chess.pgn.read_game(io.StringIO(pgn)), 101)
    yield Result("reading it from its record", ours, f"python-chess read_game, PGN of {count} moves", theirs)
