"""What a game is to a tournament: who meets at its tables, what is counted, and how figures are written on a slip.

A game is what `EventState.game` gives for its word.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from device.common.i18n import number, tr
from device.common.specs.card import RankingFigure, fraction_text, signed_number
from device.common.specs.spec import GameSpec
from rules.money import kc


def is_for_two(game: GameSpec) -> bool:
    """Whether two entrants meet at a table: two pairs, two teams, or two players."""
    return game.seats.most == 2


def is_money(game: GameSpec) -> bool:
    """Whether the sum of all rounds decides, in haléře (M31), not wins."""
    return game.card.load().standing_by == "sum"


def is_least(game: GameSpec) -> bool:
    """Whether less is better: figures are written as they are counted, and stand in the scores below zero."""
    return game.card.load().least


def is_in_halves(game: GameSpec) -> bool:
    """Whether a win is a point and a draw half of one, as in chess."""
    return game.card.load().halves


def ranking_figures(game: GameSpec) -> Mapping[str, RankingFigure]:
    """What figures of the standings are called in the game, by their word, where not as in others."""
    return game.card.load().ranking


def figure(points: Fraction, game: GameSpec, plus: bool = False) -> str:
    """A figure as people write it on a slip: koruny where money is counted; where less is better, what was counted."""
    if is_money(game):
        return number(points / 100, 2, plus=plus, grouped=False)
    return as_typed(-points if is_least(game) else points)


def as_typed(value: Fraction) -> str:
    """A figure as people type it: ``312``, ``½``."""
    return str(value) if value.denominator == 1 else fraction_text(value)


def figure_text(game: GameSpec, word: str, value: Fraction) -> str:
    """A figure of the standings as people read it."""
    if word in ("points", "lately"):
        if is_money(game):
            return tr(kc(value, plus=True))
        return fraction_text(-value if is_least(game) else value)
    return signed_number(value, 0 if value.denominator == 1 else 2) if word == "margin" else fraction_text(value)
