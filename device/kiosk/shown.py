"""Which controller shows."""

from __future__ import annotations

from device.kiosk.controllers import Controller
from device.kiosk.touch_tracking import TouchTracker


class CurrentController:
    """The one controller that draws, gets the touches and drives OLEDs and lamps. Set before the first frame."""

    controller: Controller

    def __init__(self, touches: TouchTracker) -> None:
        self._touches = touches

    def show(self, controller: Controller) -> None:
        """Show another one; what was being dragged is dropped."""
        self.controller = controller
        self._touches.let_go()
