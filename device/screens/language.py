"""Which language: each in its own words, over whatever shows."""

from __future__ import annotations

from collections.abc import Callable

from device.common import i18n
from device.common.i18n import t
from device.common.languages import LANGUAGES
from device.graphics.canvas import Canvas
from device.graphics.headings import below_heading, heading
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Screen, ask
from device.kiosk.screen_controller import OverlayController


def draw_languages(canvas: Canvas, rect: Rect, choose: Callable[[str], object]) -> None:
    """A button for each language; one that nobody has read whose own it is says so, in that language."""
    for (word, language_entry), box in zip(LANGUAGES.items(), canvas.split(rect, (1,) * len(LANGUAGES)), strict=True):
        style = "primary" if word == i18n.language() else "normal"
        canvas.button(box, language_entry.name, choose(word), style=style, size=36, sub=note(word))


def note(word: str) -> str:
    """What people should know of the texts of that language, in it; nothing where there is nothing."""
    if LANGUAGES[word].is_reviewed:
        return ""
    with i18n.speaking(word):
        # Translators: in the language itself, below its name, while nobody whose own it is has read the texts
        return t("no native speaker has read it yet")


class LanguageScreen(Screen[None]):
    """The languages."""

    def draw(self, canvas: Canvas, view: Moment[None]) -> Rect:
        """A button each."""
        head, body = below_heading(canvas, (346,))
        heading(canvas, head, t("Language"))
        draw_languages(canvas, body, lambda word: ask(LanguageController.choose, word))
        return head


class LanguageController(OverlayController[None]):
    """The screen over whatever shows."""

    first = LanguageScreen
    state = None

    def choose(self, word: str) -> None:
        """That language from now on."""
        self.host.change("", "language", word)
        self.leave()
