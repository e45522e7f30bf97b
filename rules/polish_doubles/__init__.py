"""Polish doubles (polská čtyřhra): Scrabble for two pairs, turns in the order 1-2-2-2 (S1-S29)."""

from rules.polish_doubles.game import GAME, PolishDoubles
from rules.polish_doubles.setup import DoublesSetup, PairSetup
from rules.polish_doubles.state import Phase, State

__all__ = ["GAME", "DoublesSetup", "PairSetup", "Phase", "PolishDoubles", "State"]
