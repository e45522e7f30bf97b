"""Recorded players, a module a game: found by the game's word."""
