"""What the board shows, as parts that change one by one: values for the pages, and which row of the log changed them.

A part's version is the id of a row of the log. A reader that has seen everything up to a version asks for the parts
that changed after it; so a page that was away catches up with what changed and no more, also over a restart of the
board, and a slow one never holds anything up: what it missed is only the newest state of each part.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from device.common.games.registry import SPECS
from device.common.specs.card import BoardTiles, Card
from device.organiser.board import lists
from device.organiser.board.moments import Dial, RoundDial, countdown_of
from device.organiser.board.table_card import card_at, names_at
from device.organiser.log.event_games import key_of, kind_of
from device.organiser.log.fold import Fold
from device.organiser.log.round_on import stale_tables
from device.organiser.log.table_game import TableGame
from device.organiser.log.table_state import TableState
from device.organiser.store import LogRow
from device.organiser.tournament.public_names import Hidden, hidden_names, short_names
from device.organiser.tournament.ranking import figure
from device.organiser.tournament.scoring import Scoring, StandingsLine
from rules.game import MILLISECOND, Progress, Report
from rules.message import Message


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as the overview shows it: its ``game``, and the word by which the event knows what is played (``kind``).

    ``since`` (the event's ms) is since when it is away, None while it is there.
    """

    number: int
    game: str
    kind: str
    card: Card | None
    dials: tuple[Dial, ...]
    since: int | None
    calls: bool
    names: tuple[str, ...]
    entries: int

    @property
    def dial(self) -> Dial | None:
        """The clock that counts."""
        return next((dial for dial in self.dials if dial.official), None)

    @property
    def is_signed(self) -> bool:
        """Whether the result is signed."""
        return self.card is not None and self.card.progress is Progress.SIGNED

    @property
    def is_away(self) -> bool:
        """Whether it is without a connection."""
        return self.since is not None


@dataclass(frozen=True, slots=True)
class BoardHeader:
    """Above every page: what is played, how many tables do what, and the round's time."""

    title: str
    kind: Message | None
    round: int
    tables: int
    playing: int
    signed: int
    away: int
    countdown: RoundDial | None
    linked: bool


@dataclass(frozen=True, slots=True)
class BoardStandings:
    """The standings of one game. ``titled``: several games are played, so its name belongs above it.

    ``pairs``: of pairs. ``by`` is what decides the places, in turn; ``more`` the headings of what else the lines have
    for it.
    """

    kind: str
    name: Message
    columns: tuple[Message, Message]
    lines: tuple[StandingsLine, ...]
    titled: bool = False
    by: tuple[Message, ...] = ()
    more: tuple[Message, ...] = ()
    pairs: bool = False

    @property
    def game(self) -> str:
        """The game's own word, for its look."""
        return key_of(self.kind)


