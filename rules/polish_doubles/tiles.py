"""The Czech set without blanks: 98 tiles, 205 points (RULES S, facts; S3), and what can be checked of a word alone."""

from __future__ import annotations

import unicodedata
from collections import Counter

from rules.message import Refusal
from rules.scrabble import SETS, SIZE, tile_sets

CZECH = SETS["cs"].without_blanks()
"""The set that the game is played with."""

VALUE = CZECH.value
"""Points printed on a tile, by letter."""

COUNT = CZECH.count
"""How many tiles of a letter the set has (S3)."""

ALPHABET = CZECH.alphabet
"""The set's letters in Czech order, a plain letter before its accented one (S4)."""

TILES = CZECH.total
RACK = tile_sets.RACK
"""Tiles on a full rack."""


def tiles_of(text: str, rule: str = "S3") -> str:
    """``text`` as tiles: capital letters of the set, spaces dropped.

    Raises `Refusal` for a letter that the set has not got or has fewer of (S3: there are no blanks).
    """
    tiles = unicodedata.normalize("NFC", "".join(text.split())).upper()
    different = set(tiles)
    if not different <= COUNT.keys():
        letters = ", ".join(letter for letter in dict.fromkeys(tiles) if letter not in COUNT)
        raise Refusal(rule, "The Czech set has no tile {letters}; use the letters on the keyboard.", letters=letters)
    twice = Counter(tiles) if len(different) < len(tiles) else {}
    for letter, n in twice.items():
        if n > COUNT[letter]:
            raise Refusal(
                rule,
                "{letter} is there {n} times, but the set has only {count} and no blanks.",
                letter=letter,
                n=n,
                count=COUNT[letter],
            )
    return tiles


def word_of(text: str) -> str:
    """``text`` as a word on the board: 2 to 15 tiles of the set. Raises `Refusal` (S3)."""
    word = tiles_of(text)
    if not 2 <= len(word) <= SIZE:
        raise Refusal("S3", "A word has 2 to 15 letters; this one has {n}.", n=len(word))
    return word


def value_of(tiles: str) -> int:
    """Sum of the values printed on ``tiles`` (S27)."""
    return sum(VALUE[letter] for letter in tiles)
