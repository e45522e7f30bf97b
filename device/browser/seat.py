"""Who plays at a table that browsers show: one holds it, the others look on. No I/O, no clock.

Who comes to an empty table holds it. Whoever left by accident finds it free for `KEPT_S`, and after the server was
started anew for `RETURN_S`. Who looks on may take over at any time; the page asks first, and tells the other one.
"""

from __future__ import annotations

KEPT_S = 10.0
"""For how long (s) the seat is kept for a holder whose connection is gone."""
RETURN_S = 4.0
"""The same after a start: the page that held the table comes back by itself within this time."""
WRONG = 5
"""Wrong codes of one address, after which it has to wait."""
WAIT_S = 60.0
LETTERS = 6
"""Letters of a code: 30 bits, of which `WRONG` tries a minute find nothing."""


class Seat:
    """One table's. ``holder`` is who holds it, by the word that its page keeps; None: nobody. Times are in seconds."""

    def __init__(self, now: float, former: str | None = None) -> None:
        self.holder = former
        self._here = False
        self._until = now + RETURN_S

    def is_free(self, now: float) -> bool:
        """Whether nobody plays, and nobody is expected back."""
        return self.holder is None or (not self._here and now >= self._until)

    def enter(self, ident: str, now: float, *, only_looks: bool = False) -> bool:
        """A browser comes, or comes back; whether it holds the table now."""
        if self.holder == ident or (not only_looks and self.is_free(now)):
            self.take(ident)
            return True
        return False

    def take(self, ident: str) -> None:
        """A browser that is there plays from now on."""
        self.holder, self._here = ident, True

    def leave(self, ident: str, now: float) -> None:
        """The last connection of a browser is gone."""
        if self.holder == ident:
            self._here, self._until = False, now + KEPT_S

    def is_held_by(self, ident: str) -> bool:
        """Whether that browser holds it and is there."""
        return self._here and self.holder == ident
