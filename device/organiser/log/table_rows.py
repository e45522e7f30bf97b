"""What a row of a table changes in the event: which device speaks, calls for the referee, games begun, their entries.

Rows are only sorted into games and tables here; a game is folded by its rules when somebody looks at it. An entry
counts from whoever holds its game: who began it, and from then on who took it up once its number was released. What
others say of it is kept as a claim, and people decide. Entries that came twice are one entry; two different entries
under one number are a conflict, and people hear of it: the first stays.
But where the table's own device says another one in a later run, its card was put back to an older copy: the game goes
on there as the table has it.
"""

from __future__ import annotations

import msgspec

from device.common.boots import RUN
from device.common.event import messages
from device.organiser.acts import observations
from device.organiser.log.open_state import OpenState
from device.organiser.log.table_game import Claim, GameHolding, TableGame
from device.organiser.log.table_state import RowEffect, TableCall, TableState
from device.organiser.store import LogRow
from device.organiser.store.rows import BegunGame, UnreadableRow

MOST_OTHER_DEVICES = 20
"""Devices that use one table's number although it is another's, of which is kept who they are."""
MOST_CLAIMS, MOST_CLAIMED = 20, 5000
"""Claims of one game, and entries of one of them; what comes beyond is passed over like what cannot be read."""
MOST_CALLS = 20
"""Open calls of one table; where more come, the oldest is forgotten."""


def on_seen(event: OpenState, row: LogRow, seen: observations.DeviceSeen) -> RowEffect:
    """A device said that it is there, or was seen to be away."""
    state, place, boot = event.state, _at(event, row), row.boot.rpartition(".")[2]
    state.boots[row.table, boot[:RUN]] = seen.device
    if _may_hold(place, seen):
        place.holder, place.released, place.was = seen.device, False, None
        place.holders.add(seen.device)
        place.other_devices.pop(seen.device, None)
        if seen.game is not None and seen.game == place.offered in state.games:
            place.offered = None
            if state.games[seen.game].table == place.number:
                _hand_over(event, event.game(seen.game), row.table, boot)
    if place.holder != seen.device:
        if seen.online and seen.device != place.was and not place.released:
            if seen.device in place.other_devices or len(place.other_devices) < MOST_OTHER_DEVICES:
                place.other_devices[seen.device] = row.heard
        else:
            place.other_devices.pop(seen.device, None)
        if place.game is not None and state.is_foreign(state.games[place.game]):
            own = [game for game in state.games.values() if game.table == place.number and not state.is_foreign(game)]
            place.game = max(own, key=lambda game: game.last).uid if own else None
        return RowEffect(place.number)
    if place.online != seen.online or place.silent != seen.silent:
        place.online, place.silent, place.since = seen.online, seen.silent, row.heard
    if seen.game is not None and seen.game in state.games:
        game = event.game(seen.game)
        if not state.holds(game, row.table, boot):
            _claim(event, game, row._replace(boot=boot))
            return RowEffect(place.number, seen.game)
        place.game, game.table = seen.game, place.number
        if seen.offset is not None:
            game.offset = seen.offset
    return RowEffect(place.number, seen.game or "")


def on_called(event: OpenState, row: LogRow, called: messages.CallRow) -> RowEffect:
    """A table called for the referee, or needs him no longer."""
    place = _at(event, row)
    if called.over:
        place.calls.pop(called.call, None)
    else:
        place.calls[called.call] = TableCall(called.call, row.heard, called.why, called.side)
        if len(place.calls) > MOST_CALLS:
            del place.calls[next(iter(place.calls))]
    return RowEffect(place.number)


def on_begun(event: OpenState, row: LogRow, begun: BegunGame) -> RowEffect:
    """A table began a game, or said again under another boot that it did."""
    state, place = event.state, _at(event, row)
    holds = _holds(event, place, row)
    if event.is_of_earlier_evening(row.game):
        return RowEffect()
    known = state.games.get(row.game)
    origin, pairing = (place.number, row.boot), begun.pairing
    if pairing is not None and not _is_paired(event, row, pairing):
        pairing = None
    if known is None:
        event.add(TableGame(row.game, place.number, begun.setup, row.id, row.id, origin, pairing, row.heard, row.heard))
        for early in event.pop_early(row.game):
            _take_entry(event, place, early)
        if holds:
            _stands_at(event, place, row)
    elif holds and state.is_foreign(known) and state.holds(known, row.table, row.boot):
        game = event.game(row.game)
        game.table, game.origin = place.number, origin  # it was said under a number of its own
        _stands_at(event, place, row)
    if holds and place.pairing is not None and place.pairing.pairing in state.games[row.game].pairings:
        place.pairing = None
    return RowEffect(place.number, row.game)


def on_entry(event: OpenState, row: LogRow) -> RowEffect:
    """A table said an entry of a game."""
    return _take_entry(event, _at(event, row), row)


