"""Situations on the screens of the settings, which belong to no game: staged at a table for Polish doubles."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from device.bring_up.needs import Needs
from device.bring_up.steps import Edge, Looked, Replied, SeenDisplay, Waited, WiringEvent, WiringReply
from device.common.i18n import t
from device.common.settings.settings import EventSettings
from device.graphics.actions import LANGUAGE, SETTINGS, Command, Show
from device.input_devices.watcher import InputButton, InputButtonState
from device.kiosk.screen import call_on
from device.screens.settings.page import PageChoices, SettingsPage
from device.screens.settings.pods import PodsScreen
from device.screens.settings.rows import Write
from device.screens.settings.screens import (
    ButtonsPage,
    DevicePage,
    DisplaysPage,
    EventPage,
    PowerOffQuestion,
    RulesPage,
    ScreenPage,
    SoundPage,
)
from tests.input_devices.input_bench import KEYBOARD, TRIGGER, key
from tests.input_devices.input_bench import A as A_KEY
from tests.kiosk.pod_statuses import NEW, A, B, OnTheShelf
from tests.kiosk.seeing import way_to
from tests.kiosk.situations.polish_doubles import display_gone, opened
from tools.play.players.polish_doubles import DoublesPlayer


def settings(p: DoublesPlayer, page: type[SettingsPage] = ScreenPage) -> None:
    p.touch(SETTINGS)
    p.touch(call_on(SettingsPage.tab, page))


def rules_of_marias(p: DoublesPlayer) -> None:
    """The second page of the longest list of readings."""
    settings(p, RulesPage)
    p.touch(way_to(p, RulesPage, chosen=PageChoices(game=1)))
    p.touch(call_on(RulesPage.on_page, 1))


def name_of_the_tournament(p: DoublesPlayer) -> None:
    p.kiosk.preferences.settings = msgspec.structs.replace(
        p.kiosk.host.settings, event=EventSettings(title="Kostelecký dvojtah 2026", round=3, table="4")
    )
    settings(p, EventPage)
    p.touch(Write("event", "title", t("Name of the tournament"), "Kostelecký dvojtah 2026"))


def settings_of_a_game(p: DoublesPlayer) -> None:
    """The settings opened from a running game whose display is gone."""
    display_gone(p)
    p.menu(SETTINGS)
    p.touch(call_on(SettingsPage.tab, DisplaysPage))


def power_off(p: DoublesPlayer) -> None:
    """Asked in the middle of a game whether to switch off."""
    p.kiosk.preferences.settings = msgspec.structs.replace(p.kiosk.host.settings, power_off="systemctl poweroff")
    opened(p)
    p.menu(SETTINGS)
    p.touch(call_on(SettingsPage.tab, DevicePage))
    p.touch(way_to(p, PowerOffQuestion))


def pods(p: DoublesPlayer) -> None:
    """Opened from a running game: one answers, one does not, a third is new; forgetting one is being asked."""
    opened(p)
    p.kiosk.host.pods = OnTheShelf(A, B, NEW)
    p.menu(SETTINGS)
    p.touch(call_on(SettingsPage.tab, ButtonsPage))
    p.touch(Command.PODS)
    p.touch(Show(PodsScreen(1)))


def no_pods(p: DoublesPlayer) -> None:
    p.kiosk.host.pods = OnTheShelf()
    p.touch(SETTINGS)
    p.touch(call_on(SettingsPage.tab, ButtonsPage))
    p.touch(Command.PODS)


class Learnt:
    """USB buttons that are only told of: A is there, B is away, or being learnt."""

    def __init__(self, learning: int | None = None) -> None:
        self.buttons = (
            InputButton(key(TRIGGER), InputButtonState.READY),
            InputButton() if learning == 1 else InputButton(key(A_KEY, KEYBOARD), InputButtonState.AWAY),
        )
        self.learning = learning
        self.devices = 0 if learning is None else 3
        self.asked: list[int | None] = []

    def learn(self, side: int | None) -> None:
        self.asked.append(side)
        self.learning = side


def usb_buttons(p: DoublesPlayer, learning: int | None = None) -> None:
    p.kiosk.host.keys = Learnt(learning)
    settings(p, ButtonsPage)
    p.touch(Command.INPUT_DEVICES)


class LentBench:
    """Lines and displays that are lent and do nothing: what is seen is told to the screens."""

    def lend(self, post: Callable[[WiringEvent], None]) -> LentBench:
        self.post = post
        return self

    def take_back(self) -> None:
        """They are back."""

    def want(self, needs: Needs) -> None:
        """Nothing is done."""

    def start(self) -> None:
        """Nothing is seen."""

    def close(self) -> None:
        """Nothing is held."""


def wiring(p: DoublesPlayer, *seen: WiringEvent) -> None:
    """The steps, and what was seen and answered in them."""
    p.kiosk.host.wiring = bench = LentBench()
    settings(p, ButtonsPage)
    p.touch(Command.WIRING)
    for event in seen:
        bench.post(event)
    p.settle()


LATER, YES, NO = (Replied(reply) for reply in (WiringReply.SKIP, WiringReply.YES, WiringReply.NO))
SECONDS = (Waited(),) * 5
SWAPPED = (Edge(27, True), Edge(27, False), Waited())
ONE, BOTH = (Looked(tuple(SeenDisplay(1, address) for address in there), (1,)) for there in ((0x3C,), (0x3C, 0x3D)))
DISPLAY_B = (LATER, LATER, YES, YES, YES, ONE, YES)

SETTING: dict[str, Callable[[DoublesPlayer], None]] = {
    "language": lambda p: p.touch(LANGUAGE),
    "settings": settings,
    "settings-sound": lambda p: settings(p, SoundPage),
    "settings-rules": lambda p: settings(p, RulesPage),
    "settings-rules-marias": rules_of_marias,
    "settings-tournament": lambda p: settings(p, EventPage),
    "settings-writing": name_of_the_tournament,
    "settings-buttons": lambda p: settings(p, ButtonsPage),
    "settings-usb": usb_buttons,
    "settings-usb-learning": lambda p: usb_buttons(p, learning=1),
    "settings-wiring-swapped": lambda p: wiring(p, *SWAPPED),
    "settings-wiring-dark-lamp": lambda p: wiring(p, LATER, LATER, NO),
    "settings-wiring-same-address": lambda p: wiring(p, *DISPLAY_B, ONE, *SECONDS),
    "settings-wiring-picture": lambda p: wiring(p, *DISPLAY_B, BOTH),
    "settings-wiring-done": lambda p: wiring(p, *DISPLAY_B, BOTH, YES, YES),
    "settings-pods": pods,
    "settings-no-pods": no_pods,
    "settings-displays": lambda p: settings(p, DisplaysPage),
    "settings-display-gone": settings_of_a_game,
    "settings-device": lambda p: settings(p, DevicePage),
    "settings-power-off": power_off,
}
"""The situations, by the name of their picture."""
