"""Codes that people read off a screen or a card and type elsewhere (docs/decisions/codes.md has all of them).

They are written in Crockford's base 32: no I, L, O, U, so that nothing is read wrongly; groups, case and letters that
look alike do not matter when they are typed.
"""

from __future__ import annotations

import re
import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LOOKALIKE = str.maketrans("OIL", "011")
LONGEST = 400
"""Characters of what was typed that are looked at."""


def new_code(length: int) -> str:
    """A random code, without 0 and 1, which are typed for other letters: not quite five bits a letter."""
    return "".join(secrets.choice(ALPHABET[2:]) for _ in range(length))


def letters_of(text: str) -> str:
    """A code as somebody wrote it without what does not matter: groups, case, letters that look alike.

    >>> letters_of("ab-0o")
    'AB00'
    """
    return re.sub(r"[\s-]", "", text[:LONGEST]).upper().translate(LOOKALIKE)
