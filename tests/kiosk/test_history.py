"""Looking back at games: all of them listed, each replayed as it stood, copies made, and nothing of it touched."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device import i18n
from device.address import Address
from device.autoplay.gallery import FULL as FULL_RECORD
from device.autoplay.gallery import load_record
from device.games.polish_doubles.choices import EndOfGame
from device.games.polish_doubles.controller import DoublesController
from device.history.controller import HistoryController
from device.history.game_list import GameListController, GameListScreen, Games, LookBack
from device.history.past import ReplayScreen, grey
from device.history.state import END, Filter
from device.history.views import CopiesScreen, ListScreen, TimelineScreen, VersionsScreen
from device.journal import Kept
from device.kiosk.actions import BACK, DONE, HISTORY, Do, Key, Resume, Show
from device.kiosk.home import HomeController
from device.kiosk.palette import DARK
from device.kiosk.screen import call_on
from device.kiosk.widgets import Panel, Shape, Text, Touch, place_of
from device.table.inputs import Touched, Typed
from device.table.referee_pin import hashed
from rules.game import SECOND
from rules.polish_doubles import GAME
from rules.polish_doubles import events as e
from rules.polish_doubles.state import Phase
from rules.timeline import TimelineEntry
from tests.kiosk.looking_back import FULL, KOCKA, go_home, keep, listed, looked_at, stepped
from tests.kiosk.seeing import says, texts
from tests.kiosk.situations.polish_doubles import begin, opened, write


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
    return [(one.id, one.entries) for one in p.kiosk.journal.games()]


def found(p) -> list[Kept]:
    """The games that the search has found."""
    controller = p.kiosk.controller
    return controller.state.found(controller.shown().query)


def entries_shown(p) -> tuple[TimelineEntry, ...]:
    """The timeline as far as the filter lets it through."""
    controller = p.kiosk.controller
    return controller.shown().entries(controller.state)


def pages(p) -> list[list[int]]:
    """The numbers of the games on each page of the list, turned page by page."""
    found = []
    while True:
        shown = [w.action.game_id for w in p.kiosk.scene if isinstance(w, Touch) and isinstance(w.action, LookBack)]
        found.append(shown)
        onward = call_on(GameListScreen.turned_to, p.kiosk.controller.shown().page + 1)
        if not p.has(onward):
            return found
        p.touch(onward)


# -- the list ----------------------------------------------------------------------------------------------------------


def test_all_games_are_listed_page_by_page_newest_first(p):
    numbers = listed(p, *(FULL, KOCKA, "polish-doubles-short") * 4)
    shown = pages(p)
    assert len(shown) == 3
    assert [number for page in shown for number in page] == sorted(numbers, reverse=True)


def test_the_list_itself_waits_for_no_game_and_fills_in_one_after_another(p):
    for _ in range(3):
        keep(p, "polish-doubles-short")
    p.kiosk.host.home()
    p.kiosk.host.archive._summaries.clear()
    p.kiosk.host.enter(GameListController(p.kiosk.host, p.kiosk.controller))
    p.kiosk.presenter.present()
    assert texts(p).count("…") == 3
    p.kiosk.presenter.present()
    assert texts(p).count("…") == 2
    p.wait(SECOND)
    assert "…" not in texts(p)


def test_the_list_fills_in_while_the_finger_that_opened_it_still_lies_there(p):
    keep(p, "polish-doubles-short")
    go_home(p)
    p.kiosk.host.archive._summaries.clear()
    place = place_of(p.kiosk.scene, HISTORY)
    p.look(place)
    p.kiosk.post(Touched(*place, p.clock.ns))
    p.settle()
    assert texts(p).count("…") == 1
    p.wait(1000)
    assert "…" not in texts(p)


def test_a_game_is_found_by_a_name_typed_on_the_screen_and_the_way_back_is_the_whole_list(p):
    numbers = listed(p, FULL, KOCKA, KOCKA)
    p.touch(call_on(Games.search))
    p.write("sloky")
    p.touch(DONE)
    assert pages(p) == [[numbers[0]]]
    p.touch(BACK)
    assert sorted(number for page in pages(p) for number in page) == numbers
    p.touch(BACK)
    assert isinstance(p.kiosk.controller, HomeController)


def test_a_letter_of_the_search_can_be_taken_back(p):
    listed(p, FULL, KOCKA)
    p.touch(call_on(Games.search))
    p.write("slokyx")
    assert found(p) == []
    p.touch(Key("\b"))
    assert len(found(p)) == 1


def test_an_attached_keyboard_searches_too(p):
    listed(p, FULL, KOCKA)
    for char in "cyril\r":
        p.kiosk.post(Typed(char))
    p.settle()
    assert len(found(p)) == 1
    assert isinstance(p.kiosk.controller.shown(), GameListScreen)
    for _ in range(2):
        p.kiosk.post(Typed("\x1b"))
    p.settle()
    assert isinstance(p.kiosk.controller, HomeController)


def test_an_old_game_that_is_not_signed_can_be_played_on(p):
    opened(p)
    number = p.kiosk.table.game_id
    p.kiosk.host.home()
    for _ in range(5):
        keep(p, FULL)
    go_home(p)
    assert not p.has(Resume(number)) or p.kiosk.controller.games[0].id != number
    p.touch(HISTORY)
    while not p.has(LookBack(number)):
        p.touch(call_on(GameListScreen.turned_to, p.kiosk.controller.shown().page + 1))
    p.touch(LookBack(number))
    p.touch(Resume(number))
    assert p.kiosk.table.game_id == number
    assert isinstance(p.kiosk.controller, DoublesController)


def test_a_game_without_screens_can_be_looked_at_and_says_that_it_cannot_be_played(p):
    p.kiosk.host.games = {"polish_doubles": p.kiosk.host.games["polish_doubles"]}
    looked_at(p, KOCKA)
    (number,) = (one.id for one in p.kiosk.journal.games())
    assert not p.has(Resume(number))
    p.touch(Show(ReplayScreen()))
    p.touch(call_on(ReplayScreen.stepped, 23))
    assert "KOČKA" in texts(p)


def test_a_game_whose_setup_is_damaged_is_listed_with_what_is_wrong_and_does_not_open(p):
    p.kiosk.journal.new_game(GAME, load_record(FULL_RECORD).setup)
    p.kiosk.journal.flush()
    p.kiosk.journal._keep(committed("INSERT INTO game VALUES (77, '', 'polish_doubles', '{', '')"))
    go_home(p)
    p.touch(HISTORY)
    p.wait(SECOND)
    p.touch(LookBack(77))
    assert isinstance(p.kiosk.controller, GameListController)
    assert sum("77" in text and "je poškozen" in text for text in texts(p)) >= 2


def test_an_entry_that_nobody_can_read_stands_in_the_timeline_with_the_reason(p):
    number = p.kiosk.journal.new_game(GAME, load_record(FULL_RECORD).setup)
    for n, event in enumerate(('{"event":"starters","pair":"A"}', '{"event":"teleport","to":9}', "{"), start=1):
        sql = f"INSERT INTO entry VALUES ({number}, {n}, 0, 'touch', 0, '', '', '{event}')"
        p.kiosk.journal._keep(committed(sql))
    go_home(p)
    p.touch(HISTORY)
    p.wait(SECOND)
    p.touch(LookBack(number))
    p.touch(Show(TimelineScreen()))
    assert says(p, 'nečitelné: {"event":"teleport","to":9}')
    assert says(p, "nepočítá se: Událost teleport v této hře není")
    assert says(p, "nepočítá se: Záznam je poškozený")
    for n in (3, 2, 1):
        p.touch(call_on(ListScreen.replayed, n))
        p.touch(BACK)


def committed(sql: str):
    """Something that another program wrote into the journal."""
    from device.journal.writer import _Job

    return _Job(((sql, ()),))


# -- replay ------------------------------------------------------------------------------------------------------------


def test_the_replay_shows_the_game_as_it_stood_at_every_entry(p):
    """Step by step through the whole sample: sums, the word just written and the clocks are those of that moment."""
    looked_at(p)
    p.touch(Show(ReplayScreen()))
    controller = p.kiosk.controller
    record = load_record(FULL_RECORD)
    for n in range(1, len(record.entries) + 1):
        p.touch(call_on(ReplayScreen.stepped, n))
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
    assert not p.has(call_on(ReplayScreen.stepped, len(record.entries) + 1))


def test_the_replay_goes_back_and_to_both_ends(p):
    looked_at(p)
    p.touch(Show(ReplayScreen()))
    stepped(p, 21)
    p.touch(call_on(ReplayScreen.stepped, 20))
    p.touch(call_on(ReplayScreen.stepped, 10))
    p.touch(call_on(ReplayScreen.stepped, 111))
    assert p.kiosk.controller.shown().n == 111
    p.touch(call_on(ReplayScreen.stepped, 0))
    assert p.kiosk.controller.shown().n == 0
    assert not p.has(call_on(ReplayScreen.stepped, -1))


def test_the_past_looks_like_nothing_that_runs(p):
    """The picture has no hue and answers no touch; the band above it says what it is."""
    looked_at(p)
    p.touch(Show(ReplayScreen()))
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
    p.touch(Show(ReplayScreen()))
    assert says(p, "DANGER")
    assert not p.has(Do(e.End()))


def test_looking_back_touches_neither_the_journal_nor_the_game_on_the_table(p):
    opened(p)
    keep(p, FULL)
    before, history = entries(p), p.kiosk.table.history
    p.menu(HISTORY)
    for screen in (TimelineScreen(), VersionsScreen(), ReplayScreen(), CopiesScreen()):
        p.touch(Show(screen))
        p.touch(BACK)
    p.touch(Show(ReplayScreen()))
    for n in (1, 2, 3, 4):
        p.touch(call_on(ReplayScreen.stepped, n))
    p.touch(call_on(ReplayScreen.stepped, 0))
    p.touch(BACK)
    p.touch(BACK)
    assert isinstance(p.kiosk.controller, DoublesController)
    assert p.kiosk.table.history is history
    assert entries(p) == before


def test_the_game_goes_on_under_its_history(p):
    """A press counts, the OLEDs run on, and the timeline grows at once."""
    opened(p)
    p.menu(HISTORY)
    p.touch(Show(TimelineScreen()))
    before = p.oleds.image(1).copy()
    turns = len(p.kiosk.table.state.turns)
    p.wait(10 * SECOND)
    assert p.oleds.image(1).tobytes() != before.tobytes()
    p.press(1)
    assert len(p.kiosk.table.state.turns) == turns + 1
    assert p.has(call_on(ListScreen.replayed, len(p.kiosk.table.history.entries)))
    assert says(p, "stisk dvojice B")


def test_the_timeline_of_a_running_game_opens_at_its_newest_entries(p):
    begin(p)
    for word in ("PES", "KOSA", "LES"):
        write(p, word, 5)
        p.press(len(p.kiosk.table.state.turns) % 2 == 0)
    p.menu(HISTORY)
    p.touch(Show(TimelineScreen()))
    assert p.has(call_on(ListScreen.replayed, len(p.kiosk.table.history.entries)))


def test_a_timeline_that_grows_past_its_page_stays_at_its_end_and_otherwise_where_it_is(p):
    opened(p)
    p.menu(HISTORY)
    p.touch(Show(TimelineScreen()))
    for _ in range(8):
        hold_both(p)
    newest = len(p.kiosk.table.history.entries)
    assert newest > 10
    assert p.has(call_on(ListScreen.replayed, newest))
    p.touch(call_on(ListScreen.turned_to, 0))
    for _ in range(2):
        hold_both(p)
    assert p.has(call_on(ListScreen.replayed, 1))
    p.touch(call_on(ListScreen.turned_to, END))
    for _ in range(8):
        hold_both(p)
    assert p.has(call_on(ListScreen.replayed, len(p.kiosk.table.history.entries))), "at the end again"


def test_a_touch_on_the_timeline_leads_to_that_moment_and_back_to_the_same_page(p):
    looked_at(p)
    p.touch(Show(TimelineScreen()))
    p.touch(call_on(ListScreen.turned_to, 1))
    p.touch(call_on(ListScreen.turned_to, 2))
    actions = [widget.action for widget in p.kiosk.scene if isinstance(widget, Touch)]
    place = next(action for action in actions if getattr(action, "method", "") == "replayed")
    p.touch(place)
    assert says(p, f"{place.args[0]} z 111")
    p.touch(BACK)
    assert isinstance(p.kiosk.controller.shown(), TimelineScreen)
    assert p.kiosk.controller.shown().page == 2


def test_a_long_game_pages_and_steps_without_being_folded_again(p, monkeypatch):
    looked_at(p)
    p.touch(Show(TimelineScreen()))
    monkeypatch.setattr(type(GAME), "apply", lambda *args: pytest.fail("folded again"))
    monkeypatch.setattr(type(GAME), "start", lambda *args: pytest.fail("folded again"))
    for page in range(1, 10):
        p.touch(call_on(ListScreen.turned_to, page))
    p.touch(call_on(ListScreen.filtered, Filter.CLOCKS))
    p.touch(BACK)
    p.touch(Show(VersionsScreen()))
    p.touch(call_on(ListScreen.turned_to, 1))
    p.touch(BACK)
    p.touch(Show(ReplayScreen()))
    for n in (10, 20, 30, 29, 28):
        p.touch(call_on(ReplayScreen.stepped, n))
    assert p.kiosk.controller.shown().n == 28


def test_the_timeline_tells_the_clocks_and_the_corrections_apart(p):
    looked_at(p)
    p.touch(Show(TimelineScreen()))
    assert len(entries_shown(p)) == 111
    p.touch(call_on(ListScreen.filtered, Filter.CLOCKS))
    assert {str(one.what) for one in entries_shown(p)} >= {"pause", "clocks go on", "time set to 120 s"}
    assert not any("MYSL" in str(one.what) for one in entries_shown(p))
    p.touch(call_on(ListScreen.filtered, Filter.CHANGES))
    assert [one.n for one in entries_shown(p)] == [49, 73, 80]
    assert says(p, "MYSL 9 → MYSL 7")


def test_every_version_of_a_corrected_row_stands_in_its_place(p):
    looked_at(p)
    p.touch(Show(VersionsScreen()))
    p.touch(call_on(ListScreen.filtered, Filter.CHANGES))
    p.touch(call_on(ListScreen.turned_to, 1))
    lines = [w for w in p.kiosk.scene if isinstance(w, Text) and w.text.startswith("MYSL")]
    assert [(line.text, line.struck) for line in lines] == [("MYSL 9", True), ("MYSL 7", False)]


def test_the_history_is_reached_from_the_result_and_from_a_signed_one(p):
    begin(p)
    write(p, "PES", 5)
    p.press(0)
    p.menu(Show(EndOfGame()))
    p.touch(Do(e.End()))
    for _ in range(2):
        p.touch(DONE)
    for hold in (0, 1, None):
        p.touch(HISTORY)
        assert isinstance(p.kiosk.controller, HistoryController)
        p.touch(BACK)
        if hold is not None:
            p.press(hold, 1600)
    assert p.kiosk.table.state.phase is Phase.SIGNED


def test_a_pair_can_sign_while_somebody_looks_back(p):
    begin(p)
    write(p, "PES", 5)
    p.press(0)
    p.menu(Show(EndOfGame()))
    p.touch(Do(e.End()))
    for _ in range(2):
        p.touch(DONE)
    p.touch(HISTORY)
    p.touch(Show(ReplayScreen()))
    p.press(1, 1600)
    assert 1 in p.kiosk.table.state.signed


def test_the_referees_screens_stay_open_below_while_somebody_looks_back(p):
    p.kiosk.host.set_pin(hashed("1357"))
    p.kiosk.host.referee.unlock("1357")
    looked_at(p)
    p.touch(Show(TimelineScreen()))
    p.touch(BACK)
    assert p.kiosk.host.referee.open
