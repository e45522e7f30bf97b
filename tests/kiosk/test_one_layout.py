"""The same thing stands in the same place on every screen of every game (docs/design.md)."""

from __future__ import annotations

from collections import defaultdict

from device.graphics.actions import BACK, DONE, HELP, MENU
from device.graphics.headings import BACK_WIDE, HEAD, HELP_WIDE
from device.graphics.look import Look, ruler
from device.graphics.scene_builder import GAP
from device.graphics.widgets import Rect, Touch
from tests.kiosk.evening import Evening
from tests.kiosk.test_design import shown

TABLES = {
    "polish_doubles": ("ready", "play", "paused"),
    "marias": ("marias-ready", "marias-play"),
    "polyssimo": ("polyssimo-pick-half", "polyssimo-count", "polyssimo-board"),
    "kourici_kocka": ("ready", "play-tapped"),
    "rounds": ("play-rounds", "play-boxes", "play-turns-timed"),
    "chess_clock": ("ready", "play-a", "play-paused"),
}
"""Screens on which a game is played."""


def place_of(scene, action) -> Rect | None:
    """Where the touch of that meaning lies; None: there is none."""
    return next((touch.rect for touch in scene if isinstance(touch, Touch) and touch.action == action), None)


def test_headings_have_back_help_and_done_in_the_same_places(evening: Evening):
    elsewhere = []
    for name, (_, size), scene in shown(evening):
        u = ruler(Look(size=size).scale)
        gap, help_at = u(GAP), place_of(scene, HELP)
        if help_at is None or help_at.h != u(HEAD) or help_at.w != u(HELP_WIDE):
            continue  # a foot has it, or a screen that is like no other
        end = size[0] - gap - u(HELP_WIDE)
        if help_at.x != end:
            elsewhere.append((name, size, "help", help_at))
        for action, x, wide in ((BACK, gap, u(BACK_WIDE)), (DONE, None, None)):
            at = place_of(scene, action)
            if at is None or at.y != help_at.y:
                continue
            right = at.x + at.w + gap == end if x is None else (at.x, at.w) == (x, wide)
            if not right or at.h != help_at.h:
                elsewhere.append((name, size, action, at))
    assert elsewhere == []


def test_the_menu_is_at_the_lower_right_of_every_table(evening: Evening):
    places = defaultdict(set)
    for name, (_, size), scene in shown(evening):
        if name in TABLES[evening.game]:
            at, about = place_of(scene, MENU), place_of(scene, HELP)
            assert at is not None, name
            assert about is not None, name
            places[size].add((at.x + at.w, about.x + about.w, about.y + about.h))
    for (wide, high), place in places.items():
        u = ruler(Look(size=(wide, high)).scale)
        assert {(right, foot) for _, right, foot in place} == {(wide - u(GAP), high - u(GAP))}
        assert len(place) == 1
