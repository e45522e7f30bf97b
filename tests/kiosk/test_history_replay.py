"""A kept game replayed: as it stood at every entry, looking like nothing that runs, reached from the timeline."""

from __future__ import annotations

from msgspec.structs import replace

from device.common import i18n
from device.common.address import Address
from device.graphics.actions import Do
from device.graphics.palette import DARK
from device.graphics.widgets import Panel, Shape, Text, Touch
from device.kiosk.screen import call_on
from device.screens.history.past import ReplayScreen, grey
from device.screens.history.views import TimelineScreen
from rules.polish_doubles import GAME
from rules.polish_doubles import acts as e
from rules.polish_doubles.state import Phase
from tests.kiosk.looking_back import looked_at, stepped
from tests.kiosk.script import play
from tests.kiosk.seeing import says, texts, way_to
from tools.play.gallery import FULL as FULL_RECORD
from tools.play.gallery import load_record


def test_the_replay_shows_the_game_as_it_stood_at_every_entry(p):
    """Step by step through the whole sample: sums, the word just written and the clocks are those of that moment."""
    looked_at(p)
    play(p, "Krok za krokem")
    controller = p.kiosk.controller
    record = load_record(FULL_RECORD)
    for n in range(1, len(record.entries) + 1):
        p.touch(call_on(ReplayScreen.on_step, n))
        state = controller.state.timeline.states[n]
        shown = texts(p)
        assert any(f"{n} " in text and str(len(record.entries)) in text for text in shown)
        assert shown.count(str(state.total(0))) >= 1
        assert shown.count(str(state.total(1))) >= 1
        if state.phase is Phase.PLAY:
            assert i18n.clock(state.clock.remaining(record.entries[n - 1].at)) in shown
        rows = [row for turn in state.turns[-2:] for row in turn.rows if row.word]
        if state.phase in (Phase.PLAY, Phase.CLOSING) and rows:
            assert rows[-1].word in shown
    assert not p.has(call_on(ReplayScreen.on_step, len(record.entries) + 1))


def test_the_replay_goes_back_and_to_both_ends(p):
    looked_at(p)
    play(p, "Krok za krokem")
    stepped(p, 21)
    play(p, "Krok zpět > −10 > Na konec")
    assert p.kiosk.controller.current_screen().n == 111
    play(p, "Na začátek")
    assert p.kiosk.controller.current_screen().n == 0
    assert not p.has(call_on(ReplayScreen.on_step, -1))


def test_the_past_looks_like_nothing_that_runs(p):
    """The picture has no hue and answers no touch; the band above it says what it is."""
    looked_at(p)
    play(p, "Krok za krokem")
    stepped(p, 49)
    scene = p.kiosk.scene
    frame = next(w.rect for w in scene if isinstance(w, Panel) and w.rect.h > 250)
    inside = [w for w in scene if frame.contains(w.rect.x + w.rect.w // 2, w.rect.y + w.rect.h // 2)][1:]
    assert len(inside) > 40
    for widget in inside:
        assert not isinstance(widget, Touch)
        colour = widget.fill if isinstance(widget, Panel) else widget.colour
        assert isinstance(widget, (Panel, Text, Shape))
        assert colour == grey(colour)
    assert says(p, "MINULOST")
    assert DARK.pair[0] != grey(DARK.pair[0])


def danger(canvas, rect, state, at):
    canvas.button(rect, "DANGER", Do(e.End()))


def test_what_a_game_draws_of_its_past_cannot_be_touched(p):
    """Even where a game's picture carries a button, in the past it does nothing."""
    looked_at(p)
    spec = replace(p.kiosk.host.games[GAME.key], past=Address(f"{__name__}:danger"))
    p.kiosk.host.games = {**p.kiosk.host.games, GAME.key: spec}
    play(p, "Krok za krokem", sees="DANGER")
    assert not p.has(Do(e.End()))


def test_a_touch_on_the_timeline_leads_to_that_moment_and_back_to_the_same_page(p):
    looked_at(p)
    play(p, "Časová osa > Pozdější > Pozdější")
    place = way_to(p, ReplayScreen)
    p.touch(place)
    assert says(p, f"{place.screen.n} z 111")
    play(p, "back")
    assert isinstance(p.kiosk.controller.current_screen(), TimelineScreen)
    assert p.kiosk.controller.current_screen().page == 2
