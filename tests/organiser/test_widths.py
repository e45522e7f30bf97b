"""Every page of the desk and the board in a real browser, on a telephone and on a wide screen, in the longest words."""

from types import SimpleNamespace

import pytest

from device.organiser.desk.desk_accounts import DeskAccounts
from device.organiser.desk.standby import StandbyStatus
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import StoreTrouble
from rules.game import SECOND
from rules.message import msg
from tests import longest
from tests.organiser.contrast import faint, wrong
from tests.organiser.desks import started
from tests.organiser.pages import rows_of, running_board
from tests.organiser.test_whole_pages import BOARD, DESK, EIGHT, evening_of_pairs, evening_of_players

SIZES = ((390, 844), (1280, 800))
CUT = """(() => {
  const cut = document.documentElement.scrollWidth > innerWidth ? ['the page'] : [];
  const said = (why, one) => cut.push(`${why}: ${one.outerHTML.replace(/\\s+/g, ' ').slice(0, 120)}`);
  for (const one of document.body.querySelectorAll('*')) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest('svg, .unseen, select')) continue;
    const style = getComputedStyle(one), box = one.getBoundingClientRect();
    const words = [...one.childNodes].filter((part) => part.nodeType === 3 && part.data.trim());
    const holds = one.textContent.trim() && style.display !== 'inline' && !/auto|scroll/.test(style.overflowX);
    if (holds && one.scrollWidth > one.clientWidth + 1 && (style.overflowX !== 'visible' || words.length))
      said('cut', one);
    if (one.matches('.scoresheet') && box.height > one.querySelector('table').offsetHeight + 100) said('empty', one);
    if (matchMedia('(pointer: coarse)').matches && style.display !== 'inline' && box.height < 43.5
      && one.matches('button, select, summary, a, input:not([type=hidden], [type=checkbox])')) said('small', one);
    for (const part of words) for (const found of part.data.matchAll(/\\p{L}{3,}/gu)) {
      const range = document.createRange();
      range.setStart(part, found.index);
      range.setEnd(part, found.index + found[0].length);
      if (new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1) said(found[0], one);
    }
  }
  return cut;
})()"""
"""What does not fit: what is wider than its place, a sheet with nothing in it, what a thumb misses, a broken word."""
UNNAMED = """[...document.querySelectorAll('input:not([type=hidden])')]
  .filter((one) => !one.closest('label, [aria-label]')).length"""


def desk_pages(browser, desk, name):
    """The addresses of the desk's pages, once it has let the browser in."""
    at = f"http://127.0.0.1:{desk.port}"
    browser.open(at)
    browser.read("document.querySelector('input').value = 'tajné'; document.forms[0].submit()")
    browser.wait("document.querySelector('#tables') !== null && document.readyState === 'complete'")
    for asked in (*DESK[name], {"": "", "more": "1"}):
        query = "&".join(f"{key}={text}" for key, text in asked.items() if key)
        yield f"{at}/{asked['']}?{query and query + '&'}lang={longest.SLOVAK}"


def lacks_nothing(browser, url=None):
    """The page that shows, or that at ``url``, has room for its words and can be read at both sizes."""
    for size in SIZES:
        browser.size(*size, mobile=size == SIZES[0])
        browser.call("Emulation.setTouchEmulationEnabled", enabled=size == SIZES[0])
        if size == SIZES[0]:
            if url:
                browser.open(url)
            browser.read("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            assert (faint(browser), wrong(browser), browser.read(UNNAMED)) == ([], [], 0), url
        assert browser.read(CUT) == [], (url, size)


@pytest.fixture
def store(store, monkeypatch):
    """It is half past eight in the event, and one table has played nothing since eight."""
    monkeypatch.setattr(type(store), "now", lambda self: EIGHT + 1800 * SECOND)
    return store


@pytest.mark.timeout(300)
@pytest.mark.parametrize("begin", [evening_of_pairs, evening_of_players])
def test_no_page_cuts_or_breaks_a_word_or_scrolls_sideways(store, tmp_path, browser, begin):
    name = begin(store).state.title
    if begin is evening_of_pairs:
        games = enumerate(("polyssimo", "kourici_kocka", "chess_clock"), start=2)
        store.append([row for n, kind in games for row in rows_of(n, kind)])
    desk, board = started(store), running_board(str(tmp_path / "event.db"))
    views = [*BOARD[1:], "", "own/1", *(f"table/{table.number}" for table in desk.desk.read().tables())]
    with longest.longest_words():
        asked = list(desk_pages(browser, desk, name))
        asked += [f"http://127.0.0.1:{board.port}/{longest.SLOVAK}/{view}" for view in views if view != "tables"]
        for url in asked:
            lacks_nothing(browser, url)
            assert browser.complaints == []
    desk.close()
    board.close()


def fill(browser, **fields):
    """Send the first form of the page."""
    browser.read("window.sent = true")
    for name, text in fields.items():
        browser.read(f"document.querySelector('[name={name}]').value = {text!r}")
    browser.read("document.forms[0].submit()")
    browser.wait("!window.sent && document.readyState === 'complete'")


@pytest.mark.timeout(120)
def test_coming_in_a_new_password_and_a_store_that_is_away_have_room_too(store, tmp_path, browser, monkeypatch):
    accounts = DeskAccounts(tmp_path)
    word = accounts.make("Anežka Nejezchlebová-Přeučilová", "scorer")
    evening_of_pairs(store)
    copies = [
        StandbyStatus("-".join(["ABCDE"] * 14), 3, msg("The store is away.")),
        StandbyStatus("-".join(["ABCDE"] * 14), None, None, "ABC234", 5, "192.168.100.101:18883"),
    ]
    desk = started(store, accounts=accounts, standby=SimpleNamespace(status=lambda secret: copies[0]))
    desk.desk.standby(on=True)
    at = f"http://127.0.0.1:{desk.port}/"
    with longest.longest_words():
        browser.call("Network.setCookie", name="lang", value=longest.SLOVAK, url=at)
        lacks_nothing(browser, at)
        fill(browser, name="Anežka", password="nothing")
        lacks_nothing(browser)
        fill(browser, name="Anežka Nejezchlebová-Přeučilová", password=word)
        lacks_nothing(browser)
        fill(browser, new="tajné heslo", again="another")
        lacks_nothing(browser)
        fill(browser, new="tajné heslo", again="tajné heslo")
        lacks_nothing(browser, f"{at}accounts")
        browser.call("Network.clearBrowserCookies")
        browser.call("Network.setCookie", name="lang", value=longest.SLOVAK, url=at)
        browser.open(at)
        fill(browser, password="tajné")
        for n in range(2):
            lacks_nothing(browser, f"{at}papers?{n}")
            copies.reverse()

        def broken(*_):
            raise StoreTrouble(msg("The organiser's store cannot be read."))

        with monkeypatch.context() as fault:
            fault.setattr(OrganiserDesk, "read", broken)
            lacks_nothing(browser, f"{at}people")
    desk.close()
