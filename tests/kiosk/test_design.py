"""What docs/design.md says and can be measured, on every screen of every game: margins, sizes of letters, fingers."""

from __future__ import annotations

import re
from pathlib import Path

from device.games.table_parts import FOOT
from device.graphics.actions import BACK, DONE, HISTORY, HOME, SETTINGS, SWALLOW, Command, Do
from device.graphics.headings import HEAD
from device.graphics.look import Look
from device.graphics.palette import PALETTES, style_of
from device.graphics.scene_builder import GAP
from device.graphics.widgets import Panel, Scene, Text, Touch
from device.io.inputs import ShowMessage
from device.kiosk.screen import call_on
from device.kiosk.time_bar import overlap
from device.screens.settings.page import SettingsPage
from device.screens.settings.screens import DevicePage
from rules.message import msg
from tests.kiosk.evening import Evening, View
from tests.kiosk.situations.polish_doubles import opened
from tests.kiosk.test_screens import contrast

PAGE = Path(__file__).parents[2] / "docs" / "design.md"
COSTS = 47
"""Least side, in units, of what costs somebody something and of *Done*: 9 mm across on the 7-inch panel."""
ROUNDING = 2
"""Units by which a card may reach into the gap at the edge of a large screen."""
LEAST_LETTERS = 11
"""Units below which no letters shrink."""


def shown(evening: Evening) -> list[tuple[str, View, Scene]]:
    """Every scene of a game, by its name and how it is looked at."""
    return [(name, view, scene) for name, screen in evening.screens.items() for view, scene in screen.marked.items()]


def test_nothing_lies_nearer_to_the_edge_than_the_gap(evening: Evening):
    near = set()
    for name, (_, size), scene in shown(evening):
        least = Look(size=size).scale * (GAP - ROUNDING)
        for widget in scene:
            if (
                isinstance(widget, Panel | Text)
                and not least <= widget.rect.x <= widget.rect.x + widget.rect.w <= size[0] - least
            ):
                near.add((name, size, widget.rect))
    assert near == set()


def test_no_words_are_smaller_than_the_page_says(evening: Evening):
    """A letter on a tile is as large as its tile."""
    small = {
        (name, text.text)
        for name, (_, size), scene in shown(evening)
        for text in scene
        if isinstance(text, Text) and len(text.text) > 1 and text.least < int(Look(size=size).scale * LEAST_LETTERS)
    }
    assert small == set()


def test_what_costs_something_is_as_large_as_a_thumb_and_so_is_done(evening: Evening):
    small = set()
    for name, (_, size), scene in shown(evening):
        for touch in scene:
            action = touch.action if isinstance(touch, Touch) else None
            costs = isinstance(action, Do) and action.event.costs
            least = COSTS if costs or action is DONE else 0
            if isinstance(touch, Touch) and min(touch.rect.w, touch.rect.h) < int(Look(size=size).scale * least):
                small.add((name, size, touch.rect.w, touch.rect.h))
    assert small == set()


def test_premium_squares_are_seen_at_a_glance_and_so_are_their_signs():
    for word, palette in PALETTES.items():
        for colour in palette.premium:
            assert contrast(colour, palette.panel) >= 2.5, (word, colour)
            assert contrast(colour, palette.text) >= 4.5, (word, colour)


def test_no_game_has_the_colour_of_a_side():
    for palette in PALETTES.values():
        assert not set(palette.accents) & {*palette.pair, palette.warn}


def test_a_control_that_is_not_possible_can_still_be_read():
    for palette in PALETTES.values():
        style = style_of("disabled", palette)
        assert contrast(style.ink, style.fill) >= 3


def test_the_page_names_the_measures_that_are_held_here():
    text = PAGE.read_text("utf-8")
    assert f"at least {COSTS} units each" in text
    assert f"| heading | {HEAD} |" in text
    assert f"| foot | {FOOT[0]}, upright two lines in {FOOT[1]} |" in text
    assert f"never below {LEAST_LETTERS} units" in text
    assert re.search(rf"^\| gap \| {GAP} \|", text, re.MULTILINE)


def test_a_sentence_lies_on_no_entry_of_a_list(p):
    opened(p)
    p.menu(HOME)
    for way in (HISTORY, SETTINGS):
        p.touch(way)
        if way is SETTINGS:
            p.touch(call_on(SettingsPage.tab, DevicePage))
            p.touch(Command.PEOPLE)
        p.kiosk.post(ShowMessage(msg("The USB stick could not be written; try another.")))
        p.settle()
        *others, sentence = (touch for touch in p.kiosk.scene if isinstance(touch, Touch))
        assert sentence.action is SWALLOW
        assert [touch.action for touch in others if overlap(touch.rect, sentence.rect)] == []
        p.touch(BACK)
