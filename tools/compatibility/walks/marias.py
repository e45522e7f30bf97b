"""A walk over the events of a mariáš table."""

from __future__ import annotations

import random
from typing import Any

from rules.game import Event
from rules.marias import acts as m
from rules.marias.deal import SEAT, Commitment, Count, Renonc
from rules.marias.state import MariasSetup

from .table import PEOPLE, Press, Walk, after_all


def marias_setup(rng: random.Random, n: int) -> Any:
    """Three to five players; every second table with readings of its own."""
    players = tuple(rng.sample(PEOPLE, 3 + n % 3))
    if n % 2 == 0:
        return MariasSetup(players=players, rounds=2)
    return MariasSetup(
        players=players,
        rounds=2,
        title="Písecký mariáš",
        table=str(n),
        leader="B",
        round_s=1800,
        break_s=300,
        stake=10000,
        cap=rng.choice((1000, 2000, 4000)),
        silent_sto_at_100=rng.choice((0, 1)),
        cap_scope=rng.choice(("per_payee", "per_payer")),
        cap_before_red=rng.random() < 0.5,
        renonc_pays=rng.choice(("each", "once")),
        renonc_130_units=rng.choice((3, 4)),
        re_required=rng.choice(("deal", "commitment", "none")),
        mismatch_share=rng.choice(("exact", "tokens")),
    )


def a_deal(rng: random.Random, state: Any, **more: Any) -> Event:
    """A deal, mostly one that can have been."""
    seats = [SEAT[seat] for seat in state.active or range(state.seats)]
    chooser = rng.choice(seats)
    others = [seat for seat in seats if seat != chooser]
    alone = len(seats) < 4 or rng.random() < 0.15
    partner = None if alone else rng.choice(others)
    if alone and rng.random() < 0.4:
        kinds = [rng.choice(("betl", "durch"))]
    else:
        kinds = [rng.choice(("hra", "hra", "hra", "sto", "mandatory_sto", "sto_proti"))]
        kinds += rng.choice(([], ["sedma"], ["sedma_proti"]))
    renonc = None
    if rng.random() < 0.1:
        renonc = Renonc(seat=rng.choice(seats), fault=rng.choice(("other", "jumped", "unacknowledged", "claim")))
    levels = [rng.choice((0, 0, 1, 1, 2, 2, 3, 4)) for _ in kinds]
    again = any(level >= 2 for level in levels) or kinds[0] != "hra" or state.setup.re_required == "none"
    parts = []
    for kind, level in zip(kinds, levels, strict=True):
        won, count = (rng.random() < 0.6, None) if again and renonc is None else (None, None)
        if won is not None and "sto" in kind:
            count = (
                Count(tens=rng.randint(4, 8), marriages=1, trump_marriage=True)
                if won
                else Count(tens=rng.randint(0, 6))
            )
        elif won is not None and kind == "hra" and rng.random() < 0.2:
            count = Count(tens=8, marriages=rng.randint(1, 2))
        parts.append(Commitment(kind=kind, level=level, won=won, count=count))
    against = [seat for seat in others if seat != partner]
    red = kinds[0] not in ("betl", "durch") and rng.random() < 0.3
    trhak = rng.choice(against) if against and rng.random() < 0.12 else None
    void = kinds[0] == "mandatory_sto" and rng.random() < 0.3
    act = m.Correct if "of" in more else m.Deal
    return act(
        chooser=chooser,
        partner=partner,
        red=red,
        commitments=tuple(parts),
        renonc=renonc,
        trhak=trhak,
        void_flek=void,
        forgotten=alone and red and rng.random() < 0.3,
        referee=rng.random() < 0.05,
        **more,
    )


def marias(rng: random.Random, state: Any) -> Event:
    """What may happen at a mariáš table."""
    phase, odd = state.phase.value, rng.random()
    seat = SEAT[rng.randrange(state.seats)]
    if phase == "ready":
        return (
            m.StartRound()
            if odd < 0.7
            else rng.choice(
                (
                    m.RoundTime(seconds=2400),
                    m.BreakTime(seconds=120),
                    m.Dealer(seat=seat),
                    m.Seats(players=tuple(rng.sample(state.names, state.seats)), leader=rng.choice((None, "A"))),
                    m.Warn(seat=seat, reason="kouká do karet"),
                    after_all(rng),
                )
            )
        )
    if phase == "signed":
        return after_all(rng)
    round_ = state.round
    if phase == "slip":
        missing = [seat for seat in round_.seats if round_.cash[seat] is None] if round_.cash else list(round_.seats)
        if missing and odd < 0.7:
            at = missing[0]
            purse = max(0, round(state.purse(at)) // 10 * 10 + rng.choice((0, 0, 0, 20, -10)))
            tokens = min(5, purse // 20)
            return m.Closing(seat=SEAT[at], coin=purse - 20 * tokens, tokens=tokens)
        if odd < 0.85:
            return m.Sign(side=rng.choice("AB")) if rng.random() < 0.5 else Press(side=rng.randint(0, 1))
    elif not round_.running and odd < 0.6:
        return m.Resume()
    elif state.broke and odd < 0.6:
        return m.TopUp(seat=SEAT[state.broke[0]], amount=rng.choice((1000, 2000, 5000)))
    elif len(round_.deals) > rng.randint(6, 25) and odd < 0.5:
        return rng.choice((m.SetTime(remaining_s=0), m.EndRound(), m.EndRound()))
    elif odd < 0.8:
        return rng.choice(
            (a_deal(rng, state), a_deal(rng, state), a_deal(rng, state), m.Dealt(), Press(side=rng.randint(0, 1)))
        )
    return rng.choice(
        (
            after_all(rng),
            after_all(rng),
            a_deal(rng, state, of=rng.randint(1, max(1, len(round_.deals)))),
            m.Annul(reason="špatně rozdáno", referee=rng.random() < 0.3),
            m.TopUp(seat=seat, amount=1500),
            m.Warn(seat=seat),
            m.Expel(seat=seat),
            m.RefereeCall(),
            m.RefereeDone(),
            m.Note(rule="M7", seat=seat, text="peníze vlevo"),
            m.Pause(),
            m.SetTime(remaining_s=rng.randint(600, 1500)),
            m.Dealer(seat=seat),
            Press(side=rng.randint(0, 1), held=True),
            Press(side=0, both=True),
        )
    )


WALK = Walk(marias_setup, marias, 6, 90)
