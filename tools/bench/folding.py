"""Folding a full game, against python-chess; and a long one: an entry of it against one of a game a quarter as long."""

from __future__ import annotations

import io
import random
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import chess
import chess.pgn

from rules.game import Entry, Event, Game, Redo, Setup, Undo
from rules.history import History
from rules.marias import GAME as MARIAS
from rules.marias import acts as marias
from rules.marias.state import MariasSetup
from rules.polish_doubles import GAME
from rules.polish_doubles import acts as e
from rules.record import event_from, read
from rules.record_values import values_of
from tools.bench.measure import Result, by_turns, growth
from tools.play.gallery import FULL, load_record

Events = Callable[[int], list[Event]]
SIZES = (5_000, 20_000)
"""Entries of two games that show how the cost grows."""
SEED = 1


def fold(game: Game[Any], setup: Setup, events: Iterable[tuple[int, Event]]) -> History:
    """A game of these events, each with its game time."""
    history = History.begin(game, setup)
    for at, event in events:
        history = history.accept(event, at)
    return history


def answering(history: History) -> Game[Any]:
    """The game of ``history``, which answers with the states that it came to there and asks no rule: a fold's floor."""
    after: dict[int, Any] = {}
    before = History.begin(history.game, history.setup)
    for entry in history.entries:
        before = before.with_entry(entry)
        after[entry.n] = before.state

    class Answering(type(history.game)):  # type: ignore[misc]
        """Keeps every entry and every state, as any fold does."""

        def apply(self, state: Any, entry: Entry) -> Any:
            """The state that was known before."""
            return after[entry.n]

    game: Game[Any] = Answering()
    return game


def full_game() -> Iterator[Result]:
    """The fold alone against pushing SAN; the text of a record against the text of a PGN.

    And the floor of each: what it costs to keep entries and states, and to take the text apart, without any rule.
    """
    history = load_record(FULL)
    count = len(history.entries)
    board, game, moves, chance = chess.Board(), chess.pgn.Game(), [], random.Random(SEED)
    node: chess.pgn.GameNode = game
    for _ in range(count):
        move = chance.choice(list(board.legal_moves))
        moves.append(board.san(move))
        node = node.add_variation(move)
        board.push(move)
    pgn = game.accept(chess.pgn.StringExporter(headers=False))

    def push() -> None:
        board = chess.Board()
        for san in moves:
            board.push_san(san)

    events = [(entry.at, entry.event) for entry in history.entries]
    ours, theirs = by_turns(partial(fold, history.game, history.setup, events), push, 101, time.thread_time)
    chess_moves = f"python-chess push_san, {count} moves"
    yield Result(f"folding a full game of {count} events", ours, chess_moves, theirs, aim=1)
    floor, theirs = by_turns(partial(fold, answering(history), history.setup, events), push, 101, time.thread_time)
    yield Result("its floor: all kept, no rule asked", floor, chess_moves, theirs)
    text = FULL.read_text(encoding="utf-8").split("\n")

    def read_pgn() -> None:
        chess.pgn.read_game(io.StringIO(pgn))

    def take_apart() -> None:
        for line in lines:
            values = values_of(line)
            values.pop("t", None)
            event_from(history.game, values)

    lines = [line for line in text if line and not line.startswith("#")][1:]
    chess_game = f"python-chess read_game, PGN of {count} moves"
    ours, theirs = by_turns(lambda: read(text), read_pgn, 101, time.thread_time)
    yield Result("reading it from its record", ours, chess_game, theirs, aim=1)
    floor, theirs = by_turns(take_apart, read_pgn, 101, time.thread_time)
    yield Result("its floor: each line taken apart and checked", floor, chess_game, theirs)


def compare() -> Iterator[Result]:
    """What each entry costs where there are many: 1 is in proportion.

    Notes, notes that are all undone and redone, presses alone, turns of a double move, and deals of mariáš.
    """
    setup = load_record(FULL).setup
    table = MariasSetup(players=("Adam", "Bára", "Cyril", "Dana"))

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

    for label, game, start, events in (
        ("notes folded", GAME, setup, notes),
        ("notes, undone and redone", GAME, setup, undone),
        ("presses folded", GAME, setup, presses),
        ("moves and presses folded", GAME, setup, moves),
        ("deals of mariáš folded", MARIAS, table, deals),
    ):

        def work(size: int, game: Game[Any] = game, start: Setup = start, events: Events = events) -> partial[History]:
            return partial(fold, game, start, list(enumerate(events(size))))

        yield growth(label, work, SIZES)
