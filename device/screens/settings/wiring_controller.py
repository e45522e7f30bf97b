"""Brings the table up on its own screen: takes over its lines and displays, and gives them back at the end."""

from __future__ import annotations

import queue

from device.bring_up.needs import changes, needs_of
from device.bring_up.steps import BUTTONS, OLEDS, BringUp, Replied, Waited, WiringEvent, WiringReply, begin, on
from device.bring_up.wired_parts import WiredParts
from device.common.address import Address
from device.io.inputs import ButtonGesture, Redraw
from device.kiosk.host import Host
from device.kiosk.moment import Moment, OverlayViews, soonest
from device.kiosk.screen import Screen
from device.kiosk.screen_controller import Controller, OverlayController
from rules.game import SECOND
from rules.message import Refusal


class WiringViews(OverlayViews):
    """What shows of bringing the table up."""

    def next_change(self, moment: Moment[BringUp]) -> int | None:
        """Where a wire is waited for, each second counts."""
        below = super().next_change(moment)
        return soonest(below, moment.at + SECOND) if moment.state.step in (*BUTTONS, *OLEDS) else below


SCREEN: Address[type[Screen[BringUp]]] = Address("device.screens.settings.wiring:WiringScreen")


class WiringController(OverlayController[BringUp]):
    """The steps over the settings. Raises `Refusal` where a clock runs, or the lines are not there yet."""

    views = WiringViews()
    first = SCREEN

    def __init__(self, host: Host, under: Controller) -> None:
        super().__init__(host, under)
        if host.table.clock_runs:
            raise Refusal("", "A clock runs; pause the game first.")
        if host.wiring is None:
            raise Refusal("", "The buttons are being opened; a moment.")
        self._state = begin(host.settings)
        self._heard: queue.SimpleQueue[WiringEvent] = queue.SimpleQueue()
        self._second = host.now() + SECOND
        self._parts: WiredParts = host.wiring.lend(self._hear)
        self._parts.want(needs_of(self._state))
        self._parts.start()

    @property
    def state(self) -> BringUp:
        """The step and all that is known."""
        return self._state

    def _hear(self, event: WiringEvent) -> None:
        """From any thread."""
        self._heard.put(event)
        self.host.post(Redraw())

    def advance(self) -> None:
        """What was seen meanwhile, and the seconds that have passed."""
        while not self._heard.empty():
            self._take(self._heard.get())
        while self._second <= self.host.now():
            self._second += SECOND
            self._take(Waited())

    def _take(self, event: WiringEvent) -> None:
        before, self._state = self._state, on(self._state, event)
        if new := changes(before.settings, self._state.settings):
            self.host.preferences.change_all(new)
        if needs_of(before) != needs_of(self._state):
            self._parts.want(needs_of(self._state))

    def reply(self, reply: WiringReply) -> None:
        """What people answered."""
        self._take(Replied(reply))

    def takes(self, gesture: ButtonGesture) -> bool:
        """No clock button plays or opens the menu meanwhile."""
        return True

    def on_gone(self) -> None:
        """Give lines and displays back to the table, also where a game of the event comes in between."""
        self._parts.close()
        if self.host.wiring is not None:
            self.host.wiring.take_back()
        self.host.outputs.send_again()

    def play(self) -> None:
        """The trial of a game, with what is wired now."""
        self.leave()
        for spec in self.host.games.values():
            if spec.trial is not None:
                self.host.enter(spec.trial(self.host, self.host.controller))
                return
