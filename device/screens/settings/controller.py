"""Shows the settings over whatever was shown before, and makes each change at once."""

from __future__ import annotations

from device.common.settings.settings import longest
from device.kiosk.host import Host
from device.kiosk.name_form import NameForm
from device.kiosk.performer import performs
from device.kiosk.screen_controller import Controller, OverlayController
from device.peripherals.power import switch_off
from device.screens.settings.page import ReadDevice, SettingsState
from device.screens.settings.rows import Set, Write
from device.screens.settings.screens import TABS, PowerOff, RulesPage, ScreenPage, WriteText


class SettingsController(OverlayController[SettingsState]):
    """The settings over the controller ``under``."""

    first = ScreenPage

    def __init__(self, host: Host, under: Controller) -> None:
        super().__init__(host, under)
        self._games = tuple(spec.game for spec in host.games.values() if spec.game.rule_options())
        self._tabs = tuple(tab for tab in TABS if self._games or tab[1] is not RulesPage)
        playing = host.table.game.key if host.table.history is not None else ""
        self._playing = next((n for n, game in enumerate(self._games) if game.key == playing), 0)
        self._facts = host.facts()

    @property
    def state(self) -> SettingsState:
        """The settings as they are now."""
        host, troubles = self.host, self.host.notices.troubles
        return SettingsState(
            host.settings, self._facts, troubles, self._tabs, self._games, self._playing, host.table.clock_runs
        )

    @performs(Set)
    def _on_set(self, action: Set) -> None:
        """Raises `Refusal` where the value does not fit."""
        self.host.change(action.part, action.key, action.value)
        if action.then is not None:
            self.show(action.then)

    @performs(Write)
    def _on_write(self, action: Write) -> None:
        form = NameForm((action.now,), longest(action.part, action.key), capitals=not action.now)
        self.show(WriteText(self.current_screen(), action, form=form))

    @performs(ReadDevice)
    def _on_read_device(self, action: ReadDevice) -> None:
        self._facts = self.host.facts()
        self.show(action.then)

    @performs(PowerOff)
    def _on_power_off(self, action: PowerOff) -> None:
        self.show(action.then)
        switch_off(self.host.settings.power_off, self.host.post)
