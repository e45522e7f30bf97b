"""Composes what shows: the shown controller's screen, and over it what the event has to say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from device.graphics.choices import Choice
from device.graphics.look import Look
from device.graphics.refusals import RefusalCache
from device.graphics.widgets import Frame
from device.io.oled_content import OledContent
from device.io.signals import Signals
from device.kiosk.button_menu import ButtonMenu
from device.kiosk.event_link import EventLink
from device.kiosk.notices import Notices
from device.kiosk.screen_output import ScreenOutput
from device.kiosk.shown import ShownController
from device.table.table import Table


class FrameComposer:
    """Views of the state as it is now: a frame for the screen, the content of both OLEDs, the signals.

    ``menu`` is the menu for the clock buttons, which shows on the OLEDs while it is open. ``now`` is the device's
    monotonic clock in ns.
    """

    def __init__(
        self,
        screen: ScreenOutput,
        shown: ShownController,
        table: Table,
        event: EventLink,
        notices: Notices,
        now: Callable[[], int],
    ) -> None:
        self._screen = screen
        self._shown = shown
        self._table = table
        self._event = event
        self._notices = notices
        self._now = now
        self._refusals = RefusalCache(table)
        self.holding: Callable[[int], tuple[float, float]] = lambda now: (0.0, 0.0)
        """How far each clock button is held at device time ``now``, from 0 to 1; set by whoever knows the buttons."""
        self.menu = ButtonMenu(table, self)

    def look(self, now: int) -> Look:
        """How screens look at device time ``now``, with the sentences that are due."""
        return replace(
            self._screen.look,
            saved=self._table.safe,
            toast=(toast := self._notices.sentence(now)),
            touched=self._notices.touched if toast else None,
            trouble=self._notices.standing(self._screen.look.silent),
            clocks=self._table.clocks.bases,
            strip=self._event.strip(),
            refuses=self._refusals.refuses,
            holds=self.holding(now),
        )

    def frame(self, look: Look, at: int) -> Frame:
        """The picture at game time ``at`` (ns), with the mark of the menu where that is open."""
        return self.with_mark(self.plain(look, at), look)

    def with_mark(self, plain: Frame, look: Look) -> Frame:
        """A picture that `plain` composed in ``look``, with the mark of the menu where that is open."""
        if not self.menu.open:
            return plain
        own = self._screen.look
        as_shown = look.size == own.size and look.large_print == own.large_print
        return Frame(plain.key, plain.scene + self.menu.mark(look, plain if as_shown else None))

    def plain(self, look: Look, at: int) -> Frame:
        """The picture at game time ``at`` (ns), without that mark."""
        frame = self._shown.controller.frame(look, at)
        card = self._event.card(look, self._table)
        return Frame((frame.key, True), frame.scene + card) if card else frame

    def current(self, now: int) -> Frame:
        """What is to be shown at device time ``now``."""
        return self.frame(self.look(now), self._table.game_time(now))

    def current_screen(self) -> Frame:
        """What is to be shown now, as the menu reads it: without its own mark."""
        now = self._now()
        return self.plain(self.look(now), self._table.game_time(now))

    def choices(self) -> Sequence[Choice]:
        """What can be done besides what stands on the screen."""
        return self._shown.controller.menu_choices(self._table.game_time(self._now()))

    def oled_contents(self, at: int, plain: Frame | None = None) -> tuple[OledContent, OledContent]:
        """What both OLEDs show at game time ``at``; ``plain`` is the picture of that moment where it is at hand."""
        contents = self._shown.controller.oled_contents(at)
        if self.menu.open:
            contents = self.menu.contents(contents, self.holding(self._now()), plain)
        return self._event.on_oleds(contents)

    def call(self, at: int) -> str:
        """What is called of the time at game time ``at``; ``""`` where nothing is."""
        return self._shown.controller.call(at)

    def signals(self, at: int) -> Signals:
        """What lamps and loudspeaker do at game time ``at``, with the open turn."""
        return replace(self._shown.controller.signals(at), turn=self._table.turn())
