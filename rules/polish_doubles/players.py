"""Who plays for a pair: a late player and a substitute (S7)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.game import Entry
from rules.message import Refusal
from rules.people import replace_person, same_spelling
from rules.polish_doubles.events import INDEX, DoublesSetup, PairSetup, Substitute
from rules.polish_doubles.state import Phase, State


def rematch(state: State, partners: int) -> DoublesSetup:
    """The same four once more: the pairs where they sit, or with ``partners`` 1 or 2 in other pairs."""
    setup, (a, b, c, d) = state.setup, state.people
    names = (setup.pairs[0].name, setup.pairs[1].name)
    order = ((a, b, c, d), (a, c, b, d), (a, d, b, c))[partners]
    if partners:
        names = (f"{order[0].name} + {order[1].name}"[:40], f"{order[2].name} + {order[3].name}"[:40])
    pairs = tuple(
        PairSetup(name=name, players=(order[2 * n].name, order[2 * n + 1].name)) for n, name in enumerate(names)
    )
    return replace(
        setup,
        pairs=(pairs[0], pairs[1]),
        people=tuple(one.id or "" for one in order),
        round=0,
        out_after_invalid="stands",
        cross_per=None,
    )


def may_substitute(state: State) -> None:
    """S7: until the result stands: then nobody plays any more."""
    if state.phase in (Phase.ENDING, Phase.RESULT, Phase.SIGNED):
        raise Refusal("S7", "Play is over; nobody takes a place any more.")


def check_substitute(state: State, entry: Entry, event: Substitute) -> None:
    """S7: a double turn is played by the same two to its end, and nobody sits in two places."""
    name = same_spelling(event.name)
    if not name:
        raise Refusal("S7", "Type the name of who takes the place.")
    for person in state.people:
        if same_spelling(person.name) == name and (not event.person or not person.id or person.id == event.person):
            raise Refusal("S7", "{name} plays in this game already.", name=person.name)
    turn = state.turn
    if turn is None or turn.pair != INDEX[event.pair] or turn.pressed:
        return
    if turn.rows or any(one is not None for one in turn.announced):
        raise Refusal("S7", "The pair is in the middle of its double turn; change players after the press.")


def substitute(state: State, entry: Entry, event: Substitute) -> State:
    """S7: the newcomer has that player's place from now on; who played before stays on record."""
    seat = 2 * INDEX[event.pair] + event.player - 1
    people, left = replace_person(state.people, seat, event.newcomers[0])
    return replace(state.with_remark(entry), people=people, gone=(*state.gone, *left))
