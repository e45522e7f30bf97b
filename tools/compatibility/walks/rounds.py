"""A walk over the events of a game on a score sheet, by sheets of every kind."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from rules.game import Event
from rules.loading import readable
from rules.rounds import RoundsSetup, SheetTerms
from rules.rounds import acts as e

from .table import PEOPLE, Press, Walk, after_all

SHEETS: tuple[dict[str, Any], ...] = (
    {"name": "Rummy 500", "players": (2, 6), "least": -50, "until": 150, "deals": True},
    {"name": "Šipky", "players": (2, 8), "wins": "least", "written": "turn", "most": 180, "start": 301, "until": 0}
    | {"exact": True, "turn_s": 60},
    {"name": "Srdce", "players": (4, 4), "wins": "least", "total": 26, "most": 26, "until": 100, "deals": True},
    {"name": "Kostky", "boxes": ({"name": "Jedničky", "allowed": (0, 1, 2, 3)}, {"name": "Full house", "most": 30})}
    | {"players": (2, 8), "bonus": ({"boxes": 1, "reached": 3, "points": 35},)},
    {"name": "Dvojice", "players": (4, 8), "team": 2, "rounds": 6, "turn_s": 30},
)
"""Terms as a record has them."""


def rounds_setup(rng: random.Random, n: int) -> Any:
    """As many people as the sheet takes, in whole teams."""
    terms = SHEETS[n % len(SHEETS)]
    fewest, most = terms["players"]
    team = terms.get("team", 1)
    players = rng.randrange(fewest, most + 1, team)
    return RoundsSetup(
        terms=msgspec.convert(terms, readable(SheetTerms)),
        players=tuple(rng.sample(PEOPLE, players)),
        title="Klubový večer" if n % 2 else "",
        round=n % 3,
    )


def rounds(rng: random.Random, state: Any) -> Event:
    """What may happen at a table with a score sheet."""
    phase, odd, seat = state.phase.value, rng.random(), rng.choice("12345678"[: len(state.names)])
    if phase in ("over", "signed"):
        return rng.choice(
            (e.Sign(side="A"), e.Sign(side="B"), Press(side=0), e.Reopen(reason="nesouhlasí"), after_all(rng))
        )
    if odd < 0.75:
        return _written(rng, state)
    return rng.choice(
        (
            after_all(rng),
            after_all(rng),
            Press(side=rng.randint(0, 1)),
            Press(side=0, both=True),
            e.Dealer(seat=seat),
            e.OnTurn(seat=seat),
            e.Pause(),
            e.Resume(),
            e.Note(rule="R7", seat=seat, text="špatně rozdáno"),
            e.Substitute(seat=seat, name=rng.choice(PEOPLE)),
            e.Correct(round=rng.randint(1, max(1, len(state.rows))), figures=_row(rng, state)),
            e.End() if rng.random() < 0.1 else Press(side=1, held=True),
        )
    )


def _written(rng: random.Random, state: Any) -> Event:
    terms = state.terms
    if terms.boxes:
        box = rng.randrange(len(terms.boxes))
        return e.Fill(box=box + 1, figure=rng.choice(terms.boxes[box].allowed or (0, 12, 30)))
    if terms.by_turns:
        return e.TurnScore(figure=rng.choice((0, 20, 57, 60, 180, max(0, state.sums[state.next_column]))))
    return e.RoundScore(figures=_row(rng, state))


def _row(rng: random.Random, state: Any) -> tuple[int, ...]:
    """Figures for everybody, mostly such as can stand there."""
    many, terms = len(state.sums), state.terms
    figures = [rng.randint(max(-30, terms.least), min(60, terms.most)) for _ in range(many)]
    if terms.total is not None:
        figures = [0] * many
        figures[rng.randrange(many)] = terms.total
    return tuple(figures if rng.random() < 0.95 else figures[:-1])


WALK = Walk(rounds_setup, rounds, 5, 60)
