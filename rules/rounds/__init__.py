"""The score sheet: any game of rounds, turns or boxes, by terms that stand in its setup (R1-R10)."""

from rules.rounds.game import GAME, RoundsGame
from rules.rounds.state import Phase, RoundsSetup, State
from rules.sheet_terms import Bonus, Box, SheetTerms

__all__ = ["GAME", "Bonus", "Box", "Phase", "RoundsGame", "RoundsSetup", "SheetTerms", "State"]
