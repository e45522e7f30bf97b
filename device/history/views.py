"""The screens of one game's history: what there is, the timeline, every version of every row, copies to take away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from device.exports import export_formats_of
from device.history import exports
from device.i18n import exact, t, tr
from device.kiosk.actions import Go, Put
from device.kiosk.canvas import Canvas
from device.kiosk.lists import Page, chosen, heading, page_of, pager
from device.kiosk.widgets import Rect
from rules.message import msgs
from rules.timeline import Change, ClockReading, SheetPlace, Timeline, TimelineEntry, Version


class Shown(Protocol):
    """What a screen of the history is drawn from (`device.history.controller.Shown`)."""

    @property
    def chronicle(self) -> Timeline:
        """The game."""

    @property
    def when(self) -> str:
        """When it was begun, for people."""

    @property
    def live(self) -> bool:
        """Whether it is on the table now."""


LINE, ROW, TALL_LINE = 46, 44, 66
"""Least height of a line of the timeline, of a version of a row, and of either on a tall screen, at the base size."""
CLOCK = 72
"""Width of what a clock showed."""


def overview(canvas: Canvas, shown: Shown, against_opening: str | None) -> None:
    """The game in one line and what can be looked at."""
    history = shown.chronicle.history
    head, body, foot = canvas.rows(canvas.area, (60, 310, 84))
    count = tr(msgs("{n} entry", "{n} entries", len(shown.chronicle)))
    parts = (tr(history.game.name), shown.when, count, t("on the table now") if shown.live else "")
    line = " · ".join(part for part in parts if part)
    heading(canvas, head, tr(history.game.summary(history.state)), line)
    upper, lower = canvas.rows(body, (1, 1))
    timeline, rows = canvas.cols(upper, (1, 1))
    replay, export = canvas.cols(lower, (1, 1))
    canvas.button(timeline, t("Timeline"), Go("timeline"), sub=t("presses, pauses, corrections, both clocks"), size=28)
    canvas.button(rows, t("Every version"), Go("rows"), sub=t("how each row came about"), size=28)
    canvas.button(replay, t("Step by step"), Go("replay"), sub=t("the game as it stood then"), size=28)
    canvas.button(export, t("Take away"), Go("export"), sub=t("record · tables · USB stick"), size=28)
    if shown.live:
        canvas.text(
            foot,
            t("The game goes on meanwhile; both displays show it."),
            19,
            "regular",
            canvas.look.palette.muted,
            "center",
        )
    else:
        canvas.button(
            foot,
            t("Open on the table"),
            Go("open"),
            why=against_opening,
            style="primary",
            sub=t("to go on with it, or to see the result"),
        )


def timeline(canvas: Canvas, shown: Shown, moments: Sequence[TimelineEntry], only: str, number: int) -> Page:
    """A page of what happened; the page that shows."""
    head, titles, body, foot = canvas.rows(canvas.area, (52, 20, 316, 56), canvas.u(6))
    title, filters = canvas.rows(head, (1, 1)) if canvas.look.portrait else canvas.cols(head, (40, 60))
    if canvas.look.portrait:
        head, titles, body, foot = canvas.rows(canvas.area, (114, 20, 594, 56), canvas.u(6))
        title, filters = canvas.rows(head, (1, 1))
    heading(canvas, title, t("Timeline"), tr(msgs("{n} entry", "{n} entries", len(moments))))
    options = (("all", t("Everything")), ("clocks", t("Clocks")), ("changes", t("Corrections")))
    chosen(canvas, filters, options, only)
    page, high = filled(canvas, body, len(moments), LINE, number)
    lines = moments[page.first : page.last]
    clocks = max((len(moment.clocks) for moment in moments), default=0)
    column_names(canvas, titles, next((moment.clocks for moment in moments if moment.clocks), ()))
    for n, moment in enumerate(lines):
        event(canvas, moment, Rect(body.x, body.y + n * high, body.w, high), clocks)
    if not lines:
        canvas.text(body, t("Nothing of that kind happened."), 22, "regular", canvas.look.palette.muted, "center")
    pager(canvas, foot, page, (t("Earlier"), t("Later")))
    return page


def filled(canvas: Canvas, body: Rect, length: int, least: int, number: int) -> tuple[Page, int]:
    """The page of a list and the height of its lines, at least ``least`` units, so that they fill ``body``."""
    fits = max(1, body.h // canvas.u(TALL_LINE if canvas.look.portrait else least))
    return page_of(length, fits, number), body.h // fits


def clock_boxes(canvas: Canvas, rect: Rect, count: int) -> list[Rect]:
    """Where the clocks of a line stand, at its end."""
    wide = canvas.u(CLOCK)
    return [Rect(rect.x + rect.w - (count - n) * wide, rect.y, wide - canvas.u(6), rect.h) for n in range(count)]


def column_names(canvas: Canvas, rect: Rect, clocks: Sequence[ClockReading]) -> None:
    """Above the lines: entry, time, and whose clock which is."""
    u, p = canvas.u, canvas.look.palette
    canvas.text(Rect(rect.x + u(6), rect.y, u(100), rect.h), t("game time"), 12, "semibold", p.muted, "right")
    for n, (clock, box) in enumerate(zip(clocks, clock_boxes(canvas, rect, len(clocks)), strict=True)):
        name = shortened(tr(clock.name), 9)
        canvas.text(box, f"{'ABCD'[n]} {name}" if len(clocks) > 1 else name, 12, "bold", p.pair[n % 2], "right")


def shortened(name: str, most: int) -> str:
    """A name for a narrow column."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def event(canvas: Canvas, moment: TimelineEntry, rect: Rect, clocks: int) -> None:
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
        reading(canvas, clock, box, p.faint if gone else p.pair[n % 2])
    canvas.touch(Rect(rect.x, rect.y, rect.w, rect.h), Go("replay", moment.n))


