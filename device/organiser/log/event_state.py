"""The event as it stands at one moment: what the fold of the organiser's log (`device.organiser.log.fold`) hands out.

A state never changes once it was handed out, so any thread may read it. Games are folded by their rules, and whatever
else follows from a state is computed, when somebody asks for it first (`EventState.once`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

from device.common.boots import RUN
from device.common.event import messages
from device.common.games.registry import SPECS
from device.common.specs.spec import GameSpec
from device.organiser.acts import decisions
from device.organiser.acts.rollout_step import RolloutTables
from device.organiser.log import event_games, orders
from device.organiser.log.table_game import TableGame
from device.organiser.log.table_state import TableState, own_copy
from device.organiser.log.tournament_state import Tournament
from device.organiser.store.rows import UnreadRow
from rules.game import Nanoseconds, Progress
from rules.sheet_terms import SheetTerms

T = TypeVar("T")


class DecidedTogether(NamedTuple):
    """Acts that were kept at once by the program ``boot``, at ``when`` (ns of the event's clock)."""

    when: Nanoseconds
    boot: str
    acts: tuple[decisions.Decision, ...]


class EventState:
    """The event as it stands, by what the log says. `take`s nothing itself: that is the fold's work."""

    def __init__(self) -> None:
        self.last = 0
        """The last row that was taken."""
        self.heard = 0
        """The event's clock (ns) at the newest row."""
        self.ahead = 0
        """How far (ns) the event's clock is ahead of the wall clock."""
        self.clocks: list[tuple[int, int]] = [(0, 0)]
        """Since when (ns of that clock) it was so far ahead."""
        self.clock = ""
        """The id of that clock, by which tables know it; empty in logs of earlier versions."""
        self.unread: list[UnreadRow] = []
        """The rows that could not be read, oldest first; as many as the fold keeps."""
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
        self.door = ""
        """The code with which people check themselves in; empty: they do not."""
        self.ordered: decisions.UpdateOrdered | None = None
        """The update that tables are to take."""
        self.rollout = RolloutTables()
        """Which of them have the order, and which did not come back."""
        self.standby = ""
        """The secret with which a second machine copies the event."""
        self.streams: dict[int, decisions.StreamSet] = {}
        """What the broadcast pages show, by their slots."""
        self.telephones = True
        """Whether telephones may be clock buttons."""
        self.linked = True
        self.places: dict[int, TableState] = {}
        self.games: dict[str, TableGame] = {}
        self.pairings: dict[str, decisions.Paired] = {}
        self.tournament = Tournament()
        self.sheets: dict[str, SheetTerms] = {}
        """The score sheets that are played at this event, by their words (`device.organiser.log.event_games`)."""
        self.decided: list[DecidedTogether] = []
        """Everything that was decided on this evening, oldest first."""
        self.logged_contacts: dict[str, str] = {}
        """Contacts that a log of an earlier version keeps, by entrant; for the desk alone."""
        self.evenings: list[EventState] = []
        """The evenings before this one, each as it was at its end."""
        self.boots: dict[tuple[str, str], str] = {}
        """By table and run (the first digits of its boots): the device that speaks."""
        self.returned: set[str] = set()
        """Games of which a result was sent back."""
        self._computed: dict[Hashable, Any] = {}
        self._kept: dict[Hashable, tuple[tuple[object, ...], Any]] = {}
        """What was computed `once` from certain values, the newest for each key; all states of an evening share it."""

    def copy(self) -> EventState:
        """The same event, to be changed without changing this one; its tables, games and tournament are shared."""
        state = own_copy(self)
        state._computed, state._kept = {}, self._kept
        return state

    def once(self, key: Hashable, compute: Callable[[], T], *of: object) -> T:
        """What ``compute`` makes of this state under ``key``: made once for all who ask, and gone with the state.

        Where all of it follows from ``of``, it is passed on to states in which these values are equal. It is never
        changed, and does not refer to the state. Two threads that ask at once may both compute it.
        """
        if key not in self._computed:
            known = self._kept.get(key) if of else None
            if known is None or known[0] != of:
                known = of, compute()
                if of:
                    self._kept[key] = known
            self._computed[key] = known[1]
        value: T = self._computed[key]
        return value

    def keep_nothing(self) -> None:
        """From here on nothing is passed on that states before this one computed."""
        self._kept = {}

    def place(self, number: int) -> TableState:
        """The table with that number, heard of or not."""
        return self.places.get(number) or TableState(number)

    def game_at(self, place: TableState) -> TableGame | None:
        """The game that is on a table, or was the last one there."""
        return None if place.game is None else self.games.get(place.game)

    def is_foreign(self, game: TableGame) -> bool:
        """Whether a device that never held the number began the game: it is kept whole, and counts nowhere."""
        number, boot = game.origin
        device = self.device_of(str(number), boot)
        return device is not None and device not in self.place(number).holders

    def device_of(self, table: str, boot: str) -> str | None:
        """The device that speaks under that boot; None where that is not known, as of tables of earlier versions."""
        return self.boots.get((table, boot[:RUN]))

    def holds(self, game: TableGame, table: str, boot: str, n: int = 0) -> bool:
        """Whether who speaks as ``table`` under ``boot`` holds ``game`` now, or held it when entry ``n`` was made.

        A device holds it under another number, too, once that number is its own. Where a table says no device, as those
        of earlier versions, its number decides.
        """
        device = self.device_of(table, boot)
        for holding in {
            game.holdings[-1],
            *[game_holding for game_holding in game.holdings if game_holding.first <= n][-1:],
        }:
            other = self.device_of(holding.table, holding.boot)
            if device is None or other is None:
                is_its = table == holding.table
            else:
                is_its = device == other and (table == holding.table or self.place(int(table)).holder == device)
            if is_its:
                return True
        return False

    def speaker(self, table: str, boot: str) -> tuple[str, str]:
        """By what a claim is known (`TableGame.claims`)."""
        return table, self.device_of(table, boot) or boot

    def with_claim(self, game: TableGame, by: tuple[str, str]) -> TableGame:
        """The game as it would be if that claim counted."""

        def compute() -> TableGame:
            table_game, last = own_copy(game), game.holdings[-1]
            table_game.take_claim(by, self.speaker(last.table, last.boot))
            return table_game

        return self.once(("with claim", game.uid, by), compute)

    # -- what is played --------------------------------------------------------------------------------------------

    def game(self, kind: str) -> GameSpec:
        """What is played here under that word. Raises KeyError."""
        return SPECS[kind] if kind in event_games.WITHOUT_TERMS else event_games.played_by(self._terms(kind))

    def knows(self, kind: str) -> bool:
        """Whether something is played here under that word, or could be."""
        return kind in event_games.WITHOUT_TERMS or kind in self.sheets or kind in self._played_sheets()

    def kinds(self) -> tuple[str, ...]:
        """The words of all games that can be drawn, then those of sheets that tables chose themselves."""
        return tuple(dict.fromkeys((*event_games.WITHOUT_TERMS, *self.sheets, *self._played_sheets())))

    def _terms(self, kind: str) -> SheetTerms:
        return self.sheets[kind] if kind in self.sheets else self._played_sheets()[kind]

    def _played_sheets(self) -> Mapping[str, SheetTerms]:
        """The sheets on which games were played, each by the terms of the first such game."""

        def compute() -> dict[str, SheetTerms]:
            sheets: dict[str, SheetTerms] = {}
            for game in self.games.values():
                if (history := game.history) is not None and (terms := event_games.terms_of(history)) is not None:
                    sheets.setdefault(event_games.kind_of(history), terms)
            return sheets

        return self.once("played sheets", compute)

    # -- what is sent to tables ------------------------------------------------------------------------------------

    def order(self, place: TableState) -> messages.Order:
        """What the organiser wants of a table now (`device.common.event.messages.Order`)."""
        game = self.games.get(place.offered or "")
        held = None
        if place.released and game is not None:
            line = "" if game.history is None else str(game.history.game.summary(game.history.state))
            key = "" if game.history is None else game.history.game.key
            held = messages.HeldGame(game=game.uid, kind=key, entries=game.entry_count, line=line[:500])
        call = next((table_call.call for table_call in place.calls.values() if table_call.coming), None)
        returned = tuple(
            messages.ReturnedResult(game=game.uid, reason=game.returned or "")
            for game in self.sent_back()
            if game.table == place.number
        )
        paired = place.pairing
        pairing = None if paired is None else orders.pairing(paired, self.title, self.sheets.get(paired.kind))
        order = messages.Order(
            holder=place.holder,
            released=place.released,
            was=place.was,
            held=held,
            pairing=pairing,
            referee=call,
            note=place.note,
            telephones=self.telephones,
        )
        return orders.with_returned(order, returned)

    def sent_back(self) -> Iterator[TableGame]:
        """The games whose result is sent back and still stands there signed."""
        return (game for uid in sorted(self.returned) if self.is_sent_back(game := self.games[uid]))

    def is_sent_back(self, game: TableGame) -> bool:
        """Whether the result of ``game`` was sent back and is not opened again since: what it was does not count."""
        return game.returned is not None and game.entry_count <= game.count_when_returned

    def may_have(self, table: int, ask: messages.AskGame) -> bool:
        """Whether who asks as ``table`` gets the game's entries: it is offered there, or they hold it already."""
        game, place = self.games.get(ask.game), self.place(table)
        if game is None:
            return False
        is_offered = place.offered == game.uid and place.holder in (None, self.device_of(str(table), ask.boot))
        return is_offered if place.released else is_offered or self.holds(game, str(table), ask.boot)

    def part(self, game: TableGame, ask: messages.AskGame) -> messages.GamePart:
        """Entries of a game for the device that takes it up, as many as fit in a message."""
        entries: list[messages.EntryRow] = []
        size = len(game.setup_text.encode())
        for n in range(ask.after + 1, game.entry_count + 1):
            at, text = game.texts[n]
            size += len(text.encode()) + 120
            if len(entries) == messages.MOST_ROWS or size > messages.LARGEST - 1000:
                break
            entries.append(messages.EntryRow(game=game.uid, n=n, at=at, event=msgspec.Raw(text.encode())))
        last = max((at for at, _ in game.texts.values()), default=0)
        return messages.GamePart(
            boot=ask.boot,
            game=game.uid,
            setup=msgspec.Raw(game.setup_text.encode()),
            after=ask.after,
            total=game.entry_count,
            at=last,
            entries=tuple(entries),
        )

    # -- for people ------------------------------------------------------------------------------------------------

    def tables(self) -> list[TableState]:
        """All tables by number."""
        return [self.places[number] for number in sorted(self.places)]

    def round_of(self, game: TableGame) -> int:
        """The round a game belongs to: its own word for it, its pairing's, else 0."""
        return game.own_round or self.paired_round(game)

    def paired_round(self, game: TableGame) -> int:
        """The round of the pairing that a game was begun for; 0 where it was begun for none."""
        paired = self.pairings.get(game.pairing or "")
        return 0 if paired is None else paired.round

    def games_by_table(self) -> Mapping[int, list[TableGame]]:
        """The games that were played at each table, the newest first; what a foreign device began is not among them."""

        def compute() -> dict[int, list[TableGame]]:
            games: dict[int, list[TableGame]] = {number: [] for number in self.places}
            for game in sorted(self.games.values(), key=lambda table_game: table_game.first, reverse=True):
                if not self.is_foreign(game):
                    games.setdefault(game.table, []).append(game)
            return games

        return self.once("games_by_table", compute)

    def is_of_this_round(self, game: TableGame) -> bool:
        """Whether a game belongs to the round that is on.

        One that names no round does where it was begun after the round was set, or is being played; one of several
        rounds (M28) where it has begun that one, or, if it does not count them as the tournament does, is being played.
        """
        if (begun := game.rounds) is not None:
            return self.round.round in begun
        number = self.round_of(game)
        if number and number == self.round.round:
            return True
        playing = game.progress in (Progress.PLAYING, Progress.RESULT)
        if number:
            history = game.history
            return playing and history is not None and getattr(history.setup, "rounds", 1) > 1
        return playing or game.first > self.round_row
