"""A walk over the events of Polish doubles."""

from __future__ import annotations

import random
from typing import Any

from rules.game import Event, Restore, Void
from rules.polish_doubles import DoublesSetup, PairSetup
from rules.polish_doubles import acts as s

from .table import LETTERS, PAIRS, PEOPLE, WORDS, Press, Walk, after_all


def doubles_setup(rng: random.Random, n: int) -> Any:
    """Two pairs; every second game with readings of its own."""
    names, people = rng.sample(PAIRS, 2), rng.sample(PEOPLE, 4)
    pairs = (
        PairSetup(name=names[0], players=(people[0], people[1])),
        PairSetup(name=names[1], players=(people[2], people[3])),
    )
    if n % 2 == 0:
        return DoublesSetup(pairs=pairs)
    return DoublesSetup(
        pairs=pairs,
        title="Podzimní čtyřhra",
        round=n,
        table=str(n + 2),
        turn_limit_s=rng.choice((120, 180, 300)),
        cross_goes_to=rng.choice(("failed_objector", "invalid_move")),
        objection_clock=rng.choice(("continues", "restarts", "runs")),
        draw_when=rng.choice(("after_press", "after_move")),
        overrun=rng.choice(("unannounced_lost", "turn_lost", "signal_only")),
        points_misannounced=rng.choice(("correction", "correction_and_cross")),
    )


def a_move(rng: random.Random, most: int = 7) -> Event:
    """A move: mostly a word."""
    kind, player = rng.random(), rng.choice((None, None, 1, 2))
    if kind < 0.02:
        return s.Pass(player=player)
    if kind < 0.06:
        return s.Exchange(tiles=rng.randint(1, 7), player=player)
    points = rng.randint(2, 60)
    if kind < 0.25:
        return s.Move(points=points, tiles=None if rng.random() < 0.1 else rng.randint(1, most), player=player)
    word = rng.choice(WORDS).upper()
    if kind < 0.8:
        return s.Move(word=word, points=points, tiles=min(len(word), most), player=player)
    return s.Move(word=word, points=points, player=player)


def doubles(rng: random.Random, state: Any) -> Event:
    """What may happen at a table of Polish doubles."""
    phase, odd = state.phase.value, rng.random()
    if phase == "drawing":
        return s.Draw(a=rng.choice(LETTERS), b=rng.choice(LETTERS)) if odd < 0.8 else s.Starters(pair="B")
    if phase == "ready":
        return Press(side=rng.randint(0, 1))
    if phase == "signed":
        return s.Reopen(reason="spletli jsme se v součtu") if odd < 0.2 else after_all(rng)
    if phase == "result":
        if odd < 0.93:
            return Press(side=rng.randint(0, 1)) if odd < 0.4 else s.Sign(pair=rng.choice("AB"))
        return rng.choice(
            (
                s.Dispute(pair="B", reason="chybí nám kříž"),
                after_all(rng),
                s.Correct(turn=1, move=1, points=rng.randint(2, 50)),
            )
        )
    turn, mover = state.turns[-1], state.turns[-1].pair
    if state.judging is not None and odd < 0.8:
        return s.Verdict(valid=rng.random() < 0.5, builds_on=rng.choice((True, False)))
    if "pause" in state.clock.standing and odd < 0.7:
        return s.Resume()
    if any(row.overrun_open for row in state.turns) and odd < 0.7:
        return s.Overrun(stands=tuple(rng.random() < 0.5 for _ in range(rng.choice((1, 2)))))
    if phase in ("closing", "ending"):
        if odd < 0.15:
            return s.Objection(move=rng.choice((1, 2)))
        if odd < 0.25:
            return after_all(rng)
        return s.Racks(pair=rng.choice("AB"), tiles="".join(rng.sample(LETTERS, rng.randint(0, 6))))
    if turn.early is not None and turn.early.value == "asked" and odd < 0.8:
        return s.EarlyAnswer(answer=rng.choice(("accepted", "valid", "invalid")))
    if state.judged_turn is not None and odd < 0.14:
        return s.Objection(move=rng.choice((1, 2))) if odd < 0.08 else s.NoObjection()
    flow, last = state.flow(), 1 - mover
    if flow.bag == 0 and not turn.acted and flow.held[last] == 0 and rng.random() < 0.7:
        return s.Close(pair="AB"[last])
    if flow.bag == 0 and odd > 0.8:
        return rng.choice((s.Out(pair="AB"[mover]), s.Close(pair="AB"[last]), s.Close(pair="AB"[last]), s.End()))
    if odd < (0.92 if state.setup.title == "" else 0.8):
        if state.slot is None:
            return Press(side=mover)
        held = flow.held[mover]
        return s.Announce() if rng.random() < 0.12 else a_move(rng, max(1, min(7, held or 7)))
    a_turn = rng.randint(1, len(state.turns))
    return rng.choice(
        (
            after_all(rng),
            after_all(rng),
            Press(side=1 - mover),
            Press(side=mover),
            Press(side=mover, held=True),
            Press(side=mover, both=True),
            Void(by=rng.choice(("both", "referee", "A", "B"))),
            Void(by="both"),
            Restore(),
            s.Pause(),
            s.Announce(),
            s.Announce(),
            s.Early(),
            s.Bag(count=max(0, (flow.bag or 30) - rng.randint(0, 2))),
            s.Correct(turn=a_turn, move=rng.choice((1, 2)), points=rng.randint(2, 40), announced=rng.random() < 0.3),
            s.Correct(turn=a_turn, move=1, word=rng.choice(WORDS).upper()),
            s.SetTime(remaining_s=rng.randint(1, 100)),
            s.Spoil(pair=rng.choice("AB")),
            s.DecideTime(turn=a_turn, used_s=rng.randint(60, 200)),
            s.Note(rule="S2", pair=rng.choice("AB"), text="radili si"),
            s.End(by="referee") if len(state.turns) > 9 else s.Early(),
            s.Award(pair="A", reason="soupeři odešli") if len(state.turns) > 15 else s.Announce(),
        )
    )


WALK = Walk(doubles_setup, doubles, 11, 120)
