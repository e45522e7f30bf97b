"""What an act of the desk changes in the event: rounds, announcements, pairings, calls, numbers, results sent back."""

from __future__ import annotations

from dataclasses import replace

from device.organiser.acts import decisions
from device.organiser.acts.ruling_acts import EveningBegun
from device.organiser.log.open_state import OpenState
from device.organiser.log.table_state import Touched
from device.organiser.store import Row
from rules.game import SECOND


def on_evening_begun(event: OpenState, row: Row, act: EveningBegun) -> Touched:
    """A new evening begins with the people, tables and codes of the one before, and nothing else."""
    event.begin_evening(act.title, row.id)
    event.tournament.take(act, row.heard)
    return Touched(all=True, ranks=True, cards=True)


def on_taken_back(event: OpenState, row: Row, act: decisions.TakenBack) -> Touched:
    """A decision is as if it had not been made; it may be the one that began this evening."""
    if event.state.evenings and event.state.tournament.is_begun_by(act.decision):
        event.end_evening()
        return Touched(all=True, ranks=True, cards=True)
    event.tournament.take_back(act.decision)
    return Touched(ranks=True, orders=True)


def on_tournament_act(event: OpenState, row: Row, act: decisions.TournamentAct) -> Touched:
    """Something about who takes part, who plays whom, and what it came to."""
    event.tournament.take(act, row.heard)
    if isinstance(act, decisions.Enrolled) and act.contact:
        event.state.logged_contacts[act.entrant] = act.contact
    return Touched(ranks=True, orders=not isinstance(act, decisions.Drafted | decisions.ResultEntered))


def on_named(event: OpenState, row: Row, act: decisions.Named) -> Touched:
    """The event is called so."""
    event.state.title = act.title
    return Touched(all=True)


def on_contacts_deleted(event: OpenState, row: Row, act: decisions.ContactsDeleted) -> Touched:
    """Nobody's contact is known."""
    event.state.logged_contacts.clear()
    return Touched()


def on_round_set(event: OpenState, row: Row, act: decisions.RoundSet) -> Touched:
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
    return Touched(all=True)


def on_noticed(event: OpenState, row: Row, act: decisions.Noticed) -> Touched:
    """An announcement, or its end."""
    event.state.notice = act if act.text else None
    return Touched(all=True)


def on_paired(event: OpenState, row: Row, act: decisions.Paired) -> Touched:
    """Who plays at a table next."""
    event.state.pairings[act.pairing] = act
    place = event.place(act.table)
    place.pairing, place.changed = (act if act.seats else None), row.id
    return Touched(act.table)


def on_coming(event: OpenState, row: Row, act: decisions.Coming) -> Touched:
    """The referee is on the way to a table, or has settled its call."""
    place = event.place(act.table)
    if act.done:
        place.calls.pop(act.call, None)
    elif act.call in place.calls:
        place.calls[act.call] = replace(place.calls[act.call], coming=True)
    place.changed = row.id
    return Touched(act.table)


def on_released(event: OpenState, row: Row, act: decisions.Released) -> Touched:
    """The number of a table is free, or its device's again."""
    place = event.place(act.table)
    if act.on:
        place.was, place.holder, place.released = place.holder, None, True
    elif place.released:
        place.was, place.holder, place.released = None, place.was, False
    place.changed = row.id
    return Touched(act.table)


def on_note_sent(event: OpenState, row: Row, act: decisions.NoteSent) -> Touched:
    """A sentence for a table."""
    place = event.place(act.table)
    place.note, place.changed = act.text, row.id
    return Touched(act.table)


def on_sent_back(event: OpenState, row: Row, act: decisions.SentBack) -> Touched:
    """A result goes back to its table, or stands after all."""
    if act.game not in event.state.games:
        return Touched()
    game = event.game(act.game)
    game.returned, game.last, game.known_when_returned = act.reason if act.on else None, row.id, game.known
    event.state.returned.add(act.game) if act.on else event.state.returned.discard(act.game)
    return Touched(game.table, act.game)


def on_counted(event: OpenState, row: Row, act: decisions.Counted) -> Touched:
    """Whether a game counts."""
    if act.game not in event.state.games:
        return Touched()
    game = event.game(act.game)
    game.counts, game.last = act.counts, row.id
    return Touched(game.table, act.game)
