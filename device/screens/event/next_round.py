"""The next round of a tournament at this table: the game goes on with new people, its clock with the organiser's."""

from __future__ import annotations

import logging

from device.event.client import EventClient
from device.event.messages import NextSeats
from device.event.timing import RoundCountdown
from device.kiosk.host import Host
from device.registry import EVENT_SPECS
from device.table.table import Table
from rules.game import Event, Progress
from rules.message import Refusal

log = logging.getLogger("dvojtah.event")


def going_on(event: EventClient, table: Table) -> Event | None:
    """The event with which the game on the table goes on with whom the organiser has drawn; None where it does not."""
    pairing = event.pairing
    if pairing is None or not pairing.goes_on or table.history is None or table.game.key != pairing.kind:
        return None
    spec = EVENT_SPECS.get(pairing.kind)
    return None if spec is None or spec.next_round is None else spec.next_round.load()(table.state, pairing)


def may_sit_down(event: EventClient, table: Table) -> bool:
    """Whether they can sit down now: between two rounds."""
    seats = going_on(event, table)
    if seats is None:
        return False
    word = str(type(seats).__struct_config__.tag)
    return table.game.may(table.state, table.game_time())[word] is None


def sit_down(event: EventClient, host: Host) -> None:
    """The drawn people sit down in the game on the table. Raises `Refusal`."""
    seats = going_on(event, host.table)
    if seats is not None:
        host.table.do(host.people.with_newcomer_ids(seats), source="organiser")
    host.show_game()


def taken_into_kept_game(event: EventClient, host: Host, kind: str) -> bool:
    """Put the kept game of this event that goes on with the drawn people on the table, with them; whether there is one.

    Raises `Refusal` where its round is not over, or is the drawn one already; then it shows.
    """
    kept, pairing = event.newest_game(kind), event.pairing
    if kept is None or pairing is None:
        return False
    if host.table.game_id != kept:
        host.table.resume(kept)
    if going_on(event, host.table) is None:
        if pairing.round in (EVENT_SPECS[kind].card.load().rounds(host.table.state) or {}):
            host.show_game()  # the draw was corrected after they had begun
            raise Refusal("M31", "Round {n} has been played here already.", n=pairing.round)
        host.table.leave()
        return False
    host.show_game()
    sit_down(event, host)
    return True


def check_start(event: EventClient, table: Table) -> None:
    """Raises `Refusal` where people wait to sit down: those who sat there before would begin the round of others."""
    if may_sit_down(event, table) and not event.is_put_off(event.pairing):
        assert event.pairing is not None
        number = event.pairing.round
        raise Refusal("M31", "Others are drawn here for round {n}: first touch Sit down, or Not now.", n=number)


def to_show(event: EventClient, table: Table) -> NextSeats | None:
    """Where people play next, for a card over the game: between games, until somebody has read it."""
    found = event.next_seats
    if found is None or table.history is None or event.has_read(f"next {found.round}"):
        return None
    return found if table.game.progress(table.state) is Progress.SIGNED or _between(table, found) else None


def _between(table: Table, found: NextSeats) -> bool:
    """Whether a game of several rounds stands between two of them."""
    spec = EVENT_SPECS.get(table.game.key)
    if spec is None or spec.next_round is None:
        return False
    begun = spec.card.load().rounds(table.state)
    return begun is not None and len(begun) > 0 and all(begun.values()) and found.round not in begun


def follow(event: EventClient, table: Table, now: int) -> None:
    """Bring the game's clock to the organiser's at device time ``now``, while it can be reached.

    Without a network the table's own clock counts on; what they differ by is on record once it is back.
    """
    status = event.status
    if status is None or table.history is None or status.away or not (status.connected and status.answered):
        return
    round = status.countdown
    if round is None and (ended := status.ended) is not None:
        round = RoundCountdown(ended.ended, ended.title, now, now, kind=ended.kind)  # nothing is left of it
    spec = EVENT_SPECS.get(table.game.key)
    if round is None or spec is None or spec.follow is None or round.kind not in ("", table.game.key):
        return
    found = spec.follow.load()(table.state, table.game_time(now), round, now)
    if found is not None:
        try:
            table.do(found, source="organiser", mono=now)
        except Refusal as refusal:
            log.warning("the organiser's clock is not followed: %s", refusal)
