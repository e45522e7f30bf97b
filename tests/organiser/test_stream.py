"""Broadcasts and feeds: late as said, sums after the press, nothing old unmarked, no name of who asked for initials."""

import base64
import io
import json
from dataclasses import replace

import pytest
from PIL import Image

from device.organiser.board.live import LiveBoard
from device.organiser.board.stream import SLOTS, after_the_press
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import LogRow, everything
from device.organiser.store.rows import LINK, SEEN
from device.organiser.tournament.registration import Registration
from rules.game import SECOND
from tests.organiser.contrast import faint
from tests.organiser.events import played
from tests.organiser.pages import rows_of, rows_on_board, running_board
from tests.organiser.rounds import WallClock
from tests.organiser.said import enrol
from tools.play.gallery import SAMPLES

pytestmark = pytest.mark.usefixtures("in_english")


def game_rows(entries, after=0):
    """Entries of the game that is played on the board, at table 1, of which so many were there before."""
    rows = rows_on_board(entries)
    return rows if not after else rows[2 + after :]


class Broadcast:
    """A board over a store, with a wall clock that is moved by hand."""

    def __init__(self, store):
        self.store, self.clock, self.last = store, WallClock(), 0
        self.live = LiveBoard()
        self.live.board.wall = self.clock

    def follow(self):
        for row in everything(self.store, self.last):
            self.live.board.take([row])
            self.last = row.id
        self.live.board.flush()
        self.live.streams.look()
        return self

    def page(self, slot=1, trouble=False, part=True):
        return self.live.pages.stream(slot, self.live.streams, "en", trouble, part)


@pytest.fixture
def broadcast(store):
    store.append(game_rows(9))
    return Broadcast(store)


def test_a_slot_shows_nothing_before_the_desk_says_what(broadcast):
    assert "shows nothing yet" in broadcast.follow().page(3)


def test_what_is_shown_is_as_late_as_the_desk_said_and_never_newer(broadcast):
    desk = OrganiserDesk(broadcast.store)
    desk.stream(1, 1, 300)
    page = broadcast.follow().page()
    assert "5 min late" in page
    assert "begins when the delay is over" in page
    assert "Moravští krtci" not in page
    broadcast.clock.pass_(200)
    broadcast.store.append(game_rows(14, after=9))
    broadcast.follow()
    broadcast.clock.pass_(101)
    early = broadcast.page()
    assert "Moravští krtci" in early
    tiles = early.count('class="tile')
    broadcast.clock.pass_(200)
    late = broadcast.page()
    assert late.count('class="tile') > tiles, "the entries of then are shown five minutes after they came"


def test_another_delay_begins_anew_and_shows_nothing_that_is_too_new(broadcast):
    desk = OrganiserDesk(broadcast.store)
    desk.stream(1, 1)
    assert "Moravští krtci" in broadcast.follow().page()
    desk.stream(1, 1, 60)
    assert "Moravští krtci" not in broadcast.follow().page()
    broadcast.clock.pass_(61)
    assert "Moravští krtci" in broadcast.page()
    desk.stream(1, 0)
    assert 'class="list"' in broadcast.follow().page()


def test_a_broadcast_names_nobody_who_asked_for_initials(broadcast):
    desk = OrganiserDesk(broadcast.store)
    enrol(Registration(desk), ("Jan Tajný", "Eva Tajná"), initials=True)
    broadcast.store.append(rows_of(2, entries=9, names=["Jan Tajný + Eva Tajná", "Sovy"]))
    desk.stream(1, 2)
    page = broadcast.follow().page()
    assert "Sovy" in page
    assert "J. T. + E. T." in page
    assert "Tajn" not in page


