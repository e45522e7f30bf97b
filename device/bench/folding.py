"""Folding: a full game against python-chess reading as many checked moves, and a long game against one half as long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from device.address import Address
from device.autoplay.gallery import FULL, load_record
from device.bench.measure import Result, by_turns
from rules.game import Event, Game, Redo, Setup, Undo
from rules.history import History
from rules.marias import GAME as MARIAS
from rules.marias import events as marias
from rules.polish_doubles import GAME
from rules.polish_doubles import events as e

FULL_GAME: Address[Callable[[], Iterator[Result]]] = Address("device.bench.full_game:compare")
LONG = 10_000
"""Entries of the shorter one of two games that show how the cost grows."""


def compare() -> Iterator[Result]:
    """A full game against python-chess, then twice as many entries against as many."""
    try:
        against_python_chess = FULL_GAME.load()
    except ImportError:
        print("python-chess is not installed, so a full game is not compared: pip install -e '.[dev]'")
    else:
        yield from against_python_chess()
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
