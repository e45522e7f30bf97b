"""An OLED's content as a picture: 128 x 64 pixels, one bit each."""

from __future__ import annotations

import itertools
from functools import lru_cache

from msgspec import structs
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from device.io.oled_content import HEIGHT, HIGH, MARGIN, WIDE, WIDTH, OledContent
from device.peripherals import oled_text

BAR = 2
"""Height of the bar of time left, in pixels."""

BAND = 15
"""Height of the head, in pixels: a full band where it is this side's turn, else words over a line."""

PAD = 2
"""Pixels that letters keep from the edges at the side, so that those in black have some white around them."""

TITLE_LINE, NOTE_LINE = 12, 56
"""The pixel rows on which the letters of the head and of the foot stand."""

MIDDLE = (BAND + 2, NOTE_LINE - 12)
"""The pixel rows between the two: the time."""

FIELD = 11
"""Width of the fields left and right of the time, whose shape says how the time stands, in pixels."""

OFFICIAL = 44
"""Where the word begins that says that this side's clock is the official one: in every game at the same place."""

SIGN = 15
"""Height of the sign above a time that fills the display, in pixels."""

LEAST = 14
"""Size of the letters of a time that has room in no larger ones."""
ZEROS = str.maketrans("123456789", "000000000")

MOST_CROSSES = 3
"""More crosses than this are shown as a number."""

HEAD, FOOT = 14, 12
"""Heights of a menu's title and of the line below its entry, in pixels."""
HOLD_BAR = 2
"""Height of the bar that shows how far a button is held, in pixels."""
SMALL = oled_text.LINE[-1]
"""For the title and the line below."""
MOST_LINES = 3
"""Lines of a menu's entry."""


def draw(content: OledContent, shift: tuple[int, int] = (0, 0)) -> Image.Image:
    """The content as a picture of mode ``"1"``, 128 x 64.

    ``shift`` is how far right and down it lies from the middle (pixels, at most `MARGIN` each way).
    """
    right, down = shift
    image = Image.new("1", (WIDTH, HEIGHT), int(content.inverted and _is_large(content)))
    image.paste(_draw_menu(content) if content.choice else _draw_face(content), (MARGIN + right, MARGIN + down))
    return image


def _is_large(content: OledContent) -> bool:
    """Whether the time has the whole display."""
    has_time = bool(content.big) and not any(char.isalpha() for char in content.big)
    return content.large and has_time and not content.rows and not content.choice


def _draw_face(content: OledContent) -> Image.Image:
    """What lies within the margin."""
    if _is_large(content):
        return _draw_large(content)
    image = _around(structs.replace(content, big="", left=None)).copy()
    if not content.rows:
        below = content.mark or content.official or content.crosses or content.left is not None
        has_fields = content.low or content.inverted or content.over or content.standing
        edges = FIELD + 3 if has_fields else PAD
        time = _big(content.big, edges, MIDDLE[1] if below else HIGH - PAD)
        time = _outlined(time) if content.waits else time
        image = ImageChops.logical_or(image, time)
        if content.inverted:
            plate = (FIELD + 1, MIDDLE[0], WIDE - FIELD - 1, MIDDLE[1] + 1)
            image.paste(ImageChops.invert(image.crop(plate)), plate)
    if content.left is not None and content.left > 0:
        long = round((WIDE - 1) * min(1.0, content.left))
        ImageDraw.Draw(image).rectangle((0, HIGH - BAR, long, HIGH - 1), fill=1)
    return image


def _draw_fields(pen: ImageDraw.ImageDraw, content: OledContent) -> None:
    """How the time stands, by shapes beside it: little, the last seconds, past the end, a pause."""
    top, bottom = MIDDLE
    for left in (0, WIDE - FIELD):
        if content.standing:
            for x in (left + 1, left + 7):
                pen.rectangle((x, top + 1, x + 2, bottom - 1), fill=1)
        elif content.over:
            for y in range(top, bottom - 6, 8):
                pen.polygon([(left, y + 4), (left + FIELD - 1, y), (left + FIELD - 1, y + 3), (left, y + 7)], fill=1)
        elif content.low:
            pen.rectangle((left + 1, top, left + FIELD - 2, bottom), fill=1)
        elif content.inverted:
            for n, y in enumerate(range(top, bottom - 3, 5)):
                x = left + 5 * (n % 2)
                pen.rectangle((x, y, x + 4, y + 4), fill=1)


