"""The event while rows are folded into it: what was handed out before stays as it was, what is changed is a copy.

The tables, games and the tournament of a state that was handed out are shared by the next one, but for those that rows
have changed in between: these are copied once, when the first of those rows changes them.
"""

from __future__ import annotations

from collections import Counter

from device.organiser.acts import decisions
from device.organiser.log.event_state import DecidedTogether, EventState
from device.organiser.log.table_game import TableGame
from device.organiser.log.table_state import TableState, own_copy
from device.organiser.log.tournament_state import Tournament
from device.organiser.store import LogRow
from device.organiser.store.rows import UnreadableRow, UnreadRow

MOST_UNREAD = 1000
"""Rows that could not be read of which more than their number is kept."""
MOST_EARLY = 5000
"""Entries of one table whose game has not begun; what comes beyond them is passed over like what cannot be read."""


class OpenState:
    """``state`` is the event so far. What `place`, `game` and `tournament` give may be changed until `snapshot`."""

    def __init__(self) -> None:
        self.state = EventState()
        self._places: set[int] = set()
        self._games: set[str] = set()
        self._tournament = False
        self._early: dict[str, list[LogRow]] = {}
        self._waiting: Counter[str] = Counter()
        """How many of these each table said."""

    def snapshot(self) -> EventState:
        """The event as it stands, which no later row changes."""
        self._places.clear()
        self._games.clear()
        self._tournament = False
        return self.state.copy()

    def place(self, number: int) -> TableState:
        """The table with that number, known from now on."""
        places = self.state.places
        if number not in self._places:
            self._places.add(number)
            known = places.get(number)
            places[number] = TableState(number) if known is None else own_copy(known)
        return places[number]

    def game(self, uid: str) -> TableGame:
        """A game that is known."""
        games = self.state.games
        if uid not in self._games:
            self._games.add(uid)
            games[uid] = own_copy(games[uid])
        return games[uid]

    def add(self, game: TableGame) -> None:
        """A game was begun."""
        self._games.add(game.uid)
        self.state.games[game.uid] = game

    @property
    def tournament(self) -> Tournament:
        """The tournament."""
        if not self._tournament:
            self._tournament = True
            self.state.tournament = own_copy(self.state.tournament)
        return self.state.tournament

    def note(self, row: LogRow, act: decisions.Decision) -> None:
        """Keep ``act``, which ``row`` says, among what was decided."""
        decided = self.state.decided
        if row.n and decided and decided[-1].boot == row.boot:
            decided[-1] = decided[-1]._replace(acts=(*decided[-1].acts, act))
        else:
            decided.append(DecidedTogether(row.heard, row.boot, (act,)))

    def begin_evening(self, title: str, row: int) -> None:
        """What was played before is put aside as it was, and nobody is at the tables; people stay."""
        before = self.snapshot()
        state = self.state
        state.evenings.append(before)
        state.keep_nothing()
        state.tournament = Tournament(before.tournament.next_evening(), before.tournament.money)
        state.games, state.title, state.decided = {}, title, []
        state.returned.clear()
        state.round, state.ended, state.replaced = decisions.RoundSet(round=0), None, None
        state.last_round, state.round_row = 0, row
        for number in state.places:
            place = self.place(number)
            place.pairing, place.game, place.offered = None, None, None

    def end_evening(self) -> None:
        """The evening that was begun last is as if it had not been; nothing was played in it."""
        state, before = self.state, self.state.evenings.pop()
        state.title, state.tournament, state.games = before.title, before.tournament, before.games.copy()
        state.round, state.last_round, state.round_row = before.round, before.last_round, before.round_row
        state.ended = before.ended
        state.decided = before.decided + state.decided
        self._games.clear()
        self._tournament = False
        for number, place in before.places.items():
            self.place(number).pairing, self.place(number).offered = place.pairing, place.offered
        for game in sorted(state.games.values(), key=lambda table_game: table_game.last):
            self.place(game.table).game = game.uid
            if game.returned is not None:
                state.returned.add(game.uid)

    def is_of_earlier_evening(self, uid: str) -> bool:
        """Whether a game belongs to an evening that is over; what comes of it still belongs there."""
        return any(uid in evening.games for evening in self.state.evenings)

    def add_late(self, row: LogRow) -> bool:
        """An entry of a game of an evening that is over; False where it is not said by who holds it."""
        for number, evening in enumerate(self.state.evenings):
            if (known := evening.games.get(row.game)) is None or row.n in known.texts:
                continue
            if not self.state.holds(known, row.table, row.boot, row.n):
                return False
            again = evening.copy()
            again.games[row.game] = game = own_copy(known)
            game.texts[row.n] = (row.at, row.body)
            self.state.evenings[number] = again
        return True

    def keep_early(self, row: LogRow) -> bool:
        """Keep an entry of a game whose beginning comes later; False where its table said too many already."""
        if self._waiting[row.table] >= MOST_EARLY:
            return False
        self._waiting[row.table] += 1
        self._early.setdefault(row.game, []).append(row)
        return True

    def pop_early(self, game: str) -> list[LogRow]:
        """The entries that waited for the beginning of a game, and wait no longer."""
        rows = self._early.pop(game, [])
        self._waiting.subtract(row.table for row in rows)
        return rows

    def pass_over(self, row: LogRow, error: UnreadableRow) -> None:
        """Count a row that changes nothing."""
        self.state.unreadable += 1
        if len(self.state.unread) < MOST_UNREAD:
            self.state.unread.append(UnreadRow(row.id, row.kind, row.table_number, row.heard, str(error)))
