"""The menu of a game in three columns by whom it concerns: this game, the referee, this device.

Every entry has its place in every state, and says there what it does now, or why it cannot be.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from device.common import i18n
from device.common.i18n import t
from device.event.actions import EVENT
from device.graphics import actions
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Against, Entry, reason, shorten
from device.graphics.palette import style_of
from device.graphics.widgets import Colour, Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import Screen

S = TypeVar("S")

LINES = 6
"""Entries below each other where the screen is wider than high."""
SHORT, LONGER = 24, 28
"""Letters of what an entry does now for which a line is enough, and for which one has to be where entries are low."""
FIRST, LAST = ("pause", "go_on", "larger"), ("people",)
"""Icons of entries that stand in the same place in all games: after undo and redo, and before the history."""
HEAD = 44
"""Height of the line of headings, in units."""


@dataclass(frozen=True, slots=True)
class MenuItem:
    """An entry: its icon (`device.graphics.glyphs`), one word, what it does now, the action, what stands against it."""

    icon: str
    label: str
    now: str
    action: object
    against: Against = None
    referee: bool = False

    @property
    def entry(self) -> Entry:
        """The same as a button of a referee's menu."""
        return self.label, self.now, self.action, self.against


class Menu(Screen[S]):
    """The menu; a game says what it offers in `own`."""

    key = "menu"

    @abstractmethod
    def own(self, view: Moment[S]) -> list[MenuItem]:
        """The game's own entries."""

    def draw(self, canvas: Canvas, view: Moment[S]) -> Rect:
        """The game's own entries between undo and history; the referee's; the device's."""
        look, p, own = canvas.look, canvas.look.palette, self.own(view)
        undo, redo = shorten(i18n.tr(view.undo)), shorten(i18n.tr(view.redo))
        first = [item for item in own if item.icon in FIRST]
        last = [item for item in own if item.icon in LAST]
        game = [
            MenuItem("step_back", t("Undo"), undo or t("nothing to undo"), actions.UNDO),
            MenuItem("redo", t("Redo"), redo or t("nothing to redo"), actions.REDO),
            *first,
            *(item for item in own if not item.referee and item not in (*first, *last)),
            *last,
            MenuItem("history", t("History"), t("every entry · copies"), actions.HISTORY),
        ]
        referee = [item for item in own if item.referee]
        if look.strip is not None:
            referee.append(MenuItem("bell", t("The event"), t("call the referee · round"), EVENT))
        sound = ("silent", t("Sound"), t("off")) if look.silent else ("sound", t("Sound"), t("on"))
        device = [
            MenuItem("keys", t("Screen buttons"), t("on") if look.press_areas else t("off"), actions.AREAS),
            MenuItem(*sound, actions.SOUND),
            MenuItem("globe", t("Language"), i18n.entry().name, actions.LANGUAGE),
            MenuItem("turn", t("Turn the picture"), t("to the other side"), actions.TURN),
            MenuItem("sliders", t("Settings"), t("screen · displays · rules"), actions.SETTINGS),
            MenuItem("leave", t("Leave"), t("the game is kept"), actions.HOME),
        ]
        groups = [
            (t("This game"), p.text, game, 2),
            (t("Referee"), p.warn, referee, 1),
            (t("This device"), p.muted, device, 1),
        ]
        (_stacked if look.portrait else _columns)(canvas, groups)
        area, head = canvas.area, canvas.u(HEAD)
        return Rect(area.x, area.y + head, area.w, area.h - head)


def big_clock_item(*, in_play: bool, note: str = "") -> MenuItem:
    """The time over the whole screen, or ``note`` else; where no clock is in play there is none to show."""
    against = t("There is nothing to count now.") if note else t("No clock is in play now.")
    label = t("Large view") if note else t("Big clock")
    return MenuItem("larger", label, note or t("for the whole hall"), actions.BIG_CLOCK, None if in_play else against)


def big_clock_in(phase: object) -> Callable[[Moment[Any]], MenuItem]:
    """The entry of the big clock in a game whose clocks are in play in ``phase``."""
    return lambda view: big_clock_item(in_play=view.state.phase is phase)


Group = tuple[str, Colour, list[MenuItem], int]
"""A heading, its colour, its entries, and in how many columns they stand."""


