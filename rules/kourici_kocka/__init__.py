"""Kouřící kočka: four players, penalty points that live for one round, letters of a word (K1-K17)."""

from rules.kourici_kocka.game import GAME, KouriciKocka
from rules.kourici_kocka.state import KockaSetup, Phase, State

__all__ = ["GAME", "KockaSetup", "KouriciKocka", "Phase", "State"]
