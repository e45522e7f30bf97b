"""Who can play what at an event: which game people mean, how many it takes, and the act that pairs a table."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from device.common.games.registry import SPECS
from device.common.specs.spec import GameSpec, SeatCount
from device.organiser.acts import decisions
from device.organiser.acts.from_text import nonce, plain
from device.organiser.log.event_games import key_of, variant_of
from device.organiser.log.event_state import EventState
from rules.explain import quote
from rules.message import Refusal, msg, msgs

LONGEST_NAME = 40
"""Characters of a name, as every game takes it."""


@dataclass(frozen=True, slots=True)
class TableSeating:
    """Who is to play at a table: ``groups`` of names by seat; ``names`` of the groups and
    the ids of their ``people``, where they have any."""

    table: int
    groups: Sequence[Sequence[str]]
    names: Sequence[str] = ()
    people: Sequence[str] = ()


def check_game(state: EventState, kind: str) -> GameSpec:
    """What is played under that word. Raises `Refusal` where there is no such game at the event."""
    if state.knows(kind):
        return state.game(kind)
    if key_of(kind) in SPECS:
        raise Refusal(
            "",
            "The score sheet {name} is not among the games of this event. Add it on the page of the draw; then it is "
            "drawn by its name.",
            name=quote(variant_of(kind)) or "–",
        )
    raise Refusal("", "There is no game {key}; known are {known}.", key=quote(kind), known=", ".join(state.kinds()))


def is_played(state: EventState, kind: str) -> bool:
    """Whether anybody was drawn or paired for a game, or a round of it is on."""
    tournament = state.tournament
    drawn = {
        state.round.kind,
        *(draw.kind for draw in tournament.rounds()),
        *(draft.kind for draft in tournament.drafts()),
    }
    return kind in drawn | {paired.kind for paired in state.pairings.values()}


def check_seats(wanted: SeatCount, count: int) -> None:
    """Raise `Refusal` where so many players or sides make no table of a game."""
    if wanted.least <= count <= wanted.most:
        return
    if wanted.least < wanted.most:
        text = msgs(
            "This game is for {least} to {most} players or pairs; {n} is named.",
            "This game is for {least} to {most} players or pairs; {n} are named.",
            count,
            least=wanted.least,
            most=wanted.most,
        )
    elif wanted.pairs:
        text = msg("This game is for just {wanted} pairs; {n} named.", wanted=wanted.least, n=count)
    else:
        text = msg("This game is for just {wanted} players; {n} named.", wanted=wanted.least, n=count)
    raise Refusal(wanted.rule, text)


def pairing_act(kind: str, wanted: SeatCount, seating: TableSeating, round: int) -> decisions.Paired:
    """The act that pairs a table. Raises `Refusal` where the game could not be begun so."""
    groups = [[plain(name) for name in group] for group in seating.groups]
    names = [plain(name) for name in seating.names]
    check_seats(wanted, len(groups))
    if long := [name for name in (*names, *itertools.chain(*groups)) if len(name) > LONGEST_NAME]:
        raise Refusal("", "The name {name} is too long; {most} characters fit.", name=quote(long[0]), most=LONGEST_NAME)
    if large := [group for group in groups if len(group) > wanted.team]:
        raise Refusal(
            wanted.rule,
            "Too many names for one seat of table {n}: {names}.",
            n=seating.table,
            names=", ".join(large[0]),
        )
    return decisions.Paired(
        table=seating.table,
        pairing=nonce(),
        kind=kind,
        round=round,
        names=tuple(names),
        seats=tuple(tuple(group) for group in groups),
        people=tuple(seating.people),
    )
