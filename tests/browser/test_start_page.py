"""The starting page of tables in browsers, in a real one: what it says stays true while somebody reads it."""

from tests.browser.program import Client

STATE = "document.querySelector('.state').textContent"
LINK = "document.querySelector('.ways a')"


def test_it_says_who_plays_without_taking_the_focus_away(table, browser):
    browser.open(f"http://{table.host}/start")
    nobody = browser.read(f"window.isSame = true; {LINK}.focus(); {STATE}")
    client = Client(table.host, table.code)
    assert client.seat()[1]
    browser.wait(f"{STATE} !== {nobody!r}")
    assert browser.read(f"window.isSame && document.activeElement === {LINK}")
    assert not browser.complaints
    client.close()
    browser.wait(f"{STATE} === {nobody!r}")
    table.kill()
    browser.wait("document.body.classList.contains('gone')")
    assert browser.read(f"window.isSame && {STATE}") == nobody
