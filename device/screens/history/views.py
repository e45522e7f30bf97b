"""The screens of one game's history: what there is, the timeline, every version of every row, copies to take away."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import field, replace
from typing import ClassVar

from device.common.i18n import exact, t, tr
from device.game_files import export_formats_of
from device.graphics.actions import ResumeGame, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import shorten
from device.graphics.headings import below_heading, heading
from device.graphics.lists import ListPage, filters, page_of, pager
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import PagedScreen, Screen, ask, call
from device.screens.history.controller import HistoryController
from device.screens.history.past import ReplayScreen, changes_line
from device.screens.history.pocket import PocketScreen
from device.screens.history.state import END, Filter, PastGame
from rules.message import msgs
from rules.timeline import ClockReading, SheetPlace, TimelineEntry, Version

LINE, ROW, TALL_LINE = 46, 44, 66
FILTERS = 420
"""Least height of a line of the timeline, of a version of a row, and of either on a tall screen, at the base size."""
CLOCK = 72
"""Width of what a clock showed."""


class GameOverview(Screen[PastGame]):
    """The game in one line and what can be looked at."""

    key = "game"

    def draw(self, canvas: Canvas, view: Moment[PastGame]) -> Rect:
        """Four large buttons, and the way onto the table."""
        state = view.state
        history = state.timeline.history
        head, body, foot = below_heading(canvas, (310, 84))
        count = tr(msgs("{n} entry", "{n} entries", len(state.timeline)))
        parts = (tr(history.game.title(history.setup)), state.when, count, t("on the table now") if state.live else "")
        line = " · ".join(part for part in parts if part)
        heading(canvas, head, tr(history.game.summary(history.state)), line)
        buttons = (
            (t("Timeline"), TimelineScreen(), t("presses, pauses, corrections, both clocks")),
            (t("Every version"), VersionsScreen(), t("how each row came about")),
            (t("Step by step"), ReplayScreen(), t("the game as it stood then")),
            (t("Take away"), CopiesScreen(), t("record · tables · USB stick")),
        )
        for (label, screen, sub), box in zip(buttons, canvas.grid(body, 2, 2), strict=True):
            canvas.button(box, label, Show(screen), sub=sub, size=28)
        if state.live:
            muted = canvas.look.palette.muted
            text = t("The game goes on meanwhile; both displays show it.")
            canvas.text(foot, text, 19, "regular", muted, "center")
        else:
            sub, why = t("to go on with it, or to see the result"), state.against_opening
            canvas.button(foot, t("Open on the table"), ResumeGame(state.game_id), why=why, style="primary", sub=sub)
        return canvas.area


class ListScreen(PagedScreen[PastGame]):
    """A list of the game, filtered and page by page; ``page`` None: where such a list opens."""

    only: Filter = Filter.ALL
    page: int | None = field(default=None, kw_only=True)
    opens_at_end: ClassVar[bool] = False
    """Whether the list of a game that goes on opens at its end."""

    @abstractmethod
    def draw_list(self, canvas: Canvas, state: PastGame, number: int) -> tuple[Rect, ListPage]:
        """Draw page ``number``; the place of the bar that pages, and the page that shows."""

    def to_filter(self, only: Filter) -> Show:
        """Shows the list through another filter."""
        return Show(replace(self, only=only, page=None))

    def draw(self, canvas: Canvas, view: Moment[PastGame]) -> Rect:
        """The list, and the bar that pages; at the end of a game that goes on, the end is where to stay."""
        state = view.state
        number = END if self.opens_at_end and state.live else 0
        foot, page = self.draw_list(canvas, state, number if self.page is None else self.page)
        last = page.count - 1
        labels = t("Earlier"), t("Later")
        pager(canvas, foot, page, labels, lambda n: call(self.on_page, END if state.live and n == last else n))
        return canvas.area


class TimelineScreen(ListScreen):
    """What happened, entry by entry."""

    opens_at_end = True

    def entries(self, state: PastGame) -> tuple[TimelineEntry, ...]:
        """The timeline as far as the filter lets it through."""
        moments = state.timeline.moments
        if self.only is Filter.CLOCKS:
            return tuple(moment for moment in moments if moment.on_clocks)
        if self.only is Filter.CHANGES:
            return tuple(moment for moment in moments if moment.correction)
        return moments

    def draw_list(self, canvas: Canvas, state: PastGame, number: int) -> tuple[Rect, ListPage]:
        """A page of entries."""
        moments = self.entries(state)
        tall = canvas.look.portrait
        head, *above, titles, body, foot = below_heading(
            canvas, (56, 20, 594, 56) if tall else (20, 316, 56), canvas.u(6)
        )
        counted = tr(msgs("{n} entry", "{n} entries", len(moments)))
        _, own = heading(canvas, head, t("Timeline"), counted, own=0 if tall else FILTERS)
        buttons = above[0] if tall else own
        options = ((Filter.ALL, t("Everything")), (Filter.CLOCKS, t("Clocks")), (Filter.CHANGES, t("Corrections")))
        filters(canvas, canvas.cols(buttons, (1,) * len(options)), options, self.only, self.to_filter)
        page, high = fill_page(canvas, body, len(moments), LINE, number)
        lines = moments[page.first : page.last]
        clocks = max((len(moment.clocks) for moment in moments), default=0)
        column_names(canvas, titles, next((moment.clocks for moment in moments if moment.clocks), ()))
        for n, moment in enumerate(lines):
            rect = Rect(body.x, body.y + n * high, body.w, high)
            draw_entry(canvas, moment, rect, clocks)
            canvas.touch(rect, Show(ReplayScreen(moment.n, self)))
        if not lines:
            canvas.text(body, t("Nothing of that kind happened."), 22, "regular", canvas.look.palette.muted, "center")
        return foot, page


def fill_page(canvas: Canvas, body: Rect, length: int, least: int, number: int) -> tuple[ListPage, int]:
    """The page of a list and the height of its lines, at least ``least`` units, so that they fill ``body``."""
    fits = max(1, body.h // canvas.lu(TALL_LINE if canvas.look.portrait else least))
    return page_of(length, fits, number), body.h // fits


def clock_boxes(canvas: Canvas, rect: Rect, count: int) -> Sequence[Rect]:
    """Where the clocks of a line stand, at its end."""
    wide = canvas.u(CLOCK)
    boxes = [Rect(rect.x + rect.w - (count - n) * wide, rect.y, wide - canvas.u(6), rect.h) for n in range(count)]
    return canvas.by_side(boxes)


def column_names(canvas: Canvas, rect: Rect, clocks: Sequence[ClockReading]) -> None:
    """Above the lines: entry, time, and whose clock which is."""
    u, p = canvas.u, canvas.look.palette
    canvas.text(Rect(rect.x + u(6), rect.y, u(100), rect.h), t("game time"), 12, "semibold", p.muted, "right")
    for n, (clock, box) in enumerate(zip(clocks, clock_boxes(canvas, rect, len(clocks)), strict=True)):
        name = shorten(tr(clock.name), 9)
        canvas.text(box, f"{'ABCD'[n]} {name}" if len(clocks) > 1 else name, 12, "bold", p.pair[n % 2], "right")


def draw_entry(canvas: Canvas, moment: TimelineEntry, rect: Rect, clocks: int) -> None:
    """One entry: number, time, what it was, what it changed, and both clocks; struck where it was taken back."""
    u, p = canvas.u, canvas.look.palette
    gone = moment.gone is not None or moment.refused is not None
    fill = p.button if moment.correction else p.panel
    canvas.panel(Rect(rect.x, rect.y, rect.w, rect.h - u(3)), fill, radius=6)
    inner = Rect(rect.x + u(6), rect.y + u(1), rect.w - u(12), rect.h - u(5))
    ink = p.faint if gone else p.text
    canvas.text(Rect(inner.x, inner.y, u(34), inner.h), str(moment.n), 14, "regular", p.muted, "right", digits=True)
    canvas.text(
        Rect(inner.x + u(36), inner.y, u(64), inner.h), exact(moment.at), 17, "semibold", ink, "right", digits=True
    )
    words = Rect(inner.x + u(112), inner.y, inner.w - u(112) - clocks * u(CLOCK), inner.h)
    line = tr(moment.what)
    below = changes_line(moment.changes, 60 if canvas.look.portrait else 76)
    if moment.refused is not None:
        below = t("does not count: {reason}", reason=tr(moment.refused))
    elif gone:
        below = t("taken back by entry {n}", n=moment.gone)
    tall = canvas.look.portrait
    if below:
        upper, lower = canvas.rows(words, (30, 30) if tall else (24, 17), 0)
        canvas.text(upper, line, 17, "semibold", ink, struck=gone)
        canvas.text(
            lower, below, 13, "regular", p.warn if moment.correction and not gone else p.muted, lines=2 if tall else 1
        )
    else:
        canvas.text(words, line, 17, "semibold", ink, lines=2 if tall else 1, struck=gone)
    for n, (clock, box) in enumerate(zip(moment.clocks, clock_boxes(canvas, inner, len(moment.clocks)), strict=True)):
        draw_clock(canvas, clock, box, p.faint if gone else p.pair[n % 2])


def draw_clock(canvas: Canvas, clock: ClockReading, box: Rect, colour: tuple[int, int, int]) -> None:
    """What a clock showed: paler while it stands, struck where it does not count."""
    ink = canvas.look.palette.muted if clock.standing else colour
    weight = "regular" if clock.standing else "bold"
    canvas.text(box, exact(clock.left), 17, weight, ink, "right", digits=True, struck=clock.spoiled)


class VersionsScreen(ListScreen):
    """The sheet with all that ever stood in each place."""

    key = "rows"

    def places(self, state: PastGame) -> tuple[SheetPlace, ...]:
        """Every row, or only those that did not stay as they were written."""
        places = state.timeline.places
        if self.only is Filter.CHANGES:
            return tuple(place for place in places if len(place.versions) > 1)
        return places

    def draw_list(self, canvas: Canvas, state: PastGame, number: int) -> tuple[Rect, ListPage]:
        """A page of rows."""
        p, u = canvas.look.palette, canvas.u
        tall = canvas.look.portrait
        head, *above, body, foot = below_heading(canvas, (56, 640, 56) if tall else (340, 56))
        _, own = heading(canvas, head, t("Every version"), own=0 if tall else FILTERS)
        buttons = above[0] if tall else own
        options = ((Filter.ALL, t("All rows")), (Filter.CHANGES, t("Changed")))
        filters(canvas, canvas.cols(buttons, (1,) * len(options)), options, self.only, self.to_filter)
        lines = [(place, n) for place in self.places(state) for n in range(len(place.versions))]
        page, high = fill_page(canvas, body, len(lines), ROW, number)
        canvas.panel(body, p.paper)
        for k, (place, n) in enumerate(lines[page.first : page.last]):
            rect = Rect(body.x, body.y + k * high, body.w, high)
            last = n + 1 == len(place.versions)
            version(canvas, place, n, rect, titled=n == 0 or k == 0)
            canvas.touch(rect, Show(ReplayScreen(place.versions[n].n, self)))
            line = Rect(rect.x, rect.y + rect.h - u(1), rect.w, u(2) if last else 1)
            canvas.line(line, p.ink if last else p.paper_line)
        if not lines:
            text = t("Nothing is written yet.") if self.only is Filter.ALL else t("No row was changed.")
            canvas.text(body, text, 22, "regular", p.ink_muted, "center")
        return foot, page


def version(canvas: Canvas, place: SheetPlace, n: int, rect: Rect, *, titled: bool) -> None:
    """What stood in a place from one entry on; struck once something else stands there, or where it does not count."""
    p, u = canvas.look.palette, canvas.u
    shown_version = place.versions[n]
    current = n + 1 == len(place.versions)
    inner = Rect(rect.x + u(12), rect.y, rect.w - u(24), rect.h)
    tall = canvas.look.portrait
    if tall:
        upper, lower = canvas.rows(inner, (1, 1), 0)
        left, text = canvas.cols(upper, (50, 50))
        by = lower
    else:
        left, text, by = canvas.cols(inner, (34, 33, 33))
    if titled:
        canvas.text(left, tr(place.title), 15, "regular", p.ink_muted)
    ink = p.invalid if shown_version.struck else p.ink if current else p.ink_faint
    weight = "bold" if current else "regular"
    canvas.text(
        text,
        version_text(place, n),
        18,
        weight,
        ink,
        struck=shown_version.text is not None and (shown_version.struck or not current),
    )
    source = t("{time} · entry {n}: {what}", time=exact(shown_version.at), n=shown_version.n, what=tr(shown_version.by))
    canvas.text(by, source, 13, "regular", p.ink_muted, "right", lines=1 if tall else 2)


def version_text(place: SheetPlace, n: int) -> str:
    """What stood there; with its detail where only that is new or the row was changed."""
    shown_version: Version = place.versions[n]
    if shown_version.text is None:
        return t("taken away")
    details = {tr(version.detail) for version in place.versions if version.text is not None}
    if len(details) > 1 and shown_version.detail is not None:
        return f"{tr(shown_version.text)} · {tr(shown_version.detail)}"
    return tr(shown_version.text)


class CopiesScreen(Screen[PastGame]):
    """Which copies can be made, and where they go."""

    key = "export"

    def draw(self, canvas: Canvas, view: Moment[PastGame]) -> Rect:
        """A button for each format, and the USB stick."""
        p, state = canvas.look.palette, view.state
        history = state.timeline.history
        head, here, body, foot = below_heading(canvas, (30, 150, 150))
        title_place, _ = heading(canvas, head, t("Take away"), tr(history.game.summary(history.state)))
        folder = t("On this device, in the folder {folder}:", folder=state.folder)
        canvas.text(here, folder, 16, "regular", p.muted)
        formats = export_formats_of(history.game.key).values()
        columns = 2 if canvas.look.portrait else len(formats)
        boxes = canvas.grid(body, columns, -(-len(formats) // columns))
        for export_format, box in zip(formats, boxes, strict=False):
            name, use = tr(export_format.name), f"{tr(export_format.use)} (.{export_format.ending})"
            canvas.button(box, name, ask(HistoryController.write_copy, export_format.kind), sub=use, size=24)
        stick, code = canvas.cols(foot, (1, 1))
        canvas.button(code, t("QR code"), Show(PocketScreen()), sub=t("into a telephone"), size=26, icon="code")
        against = state.writer.against_stick()
        sub = t("every paper of this game") if against is None else against
        write = ask(HistoryController.write_stick)
        canvas.button(stick, t("USB stick"), write, sub=sub, why=against, size=26, style="accent")
        return title_place
