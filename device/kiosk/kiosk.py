"""A table's screens and the loop behind them: parts with one job each, joined in `device.app.assembly`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from device.graphics.widgets import Scene
from device.io.inputs import Input
from device.journal import Journal
from device.kiosk.composer import FrameComposer
from device.kiosk.dispatcher import InputDispatcher
from device.kiosk.event_link import EventLink
from device.kiosk.host import CurrentController, Host
from device.kiosk.input_queue import InputQueue
from device.kiosk.loop import Loop, Presenter
from device.kiosk.notices import Notices
from device.kiosk.outputs import Brightness, OutputCache
from device.kiosk.preferences import Preferences
from device.kiosk.screen_controller import Controller
from device.kiosk.screen_output import ScreenOutput
from device.kiosk.touches import TouchGuard
from device.table.table import Table


@dataclass(frozen=True, slots=True)
class Kiosk:
    """The parts of a running table, for whoever starts, measures or plays it.

    `post` may be called from any thread; everything else belongs to the loop's thread. ``now`` is the device's
    monotonic clock in ns.
    """

    queue: InputQueue
    journal: Journal
    table: Table
    event: EventLink
    preferences: Preferences
    notices: Notices
    screen: ScreenOutput
    shown: CurrentController
    host: Host
    composer: FrameComposer
    guard: TouchGuard
    brightness: Brightness
    outputs: OutputCache
    dispatcher: InputDispatcher
    presenter: Presenter
    loop: Loop
    now: Callable[[], int]

    @property
    def controller(self) -> Controller:
        """The controller that shows."""
        return self.shown.controller

    @property
    def scene(self) -> Scene:
        """The picture that shows."""
        return self.screen.frame.scene

    def post(self, item: Input) -> None:
        """Put something on the queue, from any thread."""
        self.queue.put(item)

    def run(self, on_turn: Callable[[int], None] = lambda now: None) -> None:
        """Run until somebody ends the program; then the game is left with its clock stopped."""
        self.loop.run(on_turn)
        self.table.leave()
