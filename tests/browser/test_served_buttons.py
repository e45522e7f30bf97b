"""Telephones at ``dvojtah serve`` as it runs: the code that lets them in, the way to the buttons, a program killed."""

from __future__ import annotations

import pytest

from tests.organiser.chromium import Browser


@pytest.fixture
def phone(chromium_program):
    browser = Browser(chromium_program)
    browser.size(360, 780, mobile=True)
    yield browser
    browser.close()


def test_a_telephone_with_the_code_is_a_button_beside_the_tables_page(table, browser, phone):
    browser.open(table.link)
    browser.wait("table.holds && table.whole")
    phone.open(f"http://{table.host}/button/b#{table.code}")
    phone.wait("document.getElementById('line').textContent.includes('±')")
    assert phone.read("document.getElementById('me').innerText").strip()
    assert not phone.complaints


def test_who_does_not_know_the_code_gets_no_button(table, phone):
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
