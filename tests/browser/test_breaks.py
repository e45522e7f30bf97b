"""The line to a table breaks, the table is killed, somebody reads slowly: what people see, and what they find again."""

import time

import pytest

from tests.browser.program import OTHER, Cable, Client
from tests.organiser.chromium import Browser

POLISH_DOUBLES = 0.1, 0.45
"""Where the home screen offers it, whether or not the day is asked above."""
CUT_SEEN_S = 3.5
"""Within this a page says that the line is gone, also where nothing is said about it."""


def at(cable, table):
    return f"http://127.0.0.1:{cable.port}/#{table.code}"


@pytest.fixture
def cable(table):
    new_cable = Cable(table.port)
    yield new_cable
    new_cable.cut()


@pytest.fixture
def page(browser, table, cable):
    browser.size(800, 640)
    browser.open(at(cable, table))
    browser.wait("table.whole && table.holds")
    return browser


def touch(page, x, y):
    """A click at that share of the picture."""
    spot = page.read(
        f"(() => {{ const b = picture.getBoundingClientRect(); "
        f"return [b.left + {x} * b.width, b.top + {y} * b.height] }})()"
    )
    for kind in ("mousePressed", "mouseReleased"):
        page.call("Input.dispatchMouseEvent", type=kind, x=spot[0], y=spot[1], button="left", buttons=1, clickCount=1)


def pixels(page):
    return page.read("picture.toDataURL()")


def test_a_cut_is_said_at_once_and_the_page_comes_back_by_itself(page, cable, table):
    cable.cut()
    page.wait("picture.classList.contains('lost') && !el('lost').hidden", seconds=CUT_SEEN_S)
    assert page.read("el('since').textContent").startswith("Od ")
    cable.plug_in()
    page.wait("!table.lost && table.holds && el('lost').hidden", seconds=10)


def test_a_line_that_says_nothing_is_noticed_and_what_was_touched_meanwhile_is_not_sent_later(page, cable, table):
    cable.hang()
    page.wait("table.lost && !el('lost').hidden", seconds=CUT_SEEN_S)
    before = page.read("table.seq")
    touch(page, *POLISH_DOUBLES)
    cable.go_on()
    page.wait("!table.lost && table.holds", seconds=10)
    after = pixels(page)
    other = Client(table.host, table.code, OTHER, looks=True)
    assert other.whole() - before <= 1, "nothing was chosen"
    other.close()
    assert pixels(page) == after


def test_a_table_that_was_killed_stands_as_after_a_power_cut_and_belongs_to_who_played(page, table, cable):
    frames = page.read("table.frames")
    touch(page, *POLISH_DOUBLES)
    page.wait(f"table.frames > {frames}")
    table.kill()
    page.wait("table.lost", seconds=CUT_SEEN_S)
    table.start()
    page.wait("!table.lost && table.holds", seconds=15)
    assert table.lines[1].split()[-1] == table.code, "what was scanned stays valid"


def test_somebody_who_reads_slowly_sees_fewer_pictures_and_slows_nobody(page, table, cable):
    slow_line = Cable(table.port, rate=20_000)
    onlooker = Client(f"127.0.0.1:{slow_line.port}", table.code, OTHER, looks=True, origin=None)
    waits = []
    frames = page.read("table.frames")
    touch(page, 0.895, 0.08)  # the settings, where languages stand side by side
    page.wait(f"table.frames > {frames}")
    page.wait(f"performance.now() > {page.read('performance.now()') + 400}")  # a new screen takes no touch at first
    for place in (0.905, 0.59) * 4:
        frames, since = page.read("table.frames"), time.monotonic()
        touch(page, place, 0.22)  # the other language: every word changes
        page.wait(f"table.frames > {frames}", seconds=5)
        waits.append(time.monotonic() - since)
    assert sorted(waits)[len(waits) // 2] < 1
    end, heads = time.monotonic() + 40, []
    while time.monotonic() < end and not (heads and heads[-1]["seq"] >= page.read("table.seq")):
        if isinstance(head := onlooker.next(), dict):
            heads.append(head)
    assert heads[-1]["seq"] >= page.read("table.seq"), "the newest picture comes in the end"
    assert max(head["bytes"] for head in heads) < 60_000
    onlooker.close()
    slow_line.cut()


def test_a_whole_picture_over_a_slow_line_does_not_reconnect_for_ever(browser, table):
    line = Cable(table.port, rate=20_000)
    browser.size(1280, 720)
    browser.open(at(line, table))
    browser.wait("table.whole", seconds=60)
    assert browser.read("table.lost") == 0
    line.cut()


@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1366, 700)])
def test_who_looks_on_is_told_so_beside_the_picture_and_touches_nothing(page, chromium_program, table, size):
    arbiter = Browser(chromium_program)
    arbiter.size(*size)
    arbiter.open(f"http://{table.host}/?look#{table.code}")
    arbiter.wait("table.whole && !el('watch').hidden")
    boxes = "[el('watch').getBoundingClientRect(), picture.getBoundingClientRect()]"
    bottom, top = arbiter.read(f"(([bar, shown]) => [bar.bottom, shown.top])({boxes})")
    assert bottom <= top
    before = pixels(page)
    touch(arbiter, *POLISH_DOUBLES)
    arbiter.read("say('touch', 'down', 1, 80, 200, table.seq, 60000)")  # a page that would send it all the same
    assert not page.read(f"new Promise(done => setTimeout(done, 400)).then(() => picture.toDataURL() !== {before!r})")
    arbiter.read("el('play').click()")
    arbiter.read("el('yes').click()")
    arbiter.wait("table.holds && el('watch').hidden")
    page.wait("!table.holds && !el('watch').hidden")
    assert arbiter.read("table.size[1]") > size[1] * 0.7, "what was the bar's is the picture's again"
    arbiter.close()
