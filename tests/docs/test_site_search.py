"""The site's search, in a browser that reads the site from the disk; `make site` makes it and runs this."""

import os
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

from tests.organiser.chromium import Browser, Chromium, chromium

FOUND = "[...document.querySelectorAll('.md-search-result__item a.md-search-result__link')]"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    if not chromium():
        pytest.skip("needs chromium")
    program = Chromium(tmp_path_factory.mktemp("chromium"), "--host-resolver-rules=MAP * ~NOTFOUND")
    yield Browser(program)
    program.close()


@pytest.fixture
def site():
    if not (folder := os.environ.get("DVOJTAH_SITE")):
        pytest.skip("needs a site: make site")
    return Path(folder).resolve()


def results(browser, page, word):
    """Where the results of a search on that page lead, best first."""
    browser.open(page.as_uri())
    browser.read("document.querySelector('[name=query]').focus()")
    browser.call("Input.insertText", text=word)
    browser.wait(f"/\\d/.test(document.querySelector('.md-search-result__meta').innerText) && {FOUND}.length")
    return browser.read(f"{FOUND}.map(a => a.href)")


def anchors(links):
    """Page and heading of each, without the word that is lit up there."""
    return [(urldefrag(link.partition("?")[0]).url, unquote(urldefrag(link).fragment)) for link in links]


@pytest.mark.parametrize(
    ("language", "marked", "plain"),
    [("cs", "čtyřhra", "ctyrhra"), ("cs", "námitka", "namitka"), ("en", "mariáš", "marias")],
)
def test_a_word_is_found_with_its_marks_and_without_and_every_result_is_a_place_of_the_site(
    browser, site, language, marked, plain
):
    page = site / language / "index.html"
    places = anchors(results(browser, page, marked))
    assert anchors(results(browser, page, plain)) == places
    for place, heading in places:
        browser.open(place)
        assert not heading or browser.read(f"!!document.getElementById({heading!r})"), (place, heading)
    browser.open(places[0][0])
    assert browser.read(f"document.querySelector('article').innerText.toLowerCase().includes({marked[:-1]!r})")


def test_nothing_is_asked_of_the_network(browser, site):
    assert results(browser, site / "en" / "index.html", "objection")
    asked = [
        event["params"]["request"]["url"] for event in browser.events if event["method"] == "Network.requestWillBeSent"
    ]
    assert asked
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
