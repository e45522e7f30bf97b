"""What the desk's page of the tables shows, whole, or only what is new since the one that a browser shows."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from device.i18n import language, t, tr
from device.organiser.board.moments import MS, countdown_of
from device.organiser.desk.forms import LONGEST_PAIRINGS
from device.organiser.desk.page_view import PageView, Shortcuts
from device.organiser.log.event_control import Desk
from device.organiser.log.event_state import EventState
from device.organiser.log.round_on import begun_of, coming_round
from device.organiser.log.table_game import TableGame
from device.organiser.log.table_state import TableState
from device.organiser.log.troubles import troubles
from device.organiser.tournament.scoring import Scoring
from device.registry import EVENT_SPECS
from rules.game import Progress
from rules.games import GAMES
from rules.message import Message, msg

REMEMBERED = 32
"""Pages of which it is remembered what they show."""
EARLIER = 12
"""Games before the one on the table that a row offers; the command reaches all of them."""
ROWS = 20_000
"""Drawn rows that are kept: some organisers' browsers, each with a large event."""

LONGEST = 300_000
"""Bytes of a form: as many pairings as the page takes, however the browser writes their letters."""
SHORTCUTS: Shortcuts = (
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
Typed = Mapping[str, str]
"""A form's fields."""
NOTHING: Typed = {"round": "", "kind": "", "pairings": "", "text": "", "text_en": "", "title": ""}
RESTORED = ("pair", "notice", "name")
"""Forms that stand on the page as they were sent where they were not taken."""
CLOSED: dict[str, Any] = {
    "mark": "",
    "round": None,
    "ended": None,
    "replaced": None,
    "notice": None,
    "begun": 0,
    "not_begun": [],
    "countdown_now": None,
    "rows": [],
    "troubles": [],
    "ranks": [],
    "refused": [],
    "linked": True,
    "telephones": True,
    "next_round": 1,
    "next_kind": "",
    "coming": 1,
    "unread": [],
    "unreadable": 0,
}
"""The page of an event that cannot be read."""

Shown = tuple[Any, ...]
"""What a row shows of a table, to be compared."""


class DeskView(PageView):
    """Draws the desk's door and the page of the tables.

    A page carries a mark; who names the mark of the page that he has gets only those rows of the tables that are new,
    or nothing where nothing is.
    """

    shortcuts = SHORTCUTS

    def __init__(self, desk: Desk, board: Callable[[], str]) -> None:
        super().__init__(desk, board)
        self._page = self._templates.get_template("desk.html")
        self._parts: Any = self._templates.get_template("desk_parts.html").module
        self._pages: OrderedDict[str, tuple[object, dict[int, Shown]]] = OrderedDict()
        self._drawn: OrderedDict[tuple[str, str, int], tuple[Shown, str]] = OrderedDict()

    def now_ms(self) -> int:
        """The event's clock in ms."""
        return self._desk.now() // MS

    def login(self, trouble: str = "") -> str:
        """The door."""
        return self._templates.get_template("login.html").render(lang=language(), trouble=trouble)

    def closed_page(self, word: str, store: Message, trouble: str = "", typed: Typed = NOTHING) -> str:
        """The page while the store cannot be read."""
        return self._page.render(self._around(word, "", trouble, store, typed) | CLOSED | {"closed": True})

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
        needs, coming = troubles(state, self._desk.now()), coming_round(state, self._desk.now())
        mark = _mark((language(), word), state.last, needs, len(refused), coming, store)
        if mark == seen:
            return None
        values = self._around(word, state.title, trouble, store, typed) | self._round(state, coming)
        return self._page.render(
            values
            | {
                "closed": False,
                "mark": mark,
                "notice": state.notice,
                "troubles": needs,
                "refused": refused,
                "rows": self._rows(state, word, mark, seen, more),
                "unread": state.unread,
                "unreadable": state.unreadable,
                "ranks": self._ranks(state),
                "linked": state.linked,
                "telephones": state.telephones,
            }
        )

    def _around(self, word: str, title: str, trouble: str, store: Message | None, typed: Typed) -> dict[str, Any]:
        """What stands on the page whether the store can be read or not."""
        return self.frame(word, title, trouble) | {
            "now": self.now_ms(),
            "store": "" if store is None else tr(store),
            "typed": typed,
            "longest": LONGEST_PAIRINGS,
            "largest": LONGEST,
            "too_large": too_large(),
        }

    def _round(self, state: EventState, coming: int) -> dict[str, Any]:
        """The round that is on, and the next one."""
        begun, not_begun = begun_of(state)
        following = min(state.last_round + 1, 99)
        draw = state.tournament.draw_of(following)
        return {
            "round": state.round,
            "begun": begun,
            "not_begun": not_begun,
            "ended": state.ended,
            "replaced": None if state.replaced is None else state.replaced[0],
            "countdown_now": countdown_of(state.round),
            "next_round": following,
            "next_kind": state.round.kind if draw is None else draw.kind,
            "coming": coming,
        }

    def _ranks(self, state: EventState) -> list[tuple[Message, tuple[Message, Message], Any]]:
        """Each game's name, the headings of its figures, and its standings, of games that have any."""
        standings = Scoring(state).all_standings()
        return [(GAMES[kind].name, EVENT_SPECS[kind].card.load().columns, lines) for kind, lines in standings.items()]

    def _rows(self, state: EventState, word: str, mark: str, seen: str, more: int) -> list[str]:
        """The rows of the tables that show something else than on the page ``seen``."""
        games_of = state.games_by_table()
        games = {place.number: state.game_at(place) for place in state.tables()}
        earlier = {number: [one for one in games_of[number] if one is not games[number]][:EARLIER] for number in games}
        shows = {place.number: _shown(place, games[place.number], earlier[place.number]) for place in state.tables()}
        reader = (language(), word)
        whose, before = self._pages.get(seen, (reader, {}))
        if whose != reader:
            before = {}  # what stands there is in another language
        self._remember(mark, (reader, shows))
        return [
            self._row(word, place, games[place.number], earlier[place.number], shows[place.number], more)
            for place in state.tables()
            if shows[place.number] != before.get(place.number)
        ]

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


def to_restore(form: Typed) -> Typed:
    """What of a form that was not taken stands on the page again."""
    if form.get("do") not in RESTORED:
        return NOTHING
    return {field: form.get(field, "") for field in NOTHING}


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
