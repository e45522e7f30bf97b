"""Keyboards on the touchscreen: the set's letters, numbers, and all letters for names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from string import ascii_uppercase
from unicodedata import normalize

from device.common import i18n
from device.common.i18n import t
from device.common.languages import DEFAULT, LANGUAGES
from device.graphics.actions import CLEAR, DONE, SHIFT, Key
from device.graphics.canvas import Canvas
from device.graphics.kept import draw_cached
from device.graphics.widgets import Rect, Scene, Touch
from rules.figures import ENGLISH

KEYBOARDS = {
    "qwertz": (
        ("ĚŠČŘŽÝÁÍÉÓ", "ERTZUIOPÚĎ", "ASDFGHJKLŮ", "YXCVBNMŇŤ\b"),
        ("ĚŠČŘŽÝÁÍ", "ÉÓÚŮĎŤŇ\b", "ERTZUIOP", "ASDFGHJK", "YXCVBNML"),
    ),
    "abc": (
        ("AÁBCČDĎEÉĚ", "FGHIÍJKLMN", "ŇOÓPRŘSŠTŤ", "UÚŮVXYÝZŽ\b"),
        ("AÁBCČDĎE", "ÉĚFGHIÍJ", "KLMNŇOÓP", "RŘSŠTŤUÚ", "ŮVXYÝZŽ\b"),
    ),
}
"""The set's letters and backspace: forty keys as the setting ``keyboard`` orders them, ten in a row and eight.

As on a Czech keyboard, without Q and W, which the set has not; none has to be held. Of eight in a row L comes last.
"""
FREE = 4
"""Columns of the last row of keys that shift, space and backspace need at least."""
LEAST_HEIGHT = 226
"""Units of the base size that five rows of keys need."""


def takes_letters(scene: Scene) -> bool:
    """Whether the screen that shows has keys for letters, so that a keyboard's letters are typed."""
    keys = (touch.action.text for touch in scene if isinstance(touch, Touch) and isinstance(touch.action, Key))
    return any(text.isalpha() for text in keys)


def letter_keys(canvas: Canvas, rect: Rect, left: Mapping[str, int] | None = None) -> None:
    """The set's letters, accented ones tinted; with ``left`` a letter that is used up is greyed out."""
    letters = "".join(KEYBOARDS[canvas.look.keyboard][0])
    used = "" if left is None else "".join(letter for letter in letters if left.get(letter, 0) <= 0)
    draw_cached(canvas, _letter_keys, None, rect, used)


def _letter_keys(canvas: Canvas, _: None, rect: Rect, used: str) -> None:
    for letter, box in letter_boxes(canvas, rect, canvas.u(5), narrow=canvas.look.portrait):
        why = t("The set has no more tiles {letter}.", letter=letter) if letter in used else None
        draw_key(canvas, box, letter, 24, why)


def letter_boxes(canvas: Canvas, rect: Rect, gap: int, *, narrow: bool) -> Iterator[tuple[str, Rect]]:
    """Each of the set's letters and backspace with its place; ``narrow``: eight in a row, not ten."""
    rows = KEYBOARDS[canvas.look.keyboard][narrow]
    for row, band in zip(rows, canvas.rows(rect, (1,) * len(rows), gap), strict=True):
        yield from zip(row, canvas.cols(band, (1,) * len(row), gap), strict=True)


BESIDE = (556, 220)
"""Widths of what is typed into, or of letters, and of the number keys beside it."""


def beside_numbers(canvas: Canvas, rect: Rect) -> tuple[Rect, Rect]:
    """What is left beside the number keys, or above them on a tall screen; and their place."""
    left, keys = canvas.rows(rect, (1, 1)) if canvas.look.portrait else canvas.cols(rect, BESIDE)
    return left, keys


def number_keys(canvas: Canvas, rect: Rect, *, sign: bool = False) -> None:
    """Three columns: digits, clear, and done; with ``sign`` a minus, and done has a row of its own."""
    draw_cached(canvas, _number_keys, None, rect, sign)


def _number_keys(canvas: Canvas, _: None, rect: Rect, sign: bool) -> None:
    gap = canvas.u(5)
    rows = ("789", "456", "123", "-0C", "✓") if sign else ("789", "456", "123", "C0✓")
    for row, band in zip(rows, canvas.rows(rect, (1,) * len(rows), gap), strict=True):
        for char, box in zip(row, canvas.cols(band, (1,) * len(row), gap), strict=True):
            if char == "✓":
                canvas.button(box, "", DONE, style="primary", icon="check")
            elif char == "C":
                canvas.button(box, char, CLEAR, style="key", size=26)
            elif char == "-":
                canvas.button(box, ENGLISH.minus, Key(char), style="key", size=28)
            else:
                draw_key(canvas, box, char, 28)


