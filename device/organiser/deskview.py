"""What the desk's page shows, whole, or only what is new since the one that a browser shows."""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.organiser.board.model import countdown_of
from device.organiser.board.pages import environment, now_ms
from device.organiser.desk import Desk, troubles
from device.organiser.games import SHOWN
from device.organiser.hall import Place
from device.organiser.played import Played
from device.organiser.standings import Results, standings
from device.words import language, t, tr
from rules.games import GAMES
from rules.message import Message

TEMPLATES = Path(__file__).with_name("templates")
PAGES = 32
"""Pages of which it is remembered what they show."""
ROWS = 20_000
"""Drawn rows that are kept: some organisers' browsers, each with a large event."""

LONGEST = 300_000
"""Bytes of a form: as many pairings as the page takes, however the browser writes their letters."""
LONGEST_PAIRINGS = 30_000
"""Characters of pairings in one form: some four hundred tables."""
Typed = dict[str, str]
"""A form's fields."""
NOTHING: Typed = {"pairings": "", "text": "", "text_en": "", "title": ""}

Shown = tuple[Any, ...]
"""What a row shows of a table, to be compared."""


class View:
    """Draws the desk in the language that is spoken. ``board`` is the address of the public board.

    A page carries a mark; who names the mark of the page that he has gets only those rows of the tables that are new,
    or nothing where nothing is. Belongs to one thread.
    """

    def __init__(self, desk: Desk, board: Callable[[], str]) -> None:
        self._desk = desk
        self._board = board
        self._results = Results(desk.hall)
        env = environment(TEMPLATES)
        self._page, self._login = env.get_template("desk.html"), env.get_template("login.html")
        self._parts: Any = env.get_template("desk_parts.html").module
        self._pages: OrderedDict[str, tuple[object, dict[int, Shown]]] = OrderedDict()
        self._drawn: OrderedDict[tuple[str, str, int], tuple[Shown, str]] = OrderedDict()

    def login(self, trouble: str = "") -> str:
        """The door."""
        return self._login.render(lang=language(), trouble=trouble)

    def closed(self, word: str, store: Message, trouble: str = "", typed: Typed = NOTHING) -> str:
        """The page while the store cannot be read."""
        return self._page.render(
            lang=language(), word=word, trouble=trouble, mark="", now=now_ms(), title="", round=None, notice=None,
            countdown_now=None, rows=[], troubles=[], ranks=[], refused=[], board=self._board(), linked=True,
            games=[(key, game.name) for key, game in GAMES.items()], store=tr(store), closed=True, typed=typed,
            longest=LONGEST_PAIRINGS, largest=LONGEST, too_large=too_large(),
        )  # fmt: skip

    def page(
        self, word: str, trouble: str = "", seen: str = "", store: Message | None = None, typed: Typed = NOTHING
    ) -> str | None:
        """The page for who has come in and whose forms carry ``word``; ``trouble`` is a sentence above everything,
        ``store`` what is wrong with the store, ``typed`` the fields of a form that was not taken.

        None where ``seen`` is the mark of a page that shows the same. Raises `StoreTrouble`.
        """
        hall, refused = self._desk.read(), self._desk.refusals()
        needs = troubles(hall, time.time_ns())
        reader = (language(), word)
        mark = _mark(reader, hall.last, needs, len(refused), store)
        if mark == seen:
            return None
        games = {place.number: hall.game_at(place) for place in hall.tables()}
        shows = {place.number: _shown(place, games[place.number]) for place in hall.tables()}
        whose, before = self._pages.get(seen, (reader, {}))
        if whose != reader:
            before = {}  # what stands there is in another language
        self._remember(mark, (reader, shows))
        results = self._results.all()
        ranks = [(GAMES[kind].name, SHOWN[kind].columns, standings(results, kind)) for kind in GAMES]
        return self._page.render(
            lang=language(), word=word, trouble=trouble, mark=mark, now=now_ms(), title=hall.title, round=hall.round,
            countdown_now=countdown_of(hall.round), notice=hall.notice, troubles=needs, refused=refused,
            rows=[self._row(word, place, games[place.number], shows[place.number]) for place in hall.tables()
                  if shows[place.number] != before.get(place.number)],
            ranks=[one for one in ranks if one[2]], games=[(key, game.name) for key, game in GAMES.items()],
            board=self._board(), linked=hall.linked, store="" if store is None else tr(store), closed=False,
            typed=typed, longest=LONGEST_PAIRINGS, largest=LONGEST, too_large=too_large(),
        )  # fmt: skip

    def _remember(self, mark: str, page: tuple[object, dict[int, Shown]]) -> None:
        self._pages[mark] = page
        self._pages.move_to_end(mark)
        while len(self._pages) > PAGES:
            self._pages.popitem(last=False)

    def _row(self, word: str, place: Place, game: Played | None, shown: Shown) -> str:
        """A table's row, drawn again only where it shows something else."""
        key = (word, language(), place.number)
        known = self._drawn.pop(key, None)
        if known is None or known[0] != shown:
            known = (shown, self._parts.row(word, place, game, _pairing(place)))
        self._drawn[key] = known
        while len(self._drawn) > ROWS:
            self._drawn.popitem(last=False)
        return known[1]


def too_large() -> str:
    """Said of a form that is not taken because it is too large."""
    return t("The form is too large and nothing was decided: {n} characters of pairings fit. Send them in two parts.",
             n=LONGEST_PAIRINGS)  # fmt: skip


def _mark(*shown: object) -> str:
    return hashlib.blake2s(repr(shown).encode(), digest_size=8).hexdigest()


def _shown(place: Place, game: Played | None) -> Shown:
    """What a row depends on: a game only changes with a row of the log."""
    pairing = "" if place.pairing is None else place.pairing.pairing
    return place.online, place.released, place.note, pairing, *(() if game is None else (game.uid, game.last))


def _pairing(place: Place) -> str:
    paired = place.pairing
    if paired is None:
        return ""
    return " – ".join(paired.names or tuple(", ".join(group) for group in paired.seats))
