"""The list of what is on a game's sheet, page by page from the newest; a touch on a line opens it.

A game gives the table of its report and how wide the columns are; nothing here names a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from device.common.i18n import tr
from device.graphics.actions import Show
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.lists import older_newer
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Screen
from rules.game import ReportTable
from rules.message import Message

HEAD = 28
"""Height of the names of the list's columns at the base size."""
LINE = 45
"""Height of a line of the list at the base size: a finger finds it."""
PAST_LINE = 30
"""The same where nothing is touched."""
LONG = 18
"""Letters of a sentence beyond which it takes two small lines on a screen that is higher than wide."""
LONG_HEAD = 12
"""Letters of a column's name beyond which it takes two lines."""


@dataclass(frozen=True)
class SheetList:
    """How ``table`` of a state is listed: the ``widths`` of its columns, from which on they are ``heavy``.

    It may have fewer columns than there are widths. ``words`` is the column of sentences. ``title`` stands over an
    empty list, ``tap`` over one whose lines open, ``empty`` in its place, ``newest`` says why there is no newer page.
    ``narrow`` are the columns' names on a tall screen, where those of the table have no room.
    """

    table: Callable[[Any], ReportTable]
    widths: Sequence[float]
    accent: int
    title: Message
    tap: Message
    empty: Message
    newest: Message
    heavy: int
    words: int
    narrow: Callable[[Any], Sequence[str]] | None = None

    def draw(self, canvas: Canvas, state: Any, rect: Rect, end: int | None, line: int) -> list[tuple[int, Rect]]:
        """The lines up to number ``end`` (None: the last), as many as fit; each one's number and place."""
        p, u, table = canvas.look.palette, canvas.u, self.table(state)
        canvas.panel(rect, p.paper)
        heads: Sequence[str] = [tr(name) for name in table.columns[1:]]
        if canvas.look.portrait and self.narrow is not None:
            heads = self.narrow(state)
        self._draw_line(canvas, Rect(rect.x, rect.y, rect.w, u(HEAD)), ("", *heads), 13)
        fits, last = max(1, (rect.h - u(HEAD)) // line), len(table.lines) if end is None else end
        places = []
        for n, number in enumerate(range(max(0, last - fits) + 1, last + 1)):
            box = Rect(rect.x, rect.y + u(HEAD) + n * line, rect.w, line)
            canvas.line(Rect(box.x, box.y, box.w, 1), p.paper_line)
            self._draw_line(canvas, box, [tr(cell) or "–" for cell in table.lines[number - 1].cells], 17)
            places.append((number, box))
        if not places:
            canvas.text(rect, tr(self.empty), 20, "regular", p.ink_muted, "center")
        return places

    def _draw_line(self, canvas: Canvas, rect: Rect, texts: Sequence[str], size: int) -> None:
        p, u = canvas.look.palette, canvas.u
        boxes = canvas.cols(canvas.inset(rect, 10, 0), self.widths[: len(texts)], u(4))
        for n, (text, box) in enumerate(zip(texts, boxes, strict=True)):
            weight = "bold" if n >= self.heavy or size < 15 else "regular"
            ink, align = p.ink if n and size > 15 else p.ink_muted, "left" if n == self.words else "center"
            tall = n == self.words and canvas.look.portrait and len(text) > LONG
            lines = 2 if tall or (size < 15 and len(text) > LONG_HEAD) else 1
            canvas.text(box, text, 14 if tall else size, weight, ink, align, lines=lines)


class SheetListScreen(Screen[Any]):
    """The list ``listed``; a touch on a line shows what ``opens`` makes of its number."""

    key = ""  # only a game's list is a screen
    listed: ClassVar[SheetList]
    opens: ClassVar[type[Screen[Any]]]
    page: int = 0

    def draw(self, canvas: Canvas, view: Moment[Any]) -> Rect:
        """A page of it."""
        listed, page, u = self.listed, self.page, canvas.u
        opens: Any = self.opens
        count = len(listed.table(view.state).lines)
        title, fill = tr(listed.tap if count else listed.title), canvas.look.palette.accents[listed.accent]
        body, bar = draw_heading(canvas, (330, 56), title, fill=fill)
        fits = max(1, (body.h - u(HEAD)) // u(LINE))
        for number, box in listed.draw(canvas, view.state, body, count - fits * page, u(LINE)):
            canvas.touch(box, Show(opens(number=number)))
        to = Show(replace(self, page=page + 1)), Show(replace(self, page=page - 1))
        newest = None if page else tr(listed.newest)
        older_newer(canvas, canvas.cols(bar, (1, 1)), to, newest, oldest=page + 1 >= max(1, -(-count // fits)))
        return body
