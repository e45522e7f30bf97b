"""Every screen says what it is for, in both languages, and every number of a rule has players' words and an example."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

import device
from device import help_texts
from device.common import i18n
from device.common.games.registry import SPECS
from device.games.polish_doubles.play import PlayScreen
from device.graphics.actions import HELP, NewGame, Show
from device.graphics.canvas import Canvas
from device.graphics.glyphs import ICONS
from device.graphics.look import Look
from device.graphics.widgets import Shape, Touch
from device.help_texts import DEVICE, Help, in_words, page_of, section
from device.kiosk.screen import Screen
from device.registry import game_of
from device.screens.help_screen import HelpController, HelpScreen
from tests.kiosk.evening import SIZES, Evening
from tests.kiosk.scene_text import misfits
from tests.kiosk.script import play
from tests.kiosk.seeing import drawn_from, says
from tests.kiosk.situations.polish_doubles import opened
from tests.kiosk.test_rule_words import RULES

LANGUAGES = pytest.mark.parametrize("language", i18n.LANGUAGES)


def classes(of: type = Screen) -> Iterator[type[Screen[Any]]]:
    for subclass in of.__subclasses__():
        yield subclass
        yield from classes(subclass)


def screens() -> list[type[Screen[Any]]]:
    """Every class of a screen that can show."""
    for module in pkgutil.walk_packages(device.__path__, "device."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    kinds = {kind for kind in classes() if kind.__module__.startswith("device.") and not inspect.isabstract(kind)}
    return sorted(
        (kind for kind in kinds if getattr(kind, "key", "")), key=lambda kind: (kind.__module__, kind.__name__)
    )


def chapter_of(screen: type[Screen[Any]]) -> str:
    """The chapter in which a screen stands."""
    return game_of(screen) or DEVICE


def help_of(screen: type[Screen[Any]]) -> Help | None:
    """What the screen says that it is for."""
    return section(chapter_of(screen), screen.key)


@LANGUAGES
def test_every_screen_says_what_it_is_for(language):
    with i18n.speaking(language):
        silent = [
            f"{screen.__module__}.{screen.__name__} ({screen.key})" for screen in screens() if help_of(screen) is None
        ]
        assert silent == []
        assert all(help_of(screen).title and help_of(screen).text for screen in screens())
    assert len(screens()) > 90


@LANGUAGES
@pytest.mark.parametrize("number", RULES)
def test_every_number_has_players_words_and_an_example(number, language):
    with i18n.speaking(language):
        words = in_words(number)
        assert words is not None
        assert 3 <= len(words.title) <= 30
        assert len(words.words) > 10
        assert len(words.example) > 10


def test_the_pages_have_the_same_sections_and_numbers():
    czech, english = (page_of(language) for language in ("cs", "en"))
    assert [*czech.screens] == [*english.screens]
    assert [*czech.rules] == [*english.rules]
    drawn = [[[step[:2] for step in rule.steps] for rule in page.rules.values()] for page in (czech, english)]
    assert drawn[0] == drawn[1], "the same drawing, in words of its own"
    assert [screen.rules for screen in czech.screens.values()] == [screen.rules for screen in english.screens.values()]
    assert {chapter for chapter, _ in czech.screens} == {DEVICE, *SPECS}


def test_what_a_hand_does_is_drawn_in_signs_that_there_are():
    steps = [step for rule in page_of("cs").rules.values() for step in rule.steps]
    assert len(steps) > 60
    assert {step.sign for step in steps} <= ICONS.keys()
    assert all(step.words for step in steps)


def test_nothing_is_explained_that_is_not_there():
    known = {(chapter_of(screen), screen.key) for screen in screens()} | {(DEVICE, screen.key) for screen in screens()}
    shared = {
        screen.key
        for screen in screens()
        if screen.__module__.startswith("device.games.") and chapter_of(screen) == DEVICE
    }
    known |= {(game, key) for game in SPECS for key in shared}  # a game may say of them what they are for in it
    spare = {screen for screen in page_of("cs").screens if screen not in known and screen[1] != help_texts.CARD}
    assert spare == set()


def test_the_numbers_of_a_screen_are_those_of_its_game():
    for (chapter, key), screen in page_of("en").screens.items():
        assert all(number[0] == SPECS[chapter].seats.rule[0] for number in screen.rules), key
        assert all(number in page_of("en").rules for number in screen.rules)


def test_numbers_in_the_text_of_a_help_are_not_left_alone():
    for language in ("cs", "en"):
        for screen in page_of(language).screens.values():
            assert not re.search(r"[*_`]", screen.text), screen.title


@pytest.mark.parametrize("size", SIZES, ids=str)
@LANGUAGES
def test_every_help_has_room_for_its_words(language, size):
    cut = []
    with i18n.speaking(language):
        # A card is printed, not shown.
        shown = [screen for (_, key), screen in page_of(language).screens.items() if key != help_texts.CARD]
        for page in shown:
            for n in range(len(page.rules) + 1):
                for now in ("", "Krtci 138 : 97 Dvě sloky · 7. dvojtah"):
                    canvas = Canvas(Look(size=size))
                    HelpScreen(n).draw(canvas, drawn_from(replace(page, now=now)))
                    cut += [(page.title, text) for text in misfits(canvas.scene())]
    assert cut == []


def test_from_a_screen_to_its_help_to_a_rule_and_back(p):
    opened(p)
    shown = p.kiosk.controller
    play(p, "help")
    assert isinstance(p.kiosk.controller, HelpController)
    assert says(p, "Vlevo a vpravo jsou dvojice")
    play(p, "Čí hodiny platí", sees=("Váš čas se čte z hodin soupeřů", "Janiny hodiny"))
    play(p, "Pravidlo › > back", sees="Janiny hodiny")
    p.press(1)
    assert p.kiosk.table.state.turn.pair == 0
    play(p, "back")
    assert p.kiosk.controller is shown


def test_the_help_says_what_holds_now_at_this_table(p):
    opened(p)
    play(p, "help")
    rules = help_of(PlayScreen).rules
    p.touch(Show(HelpScreen(rules.index("S8") + 1)))
    assert says(p, "Dvě sloky mají ještě 3:00") or says(p, "Dvě sloky mají ještě 2:5")
    assert any(isinstance(shape, Shape) and shape.name == "forward" for shape in p.kiosk.scene), "and it has a drawing"
    p.touch(Show(HelpScreen(rules.index("S13") + 1)))
    assert says(p, "Krtci 38")


@pytest.mark.parametrize("game", SPECS)
def test_setting_up_a_game_has_the_help_of_that_game(p, game):
    p.touch(NewGame(game))
    play(p, "help")
    with i18n.speaking("cs"):
        expected = page_of("cs").screens[game, "setup"]
    assert says(p, expected.title)
    assert says(p, expected.text.split(".")[0])


def test_where_no_game_is_played_the_help_says_nothing_of_a_table(p):
    play(p, "help", lacks="Teď u vašeho stolu")


def test_the_menu_explains_itself(p):
    opened(p)
    play(p, "menu > help", sees="Vlevo je, co se týká této partie")


def test_the_first_screen_explains_itself(p):
    play(p, "help", sees="Ťuknutím na kartu")


@pytest.mark.large_print
def test_every_screen_of_an_evening_has_its_help_at_hand_and_once(evening: Evening):
    wrong = {
        f"{name} {view}: {helps}"
        for name, shown in evening.screens.items()
        for scenes in (shown.marked, shown.large)
        for view, scene in scenes.items()
        if (helps := sum(isinstance(touch, Touch) and touch.action == HELP for touch in scene)) != 1
        and not name.startswith("help")
    }
    assert wrong == set()
