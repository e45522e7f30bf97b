"""The picture of the next press is made before it: shown at once when it comes, never when something else happens."""

from __future__ import annotations

import pytest

from device.autoplay.gallery import FULL, load_record
from device.autoplay.player import MS
from device.games.polish_doubles.autoplay import DoublesPlayer
from device.kiosk.actions import SOUND
from device.kiosk.kiosk import Kiosk
from device.kiosk.loop import CALM
from device.table.inputs import RawEdge
from rules.game import SECOND
from rules.polish_doubles import events as e
from tests.kiosk.conftest import same_as_whole
from tests.kiosk.moments.polish_doubles import begin, write


@pytest.fixture
def shown(monkeypatch):
    """Every picture that reaches the screen, in order."""
    pictures, show = [], Kiosk._show

    def noting(kiosk, scene):
        pictures.append(scene)
        show(kiosk, scene)

    monkeypatch.setattr(Kiosk, "_show", noting)
    return pictures


def press(p, side=0):
    p.kiosk.handle(RawEdge(side, True, p.clock.ns))


def in_play(p):
    begin(p)
    write(p, "DÝMKA", 38)
    p.wait(20 * SECOND)


def test_nothing_of_what_is_foreseen_is_recorded_or_shown(p):
    in_play(p)
    scene, history = p.kiosk.scene, p.kiosk.table.history
    p.kiosk.prerender()
    p.settle()
    assert p.kiosk.table.history is history
    assert p.kiosk.scene == scene


def test_the_press_finds_its_picture_painted(p, shown):
    in_play(p)
    p.kiosk.prerender()
    p.clock.ns += 300 * MS
    press(p)
    shown.clear()
    p.kiosk.step(wait=False)
    assert len(shown) >= 2, "the foreseen one, then what was computed"
    assert shown[0] == shown[1]
    assert p.kiosk.painter.prepared(p.kiosk.scene), "it was copied, not painted"
    assert same_as_whole(p.kiosk.scene, p.kiosk.stage.surface, p.kiosk.painter.back)


def test_the_loop_foresees_by_itself_once_hands_are_calm_and_again_each_second(p, monkeypatch):
    in_play(p)
    made = []
    foresee = Kiosk.prerender
    monkeypatch.setattr(Kiosk, "prerender", lambda kiosk: (made.append(p.clock.ns), foresee(kiosk)))

    def sleep(seconds, wakes):
        p.clock.ns += max(1, round(seconds * SECOND))
        return False

    p.kiosk.queue.sleep = sleep
    p.kiosk._handled_at = start = p.clock.ns
    p.kiosk._stale = True
    while p.clock.ns < start + 5 * SECOND:
        p.kiosk.step()
    assert start + CALM <= made[0] < start + CALM + SECOND
    assert 5 <= len(made) <= 7, "once for each second that the clock shows"


def test_whatever_else_happens_is_never_taken_for_the_press(p, shown):
    in_play(p)
    p.kiosk.prerender()
    p.kiosk.table.undo()
    p.kiosk._stale = True
    shown.clear()
    p.kiosk.step(wait=False)
    assert len(shown) == 1
    assert not p.kiosk.table.state.turns[0].rows
    assert not p.kiosk.table.state.turns[0].pressed


def test_with_other_settings_or_words_on_the_screen_it_is_made_anew(p, shown):
    in_play(p)
    for change in (lambda: p.kiosk.say("Nápověda"), lambda: p.kiosk.command(SOUND)):
        p.kiosk.prerender()
        change()
        press(p)
        shown.clear()
        p.kiosk.step(wait=False)
        assert shown[0] == p.kiosk.scene
        p.kiosk.handle(RawEdge(0, False, p.clock.ns))
        p.wait(SECOND)
        write(p, "PES", 5)


def test_in_a_whole_game_every_picture_that_was_foreseen_is_the_one_that_is_computed(tmp_path, monkeypatch):
    kept, promised = [], []
    frame, show_foreseen = Kiosk.frame, Kiosk.show_prerendered

    def foreseen(kiosk):
        one = kiosk._prerendered
        show_foreseen(kiosk)
        if one is not None and kiosk.scene is one.scene:
            promised.append(one.scene)

    def computed(kiosk):
        frame(kiosk)
        kept.extend(scene == kiosk.scene for scene in promised)
        promised.clear()

    monkeypatch.setattr(Kiosk, "show_prerendered", foreseen)
    monkeypatch.setattr(Kiosk, "frame", computed)
    player = DoublesPlayer(tmp_path, seen=lambda name, player: player.kiosk.prerender())
    history = player.play(load_record(FULL))
    player.close()
    presses = sum(isinstance(entry.event, e.Press) for entry in history.entries)
    assert all(kept)
    assert len(kept) > presses / 2, (len(kept), presses)
