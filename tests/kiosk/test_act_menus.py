"""What an act declares of its place on screens is what screens show: no entry of a menu and no need is for nobody."""

from dataclasses import replace

import pytest

from device.games.act_menu import ActMenu, press_means
from device.games.act_screens import ActScreen
from device.registry import TABLES
from rules.games import GAMES
from rules.kourici_kocka import GAME as KOCKA
from rules.kourici_kocka import KockaSetup
from tests.kiosk.script import play
from tests.kiosk.situations.kourici_kocka import playing
from tools.play.players.kourici_kocka import KockaPlayer


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
    menu = TABLES[game].play.load().menu
    assert isinstance(menu, ActMenu)
    assert {act.__name__ for act in GAMES[game].acts if act.menu is not None} <= {*acts_of(menu)}
    for act, screen in menu.screens.items():
        assert act.menu is not None, screen


@pytest.mark.parametrize("game", GAMES)
def test_every_act_that_needs_something_has_a_screen_that_asks_for_it(game):
    TABLES[game].play.load()
    asked = {screen.act for screen in screens(ActScreen) if hasattr(screen, "act")}
    assert {act for act in GAMES[game].acts if act.need is not None} <= asked


def test_a_game_that_is_stopped_is_gone_on_with_from_the_place_where_it_was_stopped(new_table):
    p = new_table(KockaPlayer)
    playing(p)
    play(p, "menu", offers="Stop!")
    play(p, "Stop! > Strana A + B > menu", bars="Stop!")
    play(p, "Pokračovat")
    assert p.controller.state.halted is None


def test_a_press_that_the_rules_refuse_has_no_word():
    dealing = KOCKA.start(KockaSetup(players=("Adam", "Bára", "Cyril", "Dana"), word="KOT"))
    assert press_means(KOCKA, dealing, 0) == "Rozdáno"
    assert press_means(KOCKA, replace(dealing, banned=frozenset({1})), 0) == ""
