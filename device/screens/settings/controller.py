"""Shows the settings over whatever was shown before, and makes each change at once."""

from __future__ import annotations

from collections.abc import Callable

from device.address import Address
from device.kiosk.controllers import Controller, Host
from device.kiosk.overlay import OverlayController
from device.kiosk.screen import Next
from device.screens.settings.input_devices import InputDevicesController
from device.screens.settings.people import PeopleController
from device.screens.settings.pods import PodsController
from device.screens.settings.rows import Set, Write
from device.screens.settings.screens import (
    OpenInputDevices,
    OpenPeople,
    OpenPods,
    OpenSetUp,
    OpenUpdates,
    PowerOff,
    ReadDevice,
    ScreenPage,
    SettingsState,
    WriteText,
)
from device.specs.spec import GameSpecs

SET_UP: Address[Callable[[Host, Controller], Controller]] = Address(
    "device.screens.settings.first_start_controller:opened"
)
UPDATES: Address[Callable[[Host, Controller], Controller]] = Address("device.screens.settings.updates:opened")


class SettingsController(OverlayController[SettingsState]):
    """The settings over the controller ``under``; ``screens`` are those of the games, by their word."""

    def __init__(self, host: Host, under: Controller, screens: GameSpecs) -> None:
        super().__init__(host, under)
        self._games = tuple(game for game in screens.values() if game.rule_options.load())
        playing = host.table.game.key if host.table.history is not None else ""
        self._playing = next((n for n, game in enumerate(self._games) if game.key == playing), 0)
        self._facts = host.facts()

    @property
    def state(self) -> SettingsState:
        """The settings as they are now."""
        host = self.host
        return SettingsState(
            host.settings, self._facts, host.troubles, self._games, self._playing, host.table.clock_runs
        )

    def usual(self, state: SettingsState) -> ScreenPage:
        """The first page."""
        return ScreenPage()

    def follow(self, answer: Next[SettingsState]) -> None:
        """Change a setting, write one, and what the device does. Raises `Refusal` where a value does not fit."""
        if isinstance(answer, Set):
            self.host.change(answer.part, answer.key, answer.value)
            if answer.then is not None:
                self.show(answer.then)
        elif isinstance(answer, Write):
            self.show(WriteText(self.shown(), answer, answer.now, capitals=not answer.now))
        elif isinstance(answer, ReadDevice):
            self._facts = self.host.facts()
            self.show(answer.then)
        elif isinstance(answer, OpenPods):
            self.host.enter(PodsController(self.host, self))
        elif isinstance(answer, OpenSetUp):
            self.host.enter(SET_UP(self.host, self))
        elif isinstance(answer, OpenUpdates):
            self.host.enter(UPDATES(self.host, self))
        elif isinstance(answer, OpenInputDevices):
            self.host.enter(InputDevicesController(self.host, self))
        elif isinstance(answer, OpenPeople):
            self.host.people.refresh()
            self.host.enter(PeopleController(self.host, self))
        elif isinstance(answer, PowerOff):
            self.show(answer.then)
            self.host.power_off()
        else:
            super().follow(answer)
