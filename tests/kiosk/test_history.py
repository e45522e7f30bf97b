"""Looking back at games: the timeline and every version of a row over a game that goes on, which nothing touches."""

from __future__ import annotations

import pytest

from device.games.polish_doubles.controller import DoublesController
from device.graphics.actions import Show
from device.graphics.widgets import Text
from device.kiosk.screen import call_on
from device.screens.history.controller import HistoryController
from device.screens.history.past import ReplayScreen
from device.screens.history.views import CopiesScreen, ListScreen, TimelineScreen, VersionsScreen
from device.table.referee_pin import hash_pin
from rules.game import SECOND
from rules.polish_doubles import GAME
from rules.polish_doubles.state import Phase
from rules.timeline import TimelineEntry
from tests.kiosk.looking_back import FULL, keep, looked_at
from tests.kiosk.script import play
from tests.kiosk.seeing import says, way_to
from tests.kiosk.situations.polish_doubles import begin, opened, result_shown, write


def hold_both(p) -> None:
    """Both buttons are held together: pause, or go on."""
    for side in (0, 1):
        p.pin(side).drive_low()
    p.settle()
    p.wait(2 * SECOND)
    for side in (0, 1):
        p.pin(side).drive_high()
    p.wait(SECOND)


def entries(p) -> list[tuple[int, int]]:
    """Every game of the journal with the number of its entries."""
    return [(game.id, game.entries) for game in p.kiosk.journal.games()]


def entries_shown(p) -> tuple[TimelineEntry, ...]:
    """The timeline as far as the filter lets it through."""
    controller = p.kiosk.controller
    return controller.current_screen().entries(controller.state)


def test_looking_back_touches_neither_the_journal_nor_the_game_on_the_table(p):
    opened(p)
    keep(p, FULL)
    before, history = entries(p), p.kiosk.table.history
    play(p, "menu > history")
    for screen in (TimelineScreen(), VersionsScreen(), ReplayScreen(), CopiesScreen()):
        p.touch(Show(screen))
        play(p, "back")
    play(p, "Krok za krokem")
    for n in (1, 2, 3, 4):
        p.touch(call_on(ReplayScreen.on_step, n))
    play(p, "−10 > back > back")
    assert isinstance(p.kiosk.controller, DoublesController)
    assert p.kiosk.table.history is history
    assert entries(p) == before


def test_the_game_goes_on_under_its_history(p):
    """A press counts, the OLEDs run on, and the timeline grows at once."""
    opened(p)
    play(p, "menu > history > Časová osa")
    before = p.oled(1).copy()
    turns = len(p.kiosk.table.state.turns)
    p.wait(10 * SECOND)
    assert p.oled(1).tobytes() != before.tobytes()
    p.press(1)
    assert len(p.kiosk.table.state.turns) == turns + 1
    assert p.has(way_to(p, ReplayScreen, n=len(p.kiosk.table.history.entries)))
    assert says(p, "stisk dvojice B")


def test_the_timeline_of_a_running_game_opens_at_its_newest_entries(p):
    begin(p)
    for word in ("PES", "KOSA", "LES"):
        write(p, word, 5)
        p.press(len(p.kiosk.table.state.turns) % 2 == 0)
    play(p, "menu > history > Časová osa", offers="stisk dvojice A")


def test_a_timeline_that_grows_past_its_page_stays_at_its_end_and_otherwise_where_it_is(p):
    opened(p)
    play(p, "menu > history > Časová osa")
    for _ in range(8):
        hold_both(p)
    newest = len(p.kiosk.table.history.entries)
    assert newest > 10
    assert p.has(way_to(p, ReplayScreen, n=newest))
    play(p, "Na začátek")
    for _ in range(2):
        hold_both(p)
    assert p.has(way_to(p, ReplayScreen, n=1))
    play(p, "Na konec")
    for _ in range(8):
        hold_both(p)
    assert p.has(way_to(p, ReplayScreen, n=len(p.kiosk.table.history.entries))), "at the end again"


def test_a_long_game_pages_and_steps_without_being_folded_again(p, monkeypatch):
    looked_at(p)
    play(p, "Časová osa")
    monkeypatch.setattr(type(GAME), "apply", lambda *args: pytest.fail("folded again"))
    monkeypatch.setattr(type(GAME), "start", lambda *args: pytest.fail("folded again"))
    for page in range(1, 10):
        p.touch(call_on(ListScreen.on_page, page))
    play(p, "Hodiny > back > Všechna znění > Pozdější > back > Krok za krokem")
    for n in (10, 20, 30, 29, 28):
        p.touch(call_on(ReplayScreen.on_step, n))
    assert p.kiosk.controller.current_screen().n == 28


def test_the_timeline_tells_the_clocks_and_the_corrections_apart(p):
    looked_at(p)
    play(p, "Časová osa")
    assert len(entries_shown(p)) == 111
    play(p, "Hodiny")
    assert {str(entry.what) for entry in entries_shown(p)} >= {"pause", "clocks go on", "time set to 120 s"}
    assert not any("MYSL" in str(entry.what) for entry in entries_shown(p))
    play(p, "Opravy")
    assert [entry.n for entry in entries_shown(p)] == [49, 73, 80]
    assert says(p, "MYSL 9 → MYSL 7")


def test_every_version_of_a_corrected_row_stands_in_its_place(p):
    looked_at(p)
    play(p, "Všechna znění > Změněné > Na konec")
    lines = [w for w in p.kiosk.scene if isinstance(w, Text) and w.text.startswith("MYSL")]
    assert [(line.text, line.struck) for line in lines] == [("MYSL 9", True), ("MYSL 7", False)]


def test_the_history_is_reached_from_the_result_and_from_a_signed_one(p):
    result_shown(p)
    for hold in (0, 1, None):
        play(p, "history")
        assert isinstance(p.kiosk.controller, HistoryController)
        play(p, "back")
        if hold is not None:
            p.press(hold, 1600)
    assert p.kiosk.table.state.phase is Phase.SIGNED


def test_a_pair_can_sign_while_somebody_looks_back(p):
    result_shown(p)
    play(p, "history > Krok za krokem > hold 1")
    assert 1 in p.kiosk.table.state.signed


def test_the_referees_screens_stay_open_below_while_somebody_looks_back(p):
    p.kiosk.host.set_pin(hash_pin("1357"))
    p.kiosk.host.referee.unlock("1357")
    looked_at(p)
    play(p, "Časová osa > back")
    assert p.kiosk.host.referee.open
