"""The pages for people agree with the code and with each other."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from device.common.settings.reading import DEFAULT_FILE
from device.common.settings.rule_options import rule_options_of
from device.common.settings.settings import Settings
from rules.games import GAMES
from rules.options import Options

ROOT = Path(__file__).parents[2]
PAGES = sorted(path for top in ("docs", "hardware", "tests") for path in (ROOT / top).rglob("*.md"))
PAGES += sorted(ROOT.glob("*.md"))
NUMBERS = [
    f"{game}{n}" for game, last in (("S", 29), ("K", 17), ("M", 32), ("P", 10), ("C", 10)) for n in range(1, last + 1)
]


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["cs", "en"])
def test_every_rule_stands_once_in_both_languages(language):
    numbers = re.findall(r"^\*\*([SKMPC]\d+)\.\*\*", text(ROOT / "docs" / "rules" / f"{language}.md"), re.MULTILINE)
    assert sorted(numbers) == sorted(NUMBERS)


OPTIONS = [
    (key, option)
    for key in Settings.__struct_fields__
    if isinstance(part := getattr(Settings(), key), Options)
    for option in rule_options_of(key, type(part))
]
"""Every rule option, with its game."""
NAMED = [f"{key}-{option.key}" for key, option in OPTIONS]


def written(value) -> str:
    """A value as TOML has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize(("key", "option"), OPTIONS, ids=NAMED)
def test_the_rule_page_has_every_option_with_its_values_and_its_rule(key, option, language):
    rows = [line.split("|") for line in text(ROOT / "docs" / "rules" / f"{language}.md").splitlines()]
    (row,) = [row for row in rows if len(row) > 5 and f"`{option.key}`" in row[1]]
    default = written(getattr(getattr(Settings(), key), option.key))
    assert f"`{default}`" in row[2]
    others = {written(value) for value, _ in option.choices} - {default}
    assert others == set(re.findall("`([^`]+)`", row[3])) or not option.choices
    if row[1].count("`") == 2:  # a row of its own
        assert row[5].strip() == option.option.rule


@pytest.mark.parametrize(("key", "option"), OPTIONS, ids=NAMED)
def test_the_default_file_has_every_option_with_its_default_and_its_choices(key, option):
    part = text(DEFAULT_FILE).split(f"\n[{key}]")[1].split("\n[")[0]
    (line,) = re.findall(rf"^{option.key} = .*$", part, re.MULTILINE)
    given = tomllib.loads(line)[option.key]
    assert given == getattr(getattr(Settings(), key), option.key)
    words = [value for value, _ in option.choices if isinstance(value, str)]
    if words:
        assert line.partition("# ")[2] == f"{option.option.rule}: {' | '.join(words)}"


def test_every_game_with_clock_buttons_says_in_what_order_presses_count_and_nobody_chooses_it():
    on_clocks = {key for key, game in GAMES.items() if game.press_rule}
    assert {key for key, game in GAMES.items() if "press_order" in game.setup_type.__struct_fields__} == on_clocks
    assert "press_order" not in {option.key for _, option in OPTIONS}
    assert "press_order" not in text(DEFAULT_FILE)
    assert Settings().press_order == "edge"


@pytest.mark.parametrize("key", sorted({key for key, _ in OPTIONS}))
def test_a_setup_has_the_options_that_the_settings_have(key):
    declared = next(base for base in GAMES[key].setup_type.__mro__ if base.__base__ is Options)
    assert isinstance(getattr(Settings(), key), declared)
    assert {option.key for name, option in OPTIONS if name == key} == {*declared.__struct_fields__}


def test_every_rule_that_the_code_cites_is_on_the_page():
    cited = set()
    for path in [*(ROOT / "rules").rglob("*.py"), *(ROOT / "device").rglob("*.py")]:
        cited |= set(re.findall(r'Refusal\(\s*"([SKMPC]\d+)"', text(path)))
    assert cited
    assert cited <= set(NUMBERS)


