"""The picture of the next press is made before it: shown at once when it comes, never when something else happens."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from device.graphics.actions import SOUND
from device.graphics.painter import Painter
from device.io.inputs import RawEdge
from device.kiosk.loop import CALM, Presenter
from device.kiosk.outputs import ScreenOutput
from device.table.table import Table
from rules.game import SECOND, Undo
from rules.polish_doubles import acts as e
from tests.kiosk.evening import STRIDE, same_as_whole
from tests.kiosk.situations.polish_doubles import begin, write
from tools.play.gallery import FULL, load_record
from tools.play.player import MS
from tools.play.players.polish_doubles import DoublesPlayer


@pytest.fixture
def shown(monkeypatch):
    """Every picture that reaches the screen, in order."""
    pictures, show = [], ScreenOutput.show

    def noting(screen, frame):
        pictures.append(frame.scene)
        show(screen, frame)

    monkeypatch.setattr(ScreenOutput, "show", noting)
    return pictures


@pytest.fixture
def unsaved(monkeypatch):
    """The disk says nothing in the meantime: else the dot of what is safe changes as soon as it does."""
    monkeypatch.setattr(Table, "saved_through", lambda table, game, n: None)


def press(p, side=0):
    p.kiosk.loop.handle(RawEdge(side, True, p.clock.ns))


def in_play(p):
    begin(p)
    write(p, "DÝMKA", 38)
    p.wait(20 * SECOND)
    p.written()


def test_nothing_of_what_is_foreseen_is_recorded_or_shown(p):
    in_play(p)
    scene, history = p.kiosk.scene, p.kiosk.table.history
    p.kiosk.presenter.prerender()
    p.settle()
    assert p.kiosk.table.history is history
    assert p.kiosk.scene == scene


def test_the_press_finds_its_picture_painted(p, shown, request):
    in_play(p)
    request.getfixturevalue("unsaved")
    p.kiosk.presenter.prerender()
    p.clock.ns += 300 * MS
    press(p)
    shown.clear()
    p.kiosk.loop.step(wait=False)
    assert len(shown) >= 2, "the foreseen one, then what was computed"
    assert shown[0] == shown[1]
    assert p.kiosk.screen.painter.has_prepared(p.kiosk.scene), "it was copied, not painted"
    assert same_as_whole(p.kiosk.scene, p.kiosk.screen.display.surface, p.kiosk.screen.painter.back)


def test_the_press_is_shown_before_the_journal_gets_to_work(p, shown, monkeypatch):
    in_play(p)
    p.kiosk.presenter.prerender()
    p.clock.ns += 300 * MS
    shown.clear()
    jobs, handed = p.kiosk.journal._jobs, []
    given = jobs._queue

    def hand(order):
        handed.append(len(shown))
        given.put(order)

    monkeypatch.setattr(jobs, "_queue", SimpleNamespace(put=hand, get=given.get))
    p.kiosk.loop.handle_all([RawEdge(0, True, p.clock.ns)])
    assert handed == [1]
    assert p.kiosk.journal.load(p.kiosk.table.game_id)[0] == p.kiosk.table.history


def test_the_loop_foresees_by_itself_once_hands_are_calm_and_again_each_second(p, monkeypatch):
    in_play(p)
    foreseen_at = []
    foresee = Presenter.prerender
    monkeypatch.setattr(Presenter, "prerender", lambda presenter: (foreseen_at.append(p.clock.ns), foresee(presenter)))

    def sleep(seconds, wakes):
        p.clock.ns += max(1, round(seconds * SECOND))
        return False

    p.kiosk.queue.sleep = sleep
    p.kiosk.loop._handled_at = start = p.clock.ns
    p.kiosk.loop.invalidate()
    while p.clock.ns < start + 5 * SECOND:
        p.kiosk.loop.step()
    assert start + CALM <= foreseen_at[0] < start + CALM + SECOND
    assert 5 <= len(foreseen_at) <= 7, "once for each second that the clock shows"


def test_whatever_else_happens_is_never_taken_for_the_press(p, shown):
    in_play(p)
    p.kiosk.presenter.prerender()
    p.kiosk.table.do(Undo())
    p.kiosk.loop.invalidate()
    shown.clear()
    p.kiosk.loop.step(wait=False)
    assert len(shown) == 1
    assert not p.kiosk.table.state.turns[0].rows
    assert not p.kiosk.table.state.turns[0].pressed


def test_with_other_settings_or_words_on_the_screen_it_is_made_anew(p, shown, request):
    in_play(p)
    request.getfixturevalue("unsaved")
    for change in (lambda: p.kiosk.host.say("Nápověda"), lambda: p.kiosk.host.perform(SOUND)):
        p.kiosk.presenter.prerender()
        change()
        press(p)
        shown.clear()
        p.kiosk.loop.step(wait=False)
        assert shown[0] == p.kiosk.scene
        p.kiosk.loop.handle(RawEdge(0, False, p.clock.ns))
        p.wait(SECOND)
        write(p, "PES", 5)


def test_in_a_whole_game_every_picture_that_was_foreseen_is_the_one_that_is_computed(tmp_path, monkeypatch):
    matches, promised = [], []
    present, show_foreseen = Presenter.present, Presenter.show_prerendered

    def foreseen(presenter):
        prerendered = presenter._prerendered
        if show := show_foreseen(presenter):
            promised.append(prerendered.frame)
        return show

    def computed(presenter, moment):
        again = present(presenter, moment)
        matches.extend(frame == presenter.host.screen.frame for frame in promised)
        promised.clear()
        return again

    monkeypatch.setattr(Presenter, "show_prerendered", foreseen)
    monkeypatch.setattr(Presenter, "present", computed)
    monkeypatch.setattr(Painter, "prepare", lambda painter, scene: None)  # only frames are compared
    monkeypatch.setattr(Painter, "paint", lambda painter, scene: [])
    player = DoublesPlayer(tmp_path, seen=lambda name, player: player.kiosk.presenter.prerender())
    player.stride = STRIDE
    history = player.play(load_record(FULL))
    player.close()
    presses = sum(isinstance(entry.event, e.Press) for entry in history.entries)
    assert all(matches)
    assert len(matches) > presses / 2, (len(matches), presses)
