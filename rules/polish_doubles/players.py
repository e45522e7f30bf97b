"""Who plays for a pair: a late player and a substitute (S7)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.game import Entry
from rules.message import Refusal
from rules.people import replaced, same_name
from rules.polish_doubles.events import INDEX, Substitute
from rules.polish_doubles.state import Phase, State


def may_substitute(state: State) -> None:
    """Until the result stands: then nobody plays any more."""
    if state.phase in (Phase.ENDING, Phase.RESULT, Phase.SIGNED):
        raise Refusal("S7", "Play is over; nobody takes a place any more.")


def check_substitute(state: State, entry: Entry, event: Substitute) -> None:
    """S7: a double turn is played by the same two to its end, and nobody sits in two places."""
    name = same_name(event.name)
    if not name:
        raise Refusal("S7", "Type the name of who takes the place.")
    for person in state.seated:
        if same_name(person.name) == name and (not event.person or not person.id or person.id == event.person):
            raise Refusal("S7", "{name} plays in this game already.", name=person.name)
    turn = state.turn
    if turn is None or turn.pair != INDEX[event.pair] or turn.pressed:
        return
    if turn.rows or any(one is not None for one in turn.announced):
        raise Refusal("S7", "The pair is in the middle of its double turn; change players after the press.")


def substitute(state: State, entry: Entry, event: Substitute) -> State:
    """S7: the newcomer has that player's place from now on; who played before stays on record."""
    seat = 2 * INDEX[event.pair] + event.player - 1
    seated, left = replaced(state.seated, seat, event.newcomers[0])
    return replace(state.remarked(entry), seated=seated, gone=(*state.gone, *left))
