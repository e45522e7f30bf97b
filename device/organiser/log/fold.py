"""The fold of the organiser's log to the event's state, the same for the board, the desk and the announcer.

What tables say changes is in `device.organiser.log.table_rows`, what the desk decides here.
"""

from __future__ import annotations

from dataclasses import replace

from device.common.event import messages
from device.organiser.acts import decisions, observations
from device.organiser.acts.rollout_step import RolloutStep, RolloutTables
from device.organiser.acts.ruling_acts import EveningBegun
from device.organiser.log import table_rows
from device.organiser.log.event_state import EventState
from device.organiser.log.open_state import OpenState
from device.organiser.log.table_state import RowEffect
from device.organiser.store import LogRow
from device.organiser.store.rows import BegunGame, RowContent, UnreadableRow, read
from rules.game import SECOND


def take_row(event: OpenState, row: LogRow, content: RowContent) -> RowEffect:
    """What ``row``, which says ``content``, changes in the event."""
    state = event.state
    match content:
        case None:
            return table_rows.on_entry(event, row)
        case observations.DeviceSeen():
            return table_rows.on_seen(event, row, content)
        case messages.CallRow():
            return table_rows.on_called(event, row, content)
        case BegunGame():
            return table_rows.on_begun(event, row, content)
        case decisions.Paired() | decisions.Coming() | decisions.Released() | decisions.NoteSent():
            return on_table_act(event, content)
        case decisions.SentBack() | decisions.CountingSet() | decisions.ClaimDecided():
            return on_game_act(event, row, content)
        case EveningBegun():
            event.begin_evening(content.title, row.id)
            event.tournament.take(content, row.heard)
            return RowEffect(all=True, cards=True)
        case decisions.TakenBack() if state.evenings and state.tournament.is_begun_by(content.decision):
            event.end_evening()
            return RowEffect(all=True, cards=True)
        case decisions.TakenBack():
            event.tournament.take_back(content.decision)
            return RowEffect(ranks=True, orders=True)
        case decisions.ContactsDeleted():
            state.logged_contacts.clear()
            return RowEffect()
        case decisions.TournamentAct():
            event.tournament.take(content, row.heard)
            if isinstance(content, decisions.Enrolled) and content.contact:
                state.logged_contacts[content.entrant] = content.contact
            return RowEffect(ranks=True, orders=not isinstance(content, decisions.Drafted | decisions.ResultEntered))
        case decisions.Named():
            state.title = content.title
        case decisions.SheetAdded():
            state.sheets[content.kind] = content.terms
        case decisions.RoundSet():
            on_round_set(state, row, content)
        case decisions.Noticed():
            state.notice = content if content.text else None
        case decisions.DoorSet():
            state.door = content.code
        case decisions.UpdateOrdered():
            state.ordered = content
            if not content.tables or content.update != state.rollout.update:
                state.rollout = RolloutTables(content.update)
        case RolloutStep():
            state.rollout = state.rollout.after(content)
            return RowEffect()  # whom it concerns, the announcer sees by itself
        case decisions.StandbySet():
            state.standby = content.secret
        case decisions.StreamSet():
            state.streams[content.slot] = content
        case decisions.TelephonesSet():
            state.telephones = content.allowed
        case observations.BrokerLink():
            state.linked = content.up
        case observations.ClockSet():
            state.ahead, state.clock = content.ahead, content.clock or state.clock
            state.clocks.append((row.heard, content.ahead))
    return RowEffect(all=True)


def on_round_set(state: EventState, row: LogRow, act: decisions.RoundSet) -> None:
    """Another round is on, or none, or its time is another."""
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


def on_table_act(
    event: OpenState, act: decisions.Paired | decisions.Coming | decisions.Released | decisions.NoteSent
) -> RowEffect:
    """Who plays at a table next, that the referee comes or has been there, whose its number is, a sentence for it."""
    place = event.place(act.table)
    match act:
        case decisions.Paired():
            event.state.pairings[act.pairing] = act
            place.pairing = act if act.seats else None
        case decisions.Coming(done=True):
            place.calls.pop(act.call, None)
        case decisions.Coming() if act.call in place.calls:
            place.calls[act.call] = replace(place.calls[act.call], coming=True)
        case decisions.Released(on=True):
            place.was, place.holder, place.released = place.holder, None, True
            place.offered = place.game
        case decisions.Released() if place.released:
            place.was, place.holder, place.released = None, place.was, False
            place.offered = None
        case decisions.NoteSent():
            place.note = act.text
    return RowEffect(act.table)


def on_game_act(
    event: OpenState, row: LogRow, act: decisions.SentBack | decisions.CountingSet | decisions.ClaimDecided
) -> RowEffect:
    """A result goes back to its table or stands after all; a game counts or does not; a claim on it is decided."""
    if act.game not in event.state.games:
        return RowEffect()
    game = event.game(act.game)
    game.last = row.id
    if isinstance(act, decisions.CountingSet):
        game.counts = act.counts
    elif isinstance(act, decisions.ClaimDecided):
        by, last = (str(act.table), act.device), game.holdings[-1]
        if by in game.claims and act.counts:
            game.take_claim(by, event.state.speaker(last.table, last.boot))
        elif by in game.claims:
            game.claims[by] = replace(game.claims[by], is_open=False)
    else:
        game.returned, game.count_when_returned = act.reason if act.on else None, game.entry_count
        event.state.returned.add(act.game) if act.on else event.state.returned.discard(act.game)
    return RowEffect(game.table, act.game)


class Fold:
    """Rows in, states out. Belongs to one thread; the states that it hands out are anybody's."""

    def __init__(self) -> None:
        self._event = OpenState()
        self._state: EventState | None = None

    @property
    def state(self) -> EventState:
        """The event as it stands after the last row: the same value until the next one."""
        if self._state is None:
            self._state = self._event.snapshot()
        return self._state

    def take(self, row: LogRow) -> RowEffect:
        """Take the next row of the log; what it changed. One that cannot be read is counted, and changes nothing."""
        self._state = None
        state = self._event.state
        state.last = max(state.last, row.id)
        try:
            content = read(row)
        except UnreadableRow as error:
            self._event.pass_over(row, error)
            return RowEffect()
        state.heard = max(state.heard, row.heard)
        effect = take_row(self._event, row, content)
        if isinstance(content, decisions.Decision):
            self._event.note(row, content)
        return effect
