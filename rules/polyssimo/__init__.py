"""Polyssimo Challenge: two to four players pick 24 pieces and place as many as they can on one board (P1-P10)."""

from rules.polyssimo.game import GAME, Polyssimo
from rules.polyssimo.state import Phase, PolyssimoSetup, State

__all__ = ["GAME", "Phase", "Polyssimo", "PolyssimoSetup", "State"]
