"""What the desk's page shows, whole, or only what is new since the one that a browser shows."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.i18n import language, t, tr
from device.organiser.board.model import MS, countdown_of
from device.organiser.board.pages import environment
from device.organiser.desk.tournament_view import PAGES
from device.organiser.log.decision_log import Desk
from device.organiser.log.table_game import TableGame
from device.organiser.log.table_state import TableState
from device.organiser.log.troubles import begun_of, coming_round, troubles
from device.organiser.tournament import made_from
from device.organiser.tournament.scoring import Scoring
from device.organiser.tournament.standings import Results
from device.specs.registry import EVENT_SPECS
from rules.game import Progress
from rules.games import GAMES
from rules.message import Message, msg

TEMPLATES = Path(__file__).with_name("templates")
REMEMBERED = 32
"""Pages of which it is remembered what they show."""
EARLIER = 12
"""Games before the one on the table that a row offers; the command reaches all of them."""
ROWS = 20_000
"""Drawn rows that are kept: some organisers' browsers, each with a large event."""

LONGEST = 300_000
"""Bytes of a form: as many pairings as the page takes, however the browser writes their letters."""
LONGEST_FILE = 1_000_000
"""Bytes of a form that carries a file: the standings of some thousands."""
LONGEST_PAIRINGS = 30_000
"""Characters of pairings in one form: some four hundred tables."""
SHORTCUTS = (
    ("?", msg("these keys")),
    ("1 … 9", msg("the pages above, from the left")),
    ("R", msg("a new round")),
    ("E", msg("end the round")),
    ("A", msg("announcement")),
    ("P", msg("pairings")),
    ("↑ ↓", msg("the row before, the row after")),
    ("M", msg("in a row: more")),
    ("Esc", msg("leave the field, close what is open")),
)
"""Keys of the page, and what they do (static/keys.js)."""
Typed = dict[str, str]
"""A form's fields."""
NOTHING: Typed = {"round": "", "kind": "", "pairings": "", "text": "", "text_en": "", "title": ""}

Shown = tuple[Any, ...]
"""What a row shows of a table, to be compared."""