def name_letters() -> str:
    """The letters that names are written with: from A to Z, in Czech, and in the language that is spoken."""
    marked = LANGUAGES[DEFAULT].letters + i18n.entry().letters
    return "".join(sorted({*ascii_uppercase, *marked.upper()}, key=lambda letter: normalize("NFD", letter)))


def name_rows(columns: int) -> list[str]:
    """The keys for names, so many in a row: digits and two signs, the letters, and a full stop where it has room."""
    keys = f"1234567890-'.{name_letters()}" if columns > 12 else f"1234567890-'{name_letters()}."
    return [keys[n : n + columns] for n in range(0, len(keys), columns)]


def low_name_rows() -> list[str]:
    """The same in four rows, the digits in a block of their own on the left."""
    letters = name_letters()
    many = -(-(len(letters) + 1 + FREE) // 4)
    parts = [letters[n * many : (n + 1) * many] for n in range(4)]
    return [*map(str.__add__, ("123", "456", "789", "-0'"), (*parts[:3], f"{parts[3]}."))]


def name_keys(canvas: Canvas, rect: Rect, capitals: bool) -> None:
    """All letters with Q and W, accents, digits, space and hyphen, for names; ``capitals`` as the shift key stands.

    Where five rows would be too low for a thumb, the digits stand beside the letters.
    """
    draw_cached(canvas, _name_keys, None, rect, capitals)


def _name_keys(canvas: Canvas, _: None, rect: Rect, capitals: bool) -> None:
    gap = canvas.u(4)
    if canvas.look.portrait:
        rows = name_rows(8)
    elif rect.h < canvas.u(LEAST_HEIGHT):
        rows = low_name_rows()
    else:
        rows = name_rows(-(-(sum(map(len, low_name_rows())) + FREE) // 5))
    columns = len(rows[0])
    own_row = columns - len(rows[-1]) < FREE
    bands = canvas.rows(rect, (1,) * (len(rows) + own_row), gap)
    for row, band in zip(rows, bands, strict=False):
        for letter, box in zip(row, canvas.cols(band, (1,) * columns, gap), strict=False):
            draw_key(canvas, box, letter if capitals else letter.lower(), 22)
    last = bands[-1]
    if not own_row:
        free = canvas.cols(last, (1,) * columns, gap)[len(rows[-1])]
        last = Rect(free.x, last.y, last.x + last.w - free.x, last.h)
    shift, space, erase = canvas.cols(last, (1.75, 2.5, 1.75), gap)
    canvas.button(shift, t("shift"), SHIFT, style="key", selected=capitals, size=17)
    canvas.button(space, t("space"), Key(" "), style="key", size=17)
    draw_key(canvas, erase, "\b", 22)


SIGN_LAYERS = (
    ("1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm._@"),
    ("1234567890", "QWERTYUIOP", "ASDFGHJKL-", "ZXCVBNM._@"),
    ("!\"#$%&'()", "*+,-./:;<", "=>?@[\\]^_", "`{|}~"),
)
"""Every sign of ASCII, for passwords: small letters, capitals, signs; ten keys in a row at most."""


def sign_keys(canvas: Canvas, rect: Rect, layer: int, to: Callable[[int], object]) -> None:
    """Letters without accents, digits and signs; ``layer`` as in `SIGN_LAYERS`, ``to`` gives what shows another."""
    gap = canvas.u(4)
    *bands, last = canvas.rows(rect, (1,) * 5, gap)
    for row, band in zip(SIGN_LAYERS[layer], bands, strict=True):
        for sign, box in zip(row, canvas.cols(band, (1,) * len(row), gap), strict=True):
            draw_key(canvas, box, sign, 22)
    shift, signs, space, erase = canvas.cols(last, (2, 2, 4, 2), gap)
    canvas.button(shift, t("shift"), to(int(layer == 0)), style="key", selected=layer == 1, size=17)
    canvas.button(signs, "?#&", to(0 if layer == 2 else 2), style="key", selected=layer == 2, size=20)
    canvas.button(space, t("space"), Key(" "), style="key", size=17)
    draw_key(canvas, erase, "\b", 22)


def draw_key(canvas: Canvas, box: Rect, char: str, size: float, why: str | None = None) -> None:
    """A key of one letter or sign, accented letters tinted; or backspace."""
    if char == "\b":
        canvas.button(box, "", Key(char), style="key", icon="backspace")
    else:
        style = "key_accent" if len(normalize("NFD", char)) > 1 else "key"
        canvas.button(box, char, Key(char), style=style, why=why, size=size)
