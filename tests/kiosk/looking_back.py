"""Situations in which somebody looks back: the list of games, one game's history, a replay."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from device.app.assembly import SERVE_PAGE
from device.graphics.actions import CARRY, DATE, DONE, HISTORY, SETTINGS, STATISTICS, ResumeGame, Show
from device.kiosk.screen import ask, call_on
from device.pocket.page import PageRequest, PageThread
from device.screens.history.game_list import GameListController, SearchScreen
from device.screens.history.past import ReplayScreen
from device.screens.history.pocket import PocketScreen
from device.screens.history.state import Filter
from device.screens.history.views import CopiesScreen, ListScreen, TimelineScreen, VersionsScreen
from device.screens.settings.page import SettingsPage
from device.screens.settings.screens import DevicePage
from device.screens.statistics.evening_views import EveningCode, EveningScreen
from device.screens.statistics.views import OverviewScreen, PersonStatistics, Selection
from rules.game import SECOND
from rules.history import History
from tests.kiosk.seeing import way_to
from tests.kiosk.situations.polish_doubles import opened
from tools.play.gallery import SAMPLES, load_record
from tools.play.player import Player
from tools.play.players.polish_doubles import DoublesPlayer

sample = cache(load_record)
FULL, KOCKA, SQUARES = "polish-doubles-full", "kourici-kocka", "polish-doubles-squares"


def keep(p: DoublesPlayer, name: str) -> int:
    """A sample among the kept games; its number."""
    return keep_game(p, sample(SAMPLES / f"{name}.jsonl"))


def keep_game(p: Player, record: History, upto: int | None = None) -> int:
    """A game among the kept ones, or as much of it as its first entries; its number."""
    number = p.kiosk.journal.new_game(record.game, record.setup)
    for entry in record.entries[:upto]:
        p.kiosk.journal.append(number, entry, "touch", entry.at)
    return number


def taken_up(p: Player, record: History, upto: int | None = None) -> None:
    """A kept game on the table, as it stood after its first entries or at its end: it was played elsewhere."""
    p.kiosk.host.perform(ResumeGame(keep_game(p, record, upto)))
    p.kiosk.loop.invalidate()
    p.settle()


def listed(p: DoublesPlayer, *names: str) -> list[int]:
    """The list of all games, with those samples kept, all of them folded; their numbers."""
    numbers = [keep(p, name) for name in names]
    go_home(p)
    p.touch(HISTORY)
    p.wait(1000)
    return numbers


def go_home(p: DoublesPlayer) -> None:
    """The home screen, with the games that were kept since."""
    p.kiosk.host.home()
    p.wait(1000)


def looked_at(p: DoublesPlayer, name: str = FULL) -> None:
    """One kept game's history."""
    number = listed(p, name)[0]
    p.touch(ask(GameListController.look_back, number))


def stepped(p: DoublesPlayer, n: int) -> None:
    """From the start of the replay to entry ``n``, by the buttons."""
    at = 0
    while at != n:
        at = at + 10 if n - at >= 10 else at + 1
        p.touch(call_on(ReplayScreen.on_step, at))


def home_with_games(p: DoublesPlayer) -> None:
    for name in (FULL, KOCKA, FULL, KOCKA):
        keep(p, name)
    go_home(p)


def games(p: DoublesPlayer) -> None:
    listed(p, *(FULL, KOCKA, "polish-doubles-short", "polish-doubles-power-loss") * 2)


def games_none(p: DoublesPlayer) -> None:
    listed(p, FULL)
    p.touch(way_to(p, SearchScreen))
    p.write("xyz")
    p.touch(DONE)


def search(p: DoublesPlayer) -> None:
    listed(p, FULL, KOCKA, "polish-doubles-short")
    p.touch(way_to(p, SearchScreen))
    p.write("krtci 21.11.")
    p.wait(1000)


def timeline(p: DoublesPlayer) -> None:
    looked_at(p)
    p.touch(Show(TimelineScreen()))
    for page in (1, 2, 3):
        p.touch(call_on(ListScreen.on_page, page))


def timeline_of_clocks(p: DoublesPlayer) -> None:
    timeline(p)
    p.touch(way_to(p, ListScreen, only=Filter.CLOCKS))


def timeline_of_corrections(p: DoublesPlayer) -> None:
    timeline(p)
    p.touch(way_to(p, ListScreen, only=Filter.CHANGES))


def timeline_of_the_running_game(p: DoublesPlayer) -> None:
    opened(p)
    p.menu(HISTORY)
    p.touch(Show(TimelineScreen()))


def timeline_of_kocka(p: DoublesPlayer) -> None:
    looked_at(p, KOCKA)
    p.touch(Show(TimelineScreen()))


def rows(p: DoublesPlayer) -> None:
    looked_at(p)
    p.touch(Show(VersionsScreen()))


def rows_that_changed(p: DoublesPlayer) -> None:
    rows(p)
    p.touch(way_to(p, ListScreen, only=Filter.CHANGES))


def replay_start(p: DoublesPlayer) -> None:
    looked_at(p)
    p.touch(Show(ReplayScreen()))


def replay_verdict(p: DoublesPlayer) -> None:
    replay_start(p)
    stepped(p, 49)


def replay_voided(p: DoublesPlayer) -> None:
    replay_start(p)
    stepped(p, 23)


def replay_paused(p: DoublesPlayer) -> None:
    replay_start(p)
    stepped(p, 51)