class DeskView:
    """Draws the desk in the language that is spoken. ``board`` is the address of the public board.

    A page carries a mark; who names the mark of the page that he has gets only those rows of the tables that are new,
    or nothing where nothing is. Belongs to one thread.
    """

    def __init__(self, desk: Desk, board: Callable[[], str]) -> None:
        self._desk = desk
        self._board = board
        self._results = Results(desk.state)
        env = environment(desk.now, TEMPLATES)
        env.globals.update(made_of=made_from.text)
        self._page, self._login = env.get_template("desk.html"), env.get_template("login.html")
        self._parts: Any = env.get_template("desk_parts.html").module
        self._pages: OrderedDict[str, tuple[object, dict[int, Shown]]] = OrderedDict()
        self._drawn: OrderedDict[tuple[str, str, int], tuple[Shown, str]] = OrderedDict()

    def now_ms(self) -> int:
        """The event's clock in ms."""
        return self._desk.now() // MS

    def login(self, trouble: str = "") -> str:
        """The door."""
        return self._login.render(lang=language(), trouble=trouble)

    def closed(self, word: str, store: Message, trouble: str = "", typed: Typed = NOTHING) -> str:
        """The page while the store cannot be read."""
        return self._page.render(
            lang=language(),
            word=word,
            pages=PAGES,
            trouble=trouble,
            mark="",
            now=self.now_ms(),
            title="",
            round=None,
            ended=None,
            replaced=None,
            notice=None,
            begun=0,
            not_begun=[],
            countdown_now=None,
            rows=[],
            troubles=[],
            ranks=[],
            refused=[],
            board=self._board(),
            linked=True,
            next_round=1,
            next_kind="",
            coming=1,
            unread=[],
            unreadable=0,
            games=[(key, game.name) for key, game in GAMES.items()],
            store=tr(store),
            closed=True,
            typed=typed,
            shortcuts=SHORTCUTS,
            longest=LONGEST_PAIRINGS,
            largest=LONGEST,
            too_large=too_large(),
        )

    def page(
        self,
        word: str,
        trouble: str = "",
        seen: str = "",
        store: Message | None = None,
        typed: Typed = NOTHING,
        more: int = 0,
    ) -> str | None:
        """The page for who has come in and whose forms carry ``word``; ``trouble`` is a sentence above everything,
        ``store`` what is wrong with the store, ``typed`` the fields of a form that was not taken; ``more`` is the table
        of which everything that can be done about it is there.

        None where ``seen`` is the mark of a page that shows the same. Raises `StoreTrouble`.
        """
        state, refused = self._desk.read(), self._desk.refusals()
        needs = troubles(state, self._desk.now())
        reader = (language(), word)
        coming = coming_round(state, self._desk.now())
        mark = _mark(reader, state.last, needs, len(refused), coming, store)
        if mark == seen:
            return None
        games_of = state.games_by_table()
        games = {place.number: state.game_at(place) for place in state.tables()}
        earlier = {number: [one for one in games_of[number] if one is not games[number]][:EARLIER] for number in games}
        shows = {place.number: _shown(place, games[place.number], earlier[place.number]) for place in state.tables()}
        whose, before = self._pages.get(seen, (reader, {}))
        if whose != reader:
            before = {}  # what stands there is in another language
        self._remember(mark, (reader, shows))
        scoring = Scoring(state, self._results)
        results = scoring.official()
        begun, not_begun = begun_of(state)
        ranks = [
            (GAMES[kind].name, EVENT_SPECS[kind].card.load().columns, scoring.standings(kind, results))
            for kind in GAMES
        ]
        return self._page.render(
            lang=language(),
            word=word,
            pages=PAGES,
            trouble=trouble,
            mark=mark,
            now=self.now_ms(),
            title=state.title,
            round=state.round,
            begun=begun,
            not_begun=not_begun,
            ended=state.ended,
            replaced=None if state.replaced is None else state.replaced[0],
            countdown_now=countdown_of(state.round),
            notice=state.notice,
            troubles=needs,
            refused=refused,
            rows=[
                self._row(word, place, games[place.number], earlier[place.number], shows[place.number], more)
                for place in state.tables()
                if shows[place.number] != before.get(place.number)
            ],
            next_round=(following := min(state.last_round + 1, 99)),
            next_kind=state.round.kind if (draw := state.tournament.published(following)) is None else draw.kind,
            coming=coming,
            unread=state.unread,
            unreadable=state.unreadable,
            ranks=[one for one in ranks if one[2]],
            games=[(key, game.name) for key, game in GAMES.items()],
            board=self._board(),
            linked=state.linked,
            store="" if store is None else tr(store),
            closed=False,
            typed=typed,
            shortcuts=SHORTCUTS,
            longest=LONGEST_PAIRINGS,
            largest=LONGEST,
            too_large=too_large(),
        )

    def _earlier(self, games: list[TableGame]) -> list[tuple[TableGame, int, bool]]:
        """Games with their rounds, and whether their results may be sent back."""
        state = self._desk.state
        return [
            (one, state.round_of(one), one.progress is Progress.SIGNED and not state.is_sent_back(one)) for one in games
        ]

    def _remember(self, mark: str, page: tuple[object, dict[int, Shown]]) -> None:
        self._pages[mark] = page
        self._pages.move_to_end(mark)
        while len(self._pages) > REMEMBERED:
            self._pages.popitem(last=False)

    def _row(
        self,
        word: str,
        place: TableState,
        game: TableGame | None,
        earlier: list[TableGame],
        shown: Shown,
        more: int,
    ) -> str:
        """A table's row, drawn again only where it shows something else."""
        if place.number == more:
            opened: str = self._parts.row(word, place, game, self._earlier(earlier), _pairing(place), True)
            return opened
        key = (word, language(), place.number)
        known = self._drawn.pop(key, None)
        if known is None or known[0] != shown:
            known = (shown, self._parts.row(word, place, game, (), _pairing(place), False))
        self._drawn[key] = known
        while len(self._drawn) > ROWS:
            self._drawn.popitem(last=False)
        return known[1]


def too_large() -> str:
    """Said of a form that is not taken because it is too large."""
    return t(
        "The form is too large and nothing was decided: {n} characters of pairings fit. Send them in two parts.",
        n=LONGEST_PAIRINGS,
    )


def _mark(*shown: object) -> str:
    return hashlib.blake2s(repr(shown).encode(), digest_size=8).hexdigest()


def _shown(place: TableState, game: TableGame | None, earlier: list[TableGame]) -> Shown:
    """What a row depends on: a game only changes with a row of the log."""
    pairing = "" if place.pairing is None else place.pairing.pairing
    games = [one for one in (game, *earlier) if one is not None]
    return place.online, place.released, place.note, pairing, tuple((one.uid, one.last) for one in games)


def _pairing(place: TableState) -> str:
    paired = place.pairing
    if paired is None:
        return ""
    who = " – ".join(paired.names or tuple(", ".join(group) for group in paired.seats))
    return f"{t('Round {n}', n=paired.round)}: {who}" if paired.round else who
