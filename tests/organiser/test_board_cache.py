"""What a cache before the board may keep, with Debian's nginx; and a board that stands below a path."""

import gzip
import http.client
import json
import re
import threading
import time

import pytest

from device.common.web import answers
from device.common.web.answers import FOR_GOOD, SHORTLY
from device.organiser.board import pages
from device.organiser.board.app import board_app
from device.organiser.store import open_store
from tests.event.rig import until
from tests.organiser.pages import EVENT, Running, rows_of, running_board
from tests.ports import free_port
from tests.services import needs
from tools.play.event.caching_proxy import CachingProxy, program

BASE = "/turnaj/"


@pytest.fixture
def path(store, tmp_path):
    store.append(rows_of(1, entries=6))
    return str(tmp_path / "event.db")


@pytest.fixture
def board(path):
    running = running_board(path)
    yield running
    running.close()


@pytest.fixture
def proxy(board, tmp_path):
    needs(program(), "nginx")
    caching_proxy = CachingProxy(tmp_path / "nginx", board.port, port=free_port())
    yield caching_proxy
    caching_proxy.close()


def get(port, path, **headers):
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=40)
    line.request("GET", path, headers={"Host": "tabule.local", **headers})
    answer = line.getresponse()
    answer.text = answer.read().decode()
    return answer


def asked_at(page, name):
    return re.search(rf' data-{name}="([^"]*)"', page)[1]


def parts_of(page, hold=None):
    """Where the page asks for what comes next."""
    return f"{asked_at(page, 'parts')}{asked_at(page, 'seen')}/{hold or asked_at(page, 'hold')}"


def test_files_of_pages_are_kept_for_good_at_an_address_that_names_what_they_are(board):
    page = get(board.port, "/cs/").text
    files = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert len(files) == 4
    for file in files:
        assert get(board.port, file).headers["Cache-Control"] == FOR_GOOD
    script = next(file for file in files if file.endswith("board.js"))
    older = get(board.port, script.replace(script.split("/")[2], "0" * 12))
    assert (older.status, older.headers["Cache-Control"]) == (200, "no-cache")
    assert get(board.port, "/static/a/b/board.js").status == 404
    assert get(board.port, "/static/../app.py").status == 404


def test_a_page_that_has_not_changed_is_not_sent_again(board, store):
    first = get(board.port, "/cs/results")
    assert first.headers["Cache-Control"] == SHORTLY
    again = get(board.port, "/cs/results", **{"If-None-Match": f'"x", {first.headers["ETag"]}'})
    assert (again.status, again.text) == (304, "")
    store.append(rows_of(2))
    while get(board.port, "/cs/results", **{"If-None-Match": first.headers["ETag"]}).status == 304:
        time.sleep(0.02)


@pytest.mark.parametrize("address", ["/cs/find?find=nov", "/cs/?x=1", "/now", "/cs/table/77", "/cs/stream/1?x=1"])
def test_what_is_one_persons_or_this_moments_is_not_kept(board, address):
    assert get(board.port, address).headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("address", ["/cs/stream/1", "/cs/stream/1?part"])
def test_a_broadcast_is_kept_for_a_second_and_not_longer_where_the_board_is_silent(board, address):
    """Its script stops the clocks where nobody answers: an old answer would let them run on."""
    assert get(board.port, address).headers["Cache-Control"] == "public, max-age=1"


def test_a_board_that_does_not_know_its_own_address_lets_nobody_keep_what_a_stranger_called_it(path):
    running = Running(board_app(lambda: open_store(path, EVENT, read_only=True)))
    while (page := get(running.port, "/cs/")).status == 503:
        time.sleep(0.02)
    assert "tabule.local" in page.text
    assert page.headers["Cache-Control"] == "no-store"
    assert get(running.port, "/qr.svg").headers["Cache-Control"] == "no-store"
    running.close()


