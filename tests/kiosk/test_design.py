"""What docs/design.md says and can be measured, on every screen of every game: margins, sizes of letters, fingers."""

from __future__ import annotations

import re
from pathlib import Path

from device.graphics.actions import DONE, Do
from device.graphics.canvas import GAP
from device.graphics.look import Look
from device.graphics.palette import PALETTES, style_of
from device.graphics.widgets import Panel, Scene, Text, Touch
from tests.kiosk.evening import Evening, View
from tests.kiosk.test_screens import contrast

PAGE = Path(__file__).parents[2] / "docs" / "design.md"
CONFIRMS = 47
"""Least side, in units, of what confirms something or costs somebody something: 9 mm across on the 7-inch panel."""
LEAST_LETTERS = 11
"""Units below which no letters shrink."""


def shown(evening: Evening) -> list[tuple[str, View, Scene]]:
    """Every scene of a game, by its name and how it is looked at."""
    return [(name, view, scene) for name, one in evening.screens.items() for view, scene in one.marked.items()]


def test_nothing_lies_nearer_to_the_edge_than_the_gap(evening: Evening):
    near = set()
    for name, (_, size), scene in shown(evening):
        least = Look(size=size).scale * GAP - 2
        for one in scene:
            if isinstance(one, Panel | Text) and not least <= one.rect.x <= one.rect.x + one.rect.w <= size[0] - least:
                near.add((name, size, one.rect))
    assert near == set()


def test_no_letters_are_smaller_than_the_page_says(evening: Evening):
    small = {
        (name, one.text)
        for name, (_, size), scene in shown(evening)
        for one in scene
        if isinstance(one, Text) and one.text and one.least < int(Look(size=size).scale * LEAST_LETTERS)
    }
    assert small == set()


def test_what_confirms_or_costs_something_is_as_large_as_a_thumb(evening: Evening):
    small = set()
    for name, (_, size), scene in shown(evening):
        least = int(Look(size=size).scale * CONFIRMS)
        for one in scene:
            costs = isinstance(one, Touch) and (
                one.action is DONE or (isinstance(one.action, Do) and one.action.event.costs)
            )
            if costs and min(one.rect.w, one.rect.h) < least:
                small.add((name, size, one.rect.w, one.rect.h))
    assert small == set()


def test_a_control_that_is_not_possible_can_still_be_read():
    for palette in PALETTES.values():
        style = style_of("disabled", palette)
        assert contrast(style.ink, style.fill) >= 3


def test_the_page_names_the_measures_that_are_held_here():
    text = PAGE.read_text("utf-8")
    assert f"at least {CONFIRMS} units each" in text
    assert f"never below {LEAST_LETTERS} units" in text
    assert re.search(rf"^\| gap \| {GAP} \|", text, re.MULTILINE)
