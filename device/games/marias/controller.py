"""The screens of a mariáš table: which one each phase calls for."""

from __future__ import annotations

from device.games.marias import outputs as own_outputs
from device.games.marias.cards import ACCENT
from device.games.marias.menu import MariasMenu
from device.games.marias.play import Play, Ready
from device.games.marias.slip_view import Final, Slip
from device.games.timed_controller import TimedController
from device.kiosk.screen import Screen
from rules.marias.state import Phase, State

USUAL: dict[Phase, Screen[State]] = {
    Phase.READY: Ready(),
    Phase.PLAY: Play(),
    Phase.SLIP: Slip(),
    Phase.SIGNED: Final(),
}
"""The screen that each phase calls for."""


class MariasController(TimedController[State]):
    """Screens of the table."""

    outputs = own_outputs
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
