"""A setting as a row: what it is called, and what it can be beside it, or below it on a tall screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from device.common import i18n
from device.common.i18n import t, tr
from device.common.settings.rule_options import RuleOption
from device.graphics.actions import Effect, Why
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.kiosk.screen import Screen
from device.rule_texts import number_in
from rules.game import SECOND
from rules.money import kc
from rules.options import Unit

KORUNA = 100
"""Haléře."""


class Set(Effect, frozen=True):
    """Set ``key`` of the table ``part`` to ``value``; then show ``then``, or what shows now."""

    part: str
    key: str
    value: object
    then: Screen[Any] | None = None


class Write(Effect, frozen=True):
    """Open the keyboard for the text ``key`` of the table ``part``, which is called ``name`` and is ``now``."""

    part: str
    key: str
    name: str
    now: str


@dataclass(frozen=True, slots=True)
class RowButton:
    """A button of a row: its words, what it does, whether it is what holds now, its share of the width."""

    label: str
    action: object
    chosen: bool = False
    width: float = 1


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A setting: its name, a small second line, and either options, or a value between steps down and up.

    ``fact`` is a text in the place of a control where there is nothing to set. ``group``: it begins a group of
    settings that are about something else than those above.
    """

    name: str
    options: tuple[RowButton, ...] = ()
    sub: str = ""
    value: str = ""
    down: tuple[RowButton, ...] = ()
    up: tuple[RowButton, ...] = ()
    fact: str = ""
    group: bool = False


FEW = 6
"""Rows up to which there is a whole gap between them."""
HIGH = 48
"""The height of a control, in units, where a row has more."""


def choice_row(
    name: str, part: str, key: str, now: object, values: Sequence[tuple[object, str]], sub: str = ""
) -> SettingRow:
    """A row of values, one of which holds."""
    options = tuple(RowButton(label, Set(part, key, value), value == now) for value, label in values)
    return SettingRow(name, options, sub)


def text_row(name: str, part: str, key: str, now: str) -> SettingRow:
    """A text that is written on the keyboard of the screen."""
    return SettingRow(name, (RowButton(now or t("write it…"), Write(part, key, name, now)),))


def number_row(
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
    shown: Callable[[int], str] | None = None,
) -> SettingRow:
    """A number with steps down and up, ``steps`` from the smallest; it stops at ``least`` and ``most``.

    ``stored`` makes of the number what the settings hold, ``shown`` of a step what its button says where there are
    several.
    """

    def to(step: int) -> RowButton:
        value = max(least, min(most, now + step))
        label = shown(step) if shown is not None and len(steps) > 1 else "+" if step > 0 else "−"
        reason = t("This is the most.") if step > 0 else t("This is the least.")
        return RowButton(label, Set(part, key, stored(value)) if value != now else Why(reason))

    down = tuple(to(-step) for step in reversed(steps))
    return SettingRow(name, (), sub, text, down, tuple(to(step) for step in steps))


def percent(n: int) -> str:
    """A share as the language writes it."""
    return t("{n}%", n=n)


def percent_row(name: str, part: str, key: str, now: int, step: int, least: int = 0, **more: Any) -> SettingRow:
    """A row of a share in percent, which goes up and down by ``step``; ``more`` as for `number_row`."""
    return number_row(name, part, key, now, percent(now), (step,), least, 100, **more)


def milliseconds_row(name: str, key: str, now: int, step: int, least: int, most: int) -> SettingRow:
    """A row of a time in milliseconds, in the settings of the buttons."""
    return number_row(name, "buttons", key, now, t("{n} ms", n=now), (step,), least, most)


