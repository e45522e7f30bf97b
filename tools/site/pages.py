"""What the site has, in the order of its menu."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from device.common.games.registry import SPECS
from tools.games import TOOLS

Words = Mapping[str, str]
"""A text by language."""
LANGUAGES = ("cs", "en")


class Page(NamedTuple):
    """A page: its place in the site without ``.md``, its source in each language, its name in the menu.

    Without a ``name`` the menu has its heading. ``part`` (from 0): only that section of the source. ``picture``: an
    approved screen to begin with (in Czech, in English).
    """

    place: str
    sources: Words
    name: Words | None = None
    part: int | None = None
    picture: str = ""


class Section(NamedTuple):
    """A tab of the menu."""

    name: Words
    pages: tuple[Page, ...]


def words(czech: str, english: str) -> Words:
    """A text in both languages."""
    return {"cs": czech, "en": english}


def both(name: str) -> Page:
    """A page that ``docs/`` has in both languages."""
    return Page(name, words(f"docs/cs/{name}.md", f"docs/{name}.md"))


def english(name: str, czech_name: str, source: str = "") -> Page:
    """A page that is written in English alone."""
    source = source or f"docs/{name}.md"
    return Page(name, words(source, source), words(czech_name, ""))


def section(folder: str, name: str, czech: str, english_name: str, part: int, picture: str = "") -> Page:
    """A section of a page that the product shows, as a page of its own."""
    sources = words(f"docs/{folder}/cs.md", f"docs/{folder}/en.md")
    return Page(f"{folder}/{name}", sources, words(czech, english_name), part, picture)


def game_sections(folder: str, headings: Sequence[str], picture: bool = False) -> Iterator[Page]:
    """The games' sections of a page that the product shows; ``headings`` are those of all its sections, in order."""
    for part, heading in enumerate(headings, start=1):
        if (key := GAMES_BY_HEADING.get(heading)) is not None:
            tools = TOOLS[key]
            shot = f"{key}/{{}}/{tools.screen}.png" if picture else ""
            yield section(folder, key.replace("_", "-"), *tools.title, part, shot)


def headings_of(folder: str) -> list[str]:
    """The first word of each section of such a page: a rule's letter, or a chapter."""
    return re.findall(r"^## (\w+)", (DOCS / folder / "en.md").read_text(encoding="utf-8"), re.MULTILINE)


DOCS = Path(__file__).parents[2] / "docs"
GAMES_BY_HEADING = {spec.seats.rule[0]: key for key, spec in SPECS.items()} | {key: key for key in SPECS}
"""Which game a section is of: the rules have the letter of a game's numbers, the help its word."""
DECISIONS = "docs/decisions"

SITE = (
    Section(words("Dvojtah", "Dvojtah"), (Page("index", words("docs/home/cs.md", "docs/home/en.md")),)),
    Section(words("Vyzkoušet", "Try it"), (both("try"), both("browser"), both("telephones"), both("sheets"))),
    Section(
        words("Postavit", "Build one"),
        (
            both("install"),
            both("image"),
            both("build-usb"),
            both("build-one"),
            both("build-bench"),
            both("build-check"),
            both("pod"),
            both("power"),
            english("peripherals", "Tlačítka, displeje, nastavení"),
        ),
    ),
    Section(
        words("Turnaj", "Run an event"),
        (
            both("event"),
            both("event-marias"),
            both("referee"),
            english("people", "Lidé a jména"),
            english("exports", "Tisk a soubory"),
            english("rights", "Kdo co smí"),
        ),
    ),
    Section(
        words("Pravidla", "Rules"),
        (
            section("rules", "index", "Pravidla", "Rules", 0),
            *game_sections("rules", headings_of("rules"), picture=True),
            section("rules", "readings", "Výklady a nastavení", "Readings and settings", len(headings_of("rules"))),
            english("rules/acts", "Co je kdy možné"),
        ),
    ),
    Section(
        words("Nápověda", "Help"),
        (
            both("trouble"),
            both("build-trouble"),
            section("help", "index", "Co je na které obrazovce", "What each screen is for", 0),
            section("help", "device", "Zařízení", "The device", 1),
            *game_sections("help", headings_of("help")),
        ),
    ),
    Section(
        words("Pro programy", "For programs"),
        (
            english("record", "Záznam partie"),
            english("library", "Pravidla jako knihovna"),
            english("library-api", "Jména v knihovně pravidel"),
            english("http", "HTTP pro programy"),
            english("command-line", "Příkazová řádka"),
            both("scale"),
            english("event-protocol", "Spojení stolů s pořadatelem"),
            english("pod-protocol", "Spojení s přídavným tlačítkem"),
        ),
    ),
    Section(
        words("Vývoj", "Development"),
        (
            english("changelog", "Co se změnilo", "CHANGELOG.md"),
            english("contributing", "Jak přispět", "CONTRIBUTING.md"),
            english("architecture", "Jak to drží pohromadě"),
            english("first-game", "První hra"),
            both("design"),
            english("screens", "Jak velké je co"),
            english("testing", "Co se slibuje a čím se to zkouší"),
            english("performance", "Rychlost"),
            english("lab", "Laboratoř"),
            english("release", "Vydání"),
            english("security", "Bezpečnost", "SECURITY.md"),
            english("glossary", "Slovníček"),
            english("decisions/index", "Rozhodnutí", f"{DECISIONS}/README.md"),
        ),
    ),
)