def _take_entry(event: OpenState, place: TableState, row: LogRow) -> RowEffect:
    """An entry of a game that is played at ``place``."""
    state = event.state
    if event.is_of_earlier_evening(row.game):
        if not event.add_late(row):
            event.pass_over(row, UnreadableRow("an entry of a game of an earlier evening that another table holds"))
        return RowEffect()
    if row.game not in state.games:  # its beginning comes later, under another boot
        if not event.keep_early(row):
            event.pass_over(row, UnreadableRow("too many entries of games that were not begun"))
        return RowEffect()
    game = event.game(row.game)
    if not state.holds(game, row.table, row.boot, row.n):
        if not _claim(event, game, row):
            event.pass_over(row, UnreadableRow("too many entries of a game that another table holds"))
        return RowEffect(game.table, row.game)
    game.last, game.heard = max(row.id, game.last), max(game.heard, row.heard)
    known, line = game.texts.get(row.n), (row.table, row.boot)
    if known is not None and not _same(known, (row.at, row.body)):
        if row.n not in game.conflicts:
            game.conflicts.append(row.n)
        device = state.device_of(*line)
        is_now = device is not None and device == place.holder and state.holds(game, *line)
        if is_now and game.goes_back(row.n, line):
            known = None
        elif all(line != by for _, by in game.lines):
            game.left.add(line)
    if known is None and line not in game.left:
        game.take(row.n, row.at, row.body, line)
    taken = _pairing_in(row.body) if known is None else ""
    if taken and _is_paired(event, row, taken):
        game.pairings.add(taken)
    if _holds(event, place, row) and known is None:
        _stands_at(event, place, row)
        game.table = place.number
        if place.pairing is not None and place.pairing.pairing == taken:
            place.pairing = None
    return RowEffect(game.table, row.game, order=bool(taken) or game.older_copy == row.n or row.game in state.returned)


def _stands_at(event: OpenState, place: TableState, row: LogRow) -> None:
    """The game of ``row`` is on the table now; a free number is offered with it where it is not a spare's own."""
    place.game = row.game
    if place.released and event.state.device_of(row.table, row.boot) in (None, place.was):
        place.offered = row.game


def _hand_over(event: OpenState, game: TableGame, table: str, boot: str) -> None:
    """The game goes on where it was taken up, unless it is theirs already.

    What they said of it before the organiser heard that they took it up is no claim.
    """
    if event.state.holds(game, table, boot):
        return
    first, by = game.entry_count + 1, event.state.speaker(table, boot)
    game.holdings.append(GameHolding(first, table, boot))
    early = game.claims.get(by)
    if early is not None and early.is_open and early.entries and min(early.entries) >= first:
        del game.claims[by]
        for n, (at, body) in sorted(early.entries.items()):
            game.take(n, at, body, (table, early.boot))


def _claim(event: OpenState, game: TableGame, row: LogRow) -> bool:
    """Keep what somebody who does not hold ``game`` said of it; False where they said too much already."""
    by = event.state.speaker(row.table, row.boot)
    claim = game.claims.get(by) or Claim(game.entry_count + 1, row.boot, {})
    if by not in game.claims and len(game.claims) >= MOST_CLAIMS:
        return False
    if not row.n:
        game.claims.setdefault(by, claim)
        return True
    entry, known = (row.at, row.body), game.texts.get(row.n)
    if claim.entries.get(row.n) == entry or (by not in game.claims and known is not None and _same(known, entry)):
        return True
    if len(claim.entries) >= MOST_CLAIMED:
        return False
    first = min(claim.first, row.n) if claim.entries else row.n
    game.claims[by] = Claim(first, row.boot, {**claim.entries, row.n: entry})
    return True


def _at(event: OpenState, row: LogRow) -> TableState:
    """The table that a row is of, which has been heard of now."""
    place = event.place(int(row.table))
    place.heard = max(place.heard, row.heard)
    return place


def _may_hold(place: TableState, seen: observations.DeviceSeen) -> bool:
    """The number goes to the first device that is seen, later to whoever takes it over once it is released.

    A released number with a game is a spare's once it has taken the game up, or plays another one there.
    """
    if place.holder is not None:
        return place.holder == seen.device
    if place.was == seen.device or not seen.online:
        return False
    return place.game is None or seen.game is not None


def _holds(event: OpenState, place: TableState, row: LogRow) -> bool:
    """Whether the device that sent ``row`` may change what the table shows."""
    device = event.state.device_of(row.table, row.boot)
    return device is None or place.holder in (None, device)


def _is_paired(event: OpenState, row: LogRow, pairing: str) -> bool:
    """Whether a pairing was for the table that ``row`` is of, or for a number that its device held."""
    paired = event.state.pairings.get(pairing)
    if paired is None or str(paired.table) == row.table:
        return True
    return event.state.device_of(row.table, row.boot) in event.state.place(paired.table).holders


def _pairing_in(body: str) -> str:
    """The id of the pairing that an entry took, for the game that is on the table; empty where it took none."""
    if '"pairing"' not in body:
        return ""
    try:
        content = msgspec.json.decode(body)
    except (ValueError, RecursionError):
        return ""
    taken = content.get("pairing") if isinstance(content, dict) else None
    return taken if isinstance(taken, str) else ""


def _same(first: tuple[int, str], other: tuple[int, str]) -> bool:
    """Whether two entries say the same, written alike or not."""
    if first == other:
        return True
    try:
        return first[0] == other[0] and bool(msgspec.json.decode(first[1]) == msgspec.json.decode(other[1]))
    except (ValueError, RecursionError):
        return False
