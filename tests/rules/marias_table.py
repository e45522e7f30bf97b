"""A mariáš table that reads like one: ``m.deal("A", "C", "hra re won", red=True)``."""

from __future__ import annotations

import pytest

from rules.game import SECOND, Event
from rules.history import History
from rules.marias import GAME, MariasSetup
from rules.marias import acts as e
from rules.marias.deal import SEAT, Commitment, Count
from rules.marias.state import State
from rules.message import Refusal

PLAYERS = ("Adam", "Bára", "Cyril", "Dana", "Emil")
LADDER = {"flek": 1, "re": 2, "tutti": 3, "boty": 4, "kalhoty": 5, "kajzr": 6}


def count(points: int) -> Count:
    """Points as a deck allows them: plain tens first, then marriages, and the trump one last."""
    tens = points // 10
    for trump in (False, True):
        for marriages in range(4):
            rest = tens - 2 * marriages - 4 * trump
            if 0 <= rest <= 9:
                return Count(tens=rest, marriages=marriages, trump_marriage=trump)
    raise AssertionError(points)


def said(text: str) -> Commitment:
    """``"sto flek lost 40"``: kind, level, outcome, points."""
    kind, *rest = text.split()
    level, won, counted = 0, None, None
    for word in rest:
        if word in LADDER:
            level = LADDER[word]
        elif word in ("won", "lost"):
            won = word == "won"
        else:
            counted = count(int(word))
    if kind == "mandatory_sto" and won and counted:
        counted = Count(tens=counted.total - 4, trump_marriage=True)
    return Commitment(kind=kind, level=level, won=won, count=counted)


def deal(chooser: str, partner: str | None, *commitments: str, **more) -> e.Deal:
    return e.Deal(
        chooser=chooser, partner=partner, commitments=tuple(said(commitment) for commitment in commitments), **more
    )


class Table:
    """A table whose time is moved by hand, in seconds."""

    def __init__(self, players: int = 4, **settings):
        self.history = History.begin(GAME, MariasSetup(players=PLAYERS[:players], **settings))
        self.now = 0.0

    @property
    def state(self) -> State:
        return self.history.state

    @property
    def ns(self) -> int:
        return round(self.now * SECOND)

    def do(self, *events: Event, after: float = 1.0) -> Table:
        for event in events:
            self.now += after
            self.history = self.history.accept(event, self.ns)
        return self

    def wait(self, seconds: float) -> Table:
        self.now += seconds
        return self

    def refused(self, rule: str, event: Event) -> str:
        """The event is refused with that rule, and nothing at all has changed."""
        before = self.history
        with pytest.raises(Refusal) as caught:
            self.history.accept(event, self.ns)
        assert caught.value.rule == rule, caught.value
        assert self.history == before
        return str(caught.value)

    def start(self) -> Table:
        return self.do(e.StartRound())

    def deal(self, chooser, partner, *commitments, **more) -> Table:
        return self.do(deal(chooser, partner, *commitments, **more))

    def won(self) -> tuple:
        """What this round brought everybody, in haléře."""
        return tuple(self.state.round.winnings[seat] for seat in range(self.state.seats))

    def finish(self, *cash) -> Table:
        """The round's time runs out, everybody's coin and tokens are counted, both sides sign."""
        self.wait(self.state.round.remaining(self.ns) / SECOND + 1)
        self.do(e.EndRound())
        for seat, (coin, tokens) in zip(self.state.round.seats, cash, strict=True):
            self.do(e.Closing(seat=SEAT[seat], coin=coin, tokens=tokens))
        return self.do(e.Sign(side="A"), e.Sign(side="B"))


__all__ = ["GAME", "PLAYERS", "Table", "count", "deal", "e", "said"]
