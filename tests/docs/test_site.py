"""The site has every page in both languages, and its links lead to pages and headings of it (docs/decisions/site.md).

What MkDocs makes of them `make site` checks.
"""

import posixpath
import re
import tomllib

import pytest

from device.common.languages import LANGUAGES as LANGUAGE_TABLE
from tools.site.pages import LANGUAGES, SITE, Page, words
from tools.site.text import ROOT, Site, all_pages, headings, parts, texts


@pytest.fixture(scope="module", params=LANGUAGES)
def site(request):
    the_site = Site(request.param, all_pages())
    return the_site, texts(the_site)


NOT_THERE = LANGUAGE_TABLE.keys() - set(LANGUAGES)
"""Languages of the device in which the site is not: their help and rules are on the device."""


def test_every_page_of_the_folder_is_on_the_site(site):
    the_site, _ = site
    shown = {path for page in the_site.pages for path in page.sources.values()}
    there = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md") if path.stem not in NOT_THERE}
    assert there - shown == set()


def test_a_link_leads_to_a_page_and_a_heading_of_the_site(site):
    the_site, written = site
    wrong = []
    for page in the_site.pages:
        for target, anchor in re.findall(r"\]\(([^)#\s:]+)(?:#([^)\s]+))?\)", written[page.place]):
            there = posixpath.normpath(posixpath.join(posixpath.dirname(page.place), target))
            if there.endswith(".md"):
                text = written.get(there.removesuffix(".md"))
                ids = [] if text is None else [*headings(text), *re.findall(r"\{ #(\w+) \}", text)]
                if text is None or (anchor and anchor not in ids):
                    wrong.append((page.place, target, anchor))
            elif there.removeprefix("files/") not in the_site.files:
                wrong.append((page.place, target, anchor))
    assert wrong == []
    assert all((ROOT / name).is_file() for name in the_site.files)


def test_a_page_of_the_other_language_is_answered_by_its_twin_and_the_heading_at_the_same_place():
    czech = Site("cs", all_pages())
    assert czech.place_of("docs/power.md", "brown-out") == ("power", "brown-out")
    assert czech.place_of("docs/install.md", "3-the-first-game") == ("install", "3-první-partie")
    assert czech.place_of("docs/rules/en.md", "p-polyssimo-challenge") == ("rules/polyssimo", "p-polyssimo-challenge")
    assert czech.place_of("docs/record.md", "no-such-heading") == ("record", "no-such-heading")
    assert czech.place_of("device/kiosk/loop.py", "") is None


def test_a_page_without_a_czech_twin_says_so_in_the_czech_site_alone():
    record = next(page for page in all_pages() if page.place == "record")
    assert "Tato stránka je zatím jen v angličtině." in Site("cs", all_pages()).written(record)
    assert "!!! note" not in Site("en", all_pages()).written(record)


def test_what_lies_in_the_repository_alone_is_looked_at_where_the_metadata_say_that_it_is_kept():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lab = next(page for page in all_pages() if page.place == "lab")
    assert f"]({project['urls']['Source']}/blob/main/tests/lab/bare.py)" in Site("en", all_pages()).written(lab)
    for page in ("README.md", "README.cs.md", "docs/try.md", "docs/cs/try.md"):
        assert f"git clone {project['urls']['Source']}" in (ROOT / page).read_text(encoding="utf-8")


def test_a_list_or_a_table_after_a_paragraph_gets_its_blank_line_and_a_table_stays_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "tools.site.text.source", lambda path: "Said:\n- one\n- two\n\n| a |\n|---|\n| b |\n```\nx:\n- y\n```\n"
    )
    page = Page("page", words("docs/a.md", "docs/a.md"))
    text = Site("en", [page]).written(page)
    assert text == "Said:\n\n- one\n- two\n\n| a |\n|---|\n| b |\n```\nx:\n- y\n```\n"


def test_a_long_page_is_cut_at_its_chapters():
    assert parts("# A\n\nx\n\n## B\n\n### C\n\n## D\n") == ["# A\n\nx\n\n", "# B\n\n## C\n\n", "# D\n"]
    places = [page.place for section in SITE for page in section.pages]
    assert len(places) == len(set(places))
