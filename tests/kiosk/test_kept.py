"""Parts of a picture that are drawn once and pasted: never for another state, look, language or place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from device.common import i18n
from device.common.i18n import t
from device.graphics import canvas as canvas_module
from device.graphics import kept
from device.graphics.actions import MENU, UNDO, Why
from device.graphics.canvas import Canvas
from device.graphics.kept import MOST, draw_cached
from device.graphics.keyboards import letter_keys
from device.graphics.look import Look, button_faces
from device.graphics.palette import LIGHT
from device.graphics.widgets import Rect, Scene, Text, Touch

PLACE = Rect(10, 20, 200, 40)
LOOK = Look()
NEXT = Why("Dál")


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


BUTTONS = {
    "plain": ("Dál", NEXT, {}),
    "second line": ("Pas", NEXT, {"sub": "bez bodů"}),
    "rule": ("Pas", NEXT, {"sub": "bez bodů (S7)"}),
    "primary": ("Zapsat", NEXT, {"style": "primary"}),
    "selected": ("Zapsat", NEXT, {"selected": True}),
    "grey": ("Pas", NEXT, {"why": "Teď ne."}),
    "refused": ("Zpět", UNDO, {}),
    "sign": ("Zvuk", NEXT, {"icon": "sound"}),
    "sign alone": ("", NEXT, {"icon": "sound"}),
    "large": ("Dál", NEXT, {"size": 30}),
    "two lines": ("Dál a ještě dál", NEXT, {"lines": 2}),
    "menu": ("Více", MENU, {}),
}
LOOKS = {
    "normal": LOOK,
    "large print": replace(LOOK, large_print=True),
    "light": replace(LOOK, palette=LIGHT),
    "small": replace(LOOK, size=(480, 320)),
    "refused": replace(LOOK, refuses=lambda action: "Není co vrátit." if action == UNDO else None),
}
PLACES = (Rect(10, 20, 300, 70), Rect(10, 20, 160, 140), Rect(200, 20, 160, 140))


def buttons(look: Look, names: Iterable[str]) -> list[Scene]:
    """Each of the buttons in each place, drawn one after another."""
    scenes = []
    for name in names:
        label, action, more = BUTTONS[name]
        for place in PLACES:
            canvas = Canvas(look)
            canvas.button(place, label, action, **more)
            scenes.append(canvas.scene())
    return scenes


def test_a_button_looks_as_if_no_other_had_been_drawn_before():
    alone = []
    for look in LOOKS.values():
        for name in BUTTONS:
            button_faces.cache_clear()
            alone.append(buttons(look, [name]))
    for _ in range(2):
        assert [buttons(look, [name]) for look in LOOKS.values() for name in BUTTONS] == alone


def test_what_buttons_look_like_is_kept_of_so_many_and_never_of_what_they_do(monkeypatch):
    monkeypatch.setattr(canvas_module, "MOST_FACES", 3)
    button_faces.cache_clear()
    for n in range(10):
        canvas = Canvas(LOOK)
        canvas.button(PLACE, f"Tah {n % 5}", Why(str(n)))
        assert canvas.scene()[-1] == Touch(PLACE, Why(str(n)))
        assert len(canvas._faces) <= 3
