"""When something shown changes by itself, so that the loop can sleep until then."""

from __future__ import annotations

from device.kiosk.brightness import Brightness
from device.kiosk.dispatcher import InputDispatcher
from device.kiosk.event_link import EventLink
from device.kiosk.notices import Notices
from device.kiosk.preferences import Preferences
from device.kiosk.presenter import shift_period
from device.kiosk.shown import CurrentController
from device.people.drafts import Drafts
from device.table.table import Table


class Schedule:
    """Lets time do its part and says when the next change is due."""

    def __init__(
        self,
        table: Table,
        shown: CurrentController,
        event: EventLink,
        dispatcher: InputDispatcher,
        brightness: Brightness,
        notices: Notices,
        preferences: Preferences,
        drafts: Drafts,
    ) -> None:
        self._table = table
        self._shown = shown
        self._event = event
        self._dispatcher = dispatcher
        self._brightness = brightness
        self._notices = notices
        self._preferences = preferences
        self._drafts = drafts

    def advance(self, now: int) -> int | None:
        """The device time (ns) after ``now`` at which something shown is due to change; None for never."""
        self._shown.controller.advance()
        event_due = self._event.advance(self._table, now)
        self._notices.trouble("event", self._event.trouble)
        turn = self._table.turn()
        paused = turn is not None and not turn.running
        periods = (shift_period(self._preferences, side) for side in (0, 1))
        moments = [
            self._brightness.advance(now, running=self._table.clock_runs, paused=paused),
            *(now - now % period + period for period in periods if period),
            self._dispatcher.gestures.due,
            self._dispatcher.gestures.next_tenth(now),
            self._notices.due(now),
            event_due,
            self._drafts.advance(),
            self.change(now),
        ]
        return min((moment for moment in moments if moment is not None), default=None)

    def change(self, now: int) -> int | None:
        """The device time (ns) after ``now`` at which what the controller shows changes by itself; None for never."""
        at = self._table.game_time(now)
        change = self._shown.controller.next_change(at)
        return None if change is None else now + change - at
