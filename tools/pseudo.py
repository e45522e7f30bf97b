"""A language that nobody speaks, to see whether the next one finds room: English, 40 % longer.

Each text is accented, its vowels are drawn out until it has two letters for five more than the English, and it stands
in brackets, so that a text that is cut, or that never went through a catalogue, is seen at once. Names in braces stay
as they are. Tests let the longest of this and a real language speak (tests/longest.py); it is in no table.
"""

from __future__ import annotations

import math
import re

LONGER = 1.4
ACCENTS = str.maketrans("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ")
FIXED = re.compile(r"(\{[^}]*\}|%\([a-z_]+\)[sd])")
"""What stays as it is: names that are filled in."""
VOWEL = re.compile(r"[áéíóúýÁÉÍÓÚÝ]")
SHORTEST = 5
"""Letters of a text from which on brackets take no more than it is to be longer by."""


def lengthen(text: str) -> str:
    """The text as that language has it."""
    parts = FIXED.split(text)
    letters = sum(len(part) for part in parts[::2])
    if not any(char.isalpha() for part in parts[::2] for char in part):
        return text
    bracketed = letters >= SHORTEST
    missing = math.ceil(letters * LONGER) - letters - 2 * bracketed
    spoken = [part.translate(ACCENTS) if n % 2 == 0 else part for n, part in enumerate(parts)]
    vowels = sum(len(VOWEL.findall(part)) for part in spoken[::2])
    done = 0

    def drawn_out(vowel: re.Match[str]) -> str:
        nonlocal done
        done += 1
        more = missing * done // vowels - missing * (done - 1) // vowels
        return vowel.group() + vowel.group().lower() * more

    for n in range(0, len(spoken), 2):
        spoken[n] = VOWEL.sub(drawn_out, spoken[n])
    whole = "".join(spoken) + ("" if vowels else "-" * missing)
    return f"[{whole}]" if bracketed else whole
