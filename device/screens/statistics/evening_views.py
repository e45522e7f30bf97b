"""The club evening on the screen: who has what, who pays whom, and the same in a code for a telephone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from device.common.i18n import day, t, tr
from device.graphics.actions import BACK, Show
from device.graphics.canvas import Canvas
from device.graphics.headings import below_heading, heading
from device.graphics.lists import ListPage, filters, page_of, pager
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import PagedScreen, SubScreen, ask, call, draw_panel
from device.screens.history.pocket import draw_code, draw_steps
from device.screens.statistics.controller import Selection, StatisticsController, StatisticsState, selection_of
from device.screens.statistics.period_names import period_names
from device.statistics.evening import ClubEvening, Payment
from device.statistics.evening_table import cells, code_text, heads, koruny, payments_or_reason
from device.statistics.figures import name_of
from device.statistics.standings import SPANS
from rules.message import msgs

ROW, HEAD, PAYMENT, TITLE = 44, 24, 46, 26
"""Heights in units: a person's row, the names of the columns, a payment, the title over the payments."""
COLUMNS = (32, 26, 24, 18)
"""Widths: who, the evening, the year, how many evenings."""


def head_high(canvas: Canvas) -> int:
    """Height of the names of the columns: they have two lines upright."""
    return canvas.lu(HEAD) * (2 if canvas.look.portrait else 1)


class EveningPlaces(NamedTuple):
    """Where everything is: without money nothing is owed, and one page needs no bar."""

    head: Rect
    rows: Rect
    owed: Rect | None
    foot: Rect
    bar: Rect | None