def replay_board(p: DoublesPlayer) -> None:
    looked_at(p, SQUARES)
    p.touch(Show(ReplayScreen()))
    p.touch(way_to(p, ReplayScreen, second=True))
    stepped(p, 16)


def replay_result(p: DoublesPlayer) -> None:
    replay_start(p)
    p.touch(call_on(ReplayScreen.on_step, 111))


def replay_kocka(p: DoublesPlayer) -> None:
    looked_at(p, KOCKA)
    p.touch(Show(ReplayScreen()))
    p.touch(call_on(ReplayScreen.on_step, 23))


def take_away(p: DoublesPlayer) -> None:
    looked_at(p)
    p.touch(Show(CopiesScreen()))


def in_pocket(p: DoublesPlayer) -> None:
    take_away(p)
    p.touch(Show(PocketScreen()))


def in_pocket_one_code(p: DoublesPlayer) -> None:
    looked_at(p, "chess-clock")
    p.touch(Show(CopiesScreen()))
    p.touch(Show(PocketScreen()))


def in_pocket_page(p: DoublesPlayer) -> None:
    in_pocket(p)
    p.touch(way_to(p, PocketScreen, page=True))


def in_pocket_page_open(p: DoublesPlayer) -> None:
    in_pocket_page(p)
    run = PageThread(
        PageRequest(p.kiosk.journal.path, 1, "cs", "192.168.1.27", 0, "A" * 22, p.clock.ns + 1190 * SECOND),
        p.clock,
        p.kiosk.post,
        SERVE_PAGE,
    )
    p.kiosk.host.page._run = run
    run.on_open(8070)
    p.wait(20 * SECOND)


def statistics(p: DoublesPlayer) -> None:
    played = ("polish-doubles-short", FULL, "marias-edges", "kourici-kocka-full", "polyssimo", "chess-clock", SQUARES)
    for name in played:
        keep(p, name)
    go_home(p)
    p.touch(STATISTICS)
    p.kiosk.controller.count.thread.join()
    p.wait(1000)


def statistics_of_marias(p: DoublesPlayer) -> None:
    statistics(p)
    for _ in range(4):
        p.touch(call_on(OverviewScreen.next_game))


def statistics_of_all(p: DoublesPlayer) -> None:
    statistics_of_marias(p)
    p.touch(call_on(OverviewScreen.next_game))


def statistics_of_pairs(p: DoublesPlayer) -> None:
    statistics(p)
    p.touch(way_to(p, OverviewScreen, selection=Selection(pairs=True)))


def statistics_of_one(p: DoublesPlayer) -> None:
    statistics(p)
    p.touch(Show(PersonStatistics(Selection(), p.kiosk.controller.state.rows[0].name)))


def club_evening(p: DoublesPlayer) -> None:
    statistics_of_marias(p)
    p.touch(way_to(p, EveningScreen))


def club_evening_of_wins(p: DoublesPlayer) -> None:
    statistics(p)
    p.touch(way_to(p, EveningScreen))


def club_evening_in_a_code(p: DoublesPlayer) -> None:
    club_evening(p)
    p.touch(way_to(p, EveningCode))


def statistics_none(p: DoublesPlayer) -> None:
    opened(p)
    go_home(p)
    p.touch(STATISTICS)
    p.kiosk.controller.count.thread.join()
    p.wait(1000)


def day_not_known(p: DoublesPlayer) -> None:
    p.kiosk.host.calendar.vouches = lambda: False
    p.kiosk.host.home()
    p.wait(1000)


def day_asked(p: DoublesPlayer) -> None:
    day_not_known(p)
    p.touch(DATE)


def all_games_to_a_stick(p: DoublesPlayer) -> None:
    p.touch(SETTINGS)
    p.touch(call_on(SettingsPage.tab, DevicePage))
    p.touch(CARRY)


LOOKING_BACK: dict[str, Callable[[DoublesPlayer], None]] = {
    "home-games": home_with_games,
    "history-games": games,
    "history-games-none": games_none,
    "history-search": search,
    "history-game": looked_at,
    "history-timeline": timeline,
    "history-timeline-clocks": timeline_of_clocks,
    "history-timeline-corrections": timeline_of_corrections,
    "history-timeline-running": timeline_of_the_running_game,
    "history-timeline-kocka": timeline_of_kocka,
    "history-rows": rows,
    "history-rows-changed": rows_that_changed,
    "history-replay-start": replay_start,
    "history-replay-verdict": replay_verdict,
    "history-replay-voided": replay_voided,
    "history-replay-paused": replay_paused,
    "history-replay-board": replay_board,
    "history-replay-result": replay_result,
    "history-replay-kocka": replay_kocka,
    "history-export": take_away,
    "statistics": statistics,
    "statistics-marias": statistics_of_marias,
    "statistics-all": statistics_of_all,
    "statistics-pairs": statistics_of_pairs,
    "statistics-one": statistics_of_one,
    "statistics-none": statistics_none,
    "statistics-evening": club_evening,
    "statistics-evening-wins": club_evening_of_wins,
    "statistics-evening-code": club_evening_in_a_code,
    "carry": all_games_to_a_stick,
    "home-day": day_not_known,
    "date": day_asked,
    "history-pocket": in_pocket,
    "history-pocket-page": in_pocket_page,
    "history-pocket-page-open": in_pocket_page_open,
    "history-pocket-one": in_pocket_one_code,
}
