"""The desk by keyboard alone, and forms that say beside a field what is wrong with it."""

import json

import pytest

from device.organiser.desk.desk_accounts import DeskAccounts
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.tournament.drawing import Drawing
from tests.organiser.chromium import Browser
from tests.organiser.desks import come_in, started
from tests.organiser.events import doubles

FOCUSED = """(() => {
  const one = document.activeElement;
  if (one === document.body) return null;
  const box = one.getBoundingClientRect(), style = getComputedStyle(one);
  const x = box.x + Math.min(box.width / 2, 20), y = box.y + box.height / 2, top = document.elementFromPoint(x, y);
  const name = one.ariaLabel || one.name || one.textContent.trim().slice(0, 30) || one.tagName;
  return {
    at: window.tabbable.indexOf(one), name,
    ring: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
    seen: top !== null && (one.contains(top) || top.contains(one)),
  };
})()"""
TABBABLE = """window.tabbable = [...document.querySelectorAll(
    'a[href], button, input, select, textarea, summary, [tabindex]')]
  .filter((one) => one.tabIndex >= 0 && !one.disabled && one.type !== 'hidden' && one.checkVisibility()
    && !(one.type === 'radio' && !one.checked));
  window.tabbable.length"""


@pytest.fixture
def desk_page(store, browser, tmp_path):
    doubles(store)
    Drawing(OrganiserDesk(store)).draft(3, "polish_doubles", "swiss")
    page = started(store, accounts=DeskAccounts(tmp_path))
    come_in(browser, page)
    yield lambda path: browser.open(f"http://127.0.0.1:{page.port}/{path}")
    page.close()


def press(browser: Browser, key: str, code: int, shift: bool = False) -> None:
    for kind in ("rawKeyDown", "keyUp"):
        browser.call(
            "Input.dispatchKeyEvent",
            type=kind,
            key=key,
            code=key,
            windowsVirtualKeyCode=code,
            modifiers=8 if shift else 0,
        )


def filled(browser, form, **fields):
    for name, text in fields.items():
        browser.read(f"document.querySelector('{form} [name={name}]').value = {text!r}")


@pytest.mark.parametrize("path", ["results?round=2&more=1", "draw?round=3", "people?more=2", "accounts"])
def test_every_part_of_a_page_is_reached_by_tab_in_its_order_seen_and_left(desk_page, browser, path):
    desk_page(path)
    browser.read("document.activeElement.blur()")
    many = browser.read(TABBABLE)
    assert many > 15
    visited = []
    for _ in range(many + 3):
        press(browser, "Tab", 9)
        focused = browser.read(FOCUSED)
        if focused is None:
            break
        assert focused["ring"], f"no frame: {focused['name']}"
        assert focused["seen"], f"hidden: {focused['name']}"
        visited.append(focused["at"])
    assert visited == list(range(many)), "all of them in their order, and then out of the page"
    press(browser, "Tab", 9, shift=True)
    assert browser.read(FOCUSED)["at"] == many - 1


def test_on_a_telephone_the_page_that_is_shown_stands_in_the_navigation(desk_page, browser):
    browser.size(390, 844)
    desk_page("money")
    within = """(() => {
      const one = document.querySelector("nav [aria-current]"), bar = one.closest("nav");
      const [here, around] = [one, bar].map((each) => each.getBoundingClientRect());
      return [bar.scrollLeft > 0, here.left >= around.left, here.right <= around.right, scrollY === 0];
    })()"""
    assert browser.read(within) == [True] * 4


def test_an_account_is_made_by_keys_alone_and_its_word_stays_in_sight(desk_page, browser):
    desk_page("accounts")
    browser.size(390, 700)
    browser.read("document.activeElement.blur()")
    press(browser, "n", 78)
    browser.wait("document.activeElement.matches('#new [name=name]')")
    browser.call("Input.insertText", text="Jana")
    browser.call("Input.dispatchKeyEvent", type="keyDown", key="Enter", text="\r", windowsVirtualKeyCode=13)
    browser.wait("document.querySelector('#told .code') !== null")
    box = browser.read("JSON.stringify(document.querySelector('#told .code').getBoundingClientRect().toJSON())")
    assert 0 <= json.loads(box)["top"] < 600
    browser.wait("document.activeElement.matches('#new [name=name]')")
    desk_page("accounts")
    assert browser.read("document.querySelector('#told .code')") is None


@pytest.mark.parametrize(
    ("path", "form", "fields", "wrong", "says"),
    [
        ("money", "#scheme", {"fee": "sto"}, "fee", "sto"),
        ("results?round=1&more=1", "#slip", {"seat0": "abc", "reason": "omyl"}, "seat0", "abc"),
        ("results?round=1&more=1", "#slip", {"seat0": "313"}, "reason", ""),
        ("people", "#enrol", {"player": "Jan Novák", "name": "Krtci", "partner": "Čeněk Chalupa"}, "", "1"),
        ("", "#round-new", {"minutes": "x"}, "minutes", "x"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(desk_page, browser, path, form, fields, wrong, says):
    desk_page(path)
    browser.read("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    filled(browser, form, **fields)
    browser.read(f"document.querySelector('{form} button:not([type=button])').click()")
    browser.wait("!document.querySelector('#trouble').hidden")
    sentence = browser.read("document.querySelector('#trouble').textContent")
    assert says in sentence
    if wrong:
        field = f"document.querySelector('{form} [name={wrong}]')"
        browser.wait(f"{field}.getAttribute('aria-invalid') === 'true'")
        described = browser.read(f"document.getElementById({field}.getAttribute('aria-describedby')).textContent")
        assert described == sentence, "the sentence stands beside the field, too"
        assert browser.read(f"document.activeElement === {field}")
    for name, text in fields.items():
        assert browser.read(f"document.querySelector('{form} [name={name}]').value") == text
    if wrong in fields:
        browser.call("Input.insertText", text="4")
        assert browser.read("document.querySelector('.said') === null"), "until it is written otherwise"
