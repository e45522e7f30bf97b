"""Sets of tiles by language, as data: each letter's value and how many of it there are, and the blanks.

Another language is another entry of `SETS`. A tile is one character: a capital letter of the set, or, for a blank that
stands for a letter, that letter in lower case. A tile with two letters on it is one character all the same, a capital
letter that the language does not have; people and GCG files write its letters in square brackets.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.message import Refusal

RACK = 7
"""Tiles on a full rack, the most that a move can lay."""
BINGO = 50
"""Points for laying all of them in one move."""
BLANK = "?"
"""A blank that stands for no letter yet."""


@dataclass(frozen=True)
class TileSet:
    """The tiles of one edition: ``value`` and ``count`` by letter, ``blanks``, the ``alphabet`` in its order.

    ``digraphs`` are the letters on a tile of two, by the character that the tile is here. ``points`` are those of a
    tile as it lies: a letter's value, and 0 for a blank that stands for it. ``times[n]`` are the points n times, up to
    the 3 of a premium square.
    """

    value: Mapping[str, int]
    count: Mapping[str, int]
    alphabet: str
    blanks: int = 0
    digraphs: Mapping[str, str] = field(default_factory=dict)
    total: int = field(init=False)
    points: Mapping[str, int] = field(init=False)
    times: Sequence[dict[str, int]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", sum(self.count.values()) + self.blanks)
        blank = {letter.lower(): 0 for letter in self.alphabet}
        points = {**blank, **self.value}
        object.__setattr__(self, "points", MappingProxyType(points))
        object.__setattr__(self, "times", tuple({tile: n * point for tile, point in points.items()} for n in range(4)))

    def without_blanks(self) -> TileSet:
        """The same set with its blanks left in the box."""
        return TileSet(self.value, self.count, self.alphabet, digraphs=self.digraphs)

    def tiles_in(self, text: str) -> str:
        """A word as its tiles: ``[CH]``, with a blank ``[ch]``, is one of them, and so is ``L·L``. Raises `Refusal`."""
        signs = {letters: sign for sign, letters in self.digraphs.items()}

        def sign_of(match: re.Match[str]) -> str:
            letters = match[1] or match[0]
            sign = signs.get(letters.upper(), "")
            if not sign:
                raise Refusal("", "The set has no tile {letters}.", letters=letters)
            return sign.lower() if letters == letters.lower() else sign

        return re.sub(r"\[([^\[\]]{1,4})\]|\w·\w", sign_of, text)

    def text_of(self, tiles: str) -> str:
        """Tiles as people write them: `tiles_in` reads it."""
        text = {ord(sign): f"[{letters}]" for sign, letters in self.digraphs.items()}
        blanks = {ord(sign.lower()): f"[{letters.lower()}]" for sign, letters in self.digraphs.items()}
        return tiles.translate(text | blanks)


def tile_set(alphabet: str, lines: Mapping[int, str], blanks: int = 2, digraphs: str = "") -> TileSet:
    """A set from a line of letters with their counts for each value: ``{1: "A5 D3"}``; ``digraphs`` as ``"Ƈ=CH"``."""
    items = {item[0]: (value, int(item[1:])) for value, line in lines.items() for item in line.split()}
    if sorted(items) != sorted(alphabet):
        raise ValueError(f"the alphabet and the tiles differ in {set(items) ^ set(alphabet)}")
    return TileSet(
        value=MappingProxyType({letter: items[letter][0] for letter in alphabet}),
        count=MappingProxyType({letter: items[letter][1] for letter in alphabet}),
        alphabet=alphabet,
        blanks=blanks,
        digraphs=MappingProxyType(dict(pair.split("=") for pair in digraphs.split())),
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
        "fr": tile_set(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
            {
                1: "A9 E15 I8 L5 N6 O6 R6 S6 T6 U6",
                2: "D3 G2 M3",
                3: "B2 C2 P2",
                4: "F2 H2 V2",
                8: "J1 Q1",
                10: "K1 W1 X1 Y1 Z1",
            },
        ),
        "es": tile_set(
            "ABCƇDEFGHIJLỺMNÑOPQRɌSTUVXYZ",
            {
                1: "A12 E12 I6 L4 N5 O9 R5 S6 T4 U5",
                2: "D5 G2",
                3: "B2 C4 M2 P2",
                4: "F1 H2 V1 Y1",
                5: "Ƈ1 Q1",
                8: "J1 Ỻ1 Ñ1 Ɍ1 X1",
                10: "Z1",
            },
            digraphs="Ƈ=CH Ỻ=LL Ɍ=RR",
        ),
        "ca": tile_set(
            "ABCÇDEFGHIJLỺMNƝOPɊRSTUVXZ",
            {
                1: "A12 E13 I8 L4 N6 O5 R8 S8 T5 U4",
                2: "C3 D3 M3",
                3: "B2 G2 P2",
                4: "F1 V1",
                8: "H1 J1 Ɋ1 Z1",
                10: "Ç1 Ỻ1 Ɲ1 X1",
            },
            digraphs="Ỻ=L·L Ɲ=NY Ɋ=QU",
        ),
        "hu": tile_set(
            "AÁBCƇDEÉFGǤHIÍJKLŁMNƝOÓÖŐPRSƧTŦUÚÜŰVZƵ",
            {
                1: "A6 Á4 E6 I3 K6 L4 M3 N4 O3 R4 S3 T5",
                2: "B3 D3 G3 Ó3",
                3: "É3 H2 Ƨ2 V2",
                4: "F2 Ǥ2 J2 Ö2 P2 U2 Ü2 Z2",
                5: "C1 Í1 Ɲ1",
                7: "Ƈ1 Ő1 Ú1 Ű1",
                8: "Ł1 Ƶ1",
                10: "Ŧ1",
            },
            digraphs="Ƈ=CS Ǥ=GY Ł=LY Ɲ=NY Ƨ=SZ Ŧ=TY Ƶ=ZS",
        ),
        "cy": tile_set(
            "ABCƇDĐEFƑGŊHIJLỺMNOPRɌSTŦUWY",
            {
                1: "A10 Đ4 D6 E8 I7 N8 O6 R7 W5 Y7",
                2: "F3 G3 L3 U3",
                3: "B2 M2 S3 T2",
                4: "C2 Ƒ2 H2 Ŧ2",
                5: "Ƈ1 Ỻ1 P1",
                8: "J1",
                10: "Ŋ1 Ɍ1",
            },
            digraphs="Ƈ=CH Đ=DD Ƒ=FF Ŋ=NG Ỻ=LL Ɍ=RH Ŧ=TH",
        ),
    }
)
"""The sets by language."""
