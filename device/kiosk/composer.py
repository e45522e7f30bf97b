"""Composes what shows: the shown controller's screen, and over it what the event has to say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from device.common import i18n
from device.graphics.actions import REDO, UNDO, Do
from device.graphics.choices import ScreenChoice
from device.graphics.look import Look
from device.graphics.widgets import Frame, with_saved
from device.io.oled_content import OledContent
from device.io.signals import Signals
from device.kiosk.button_menu import ButtonMenu
from device.kiosk.host import Host
from device.kiosk.moment import Moment
from device.table.table import Table
from rules.game import SECOND, Event, Redo, Undo
from rules.history import History
from rules.message import Refusal


class RefusalCache:
    """Asks the rules about an event once, and again each second: some things end with time."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: tuple[History | None, int, dict[Event, Refusal | None]] = (None, 0, {})

    def refuses(self, action: Any) -> str | None:
        """What stands against an action that records something now; None where nothing, or it records nothing."""
        history = self._table.history
        if history is None or not (isinstance(action, Do) or action in (UNDO, REDO)):
            return None
        event = action.event if isinstance(action, Do) else Undo() if action == UNDO else Redo()
        at = self._table.game_time()
        if self._known[0] is not history or self._known[1] != at // SECOND:
            self._known = (history, at // SECOND, {})
        known = self._known[2]
        if event not in known:
            try:
                history.accept(event, at)
                known[event] = None
            except Refusal as refusal:
                known[event] = refusal
        against = known[event]
        return None if against is None else i18n.refusal(against)


@dataclass(eq=False)
class FrameComposer:
    """Views of the state as it is now: a frame for the screen, the content of both OLEDs, the signals.

    ``menu`` is the menu for the clock buttons, which shows on the OLEDs while it is open."""

    host: Host
    holding: Callable[[int], tuple[float, float]] = lambda now: (0.0, 0.0)
    """How far each clock button is held at device time ``now``, from 0 to 1; set by whoever knows the buttons."""

    def __post_init__(self) -> None:
        self._refusals = RefusalCache(self.host.table)
        self.menu = ButtonMenu(self.host.table, self.plain_frame, self.choices)

    def look(self, now: int) -> Look:
        """How screens look at device time ``now``, with the sentences that are due."""
        return replace(
            self.host.screen.look,
            toast=(toast := self.host.notices.sentence(now)),
            is_news=self.host.notices.is_news(now),
            touched=self.host.notices.touched if toast else None,
            trouble=self.host.notices.standing(self.host.screen.look.silent),
            clocks=self.host.table.clocks.bases,
            strip=self.host.event.strip(),
            refuses=self._refusals.refuses,
            holds=self.holding(now),
        )

    def moment(self, now: int | None = None) -> Moment[Any]:
        """How what shows stands at device time ``now`` (ns; default: now)."""
        now = self.host.now() if now is None else now
        return self.host.controller.moment(now, self.look(now))

    def frame(self, moment: Moment[Any]) -> Frame:
        """The picture, with the mark of the menu where that is open."""
        return self.as_saved(self.with_mark(self.plain(moment), moment.look))

    def as_saved(self, frame: Frame) -> Frame:
        """The picture with what it says of everything being safe on disk as it is now."""
        return Frame(frame.key, with_saved(frame.scene, self.host.table.safe))

    def with_mark(self, plain: Frame, look: Look) -> Frame:
        """A picture that `plain` composed in ``look``, with the mark of the menu where that is open."""
        if not self.menu.open:
            return plain
        own = self.host.screen.look
        as_shown = look.size == own.size and look.large_print == own.large_print
        return Frame(plain.key, plain.scene + self.menu.mark(look, plain if as_shown else None))

    def plain(self, moment: Moment[Any]) -> Frame:
        """The picture without that mark, and before it is said what is safe on disk."""
        frame = moment.views.frame(moment)
        card = self.host.event.card(moment.look, self.host.table)
        return Frame((frame.key, True), frame.scene + card) if card else frame

    def current_frame(self, now: int) -> Frame:
        """What is to be shown at device time ``now`` (ns)."""
        return self.frame(self.moment(now))

    def plain_frame(self) -> Frame:
        """What is to be shown now, as the menu reads it: without its own mark."""
        return self.plain(self.moment())

    def choices(self) -> Sequence[ScreenChoice]:
        """What can be done besides what stands on the screen."""
        moment = self.moment()
        return moment.views.menu_choices(moment)

    def oled_contents(self, moment: Moment[Any], plain: Frame | None = None) -> tuple[OledContent, OledContent]:
        """What both OLEDs show; ``plain`` is the picture of that moment where it is at hand."""
        contents = moment.views.oled_contents(moment)
        if self.menu.open:
            contents = self.menu.contents(contents, moment.look.holds, plain)
        elif aside := self.host.notices.aside(moment.now):
            first, second = contents
            contents = structs.replace(first, mark=aside, official=""), structs.replace(second, mark=aside, official="")
        return self.host.event.on_oleds(contents)

    @property
    def aside(self) -> str:
        """What both sides are told that changed without a touch; empty where nothing has."""
        return self.host.notices.aside(self.host.now())

    @property
    def news(self) -> str:
        """What has changed without a touch; empty where nothing has."""
        return self.host.notices.news(self.host.now())

    def signals(self, moment: Moment[Any]) -> Signals:
        """What lamps and loudspeaker do, with the open turn."""
        return structs.replace(moment.views.signals(moment), turn=moment.turn)
