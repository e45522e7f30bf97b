"""What people set up for any game: the pairing that they were drawn for, or a game of their own."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from device.common.event.messages import Pairing
from device.common.games.registry import SPECS
from device.common.settings.settings import Settings
from rules.game import Setup
from rules.games import GAMES, options_type
from rules.record import setup_from
from tools.games import TOOLS


def set_up(
    key: str, settings: Settings, luck: random.Random, *, table: int, pairing: Pairing | None = None, rounds: int = 1
) -> Setup:
    """A setup of the game ``key`` by the table's settings; ``rounds``: how many it has at most, where it has any."""
    spec, known = SPECS[key], GAMES[key].setup_type.__struct_fields__
    values: dict[str, Any] = {"rounds": rounds, "press_order": settings.press_order}
    if (kind := options_type(key)) is not None:
        values = msgspec.to_builtins(settings.options_of(kind)) | values
    setups = TOOLS[key].setups
    values |= setups[table % len(setups)]
    groups = pairing.seats if pairing is not None else _own(key, luck, table)
    names = (pairing.names if pairing is not None else ()) or ("",) * len(groups)
    terms = getattr(pairing, "terms", None)  # an earlier program says none
    if terms is not None:
        values["terms"] = msgspec.to_builtins(terms)
        values["players"] = [group[n] for n in range(terms.team) for group in groups]
    elif spec.seats.pairs:
        values["pairs"] = [
            {"name": name or " – ".join(group), "players": [*group, ""][:2]}
            for name, group in zip(names, groups, strict=True)
        ]
    else:
        values["players"] = [name for group in groups for name in group]
    if pairing is not None:
        values |= {"round": pairing.round, "table": str(table)}
        values["people"] = list(pairing.people) if terms is None else []
        values |= {"pairing": pairing.pairing, "title": pairing.title}
    return setup_from({"game": key} | {name: value for name, value in values.items() if name in known})[1]


def _own(key: str, luck: random.Random, table: int) -> tuple[tuple[str, ...], ...]:
    seats = SPECS[key].seats
    count = luck.randint(seats.least, seats.most)
    if (unnamed := TOOLS[key].unnamed) and table % 2 == 0:  # nobody types a name there
        return (unnamed,)
    each = 2 if seats.pairs else 1
    return tuple(tuple(f"Host {table}{'ABCDEFGHIJ'[each * n + m]}" for m in range(each)) for n in range(count))
