"""A mariáš table at a tournament whose organiser is played by the test, and whom it draws for two rounds."""

from __future__ import annotations

from device.common.event.messages import NextSeat, NextSeats, Order, Pairing
from device.event.actions import PlayPairing
from device.event.timing import RoundCountdown
from device.graphics.actions import DONE
from rules.game import SECOND
from rules.marias import acts as e
from rules.marias.deal import SEAT
from rules.marias.state import Phase, standings

ADAM, BARA, CYRIL, DANA, EMIL, OTHER = (f"{n:016x}" for n in range(1, 7))
FIRST = Pairing(
    pairing="a1" * 8,
    kind="marias",
    round=1,
    title="Písek",
    seats=(("Adam",), ("Bára",), ("Cyril",), ("Dana",)),
    people=(ADAM, BARA, CYRIL, DANA),
    goes_on=True,
)
SECOND_ROUND = Pairing(
    pairing="a2" * 8,
    kind="marias",
    round=2,
    title="Písek",
    seats=(("Emil",), ("Adam",), ("Dana",)),
    people=(EMIL, ADAM, DANA),
    goes_on=True,
)
NEXT = NextSeats(
    round=2,
    of=8,
    seats=(
        NextSeat(name="Adam", table=7, others=("Emil", "Dana"), place=1),
        NextSeat(name="Bára", table=3, others=("Filip", "Gita", "Hana"), place=4),
        NextSeat(name="Cyril", place=7),
        NextSeat(name="Dana", table=7, others=("Emil", "Adam"), place=8),
    ),
)
WON = ((5000, 5), (4900, 5), (4900, 5), (4800, 5))


class Tournament:
    """A table at a mariáš tournament whose organiser is played by the test."""

    def __init__(self, table) -> None:
        self.table, self.player = table, table.player
        table.told(connected=True, answered=True, order=Order(pairing=FIRST))
        table.touch(PlayPairing(FIRST))
        table.touch(DONE)

    @property
    def state(self):
        return self.player.kiosk.table.state

    @property
    def entries(self):
        return [entry.event for entry in self.player.kiosk.table.history.entries]

    def counts(self, number, starts_in=0, length=3000, passed=0, paused=False, **more) -> None:
        """The organiser announces a round; ``passed``: so long ago (s)."""
        now = self.player.clock.ns
        starts = now + (starts_in - passed) * SECOND
        count = RoundCountdown(number, "", starts, starts + length * SECOND, now if paused else None)
        self.table.told(countdown=count, **more)

    def play_round(self, *cash) -> None:
        if self.state.phase is not Phase.PLAY:
            self.player.press(0)
        self.passes(self.state.round.remaining(self.player.kiosk.table.game_time()) // SECOND + 1)
        table = self.player.kiosk.table
        table.do(e.EndRound())
        for seat, (coin, tokens) in zip(self.state.round.seats, cash, strict=True):
            table.do(e.Closing(seat=SEAT[seat], coin=coin, tokens=tokens))
        table.do(e.Sign(side="A"))
        table.do(e.Sign(side="B"))
        self.settle()

    def passes(self, seconds) -> None:
        """So much time, in one step: what is drawn meanwhile is not looked at."""
        self.player.clock.ns += seconds * SECOND
        self.settle()

    def settle(self) -> None:
        self.player.kiosk.loop.invalidate()
        self.player.settle()

    def sums(self):
        return {self.state.known[standing.person].id: int(standing.total) for standing in standings(self.state)}
