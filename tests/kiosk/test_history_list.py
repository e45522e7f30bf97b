"""The list of all games: page by page, found by what is typed, played on from there, damaged ones with the reason."""

from __future__ import annotations

from device.games.polish_doubles.controller import DoublesController
from device.graphics.actions import HISTORY, Key, ResumeGame
from device.graphics.widgets import Touch, place_of
from device.io.inputs import FingerDown, TextInput
from device.journal import StoredGame
from device.journal.jobs import Job
from device.kiosk.screen import ask, call_on
from device.screens.history.game_list import GameListController, GameListScreen
from device.screens.history.past import ReplayScreen
from device.screens.home import HomeController
from rules.game import SECOND
from rules.polish_doubles import GAME
from tests.kiosk.looking_back import FULL, KOCKA, go_home, keep, listed, looked_at
from tests.kiosk.script import play
from tests.kiosk.seeing import says, texts, way_to
from tests.kiosk.situations.polish_doubles import opened
from tools.play.gallery import FULL as FULL_RECORD
from tools.play.gallery import load_record


def found(p) -> list[StoredGame]:
    """The games that the search has found."""
    controller = p.kiosk.controller
    return controller.state.matching(controller.current_screen().query)


def pages(p) -> list[list[int]]:
    """The numbers of the games on each page of the list, turned page by page."""
    numbers = []
    while True:
        actions = (widget.action for widget in p.kiosk.scene if isinstance(widget, Touch))
        shown = [action.args[0] for action in actions if getattr(action, "method", "") == "look_back"]
        numbers.append(shown)
        onward = call_on(GameListScreen.on_page, p.kiosk.controller.current_screen().page + 1)
        if not p.has(onward):
            return numbers
        p.touch(onward)


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
    p.kiosk.loop.invalidate()
    p.kiosk.loop.step(wait=False)
    assert texts(p).count("…") == 3
    p.kiosk.loop.step(wait=False)
    assert texts(p).count("…") == 2
    p.wait(SECOND)
    assert "…" not in texts(p)


def test_the_list_fills_in_while_the_finger_that_opened_it_still_lies_there(p):
    keep(p, "polish-doubles-short")
    go_home(p)
    p.kiosk.host.archive._summaries.clear()
    place = place_of(p.kiosk.scene, HISTORY)
    p.look(place)
    p.kiosk.post(FingerDown(*place, p.clock.ns))
    p.settle()
    assert texts(p).count("…") == 1
    p.wait(1000)
    assert "…" not in texts(p)


def test_a_game_is_found_by_a_name_typed_on_the_screen_and_the_way_back_is_the_whole_list(p):
    numbers = listed(p, FULL, KOCKA, KOCKA)
    play(p, "Hledat > type sloky > done")
    assert pages(p) == [[numbers[0]]]
    play(p, "back")
    assert sorted(number for page in pages(p) for number in page) == numbers
    play(p, "back")
    assert isinstance(p.kiosk.controller, HomeController)


def test_a_letter_of_the_search_can_be_taken_back(p):
    listed(p, FULL, KOCKA)
    play(p, "Hledat > type slokyx")
    assert found(p) == []
    p.touch(Key("\b"))
    assert len(found(p)) == 1


def test_an_attached_keyboard_searches_too(p):
    listed(p, FULL, KOCKA)
    for char in "cyril\r":
        p.kiosk.post(TextInput(char))
    p.settle()
    assert len(found(p)) == 1
    assert isinstance(p.kiosk.controller.current_screen(), GameListScreen)
    for _ in range(2):
        p.kiosk.post(TextInput("\x1b"))
    p.settle()
    assert isinstance(p.kiosk.controller, HomeController)


def test_an_old_game_that_is_not_signed_can_be_played_on(p):
    opened(p)
    number = p.kiosk.table.game_id
    p.kiosk.host.home()
    for _ in range(5):
        keep(p, FULL)
    go_home(p)
    assert not p.has(ResumeGame(number)) or p.kiosk.controller.games[0].id != number
    play(p, "history")
    while not p.has(ask(GameListController.look_back, number)):
        play(p, "Na konec")
    p.touch(ask(GameListController.look_back, number))
    p.touch(ResumeGame(number))
    assert p.kiosk.table.game_id == number
    assert isinstance(p.kiosk.controller, DoublesController)


def test_a_game_without_screens_can_be_looked_at_and_says_that_it_cannot_be_played(p):
    p.kiosk.host.games = {"polish_doubles": p.kiosk.host.games["polish_doubles"]}
    looked_at(p, KOCKA)
    (number,) = (game.id for game in p.kiosk.journal.games())
    assert not p.has(ResumeGame(number))
    play(p, "Časová osa")
    assert way_to(p, ReplayScreen, n=1) is not None


def test_a_game_whose_setup_is_damaged_is_listed_with_what_is_wrong_and_does_not_open(p):
    p.kiosk.journal.new_game(GAME, load_record(FULL_RECORD).setup)
    p.kiosk.journal.flush()
    p.kiosk.journal._keep(committed("INSERT INTO game VALUES (77, '', 'polish_doubles', '{', '')"))
    go_home(p)
    play(p, "history > wait 1 > datum neznámé · Polská čtyřhra")
    assert isinstance(p.kiosk.controller, GameListController)
    assert sum("77" in text and "data jsou poškozená" in text for text in texts(p)) >= 2


def test_an_entry_that_nobody_can_read_stands_in_the_timeline_with_the_reason(p):
    number = p.kiosk.journal.new_game(GAME, load_record(FULL_RECORD).setup)
    for n, event in enumerate(('{"event":"starters","pair":"A"}', '{"event":"teleport","to":9}', "{"), start=1):
        sql = f"INSERT INTO entry VALUES ({number}, {n}, 0, 'touch', 0, '', '', '{event}')"
        p.kiosk.journal._keep(committed(sql))
    go_home(p)
    play(p, "history > wait 1")
    p.touch(ask(GameListController.look_back, number))
    play(p, "Časová osa", sees='nečitelné: {"event":"teleport","to":9}')
    assert says(p, "nepočítá se: Událost teleport v této hře není")
    assert says(p, "nepočítá se: Záznam je poškozený")
    for n in (3, 2, 1):
        p.touch(way_to(p, ReplayScreen, n=n))
        play(p, "back")


def committed(sql: str):
    """Something that another program wrote into the journal."""
    return Job(((sql, ()),))
