"""What one browser still has to be shown, and when: no I/O, no clock.

A browser that takes its pictures slowly gets fewer of them, never older ones: what changed meanwhile is joined. At most
`CREDIT` messages are on their way. How large each may be follows from how long the last took, so that a line of 20 kB a
second has something new at least every second, and a whole picture comes in pieces.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

import pygame

RECTS = 8
"""So many rectangles wait apart; more become the one that holds them all."""
CREDIT = 2
"""Messages that may be on their way unacknowledged."""
LEAST, FIRST, MOST = 20_000, 60_000, 1_200_000
"""Pixels of a piece: the smallest, the first, and the largest."""
WHOLE = 64
"""Generations of which it is remembered when they were sent."""
QUICK_S, SLOW_S = 0.3, 1.0
"""A piece that was there within the first makes the next larger; one that took more than the second, smaller."""


class PicturePiece(NamedTuple):
    """The rectangles of the next message; ``seq`` the generation that is whole with it, 0 where more has to come."""

    number: int
    rects: list[pygame.Rect]
    seq: int


class Viewer:
    """One browser. Times are seconds of any clock that never goes back."""

    def __init__(self) -> None:
        self.pending: list[pygame.Rect] = []
        self.generation = 0
        self.room = FIRST
        self._number = 0
        self._sent: deque[tuple[int, float]] = deque()
        self._whole: deque[tuple[int, float]] = deque(maxlen=WHOLE)

    def restart(self, size: tuple[int, int], generation: int) -> None:
        """All of a picture of ``size`` has to be shown, as of that generation."""
        self.pending = [pygame.Rect((0, 0), size)]
        self.generation = generation

    def change(self, rects: Iterable[pygame.Rect], generation: int) -> None:
        """These rectangles are different since ``generation``."""
        self.generation = max(generation, self.generation)
        for changed in rects:
            rect = changed.copy()
            while (n := rect.collidelist(self.pending)) >= 0:
                rect.union_ip(self.pending.pop(n))
            self.pending.append(rect)
        if len(self.pending) > RECTS:
            self.pending = [self.pending[0].unionall(self.pending[1:])]

    def next_piece(self, now: float) -> PicturePiece | None:
        """What is to be sent now; None where nothing is, or enough is on its way."""
        if not self.pending or len(self._sent) >= CREDIT:
            return None
        rects: list[pygame.Rect] = []
        area = 0
        while self.pending and area < self.room:
            rect = self.pending.pop(0)
            rows = max(1, (self.room - area) // max(1, rect.w))
            if rect.h > rows:
                self.pending.insert(0, pygame.Rect(rect.x, rect.y + rows, rect.w, rect.h - rows))
                rect = pygame.Rect(rect.x, rect.y, rect.w, rows)
            rects.append(rect)
            area += rect.w * rect.h
        self._number += 1
        self._sent.append((self._number, now))
        if self.pending:
            return PicturePiece(self._number, rects, 0)
        self._whole.append((self.generation, now))
        return PicturePiece(self._number, rects, self.generation)

    def sent_at(self, seq: int) -> float:
        """When the last piece of generation ``seq`` was sent; 0 where that is not remembered."""
        return dict(self._whole).get(seq, 0.0)

    def on_taken(self, number: int, now: float) -> bool:
        """The browser shows the message of that number. False where that is none that is on its way, the oldest."""
        if not self._sent or self._sent[0][0] != number:
            return False
        took = now - self._sent.popleft()[1]
        if took < QUICK_S:
            self.room = min(2 * self.room, MOST)
        elif took > SLOW_S:
            self.room = max(self.room // 2, LEAST)
        return True
