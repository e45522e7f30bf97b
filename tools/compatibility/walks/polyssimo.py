"""A walk over the events of Polyssimo."""

from __future__ import annotations

import random
from typing import Any

from rules.game import Event
from rules.polyssimo import PolyssimoSetup
from rules.polyssimo import acts as p
from rules.polyssimo.board import BOARD, cell_name

from .table import PEOPLE, Press, Walk, after_all


def polyssimo_setup(rng: random.Random, n: int) -> Any:
    """Two to four players, pieces counted or laid, shares equal or not, picked in turn or by agreement."""
    players = tuple(rng.sample(PEOPLE, 2 + n % 3))
    shares = {2: (11, 13), 3: (7, 8, 9), 4: (5, 6, 6, 7)}[len(players)] if n % 4 == 1 else None
    return PolyssimoSetup(
        players=players,
        youngest=rng.randint(1, len(players)),
        shares=shares,
        placing="board" if n % 2 else "count",
        picking="agreed" if n % 5 == 4 else "in_turn",
        polyssimo_counts="cells" if n % 3 == 2 and n % 2 else "pieces",
        title="Deskohraní" if n % 2 else "",
    )


def polyssimo(rng: random.Random, state: Any) -> Event:
    """What may happen at a table of Polyssimo."""
    phase, odd = state.phase.value, rng.random()
    if phase == "picking":
        if not state.middle or odd < 0.02:
            return p.Begin()
        if odd < 0.9:
            by = rng.choice(state.seats) + 1 if state.setup.picking == "agreed" else None
            return p.Pick(piece=rng.choice(state.middle), player=by)
        taken = [name for hand in state.hands for name in hand]
        return rng.choice(
            (after_all(rng), p.Correct(taken=rng.choice(taken or ["I"]), piece=rng.choice(tuple(state.pieces))))
        )
    if phase == "placing":
        hand = state.in_hand(state.turn)
        if odd < 0.85 and state.on_board and hand:
            name = rng.choice(hand)
            ways = list(BOARD.placements(state.free, state.pieces[name].shape))
            return p.Place(piece=name, cells=tuple(map(cell_name, rng.choice(ways)))) if ways else p.Stand()
        if odd < 0.85:
            left = state.pieces_left(state.turn)
            if left < rng.randint(0, 5):
                return p.Stand()
            return p.Place(piece=rng.choice(hand)) if hand and rng.random() < 0.3 else p.Place()
        return rng.choice(
            (
                after_all(rng),
                after_all(rng),
                Press(side=state.turn % 2),
                Press(side=1 - state.turn % 2),
                p.Stand(),
                p.Note(rule="P7", player=rng.choice(state.seats) + 1, text="posunutý dílek"),
                p.Correct(place=rng.randint(1, max(1, len(state.placed))), piece=rng.choice(tuple(state.pieces))),
                p.Outcome(left=tuple(rng.randint(0, 5) for _ in state.seats), last=rng.choice(state.seats) + 1),
            )
        )
    if odd < 0.6:
        return rng.choice((p.Sign(side="A"), p.Sign(side="B"), Press(side=0), Press(side=1)))
    return rng.choice(
        (
            p.Reopen(reason="přepočítat"),
            after_all(rng),
            p.Note(rule="P9", text="shoda"),
            p.Correct(left=tuple(rng.randint(0, 4) for _ in state.seats), last=rng.choice(state.seats) + 1),
        )
    )


WALK = Walk(polyssimo_setup, polyssimo, 6, 70)
