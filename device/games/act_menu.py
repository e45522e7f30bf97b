"""A game's menu and the next step, by what its acts declare of themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from device.common.i18n import tr
from device.games.menu_screen import Menu, MenuItem
from device.games.table_parts import BarItem
from device.graphics.actions import Do, Show
from device.graphics.dialogs import Against
from device.kiosk.moment import May, Moment
from device.kiosk.screen import Screen
from rules.acts import Act, tag_of
from rules.game import Gesture
from rules.needs import MenuEntry

Entry = type[Act] | tuple[type[Act], ...] | Callable[[Moment[Any]], MenuItem]
"""An act, acts of which the first that is possible has the place, or an entry that is no act's."""


class ActMenu(Menu[Any]):
    """A menu of ``entries`` in their order; ``screens`` ask for what an act needs, another act is recorded at once."""

    entries: ClassVar[Sequence[Entry]]
    screens: ClassVar[Mapping[Any, type[Screen[Any]]]]

    def own(self, view: Moment[Any]) -> list[MenuItem]:
        """The game's own entries."""
        return [self._item(entry, view) for entry in self.entries]

    def _item(self, entry: Entry, view: Moment[Any]) -> MenuItem:
        if not isinstance(entry, type | tuple):
            return entry(view)
        act = possible(entry, view.may) if isinstance(entry, tuple) else entry
        return menu_item(act, view.may, Show(self.screens[act]()) if act in self.screens else None)


def screen_entry(menu: MenuEntry, screen: Callable[[], Screen[Any]]) -> Callable[[Moment[Any]], MenuItem]:
    """An entry that shows a screen of the game."""
    return lambda view: MenuItem(menu.icon, tr(menu.label), tr(menu.now), Show(screen()), referee=menu.referee)


def possible(acts: Sequence[type[Act]], may: May) -> type[Act]:
    """The first of the acts that is possible now, else the first."""
    return next((act for act in acts if may[tag_of(act)] is None), acts[0])


def menu_item(act: type[Act], may: May, action: object = None) -> MenuItem:
    """The act's entry of a menu; ``action`` is what its touch does, else it is recorded."""
    menu = act.menu
    assert menu is not None, act
    return MenuItem(menu.icon, tr(menu.label), tr(menu.now), action or Do(act()), may[tag_of(act)], menu.referee)


def step_item(act: type[Act], action: object = None, against: Against = None, style: str = "normal") -> BarItem:
    """The act's large button; ``action`` is what its touch does, else it is recorded."""
    button = act.button
    assert button is not None, act
    return BarItem(tr(button.label), action or Do(act()), tr(button.sub or ""), against, style)


def next_step(acts: Sequence[type[Act]], may: May) -> BarItem | None:
    """The large button of the first act that is possible now and has one; None where nothing is to be confirmed."""
    for act in acts:
        if act.button is not None and act.button.sub is not None and may[tag_of(act)] is None:
            return step_item(act, style="primary")
    return None


def press_means(game: Any, state: Any, side: int) -> str:
    """What a press of that side's clock button would do now, in a word; ``""`` where it does nothing."""
    for event in game.button(state, side, Gesture.PRESS, ()):
        if isinstance(event, Act) and event.button is not None and event.refusal(state) is None:
            return tr(event.button.pressed or event.button.label)
    return ""
