"""A moment of the past on the screen: pale, framed, under a band that says so, with nothing that acts on a game.

Nobody may take it for the game that runs: its colours are gone, and none of its buttons is there. What an entry
changed says `change_text`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from device.common.i18n import exact, number, t, tr
from device.graphics.actions import BACK, Show
from device.graphics.canvas import Canvas
from device.graphics.look import Look
from device.graphics.palette import Palette
from device.graphics.widgets import Colour, Rect, Scene, Touch, with_saved
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, Screen, call
from device.kiosk.table_spec import DrawPast, SecondPicture
from device.screens.history.state import PastGame
from rules.message import msgs
from rules.timeline import Change, TimelineEntry

LEAP = 10
"""Entries that the far steps go."""


def grey(colour: Colour) -> Colour:
    """A colour as light as it was, without its hue (ITU-R BT.601)."""
    level = round(0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2])
    return (level, level, level)


@lru_cache(maxsize=8)
def pale(palette: Palette) -> Palette:
    """The colours of the past: the same without hue."""
    values: dict[str, Any] = {}
    for name in palette.__struct_fields__:
        value = getattr(palette, name)
        values[name] = tuple(map(grey, value)) if isinstance(value[0], tuple) else grey(value)
    return Palette(**values)


class ReplayScreen(Screen[PastGame]):
    """The game after its entry ``n`` (0: before the first); ``parent`` is the list in which it was chosen.

    ``second``: by the game's other picture, where it has one and this record has what that shows.
    """

    n: int = 0
    parent: Screen[PastGame] | None = None
    second: bool = False

    def draw(self, canvas: Canvas, view: Moment[PastGame]) -> Rect:
        """The band that says what this is, the picture, and the steps; a sentence may lie over the picture."""
        u, state, n = canvas.u, view.state, self.n
        timeline = state.timeline
        head, body, foot = canvas.rows(canvas.area, (78 if not canvas.look.large_print else 94, 314, 56), u(6))
        if canvas.look.portrait:
            head, body, foot = canvas.rows(canvas.area, (92 if not canvas.look.large_print else 130, 590, 116), u(6))
        moment = timeline.moment(n) if n else None
        band(canvas, head, moment, len(timeline))
        canvas.panel(body, canvas.look.palette.primary)
        edge = u(3)
        inside = Rect(body.x + edge, body.y + edge, body.w - 2 * edge, body.h - 2 * edge)
        palette = pale(canvas.look.palette)
        look = replace(canvas.look, palette=palette, press_areas=False, toast="", trouble="")
        canvas.panel(inside, look.palette.back)
        margin = u(5)
        place = Rect(inside.x + margin, inside.y + margin, inside.w - 2 * margin, inside.h - 2 * margin)
        other = second_picture(state, n)
        if state.screens is not None:
            draw = other.draw if other is not None and self.second else state.screens.past
            canvas.paste(draw_passive(look, draw, place, timeline.states[n], moment))
        self.steps(canvas, foot, len(timeline), other)
        return body

    def steps(self, canvas: Canvas, rect: Rect, count: int, other: SecondPicture | None) -> None:
        """To the start, back, forward, to the end; the far steps beside the near ones; the other picture."""
        n = self.n
        start = t("This is the start of the game.") if n == 0 else None
        end = t("This is the newest entry.") if n == count else None
        buttons = (
            (t("To the start"), 0, start, 17),
            (number(-LEAP), max(0, n - LEAP), start, 19),
            (t("Step back"), n - 1, start, 19),
            (t("Step forward"), n + 1, end, 19),
            (number(LEAP, plus=True), min(count, n + LEAP), end, 19),
            (t("To the end"), count, end, 17),
        )
        weights = (1.1, 0.7, 1.2, 1.2, 0.7, 1.1)
        boxes = canvas.cols(rect, weights if other is None else (*weights, 1.1))
        if canvas.look.portrait:
            upper, lower = canvas.rows(rect, (1, 1))
            near = canvas.cols(upper, (1, 1) if other is None else (1, 1, 1))
            far = canvas.cols(lower, (1, 1, 1, 1))
            boxes = [far[0], far[1], near[0], near[1], far[2], far[3], *near[2:]]
        if other is not None:
            label = tr(other.usual if self.second else other.name)
            canvas.button(boxes[-1], label, Show(replace(self, second=not self.second)), size=17)
            boxes = boxes[:-1]
        for (label, to, why, size), box in zip(buttons, boxes, strict=True):
            canvas.button(box, label, call(self.on_step, to), why=why, size=size, style="normal")

    def on_step(self, state: PastGame, n: int) -> ReplayScreen:
        """Another entry."""
        return replace(self, n=max(0, min(len(state.timeline), n)))

    def on_back(self, state: PastGame) -> Next[PastGame]:
        """To the list in which it was chosen, else to the overview."""
        return self.parent


def draw_passive(look: Look, draw: DrawPast, place: Rect, state: Any, moment: TimelineEntry | None) -> Scene:
    """What a game draws of the state, without what answers a touch; all of the past is on disk."""
    canvas = Canvas(look)
    draw(canvas, place, state, moment.at if moment else 0)
    return tuple(widget for widget in with_saved(canvas.scene(), True) if not isinstance(widget, Touch))


def second_picture(state: PastGame, n: int) -> SecondPicture | None:
    """The other picture, where the game has one and the record what it shows: at its end, or after entry ``n``."""
    picture = None if state.screens is None else state.screens.past_second
    states = state.timeline.states
    if picture is None or not (picture.known(states[-1]) or picture.known(states[n])):
        return None
    return picture


def band(canvas: Canvas, rect: Rect, moment: TimelineEntry | None, count: int) -> None:
    """That this is the past, which moment of it, and what happened then."""
    u, p = canvas.u, canvas.look.palette
    canvas.panel(rect, p.primary)
    canvas.helps = False  # it stands at the other end
    canvas.button(Rect(rect.x + u(6), rect.y + u(6), u(56), rect.h - u(12)), "", BACK, icon="back")
    past = Rect(rect.x + u(70), rect.y, u(72 if canvas.look.portrait else 118), rect.h)
    canvas.panel(Rect(past.x, past.y + u(14), past.w, past.h - u(28)), p.danger, radius=8)
    canvas.text(past, t("PAST"), 23, "bold", p.signal_ink, "center")
    x = past.x + past.w + u(8)
    end = rect.x + rect.w - u(52)
    canvas.help(Rect(end, rect.y + u(6), u(46), rect.h - u(12)))
    right = Rect(x, rect.y + u(4), end - x - u(6), rect.h - u(8))
    where, entry_place, changed = canvas.rows(right, (18, 26, 20), 0)
    if canvas.look.large_print and canvas.look.portrait:  # what it changed in two lines
        where, entry_place, changed = canvas.rows(right, (18, 26, 38), 0)
    tall = canvas.look.portrait
    if moment is None:
        start = msgs("The start, before the first entry of {n}", "The start, before the first of {n} entries", count)
        canvas.text(right if tall else entry_place, tr(start), 20, "bold", p.primary_ink, lines=2 if tall else 1)
        return
    entry = t("entry {n} of {count} · game time {time}", n=moment.n, count=count, time=exact(moment.at))
    canvas.text(where, entry, 14, "semibold", p.primary_ink)
    canvas.text(entry_place, tr(moment.what), 20, "bold", p.primary_ink, struck=moment.gone is not None)
    line = changes_line(moment.changes, 80 if tall else 96)
    if moment.gone is not None:
        gone = t("taken back by entry {n}", n=moment.gone)
        line = f"{gone} · {line}" if line else gone
    canvas.text(changed, line, 14, "regular", p.primary_ink, lines=2 if tall else 1)


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
        details = [tr(entry.detail) for entry in (change.before, change.after) if entry is not None]
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