def test_parts_come_as_soon_as_something_changes_and_are_the_same_for_good(board, store):
    page, received = get(board.port, "/cs/").text, []
    asking = threading.Thread(target=lambda: received.append(get(board.port, parts_of(page))))
    asking.start()
    store.append(rows_of(2, entries=4))
    asking.join(timeout=20)
    change = json.loads(received[0].text)
    assert "card-2" in change["parts"]
    assert "card-1" not in change["parts"]
    assert received[0].headers["Cache-Control"] == FOR_GOOD
    again = get(board.port, parts_of(page))
    assert (again.text, again.headers["Vary"]) == (received[0].text, "Accept-Encoding")
    store.append([row._replace(boot="c" * 8) for row in rows_of(1, entries=9)[8:]])
    while "card-1" not in json.loads((later := get(board.port, parts_of(page))).text)["parts"]:
        time.sleep(0.02)
    assert (later.status, "card-2" in later.text) == (200, True), (
        "where somebody stood before more changed is a place still"
    )


def test_a_question_at_which_nothing_changes_is_answered_when_its_time_is_over(board, monkeypatch):
    monkeypatch.setattr(pages, "HOLD_MS", 500)
    page = get(board.port, "/cs/").text
    answer = get(board.port, parts_of(page))
    hold = json.loads(answer.text)["hold"]
    assert int(hold) > int(asked_at(page, "hold"))
    assert json.loads(answer.text)["parts"] == {}
    assert answer.headers["Cache-Control"] == "public, max-age=60"
    late = get(board.port, parts_of(page, "9" * 15))  # not there yet, and nobody is to be told so later
    assert late.headers["Cache-Control"] == "no-store"
    assert get(board.port, parts_of(page, "x")).headers["Cache-Control"] == "no-store"


def test_who_comes_from_another_store_or_names_nonsense_is_led_to_the_one_address_there_is(board):
    page = get(board.port, "/cs/").text
    for seen in ("00000000-7", "0", "x" * 300, asked_at(page, "seen") + "999"):
        led = get(board.port, f"{asked_at(page, 'parts')}{seen}/1")
        assert led.status == 307
        assert led.headers["Cache-Control"] == "no-store"
        assert {"head", "card-1"} <= set(json.loads(get(board.port, led.headers["Location"]).text)["parts"])
    assert get(board.port, "/cs/parts/tables/5/x/1").status == 404
    assert get(board.port, "/cs/parts/nothing/1/x/1").status == 404
    assert get(board.port, "/xx/parts/tables/1/x/1").status == 404


def test_of_a_crowd_behind_a_cache_the_board_hears_once(board, proxy, store):
    """Forty browsers wait for what comes next; one question reaches the board."""
    page = get(proxy.port, "/cs/").text
    received = []
    crowd = [threading.Thread(target=lambda: received.append(get(proxy.port, parts_of(page)))) for _ in range(40)]
    for thread in crowd:
        thread.start()
    live, end = board.app.state.live, time.monotonic() + 20
    while not live.readers and time.monotonic() < end:
        time.sleep(0.01)
    most = live.readers
    store.append(rows_of(2, entries=4))
    for thread in crowd:
        thread.join(timeout=30)
    assert most == 1
    assert len({answer.text for answer in received}) == 1
    assert "card-2" in json.loads(received[0].text)["parts"]
    states = [answer.headers["X-Cache"] for answer in received]
    assert (states.count("MISS"), states.count("HIT")) == (1, 39)
    again = get(proxy.port, parts_of(page))
    assert (again.headers["X-Cache"], again.text) == ("HIT", received[0].text)


def test_parts_come_compressed_from_the_cache_and_are_unpacked_for_who_cannot_read_that(proxy, store):
    at = re.sub(r"-\d+/", "-0/", parts_of(get(proxy.port, "/cs/").text, "1"))
    plain = get(proxy.port, at)
    assert "Content-Encoding" not in plain.headers
    line = http.client.HTTPConnection("127.0.0.1", proxy.port, timeout=40)
    line.request("GET", at, headers={"Host": "tabule.local", "Accept-Encoding": "br, gzip"})
    packed = line.getresponse()
    assert (packed.headers["Content-Encoding"], packed.headers["X-Cache"]) == ("gzip", "HIT")
    data = packed.read()
    assert gzip.decompress(data).decode() == plain.text
    assert len(data) < len(plain.text)


