"""Two real pages as clock buttons over slow and lossy lines, against the browser's own stamps of the fingers."""

import time
from itertools import pairwise

import pygame
import pytest

from device.browser.display import BrowserDisplay
from device.io.inputs import DisplayResized, PodReport
from rules.chess_clock import acts as c
from rules.game import SECOND
from tests.browser.phones import CHESS, presses
from tests.browser.player import CODE, Pages
from tests.browser.program import SlowRoad
from tests.event.rig import until
from tools.bench.telephone import LINES

PRESSES = 40
LISTEN = """window.fingers = []; for (const [kind, down] of [["pointerdown", true], ["pointerup", false]])
  document.getElementById("me").addEventListener(kind, (event) => fingers.push([event.timeStamp, down]), true)"""
APART = 0.8
"""How far apart presses are at least, in parts of the way's time: closer ones may change their order within doubts."""
CLOCKS = 0.5e6
"""By how much (ns) the two programs' readings of the machine's clock differ at most, as they are compared here."""


def report(display, *, down):
    """What came from a key that went down, or up."""
    return (event for event in display.inputs() if isinstance(event, PodReport) and event.down is down)


def offset(page):
    """By how much (ns) a page's clock is behind this machine's, and within what: of many looks the quickest."""
    looks = []
    for _ in range(50):
        before = time.monotonic_ns()
        now = page.read("performance.now()")
        after = time.monotonic_ns()
        looks.append((after - before, (before + after) / 2 - now * 1e6))
    return min(looks)[1], min(looks)[0] / 2


@pytest.mark.parametrize("line", LINES)
def test_a_press_on_the_tables_page_is_no_later_than_its_doubt(browser, line):
    display = BrowserDisplay((800, 480))
    pages = Pages(display)
    road = SlowRoad(pages.place.port, LINES[line])
    try:
        browser.open(f"http://127.0.0.1:{road.port}/#{CODE}")
        browser.wait("table.whole && table.holds")
        browser.read("window.keys = []; addEventListener('keydown', (event) => keys.push(event.timeStamp), true)")
        ahead, within = offset(browser)
        until(lambda: any(isinstance(event, DisplayResized) for event in display.inputs()))
        display.present([display.surface.get_rect()])
        pressed = []
        for n in range(PRESSES // 2 if LINES[line].least < 100e6 else PRESSES // 6):  # one takes three seconds there
            display.present([pygame.Rect(0, 0, 8, 8 + n)])
            browser.wait(f"table.seq >= {display.state[1]}")
            browser.call("Input.dispatchKeyEvent", type="rawKeyDown", key="ArrowLeft", code="ArrowLeft")
            pressed.append(until(lambda: next(report(display, down=True), None)))
            browser.call("Input.dispatchKeyEvent", type="keyUp", key="ArrowLeft", code="ArrowLeft")
            until(lambda: next(report(display, down=False), None))
        for at, pod_report in zip(browser.read("keys"), pressed, strict=True):
            late = pod_report.at - (at * 1e6 + ahead)
            assert -CLOCKS - within <= late <= pod_report.doubt + CLOCKS + within
        browser.wait(f"Math.abs(table.late - {pressed[-1].doubt / 1e6}) < 3")
        lates = sorted(pod_report.doubt / 1e6 for pod_report in pressed)
        print(
            f"page, {line}: {len(pressed)} presses, said to be late by median {lates[len(lates) // 2]:.0f}, "
            f"worst {lates[-1]:.0f} ms"
        )
    finally:
        road.cut()
        pages.close()


@pytest.mark.parametrize("line", LINES)
def test_every_press_counts_once_and_within_its_doubt(world, line):
    table = world.table(CHESS, ())
    road = SlowRoad(table.served.port, LINES[line])
    heard, put = [], table.phones.put
    table.phones.put = lambda item: (heard.append((time.monotonic_ns(), item)), put(item))
    phones = [world.phone(table, side, port=road.port).ready() for side in "ab"]
    for phone in phones:
        phone.browser.read(LISTEN)
    clocks = [offset(phone.browser) for phone in phones]

    def press(side):
        phones[side].press()
        apart = APART * LINES[line].least / 1e6
        phones[side].browser.wait(f"performance.now() > fingers.at(-1)[0] + {apart}")

    for n in range(PRESSES):
        press(1 - n % 2)  # B's press starts the clock
        if n == PRESSES // 2:
            cut = time.monotonic_ns()
            road.cut()
            press(0)
            press(1)
            road.plug_in()
    truth = [
        [(at * 1e6 + clocks[side][0], down) for at, down in phone.browser.read("fingers")]
        for side, phone in enumerate(phones)
    ]
    changes = sum(len(changes_of_side) for changes_of_side in truth)

    def reports():
        return [pod_report for _, pod_report in heard if isinstance(pod_report, PodReport) and pod_report.doubt]

    table.until(lambda history: len(reports()) >= changes, 30)
    errors = []
    for side in (0, 1):
        mine = [of_side for of_side in reports() if of_side.side == side]
        assert [change.down for change in mine] == [down for _, down in truth[side]]
        for report, (at, _) in zip(mine, truth[side], strict=True):
            errors.append((abs(report.at - at) / 1e6, report.doubt / 1e6))
            assert abs(report.at - at) <= report.doubt + CLOCKS + clocks[side][1]
    pressed = sorted((at, side) for side in (0, 1) for at, down in truth[side] if down)
    history = table.until(lambda history: history if len(presses(history)) >= len(pressed) else None)
    counted = [step.entry for step in history.steps if isinstance(step.entry.event, c.Press)]
    assert [entry.event.side for entry in counted] == ["AB"[side] for _, side in pressed]
    assert all(before.at <= after.at for before, after in pairwise(counted)), "as they were made"
    assert all(entry.event.doubt_s > 0 for entry in counted)
    far = [
        (at, pod_report)
        for at, pod_report in heard
        if isinstance(pod_report, PodReport) and pod_report.doubt >= 3 * SECOND
    ]
    assert all(at - pod_report.doubt > cut - 3 * SECOND for at, pod_report in far), (
        "what was made in the break is in doubt since then"
    )
    errors.sort()
    print(
        f"{line}: {len(errors)} changes, {road.stalls} stalls; error median {errors[len(errors) // 2][0]:.2f}, worst "
        f"{errors[-1][0]:.2f} ms; doubt to {max(doubt for _, doubt in errors):.1f} ms"
    )
    road.cut()
