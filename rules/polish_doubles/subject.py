"""Which turn something is said of (S10): found once, as people saw it, and the same whatever press is heard late.

A row also keeps its place there. Turns of a record that names none (format 1.0) are found while it is read.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.game import Event
from rules.message import Stale, msg
from rules.polish_doubles.events import (
    MOST_TURNS,
    Announce,
    Early,
    EarlyAnswer,
    Exchange,
    Move,
    NoObjection,
    Objection,
    OfTurn,
    Overrun,
    Pass,
    RowEvent,
    Verdict,
)
from rules.polish_doubles.state import State

ROWS: frozenset[type[Event]] = frozenset((Move, Exchange, Pass))
ACTS: frozenset[type[Event]] = frozenset((Announce, Objection, Verdict, NoObjection, Early, EarlyAnswer, Overrun))
OF_TURN = ROWS | ACTS
"""What is said of a turn, rows and the rest. isinstance takes long for structs."""


def turn_of(state: State, event: Event) -> int | None:
    """Index of the turn that ``event`` is of in ``state`` where it names none; None: of none."""
    kind = type(event)
    if kind in ROWS:
        return None if state.free_place is None else state.free_place[0]
    if kind is Overrun:
        return state.unconfirmed
    if kind in (Objection, NoObjection):
        return state.judged_turn
    if kind is Verdict:
        return state.objected
    return len(state.turns) - 1 if kind in ACTS and state.turns else None


def with_subject(state: State, event: Event) -> Event:
    """``event`` with the turn that it is of, a row with its place, too; itself where it says so, or is of none."""
    if not isinstance(event, OfTurn) or event.turn is not None:
        return event
    index = turn_of(state, event)
    if index is None or index >= MOST_TURNS:
        return event
    if isinstance(event, RowEvent):
        return replace(event, turn=index + 1, place=len(state.turns[index].rows) + 1)
    return replace(event, turn=index + 1)


def check_subject(state: State, event: Event) -> None:
    """S10: what was said of one turn is not taken for another. Raises `Stale`. Of a row its place decides."""
    if type(event) not in ACTS:
        return
    assert isinstance(event, OfTurn)
    index = turn_of(state, event)
    if event.turn is not None and index is not None and index + 1 != event.turn:
        now = msg("That was about turn {n}; now it would be about turn {now}.", n=event.turn, now=index + 1)
        raise Stale("S10", now)


def is_misread(state: State, event: Event) -> bool:
    """Whether a reader that passes over what ``event`` names would take it for another turn or place."""
    if type(event) not in OF_TURN:
        return False
    assert isinstance(event, OfTurn)
    index = None if event.turn is None else turn_of(state, event)
    if index is None:
        return False
    written = isinstance(event, RowEvent) and event.place is not None and event.place <= len(state.turns[index].rows)
    return index + 1 != event.turn or written
