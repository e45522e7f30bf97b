"""What all pages of the desk are drawn with: their templates, and what stands around every page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from device.i18n import language
from device.organiser.board.moments import event_templates
from device.organiser.desk.page_list import PAGES
from device.organiser.log.event_control import Desk
from device.organiser.tournament import made_from
from rules.games import GAMES
from rules.message import Message

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