class EveningScreen(SubScreen[StatisticsState], PagedScreen[StatisticsState]):
    """Everybody of the year with what the evening brought; beside it who pays whom, of the evening or of the year."""

    key = "statistics-evening"
    period: str = "evening"

    @property
    def selection(self) -> Selection:
        """Of which game the evening is."""
        return selection_of(self.parent)

    def draw(self, canvas: Canvas, view: Moment[StatisticsState]) -> Rect:
        """Rows, payments, what can be taken away."""
        state, p = view.state, canvas.look.palette
        evening = state.evening
        count = tr(msgs("{n} evening this year", "{n} evenings this year", evening.number))
        parts = (name_of(state.game), day(evening.day), count)
        payments, why = payments_or_reason(evening, self.period)
        lengths = len(evening.rows), len(payments)
        paged = any(page.count > 1 for page in self.pages(canvas, self.places(canvas, evening, False), lengths))
        places = self.places(canvas, evening, paged)
        people, paying = self.pages(canvas, places, lengths)
        heading(canvas, places.head, t("Club evening"), " · ".join(part for part in parts if part))
        canvas.panel(places.rows, p.paper)
        if not evening.rows:
            text = t("Games count once they are finished and signed.")
            canvas.text(canvas.inset(places.rows, 12, 6), text, 22, "semibold", p.ink_muted, "center", lines=2)
        self.draw_rows(canvas, canvas.inset(places.rows, 12, 6), evening, people)
        if places.owed is not None:
            self.draw_payments(canvas, places.owed, payments[paying.first : paying.last], why)
        write, code = canvas.cols(places.foot, (1, 1))
        canvas.button(write, "CSV", ask(StatisticsController.write_evening, self.period), size=20)
        canvas.button(code, t("QR code"), Show(EveningCode(self, self.period)), sub=t("into a telephone"), size=20)
        if places.bar is not None:
            longest = max(people, paying, key=lambda page: page.count)
            pager(canvas, places.bar, longest, (t("Back"), t("Next")), lambda n: call(self.on_page, n))
        return places.rows

    def places(self, canvas: Canvas, evening: ClubEvening, paged: bool) -> EveningPlaces:
        """Where everything is."""
        tall = canvas.look.portrait
        head, body, *feet = below_heading(canvas, (576, 56, 56) if tall and paged else (636, 60) if tall else (336, 56))
        foot, bar = feet[0], feet[1] if tall and paged else None
        if paged and bar is None:
            foot, bar = canvas.cols(foot, (40, 60))
        rows, owed = body, None
        if evening.money is not None:
            rows, owed = canvas.rows(body, (54, 46)) if tall else canvas.cols(body, (58, 42))
        return EveningPlaces(head, rows, owed, foot, bar)

    def pages(self, canvas: Canvas, places: EveningPlaces, lengths: tuple[int, int]) -> tuple[ListPage, ListPage]:
        """Which people and which payments show, of so many."""
        rows = (places.rows.h - canvas.u(12) - head_high(canvas)) // canvas.lu(ROW)
        payments = 1 if places.owed is None else (places.owed.h - canvas.u(74) - canvas.lu(TITLE)) // canvas.lu(PAYMENT)
        return page_of(lengths[0], rows, self.page or 0), page_of(lengths[1], payments, self.page or 0)

    def draw_rows(self, canvas: Canvas, rect: Rect, evening: ClubEvening, page: ListPage) -> None:
        """A line a person; who was not there is fainter."""
        p = canvas.look.palette
        head = Rect(rect.x, rect.y, rect.w, head_high(canvas))
        for n, (text, box) in enumerate(zip(heads(evening), canvas.cols(head, COLUMNS, canvas.u(6)), strict=True)):
            canvas.text(box, text, 13, "semibold", p.ink_muted, "right" if n else "left", lines=2)
        high = canvas.lu(ROW)
        for n, row in enumerate(evening.rows[page.first : page.last]):
            line = Rect(rect.x, rect.y + head.h + n * high, rect.w, high)
            canvas.line(Rect(line.x, line.y, line.w, 1), p.paper_line)
            ink = p.ink_muted if row.evening is None else p.ink
            name, *figures = canvas.cols(line, COLUMNS, canvas.u(6))
            words, *numbers = cells(evening, row)
            canvas.text(name, words, 20, "bold", ink)
            for text, box in zip(numbers, figures, strict=True):
                canvas.text(box, text, 20, "semibold", ink, "right", digits=True)

    def draw_payments(self, canvas: Canvas, rect: Rect, payments: Sequence[Payment], why: str) -> None:
        """Those of the evening or of the year; ``why`` there are none."""
        p, u = canvas.look.palette, canvas.u
        inner = draw_panel(canvas, rect, p.panel, 12, 8)
        title = Rect(inner.x, inner.y, inner.w, canvas.lu(TITLE))
        canvas.text(title, t("Who pays whom"), 20, "bold", p.text)
        choices = Rect(inner.x, title.y + title.h + u(6), inner.w, u(44))
        options = tuple((period, name) for period, name in period_names().items() if period in SPANS)
        filters(
            canvas,
            canvas.cols(choices, (1,) * len(options)),
            options,
            self.period,
            lambda period: Show(replace(self, period=period, page=0)),
        )
        top = choices.y + choices.h + u(8)
        if why:
            body = Rect(inner.x, top, inner.w, inner.y + inner.h - top)
            canvas.text(body, why, 20, "regular", p.text, lines=4)
        high = canvas.lu(PAYMENT)
        for n, payment in enumerate(payments):
            line = Rect(inner.x, top + n * high, inner.w, high)
            canvas.line(Rect(line.x, line.y, line.w, 1), p.faint)
            who, amount = canvas.cols(line, (66, 34), u(6))
            canvas.text(who, f"{payment.payer} → {payment.payee}", 20, "semibold", p.text, lines=2)
            canvas.text(amount, koruny(payment.amount), 22, "bold", p.text, "right", digits=True)


class EveningCode(SubScreen[StatisticsState]):
    """The evening as text in a code: who has what, and who pays whom."""

    key = "statistics-evening-code"
    period: str = "evening"

    @property
    def selection(self) -> Selection:
        """Of which game the evening is."""
        return selection_of(self.parent)

    def draw(self, canvas: Canvas, view: Moment[StatisticsState]) -> Rect:
        """What to do on one side, the code on the other."""
        p, tall = canvas.look.palette, canvas.look.portrait
        words, shown = canvas.split(canvas.area, (292, 480) if tall else (44, 56))
        inner = draw_panel(canvas, words, p.panel, 16, 12)
        title, steps, bar = canvas.rows(inner, (40, 170, 54), canvas.u(8))
        canvas.text(title, t("Club evening"), 28, "bold", p.text)
        texts = t("Open the camera of a telephone."), t("Point it at the square."), t("Keep the text or send it.")
        draw_steps(canvas, steps, texts)
        canvas.button(bar, t("Back"), BACK, size=20)
        draw_code(canvas, shown, code_text(view.state.evening, self.period), period_names()[self.period])
        return words
