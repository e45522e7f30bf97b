"""An A4 document, drawn in millimetres from the top left corner of each page, with Source Sans embedded.

Drawing is noted first and carried out at the end, when the number of pages is known. Nothing in the file depends on
when or where it is made: no date of making, no random identifier.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.pdfgen.canvas import Canvas

from device.common import i18n
from device.common.exports import ExportError
from device.common.files.source_sans import file_of
from device.common.i18n import t
from rules.message import msg

rl_config.useA85 = 0
"""Streams stay bytes: as letters they take longer than all that is drawn, and a quarter more room."""
MM = 72 / 25.4
"""Points in a millimetre."""
WIDTH, HEIGHT = 210.0, 297.0
MARGIN = 12.0
BOTTOM = HEIGHT - 14.0
"""Where the content of a page ends; the page's number stands below."""
LEFT, RIGHT = MARGIN, WIDTH - MARGIN

_FILES = {"regular": "Regular", "semibold": "Semibold", "bold": "Bold", "italic": "It"}
_STEP = 0.25
INK, PALE = 0.0, 0.42
"""How light lines and letters are: 0 black, 1 white."""
_drawing = threading.Lock()
"""Held while a file is drawn: a face of ReportLab's keeps in itself where it reads in its font, for all threads."""


@lru_cache(maxsize=1)
def register() -> None:
    """Make the font known to the PDF library. Raises `ExportError` where it is not installed."""
    try:
        for weight, name in _FILES.items():
            pdfmetrics.registerFont(TTFont(weight, str(file_of(name))))
    except (TTFError, OSError):
        raise ExportError(msg("The font for PDF is missing; install font-source-sans-pro.")) from None


def width(text: str, weight: str, size: float) -> float:
    """Width in millimetres of a text of ``size`` points."""
    return float(pdfmetrics.stringWidth(text, weight, size)) / MM


def lacks_letters(text: str, weight: str) -> bool:
    """True where the font has no sign for some letter: a box shows there."""
    font = pdfmetrics.getFont(weight)
    assert isinstance(font, TTFont)
    known = font.face.charToGlyph
    return not text.isascii() and any(ord(char) not in known for char in text)


def shows_as_boxes(text: str) -> bool:
    """True where some letter of ``text`` would show as a box on a paper; False, too, where no paper can be made."""
    try:
        register()
    except ExportError:
        return False
    return lacks_letters(text, "regular")


def clean(text: str) -> str:
    """A text as one line: whatever cannot be printed is a space."""
    return "".join(char if char.isprintable() else " " for char in text).strip()


