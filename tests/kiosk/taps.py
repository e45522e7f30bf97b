"""Somebody at a mariáš table whose touches are counted."""

from __future__ import annotations

from tools.play.player import Player
from tools.play.players.marias import MariasPlayer


class Counting(MariasPlayer):
    """A mariáš table that counts its taps."""

    taps = 0

    def touch(self, action) -> None:
        self.taps += 1
        super().touch(action)


def last(p: MariasPlayer):
    history = p.kiosk.table.history
    assert history is not None
    return history.entries[-1].event


def counted(player: Player) -> list[object]:
    """The taps from now on."""
    taps: list[object] = []
    touch = player.touch
    player.touch = lambda action: (taps.append(action), touch(action))
    return taps
