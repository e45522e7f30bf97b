"""Everybody against everybody, by the Berger tables."""

from __future__ import annotations

Game = tuple[int, int]
"""Two numbers of players, from 0."""


def berger(players: int) -> tuple[tuple[Game, ...], ...]:
    """The rounds for so many players; where their number is odd, who is missing from a round has a bye.

    The first round is 1–n, 2–(n−1) and so on; in each next one every number but the last grows by n/2, and the last
    one changes sides (FIDE Handbook, C.05 annex 1).

    >>> berger(4)
    (((0, 3), (1, 2)), ((3, 2), (0, 1)), ((1, 3), (2, 0)))
    """
    even = players + players % 2
    turning, last = even - 1, even - 1
    rounds = []
    for number in range(turning):
        first = number * (even // 2) % turning
        games = [(last, first) if number % 2 else (first, last)]
        games += [((first + step) % turning, (first - step) % turning) for step in range(1, even // 2)]
        rounds.append(tuple(game for game in games if max(game) < players))
    return tuple(rounds)
