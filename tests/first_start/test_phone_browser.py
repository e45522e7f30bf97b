"""The page in a phone's browser, 390 pixels wide: what a thumb meets, in both languages, and what it leads to."""

import msgspec
import pytest

from device.first_start.__main__ import main
from device.first_start.common.answers import Answers, Wifi
from device.first_start.common.asking import REQUEST, Request
from rules.loading import readable
from tests.first_start.phones import COMITUP, served, with_hotspot
from tests.organiser.chromium import Browser, Chromium, chromium
from tests.organiser.contrast import faint, wrong
from tests.services import needs

HEARD = "Klub Žižkov:82:WPA2\nskola-ucitele:55:WPA2 802.1X\nKavárna\\: hosté:67:\n"
SMALL = """[...document.querySelectorAll('label.choice, button:not(.first), select, input[type=text]')]
    .map((one) => [one.textContent.slice(0, 30), one.getBoundingClientRect()])
    .filter(([, box]) => box.height && (box.height < 48 || box.width < 90)).map(([text]) => text)"""
BELOW = """(() => {
    const low = (one) => document.querySelector(one).getBoundingClientRect().top;
    return low('#network-0 + label') < low('#password') && low('#password') < low('#network-1 + label');
})()"""


@pytest.fixture
def phone(card, tmp_path):
    needs(chromium(), "chromium")
    with_hotspot(card)
    card.answers |= {"nmcli": (0, HEARD), "busctl": (0, COMITUP)}
    main(["boot"], card)
    program = Chromium(tmp_path)
    browser = Browser(program)
    browser.size(390, 844, mobile=True)
    try:
        with served(card) as there:
            browser.url = f"http://{there.host}/"
            yield browser
    finally:
        browser.close()
        program.close()


def fits(phone):
    """Nothing is wider than the phone, smaller than a thumb, hard to read, or forbidden by the page's own policy."""
    assert phone.read("document.documentElement.scrollWidth") == 390
    assert phone.read(SMALL) == []
    assert faint(phone) == []
    assert wrong(phone) == []
    assert phone.complaints == []


def press(phone, place):
    phone.read(f"document.querySelector({place!r}).click()")


def test_a_thumb_chooses_a_network_makes_a_mistake_and_sets_the_device_up(phone, card):
    phone.open(f"{phone.url}?lang=cs")
    assert not phone.read("document.querySelector('#password').offsetHeight"), "nothing asks for a password yet"
    press(phone, "#network-0")
    assert phone.read(BELOW), "the password is asked for below its network"
    fits(phone)
    phone.read("document.querySelector('#password').value = 'kratke'")
    press(phone, "button.done")
    phone.wait("!!document.querySelector('#wifi-password-wrong')")
    phone.wait("document.activeElement.id === 'password'")  # which a browser does once the page has been laid out
    phone.events.clear()  # the answer was no 200, which a console notes
    fits(phone)
    press(phone, "button[name=lang][value=en]")
    phone.wait("document.documentElement.lang == 'en'")
    assert phone.read("document.querySelector('#password').value") == "kratke"
    fits(phone)
    phone.read("document.querySelector('#password').value = 'dlouhe-heslo'")
    press(phone, "button.done")
    phone.wait("document.readyState === 'complete' && !document.querySelector('form')")
    fits(phone)
    wanted = Answers(language="en", role="table", wifi=Wifi(ssid="Klub Žižkov", password="dlouhe-heslo"))
    assert msgspec.json.decode(card.path(REQUEST).read_bytes(), type=readable(Request)).answers == wanted
