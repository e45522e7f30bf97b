"""The screens of a mariáš table: which one each phase calls for."""

from __future__ import annotations

from collections.abc import Sequence

from device.games.controller import GameController
from device.games.marias import outputs
from device.games.marias.cards import ACCENT
from device.games.marias.menu import MariasMenu
from device.games.marias.play import Play, Ready
from device.games.marias.slip_view import Final, Slip
from device.kiosk.screen import Screen
from device.kiosk.time_bar import SideTime
from device.peripherals.oled_content import OledContent
from device.peripherals.signals import Signals
from rules.marias.state import Phase, State

USUAL: dict[Phase, Screen[State]] = {
    Phase.READY: Ready(),
    Phase.PLAY: Play(),
    Phase.SLIP: Slip(),
    Phase.SIGNED: Final(),
}
"""The screen that each phase calls for."""


class MariasController(GameController[State]):
    """Screens of the table."""

    slim_times = True

    def usual(self, state: State) -> Screen[State]:
        """By the phase."""
        return USUAL[state.phase]

    def menu(self) -> Screen[State]:
        """The table's menu."""
        return MariasMenu()

    def accent(self) -> int:
        """Mariáš's own."""
        return ACCENT

    def side_times(self, at: int) -> Sequence[SideTime]:
        """The clock of the round, or of the break before it."""
        return outputs.side_times(self.state, at)

    def next_change(self, at: int) -> int | None:
        """When a digit or a colour changes."""
        return outputs.next_change(self.state, at)

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """Both OLEDs."""
        return outputs.oled_content(self.state, 0, at), outputs.oled_content(self.state, 1, at)

    def call(self, at: int) -> str:
        """What is left of the time, where lamps and loudspeaker warn."""
        return outputs.call(self.state, at)

    def signals(self, at: int) -> Signals:
        """Lamps and buzzer."""
        return outputs.signals(self.state, at)