@pytest.mark.parametrize("number", NUMBERS)
def test_every_rule_has_a_test_that_names_it(number):
    tests = "\n".join(text(path) for path in (ROOT / "tests").rglob("test_*.py"))
    assert re.search(rf"def test_(?:\w+_)?{number}_", tests), f"no test is named after {number}"


LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)|^\[[^\]]+\]: +([^#\s]*)(?:#(\S*))?", re.MULTILINE)
"""A link: the file and the anchor of ``[text](file#anchor)`` or of ``[word]: file#anchor``."""


@cache
def anchors(page: Path) -> frozenset[str]:
    """What a link to a page may name after ``#``: its headings as GitHub writes them, equal ones numbered."""
    prose = re.sub(r"^ *```.*?^ *```", "", text(page), flags=re.MULTILINE | re.DOTALL)
    anchors_found: list[str] = re.findall(r"""<a (?:id|name)=["']([^"']+)""", prose)
    for heading in re.findall(r"^#{1,6} +(.*?)(?: +#+)? *$", prose, re.MULTILINE):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
        equal = sum(
            anchor == slug or re.fullmatch(rf"{re.escape(slug)}-\d+", anchor) is not None for anchor in anchors_found
        )
        anchors_found.append(f"{slug}-{equal}" if equal else slug)
    return frozenset(anchors_found)


def astray(page: Path) -> list[str]:
    """Links of a page that lead to no file or to no heading."""
    wrong = []
    for link in LINK.finditer(text(page)):
        target, anchor = (link[1], link[2]) if link[1] is not None else (link[3], link[4])
        if "://" in target or target.startswith("mailto:"):
            continue
        place = page.parent / target if target else page
        if not place.exists() or (anchor and place.suffix == ".md" and anchor not in anchors(place)):
            wrong.append(link[0])
    return wrong


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    assert astray(page) == []


CZECH_PAGES = sorted((ROOT / "docs" / "cs").glob("*.md"))
OF_BOTH = {"rules", "help", "home"}
"""Folders of pages that the product or its site shows, each language in a file ``cs.md`` or ``en.md``."""


def is_czech(page: Path) -> bool:
    """Whether a page is written in Czech, and not one that names Czech words."""
    words = text(page).split()
    return len([word for word in words if re.search("[ěřů]", word)]) > len(words) / 40


def test_an_english_page_is_english_and_its_czech_twin_lies_in_docs_cs():
    czech = [page for page in PAGES if is_czech(page)]
    elsewhere = [page for page in czech if page not in CZECH_PAGES and page.parent.name not in OF_BOTH]
    assert elsewhere == [ROOT / "README.cs.md"]
    assert set(CZECH_PAGES) <= set(czech)
    for page in CZECH_PAGES:
        assert f"*[In English](../{page.name})*" in text(page)
        assert f"*[Česky](cs/{page.name})*" in text(page.parents[1] / page.name)


def test_a_czech_page_names_the_czech_twin_of_another_or_says_that_it_is_english():
    link = re.compile(r"^.*\[[^\]]*\]\((?:\.\./|docs/)(?:decisions/)?[\w-]+\.md(?:#[^)]*)?\).*$", re.MULTILINE)
    for page in (*CZECH_PAGES, ROOT / "README.cs.md"):
        lines = [line for line in link.findall(text(page)) if "[In English](" not in line]
        assert [line for line in lines if "anglicky" not in line] == []


def test_a_link_to_no_page_or_no_heading_is_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# Řeka, `kůň`\n## [Vůz](page.md) a -- vůz!\n## Dvakrát\n## Dvakrát\n```\n# code\n```\n"
        "[a](#řeka-kůň) [b](page.md#vůz-a----vůz) [c](#dvakrát) [d](#dvakrát-1) [e](https://x.example/#y)\n"
        "[f](#code) [g](none.md) [h](page.md#Řeka-kůň) [i](#dvakrát-2)\n[j]: page.md#none\n",
        encoding="utf-8",
    )
    assert astray(page) == ["](#code)", "](none.md)", "](page.md#Řeka-kůň)", "](#dvakrát-2)", "[j]: page.md#none"]


FILES = frozenset(
    path.relative_to(ROOT).as_posix()
    for top in ("device", "rules", "firmware", "tools", "tests", "systemd", "hardware", "samples", "docs")
    for path in (ROOT / top).rglob("*")
)
NAMED_PATH = re.compile(r"(?<![\w./…-])(?:\w+/)*\w+\.py\b|(?<![\w./-])(?:device|firmware|rules|tools)/(?:\w+/)+")
OWN_FILE = re.compile(r"^ *```python\n *# (\S+\.py)$", re.MULTILINE)
NAMED_MODULE = re.compile(r"(?<![\w./-])(?:device|rules)(?:\.\w+)+")
OUTERMOST = {"device/__init__.py", "rules/__init__.py"}
MADE = {"device/rule_pages/", "device/help_pages/"}
"""Where an installation has what lies elsewhere here (docs/decisions/packaging.md)."""


def nowhere(page: str) -> list[str]:
    """Files, folders and modules that a page names and that are not there; a path may leave out where it begins.

    A file that is a block of the page itself, which begins with its path, is there.
    """
    own = {Path(path) for path in OWN_FILE.findall(page)}
    files = FILES | {place.as_posix() for path in own for place in (path, *path.parents)}
    paths = {path.rstrip("/") for path in set(NAMED_PATH.findall(page)) - MADE}
    missing = [path for path in paths if not any(f"/{file}".endswith(f"/{path}") for file in files)]
    for module in set(NAMED_MODULE.findall(page)):
        path = module.replace(".", "/")
        holder = path.rpartition("/")[0]  # of a name that is no module
        if not {path, f"{path}.py", f"{holder}.py", f"{holder}/__init__.py"} - OUTERMOST & files:
            missing.append(module)
    return sorted(missing)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_and_modules_that_a_page_names_are_there(page):
    if page.name != "CHANGELOG.md":  # which says what was
        assert nowhere(text(page)) == []


def test_a_file_or_module_that_is_not_there_is_found():
    page = (
        "`device.nowhere.a` rules.nothing device/nowhere/ kiosk/loop.py kiosk/nowhere.py device.kiosk.loop:Loop loop.py"
    )
    assert nowhere(page) == ["device.nowhere.a", "device/nowhere", "kiosk/nowhere.py", "rules.nothing"]


def test_a_file_that_stands_in_the_page_itself_is_there():
    page = "```python\n# device/nowhere/a.py\nA = 1\n```\n`device.nowhere.a` and `device.nowhere.b`"
    assert nowhere(page) == ["device.nowhere.b"]


def test_the_floors_on_the_page_are_those_of_the_contracts():
    page = text(ROOT / "docs" / "architecture.md")
    floors = re.findall(r"^\| \d+ \| (.*) \|$", page, re.MULTILINE)
    rooms = dict(re.findall(r"^\| \[([a-z_/]+)/\]\([^)]*\) \| (.* · .*) \|$", page, re.MULTILINE))
    names = {"its own modules": ".", "[each game]": "*"}
    on_page = {
        container: [re.findall(r"(its own modules|\[each game\]|(?<=\[)\w+(?=/\]|\.py\]))", floor) for floor in rows]
        for container, rows in {"": floors[1:], **{room: row.split(" · ") for room, row in rooms.items()}}.items()
    }
    configuration = tomllib.loads(text(ROOT / "pyproject.toml"))["tool"]["importlinter"]
    declared = {
        container.removeprefix("device").strip(".").replace(".", "/"): [
            layer.split(" | ") for layer in reversed(contract["layers"])
        ]
        for contract in configuration["contracts"]
        for container in contract.get("containers", ())
    }
    assert {
        folder: [[names.get(name, name) for name in floor] for floor in rows] for folder, rows in on_page.items()
    } == declared
