"""What every screen has round it: both times and whose turn it is, and sentences that cover nothing they speak of."""

from __future__ import annotations

import pytest

from device.common import i18n
from device.games.polish_doubles.controller import RefereeScreen, SetTimeForm
from device.games.polish_doubles.forms import BagCountForm, EndScreen, NoteForm, ObjectionScreen, OverrunScreen
from device.games.polish_doubles.play import PlayScreen
from device.games.polish_doubles.sheet import SheetScreen
from device.graphics.actions import BACK, DONE, HISTORY, MENU, SETTINGS, Key, Show, Why
from device.graphics.widgets import Panel, Shape, Text, Touch, place_of
from device.kiosk.screen import call_on
from device.kiosk.time_bar import overlap
from rules.game import SECOND
from tests.kiosk.script import play
from tests.kiosk.seeing import says
from tests.kiosk.situations.polish_doubles import begin, opened, write


def clocks(p):
    """The times on the screen, from the left: what they say and how large they are."""
    left = p.kiosk.table.state.clock.remaining(p.kiosk.table.game_time())
    wanted = {i18n.clock(left), i18n.clock(p.kiosk.table.state.clock.limit)}
    texts = [text for text in p.kiosk.scene if isinstance(text, Text) and text.text in wanted and text.digits]
    return [(text.text, text.size) for text in sorted(texts, key=lambda text: text.rect.x)]


def both_times(p):
    """What the pair on the left and the one on the right should show."""
    state = p.kiosk.table.state
    running = i18n.clock(state.clock.remaining(p.kiosk.table.game_time()))
    waiting = i18n.clock(state.clock.limit)
    return [running, waiting] if state.turn.pair == 0 else [waiting, running]


def in_play(p):
    opened(p)
    write(p, "PES", 5)
    write(p, "KOSA", 8)
    play(p, "press 1 > wait 20")


WAYS = {
    "menu": [MENU],
    "entry": [call_on(PlayScreen.write)],
    "objection": [Show(ObjectionScreen())],
    "exchange": [call_on(PlayScreen.exchange)],
    "bag": [MENU, Show(BagCountForm())],
    "end": [MENU, Show(EndScreen())],
    "note": [MENU, Show(NoteForm())],
    "sheet": [MENU, Show(SheetScreen())],
    "referee": [MENU, Show(RefereeScreen())],
    "set time": [MENU, Show(RefereeScreen()), Show(SetTimeForm())],
    "settings": [MENU, SETTINGS],
    "history": [MENU, HISTORY],
}


@pytest.mark.parametrize("name", WAYS)
def test_both_times_and_whose_turn_stand_on_every_screen_of_a_running_game(p, name):
    in_play(p)
    size = clocks(p)[0][1]
    for action in WAYS[name]:
        p.touch(action)
    assert [text for text, _ in clocks(p)] == both_times(p)
    if name not in ("settings", "history", "sheet"):  # these show many rows below slim times
        assert all(shown >= size for _, shown in clocks(p)), "as large as in play"
    arrows = [shape for shape in p.kiosk.scene if isinstance(shape, Shape) and shape.name == "arrow"]
    assert [arrow.rect.x < p.kiosk.screen.look.size[0] // 2 for arrow in arrows] == [p.kiosk.table.state.turn.pair == 0]
    p.wait(3 * SECOND)
    assert [text for text, _ in clocks(p)] == both_times(p), "they go on"


def test_the_question_about_a_turn_that_ran_over_shows_whose_clock_runs(p):
    in_play(p)
    play(p, "wait 200 > press 0")
    assert isinstance(p.kiosk.controller.current_screen(), OverrunScreen)
    assert [text for text, _ in clocks(p)] == both_times(p)
    assert not p.kiosk.table.state.clock.running
    assert not says(p, "na tahu")
    assert says(p, "přes čas")
    assert filled(p) == []


def filled(p):
    """The sides whose time lies on their own colour: nobody's while the clocks stand."""
    times = [text.rect for text in p.kiosk.scene if isinstance(text, Text) and text.digits and ":" in text.text]
    panels = [
        panel
        for panel in p.kiosk.scene
        if isinstance(panel, Panel) and any(overlap(panel.rect, time) for time in times)
    ]
    return [
        n for n, colour in enumerate(p.kiosk.screen.look.palette.pair) if colour in [panel.fill for panel in panels]
    ]


@pytest.mark.parametrize("way", ["play", *(way for way in WAYS if way not in ("entry", "objection", "exchange"))])
def test_a_pause_is_seen_from_afar_and_said_on_every_screen(p, way):
    in_play(p)
    assert filled(p) == [p.kiosk.table.state.turn.pair]
    play(p, "menu > Pauza")
    for action in WAYS.get(way, ()):
        p.touch(action)
    assert filled(p) == []
    assert says(p, "pauza")
    assert not says(p, "na tahu")
    assert not [shape for shape in p.kiosk.scene if isinstance(shape, Shape) and shape.name == "arrow"]
    assert [shape.name for shape in p.kiosk.scene if isinstance(shape, Shape) and shape.name == "pause"]


def test_there_are_no_times_where_no_turn_is_played(p):
    assert not any(isinstance(text, Text) and text.digits for text in p.kiosk.scene)
    play(p, "settings", lacks="na tahu")


def banner(p):
    """The place of the sentence."""
    return next(
        panel.rect
        for panel in reversed(p.kiosk.scene)
        if isinstance(panel, Panel) and panel.fill == p.kiosk.screen.look.palette.warn
    )


def test_a_refusal_covers_neither_the_button_that_was_touched_nor_what_was_typed(p):
    begin(p)
    greyed = [touch for touch in p.kiosk.scene if isinstance(touch, Touch) and isinstance(touch.action, Why)]
    assert greyed
    for touch in greyed:
        p.touch(touch.action)
        assert says(p, touch.action.reason)
        assert not overlap(banner(p), touch.rect)
    play(p, "slovo a body")
    for letter in "MÁK":
        p.touch(Key(letter))
    check = next(touch.rect for touch in p.kiosk.scene if isinstance(touch, Touch) and touch.action == DONE)
    play(p, "done")
    typed = next(
        text.rect for text in p.kiosk.scene if isinstance(text, Text) and text.text == "K" and text.weight == "bold"
    )
    assert says(p, "S22")
    assert not overlap(banner(p), check)
    assert not overlap(banner(p), typed)
    assert place_of(p.kiosk.scene, BACK) is not None