def _koruny(haler: int) -> str:
    """What is paid, as people say it: haléře under a koruna, koruny from there."""
    if abs(haler) < KORUNA:
        return t("{n} h", n=haler)
    if haler % KORUNA:
        return t("{amount} Kč", amount=kc(haler))
    return t("{amount} Kč", amount=haler // KORUNA)


def _signed(text: Callable[[int], str]) -> Callable[[int], str]:
    """A step: with its sign, as the number itself would stand."""
    return lambda step: ("+" if step > 0 else "−") + text(abs(step))


def _span(seconds: int) -> str:
    """A step of time."""
    return t("{n} min", n=seconds // 60) if seconds % 60 == 0 else t("{n} s", n=seconds)


UNITS: Mapping[Unit, Callable[[int], str]] = {
    Unit.COUNT: str,
    Unit.SECONDS: lambda seconds: i18n.clock(seconds * SECOND),
    Unit.HALER: _koruny,
}
"""How a number of each unit reads."""
STEPS: Mapping[Unit, Callable[[int], str]] = {
    Unit.COUNT: _signed(str),
    Unit.SECONDS: _signed(_span),
    Unit.HALER: _signed(_koruny),
}
"""How a step of each unit reads."""


def option_row(reading: RuleOption, now: object) -> SettingRow:
    """The row of a game's reading."""
    option = reading.option
    name, sub = tr(option.name), option.rule
    if reading.choices:
        values = [(value, tr(name)) for value, name in reading.choices]
        return choice_row(name, reading.part, reading.key, now, values, sub)
    assert isinstance(now, int)
    limits = option.steps, reading.least, reading.most
    text, step = UNITS[option.unit](now), STEPS[option.unit]
    return number_row(name, reading.part, reading.key, now, text, *limits, sub, shown=step)


def draw_rows(canvas: Canvas, rect: Rect, rows: Sequence[SettingRow], note: str = "", least: int = 6) -> None:
    """The rows one below the other, at least ``least`` places high, with a line under them."""
    p, u = canvas.look.palette, canvas.u
    canvas.panel(rect, p.panel)
    inner = Rect(rect.x + u(12), rect.y + u(8), rect.w - u(20), rect.h - u(16))
    if note:
        high = canvas.lu(26)
        foot = Rect(inner.x, inner.y + inner.h - high, inner.w - u(8), high)
        canvas.text(foot, note, 15, "regular", p.muted, "center")
        inner = Rect(inner.x, inner.y, inner.w, inner.h - high - u(4))
    places = canvas.rows(inner, (1,) * (count := max(least, len(rows))), u(4) if count > FEW else None)
    for row, box in zip(rows, places, strict=False):
        if row.group:
            canvas.line(Rect(inner.x, box.y - u(3), inner.w, u(1)), p.faint)
        draw_row(canvas, box, row)


def draw_row(canvas: Canvas, rect: Rect, row: SettingRow) -> None:
    """One setting; without a name its options take the whole width."""
    p, u = canvas.look.palette, canvas.u
    if not row.name:
        _options(canvas, rect, row)
        return
    if canvas.look.portrait:
        label, control = canvas.rows(rect, (30 * canvas.print_scale, 60), u(2))
        control = Rect(control.x, control.y, control.w, min(control.h, u(HIGH * canvas.print_scale)))
    else:
        label, control = canvas.cols(rect, (38, 62))
        high = min(control.h, u(HIGH * canvas.print_scale))
        control = Rect(control.x, control.y + (control.h - high) // 2, control.w, high)
    rule = number_in(f"({row.sub})")
    text = f"{row.sub} ›" if rule else row.sub
    if row.sub and not canvas.look.portrait:
        high, low = canvas.lu(24), canvas.lu(18)
        top = label.h // 2 - u(20)
        if canvas.look.large_print:
            low = min(canvas.lu(17), label.h * 2 // 5)
            high, top = label.h - low, 0
        canvas.text(Rect(label.x, label.y + top, label.w, high), row.name, 18, "semibold", p.text)
        canvas.text(Rect(label.x, label.y + top + high, label.w, low), text, 15, "regular", p.muted)
    else:
        name, sub = canvas.cols(label, (3, 2)) if row.sub else (label, None)
        canvas.text(name, row.name, 18, "semibold", p.text, lines=1 if canvas.look.portrait else 2)
        if sub is not None:
            canvas.text(sub, text, 15, "regular", p.muted, "right")
    if rule:
        canvas.link(label, rule)
    if row.fact:
        canvas.text(control, row.fact, 18, "regular", p.muted, lines=2)
    elif row.value:
        _steps(canvas, control, row)
    else:
        _options(canvas, control, row)


def _options(canvas: Canvas, rect: Rect, row: SettingRow) -> None:
    widths = [option.width for option in row.options]
    for option, box in zip(row.options, canvas.cols(rect, widths, canvas.u(6)), strict=True):
        canvas.button(box, option.label, option.action, selected=option.chosen, size=18, lines=2)


def _steps(canvas: Canvas, rect: Rect, row: SettingRow) -> None:
    p, u = canvas.look.palette, canvas.u
    wide = (1,) * len(row.down)
    *down, middle, up = canvas.cols(rect, (*wide, 2 if len(wide) > 1 else 1.4, len(row.up)), u(6))
    raised = canvas.cols(up, (1,) * len(row.up), u(6))
    for option, box in zip((*row.down, *row.up), (*down, *raised), strict=True):
        why = option.action.reason if isinstance(option.action, Why) else None
        canvas.button(box, option.label, option.action, why=why, size=24)
    canvas.text(middle, row.value, 26, "bold", p.text, "center", digits=True)
