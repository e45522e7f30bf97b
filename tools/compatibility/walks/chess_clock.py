"""A walk over the events of a game on the chess clock."""

from __future__ import annotations

import random
from typing import Any

from rules.chess_clock import ClockSetup
from rules.chess_clock import acts as c
from rules.chess_clock.control import PRESETS, Stage, TimeControl
from rules.game import Event, Restore, Void

from .table import PEOPLE, Press, Walk, after_all

SIDES = ("A", "B")
CONTROLS = (
    *(preset.control for preset in PRESETS),
    TimeControl(stages=(Stage(kind="bronstein", time_s=120, extra_s=5),)),
    TimeControl(stages=(Stage(kind="delay", time_s=90, extra_s=3),), stages_b=(Stage(time_s=300),)),
    TimeControl(stages=(Stage(time_s=60, until_move=4), Stage(kind="fischer", time_s=30, extra_s=2))),
)
"""Every kind of time control, one with a time for each side, and one with periods after each other."""


def clock_setup(rng: random.Random, n: int) -> Any:
    """Two players and a time control; every second game says who has white, and where it is played."""
    players = tuple(rng.sample(PEOPLE, 2))
    control = CONTROLS[n % len(CONTROLS)]
    if n % 2 == 0:
        return ClockSetup(players=players, control=control)
    white = rng.choice(SIDES)
    return ClockSetup(players=players, control=control, white=white, title="Přebor", round=n, table=str(n))


def clock(rng: random.Random, state: Any) -> Event:
    """What may happen at a chess clock."""
    phase, odd, side = state.phase.value, rng.random(), rng.choice(SIDES)
    if phase == "ready" and odd < 0.9:
        return Press(side=rng.randint(0, 1))
    if phase == "signed":
        return rng.choice((c.Reopen(reason="špatně zapsáno"), after_all(rng)))
    if phase == "result":
        return rng.choice((c.Sign(side=side), Press(side=rng.randint(0, 1), held=True), after_all(rng)))
    if state.is_paused and odd < 0.5:
        return c.Resume()
    mover = state.clock.mover
    if odd < 0.75 and mover is not None:
        return Press(side=mover)
    return rng.choice(
        (
            after_all(rng),
            after_all(rng),
            Press(side=rng.randint(0, 1)),
            Press(side=rng.randint(0, 1), held=True),
            Press(side=0, both=True),
            Void(by=rng.choice((*SIDES, "both", "referee"))),
            Restore(),
            c.Pause(reason=rng.choice(("", "rozhodčí u stolu"))),
            c.SetClock(side=side, left_s=rng.randint(5, 300)),
            c.SetClock(side=side, moves=rng.randint(0, 40)),
            c.SetMover(side=side),
            c.Result(winner=rng.choice((None, *SIDES)), how=rng.choice(("play", "time", "resigned", "referee"))),
        )
    )


WALK = Walk(clock_setup, clock, 9, 50)
