"""What an act declares of its place on screens is what screens show: no entry of a menu and no need is for nobody."""

import pytest

from device.games.act_menu import ActMenu
from device.games.act_screens import ActScreen
from device.registry import SPECS
from rules.games import GAMES


def screens(kind):
    """All classes of screens derived from it."""
    return {kind}.union(*map(screens, kind.__subclasses__()))


def acts_of(menu: ActMenu):
    """The acts that have an entry of the menu, by themselves or in a function that makes one."""
    for entry in menu.entries:
        if isinstance(entry, type):
            yield entry.__name__
        elif isinstance(entry, tuple):
            yield from (act.__name__ for act in entry)
        else:
            yield from entry.__code__.co_names


@pytest.mark.parametrize("game", GAMES)
def test_every_act_with_an_entry_is_in_the_menu_of_its_game(game):
    menu = SPECS[game].play.load().menu
    assert isinstance(menu, ActMenu)
    assert {act.__name__ for act in GAMES[game].acts if act.menu is not None} <= {*acts_of(menu)}
    for act, screen in menu.screens.items():
        assert act.menu is not None, screen


@pytest.mark.parametrize("game", GAMES)
def test_every_act_that_needs_something_has_a_screen_that_asks_for_it(game):
    SPECS[game].play.load()
    asked = {screen.act for screen in screens(ActScreen) if hasattr(screen, "act")}
    assert {act for act in GAMES[game].acts if act.need is not None} <= asked
