"""A setting as a row: what it is called, and what it can be beside it, or below it on a tall screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from device import words
from device.kiosk.actions import Why
from device.kiosk.canvas import Canvas
from device.kiosk.widgets import Rect
from device.readings import Reading
from device.words import t, tr
from rules.game import SECOND


@dataclass(frozen=True, slots=True)
class Set:
    """The action of a button that sets ``key`` of the table ``part`` to ``value``."""

    part: str
    key: str
    value: object


@dataclass(frozen=True, slots=True)
class Option:
    """A button of a row: its words, what it does, whether it is what holds now, its share of the width."""

    label: str
    action: object
    chosen: bool = False
    width: float = 1


@dataclass(frozen=True, slots=True)
class Row:
    """A setting: its name, a small second line, and either options, or a value between steps down and up.

    ``said`` stands in the place of a control where there is nothing to set.
    """

    name: str
    options: tuple[Option, ...] = ()
    sub: str = ""
    value: str = ""
    down: tuple[Option, ...] = ()
    up: tuple[Option, ...] = ()
    said: str = ""


def choice(name: str, part: str, key: str, now: object, values: Sequence[tuple[object, str]], sub: str = "") -> Row:
    """A row of values, one of which holds."""
    options = tuple(Option(label, Set(part, key, value), value == now) for value, label in values)
    return Row(name, options, sub)


def stepped(
    name: str,
    part: str,
    key: str,
    now: int,
    text: str,
    steps: Sequence[int],
    least: int,
    most: int,
    sub: str = "",
    stored: Callable[[int], object] = int,
) -> Row:
    """A number with steps down and up, ``steps`` from the smallest; it stops at ``least`` and ``most``.

    ``stored`` makes of the number what the settings hold.
    """

    def to(step: int) -> Option:
        value = max(least, min(most, now + step))
        label = f"{step:+d}".replace("-", "−") if len(steps) > 1 else "+" if step > 0 else "−"
        reason = t("This is the most.") if step > 0 else t("This is the least.")
        return Option(label, Set(part, key, stored(value)) if value != now else Why(reason))

    down = tuple(to(-step) for step in reversed(steps))
    return Row(name, (), sub, text, down, tuple(to(step) for step in steps))


def reading_row(reading: Reading, now: object) -> Row:
    """The row of a game's reading."""
    name, sub = tr(reading.name), reading.rule
    if reading.choices:
        values = [(one.value, tr(one.name)) for one in reading.choices]
        return choice(name, reading.part, reading.key, now, values, sub)
    assert isinstance(now, int)
    text = words.clock(now * SECOND) if reading.seconds else str(now)
    steps = (10, 60) if reading.seconds else (1,)
    return stepped(name, reading.part, reading.key, now, text, steps, reading.least, reading.most, sub)


def draw_rows(canvas: Canvas, rect: Rect, rows: Sequence[Row], note: str = "", least: int = 6) -> None:
    """The rows one below the other, at least ``least`` places high, with a line under them."""
    p, u = canvas.look.palette, canvas.u
    canvas.panel(rect, p.panel)
    inner = Rect(rect.x + u(12), rect.y + u(8), rect.w - u(20), rect.h - u(16))
    if note:
        foot = Rect(inner.x, inner.y + inner.h - u(26), inner.w - u(8), u(26))
        canvas.text(foot, note, 15, "regular", p.muted, "center")
        inner = Rect(inner.x, inner.y, inner.w, inner.h - u(30))
    places = canvas.rows(inner, (1,) * max(least, len(rows)))
    for row, box in zip(rows, places, strict=False):
        draw_row(canvas, box, row)


def draw_row(canvas: Canvas, rect: Rect, row: Row) -> None:
    """One setting."""
    p, u = canvas.look.palette, canvas.u
    if canvas.look.portrait:
        label, control = canvas.rows(rect, (30, 60), u(2))
        control = Rect(control.x, control.y, control.w, min(control.h, u(60)))
    else:
        label, control = canvas.cols(rect, (38, 62))
    if row.sub and not canvas.look.portrait:
        top = label.h // 2 - u(20)
        canvas.text(Rect(label.x, label.y + top, label.w, u(24)), row.name, 18, "semibold", p.text)
        canvas.text(Rect(label.x, label.y + top + u(24), label.w, u(16)), row.sub, 13, "regular", p.muted)
    else:
        name, sub = canvas.cols(label, (4, 1)) if row.sub else (label, None)
        canvas.text(name, row.name, 18, "semibold", p.text, lines=1 if canvas.look.portrait else 2)
        if sub is not None:
            canvas.text(sub, row.sub, 13, "regular", p.muted, "right")
    if row.said:
        canvas.text(control, row.said, 17, "regular", p.muted, lines=2)
    elif row.value:
        _steps(canvas, control, row)
    else:
        gap = u(6)
        widths = [option.width for option in row.options]
        for option, box in zip(row.options, canvas.cols(control, widths, gap), strict=True):
            canvas.button(box, option.label, option.action, selected=option.chosen, size=17, lines=2)


def _steps(canvas: Canvas, rect: Rect, row: Row) -> None:
    p, u = canvas.look.palette, canvas.u
    wide = (1,) * len(row.down)
    *down, middle, up = canvas.cols(rect, (*wide, 2 if len(wide) > 1 else 1.4, len(row.up)), u(6))
    raised = canvas.cols(up, (1,) * len(row.up), u(6))
    for option, box in zip((*row.down, *row.up), (*down, *raised), strict=True):
        if isinstance(option.action, Why):
            canvas.button(box, option.label, None, why=option.action.reason, size=24)
        else:
            canvas.button(box, option.label, option.action, size=24)
    canvas.text(middle, row.value, 26, "bold", p.text, "center", digits=True)
