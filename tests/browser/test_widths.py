"""The pages of tables in browsers, on a telephone and on a wide screen, in the longest words; nobody plays there."""

import time

import pytest
from starlette.routing import Route

from device.browser.audience import Audience
from device.browser.button_page import button_page
from device.browser.display import BrowserDisplay
from device.browser.places import TablePlace
from device.browser.seat import Seat
from device.browser.web import TablePages, application, start_page
from device.common import i18n
from tests import longest
from tests.organiser.pages import Running
from tests.organiser.test_widths import CUT, SIZES
from tests.ports import free_port

ASKED = """(() => {
  const ask = document.querySelector('.ask'), said = JSON.parse(document.body.dataset.words);
  ask.hidden = false;
  return Object.values(said).flatMap((words) => {
    ask.querySelectorAll('*').forEach((one) => { one.textContent = words; });
    document.getElementById('said').textContent = words;
    return %s;
  });
})()"""
"""What does not fit on the page of a button, whatever it says."""
PAGES = {
    "tables": ("", CUT),
    "alone": ("", CUT),
    "?gate": ("document.getElementById('gate').hidden", CUT),
    "?menu#CODE1": ("document.getElementById('menu').showModal()", CUT),
    "?sure#CODE1": ("document.getElementById('sure').showModal()", CUT),
    "?bars#CODE1": ("document.querySelectorAll('#lost, #watch, #hint').forEach((one) => { one.hidden = false; })", CUT),
    "button/a?asks": ("", ASKED % CUT),
}
"""What is opened, how it comes to show what it may say, and what is asked of it."""


@pytest.fixture
def port():
    port = free_port()
    places = [TablePlace(n, port, f"CODE{n}") for n in range(1, 9)]
    alone = TablePlace(0, port, "CODE1")
    audience = Audience(BrowserDisplay((800, 480)), Seat(time.monotonic()), time.monotonic, print, print)

    async def tables(request):
        return start_page([(place, (True, n % 2 == 0, n)) for n, place in enumerate(places)])

    async def one(request):
        return start_page([(alone, (True, True, 12))])

    own = [Route("/tables", tables), Route("/alone", one), Route("/button/{side}", button_page)]
    page = Running(application([*own, *TablePages(audience, alone).routes()]), port)
    before = i18n.language()
    with longest.longest_words():
        i18n.use(longest.SLOVAK)
        yield port
    i18n.use(before)
    page.close()


@pytest.mark.parametrize("path", PAGES)
def test_no_page_of_a_table_cuts_or_breaks_a_word(port, browser, path):
    show, cut = PAGES[path]
    for size in SIZES:
        browser.size(*size, mobile=size == SIZES[0])
        if size == SIZES[0]:
            browser.open(f"http://127.0.0.1:{port}/{path}")
            browser.wait("document.body.innerText.includes('[')")
            browser.read(show)
        assert browser.read(cut) == [], size


OUTSIDE = """(() => {
  const boxes = ['display0', 'open', 'display1'].map((id) => el(id).getBoundingClientRect());
  const isIn = (b) => b.left >= 0 && b.top >= 0 && b.right <= innerWidth && b.bottom <= innerHeight;
  const out = boxes.filter((b) => !isIn(b) || b.width < 40);
  return [out.length, boxes[0].right > boxes[1].left && boxes[0].bottom > boxes[1].top];
})()"""
"""How many of what stands beside the picture lie outside of the window, and whether the first two lie on each other."""


@pytest.mark.parametrize("size", [(320, 568), (360, 740), (412, 915), (740, 360), (568, 320)])
@pytest.mark.parametrize("fine", [1, 1.5, 2, 3])
def test_both_displays_are_whole_beside_the_picture(port, browser, size, fine):
    width, height = size
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=fine, mobile=True)
    browser.open(f"http://127.0.0.1:{port}/?beside{fine}{width}#CODE1")
    browser.wait(f"table.place && innerWidth === {width} && el('open').innerText")
    assert browser.read(OUTSIDE) == [0, False]
