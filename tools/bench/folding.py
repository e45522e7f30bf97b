"""Folding a long game: what an entry of it costs, against an entry of a game a quarter as long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rules.game import Event, Game, Redo, Setup, Undo
from rules.history import History
from rules.marias import GAME as MARIAS
from rules.marias import events as marias
from rules.polish_doubles import GAME
from rules.polish_doubles import events as e
from tools.bench.measure import Result, growth
from tools.play.gallery import FULL, load_record

Events = Callable[[int], list[Event]]
SIZES = (5_000, 20_000)
"""Entries of two games that show how the cost grows."""


def compare() -> Iterator[Result]:
    """What each entry costs where there are many: 1 is in proportion.

    Notes, notes that are all undone and redone, presses alone, turns of a double move, and deals of mariáš.
    """
    setup = load_record(FULL).setup
    table = marias.MariasSetup(players=("Adam", "Bára", "Cyril", "Dana"))

    def folded(game: Game[Any], setup: Setup, events: list[Event]) -> History:
        history = History.begin(game, setup)
        for at, event in enumerate(events):
            history = history.accept(event, at)
        return history

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
        ("notes folded", GAME, setup, notes),
        ("notes, undone and redone", GAME, setup, undone),
        ("presses folded", GAME, setup, presses),
        ("moves and presses folded", GAME, setup, moves),
        ("deals of mariáš folded", MARIAS, table, deals),
    ):

        def work(size: int, game: Game[Any] = game, start: Setup = start, events: Events = events) -> partial[History]:
            return partial(folded, game, start, events(size))

        yield growth(what, work, SIZES)
