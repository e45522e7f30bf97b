"""What the button did, numbered, kept until the table has acknowledged it."""

RESEND = 50_000
"""Microseconds without an answer after which everything that is kept is sent again."""


class ChangeQueue:
    """Changes of the button. ``first`` is the number of the oldest that is kept, ``next`` the one that comes next.

    Where the table is away for very long the oldest are given up; their numbers are missing then, so the table knows.
    """

    SIZE = 64

    def __init__(self) -> None:
        self.first = 1
        self._kept: list[tuple[bool, int]] = []
        self._sent = 0
        self._sent_at = 0

    @property
    def next(self) -> int:
        """The number that the next change gets."""
        return self.first + len(self._kept)

    def put(self, down: bool, at: int) -> None:
        """The button went down or up at ``at`` (us)."""
        if len(self._kept) >= self.SIZE:
            self._kept.pop(0)
            self.first += 1
            self._sent = max(0, self._sent - 1)
        self._kept.append((down, at))

    def on_ack(self, number: int) -> None:
        """The table has everything up to ``number``. What it cannot have is ignored."""
        if not self.first <= number < self.next:
            return
        gone = number - self.first + 1
        del self._kept[:gone]
        self.first += gone
        self._sent = max(0, self._sent - gone)

    def due(self, now: int) -> tuple[int, bool, int] | None:
        """What is to be sent next: number, level, time (us); None where nothing is at ``now``."""
        if self._sent >= len(self._kept):
            if not self._kept or now - self._sent_at < RESEND:
                return None
            self._sent = 0
        down, at = self._kept[self._sent]
        number = self.first + self._sent
        self._sent += 1
        self._sent_at = now
        return number, down, at
