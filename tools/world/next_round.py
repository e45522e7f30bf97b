"""A game of several rounds at an event: it goes on at its table with whom the organiser has drawn (M31)."""

from __future__ import annotations

from typing import Any

from device.common.games.registry import SPECS
from device.event.client import EventClient
from device.screens.event import next_round
from device.table.table import Table
from rules.history import History
from rules.signing import ResultSign

follow = next_round.follow


def is_between(table: Table) -> bool:
    """Whether the game on the table stands between two rounds that are the organiser's to draw."""
    if table.history is None or not SPECS[table.game.key].goes_on:
        return False
    begun = SPECS[table.game.key].card.load().rounds(table.state) or {}
    return bool(begun) and all(begun.values()) and not _has_sat_down(table.history)


def _has_sat_down(history: History) -> bool:
    """Whether those of the coming round sit there already."""
    for entry in reversed(history.entries):
        if isinstance(entry.event, ResultSign):
            return False
        event: Any = entry.event
        if event.names_people and getattr(event, "round", 0):
            return True
    return False


def sit_down(client: EventClient, table: Table) -> bool:
    """The drawn people sit down in the game on the table; whether they could. Raises `Refusal`."""
    if not next_round.may_sit_down(client, table):
        return False
    seats = next_round.going_on(client, table)
    assert seats is not None
    table.do(seats, source="organiser")
    return True
