"""Parts of a picture that are drawn once and pasted: never for another state, look, language or place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.common import i18n
from device.common.i18n import t
from device.graphics import kept
from device.graphics.canvas import Canvas
from device.graphics.kept import MOST, draw_cached
from device.graphics.keyboards import letter_keys
from device.graphics.look import Look
from device.graphics.palette import LIGHT
from device.graphics.widgets import Rect, Text

PLACE = Rect(10, 20, 200, 40)
LOOK = Look()


class Sheet:
    """A state; two of them are equal, and what stands on them is not."""

    def __init__(self, words: str) -> None:
        self.words = words

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sheet)

    __hash__ = None


@pytest.fixture
def drawn(monkeypatch):
    """How often a part was drawn since; nothing is kept from before."""
    monkeypatch.setattr(kept, "_parts", type(kept._parts)())
    return []


def picture(sheet, drawn, look=LOOK, place=PLACE):
    def draw(canvas, sheet, place):
        drawn.append(sheet)
        canvas.text(place, f"{t('Undo')} {sheet.words}", 20, "bold", canvas.look.palette.text)

    draw_in = draws.setdefault(id(drawn), draw)
    canvas = Canvas(look)
    canvas.panel(place, look.palette.panel)
    draw_cached(canvas, draw_in, sheet, place)
    return canvas.scene()


draws = {}


def test_the_same_part_is_drawn_once_and_lies_where_it_would(drawn):
    sheet = Sheet("388")
    first = picture(sheet, drawn)
    assert picture(sheet, drawn) == first
    assert len(drawn) == 1
    assert [text.text for text in first if isinstance(text, Text)] == ["Zpět o krok 388"]


def test_another_state_look_place_or_language_is_drawn_anew(drawn):
    sheet = Sheet("388")
    seen = [picture(sheet, drawn)]
    seen.append(picture(Sheet("389"), drawn))
    seen += [
        picture(sheet, drawn, replace(LOOK, **other))
        for other in ({"size": (1280, 720)}, {"palette": LIGHT}, {"large_print": True}, {"swapped": True})
    ]
    seen.append(picture(sheet, drawn, place=PLACE._replace(y=60)))
    with i18n.speaking("en"):
        seen.append(picture(sheet, drawn))
    assert len(drawn) == len(seen)
    assert seen[1][-1].text.endswith("389")
    assert seen[2][-1].size > seen[0][-1].size
    assert seen[3][-1].colour == LIGHT.text
    assert seen[4][-1].narrow < 100
    assert seen[6][-1].rect.y == 60
    assert seen[7][-1].text == "Undo 388"


def test_whatever_comes_only_so_many_are_kept(drawn):
    sheets = [Sheet(str(n)) for n in range(3 * MOST)]
    for sheet in sheets:
        picture(sheet, drawn)
        picture(sheets[0], drawn)
    assert len(kept._parts) == MOST
    assert drawn == sheets, "each once: the first is asked for again and again, and stays"
    assert [sheet.words for sheet in drawn] == [sheet.words for sheet in sheets]
    picture(sheets[1], drawn)
    assert drawn[-1] is sheets[1], "that one had to go"


def test_a_letter_that_is_used_up_meanwhile_is_grey():
    def grey(left):
        canvas = Canvas(LOOK)
        letter_keys(canvas, Rect(0, 0, 800, 300), left)
        return {text.text for text in canvas.scene() if isinstance(text, Text) and text.colour == LOOK.palette.faint}

    every = dict.fromkeys("AÁBCČDĎEÉĚFGHIÍJKLMNŇOÓPRŘSŠTŤUÚŮVXYÝZŽ", 1)
    assert grey(every) == grey(None) == set()
    assert grey(every | {"X": 0}) == {"X"}
    assert grey(every) == set()