def _columns(canvas: Canvas, groups: Sequence[Group]) -> None:
    """The groups beside each other."""
    u, area = canvas.u, canvas.area
    columns = canvas.cols(area, (1,) * sum(wide for *_, wide in groups))
    back = canvas.rows(columns[0], (u(HEAD), area.h - u(HEAD)))[0]
    at, lines = 0, max(LINES, *(-(-len(items) // wide) for *_, items, wide in groups))
    for title, colour, items, wide in groups:
        mine = columns[at : at + wide]
        at += wide
        place = Rect(mine[0].x, area.y, mine[-1].x + mine[-1].w - mine[0].x, area.h)
        head, body = canvas.rows(place, (HEAD, area.h / canvas.look.scale - HEAD), u(6))
        left, right = u(66) if mine[0].x == back.x else u(6), u(58) if mine[-1] == columns[-1] else 0
        _heading(canvas, head, title, colour, left, right)
        bands = canvas.rows(body, (1,) * lines, u(6))
        for n, item in enumerate(items):
            _entry(canvas, canvas.cols(bands[n // wide], (1,) * wide)[n % wide], item, colour)
    _back(canvas, back)


def _stacked(canvas: Canvas, groups: Sequence[Group]) -> None:
    """The groups one above the other, each in two columns."""
    u, area = canvas.u, canvas.area
    lines = [max(1, -(-len(items) // 2)) for _, _, items, _ in groups]
    heads = [u(HEAD), *(canvas.lu(24),) * (len(groups) - 1)]
    high = (area.h - sum(heads) - u(6) * (sum(lines) + len(groups) - 1)) // sum(lines)
    y = area.y
    for (title, colour, items, _), head in zip(groups, heads, strict=True):
        line = Rect(area.x, y, area.w, head)
        _heading(canvas, line, title, colour, left=u(66) if y == area.y else u(6), right=u(58) if y == area.y else 0)
        y += head + u(6)
        for n, item in enumerate(items):
            band = Rect(area.x, y + n // 2 * (high + u(6)), area.w, high)
            _entry(canvas, canvas.cols(band, (1, 1))[n % 2], item, colour)
        y += max(1, -(-len(items) // 2)) * (high + u(6))
    _back(canvas, Rect(area.x, area.y, area.w, heads[0]))


def _back(canvas: Canvas, line: Rect) -> None:
    canvas.button(Rect(line.x, line.y, canvas.u(52), line.h), "", actions.BACK, icon="back")
    end = canvas.area.x + canvas.area.w
    canvas.help(Rect(end - canvas.u(52), line.y, canvas.u(52), line.h))


def _heading(canvas: Canvas, rect: Rect, title: str, colour: Colour, left: int, right: int) -> None:
    """Whom the entries below concern; the colour only says it again."""
    u = canvas.u
    canvas.line(Rect(rect.x + left - u(6), rect.y + rect.h - u(3), rect.w - left + u(6) - right, u(3)), colour)
    words = Rect(rect.x + left, rect.y, rect.w - left - right, rect.h - u(3))
    canvas.text(words, title, 18, "bold", canvas.look.palette.text)


def _entry(canvas: Canvas, rect: Rect, item: MenuItem, colour: Colour) -> None:
    """Icon, word, and below it what the entry does now."""
    u, p = canvas.u, canvas.look.palette
    why = reason(item.against)
    why = canvas.look.refuses(item.action) if why is None else why
    style = style_of("normal" if why is None else "disabled", p)
    canvas.panel(rect, style.fill, 10)
    side = u(24)
    icon = Rect(rect.x + u(10), rect.y + (rect.h - side) // 2, side, side)
    canvas.shape(icon, item.icon, colour if why is None else style.ink)
    words = Rect(rect.x + u(44), rect.y + u(3), rect.w - u(50), rect.h - u(6))
    weights = (22, 28)
    if canvas.look.large_print:
        words = Rect(rect.x + u(40), rect.y + u(1), rect.w - u(44), rect.h - u(2))
        weights = (23, 17 if rect.h < u(58) else 36)
    label, below = canvas.rows(words, weights, 0)
    canvas.text(label, item.label, 18, "semibold", style.ink)
    low = rect.h < u(56)
    lines = 2 if len(item.now) > (LONGER if low else SHORT) else 1
    canvas.text(below, item.now, 14 if low and lines > 1 else 15, "regular", style.sub, lines=lines)
    canvas.touch(rect, item.action if why is None else actions.Why(why))
