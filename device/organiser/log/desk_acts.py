"""What an act of the desk changes in the event: rounds, announcements, pairings, calls, numbers, results sent back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.organiser.acts import decisions
from device.organiser.acts.ruling_acts import EveningBegun
from device.organiser.log.evenings import begin_evening, end_evening
from device.organiser.log.table_state import Touched
from rules.game import SECOND

if TYPE_CHECKING:
    from device.organiser.log.event_state import EventState
    from device.organiser.store import Row


def take_act(state: EventState, row: Row, act: decisions.Decision) -> Touched:
    """Fold one act of the desk into ``state``; what it changed."""
    match act:
        case EveningBegun():
            begin_evening(state, row, act)
            return Touched(all=True, ranks=True, cards=True)
        case decisions.TakenBack() if state.evenings and state.tournament.is_begun_by(act.decision):
            end_evening(state)
            return Touched(all=True, ranks=True, cards=True)
        case decisions.TournamentAct() | decisions.TakenBack():
            state.tournament.take(row, act)
            return Touched(ranks=True, orders=not isinstance(act, decisions.Drafted | decisions.ResultEntered))
        case decisions.Named(title=title):
            state.title = title
            return Touched(all=True)
        case decisions.ContactsDeleted():
            state.tournament.logged_contacts.clear()
            return Touched()
        case decisions.RoundSet():
            _set_round(state, row, act)
            return Touched(all=True)
        case decisions.Noticed():
            state.notice = act if act.text else None
            return Touched(all=True)
        case decisions.Paired(table=table):
            state.pairings[act.pairing] = act
            place = state.place(table)
            place.pairing, place.changed = (act if act.seats else None), row.id
            return Touched(table)
        case decisions.Coming(table=table, call=call):
            place = state.place(table)
            if act.done:
                place.calls.pop(call, None)
            elif call in place.calls:
                place.calls[call].coming = True
            place.changed = row.id
            return Touched(table)
        case decisions.Released(table=table):
            place = state.place(table)
            if act.on:
                place.was, place.holder, place.released = place.holder, None, True
            elif place.released:
                place.was, place.holder, place.released = None, place.was, False
            place.changed = row.id
            return Touched(table)
        case decisions.NoteSent(table=table, text=text):
            place = state.place(table)
            place.note, place.changed = text, row.id
            return Touched(table)
        case decisions.SentBack(game=uid, reason=reason):
            if (game := state.games.get(uid)) is not None:
                game.returned, game.last, game.known_when_returned = reason if act.on else None, row.id, game.known
                state.returned.add(uid) if act.on else state.returned.discard(uid)
                return Touched(game.table, uid)
        case decisions.Counted(game=uid, counts=counts):
            if (game := state.games.get(uid)) is not None:
                game.counts, game.last = counts, row.id
                return Touched(game.table, uid)
    return Touched()


def _set_round(state: EventState, row: Row, act: decisions.RoundSet) -> None:
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