def reading(canvas: Canvas, clock: ClockReading, box: Rect, colour: tuple[int, int, int]) -> None:
    """What a clock showed: paler while it stands, struck where it does not count."""
    ink = canvas.look.palette.muted if clock.standing else colour
    canvas.text(
        box,
        exact(clock.left),
        17,
        "regular" if clock.standing else "bold",
        ink,
        "right",
        digits=True,
        struck=clock.spoiled,
    )


def change_text(change: Change) -> str:
    """One change in a few words: a new row by its place, another one by what became what."""
    title = tr(change.title)
    before = None if change.before is None else tr(change.before.text)
    after = None if change.after is None else tr(change.after.text)
    if before is None:
        return f"{title}: {after}" if change.sum else title
    if after is None:
        return t("{title}: {before} taken away", title=title, before=before)
    if before == after:
        details = [tr(one.detail) for one in (change.before, change.after) if one is not None]
        return f"{title}: {' → '.join(details)}"
    return f"{title}: {after}" if after.startswith(before) and not change.sum else f"{title}: {before} → {after}"


def changes_line(changes: Sequence[Change], most: int) -> str:
    """As many of the changes as go into ``most`` characters, the first in any case, and how many more there are."""
    parts: list[str] = []
    for n, change in enumerate(changes):
        text = change_text(change)
        if n and len(" · ".join((*parts, text))) > most:
            return " · ".join((*parts, f"+{len(changes) - n}"))
        parts.append(text)
    return " · ".join(parts)


def rows(canvas: Canvas, shown: Shown, places: Sequence[SheetPlace], only: str, number: int) -> Page:
    """A page of the sheet with all that ever stood in each place; the page that shows."""
    p, u = canvas.look.palette, canvas.u
    head, body, foot = canvas.rows(canvas.area, (52, 340, 56))
    title, filters = canvas.cols(head, (50, 50))
    heading(canvas, title, t("Every version"))
    options = (("all", t("All rows")), ("changes", t("Changed")))
    chosen(canvas, filters, options, only)
    lines = [(place, n) for place in places for n in range(len(place.versions))]
    page, high = filled(canvas, body, len(lines), ROW, number)
    canvas.panel(body, p.paper)
    for k, (place, n) in enumerate(lines[page.first : page.last]):
        rect = Rect(body.x, body.y + k * high, body.w, high)
        last = n + 1 == len(place.versions)
        version(canvas, place, n, rect, titled=n == 0 or k == 0)
        canvas.line(Rect(rect.x, rect.y + rect.h - u(1), rect.w, u(2) if last else 1), p.ink if last else p.paper_line)
    if not lines:
        text = t("Nothing is written yet.") if only == "all" else t("No row was changed.")
        canvas.text(body, text, 22, "regular", p.ink_muted, "center")
    pager(canvas, foot, page, (t("Earlier"), t("Later")))
    return page


def version(canvas: Canvas, place: SheetPlace, n: int, rect: Rect, *, titled: bool) -> None:
    """What stood in a place from one entry on; struck once something else stands there, or where it does not count."""
    p, u = canvas.look.palette, canvas.u
    one = place.versions[n]
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
    ink = p.invalid if one.struck else p.ink if current else p.ink_faint
    weight = "bold" if current else "regular"
    canvas.text(
        text, version_text(place, n), 18, weight, ink, struck=one.text is not None and (one.struck or not current)
    )
    source = t("{time} · entry {n}: {what}", time=exact(one.at), n=one.n, what=tr(one.by))
    canvas.text(by, source, 13, "regular", p.ink_muted, "right", lines=1 if tall else 2)
    canvas.touch(rect, Go("replay", one.n))


def version_text(place: SheetPlace, n: int) -> str:
    """What stood there; with its detail where only that is new or the row was changed."""
    one: Version = place.versions[n]
    if one.text is None:
        return t("taken away")
    details = {tr(version.detail) for version in place.versions if version.text is not None}
    if len(details) > 1 and one.detail is not None:
        return f"{tr(one.text)} · {tr(one.detail)}"
    return tr(one.text)


def export(canvas: Canvas, shown: Shown, folder: str, against_stick: str | None) -> None:
    """Which copies can be made, and where they go."""
    p = canvas.look.palette
    history = shown.chronicle.history
    head, here, body, stick = canvas.rows(canvas.area, (60, 30, 150, 150))
    heading(canvas, head, t("Take away"), tr(history.game.summary(history.state)))
    canvas.text(here, t("On this device, in the folder {folder}:", folder=folder), 16, "regular", p.muted)
    papers = export_formats_of(history.game.key).values()
    columns = 2 if canvas.look.portrait else len(papers)
    bands = canvas.rows(body, (1,) * -(-len(papers) // columns))
    for n, paper in enumerate(papers):
        name, use = exports.said(paper)
        box = canvas.cols(bands[n // columns], (1,) * columns)[n % columns]
        canvas.button(box, name, Put("export", paper.kind), sub=use, size=24)
    sub = t("every paper of this game") if against_stick is None else against_stick
    canvas.button(stick, t("USB stick"), Put("export", "stick"), sub=sub, why=against_stick, size=26, style="accent")
