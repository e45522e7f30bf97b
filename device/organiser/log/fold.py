"""The fold of the organiser's log to the event's state, the same for the board, the desk and the announcer.

`Fold.take` takes one row after another, in the order of the log, and says what it changed. A row that cannot be read is
counted, and the rest goes on without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, get_args

from device.event import messages
from device.organiser.acts import decisions
from device.organiser.acts.ruling_acts import EveningBegun
from device.organiser.log import act_rows, table_rows
from device.organiser.log.event_state import EventState
from device.organiser.log.open_state import OpenState
from device.organiser.log.table_state import Touched
from device.organiser.store import Row
from device.organiser.store.rows import Begun, Unreadable, read


def on_link(event: OpenState, row: Row, link: decisions.Link) -> Touched:
    """The broker is reached, or no longer."""
    event.state.linked = link.up
    return Touched(all=True)


def on_clock(event: OpenState, row: Row, clock: decisions.Clock) -> Touched:
    """The wall clock was set."""
    event.state.ahead = clock.ahead
    return Touched(all=True)


FOLDS: dict[type, Callable[[OpenState, Row, Any], Touched]] = {
    **dict.fromkeys(get_args(decisions.AnyTournamentAct), act_rows.on_tournament_act),
    EveningBegun: act_rows.on_evening_begun,
    decisions.TakenBack: act_rows.on_taken_back,
    decisions.Named: act_rows.on_named,
    decisions.ContactsDeleted: act_rows.on_contacts_deleted,
    decisions.RoundSet: act_rows.on_round_set,
    decisions.Noticed: act_rows.on_noticed,
    decisions.Paired: act_rows.on_paired,
    decisions.Coming: act_rows.on_coming,
    decisions.Released: act_rows.on_released,
    decisions.NoteSent: act_rows.on_note_sent,
    decisions.SentBack: act_rows.on_sent_back,
    decisions.Counted: act_rows.on_counted,
    decisions.Link: on_link,
    decisions.Clock: on_clock,
    decisions.Seen: table_rows.on_seen,
    messages.CallRow: table_rows.on_called,
    Begun: table_rows.on_begun,
    type(None): table_rows.on_entry,
}
"""What a row does by the type of what it says (`device.organiser.store.rows.read`)."""


class Fold:
    """Rows in, states out. Belongs to one thread; the states that it hands out are anybody's."""

    def __init__(self) -> None:
        self._event = OpenState()
        self._state: EventState | None = None

    @property
    def last(self) -> int:
        """The last row that was taken."""
        return self._event.state.last

    @property
    def state(self) -> EventState:
        """The event as it stands after the last row: the same value until the next one."""
        if self._state is None:
            self._state = self._event.closed()
        return self._state

    def take(self, row: Row) -> Touched:
        """Take the next row of the log. One that cannot be read changes nothing but that it is counted."""
        self._state = None
        state = self._event.state
        state.last = max(state.last, row.id)
        try:
            said = read(row)
        except Unreadable as error:
            self._event.pass_over(row, error)
            return Touched()
        state.heard = max(state.heard, row.heard)
        return FOLDS[type(said)](self._event, row, said)


def folded(rows: Iterable[Row]) -> EventState:
    """The event that ``rows`` tell."""
    fold = Fold()
    for row in rows:
        fold.take(row)
    return fold.state
