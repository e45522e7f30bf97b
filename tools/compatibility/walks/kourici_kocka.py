"""A walk over the events of Kouřící kočka."""

from __future__ import annotations

import random
from typing import Any

from rules.game import Event
from rules.kourici_kocka import KockaSetup
from rules.kourici_kocka import acts as k

from .table import PEOPLE, Press, Walk, after_all

SEAT = "ABCD"


def kocka_setup(rng: random.Random, n: int) -> Any:
    """Four players and a word; every second game with readings of its own."""
    players = tuple(rng.sample(PEOPLE, 4))
    if n % 2 == 0:
        return KockaSetup(players=players, word="kočka")
    return KockaSetup(
        players=players,
        word="moc hezký chrt",
        ch_is_one_letter=rng.random() < 0.5,
        title="Kočkování",
        round=n,
        hejma_tie_outside=rng.choice(("hejma_taker", "replay", "vote")),
        misdeal_count=rng.choice(("per_deal", "per_game")),
    )


def kocka(rng: random.Random, state: Any) -> Event:
    """What may happen at a table of Kouřící kočka."""
    phase, odd, seat = state.phase.value, rng.random(), rng.choice(SEAT)
    if phase in ("over", "signed"):
        return rng.choice(
            (k.Sign(side="A"), k.Sign(side="B"), Press(side=0), k.Reopen(reason="nesouhlasí"), after_all(rng))
        )
    if state.banned and odd < 0.7:
        return k.Substitute(seat=SEAT[min(state.banned)], name=rng.choice(PEOPLE))
    if state.halted and odd < 0.6:
        return k.GoOn()
    if phase == "tied" and odd < 0.7:
        return k.Confirm(seat=rng.choice((None, *SEAT)))
    if odd < 0.75:
        if phase == "deal":
            return rng.choice(
                (k.Deal(cards=rng.choice((None, 1, 2))), Press(side=rng.randint(0, 1)), k.FirstDealer(seat=seat))
            )
        if phase == "passing":
            return rng.choice((k.Passed(), k.Passed(side="A"), k.Passed(side="B"), Press(side=1)))
        who = {
            name: rng.choice(SEAT)
            for name in ("hejma", "last_trick", "ace", "king", "svrsek", "spodek", "ten", "nine", "eight", "seven")
        }
        return rng.choice(
            (
                k.Taken(**who),
                k.Taken(**who),
                k.Lost(seat=seat),
                k.ThrowIn(seat="B", points=(2, 17, 1, 0)),
                k.Points(
                    points=rng.choice(((11, 11, 10, 1), (15, 15, 3, 0), (18, 12, 3, 0), (9, 9, 9, 6))), hejma=seat
                ),
                k.Points(points=(18, 4, 0, 0), hejma="A", early=True),
            )
        )
    return rng.choice(
        (
            after_all(rng),
            after_all(rng),
            k.Misdeal(letter=rng.random() < 0.5),
            k.Halt(side=rng.choice("AB")),
            k.Renonc(
                seat=seat,
                kind=rng.choice(("looked", "suit", "dealt")),
                punished=rng.random() < 0.6,
                deliberate=rng.random() < 0.2,
            ),
            k.Note(rule="K12", seat=seat, text="díval se na starší zdvih"),
            k.Substitute(seat=seat, name=rng.choice(PEOPLE)),
            k.Correct(round=rng.randint(1, max(1, len(state.rounds))), seat=seat),
            k.Correct(round=rng.randint(1, max(1, len(state.rounds))), points=(15, 15, 3, 0), hejma=seat),
            k.Correct(round=rng.randint(1, max(1, len(state.rounds))), again=True),
            Press(side=rng.randint(0, 1), held=True),
            Press(side=0, both=True),
        )
    )


WALK = Walk(kocka_setup, kocka, 6, 80)
