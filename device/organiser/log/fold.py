"""The fold of the organiser's log to the event's state, the same for the board, the desk and the announcer.

What tables say changes is in `device.organiser.log.table_rows`, what the desk decides here.

`Fold.take` takes one row after another, in the order of the log, and says what it changed. A row that cannot be read is
counted, and the rest goes on without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, get_args

from device.event import messages
from device.organiser.acts import decisions
from device.organiser.acts.ruling_acts import EveningBegun
from device.organiser.log import table_rows
from device.organiser.log.event_state import EventState
from device.organiser.log.open_state import OpenState
from device.organiser.log.table_state import RowEffect
from device.organiser.store import LogRow
from device.organiser.store.rows import BegunGame, UnreadableRow, read
from rules.game import SECOND


def on_evening_begun(event: OpenState, row: LogRow, act: EveningBegun) -> RowEffect:
    """A new evening begins with the people, tables and codes of the one before, and nothing else."""
    event.begin_evening(act.title, row.id)
    event.tournament.take(act, row.heard)
    return RowEffect(all=True, cards=True)


def on_taken_back(event: OpenState, row: LogRow, act: decisions.TakenBack) -> RowEffect:
    """A decision is as if it had not been made; it may be the one that began this evening."""
    if event.state.evenings and event.state.tournament.is_begun_by(act.decision):
        event.end_evening()
        return RowEffect(all=True, cards=True)
    event.tournament.take_back(act.decision)
    return RowEffect(ranks=True, orders=True)


def on_tournament_act(event: OpenState, row: LogRow, act: decisions.TournamentAct) -> RowEffect:
    """Something about who takes part, who plays whom, and what it came to."""
    event.tournament.take(act, row.heard)
    if isinstance(act, decisions.Enrolled) and act.contact:
        event.state.logged_contacts[act.entrant] = act.contact
    return RowEffect(ranks=True, orders=not isinstance(act, decisions.Drafted | decisions.ResultEntered))


def on_named(event: OpenState, row: LogRow, act: decisions.Named) -> RowEffect:
    """The event is called so."""
    event.state.title = act.title
    return RowEffect(all=True)


def on_contacts_deleted(event: OpenState, row: LogRow, act: decisions.ContactsDeleted) -> RowEffect:
    """Nobody's contact is known."""
    event.state.logged_contacts.clear()
    return RowEffect()


def on_round_set(event: OpenState, row: LogRow, act: decisions.RoundSet) -> RowEffect:
    """Another round is on, or none, or its time is another."""
    state = event.state
    on, before, first = state.round, state.replaced, state.round_row
    state.ended = None if act.round else (on if on.round else state.ended)
    if act.round and act.round != state.last_round:
        state.last_round, state.round_row = act.round, row.id
    if act.round != on.round:
        left = on.paused_at is not None or row.heard < on.starts + on.length_s * SECOND
        state.replaced = (on, first) if act.round and on.round and left else None
        if before is not None and (act.round, act.starts) == (before[0].round, before[0].starts):
            state.round_row, state.replaced = before[1], None
    state.round = act
    return RowEffect(all=True)


def on_noticed(event: OpenState, row: LogRow, act: decisions.Noticed) -> RowEffect:
    """An announcement, or its end."""
    event.state.notice = act if act.text else None
    return RowEffect(all=True)


def on_telephones_set(event: OpenState, row: LogRow, act: decisions.TelephonesSet) -> RowEffect:
    """Telephones may be clock buttons, or may not."""
    event.state.telephones = act.allowed
    return RowEffect(all=True)


def on_paired(event: OpenState, row: LogRow, act: decisions.Paired) -> RowEffect:
    """Who plays at a table next."""
    event.state.pairings[act.pairing] = act
    place = event.place(act.table)
    place.pairing, place.changed = (act if act.seats else None), row.id
    return RowEffect(act.table)