class BoardModel:
    """The parts, and which row changed them last. Belongs to one thread.

    ``wall`` is the wall clock (ns) of the store's machine (`EventStore.now`), this machine's before the store is open.
    """

    def __init__(self, wall: Callable[[], int] = time.time_ns) -> None:
        self.wall = wall
        self._fold = Fold()
        self.state = self._fold.state
        """The event as it shows: what was taken by the last `flush`."""
        self.version = 0
        self.hidden: Hidden = ()
        """Names for which people asked to have initials shown."""
        self._values: dict[str, Any] = {}
        self._versions: dict[str, int] = {}
        self._dirty: set[str] = {"head", "notice", "rank", "results"}
        self._games: set[str] = set()
        """Games that were touched since."""
        self._views: dict[int, TableView] = {}
        self.flush()

    def now(self) -> int:
        """The event's clock in ns."""
        return self.wall() + self.state.ahead

    def take(self, rows: Iterable[LogRow]) -> None:
        """Take new rows of the log; `flush` makes what they changed visible."""
        for row in rows:
            touched = self._fold.take(row)
            if touched.all:
                self._dirty |= {"head", "notice", "rank"}
            if touched.ranks:
                self._dirty |= {"rank", "results"}
            if touched.all or touched.cards or touched.ranks:
                self._dirty |= {f"card-{number}" for number in self._fold.state.places}
            if touched.table:
                self._dirty.add(f"card-{touched.table}")
            if touched.game:
                self._games.add(touched.game)

    def flush(self) -> bool:
        """Make what was taken visible; whether anything that is shown differs."""
        self.state = self._fold.state
        dirty, self._dirty = self._dirty, set()
        games, self._games = self._games, set()
        dirty |= {f"card-{game.table}" for uid in games if (game := self.state.games.get(uid)) is not None}
        changed = False
        cards = sorted(part for part in dirty if part.startswith("card-"))
        for part in cards:
            number = int(part[5:])
            view = self._view(self.state.place(number))
            before = self._views.get(number)
            self._views[number] = view
            if self._put(part, view):
                changed = True
            if before is None or _counted_by_head(before) != _counted_by_head(view):
                dirty.add("head")
            if view.is_signed or (before is not None and before.is_signed):
                dirty |= {"rank", "results"}
            game = self.game(number)
            self._put(f"table-{number}", (view, 0 if game is None else game.last))
        if "head" in dirty:
            changed |= self._put("head", self._head())
        if "notice" in dirty:
            changed |= self._put("notice", self.state.notice)
        if dirty & {"rank", "results"}:
            if (names := hidden_names(self.state.tournament.entrants.values())) != self.hidden:
                self.hidden, changed = names, True
                self._versions = dict.fromkeys(self._versions, self.state.last)
            scoring = Scoring(self.state)
            ranks = self._ranks(scoring)
            changed |= self._put("rank", self._rank(ranks, scoring.result_counts()))
            changed |= self._put("results", (lists.results_by_round(self.state), ranks))
            changed |= self._put("standings", ranks)
            changed |= self._put("own", self.state.last)
            changed |= self._put("find", lists.find(self.state))
            changed |= self._put("next", lists.next_round(self.state))
        self.version = self.state.last
        return changed

    def value(self, part: str) -> Any:
        """What a part shows; None where there is no such part."""
        return self._values.get(part)

    def changed_parts(self, parts: Iterable[str], since: int) -> list[str]:
        """Which of ``parts`` changed after version ``since``."""
        return [part for part in parts if self._versions.get(part, 0) > since]

    def last_change(self, parts: Iterable[str], seen: int) -> int:
        """The version of the last change of ``parts`` that is not after ``seen``; 0 where there is none."""
        return max((version for part in parts if (version := self._versions.get(part, 0)) <= seen), default=0)

    @property
    def numbers(self) -> list[int]:
        """The tables that are shown: those of earlier rounds that play no further are not."""
        return sorted(self._views.keys() - stale_tables(self.state))

    def report(self, number: int) -> Report | None:
        """The whole tally of the game that is on a table."""
        game = self.game(number)
        history = None if game is None else game.history
        return None if history is None else history.game.report(history.state)

    def lying(self, number: int) -> BoardTiles | None:
        """What lies on the board of the game that is on a table; None where that is not known."""
        game = self.game(number)
        history = None if game is None else game.history
        return None if history is None else SPECS[history.game.key].card.load().board_tiles(history.state)

    def last_words(self, number: int) -> tuple[tuple[tuple[str, int], ...], ...]:
        """What each seat of the game on a table laid last; empty where the game has no words."""
        game = self.game(number)
        if game is None or (history := game.history) is None:
            return ()
        return tuple(map(tuple, SPECS[history.game.key].card.load().last_words(history.state)))

    def short_name(self, name: str) -> str:
        """What somebody is called where there is little room."""
        short = self.state.once(("short names",), lambda: short_names(self.state.tournament.entrants.values()))
        return short.get(name, name)

    # -- values ----------------------------------------------------------------------------------------------------

    def _put(self, part: str, value: Any) -> bool:
        if part in self._values and self._values[part] == value:
            return False
        self._values[part] = value
        self._versions[part] = self.state.last
        return True

    def game(self, number: int) -> TableGame | None:
        """The game that is on a table, or was the last one there."""
        place = self.state.places.get(number)
        return None if place is None else self.state.game_at(place)

    def _view(self, place: TableState) -> TableView:
        game, card = self.state.game_at(place), card_at(self.state, place)
        is_over = card is None or card.progress is Progress.SIGNED
        away = place.online is False and (card is None or not is_over)
        return TableView(
            place.number,
            "" if game is None or game.history is None else game.history.game.key,
            "" if game is None or game.history is None else kind_of(game.history),
            card,
            () if game is None else self._dials(game),
            place.since // MILLISECOND if away else None,
            place.call is not None,
            names_at(place) if is_over else (),
            0 if game is None else game.entry_count,
        )

    def _dials(self, game: TableGame) -> tuple[Dial, ...]:
        """Clocks at the game's last entry; running ones by the moment at which they end."""
        if (view := game.view) is None:
            return ()
        history, dials = view.history, []
        for clock in view.board_card.clocks(history.state, history.last_at):
            ends = None
            if clock.running and game.offset is not None:
                ends = (game.offset + history.last_at + clock.left) // MILLISECOND
            dials.append(Dial(clock.name, clock.left // MILLISECOND, ends, clock.spoiled, clock.official))
        return tuple(dials)

    def _head(self) -> BoardHeader:
        on = self.state.round
        views = [self._views[number] for number in self.numbers]
        kinds = [view.kind for view in views if view.kind]
        kind = kinds[0] if len(set(kinds)) == 1 else "" if kinds else on.kind
        playing = sum(
            view.card is not None and view.card.progress in (Progress.PLAYING, Progress.RESULT) for view in views
        )
        return BoardHeader(
            self.state.title,
            self.state.game(kind).name if kind and self.state.knows(kind) else None,
            on.round,
            len(views),
            playing,
            sum(view.is_signed for view in views),
            sum(view.is_away for view in views),
            countdown_of(on),
            self.state.linked,
        )

    def _ranks(self, scoring: Scoring) -> tuple[BoardStandings, ...]:
        ranks = []
        for kind, lines in scoring.all_standings().items():
            if scoring.result_counts()[kind]:
                game = self.state.game(kind)
                by = tuple(figure(game, word).explanation for word in scoring.rules(kind).by_figures)
                more = tuple(figure(game, word).name for word, _ in lines[0].more)
                columns = game.card.load().columns
                ranks.append(BoardStandings(kind, game.name, columns, lines, by=by, more=more, pairs=game.seats.pairs))
        return tuple(ranks)

    def _rank(self, candidates: tuple[BoardStandings, ...], counted: Counter[str]) -> BoardStandings | None:
        """The standings beside the tables: those of the game that most results belong to, or the round's."""
        ranks = {rank.kind: rank for rank in candidates}
        kind = self.state.round.kind
        if kind not in ranks:
            kind = max(sorted(ranks), key=counted.__getitem__) if ranks else ""
        if not ranks:
            return None
        several = len({view.kind for view in self._views.values() if view.kind}) > 1
        lines = tuple(replace(line, name=self.short_name(line.name)) for line in ranks[kind].lines)
        return replace(ranks[kind], titled=several, lines=lines)


def _counted_by_head(view: TableView) -> tuple[object, ...]:
    """What the head counts of a table."""
    return (view.is_away, view.kind, None if view.card is None else view.card.progress)
