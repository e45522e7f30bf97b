"""The picture of a face: 128 x 64 pixels, one bit each."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from pathlib import Path
from typing import Any

from msgspec import structs
from PIL import Image, ImageChops, ImageDraw, ImageFont

from device.peripherals.oled_content import HEIGHT, WIDTH, OledContent

BAR = 3
"""Height of the bar of time left, in pixels."""

BAND = 14
"""Height of the title, in pixels."""

MOST_CROSSES = 4
"""More crosses than this are shown as a number."""


@lru_cache(maxsize=16)
def _font(weight: str, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Source Sans in that weight; PIL's own font where it is missing (no Czech letters, but the time is there)."""
    try:
        import font_source_sans_pro  # noqa: PLC0415 - optional at run time: a missing font must not stop a game

        folder = Path(font_source_sans_pro.__file__).parent / "files"
        return ImageFont.truetype(str(folder / f"SourceSansPro-{weight}.ttf"), size)
    except (ImportError, OSError):
        return ImageFont.load_default(size)


def draw(face: OledContent) -> Image.Image:
    """The face as a picture of mode ``"1"``, 128 x 64."""
    image = _around(structs.replace(face, big="", left=None, inverted=False, low=False)).copy()
    if not face.rows:
        image = ImageChops.logical_or(image, _big(face.big, face.standing))
    if face.left is not None:
        pen = ImageDraw.Draw(image)
        pen.rectangle((0, HEIGHT - BAR, WIDTH - 1, HEIGHT - 1), outline=1)
        pen.rectangle((0, HEIGHT - BAR, round((WIDTH - 1) * max(0.0, min(1.0, face.left))), HEIGHT - 1), fill=1)
    if face.low:
        band = image.crop((0, 0, WIDTH, BAND)).point(lambda value: 0 if value else 255)
        image.paste(band, (0, 0))
    if face.inverted:
        image = image.point(lambda value: 0 if value else 255)
    return image


def forget() -> None:
    """Let go of everything that was drawn before, so that it is drawn anew."""
    _around.cache_clear()
    _big.cache_clear()


def _blank() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("1", (WIDTH, HEIGHT), 0)
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1"
    return image, pen


@lru_cache(maxsize=32)
def _around(face: OledContent) -> Image.Image:
    """What stays while a clock runs down: everything but the time and the bar. Kept, not to be drawn on."""
    image, pen = _blank()
    right = WIDTH
    if face.total:
        font = _font("Bold", 17)
        right -= ceil(pen.textlength(face.total, font)) + 1
        pen.text((right, -3), face.total, 1, font)
    x = 0
    if face.mine:
        pen.polygon([(0, 2), (0, 12), (8, 7)], fill=1)
        x = 11
    pen.text((x, -1), _fitted(pen, face.title, right - x - 3, _font("Semibold", 13)), 1, _font("Semibold", 13))
    if face.rows:
        _draw_rows(pen, face.rows)
    if face.mark:
        room = WIDTH - 11 * min(face.crosses, MOST_CROSSES)
        pen.text((0, 46), _fitted(pen, face.mark, room, _font("Semibold", 12)), 1, _font("Semibold", 12))
    if face.crosses > MOST_CROSSES:
        count = str(face.crosses)
        pen.text((WIDTH - 11 - int(pen.textlength(count, _font("Bold", 14))), 44), count, 1, _font("Bold", 14))
    for n in range(face.crosses if face.crosses <= MOST_CROSSES else 1):
        _cross(pen, WIDTH - 9 - n * 11, 50)
    return image


@lru_cache(maxsize=256)
def _big(text: str, standing: bool) -> Image.Image:
    """The time, as large as it goes; drawn once for all turns, because every turn counts the same seconds down."""
    image, pen = _blank()
    room = WIDTH - (30 if standing else 4)
    size = 48
    while size > 14 and (
        pen.textlength(text, _font("Bold", size)) > room or _height(pen, text, _font("Bold", size)) > 33
    ):
        size -= 2
    font = _font("Bold", size)
    text = _fitted(pen, text, room, font)
    left, top, right, bottom = pen.textbbox((0, 0), text, font)
    x = (WIDTH - (right - left)) // 2 - left
    y = 14 + (33 - (bottom - top)) // 2 - top
    pen.text((x, y), text, 1, font)
    if standing:
        pen.rectangle((2, 26, 5, 40), fill=1)
        pen.rectangle((9, 26, 12, 40), fill=1)
    return image


def _draw_rows(pen: ImageDraw.ImageDraw, rows: tuple[tuple[str, str], ...]) -> None:
    high = (HEIGHT - BAND - 1) // len(rows)
    for n, (label, text) in enumerate(rows):
        top = BAND + 1 + n * high
        pen.rectangle((0, top + 2, 17, top + high - 2), fill=1)
        _draw_middle(pen, (0, 18), top, high, label, 17, 0)
        _draw_middle(pen, (22, WIDTH), top, high, text, 27, 1, left=True)


def _draw_middle(
    pen: ImageDraw.ImageDraw,
    across: tuple[int, int],
    top: int,
    high: int,
    text: str,
    size: int,
    fill: int,
    *,
    left: bool = False,
) -> None:
    room = across[1] - across[0]
    while size > 12 and pen.textlength(text, _font("Bold", size)) > room:
        size -= 1
    font = _font("Bold", size)
    text = _fitted(pen, text, room, font)
    # The baseline is the same for all rows, whatever accents a text has.
    _, ascent, _, baseline = pen.textbbox((0, 0), "H", font)
    x = across[0] if left else across[0] + (room - round(pen.textlength(text, font))) // 2
    pen.text((x, top + (high - (baseline - ascent)) // 2 - ascent + 1), text, fill, font)


def _height(pen: ImageDraw.ImageDraw, text: str, font: Any) -> float:
    _, top, _, bottom = pen.textbbox((0, 0), text, font)
    return bottom - top


def _fitted(pen: ImageDraw.ImageDraw, text: str, width: int, font: Any) -> str:
    if pen.textlength(text, font) <= width:
        return text
    while text and pen.textlength(text + "…", font) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def _cross(pen: ImageDraw.ImageDraw, x: int, y: int) -> None:
    pen.line((x, y, x + 7, y + 7), fill=1, width=2)
    pen.line((x, y + 7, x + 7, y), fill=1, width=2)


def moved(image: Image.Image, place: tuple[int, int], ground: int = 0) -> Image.Image:
    """The picture shifted by ``place``; what comes in at the edge has the colour ``ground`` (0 or 255)."""
    if place == (0, 0):
        return image
    other = Image.new(image.mode, image.size, ground)
    other.paste(image, place)
    return other
