"""What is shown anew, and how often: a press is composed once, and what is safe on disk changes nothing but its dot."""

from __future__ import annotations

import pytest

from device.graphics.painter import changes
from device.io.inputs import EntrySaved, RawEdge
from device.kiosk.composer import FrameComposer
from device.kiosk.loop import Presenter
from rules.game import SECOND
from tests.kiosk.situations.polish_doubles import begin, write
from tools.play.player import MS


@pytest.fixture
def presented(monkeypatch):
    """The device time at each `Presenter.present`."""
    times, present = [], Presenter.present

    def counting(presenter, moment):
        times.append(moment.now)
        return present(presenter, moment)

    monkeypatch.setattr(Presenter, "present", counting)
    return times


def in_play(p):
    begin(p)
    write(p, "DÝMKA", 38)
    p.wait(20 * SECOND + 300 * MS)
    p.written()


def test_a_contact_that_bounces_and_a_button_that_is_let_go_show_nothing_new(p, presented):
    in_play(p)
    p.press(0)
    p.wait(3 * SECOND + 400 * MS)
    p.written()
    presented.clear()
    p.clock.ns += MS
    p.kiosk.loop.handle(RawEdge(1, False, p.clock.ns))
    p.kiosk.loop.settle()
    assert presented == []


def test_an_entry_that_is_saved_turns_the_ring_into_a_dot_and_changes_nothing_else(p, presented, monkeypatch):
    in_play(p)
    game, n, dot = p.kiosk.table.game_id, len(p.kiosk.table.playing.entries), p.kiosk.scene
    p.kiosk.table.saved = n - 1
    p.kiosk.loop.invalidate()
    p.kiosk.loop.settle()
    ring = p.kiosk.scene
    presented.clear()
    monkeypatch.setattr(Presenter, "prerender", lambda presenter: None)  # that composes what may come, not what shows
    monkeypatch.setattr(FrameComposer, "plain", None)
    p.kiosk.post(EntrySaved(game, n))
    p.kiosk.loop.settle()
    assert presented == []
    assert p.kiosk.scene == dot != ring
    differing = [(before, after) for before, after in zip(ring, dot, strict=True) if before != after]
    assert [(before.name, after.name) for before, after in differing] == [("ring", "dot")]
    (place,) = changes(ring, dot, p.kiosk.screen.display.surface.get_rect())
    assert max(place.size) <= 16


def test_an_older_entry_that_is_saved_leaves_the_ring(p):
    in_play(p)
    n, dot = len(p.kiosk.table.playing.entries), p.kiosk.scene
    p.kiosk.table.saved = n - 2
    p.kiosk.loop.invalidate()
    p.kiosk.loop.settle()
    p.kiosk.post(EntrySaved(p.kiosk.table.game_id, n - 1))
    p.kiosk.loop.settle()
    assert p.kiosk.scene != dot


@pytest.mark.parametrize("ms", [60, 150])
def test_a_press_of_a_clock_button_is_presented_once(p, presented, ms):
    in_play(p)
    for side in (0, 1, 0):
        presented.clear()
        p.press(side, ms)
        p.written()
        assert len(presented) == 1
        p.wait(1300 * MS)


@pytest.mark.parametrize("ms", [300, 600])
def test_a_press_during_which_a_second_passes_or_a_hold_is_over_is_presented_twice(p, presented, ms):
    in_play(p)
    p.press(0)
    p.wait(3 * SECOND)
    presented.clear()
    p.press(1, ms)
    p.written()
    assert len(presented) <= 2


def test_what_shows_is_compared_and_not_composed_where_nothing_came_of_what_came_in(p, presented, monkeypatch):
    in_play(p)
    presented.clear()
    monkeypatch.setattr(Presenter, "prerender", lambda presenter: None)  # that composes what may come, not what shows
    monkeypatch.setattr(FrameComposer, "plain", None)
    p.kiosk.loop._elapsed = True
    p.kiosk.loop.settle()
    assert presented == []