def _outlined(image: Image.Image) -> Image.Image:
    """Figures as outlines: the time of who waits, or of the others."""
    inner = image.convert("L").filter(ImageFilter.MinFilter(3)).convert("1")
    return ImageChops.logical_and(image, ImageChops.invert(inner))


def _draw_large(content: OledContent) -> Image.Image:
    """The time alone: whose turn it is as a full band with a triangle, little time as a frame, the alarm in reverse."""
    time = _large(content.big)
    image = (_outlined(time) if content.waits else time).copy()
    pen = ImageDraw.Draw(image)
    if content.mine:
        pen.rectangle((0, 0, WIDE - 1, SIGN - 3), fill=1)
        pen.polygon([(WIDE // 2 - 11, 1), (WIDE // 2 + 11, 1), (WIDE // 2, SIGN - 4)], fill=0)
    if content.standing:
        for x in (4, 11):
            pen.rectangle((x, 1, x + 3, SIGN - 4), fill=0 if content.mine else 1)
    if content.low:
        for edge in range(3):
            pen.rectangle((edge, edge, WIDE - 1 - edge, HIGH - 1 - edge), outline=1)
    if content.inverted:
        image = image.point(lambda value: 0 if value else 255)
    return image


def _blank() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("1", (WIDE, HIGH), 0)
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1"
    return image, pen


@lru_cache(maxsize=32)
def _around(content: OledContent) -> Image.Image:
    """What stays while a clock runs down: everything but the time and the bar. Kept, not to be drawn on."""
    image, pen = _blank()
    x, right, ink = PAD, WIDE - PAD, int(not content.mine)
    pen.rectangle((0, BAND if ink else 0, WIDE - 1, BAND), fill=1)
    if content.total:
        large = oled_text.NUMBER if len(content.total) <= 3 else oled_text.LONG_NUMBER
        right -= oled_text.width(content.total, large)
        oled_text.write(pen, right, TITLE_LINE + 1, content.total, large, ink)
    if content.mine:
        pen.polygon([(x, 4), (x + 10, 4), (x + 5, 10)], fill=0)
        x += 14
    text, size = oled_text.fit(content.title[:1].upper() + content.title[1:], right - x - 4, oled_text.LINE)
    oled_text.write(pen, x, TITLE_LINE, text, size, ink)
    if content.rows:
        _draw_rows(pen, content.rows)
    else:
        _draw_fields(pen, content)
    _draw_foot(pen, content)
    return image


def _draw_foot(pen: ImageDraw.ImageDraw, content: OledContent) -> None:
    """What is left to do, that this side's clock is the official one, and the crosses."""
    crosses = content.crosses if content.crosses <= MOST_CROSSES else 1
    room = WIDE - 2 * PAD - 11 * crosses
    if content.official:
        text, size = oled_text.fit(content.official, 42, oled_text.NOTE)
        wide = oled_text.width(text, size)
        pen.rectangle((OFFICIAL, NOTE_LINE - 11, OFFICIAL + wide + 3, NOTE_LINE + 2), fill=1)
        oled_text.write(pen, OFFICIAL + 2, NOTE_LINE, text, size, 0)
        room = OFFICIAL - PAD - 2
    if content.mark:
        text, size = oled_text.fit(content.mark, room, oled_text.NOTE)
        oled_text.write(pen, PAD, NOTE_LINE, text, size)
    if content.crosses > MOST_CROSSES:
        count, size = str(content.crosses), oled_text.LONG_NUMBER
        oled_text.write(pen, WIDE - PAD - 11 - oled_text.width(count, size), NOTE_LINE, count, size)
    for n in range(crosses):
        x, y = WIDE - PAD - 9 - n * 11, NOTE_LINE - 8
        pen.line((x, y, x + 7, y + 7), fill=1, width=2)
        pen.line((x, y + 7, x + 7, y), fill=1, width=2)


@lru_cache(maxsize=256)
def _big(text: str, edges: int, bottom: int) -> Image.Image:
    """The time, as large as it goes; drawn once for all turns, because every turn counts the same seconds down."""
    image, pen = _blank()
    across, down = (edges, WIDE - edges), (MIDDLE[0], bottom)
    if any(char.isalpha() for char in text):
        _draw_word(pen, across, down, text)
    else:
        _draw_time(pen, across, text, down)
    return image


@lru_cache(maxsize=256)
def _large(text: str) -> Image.Image:
    """The time over the whole display, below the sign of whose turn it is."""
    image, pen = _blank()
    _draw_time(pen, (3, WIDE - 3), text, (SIGN, HIGH - 4), 96)
    return image


def _draw_time(
    pen: ImageDraw.ImageDraw, across: tuple[int, int], text: str, down: tuple[int, int], most: int = 48
) -> None:
    """Digits, larger than any bitmap font has them."""
    top, bottom = down
    room = across[1] - across[0], bottom - top
    size = _size_from(_size_like(text.translate(ZEROS), room, most), text, room, most)
    font = oled_text.outline("Bold", size)
    x0, y0, x1, y1 = pen.textbbox((0, 0), text, font)
    x = across[0] + (room[0] - (x1 - x0)) // 2 - x0
    pen.text((x, top + (room[1] - (y1 - y0)) // 2 - y0), text, 1, font)


@lru_cache(maxsize=32)
def _size_like(shape: str, room: tuple[int, int], most: int) -> int:
    """The size of the letters in which a time with zeros for its figures has ``room`` (width and height)."""
    return _size_from(most, shape, room, most)


def _size_from(size: int, text: str, room: tuple[int, int], most: int) -> int:
    """The largest size up to ``most`` in which ``text`` has ``room``; looked for from ``size``.

    A time of as many figures is about as wide, so that one or two sizes are measured and not ten.
    """
    while size < most and _has_room(text, size + 1, room):
        size += 1
    while size > LEAST and not _has_room(text, size, room):
        size -= 1
    return size


def _has_room(text: str, size: int, room: tuple[int, int]) -> bool:
    font = oled_text.outline("Bold", size)
    _, y0, _, y1 = _blank()[1].textbbox((0, 0), text, font)
    return y1 - y0 <= room[1] and font.getlength(text, "1") <= room[0]


def _draw_rows(pen: ImageDraw.ImageDraw, rows: tuple[tuple[str, str], ...]) -> None:
    high = (HIGH - BAND - 3) // len(rows)
    for n, (label, text) in enumerate(rows):
        top = BAND + 3 + n * high
        pen.rectangle((0, top + 1, 17, top + high - 2), fill=1)
        _draw_word(pen, (0, 18), (top, top + high), label, 0)
        _draw_word(pen, (22, WIDE), (top, top + high), text, left=True)


def _draw_word(
    pen: ImageDraw.ImageDraw,
    across: tuple[int, int],
    down: tuple[int, int],
    text: str,
    fill: int = 1,
    *,
    left: bool = False,
) -> None:
    """A word in the middle of its place, as large as it goes with its accents and tails, be there any or none."""
    room, high = across[1] - across[0], down[1] - down[0]
    text, face = oled_text.fit(text, room, [face for face in oled_text.WORD if sum(oled_text.rows(face)) <= high + 2])
    x = across[0] if left else across[0] + (room - oled_text.width(text, face)) // 2
    above, below = oled_text.rows(face)
    oled_text.write(pen, x, down[0] + (high - above - below) // 2 + above, text, face, fill)


def _draw_menu(content: OledContent) -> Image.Image:
    """The entry of a menu that is marked, as large as it goes, and what this side's button does; 126 x 62 pixels."""
    image = _entry(content.title, content.total, content.choice, content.mark, content.leads).copy()
    if content.left is not None:
        pen = ImageDraw.Draw(image)
        pen.rectangle((0, HIGH - HOLD_BAR, round((WIDE - 1) * max(0.0, min(1.0, content.left))), HIGH - 1), fill=1)
    return image


@lru_cache(maxsize=64)
def _entry(title: str, place: str, words: str, foot: str, leads: int) -> Image.Image:
    """Everything but the bar. Kept, not to be drawn on."""
    image, pen = _blank()
    pen.rectangle((0, HEAD - 1, WIDE - 1, HEAD - 1), fill=1)
    wide = oled_text.width(place, SMALL)
    oled_text.write(pen, WIDE - wide - 2, HEAD - 4, place, SMALL)
    room = WIDE - wide - 9
    if oled_text.width(title, SMALL) > room:
        title = title.partition(":")[0]  # what it is about; what to do there says the entry
    text, face = oled_text.fit(title, room, (SMALL,))
    oled_text.write(pen, 2, HEAD - 4, text, face)
    _words(pen, words)
    _foot(pen, foot, leads)
    return image


def _words(pen: ImageDraw.ImageDraw, words: str) -> None:
    top, bottom = HEAD + 1, HIGH - HOLD_BAR - FOOT - 1
    lines, face = wrap(words, WIDE, bottom - top)
    high = face.size
    y = top + (bottom - top - high * len(lines)) // 2
    for n, line in enumerate(lines):
        baseline = y + n * high + (high + oled_text.capital(face) + 1) // 2
        oled_text.write(pen, (WIDE - oled_text.width(line, face)) // 2, baseline, line, face)


def wrap(words: str, room: int, high: int) -> tuple[list[str], oled_text.Face]:
    """The words in lines of at most ``room`` pixels that are ``high`` together, in the largest letters that do it."""
    for face in oled_text.WORD:
        lines = _balance_lines(words, face, room)
        if len(lines) <= min(MOST_LINES, max(1, high // face.size)) and all(
            oled_text.width(line, face) <= room for line in lines
        ):
            return lines, face
    face = oled_text.WORD[-1]
    lines = _fill_lines(words, face, room)
    most = min(MOST_LINES, high // face.size)
    shown_lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [oled_text.fit(line, room, (face,))[0] for line in shown_lines if line], face


def _balance_lines(words: str, face: oled_text.Face, room: int) -> list[str]:
    """The words in as few lines as they fit in, of which the longest is as short as can be."""
    lines = _fill_lines(words, face, room)
    others = (_fill_lines(words, face, narrower) for narrower in range(room - 8, 0, -8))
    ways = (lines, *itertools.takewhile(lambda other: len(other) == len(lines), others))
    return min(ways, key=lambda way: max((oled_text.width(line, face) for line in way), default=0))


def _fill_lines(words: str, face: oled_text.Face, room: int) -> list[str]:
    """The words, as many in a line as fit."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and oled_text.width(longer, face) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _foot(pen: ImageDraw.ImageDraw, foot: str, leads: int) -> None:
    """What the button beside this display does: the way a short press leads, and what holding it does."""
    baseline = HIGH - HOLD_BAR - 3
    middle = HIGH - HOLD_BAR - FOOT // 2 - 1
    wide = oled_text.width(foot, SMALL)
    if leads < 0:
        pen.polygon([(0, middle), (8, middle - 5), (8, middle + 5)], fill=1)
        oled_text.write(pen, 14, baseline, foot, SMALL)
    else:
        pen.polygon([(WIDE - 1, middle), (WIDE - 9, middle - 5), (WIDE - 9, middle + 5)], fill=1)
        oled_text.write(pen, WIDE - 15 - wide, baseline, foot, SMALL)
