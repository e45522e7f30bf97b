"""What an event knows games by: the word of each, and of a game with terms of its own that word with its name.

Most games are one to every event. Of the score sheet there are Rummy 500, Prší and whatever else a club plays, each
with a word and with standings of its own.
"""

from __future__ import annotations

from device.common.games.registry import SPECS
from device.common.specs.spec import GameSpec
from rules.history import History
from rules.sheet_terms import SheetTerms

BETWEEN = ":"
"""Stands in a word between that of the game and the name of what is played by its terms."""
WITHOUT_TERMS = tuple(key for key, spec in SPECS.items() if spec.by_terms is None)
"""The games that are one by themselves."""


def kind_of(history: History) -> str:
    """By which word an event knows what is played in a game."""
    key = history.game.key
    return key if key in WITHOUT_TERMS else _word(key, history.game.variant(history.setup))


def kind_by(terms: SheetTerms) -> str:
    """By which word an event knows what is played by these terms."""
    return _word(_with_terms().key, terms.name)


def _word(key: str, variant: str) -> str:
    return f"{key}{BETWEEN}{variant}"


def key_of(kind: str) -> str:
    """The game's own word, as tables have it."""
    return kind.partition(BETWEEN)[0]


def variant_of(kind: str) -> str:
    """The name of what is played by terms of its own; empty for any other game."""
    return kind.partition(BETWEEN)[2]


def terms_of(history: History) -> SheetTerms | None:
    """By which terms a game is played; None where it is one by itself."""
    terms: SheetTerms | None = None if history.game.key in WITHOUT_TERMS else getattr(history.setup, "terms", None)
    return terms


def played_by(terms: SheetTerms) -> GameSpec:
    """The game that is played by these terms."""
    by_terms = _with_terms().by_terms
    assert by_terms is not None
    return by_terms(terms)


def _with_terms() -> GameSpec:
    return next(spec for spec in SPECS.values() if spec.by_terms is not None)
