"""Every page of the desk and the board in a real browser, on a telephone and on a wide screen, in the longest words."""

import pytest

from tests import longest
from tests.organiser.contrast import faint, wrong
from tests.organiser.desks import started
from tests.organiser.pages import rows_of, running_board
from tests.organiser.test_whole_pages import BOARD, DESK, evening_of_pairs, evening_of_players

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


@pytest.mark.timeout(300)
@pytest.mark.parametrize("begin", [evening_of_pairs, evening_of_players])
def test_no_page_cuts_or_breaks_a_word_or_scrolls_sideways(store, tmp_path, browser, begin):
    name = begin(store).state.title
    if begin is evening_of_pairs:
        games = enumerate(("polyssimo", "kourici_kocka", "chess_clock"), start=2)
        store.append([row for n, kind in games for row in rows_of(n, kind)])
    desk, board = started(store), running_board(str(tmp_path / "event.db"))
    views = [*BOARD[1:], "", "own/1", *(f"table/{one.number}" for one in desk.desk.read().tables())]
    with longest.longest_words():
        asked = list(desk_pages(browser, desk, name))
        asked += [f"http://127.0.0.1:{board.port}/{longest.SLOVAK}/{view}" for view in views if view != "tables"]
        for url in asked:
            for size in SIZES:
                browser.size(*size, mobile=size == SIZES[0])
                browser.call("Emulation.setTouchEmulationEnabled", enabled=size == SIZES[0])
                if size == SIZES[0]:
                    browser.open(url)
                    browser.read("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
                    assert (faint(browser), wrong(browser), browser.read(UNNAMED)) == ([], [], 0), url
                assert browser.read(CUT) == [], (url, size)
            assert browser.complaints == []
    desk.close()
    board.close()
