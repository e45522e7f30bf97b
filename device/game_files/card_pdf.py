"""A printed card of a game: what buttons and taps mean, on one page in two languages, from the words of the help."""

from __future__ import annotations

from collections.abc import Iterable

from device.common import i18n
from device.common.exports import ExportError
from device.common.exports.pdf import BOTTOM, LEFT, MARGIN, PALE, RIGHT, Document, break_lines
from device.common.games.registry import SPECS
from device.common.i18n import t, tr
from device.common.languages import DEFAULT, LANGUAGES, SOURCE
from device.help_texts import CARD, in_words, section
from rules.message import msg

GAP = 10.0
"""Between the two columns, in mm."""
FIRST_SCREEN = "play"
"""The screen that the card explains beside the buttons, where the game has it."""
SIZES = (12.0, 11.0, 10.0, 9.0, 8.0, 7.0)
"""Of the words, in points: the largest in which the card takes one page."""
LEADING = 0.46
"""Height of a line in mm for each point of size."""


def card_name(key: str) -> str:
    """The name of the card's file."""
    return f"dvojtah-card-{key.replace('_', '-')}.pdf"


def card_pdf(key: str) -> bytes:
    """The card of the game ``key``. Raises `ExportError` where the help says nothing of its buttons."""
    name = SPECS[key].name
    if section(key, CARD) is None:
        raise ExportError(msg("There is no card of this game."))
    document = Document(f"Dvojtah · {tr(name)}", "Dvojtah")
    languages = columns()
    wide = (RIGHT - LEFT - GAP) / len(languages)
    size = next((font_size for font_size in SIZES if _longest(key, languages, wide, font_size) <= BOTTOM), SIZES[-1])
    for n, language in enumerate(languages):
        x = LEFT + n * (wide + GAP)
        if n:
            document.line(x - GAP / 2, MARGIN, x - GAP / 2, BOTTOM, 0.4, PALE)
        with i18n.speaking(language):
            _column(document, key, x, wide, size)
    return document.finish()


def columns() -> list[str]:
    """Two languages: the one spoken now and English, beside English that of most tables; in the table's order."""
    spoken = i18n.language()
    return sorted((spoken, DEFAULT if spoken == SOURCE else SOURCE), key=list(LANGUAGES).index)


def _longest(key: str, languages: Iterable[str], wide: float, size: float) -> float:
    """Where the longest column would end: each is drawn on a sheet of its own that nobody prints."""
    ends = []
    for language in languages:
        with i18n.speaking(language):
            ends.append(_column(Document(""), key, LEFT, wide, size))
    return max(ends)


def _column(document: Document, key: str, x: float, wide: float, size: float) -> float:
    """One language; where it ends."""
    spec, card = SPECS[key], section(key, CARD)
    if card is None:
        return MARGIN
    y = MARGIN + 8
    document.text(x, y, tr(spec.name), 21, "bold", space=wide, least=12)
    document.text(x, y + 7, card.title, 13, "semibold", grey=PALE)
    document.line(x, y + 9.5, x + wide, y + 9.5, 1.2)
    y += 13
    for line in card.text.split("\n"):
        y = _act(document, line, x, y, wide, size)
    numbers = list(card.rules)
    if (screen := section(key, FIRST_SCREEN)) is not None:
        y = _lines(document, t("On the screen"), "bold", x, y + 3, wide, size + 1)
        y = _lines(document, screen.text, "regular", x, y, wide, size)
        numbers += [rule for rule in screen.rules if rule not in numbers]
    y += 3
    for number in sorted(numbers, key=lambda rule_number: int(rule_number[1:])):
        if (words := in_words(number)) is not None:
            y = _rule(document, number, words.words, t("Example: {words}", words=words.example), x, y, wide, size)
    return y


def _act(document: Document, line: str, x: float, y: float, wide: float, size: float) -> float:
    """What a button or a tap does: which one it is stands before the colon, and is printed bold."""
    gesture, _, does = line.partition(": ")
    for text, weight, room in ((gesture + (":" if does else ""), "bold", 0.0), (does, "regular", 3.0)):
        y = _lines(document, text, weight, x + room, y, wide - room, size) if text else y
    return y + size * 0.14


def _rule(
    document: Document, number: str, words: str, example: str, x: float, y: float, wide: float, size: float
) -> float:
    """A number in the margin, its words, and below them the example."""
    margin = size * 0.85
    document.text(x, y + size * LEADING * 0.78, number, size, "bold")
    y = _lines(document, words, "regular", x + margin, y, wide - margin, size)
    return _lines(document, example, "italic", x + margin, y, wide - margin, size - 1) + size * 0.1


def _lines(document: Document, text: str, weight: str, x: float, y: float, wide: float, size: float) -> float:
    lines = break_lines(text, weight, size, wide)
    for n, line in enumerate(lines):
        document.text(x, y + size * LEADING * (n + 0.78), line, size, weight)
    return y + size * LEADING * len(lines)