def on_coming(event: OpenState, row: LogRow, act: decisions.Coming) -> RowEffect:
    """The referee is on the way to a table, or has settled its call."""
    place = event.place(act.table)
    if act.done:
        place.calls.pop(act.call, None)
    elif act.call in place.calls:
        place.calls[act.call] = replace(place.calls[act.call], coming=True)
    place.changed = row.id
    return RowEffect(act.table)


def on_released(event: OpenState, row: LogRow, act: decisions.Released) -> RowEffect:
    """The number of a table is free, or its device's again."""
    place = event.place(act.table)
    if act.on:
        place.was, place.holder, place.released = place.holder, None, True
    elif place.released:
        place.was, place.holder, place.released = None, place.was, False
    place.changed = row.id
    return RowEffect(act.table)


def on_note_sent(event: OpenState, row: LogRow, act: decisions.NoteSent) -> RowEffect:
    """A sentence for a table."""
    place = event.place(act.table)
    place.note, place.changed = act.text, row.id
    return RowEffect(act.table)


def on_sent_back(event: OpenState, row: LogRow, act: decisions.SentBack) -> RowEffect:
    """A result goes back to its table, or stands after all."""
    if act.game not in event.state.games:
        return RowEffect()
    game = event.game(act.game)
    game.returned, game.last, game.count_when_returned = act.reason if act.on else None, row.id, game.entry_count
    event.state.returned.add(act.game) if act.on else event.state.returned.discard(act.game)
    return RowEffect(game.table, act.game)


def on_counted(event: OpenState, row: LogRow, act: decisions.CountingSet) -> RowEffect:
    """Whether a game counts."""
    if act.game not in event.state.games:
        return RowEffect()
    game = event.game(act.game)
    game.counts, game.last = act.counts, row.id
    return RowEffect(game.table, act.game)


def on_link(event: OpenState, row: LogRow, link: decisions.BrokerLink) -> RowEffect:
    """The broker is reached, or no longer."""
    event.state.linked = link.up
    return RowEffect(all=True)


def on_clock(event: OpenState, row: LogRow, clock: decisions.ClockSet) -> RowEffect:
    """The wall clock was set."""
    event.state.ahead = clock.ahead
    return RowEffect(all=True)


FOLDS: dict[type, Callable[[OpenState, LogRow, Any], RowEffect]] = {
    **dict.fromkeys(get_args(decisions.AnyTournamentAct), on_tournament_act),
    EveningBegun: on_evening_begun,
    decisions.TakenBack: on_taken_back,
    decisions.Named: on_named,
    decisions.ContactsDeleted: on_contacts_deleted,
    decisions.RoundSet: on_round_set,
    decisions.Noticed: on_noticed,
    decisions.TelephonesSet: on_telephones_set,
    decisions.Paired: on_paired,
    decisions.Coming: on_coming,
    decisions.Released: on_released,
    decisions.NoteSent: on_note_sent,
    decisions.SentBack: on_sent_back,
    decisions.CountingSet: on_counted,
    decisions.BrokerLink: on_link,
    decisions.ClockSet: on_clock,
    decisions.DeviceSeen: table_rows.on_seen,
    messages.CallRow: table_rows.on_called,
    BegunGame: table_rows.on_begun,
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
            self._state = self._event.snapshot()
        return self._state

    def take(self, row: LogRow) -> RowEffect:
        """Take the next row of the log. One that cannot be read changes nothing but that it is counted."""
        self._state = None
        state = self._event.state
        state.last = max(state.last, row.id)
        try:
            said = read(row)
        except UnreadableRow as error:
            self._event.pass_over(row, error)
            return RowEffect()
        state.heard = max(state.heard, row.heard)
        return FOLDS[type(said)](self._event, row, said)


def fold_rows(rows: Iterable[LogRow]) -> EventState:
    """The event that ``rows`` tell."""
    fold = Fold()
    for row in rows:
        fold.take(row)
    return fold.state
