"""Scenes as text, a widget a line: what it is, where it lies, what it says, its colour by role, what a touch means.

Colours are named by their role in the palette and not by their value: a scene is drawn with `MARKED`, in which every
role has a colour of its own, so that two roles that look alike today are told apart.
"""

from __future__ import annotations

import dataclasses
import enum
import hashlib
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

import msgspec

from device.graphics import typefaces
from device.graphics.actions import Ask, Call, Why
from device.graphics.palette import DARK, Palette
from device.graphics.widgets import Blocks, Colour, Figures, Panel, Pattern, QrCode, Scene, Shape, Text, Widget
from device.io.oled_content import OledContent
from device.screens.history.past import pale

COLOURS = ("colour", "fill", "border", "other", "edge")
"""Fields of widgets that hold a colour."""


def _marked() -> Palette:
    """Each role with a colour of its own, its grey (`pale`) included."""
    values: dict[str, Any] = {}
    number = 0
    for field in msgspec.structs.fields(Palette):
        like = getattr(DARK, field.name)
        several = isinstance(like[0], tuple)
        marks = [(4 * n, 4 * n, 4 * n + 1) for n in range(number + 1, number + 1 + (len(like) if several else 1))]
        values[field.name] = tuple(marks) if several else marks[0]
        number += len(marks)
    return Palette(**values)


MARKED = _marked()


def colours_of(palette: Palette) -> dict[str, Colour]:
    """Every colour of a palette by its role."""
    colours: dict[str, Colour] = {}
    for field in msgspec.structs.fields(Palette):
        value = getattr(palette, field.name)
        if isinstance(value[0], tuple):
            colours |= {f"{field.name}.{n}": colour for n, colour in enumerate(value)}
        else:
            colours[field.name] = value
    return colours


def _roles() -> Mapping[Colour, str]:
    plain = {colour: role for role, colour in colours_of(MARKED).items()}
    grey = {colour: f"grey.{role}" for role, colour in colours_of(pale(MARKED)).items()}
    return {**plain, **grey}


ROLES = _roles()
"""The role of each colour of `MARKED` and of its grey form."""


@lru_cache(maxsize=8)
def _values(palette: Palette) -> dict[str, Colour]:
    return {**colours_of(palette), **{f"grey.{role}": colour for role, colour in colours_of(pale(palette)).items()}}


@cache
def _coloured_fields(kind: type[Widget]) -> tuple[str, ...]:
    return tuple(field.name for field in msgspec.structs.fields(kind) if field.name in COLOURS)


def coloured(scene: Scene, palette: Palette) -> Scene:
    """A scene drawn with `MARKED` as it is in ``palette``; colours that are in no palette stay as they are."""
    values = {mark: _values(palette)[role] for mark, role in ROLES.items()}

    def one(widget: Widget) -> Widget:
        marks = {name: getattr(widget, name) for name in _coloured_fields(type(widget))}
        new = {name: values[mark] for name, mark in marks.items() if mark in values}
        return msgspec.structs.replace(widget, **new) if new else widget

    return tuple(map(one, scene))


def _role(colour: Colour) -> str:
    return ROLES.get(colour) or f"#{colour[0]:02x}{colour[1]:02x}{colour[2]:02x}"


def described(value: Any) -> str:
    """A value as Python would write it, without the fields that are at their default."""
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, type):
        return value.__name__
    if isinstance(value, Ask | Call):
        return f"{value.method}({', '.join(map(described, value.args))})"
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        inner = ", ".join(map(described, value))
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, msgspec.Struct):
        fields = [(field.name, field.default) for field in msgspec.structs.fields(value)]
    elif dataclasses.is_dataclass(value):
        fields = [(field.name, field.default) for field in dataclasses.fields(value)]
    else:
        return re.sub(r" at 0x[0-9a-f]+", "", repr(value))  # a function's place in memory
    parts = [(name, getattr(value, name)) for name, default in fields if getattr(value, name) != default]
    return f"{type(value).__name__}({', '.join(f'{name}={described(part)}' for name, part in parts)})"


def line(widget: Widget) -> str:
    """One widget."""
    x, y, w, h = widget.rect
    head = f"{type(widget).__name__.lower():6} {f'{x},{y}':8} {f'{w}x{h}':8}"
    if isinstance(widget, Panel):
        border = "" if widget.border is None else f" border={_role(widget.border)}"
        return f"{head} {_role(widget.fill)} r{widget.radius}{border}"
    if isinstance(widget, Text):
        more = f" lines={widget.lines}" if widget.lines != 1 else ""
        more += " digits" if widget.digits else ""
        more += " struck" if widget.struck else ""
        more += " upturned" if widget.upturned else ""
        style = f"{widget.weight} {widget.size}/{widget.least} {widget.align} {_role(widget.colour)}"
        return f"{head} {style}{more} {widget.text!r}"
    if isinstance(widget, Figures):
        upturned = " upturned" if widget.upturned else ""
        return f"{head} {_role(widget.colour)}{upturned} {widget.text!r} {widget.tail!r}"
    if isinstance(widget, Shape):
        upturned = " upturned" if widget.upturned else ""
        return f"{head} {_role(widget.colour)}{upturned} {widget.name}"
    if isinstance(widget, Blocks):
        colours = "/".join(map(_role, (widget.fill, widget.other, widget.edge)))
        squares = " ".join(f"{column},{row}" for column, row in widget.squares)
        return f"{head} {colours} side={widget.side} line={widget.line} at {squares}"
    if isinstance(widget, Pattern):
        turned = " turned" if widget.turned else ""
        return f"{head} {_role(widget.fill)}/{_role(widget.other)} {widget.name} step={widget.step}{turned}"
    if isinstance(widget, QrCode):
        content = hashlib.sha256("".join(widget.rows).encode()).hexdigest()[:12]
        return f"{head} {_role(widget.colour)} {len(widget.rows)} modules side={widget.side} {content}"
    if isinstance(widget.action, Why):
        return f"{head} greyed {widget.action.reason!r}"
    return f"{head} {described(widget.action)}"


def lines(scene: Scene) -> list[str]:
    """A scene drawn with `MARKED`."""
    return [line(widget) for widget in scene]


def oled_line(content: OledContent) -> str:
    """What an OLED shows."""
    return described(content)


def misfits(scene: Scene) -> list[str]:
    """Texts that do not fit their place and would be cut, or that lie outside every sensible place."""
    return [
        widget.text for widget in scene if isinstance(widget, Text) and widget.text and not typefaces.fit(widget).fits
    ]
