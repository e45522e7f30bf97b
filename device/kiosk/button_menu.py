"""A menu on the OLEDs for the two clock buttons alone, open only while no clock runs.

Both buttons held open it: where a clock ran, that is the pause they always meant. It offers what the screen offers
(`device.graphics.choices`) and does it through the same actions. A short press of button A marks the entry before, one
of B the next; holding either chooses; both held close it, and after a pause the clocks go on. Nothing is chosen by a
short press, so that a press by mistake does nothing, and a button that goes down while a clock runs never reaches the
menu.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from device.common.i18n import language, t, tr
from device.graphics.actions import Key
from device.graphics.canvas import Canvas
from device.graphics.choices import LIKELY, Choices, ScreenChoice, choices_in
from device.graphics.look import Look
from device.graphics.widgets import Frame, Rect, Scene
from device.help_texts import DEVICE, section
from device.io.inputs import BothButtonsHold, ButtonGesture, ButtonHold, ButtonPress
from device.io.oled_content import OledContent
from device.kiosk.screen import Screen
from device.table.table import Table
from rules.game import Event, Gesture, Progress, Undo, Void
from rules.history import History

AHEAD = 4
"""Entries before and after the marked one that are told as well: players step quickly."""
PAUSE = "pause"
"""The word of the event by which a clock is stopped, in every game that has one."""
FRAME = 5
"""Width of the frame around what is marked on the screen, in units."""


class _MarkedEntry(msgspec.Struct, frozen=True):
    """The entry that is marked: on which screen, at which place of the list, and what it does."""

    key: Any
    place: int
    action: Any


def spoken_words(entry: ScreenChoice, n: int, count: int) -> str:
    """An entry as it is read aloud: whether it is the chosen one, and which it is of how many; a key is its letter."""
    if isinstance(entry.action, Key):
        return entry.words
    place = t("{n} of {all}", n=n, all=count) if count > 1 else ""
    return ", ".join(part for part in (entry.words, t("chosen") if entry.chosen else "", place) if part)


class ButtonMenu:
    """The menu's state. ``act`` does what an entry does; it may raise `rules.message.Refusal`.

    ``frame`` gives the frame that shows, without the menu's mark; ``more`` what can be done besides what stands on it.
    """

    def __init__(self, table: Table, frame: Callable[[], Frame], more: Callable[[], Sequence[ScreenChoice]]) -> None:
        self._table = table
        self._frame = frame
        self._more = more
        self.act: Callable[[Any], None] = lambda action: None
        self.on_marked: Callable[[str, tuple[str, ...]], None] = lambda words, beside: None
        """Called with the words of an entry when it becomes the marked one, and with those near it, nearest first."""
        self.on_screen: Callable[[str], None] = lambda title: None
        """Called with the title of a screen that comes up, before its first entry is marked."""
        self.on_typed: Callable[[], bool] = lambda: False
        """Called once a key was chosen; True where it has told what is typed so far."""
        self._told: Any = None
        self._open = False
        self._paused = self._closing = self._at_result = False
        self._down: int | None = None
        self._marked: _MarkedEntry | None = None
        self._read: tuple[Scene, str, bool, Choices] | None = None

    # -- gestures --------------------------------------------------------------------------------------------------

    @property
    def open(self) -> bool:
        """Whether it shows; never while a clock runs, nor over a result that has come since: held buttons sign that."""
        return self._open and not self._table.clock_runs and self._at_result >= self._shows_result()

    @property
    def listens(self) -> bool:
        """Whether it is to hear of the buttons' levels: it is open, or has yet to close because a clock runs again."""
        return self._open or self._down is not None

    def close(self) -> None:
        """The buttons mean again what they mean in the game."""
        self._open = self._paused = False
        self._down = self._marked = self._told = None

    def takes(self, gesture: ButtonGesture) -> bool:
        """What was done with the buttons; True where the menu took it. May raise `Refusal`."""
        if not self.open:
            return False
        if isinstance(gesture, ButtonPress):
            self._down = gesture.side if self._down is None else None
            return True
        if isinstance(gesture, ButtonHold):
            self._down = None
            self.choose()
            return True
        if isinstance(gesture, BothButtonsHold):
            self._closing = self._paused
            self.close()
            return not self._closing
        return False

    def levels(self, down: tuple[bool, bool]) -> bool:
        """Which buttons are down now: a short press ends when its button goes up. True where that moved the mark.

        Where a clock runs again, the menu closes for good.
        """
        if not self.open:
            self.close()
        side = self._down
        if side is None or any(down):
            return False
        self._down = None
        self.step(1 if side else -1)
        return True

    def on_both_held(self, before: History | None) -> None:
        """Both buttons were held, and the game has had that; its history was ``before``.

        The menu opens where no clock runs now and the gesture meant nothing else: a pause, or what its own presses had
        begun taken back.
        """
        closing, self._closing = self._closing, False
        if closing:
            return
        after = self._table.history
        added = (
            [] if before is None or after is None else [entry.event for entry in after.entries[len(before.entries) :]]
        )
        pauses = [event for event in added if event.__struct_config__.tag == PAUSE]
        if self._table.clock_runs or any(event not in pauses and not isinstance(event, Undo | Void) for event in added):
            return
        self._open, self._marked, self._paused = True, None, bool(pauses)
        self._at_result = self._shows_result()
        self._read_out()

    # -- entries ---------------------------------------------------------------------------------------------------

    def choices(self, frame: Frame | None = None) -> tuple[Choices, Frame]:
        """What can be chosen now, and the frame that it is read off: ``frame`` where that is at hand."""
        frame = self._frame() if frame is None else frame
        offered = self._choices_in(frame.scene)
        there = [item.action for item in offered.items]
        also = tuple(choice for choice in self._more() if choice.action not in there)
        likely = sum(rank <= LIKELY for rank in offered.ranks)
        return offered._replace(items=(*offered.items[:likely], *also, *offered.items[likely:])), frame

    def _choices_in(self, scene: Scene) -> Choices:
        """What a picture offers: read once, because screen, displays and a press in turn ask the same."""
        about = scene, language(), self._table.history is None
        if self._read is None or self._read[:3] != about:
            self._read = (*about, choices_in(scene, self._describe, self._title_of))
        return self._read[3]

    def _describe(self, event: Event) -> str:
        return "" if self._table.history is None else tr(self._table.game.describe(event))

    def _title_of(self, screen: Screen[Any]) -> str:
        chapter = DEVICE if self._table.history is None else self._table.game.key
        about = section(chapter, screen.key)
        return "" if about is None else about.title

    def selection(self, shown: Frame | None = None) -> tuple[Choices, int]:
        """What can be chosen, and which of that is marked: the first on a screen that is new.

        ``shown`` is the picture without the mark, where it is at hand.
        """
        offered, frame = self.choices(shown)
        was = self._marked
        if was is None or was.key != frame.key:
            return offered, 0
        same = (n for n, item in enumerate(offered.items) if item.action == was.action)
        return offered, next(same, min(was.place, len(offered.items) - 1))

    def follow(self, shown: Frame) -> None:
        """``shown`` is the picture now: what is marked on it stays so while it is drawn anew."""
        offered, place = self.selection(shown)
        if offered.items:
            self._marked = _MarkedEntry(shown.key, place, offered.items[place].action)

    def step(self, by: int) -> None:
        """Mark another entry; after the last comes the first."""
        frame = self._frame()
        offered, place = self.selection(frame)
        if offered.items:
            place = (place + by) % len(offered.items)
            self._marked = _MarkedEntry(frame.key, place, offered.items[place].action)
            self._read_out()

    def choose(self) -> None:
        """Do what the marked entry does. Raises `Refusal`; then the menu stays as it is.

        Where a clock button now has a meaning that it had not before, as when a game has begun or a result shows, the
        menu closes.
        """
        offered, place = self.selection()
        if not offered.items:
            return
        before, action = self._means(), offered.items[place].action
        self.act(action)
        if not self.open or (self._means() and not before):
            self.close()
        typed = isinstance(action, Key) and self._frame().key == self._told and self.on_typed()
        if self._open and not typed:
            self._read_out()

    def _means(self) -> bool:
        """Whether a press of a clock button means something now."""
        table = self._table
        if table.history is None:
            return False
        return any(table.game.button(table.state, side, Gesture.PRESS, ()) for side in (0, 1))

    def _shows_result(self) -> bool:
        """Whether the result shows and nothing of it is missing: held buttons sign it."""
        table = self._table
        if table.history is None or table.game.progress(table.state) is not Progress.RESULT:
            return False
        return table.game.may(table.state, table.game_time())["sign"] is None

    # -- views -----------------------------------------------------------------------------------------------------

    def _read_out(self) -> None:
        frame = self._frame()
        offered, place = self.selection(frame)
        if frame.key != self._told:
            self._told = frame.key
            self.on_screen(offered.heading)
        words = [spoken_words(item, n, len(offered.items)) for n, item in enumerate(offered.items, start=1)] or [""]
        steps = (by for n in range(1, AHEAD + 1) for by in (n, -n))
        self.on_marked(words[place], tuple(words[(place + by) % len(words)] for by in steps))

    def contents(
        self, under: tuple[OledContent, OledContent], holds: tuple[float, float], shown: Frame | None = None
    ) -> tuple[OledContent, OledContent]:
        """What the OLEDs show in place of ``under``: the entry, and beside each button what that does.

        ``holds`` is how far each button is held, from 0 to 1; ``shown`` as in `selection`.
        """
        offered, place = self.selection(shown)
        entry = offered.items[place] if offered.items else None
        content = OledContent(
            "",
            "",
            f"{place + 1}/{len(offered.items)}" if entry else "",
            left=max(holds) or None,
            mark=t("hold: choose"),
            choice=t("Nothing can be done now.") if entry is None else entry.words,
        )
        first, second = (offered.heading or oled_content.title for oled_content in under)
        return replace(content, title=first, leads=-1), replace(content, title=second, leads=1)

    def mark(self, look: Look, shown: Frame | None = None) -> Scene:
        """A frame around what is marked on the screen; where that is not on it, its words across the middle.

        ``shown`` as in `selection`.
        """
        offered, place = self.selection(shown)
        if not offered.items:
            return ()
        canvas, entry = Canvas(look), offered.items[place]
        drawn, width, colour = len(canvas.scene()), canvas.u(FRAME), look.palette.warn
        x, y, w, h = entry.rect
        if not w:
            x, y, w, h = canvas.area.x, canvas.area.y + canvas.area.h * 2 // 5, canvas.area.w, canvas.area.h // 5
            canvas.panel(Rect(x, y, w, h), look.palette.panel, 0)
            words = Rect(x + 2 * width, y + width, w - 4 * width, h - 2 * width)
            canvas.text(words, entry.words, 30, "bold", look.palette.text, "center", lines=2)
        for line in (
            Rect(x, y, w, width),
            Rect(x, y + h - width, w, width),
            Rect(x, y, width, h),
            Rect(x + w - width, y, width, h),
        ):
            canvas.line(line, colour)
        return canvas.scene()[drawn:]
