"""The Czech set without blanks: 98 tiles, 205 points (RULES S, facts; S3), and what can be checked of a word alone."""

from __future__ import annotations

import unicodedata
from collections import Counter
from types import MappingProxyType

from rules.message import Refusal

_SET = {
    1: "A5 D3 E5 I4 K3 L3 N5 O6 P3 R3 S4 T4 V4",
    2: "Á2 C3 H3 Í3 J2 M3 U3 Y2 Z2",
    3: "B2 É2 Ě2",
    4: "Č1 Ř2 Š2 Ů1 Ý2 Ž1",
    5: "F1 G1 Ú1",
    6: "Ň1",
    7: "Ó1 Ť1",
    8: "Ď1",
    10: "X1",
}

VALUE = MappingProxyType({item[0]: value for value, line in _SET.items() for item in line.split()})
"""Points printed on a tile, by letter."""

COUNT = MappingProxyType({item[0]: int(item[1:]) for line in _SET.values() for item in line.split()})
"""How many tiles of a letter the set has (S3)."""

ALPHABET = "AÁBCČDĎEÉĚFGHIÍJKLMNŇOÓPRŘSŠTŤUÚŮVXYÝZŽ"
"""The set's letters in Czech order, a plain letter before its accented one (S4)."""

TILES = sum(COUNT.values())
RACK = 7
"""Tiles on a full rack."""
BINGO = 50
"""Points for laying all seven tiles in one move."""
BOARD = 15
"""Squares in a row of the board."""


def tiles_of(text: str, rule: str = "S3") -> str:
    """``text`` as tiles: capital letters of the set, spaces dropped.

    Raises `Refusal` for a letter that the set has not got or has fewer of (S3: there are no blanks).
    """
    tiles = unicodedata.normalize("NFC", "".join(text.split())).upper()
    foreign = [letter for letter in dict.fromkeys(tiles) if letter not in COUNT]
    if foreign:
        letters = ", ".join(foreign)
        raise Refusal(rule, "The Czech set has no tile {letters}; use the letters on the keyboard.", letters=letters)
    twice = Counter(tiles) if len(set(tiles)) < len(tiles) else {}
    for letter, n in twice.items():
        if n > COUNT[letter]:
            raise Refusal(
                rule,
                "{letter} stands there {n} times, but the set has only {count} and no blanks.",
                letter=letter,
                n=n,
                count=COUNT[letter],
            )
    return tiles


def word_of(text: str) -> str:
    """``text`` as a word on the board: 2 to 15 tiles of the set. Raises `Refusal` (S3)."""
    word = tiles_of(text)
    if not 2 <= len(word) <= BOARD:
        raise Refusal("S3", "A word has 2 to 15 letters; this one has {n}.", n=len(word))
    return word


def value_of(tiles: str) -> int:
    """Sum of the values printed on ``tiles`` (S27)."""
    return sum(VALUE[letter] for letter in tiles)
