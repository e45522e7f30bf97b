"""What all pages of the desk are drawn with and what stands around them; the pages beside that of the tables, whole
without a script.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from device.i18n import language, tr
from device.organiser.board.moments import event_templates
from device.organiser.desk.page_list import PAGES
from device.organiser.log.event_control import Desk
from device.organiser.log.event_state import EventState
from device.organiser.log.round_on import coming_round
from device.organiser.log.tournament_state import DecisionRecord
from device.organiser.log.troubles import troubles
from device.organiser.tournament import made_from
from device.organiser.tournament.decided import by_of, in_words, time_of
from device.specs.card import fraction_text, signed_number
from rules.games import GAMES
from rules.message import Message, msg

TEMPLATES = Path(__file__).with_name("templates")
TITLES = {name: page.title for name, page in PAGES.items()}
"""The navigation: every page beside that of the tables."""
Shortcuts = tuple[tuple[str, Message], ...]
"""Keys of a page, and what they do (static/keys.js)."""


class PageView:
    """Draws pages of ``desk`` in the language that is spoken; decides nothing. Belongs to one thread.

    ``board`` is the address of the public board, ``named`` what templates may use besides.
    """

    shortcuts: Shortcuts = ()

    def __init__(self, desk: Desk, board: Callable[[], str], **named: object) -> None:
        self._desk = desk
        self._board = board
        self._templates = event_templates(desk.now, TEMPLATES)
        self._templates.globals.update(made_of=made_from.text, **named)

    def frame(self, word: str, title: str, trouble: str = "") -> dict[str, Any]:
        """What stands around every page; ``word`` is what its forms carry, ``trouble`` a sentence above everything."""
        return {
            "lang": language(),
            "word": word,
            "pages": TITLES,
            "title": title,
            "board": self._board(),
            "trouble": trouble,
            "shortcuts": self.shortcuts,
            "games": [(key, game.name) for key, game in GAMES.items()],
        }


SHORTCUTS: Shortcuts = (
    ("?", msg("these keys")),
    ("1 … 9", msg("the pages above, from the left")),
    ("/", msg("find")),
    ("↑ ↓", msg("the row before, the row after")),
    ("Enter", msg("the first field of the row; in a field: enter what is written")),
    ("P", msg("in a row: is here")),
    ("O", msg("in a row: withdraws")),
    ("M", msg("in a row: more")),
    ("N", msg("the first field of the form beside: register, adjust points")),
    ("D", msg("make a draft")),
    ("Z", msg("publish")),
    ("U", msg("take the last decision back")),
    ("Esc", msg("leave the field, close what is open")),
)


class TournamentView(PageView):
    """Draws the pages of `PAGES` and the sheets of games. ``backup``: one can be had."""

    shortcuts = SHORTCUTS

    def __init__(self, desk: Desk, board: Callable[[], str], backup: bool = False) -> None:
        super().__init__(desk, board, number=fraction_text, signed=signed_number, backup=backup)

    def page(
        self,
        name: str,
        word: str,
        asked: Mapping[str, str],
        trouble: str = "",
        typed: Mapping[str, str] | None = None,
        who: str = "",
    ) -> str | None:
        """A page for who has come in and whose forms carry ``word``; ``asked`` is what its address says, ``typed`` the
        form that was not taken, and ``trouble`` why; ``who`` sits there, as far as they said.

        None where ``asked`` has the mark of a page that shows the same, as ``seen``. Raises `StoreTrouble`.
        """
        state = self._desk.read()
        coming, needs = coming_round(state, self._desk.now()), len(troubles(state, self._desk.now()))
        if asked.get("seen") == _mark(state, needs) and not trouble:
            return None
        round = _round(asked.get("round", ""), coming)
        query = urlencode({key: text for key, text in asked.items() if key not in ("lang", "seen")})
        values = self._head(state, name, word, needs, who, trouble) | {
            "address": f"/{name}?{query}" if query else f"/{name}",
            "typed": defaultdict(str, typed or {}),
            "round": round,
            "entrants": state.tournament.entrants,
        }
        return self._render(name, values | PAGES[name].values(self._desk, asked, round))

    def sheet(self, uid: str, word: str, who: str = "") -> str | None:
        """A game's whole sheet, as `page` has it; None where there is no such game. Raises `StoreTrouble`."""
        state = self._desk.read()
        values = sheet_values(state, uid)
        if values is None:
            return None
        needs = len(troubles(state, self._desk.now()))
        frame = {"address": "", "round": coming_round(state, self._desk.now())}
        return self._render("sheet", self._head(state, "sheet", word, needs, who) | frame | values)

    def _render(self, template: str, values: Mapping[str, Any]) -> str:
        return self._templates.get_template(f"{template}.html").render(values)

    def _head(
        self, state: EventState, name: str, word: str, needs: int, who: str = "", trouble: str = ""
    ) -> dict[str, Any]:
        """What stands around each of these pages; ``needs``: so many things need somebody."""
        last = state.tournament.last
        return self.frame(word, state.title, trouble) | {
            "here": name,
            "mark": _mark(state, needs),
            "needs": needs,
            "last": None if last is None else last.id,
            "last_words": None if last is None else _in_words(state, last),
            "who": who,
        }


def _mark(state: EventState, needs: int) -> str:
    """Names what the pages show: another one where anything may show something else."""
    return f"{state.last}-{needs}"


def _in_words(state: EventState, done: DecisionRecord) -> str:
    """A decision in words, with the time by the clock on the wall and who made it."""
    parts = [time_of(state, done.when), by_of(done), tr(in_words(state, done))]
    return " ".join(part for part in parts if part)


def _round(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and 1 <= int(text[:4]) <= 99 else otherwise


def sheet_values(state: EventState, uid: str) -> dict[str, Any] | None:
    """The page's values; None where there is no such game."""
    every = [state.games, *(evening.games for evening in state.evenings)]
    game = next((games[uid] for games in every if uid in games), None)
    if game is None or game.history is None:
        return None
    history = game.history
    return {
        "game": game,
        "name": history.game.name,
        "line": history.game.summary(history.state),
        "report": history.game.report(history.state),
        "lying": None if game.view is None else game.view.board_card.board_tiles(history.state),
        "number": state.round_of(game),
    }
