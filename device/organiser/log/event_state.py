"""The event as it stands: the fold of the organiser's log, the same for the board, the desk and the announcer.

`EventState.take` takes one row after another, in the order of the log, and says what it changed. Rows are only sorted
into games and tables here; a game is folded by its rules when somebody looks at it. Entries that came twice are one
entry; two different entries under one number are a conflict: the first stays, people hear of it. A row that cannot be
read is counted, and the rest goes on without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from device.event import messages
from device.organiser.acts import decisions
from device.organiser.log import orders
from device.organiser.log.desk_acts import take_act
from device.organiser.log.evenings import Evening
from device.organiser.log.rounds import own_round, rounds_of
from device.organiser.log.table_game import TableGame
from device.organiser.log.table_state import Call, TableState, Touched
from device.organiser.log.tournament_state import Tournament
from device.organiser.store import Row
from device.organiser.store.rows import (
    ACT,
    BEGUN,
    CALL,
    CLOCK,
    ENTRY,
    LINK,
    SEEN,
    Begun,
    Unread,
    Unreadable,
    read,
    unread,
)
from rules.game import Progress

__all__ = [
    "ACT",
    "BEGUN",
    "CALL",
    "CLOCK",
    "ENTRY",
    "LINK",
    "SEEN",
    "Call",
    "EventState",
    "TableState",
    "Touched",
    "folded",
]

MOST_UNREAD = 1000
"""Rows that could not be read of which more than their number is kept."""
MOST_STRANGERS = 20
"""Devices that use one table's number although it is another's, of which is kept who they are."""
MOST_CALLS = 20
"""Open calls of one table; where more come, the oldest is forgotten."""
MOST_EARLY = 5000
"""Entries of one table whose game has not begun; what comes beyond them is passed over like what cannot be read."""


class EventState:
    """The whole event. Not for several threads at once."""

    def __init__(self) -> None:
        self.last = 0
        self.heard = 0
        """The newest moment of the event's clock that stands in the log."""
        self.ahead = 0
        """How far (ns) the event's clock is ahead of the wall clock (`device.organiser.store.event_clock`)."""
        self.unread: list[Unread] = []
        """The rows that could not be read, oldest first; `MOST_UNREAD` of them."""
        self.unreadable = 0
        """How many rows could not be read."""
        self.title = ""
        self.round = decisions.RoundSet(round=0)
        self.ended: decisions.RoundSet | None = None
        """The round that was ended last, while no other is on."""
        self.replaced: tuple[decisions.RoundSet, int] | None = None
        """The round that was on, with time left, when another was set, and the row by which it was set first."""
        self.last_round = 0
        """The number of the round that is on, or that was on last; 0 before the first."""
        self.round_row = 0
        """The row by which that round was set first."""
        self.notice: decisions.Noticed | None = None
        self.linked = True
        self.places: dict[int, TableState] = {}
        self.games: dict[str, TableGame] = {}
        self.pairings: dict[str, decisions.Paired] = {}
        self.tournament = Tournament()
        self.evenings: list[Evening] = []
        """The evenings before this one."""
        self._boots: dict[tuple[str, str], str] = {}
        self._early: dict[str, list[Row]] = {}
        self._waiting: Counter[str] = Counter()
        """How many of these each table said."""
        self.returned: set[str] = set()
        """Games of which a result was sent back."""

    def place(self, number: int) -> TableState:
        """The table with that number, known from now on."""
        return self.places.setdefault(number, TableState(number))

    def game_at(self, place: TableState) -> TableGame | None:
        """The game that is on a table, or was the last one there."""
        return None if place.game is None else self.games.get(place.game)

    def take(self, row: Row) -> Touched:
        """Take the next row of the log. One that cannot be read changes nothing but that it is counted."""
        self.last = max(self.last, row.id)
        try:
            found = read(row)
        except Unreadable as error:
            self._pass_over(row, error)
            return Touched()
        self.heard = max(self.heard, row.heard)
        if isinstance(found, decisions.Decision):
            return take_act(self, row, found)
        if isinstance(found, decisions.Link):
            self.linked = found.up
            return Touched(all=True)
        if isinstance(found, decisions.Clock):
            self.ahead = found.ahead
            return Touched(all=True)
        place = self.place(int(row.table))
        place.heard = max(place.heard, row.heard)
        place.changed = row.id
        if isinstance(found, decisions.Seen):
            return self._seen(place, row, found)
        if isinstance(found, messages.Called):
            return self._call(place, row, found)
        if isinstance(found, Begun):
            return self._begun(place, row, found)
        return self._entry(place, row)

    def _pass_over(self, row: Row, error: Unreadable) -> None:
        """Count a row that changes nothing."""
        self.unreadable += 1
        if len(self.unread) < MOST_UNREAD:
            self.unread.append(unread(row, error))

    # -- tables ----------------------------------------------------------------------------------------------------

    def _seen(self, place: TableState, row: Row, seen: decisions.Seen) -> Touched:
        self._boots[row.table, row.boot.rpartition(".")[2]] = seen.device
        if self._may_hold(place, seen):
            place.holder, place.released, place.was = seen.device, False, None
            place.holders.add(seen.device)
            place.strangers.pop(seen.device, None)
        if place.holder != seen.device:
            if seen.online and seen.device != place.was and not place.released:
                if seen.device in place.strangers or len(place.strangers) < MOST_STRANGERS:
                    place.strangers[seen.device] = row.heard
            else:
                place.strangers.pop(seen.device, None)
            if place.game is not None and self.is_foreign(self.games[place.game]):
                own = [game for game in self.games.values() if game.table == place.number and not self.is_foreign(game)]
                place.game = max(own, key=lambda game: game.last).uid if own else None
            return Touched(place.number)
        if place.online != seen.online or place.silent != seen.silent:
            place.online, place.silent, place.since = seen.online, seen.silent, row.heard
        if seen.game is not None and seen.game in self.games:
            place.game = seen.game
            game = self.games[seen.game]
            game.table = place.number
            if seen.offset is not None:
                game.offset = seen.offset
        return Touched(place.number, seen.game or "")

    def _may_hold(self, place: TableState, seen: decisions.Seen) -> bool:
        """The number goes to the first device that is seen, later to whoever takes it over once it is released.

        A released number with a game is a spare's once it has taken the game up, or plays another one there.
        """
        if seen.taken or place.holder == seen.device:
            return True
        if place.holder is not None or place.was == seen.device or not seen.online:
            return False
        return place.game is None or seen.game is not None

    def is_foreign(self, game: TableGame) -> bool:
        """Whether a device that never held the number began the game: it is kept whole, and counts nowhere."""
        number, boot = game.origin
        device = self._boots.get((str(number), boot))
        return device is not None and device not in self.place(number).holders

    def _holds(self, place: TableState, row: Row) -> bool:
        """Whether the device that sent ``row`` may change what the table shows."""
        device = self._boots.get((row.table, row.boot))
        return device is None or place.holder in (None, device)

    def _begun(self, place: TableState, row: Row, begun: Begun) -> Touched:
        holds = self._holds(place, row)
        if self._late(row.game) is not None:
            return Touched()
        known = self.games.get(row.game)
        if known is None:
            self.games[row.game] = known = TableGame(
                row.game,
                place.number,
                begun.setup,
                row.id,
                row.id,
                (place.number, row.boot),
                begun.pairing,
                row.heard,
                row.heard,
            )
            for early in self._early.pop(row.game, ()):
                self._waiting[early.table] -= 1
                self._entry(place, early)
            if holds:
                place.game = row.game
        elif holds and self.is_foreign(known):
            known.table, known.origin = place.number, (place.number, row.boot)  # it was said under a number of its own
            place.game = row.game
        if holds and place.pairing is not None and place.pairing.pairing in known.pairings:
            place.pairing = None
        return Touched(place.number, row.game)

    def _entry(self, place: TableState, row: Row) -> Touched:
        if (late := self._late(row.game)) is not None:
            late.texts.setdefault(row.n, (row.at, row.body))
            return Touched()
        game = self.games.get(row.game)
        if game is None:  # its beginning comes later, under another boot
            if self._waiting[row.table] >= MOST_EARLY:
                self._pass_over(row, Unreadable("too many entries of games that were not begun"))
                return Touched()
            self._waiting[row.table] += 1
            self._early.setdefault(row.game, []).append(row)
            return Touched()
        game.last, game.heard = max(row.id, game.last), max(game.heard, row.heard)
        known = game.texts.get(row.n)
        if known is None:
            game.texts[row.n] = (row.at, row.body)
        elif row.n not in game.conflicts and not _same(known, (row.at, row.body)):
            game.conflicts.append(row.n)
        taken = _pairing_in(row.body) if known is None else ""
        if taken:
            game.pairings.add(taken)
        if self._holds(place, row) and known is None:
            place.game = row.game
            game.table = place.number
            if place.pairing is not None and place.pairing.pairing == taken:
                place.pairing = None
        return Touched(game.table, row.game, order=bool(taken) or row.game in self.returned)

    def _call(self, place: TableState, row: Row, called: messages.Called) -> Touched:
        if called.over:
            place.calls.pop(called.call, None)
        else:
            place.calls[called.call] = Call(called.call, row.heard, called.why, called.side)
            if len(place.calls) > MOST_CALLS:
                del place.calls[next(iter(place.calls))]
        return Touched(place.number)

    def _late(self, uid: str) -> TableGame | None:
        """A game of an evening that is over; what comes of it still belongs there."""
        return next((one.games[uid] for one in self.evenings if uid in one.games), None)

    # -- what is sent to tables ------------------------------------------------------------------------------------

    def order(self, place: TableState) -> messages.Order:
        """What the organiser wants of a table now (`device.event.messages.Order`)."""
        game = self.game_at(place)
        held = None
        if place.released and game is not None:
            line = "" if game.history is None else str(game.history.game.summary(game.history.state))
            key = "" if game.history is None else game.history.game.key
            held = messages.Held(game=game.uid, kind=key, entries=game.known, line=line[:500])
        call = next((one.call for one in place.calls.values() if one.coming), None)
        returned = tuple(
            messages.Returned(game=one.uid, reason=one.returned or "")
            for one in self.sent_back()
            if one.table == place.number
        )
        pairing = None if place.pairing is None else orders.pairing(place.pairing, self.title)
        order = messages.Order(
            holder=place.holder,
            released=place.released,
            was=place.was,
            held=held,
            pairing=pairing,
            referee=call,
            note=place.note,
        )
        return orders.with_returned(order, returned)

    def sent_back(self) -> Iterator[TableGame]:
        """The games whose result is sent back and still stands there signed."""
        return (one for uid in sorted(self.returned) if self.is_sent_back(one := self.games[uid]))

    def is_sent_back(self, game: TableGame) -> bool:
        """Whether the result of ``game`` was sent back and is not opened again since: what it was does not count."""
        return game.returned is not None and game.known <= game.known_when_returned

    def part(self, game: TableGame, ask: messages.AskGame) -> messages.GamePart:
        """Entries of a game for the device that takes it up, as many as fit in a message."""
        entries: list[messages.Entered] = []
        size = len(game.setup_text.encode())
        for n in range(ask.after + 1, game.known + 1):
            at, text = game.texts[n]
            size += len(text.encode()) + 120
            if len(entries) == messages.MOST_ROWS or size > messages.LARGEST - 1000:
                break
            entries.append(messages.Entered(game=game.uid, n=n, at=at, event=msgspec.Raw(text.encode())))
        last = max((at for at, _ in game.texts.values()), default=0)
        return messages.GamePart(
            boot=ask.boot,
            game=game.uid,
            setup=msgspec.Raw(game.setup_text.encode()),
            after=ask.after,
            total=game.known,
            at=last,
            entries=tuple(entries),
        )

    # -- for people ------------------------------------------------------------------------------------------------

    def tables(self) -> list[TableState]:
        """All tables by number."""
        return [self.places[number] for number in sorted(self.places)]

    def round_of(self, game: TableGame) -> int:
        """The round a game belongs to: its own word for it, its pairing's, else 0."""
        return own_round(game) or self.paired_round(game)

    def paired_round(self, game: TableGame) -> int:
        """The round of the pairing that a game was begun for; 0 where it was begun for none."""
        paired = self.pairings.get(game.pairing or "")
        return 0 if paired is None else paired.round

    def games_by_table(self) -> dict[int, list[TableGame]]:
        """The games that were played at each table, the newest first; what a foreign device began is not among them."""
        found: dict[int, list[TableGame]] = {number: [] for number in self.places}
        for game in self.games.values():
            if not self.is_foreign(game):
                found.setdefault(game.table, []).append(game)
        for games in found.values():
            games.sort(key=lambda one: one.first, reverse=True)
        return found

    def is_of_this_round(self, game: TableGame) -> bool:
        """Whether a game belongs to the round that is on.

        One that names no round does where it was begun after the round was set, or is being played; one of several
        rounds (M28) where it has begun that one, or, if it does not count them as the tournament does, is being played.
        """
        if (begun := rounds_of(game)) is not None:
            return self.round.round in begun
        number = self.round_of(game)
        if number and number == self.round.round:
            return True
        playing = game.progress in (Progress.PLAYING, Progress.RESULT)
        if number:
            history = game.history
            return playing and history is not None and getattr(history.setup, "rounds", 1) > 1
        return playing or game.first > self.round_row


def _pairing_in(body: str) -> str:
    """The id of the pairing that an entry took, for the game that is on the table; empty where it took none."""
    if '"pairing"' not in body:
        return ""
    try:
        found = msgspec.json.decode(body)
    except (ValueError, RecursionError):
        return ""
    taken = found.get("pairing") if isinstance(found, dict) else None
    return taken if isinstance(taken, str) else ""


def _same(one: tuple[int, str], other: tuple[int, str]) -> bool:
    """Whether two entries say the same, written alike or not."""
    if one == other:
        return True
    try:
        return one[0] == other[0] and bool(msgspec.json.decode(one[1]) == msgspec.json.decode(other[1]))
    except (ValueError, RecursionError):
        return False


def folded(rows: Iterable[Row]) -> EventState:
    """The event that ``rows`` tell."""
    state = EventState()
    for row in rows:
        state.take(row)
    return state
