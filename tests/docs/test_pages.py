"""The pages for people agree with the code and with each other."""

import re
from pathlib import Path

import msgspec
import pytest

from device.settings.settings import (
    EventSettings,
    KouriciKockaSettings,
    MariasSettings,
    PolishDoublesSettings,
    PolyssimoSettings,
)
from rules.games import GAMES

ROOT = Path(__file__).parents[2]
PAGES = sorted(path for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
NUMBERS = [f"{game}{n}" for game, last in (("S", 29), ("K", 17), ("M", 32), ("P", 10)) for n in range(1, last + 1)]


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["cs", "en"])
def test_every_rule_stands_once_in_both_languages(language):
    found = re.findall(r"^\*\*([SKMP]\d+)\.\*\*", text(ROOT / "docs" / "rules" / f"{language}.md"), re.MULTILINE)
    assert sorted(found) == sorted(NUMBERS)


@pytest.mark.parametrize("language", ["cs", "en"])
def test_every_reading_that_a_game_freezes_is_in_the_table(language):
    page = text(ROOT / "docs" / "rules" / f"{language}.md")
    readings = {*PolishDoublesSettings.__struct_fields__}
    readings |= {*KouriciKockaSettings.__struct_fields__}
    readings |= {*PolyssimoSettings.__struct_fields__, *MariasSettings.__struct_fields__}
    assert all(f"`{reading}`" in page for reading in readings)


def test_every_rule_that_the_code_cites_is_on_the_page():
    cited = set()
    for path in [*(ROOT / "rules").rglob("*.py"), *(ROOT / "device").rglob("*.py")]:
        cited |= set(re.findall(r'Refusal\(\s*"([SKMP]\d+)"', text(path)))
    assert cited
    assert cited <= set(NUMBERS)


@pytest.mark.parametrize("number", NUMBERS)
def test_every_rule_has_a_test_that_names_it(number):
    tests = "\n".join(text(path) for path in (ROOT / "tests" / "rules").glob("test_*.py"))
    assert re.search(rf"def test_(?:\w+_)?{number}_", tests), f"no test is named after {number}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text(page))
    missing = [target for target in targets if "://" not in target and not (page.parent / target).exists()]
    assert missing == []


READINGS = [
    ("polish_doubles", PolishDoublesSettings),
    ("kourici_kocka", KouriciKockaSettings),
    ("polyssimo", PolyssimoSettings),
    ("marias", MariasSettings),
]


@pytest.mark.parametrize(("key", "table"), READINGS)
def test_readings_of_the_settings_are_those_of_the_setup(key, table):
    frozen = {field.name: field for field in msgspec.structs.fields(GAMES[key].setup_type)}
    for field in msgspec.structs.fields(table):
        assert frozen[field.name].default == field.default
        assert frozen[field.name].type == field.type


def test_every_reading_of_a_setup_can_be_set():
    given = {*GAMES["kourici_kocka"].setup_type.__struct_fields__} - {"players", "word", *EventSettings().heading}
    assert given == {*KouriciKockaSettings.__struct_fields__}
