"""How many people sit at each table of a game for single players."""

from __future__ import annotations

LEAST = 3
"""Players for whom there is a draw (M31: three to five at a table)."""


def table_sizes(players: int) -> tuple[int, ...]:
    """Tables of four, and as few of three or five as possible; never fewer than three (M31). ValueError below `LEAST`.

    >>> table_sizes(118)[-3:], table_sizes(121)[-3:]
    ((4, 3, 3), (4, 4, 5))
    """
    if players < LEAST:
        raise ValueError(f"{players} players make no table")
    fours, rest = divmod(players, 4)
    if rest == 1:
        return (4,) * (fours - 1) + (5,)
    if rest == 2:
        return (4,) * (fours - 1) + (3, 3)
    return (4,) * fours + ((3,) if rest else ())
