"""Shows the settings over whatever was shown before, and makes each change at once."""

from __future__ import annotations

from collections.abc import Callable

from device.address import Address
from device.kiosk.controllers import Controller, Host
from device.kiosk.overlay import OverlayController
from device.kiosk.performer import performs
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

SET_UP: Address[Callable[[Host, Controller], Controller]] = Address(
    "device.screens.settings.first_start_controller:FirstStartController"
)
UPDATES: Address[Callable[[Host, Controller], Controller]] = Address("device.screens.settings.updates:UpdateController")


class SettingsController(OverlayController[SettingsState]):
    """The settings over the controller ``under``."""

    def __init__(self, host: Host, under: Controller) -> None:
        super().__init__(host, under)
        self._games = tuple(game for game in host.games.values() if game.rule_options.load())
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

    @performs(Set)
    def _on_set(self, action: Set) -> None:
        """Raises `Refusal` where the value does not fit."""
        self.host.change(action.part, action.key, action.value)
        if action.then is not None:
            self.show(action.then)

    @performs(Write)
    def _on_write(self, action: Write) -> None:
        self.show(WriteText(self.current_screen(), action, action.now, capitals=not action.now))

    @performs(ReadDevice)
    def _on_read_device(self, action: ReadDevice) -> None:
        self._facts = self.host.facts()
        self.show(action.then)

    @performs(OpenPods)
    def _on_pods(self, _: OpenPods) -> None:
        self.host.enter(PodsController(self.host, self))

    @performs(OpenSetUp)
    def _on_set_up(self, _: OpenSetUp) -> None:
        self.host.enter(SET_UP(self.host, self))

    @performs(OpenUpdates)
    def _on_updates(self, _: OpenUpdates) -> None:
        self.host.enter(UPDATES(self.host, self))

    @performs(OpenInputDevices)
    def _on_input_devices(self, _: OpenInputDevices) -> None:
        self.host.enter(InputDevicesController(self.host, self))

    @performs(OpenPeople)
    def _on_people(self, _: OpenPeople) -> None:
        self.host.people.refresh()
        self.host.enter(PeopleController(self.host, self))

    @performs(PowerOff)
    def _on_power_off(self, action: PowerOff) -> None:
        self.show(action.then)
        self.host.power_off()
