"""The statistics as pictures: who won lately, two bars a row, four cards below; and one person alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Self

from device.common.i18n import t, tr
from device.common.specs.model import Figure, FigureKind, Parts
from device.graphics.actions import Show
from device.graphics.canvas import Canvas
from device.graphics.headings import below_heading, heading
from device.graphics.lists import filters, page_of, pager
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, PagedScreen, Screen, ask, call, draw_panel
from device.screens.statistics.controller import Selection, StatisticsController, StatisticsState
from device.screens.statistics.evening_views import EveningScreen
from device.screens.statistics.period_names import period_names
from device.statistics.figures import figure_text, name_of, statistics_of, value, whole
from device.statistics.standings import EVERY_GAME, LAST, PlayerStanding, with_most
from rules.message import msgs

ROWS = (5, 5)
"""Rows for which there is room on a page, on a wide screen and on a tall one."""
ROW = 44
"""Height of a row at the base size."""
TALL_ROW = 72
"""The same on a tall screen."""
HIGHEST = 62
"""To so much rows grow where there are few."""
HEAD = (22, 34)
"""Height of the columns' names, and on a tall screen."""
NOTHING: Parts = (0, 0)
NAMED = 2
"""As many of equals are named."""


class OverviewScreen(PagedScreen[StatisticsState]):
    """Everybody in the games that are looked at, page by page."""

    key = "statistics"
    selection: Selection = Selection()

    def draw(self, canvas: Canvas, view: Moment[StatisticsState]) -> Rect:
        """Filters, rows, cards."""
        state, p, tall = view.state, canvas.look.palette, canvas.look.portrait
        mixed = statistics_of(state.key) is None  # one line in place of the cards
        paged = len(state.rows) > ROWS[tall] + mixed
        low = (108 if tall else 68 if paged else 78) if not mixed else (30 if tall else 26) * canvas.print_scale
        foot_high = [50.0 if tall else 48.0] * paged
        first, every = (104.0, 682) if tall else (44.0, 378)
        heights = [first, every - first - low - sum(foot_high), low, *foot_high]
        head, choices, body, cards, *foot = below_heading(canvas, heights)
        line = tr(msgs("{n} game", "{n} games", state.games))
        if state.counted < state.all:
            line = t("{n} of {all} are counted", n=state.counted, all=state.all)
        _, own = heading(canvas, head, t("Statistics"), line, own=192)
        evening, table = canvas.cols(own, (1, 1))
        why = None if state.rows else t("There is nothing to write yet.")
        nobody = None if state.games else t("Games count once they are finished and signed.")
        canvas.button(evening, t("Club evening"), Show(EveningScreen(self)), why=nobody, size=17, lines=2)
        write = ask(StatisticsController.write_table, self.selection.period, self.selection.pairs)
        canvas.button(table, "CSV", write, why=why, size=17)
        self.choices(canvas, choices, state)
        inner = draw_panel(canvas, body, p.paper, 12, 4)
        if not state.rows:
            text = t("Games count once they are finished and signed.")
            if state.counted < state.all or not state.begun:
                text = t("Games are being counted: {n} of {all}", n=state.counted, all=state.all)
            canvas.text(inner, text, 22, "semibold", p.ink_muted, "center", lines=2)
        else:
            self.rows(canvas, inner, state)
        draw_cards(canvas, cards, state)
        page = page_of(len(state.rows), self.fits(canvas, body), self.page or 0)
        for bar in foot:
            pager(canvas, bar, page, (t("Back"), t("Next")), lambda n: call(self.on_page, n))
        return body

    def fits(self, canvas: Canvas, body: Rect) -> int:
        """How many rows a page has."""
        tall = canvas.look.portrait
        return max(1, (body.h - canvas.u(8) - canvas.lu(HEAD[tall])) // canvas.lu(TALL_ROW if tall else ROW))

    def choices(self, canvas: Canvas, rect: Rect, state: StatisticsState) -> None:
        """The periods, people or pairs, the game."""
        selection, names = self.selection, period_names()
        if canvas.look.portrait:
            upper, lower = canvas.rows(rect, (1, 1))
            *periods, game = *canvas.cols(upper, (1,) * len(names)), lower
            *choices_who, game = canvas.cols(lower, (1, 1, 2))
        else:
            *periods, persons, pairs, game = canvas.cols(rect, (18, 12, 10, 12, 12, 30))
            choices_who = [persons, pairs]
        filters(
            canvas,
            periods,
            tuple(names.items()),
            selection.period,
            lambda period: Show(OverviewScreen(replace(selection, period=period))),
        )
        people = ((False, t("People")), (True, t("Pairs")))
        filters(
            canvas,
            choices_who,
            people,
            selection.pairs,
            lambda pairs: Show(OverviewScreen(replace(selection, pairs=pairs))),
        )
        canvas.button(game, f"{name_of(state.game)} ›", call(self.next_game), size=17, lines=1)

    def rows(self, canvas: Canvas, rect: Rect, state: StatisticsState) -> None:
        """The names of the columns, then a row for each."""
        u, p = canvas.u, canvas.look.palette
        head = Rect(rect.x, rect.y, rect.w, canvas.lu(HEAD[canvas.look.portrait]))
        figures = bars_of(state.key)
        titles = (
            t("Pair") if self.selection.pairs else t("Player"),
            t("Last {n} games", n=LAST),
            t("Won : lost"),
            *(tr(figure.name) for figure in figures),
        )
        for text, box in zip(titles, columns(canvas, head, len(figures)), strict=True):
            canvas.text(box, text, 13, "semibold", p.ink_muted, lines=2 if canvas.look.portrait else 1)
        body = Rect(rect.x, rect.y + head.h, rect.w, rect.h - head.h)
        fits = self.fits(canvas, Rect(rect.x, rect.y - u(4), rect.w, rect.h + u(8)))
        page = page_of(len(state.rows), fits, self.page or 0)
        scales = [scale(figure, state.rows) for figure in figures]
        high = body.h // fits
        if not canvas.look.portrait:
            high = max(high, min(u(HIGHEST), body.h // max(1, page.last - page.first)))
        for n, row in enumerate(state.rows[page.first : page.last]):
            line = Rect(body.x, body.y + n * high, body.w, high)
            canvas.line(Rect(line.x, line.y, line.w, 1), p.paper_line)
            draw_row(canvas, line, row, figures, scales)
            canvas.touch(line, Show(PersonStatistics(self.selection, row.name, self.page or 0)))

    def next_game(self, state: StatisticsState) -> Self:
        """Another game; after the last come all together."""
        offered = (*state.played, EVERY_GAME)
        at = offered.index(state.game) if state.game in offered else -2
        return replace(self, selection=replace(self.selection, game=offered[(at + 1) % len(offered)]), page=0)


class PersonStatistics(Screen[StatisticsState]):
    """One person or pair: every figure, and the best moves."""

    key = "statistics-person"
    selection: Selection
    name: str
    page: int = 0

    def row(self, state: StatisticsState) -> PlayerStanding | None:
        """Whose statistics these are."""
        return next((row for row in state.rows if row.name == self.name), None)

    def valid(self, state: StatisticsState) -> bool:
        """While they are among those who are looked at."""
        return self.row(state) is not None

    def draw(self, canvas: Canvas, view: Moment[StatisticsState]) -> Rect:
        """The last games large, the figures, the best moves."""
        state, p, tall = view.state, canvas.look.palette, canvas.look.portrait
        row = self.row(state)
        assert row is not None
        head, last, body = below_heading(canvas, (120, 590) if tall else (96, 296))
        count = tr(msgs("{n} game", "{n} games", row.games))
        parts = [name_of(state.game), period_names()[self.selection.period], count, " + ".join(row.people)]
        heading(canvas, head, row.name, " · ".join(part for part in parts if part))
        inner = draw_panel(canvas, last, p.paper, 16, 8)
        dots, score = canvas.cols(inner, (62, 38))
        draw_dots(canvas, dots, row.last, 30)
        canvas.text(score, f"{whole(row.won)} : {whole(row.losses)}", 40, "bold", p.ink, "right", digits=True)
        spec = statistics_of(state.key)
        figures = () if spec is None else spec.figures
        best = row.best if spec is not None and spec.best is not None else []
        left = body
        if best:
            left, right = canvas.rows(body, (1, 1)) if tall else canvas.cols(body, (56, 44))
            lines = canvas.rows(draw_panel(canvas, right, p.panel, 16, 8), (1,) * 6, 0)
            assert spec is not None
            canvas.text(lines[0], tr(spec.best), 16, "semibold", p.muted)
            for best_game, line in zip(best, lines[1:], strict=False):
                canvas.text(line, best_game.text, 22, "bold", p.text)
                canvas.text(line, str(best_game.points), 22, "semibold", p.text, "right", digits=True)
        inner = draw_panel(canvas, left, p.panel, 16, 8)
        if not figures:
            text = t("Choose one game to see its figures.")
            canvas.text(inner, text, 20, "regular", p.muted, "center", lines=2)
        for figure, line in zip(figures, canvas.rows(inner, (1,) * max(5, len(figures)), 0), strict=False):
            name, number = canvas.cols(line, (60, 40))
            canvas.text(name, tr(figure.name), 20, "regular", p.muted)
            canvas.text(number, figure_text(figure, row.sums.get(figure.key, NOTHING)), 26, "bold", p.text, "right")
        return body

    def on_back(self, state: StatisticsState) -> Next[StatisticsState]:
        """To everybody."""
        return OverviewScreen(self.selection, page=self.page)


def bars_of(key: str) -> list[Figure]:
    """The figures that a row shows as bars; none where games are mixed."""
    spec = statistics_of(key) if key else None
    return [] if spec is None else [spec.by_key[bar] for bar in spec.bars]


def columns(canvas: Canvas, rect: Rect, bars: int) -> list[Rect]:
    """Name, last games, won and lost, and the bars."""
    weights = (18, 25, 11, *(23,) * bars) if bars else (30, 40, 30)
    return canvas.cols(rect, weights, canvas.u(10))


def scale(figure: Figure, rows: Iterable[PlayerStanding]) -> tuple[float, float]:
    """Both ends of a figure's bars: zero is one of them, or lies between where something is below it."""
    values = [value(figure, row.sums.get(key, NOTHING)) for row in rows for key in (figure.key, figure.full) if key]
    numbers = [number for number in values if number is not None]
    if figure.kind is FigureKind.OF:
        numbers.append(1.0)
    return min(0.0, *numbers, 0.0), max(0.0, *numbers, 0.0) or 1.0


def draw_row(
    canvas: Canvas, rect: Rect, row: PlayerStanding, figures: Sequence[Figure], scales: Sequence[tuple[float, float]]
) -> None:
    """One person or pair."""
    p = canvas.look.palette
    name, dots, score, *bars = columns(canvas, rect, len(figures))
    canvas.text(name, row.name, 20, "bold", p.ink, lines=2)
    draw_dots(canvas, dots, row.last, 16 if figures else 18)
    canvas.text(score, f"{whole(row.won)} : {whole(row.losses)}", 18, "bold", p.ink, digits=True)
    for n, (figure, ends, box) in enumerate(zip(figures, scales, bars, strict=True)):
        draw_bar(canvas, box, figure, row.sums.get(figure.key, NOTHING), ends, n)


def draw_dots(canvas: Canvas, rect: Rect, last: Iterable[float], size: int) -> None:
    """The last games, the newest at the right: won is full and above the line, lost is a ring below it."""
    u, p = canvas.u, canvas.look.palette
    step = min(rect.w // LAST, u(size + 5))
    side = min(u(size), step - 1)
    middle = rect.y + rect.h // 2
    canvas.line(Rect(rect.x, middle, step * LAST, 1), p.ink_faint)
    results = list(last)
    for n, won in enumerate(results):
        x = rect.x + (LAST - len(results) + n) * step + (step - side) // 2
        if won == 0.5:
            canvas.shape(Rect(x, middle - side // 2, side, side), "half", p.ink_muted)
        elif won > 0:
            canvas.shape(Rect(x, middle - side - u(1), side, side), "dot", p.ok)
        else:
            canvas.shape(Rect(x, middle + u(2), side, side), "ring", p.invalid)


def draw_bar(canvas: Canvas, rect: Rect, figure: Figure, parts: Parts, ends: tuple[float, float], place: int) -> None:
    """A bar from zero, on a track as long as the largest, and the figure in letters."""
    u, p = canvas.u, canvas.look.palette
    if canvas.look.portrait:
        text, track = canvas.rows(Rect(rect.x, rect.y + u(10), rect.w, rect.h - u(20)), (60, 40), 0)
    else:
        track, text = canvas.cols(rect, (58, 42), u(6))
    high = min(u(20), track.h)
    track = Rect(track.x, track.y + (track.h - high) // 2, track.w, high)
    canvas.text(text, figure_text(figure, parts), 18, "bold", p.ink, digits=True)
    least, most = ends
    canvas.panel(track, p.paper_foot, radius=4)
    number = value(figure, parts)
    if number is None:
        return
    zero = track.x + round(track.w * -least / (most - least))
    end = track.x + round(track.w * (number - least) / (most - least))
    if end != zero:
        colour = p.invalid if number < 0 else p.bars[place % len(p.bars)]
        canvas.panel(Rect(min(zero, end), track.y, abs(end - zero), high), colour, radius=3)
    if least < 0:
        canvas.line(Rect(zero, track.y - u(3), u(2), high + u(6)), p.ink)


def draw_cards(canvas: Canvas, rect: Rect, state: StatisticsState) -> None:
    """Up to four figures of all together, and who stands out."""
    spec = statistics_of(state.key) if state.key else None
    if spec is None:
        text = t("Choose one game to see its figures.")
        canvas.text(rect, text, 18, "regular", canvas.look.palette.muted, "center")
        return
    cards: list[tuple[str, str, str]] = []
    if spec.best is not None:
        first, most = with_most(state.rows, lambda row: row.best[0].points if row.best else 0)
        if first:
            words = " / ".join(dict.fromkeys(word for row in first for word in row.top))
            points = tr(msgs("{n} point", "{n} points", most))
            cards.append((tr(spec.best), words, f"{points} · {names_text(first)}"))
    for key in spec.cards:
        figure = spec.by_key[key]
        cards.append((tr(figure.name), *figure_card(figure, state)))
    u, p = canvas.u, canvas.look.palette
    if not cards:
        return
    split = canvas.cols(rect, (1,) * len(cards))
    for (title, large, small), box in zip(cards, split, strict=True):
        inner = draw_panel(canvas, box, p.panel, 12, 4)
        tall = canvas.look.portrait
        if canvas.look.large_print:
            inner = Rect(inner.x, box.y + u(1), inner.w, box.h - u(2))
        lines = canvas.rows(inner, (18, 34, 42) if tall else (20, 36, 20), 0)
        canvas.text(lines[0], title, 15, "semibold", p.muted)
        canvas.text(lines[1], large, 28, "bold", p.text)
        canvas.text(lines[2], small, 15, "regular", p.muted, lines=2 if tall else 1)


def names_text(rows: Sequence[PlayerStanding]) -> str:
    """Who they are; where they are many, how many."""
    if len(rows) <= NAMED:
        return " + ".join(row.name for row in rows)
    return t("{n} tied", n=len(rows))


def figure_card(figure: Figure, state: StatisticsState) -> tuple[str, str]:
    """A figure of everybody together, and who has most of it, or the share."""
    shares = [share.figures.get(figure.key, NOTHING) for line in state.lines for share in line.shares]
    parts = sum(share[0] for share in shares), sum(share[1] for share in shares)
    if figure.kind is FigureKind.OF:
        percent = t("{n}%", n=round(100 * parts[0] / parts[1])) if parts[1] else ""
        return figure_text(figure, parts), percent
    if figure.kind is FigureKind.COUNT:
        first, most = with_most(state.rows, lambda row: row.sums.get(figure.key, NOTHING)[0])
        if not first:
            return figure_text(figure, parts), ""
        return figure_text(figure, parts), t("most: {name}, {n}", name=names_text(first), n=most)
    return figure_text(figure, parts), t("on average")
