"""Sets of tiles by language, as data: each letter's value and how many of it there are, and the blanks.

Another language is another entry of `SETS`. A tile is one character: a capital letter of the set, or, for a blank that
stands for a letter, that letter in lower case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

RACK = 7
"""Tiles on a full rack, the most that a move can lay."""
BINGO = 50
"""Points for laying all of them in one move."""
BLANK = "?"
"""A blank that stands for no letter yet."""


@dataclass(frozen=True)
class TileSet:
    """The tiles of one edition: ``value`` and ``count`` by letter, ``blanks``, the ``alphabet`` in its order.

    ``points`` are those of a tile as it lies: a letter's value, and 0 for a blank that stands for it. ``times[n]`` are
    the points n times, up to the 3 of a premium square.
    """

    value: Mapping[str, int]
    count: Mapping[str, int]
    alphabet: str
    blanks: int = 0
    total: int = field(init=False)
    points: Mapping[str, int] = field(init=False)
    times: Sequence[dict[str, int]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", sum(self.count.values()) + self.blanks)
        blank = {letter.lower(): 0 for letter in self.alphabet}
        points = {**blank, **self.value}
        object.__setattr__(self, "points", MappingProxyType(points))
        object.__setattr__(self, "times", tuple({tile: n * one for tile, one in points.items()} for n in range(4)))

    def without_blanks(self) -> TileSet:
        """The same set with its blanks left in the box."""
        return TileSet(self.value, self.count, self.alphabet)


def tile_set(alphabet: str, lines: Mapping[int, str], blanks: int = 2) -> TileSet:
    """A set from a line of letters with their counts for each value: ``{1: "A5 D3"}``."""
    items = {item[0]: (value, int(item[1:])) for value, line in lines.items() for item in line.split()}
    if sorted(items) != sorted(alphabet):
        raise ValueError(f"the alphabet and the tiles differ in {set(items) ^ set(alphabet)}")
    return TileSet(
        value=MappingProxyType({letter: items[letter][0] for letter in alphabet}),
        count=MappingProxyType({letter: items[letter][1] for letter in alphabet}),
        alphabet=alphabet,
        blanks=blanks,
    )


SETS: Mapping[str, TileSet] = MappingProxyType(
    {
        "cs": tile_set(
            "AÁBCČDĎEÉĚFGHIÍJKLMNŇOÓPRŘSŠTŤUÚŮVXYÝZŽ",
            {
                1: "A5 D3 E5 I4 K3 L3 N5 O6 P3 R3 S4 T4 V4",
                2: "Á2 C3 H3 Í3 J2 M3 U3 Y2 Z2",
                3: "B2 É2 Ě2",
                4: "Č1 Ř2 Š2 Ů1 Ý2 Ž1",
                5: "F1 G1 Ú1",
                6: "Ň1",
                7: "Ó1 Ť1",
                8: "Ď1",
                10: "X1",
            },
        ),
        "sk": tile_set(
            "AÁÄBCČDĎEÉFGHIÍJKLĹĽMNŇOÓÔPRŔSŠTŤUÚVXYÝZŽ",
            {
                1: "A9 E8 I5 N5 O9 R4 S4 T4 V4",
                2: "D3 K3 L3 M4 P3",
                3: "J2 U2",
                4: "Á1 B2 C1 H1 Y1 Z1",
                5: "Č1 Í1 Š1 Ý1 Ž1",
                7: "É1 Ľ1 Ť1 Ú1",
                8: "Ď1 F1 G1 Ň1 Ô1",
                10: "Ä1 Ĺ1 Ó1 Ŕ1 X1",
            },
        ),
        "pl": tile_set(
            "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ",
            {
                1: "A9 E7 I8 N5 O6 R4 S4 W4 Z5",
                2: "C3 D3 K3 L3 M3 P3 T3 Y4",
                3: "B2 G2 H2 J2 Ł2 U2",
                5: "Ą1 Ę1 F1 Ó1 Ś1 Ż1",
                6: "Ć1",
                7: "Ń1",
                9: "Ź1",
            },
        ),
        "de": tile_set(
            "AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ",
            {
                1: "A5 D4 E15 I6 N9 R6 S7 T6 U6",
                2: "G3 H4 L3 O3",
                3: "B2 M4 W1 Z1",
                4: "C2 F2 K2 P1",
                6: "Ä1 J1 Ü1 V1",
                8: "Ö1 X1",
                10: "Q1 Y1",
            },
        ),
        "en": tile_set(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            {
                1: "A9 E12 I9 L4 N6 O8 R6 S4 T6 U4",
                2: "D4 G3",
                3: "B2 C2 M2 P2",
                4: "F2 H2 V2 W2 Y2",
                5: "K1",
                8: "J1 X1",
                10: "Q1 Z1",
            },
        ),
    }
)
"""The sets by language."""
