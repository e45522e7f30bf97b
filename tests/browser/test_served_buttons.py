"""Telephones at ``dvojtah serve`` as it runs: the code that lets them in, the way to the buttons, a program killed."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest

from device.browser.button_page import button_link
from device.browser.places import TablePlace
from tests.organiser.chromium import Browser


def status(url: str) -> int:
    try:
        return urllib.request.urlopen(url, timeout=10).status
    except urllib.error.HTTPError as error:
        return error.code


@pytest.fixture
def phone(chromium_program):
    one = Browser(chromium_program)
    one.size(360, 780, mobile=True)
    yield one
    one.close()


def test_a_telephone_finds_its_button_from_the_tables_page(table, browser, phone):
    browser.open(table.link)
    browser.wait("table.holds && table.whole")
    address = browser.read("document.getElementById('buttons').href")
    phone.open(f"{address}#{table.code}")
    phone.wait("[...document.images].every(one => one.complete && one.naturalWidth > 0)")
    way = phone.read("document.querySelector('a[data-side=b]').href")
    assert way == f"http://{table.host}/button/b#{table.code}"
    phone.open(way)
    phone.wait("document.getElementById('line').textContent.includes('±')")
    assert phone.read("document.getElementById('me').innerText").strip()
    assert not phone.complaints


def test_the_code_that_is_scanned_is_the_address_of_that_side():
    place = TablePlace(0, 8090, "K7M2QX")
    assert button_link(place, 0) == f"{place.address()}button/a#K7M2QX"
    assert button_link(place, 1) == f"{place.address()}button/b#K7M2QX"


def test_who_does_not_know_the_code_gets_no_button(table, phone):
    assert status(f"http://{table.host}/button/a/WRONG1.svg") == 404
    phone.open(f"http://{table.host}/button/a#WRONG1")
    phone.wait("!document.querySelector('.ask').hidden")
    assert "kód" in phone.read("document.querySelector('.ask').innerText")


def test_after_the_program_was_killed_the_page_comes_back_by_itself(table, phone):
    phone.open(f"http://{table.host}/button/a#{table.code}")
    phone.wait("document.getElementById('line').textContent.includes('±')")
    table.kill()
    phone.wait("document.body.classList.contains('gone')")
    table.start()
    phone.wait("document.getElementById('line').textContent.includes('±')", 30)