def test_a_sum_counts_after_the_press(broadcast):
    OrganiserDesk(broadcast.store).stream(1, 1)
    view = broadcast.follow().live.streams.view(1).tables[0]
    on_move = next(n for n, seat in enumerate(view.card.seats) if seat.on_move)

    def with_figure(n, figure):
        seats = [replace(seat, figure=figure) if k == n else seat for k, seat in enumerate(view.card.seats)]
        return replace(view, card=replace(view.card, seats=tuple(seats)))

    typed = with_figure(on_move, "999")
    assert after_the_press(typed, view) == view, "whoever is on move has what was pressed"
    other = with_figure(1 - on_move, "999")
    assert after_the_press(other, view) == other
    pressed = replace(
        typed,
        card=replace(typed.card, seats=tuple(replace(seat, on_move=not seat.on_move) for seat in typed.card.seats)),
    )
    assert after_the_press(pressed, view).card.seats[on_move].figure == "999"


def test_the_last_words_come_with_the_press_and_as_late_as_the_rest(store):
    lines = (SAMPLES / "polish-doubles-squares.jsonl").read_text("utf-8").splitlines()[1:]
    entries = [json.loads(line) for line in lines if not line.startswith("#")]
    first = next(n for n, entry in enumerate(entries) if entry["event"] == "move")
    pressed = next(n for n, entry in enumerate(entries) if n > first and entry["event"] == "press")
    word = entries[first]["word"]
    store.append(game_rows(pressed))
    OrganiserDesk(store).stream(1, 1)
    OrganiserDesk(store).stream(2, 1, 60)
    late = Broadcast(store)
    assert f"{word} <b>" not in late.follow().page(), "typed, and not pressed"
    store.append(game_rows(pressed + 1, after=pressed))
    assert f"{word} <b>{entries[first]['points']}</b>" in late.follow().page()
    assert f"{word} <b>" not in late.page(2)
    late.clock.pass_(61)
    assert f"{word} <b>" in late.page(2)
    assert late.live.board.report(1).tables[0].lines, "no more than what the sheet has"


def test_a_cut_broker_or_table_leaves_no_score_unmarked(broadcast):
    desk = OrganiserDesk(broadcast.store)
    desk.stream(1, 1)
    desk.stream(2, 0)
    assert "stale" not in broadcast.follow().page()
    assert "stale" in broadcast.page(trouble=True)
    broadcast.store.append([LogRow(0, "", "@x", 1, LINK, "", 0, 0, 0, '{"up": false}')])
    assert all("what you see is old" in broadcast.follow().page(slot) for slot in (1, 2))
    assert 'class="cut"' in broadcast.live.pages.part("head", "en")
    broadcast.store.append([LogRow(0, "", "@x", 2, LINK, "", 0, 0, 0, '{"up": true}')])
    assert "what you see is old" not in broadcast.follow().page()
    assert 'class="cut"' not in broadcast.live.pages.part("head", "en")
    gone = json.dumps({"device": f"{1:08x}", "online": False, "game": f"{1:016x}"})
    broadcast.store.append([LogRow(0, "1", "@o.bbbbbbbb", 2, SEEN, "", 0, 0, 5 * SECOND, gone)])
    assert all("what you see is old" in broadcast.follow().page(slot) for slot in (1, 2))


# -- feeds -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def feeds(desk, store, tmp_path):
    desk.name("Podzim")
    people = Registration(desk)
    enrol(people, ("Jan Tajný", "Eva Tajná"), initials=True)
    enrol(people, ("Ota", "Ida"), "Sovy")
    people.all_came()
    played(desk, 1, "1: 1 2", (400, 300))
    store.append(rows_of(2, entries=9, names=["Jan Tajný + Eva Tajná", "Sovy"]))
    running = running_board(str(tmp_path / "event.db"))
    while running.ask("/api/v1/table/2.json").status != 200:
        pass
    yield running
    running.close()