def test_pages_and_their_files_come_from_the_cache_and_streams_are_refused(proxy):
    page = get(proxy.port, "/cs/")
    assert (page.status, page.headers["X-Cache"]) == (200, "MISS")
    assert get(proxy.port, "/cs/").headers["X-Cache"] in ("HIT", "STALE", "UPDATING")
    script = re.search(r'src="([^"]+board\.js)"', page.text)[1]
    assert [get(proxy.port, script).headers["X-Cache"] for _ in range(2)] == ["MISS", "HIT"]
    assert [get(proxy.port, "/now").headers["X-Cache"] for _ in range(2)] == ["MISS", "MISS"]
    assert get(proxy.port, "/cs/events?view=tables&page=1").status == 503


def test_a_browser_without_a_stream_stays_current_through_the_cache(proxy, store, browser):
    browser.open(f"http://127.0.0.1:{proxy.port}/cs/")
    browser.wait("document.querySelector('#card-1') !== null")
    for entries in (9, 12):
        store.append([row._replace(boot="c" * 8) for row in rows_of(1, entries=entries)[8:]])
        browser.wait(f"document.querySelector('#card-1').dataset.n === '{entries}'")
    store.append(rows_of(2, entries=3))
    browser.wait("document.querySelector('#card-2') !== null")
    assert browser.read("document.getElementById('lost').hidden")


def test_a_board_that_is_gone_is_shown_as_old_as_was_promised_and_no_older(path, proxy, board, store, monkeypatch):
    """What it promised is a minute; here it is three seconds, and each answer says how old it was."""
    monkeypatch.setattr(answers, "SHORTLY", SHORTLY.replace("=60", "=3"))
    assert SHORTLY.endswith("stale-if-error=60")
    until(lambda: "=3" in get(proxy.port, "/cs/results").headers["Cache-Control"])
    seen = {get(proxy.port, "/cs/").text.count('id="card-')}
    fresh = time.monotonic()
    board.close()
    store.append(rows_of(2))
    stale = 0
    while (page := get(proxy.port, "/cs/")).status == 200:
        stale += page.headers["X-Cache"] == "STALE"
        assert time.monotonic() - fresh < 30, "older than it may be"
        time.sleep(0.1)
    assert page.status == 502
    assert stale, "for a moment the page of before is better than none"
    again = running_board(path, board.port)
    proxy.process.kill()
    proxy.process.wait()
    proxy.start()
    counts = [page.text.count('id="card-') for _ in range(20) if (page := get(proxy.port, "/cs/")).status == 200]
    assert seen == {1}
    assert {*counts} == {2}, "nothing of before the fault comes back"
    again.close()


def test_a_watcher_behind_a_cache_sees_on_what_comes_after_board_and_cache_were_gone(
    path, proxy, board, store, browser
):
    browser.open(f"http://127.0.0.1:{proxy.port}/cs/")
    browser.wait("document.querySelector('#card-1') !== null")
    board.close()
    proxy.process.kill()
    proxy.process.wait()
    store.append(rows_of(2, entries=3))
    again = running_board(path, board.port)
    proxy.start()
    browser.wait("document.querySelector('#card-2') !== null")
    browser.wait("document.getElementById('lost').hidden")
    store.append(rows_of(3, entries=3))
    browser.wait("document.querySelector('#card-3') !== null")
    again.close()


@pytest.mark.parametrize("taken_off", [True, False])
def test_behind_a_proxy_the_board_stands_below_a_path_that_is_taken_off_or_left(path, taken_off):
    app = board_app(lambda: open_store(path, EVENT, read_only=True), f"http://tabule.local{BASE}", base=BASE)
    running, at = Running(app), "/" if taken_off else BASE
    while get(running.port, f"{at}cs/table/1").status == 503:
        time.sleep(0.02)
    assert get(running.port, at).headers["Location"] == f"{BASE}cs/"
    page = get(running.port, f"{at}cs/").text
    inside = re.findall(r'(?:href|src|data-stream|data-parts)="(/[^"]*)"', page)
    assert len(inside) > 10
    assert all(address.startswith(BASE) for address in inside)
    for address in inside:
        if "/events" not in address and "/parts/" not in address:
            assert get(running.port, at + address.removeprefix(BASE)).status == 200, address
    assert BASE in get(running.port, f"{at}cs/table/77").text
    assert get(running.port, f"{at}en/table/77").text.startswith("There is no such page")
    led = get(running.port, f"{at}cs/parts/tables/1/0/1")
    assert led.headers["Location"].startswith(f"{BASE}cs/parts/tables/1/")
    running.close()
