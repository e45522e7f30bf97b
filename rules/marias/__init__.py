"""Mariáš tournament: called-card mariáš, a round clock, deals settled in haléře, the table slip (M1-M32)."""

from rules.marias.game import GAME, Marias
from rules.marias.state import MariasSetup, Phase, State

__all__ = ["GAME", "Marias", "MariasSetup", "Phase", "State"]
