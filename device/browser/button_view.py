"""What the page of a telephone's button shows: its own time and the other's, as values and as what is sent to it."""

from __future__ import annotations

from typing import Any

import msgspec

from device.common import i18n
from device.common.languages import DEFAULT
from device.io.oled_content import OledContent
from device.kiosk.composer import FrameComposer
from device.kiosk.moment import Moment
from device.kiosk.time_bar import SideTime, state_of


class SideFace(msgspec.Struct, frozen=True):
    """A side as a telephone shows it: its name, its time in large figures, what is said of it.

    ``turn``: it is on turn; ``runs``: its clock runs; ``alarm`` as in `SideTime`; ``share`` of the time left is from 0
    to 1, None where there is no bar; ``total`` and ``crosses`` are its own.
    """

    name: str
    time: str
    words: str = ""
    turn: bool = False
    runs: bool = False
    alarm: int = 0
    share: float | None = None
    total: str = ""
    crosses: int = 0


class ButtonsView(msgspec.Struct, frozen=True):
    """What both telephones show. ``hints`` say what each button does; ``is_allowed``: telephones may be buttons.

    ``news`` is what has changed without a touch.
    """

    faces: tuple[SideFace, SideFace]
    hints: tuple[str, str] = ("", "")
    language: str = DEFAULT
    is_allowed: bool = True
    news: str = ""


def view_of(composer: FrameComposer, moment: Moment[Any], *, is_allowed: bool = True) -> ButtonsView:
    """What telephones show of what the table shows."""
    contents = composer.oled_contents(moment)
    times = {side.pair: side for side in moment.sides}
    faces = tuple(_face(contents[side], times.get(side)) for side in (0, 1))
    aside = composer.aside
    hints = tuple(content.mark if aside or times.get(side) is None else "" for side, content in enumerate(contents))
    return ButtonsView((faces[0], faces[1]), (hints[0], hints[1]), i18n.language(), is_allowed, composer.news)


def _face(content: OledContent, side: SideTime | None) -> SideFace:
    if content.choice or content.rows or side is None:  # no clock of this side: what its display says
        words = content.choice or " · ".join(" ".join(row) for row in content.rows) or content.mark
        runs = side is not None and side.running
        return SideFace(content.title, content.big, words, content.mine, runs, 0, content.left, content.total)
    time = side.time or i18n.clock(side.left)
    words = side.words or state_of(side)
    share = content.left if side.on_turn else None
    return SideFace(
        side.name, time, words, side.on_turn, side.running, side.level, share, content.total, content.crosses
    )


def to_page(view: ButtonsView, side: int) -> dict[str, Any]:
    """What the page of button ``side`` gets of it."""
    mine, theirs = view.faces[side], view.faces[1 - side]
    return {"me": msgspec.to_builtins(mine), "they": msgspec.to_builtins(theirs), "hint": view.hints[side]}
