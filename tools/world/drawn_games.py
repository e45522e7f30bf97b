"""What an organiser draws in an evening: every game that is one by itself, and score sheets by their names."""

from __future__ import annotations

import random
from collections.abc import Mapping

from device.common.games.registry import SPECS
from device.common.specs.spec import GameSpec
from device.organiser.log.event_games import WITHOUT_TERMS, kind_by, played_by
from rules.sheet_terms import SheetTerms
from tools.world.plan import Plan

SHEETS: Mapping[str, SheetTerms] = {
    kind_by(terms): terms
    for terms in (
        SheetTerms(name="Prší", players=(3, 5), figure="trestné body", wins="least", until=100),
        SheetTerms(name="Uno", players=(2, 6), most=500, until=300, deals=True),
        SheetTerms(name="Kanasta", players=(4, 4), team=2, least=-500, most=2000, until=1500),
        SheetTerms(
            name="Šipky", players=(2, 2), wins="least", written="turn", most=180, start=301, until=0, exact=True
        ),
    )
}
"""Of those the least and the most win, whole rounds and turns are written, single players and partners meet."""
ON_SHEET = 0.2
"""How likely an evening is played on one of them."""


def drawn_game(plan: Plan) -> str:
    """By which word the event knows the game of an evening; an earlier program may know no score sheet."""
    if plan.game is not None:
        return plan.game
    luck = random.Random(f"game {plan.seed}")
    game = luck.choice(WITHOUT_TERMS)
    return luck.choice(sorted(SHEETS)) if luck.random() < ON_SHEET and plan.versions is None else game


def spec_of(kind: str) -> GameSpec:
    """What is played under that word."""
    return played_by(SHEETS[kind]) if kind in SHEETS else SPECS[kind]