def break_lines(text: str, weight: str, size: float, space: float) -> list[str]:
    """``text`` in lines of at most ``space`` mm, at spaces where it can be; words longer than a line are cut up."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if width(longer, weight, size) <= space:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for char in word:
            if lines[-1] and width(lines[-1] + char, weight, size) > space:
                lines.append("")
            lines[-1] += char
    return lines


def fit(text: str, weight: str, size: float, least: float, space: float, lines: int = 1) -> tuple[float, list[str]]:
    """Size and lines of ``text`` in ``space`` mm, as large as it goes from ``size`` down to ``least`` points.

    What does not fit even then ends in an ellipsis.
    """
    text = clean(text)
    while size > least:
        broken = break_lines(text, weight, size, space)
        if len(broken) <= lines and " ".join(broken) == text:
            return size, broken
        size = max(least, size - _STEP)
    broken = break_lines(text, weight, least, space)
    if len(broken) > lines:
        last = broken[lines - 1]
        while last and width(last + "…", weight, least) > space:
            last = last[:-1]
        broken = [*broken[: lines - 1], last + "…"]
    return least, broken


class Document:
    """Pages of a document. ``footer`` stands at the bottom of each, before the page's number, where they are
    ``numbered``.
    """

    def __init__(self, title: str, footer: str = "", numbered: bool = True) -> None:
        register()
        self._numbered = numbered
        self._title = title
        self._footer = footer
        self._lacks_letters = False
        self._pages: list[list[Callable[[Canvas], object]]] = []
        self.page()

    def page(self) -> None:
        """Begin the next page."""
        self._pages.append([])

    @property
    def pages(self) -> int:
        """How many pages there are so far."""
        return len(self._pages)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 10,
        weight: str = "regular",
        align: str = "left",
        space: float = 0,
        least: float = 0,
        grey: float = INK,
    ) -> None:
        """A line of text on the baseline ``y``, from, around or up to ``x``; in ``space`` mm where that is given."""
        text = clean(text)
        if space:
            size, lines = fit(text, weight, size, least or size, space)
            text = lines[0]
        self._lacks_letters |= lacks_letters(text, weight)

        def draw(canvas: Canvas) -> None:
            canvas.setFillGray(grey)
            canvas.setFont(weight, size)
            across = {"left": 0.0, "center": width(text, weight, size) / 2, "right": width(text, weight, size)}[align]
            canvas.drawString((x - across) * MM, (HEIGHT - y) * MM, text)

        self._pages[-1].append(draw)

    def lines(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        space: float,
        most: int,
        *,
        weight: str = "regular",
        least: float = 0,
        step: float = 1.2,
        grey: float = INK,
        middle: bool = False,
    ) -> float:
        """``text`` in at most ``most`` lines below ``y``, or around it; how many mm they take."""
        size, drawn_lines = fit(text, weight, size, least or size, space, most)
        high = size * step / MM
        top = y - high * len(drawn_lines) / 2 if middle else y
        for n, line in enumerate(drawn_lines):
            self.text(x, top + high * (n + 0.78), line, size, weight, grey=grey)
        return high * len(drawn_lines)

    def picture(self, x: float, y: float, w: float, h: float, data: bytes) -> None:
        """A PNG or JPEG picture as large as it fits into a rectangle, in its middle."""
        image = ImageReader(io.BytesIO(data))

        def draw(canvas: Canvas) -> None:
            canvas.drawImage(
                image, x * MM, (HEIGHT - y - h) * MM, w * MM, h * MM, mask="auto", preserveAspectRatio=True, anchor="c"
            )

        self._pages[-1].append(draw)

    def line(self, x1: float, y1: float, x2: float, y2: float, thick: float = 0.4, grey: float = INK) -> None:
        """A straight line, ``thick`` in points."""

        def draw(canvas: Canvas) -> None:
            canvas.setStrokeGray(grey)
            canvas.setLineWidth(thick)
            canvas.line(x1 * MM, (HEIGHT - y1) * MM, x2 * MM, (HEIGHT - y2) * MM)

        self._pages[-1].append(draw)

    def box(self, x: float, y: float, w: float, h: float, thick: float = 0.4, fill: float | None = None) -> None:
        """A rectangle; ``thick`` 0 draws no edge, ``fill`` is a grey."""

        def draw(canvas: Canvas) -> None:
            canvas.setStrokeGray(INK)
            canvas.setLineWidth(thick)
            canvas.setFillGray(1 if fill is None else fill)
            canvas.rect(x * MM, (HEIGHT - y - h) * MM, w * MM, h * MM, int(thick > 0), int(fill is not None))

        self._pages[-1].append(draw)

    def runs(self, x: float, y: float, edge: float, count: int, runs: Sequence[tuple[int, int, int]]) -> None:
        """Black runs in a square of ``edge`` mm with ``count`` rows and columns: the row, the column, how many columns.

        They are written in the square's own whole numbers, which is many times faster than points.
        """
        unit = edge * MM / count
        # A hair higher than a row, so that no printer leaves a line between two.
        shape = " ".join(f"{column} {-row - 1} {many} 1.02 re" for row, column, many in runs)
        place = f"{unit:.5f} 0 0 {unit:.5f} {x * MM:.3f} {(HEIGHT - y) * MM:.3f} cm"
        self._pages[-1].append(lambda canvas: canvas.addLiteral(f"q 0 g {place} {shape} f Q"))

    @contextmanager
    def upside_down(self) -> Iterator[None]:
        """What is drawn inside stands on its head, as if the page lay the other way round: for a sheet to be folded."""

        def turn(canvas: Canvas) -> None:
            canvas.saveState()
            canvas.translate(WIDTH * MM, HEIGHT * MM)
            canvas.rotate(180)

        self._pages[-1].append(turn)
        yield
        self._pages[-1].append(lambda canvas: canvas.restoreState())

    def finish(self) -> bytes:
        """The file."""
        with _drawing:
            return self._drawn()

    def _drawn(self) -> bytes:
        out = io.BytesIO()
        canvas = Canvas(out, pagesize=(WIDTH * MM, HEIGHT * MM), invariant=1, pageCompression=1, lang=i18n.entry().tag)
        canvas.setTitle(self._title)
        canvas.setAuthor("Dvojtah")
        canvas.setCreator("Dvojtah")
        total = self.pages
        boxes = t("Letters that the font of this paper lacks show as boxes.") if self._lacks_letters else ""
        footer = " · ".join(filter(None, (self._footer, boxes)))
        for number in range(1, total + 1):
            place = t("page {n} of {total}", n=number, total=total) if self._numbered else ""
            self._pages.append([])
            side = RIGHT - LEFT - width(place, "regular", 8) - 6
            self.text(LEFT, HEIGHT - 8, footer, 8, space=side, least=6, grey=PALE)
            self.text(RIGHT, HEIGHT - 8, place, 8, align="right", grey=PALE)
            for draw in (*self._pages[number - 1], *self._pages.pop()):
                draw(canvas)
            canvas.showPage()
        canvas.save()
        return out.getvalue()