def test_results_and_live_games_are_json_of_a_version_without_names_of_who_asked(feeds):
    texts = {
        path: feeds.ask(f"/api/v1/{path}").read().decode() for path in ("event.json", "results.json", "table/2.json")
    }
    assert all(json.loads(text)["version"] == 1 for text in texts.values())
    assert not any("Tajn" in text for text in texts.values())
    results = json.loads(texts["results.json"])
    assert results["rounds"][0]["tables"][0] == {
        "table": 1,
        "source": "desk",
        "seats": [
            {"number": 1, "name": "J. T. + E. T.", "won": 1.0, "points": 400.0},
            {"number": 2, "name": "Sovy", "won": 0.0, "points": 300.0},
        ],
    }
    live = json.loads(texts["table/2.json"])
    assert (live["table"], live["stage"], live["stale"], len(live["seats"])) == (2, "playing", False, 2)
    assert feeds.ask("/api/v1/table/9.json").status == 404
    assert feeds.ask("/api/v1/event.json").headers["Access-Control-Allow-Origin"] == "*"


def test_a_live_game_is_gcg_as_far_as_it_is_played(feeds):
    text = feeds.ask("/api/v1/table/2.gcg").read().decode()
    assert text.startswith("#character-encoding utf-8")
    assert "Tajn" not in text
    assert ">Sovy:" in text
    assert feeds.ask("/api/v1/table/7.gcg").status == 404


def test_broadcasts_are_numbered_from_one(feeds):
    answers = [feeds.ask(f"/en/stream/{slot}").status for slot in (0, 1, SLOTS, SLOTS + 1)]
    assert answers == [404, 200, 200, 404]


def test_a_broadcast_lies_over_a_picture_and_is_marked_when_its_board_is_gone(store, tmp_path, browser):
    store.append(game_rows(9))
    OrganiserDesk(store).stream(2, 1)
    board = running_board(str(tmp_path / "event.db"))
    browser.size(1920, 1080)
    browser.open(f"http://127.0.0.1:{board.port}/en/stream/2")
    browser.wait("document.querySelectorAll('.tile').length > 5")
    assert browser.read("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert browser.read("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [1920, 1080]
    assert browser.complaints == []
    browser.call("Emulation.setDefaultBackgroundColorOverride", color={"r": 0, "g": 0, "b": 0, "a": 0})
    picture = io.BytesIO(base64.b64decode(browser.call("Page.captureScreenshot", format="png")["data"]))
    overlay = Image.open(picture)
    assert overlay.mode == "RGBA"
    where = """(() => { const box = document.querySelector('%s').getBoundingClientRect();
      return [box.x, box.y, box.right, box.bottom]; })()"""
    alpha = overlay.getchannel("A")
    for panel in (".squares", ".side .sum", ".tag"):
        left, top, right, bottom = browser.read(where % panel)
        inside = (int(left) + 2, int(top) + 2, int(right) - 2, int(bottom) - 2)
        assert alpha.crop(inside).getextrema()[0] > 200, panel
    camera = (110, 140, 1100, 760)
    assert alpha.crop(camera).getextrema() == (0, 0), "nothing lies over the camera's picture"
    green = Image.new("RGBA", overlay.size, (16, 160, 80, 255))
    green.alpha_composite(overlay)
    assert green.crop(camera).getcolors() == [(990 * 620, (16, 160, 80, 255))]
    assert len(green.getcolors(1 << 20)) > 100
    board.close()
    browser.wait(
        "!document.getElementById('lost').hidden && document.getElementById('view').classList.contains('stale')"
    )


def test_without_a_broker_every_score_that_is_not_signed_is_struck_through_on_the_board(store, tmp_path, browser):
    store.append([*game_rows(9), *rows_of(2)])
    board = running_board(str(tmp_path / "event.db"))
    browser.size(1280, 800)
    browser.open(f"http://127.0.0.1:{board.port}/en/")
    struck = """[...document.querySelectorAll('.card')].map((card) => [card.matches('.signed'),
      [...card.querySelectorAll('.figure')].every((one) => getComputedStyle(one).textDecorationLine !== 'none')])"""
    browser.wait("document.querySelectorAll('.card').length === 2")
    assert sorted(browser.read(struck)) == [[False, False], [True, False]]
    store.append([LogRow(0, "", "@x", 1, LINK, "", 0, 0, 0, '{"up": false}')])
    browser.wait("document.querySelector('#head.cut') !== null")
    assert sorted(browser.read(struck)) == [[False, True], [True, False]]
    assert faint(browser) == []
    board.close()
