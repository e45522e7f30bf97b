"""Lines that have been opened and on which no code has been shown yet: few, and the oldest makes way for the newest.

They use up no places of those who have shown it, and whoever opens many makes way first. No I/O, no clock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

MOST = 16
"""Such lines at once."""


class UnauthenticatedConnections:
    """The lines without a code of one kind of page."""

    def __init__(self) -> None:
        self._lines: dict[object, tuple[str, Callable[[], object]]] = {}

    def enter(self, line: object, address: str, leave: Callable[[], object]) -> None:
        """``line`` from ``address`` has come; ``leave`` ends it. Of too many the oldest of the busiest address ends."""
        self._lines[line] = address, leave
        if len(self._lines) > MOST:
            counts = Counter(address for address, _ in self._lines.values())
            busiest = max(counts, key=counts.__getitem__)
            oldest = next(
                line_of_busiest for line_of_busiest, (address, _) in self._lines.items() if address == busiest
            )
            self._lines.pop(oldest)[1]()

    def leave(self, line: object) -> None:
        """``line`` has shown the code, or has ended; it may have left already."""
        self._lines.pop(line, None)
