"""Hands at a mariáš table that count what they touch."""

from __future__ import annotations

from device.games.marias.autoplay import MariasPlayer


class Counting(MariasPlayer):
    """Hands that count their touches."""

    taps = 0

    def touch(self, action) -> None:
        self.taps += 1
        super().touch(action)


def last(p: MariasPlayer):
    history = p.kiosk.table.history
    assert history is not None
    return history.entries[-1].event
