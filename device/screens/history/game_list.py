"""All games of this device, page by page, found by a name or a date that is typed on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from device.common.formats import local
from device.common.i18n import day_and_time, t, tr
from device.graphics.actions import Show
from device.graphics.canvas import Canvas
from device.graphics.headings import DONE_WIDE, below_heading, heading
from device.graphics.keyboards import name_keys
from device.graphics.lists import ListPage, page_of, pager
from device.graphics.widgets import Rect
from device.journal import StoredGame
from device.journal.archive import Archive, Summary
from device.kiosk.host import Host
from device.kiosk.moment import Moment, OverlayViews
from device.kiosk.screen import Next, PagedScreen, ask, call, draw_panel
from device.kiosk.screen_controller import CLOSE, Controller, OverlayController
from device.kiosk.table_spec import TableSpecs
from device.screens.history.controller import HistoryController
from rules.game import Progress
from rules.message import Message, msg, msgs

LINE = 52
"""Height of a game in the list at the base size."""
LONGEST = 24
"""Letters of a search."""
PROGRESS: dict[Progress | None, Message] = {
    Progress.READY: msg("in progress"),
    Progress.PLAYING: msg("in progress"),
    Progress.RESULT: msg("not signed"),
    Progress.SIGNED: msg("finished"),
    None: msg("cannot be read"),
}


class KeptGames:
    """The kept games, newest first, and what is known of each.

    ``missing`` are those that the picture shows and are not folded yet; one at a time is folded between two pictures.
    """

    def __init__(self, archive: Archive, screens: TableSpecs) -> None:
        self._archive = archive
        self._games = archive.journal.games()
        self._found: tuple[str, list[StoredGame]] = ("", self._games)
        self.screens = screens
        self.missing: list[StoredGame] = []

    def matching(self, query: str) -> list[StoredGame]:
        """The games that fit ``query``."""
        if self._found[0] != query:
            self._found = (query, self._archive.find(self._games, query))
        return self._found[1]

    def summary(self, game: StoredGame) -> Summary | None:
        """The game in one line; None: not yet."""
        known = self._archive.summary(game)
        if known is None and game not in self.missing:
            self.missing.append(game)
        return known

    def fold_one(self) -> None:
        """Fold the first of the missing games; which others are missing, the next picture finds."""
        if self.missing:
            self._archive.fold(self.missing[0])
        self.missing = []


class GamesScreen(PagedScreen[KeptGames]):
    """Games that fit ``query``, from ``page`` on; ``capitals`` is how the shift key of the search stands."""

    query: str = ""
    capitals: bool = False

    def places(self, canvas: Canvas, body: Rect, count: int) -> tuple[ListPage, Sequence[Rect]]:
        """The page that shows, and the places of its games, which fill ``body``."""
        gap = canvas.u(6)
        fits = max(1, (body.h + gap) // (canvas.u(LINE) + gap))
        return page_of(count, fits, self.page or 0), canvas.rows(body, (1,) * fits, gap)

    def on_text(self, state: KeptGames, text: str) -> Next[KeptGames]:
        """A letter or backspace of the search, which begins with the first."""
        if text == "\b":
            return SearchScreen(self.query[:-1], capitals=self.capitals)
        if not text.isprintable():
            return self
        if len(self.query) < LONGEST and (self.query or text != " "):
            return SearchScreen(self.query + text, capitals=self.capitals)
        return self.search()

    def search(self) -> SearchScreen:
        """Type a name or a date."""
        return SearchScreen(self.query, self.capitals, page=self.page)


class GameListScreen(GamesScreen):
    """A page of games."""

    key = "games"

    def draw(self, canvas: Canvas, view: Moment[KeptGames]) -> Rect:
        """The list."""
        games = view.state.matching(self.query)
        head, body, foot = below_heading(canvas, (340, 56))
        query = self.query
        text = t("Games with {query}", query=query) if query else t("Games on this device")
        own = DONE_WIDE[canvas.look.portrait]
        title_place, search = heading(canvas, head, text, tr(msgs("{n} game", "{n} games", len(games))), own=own)
        words = t("Search again") if query else t("Search")
        canvas.button(search, words, Show(self.search()), sub=query or t("name or date"), size=17)
        page, boxes = self.places(canvas, body, len(games))
        for game, box in zip(games[page.first : page.last], boxes, strict=False):
            draw_game(canvas, game, box, view.state)
        if not games:
            text = t("No game fits {query}.", query=query) if query else t("No game has been played yet.")
            canvas.text(body, text, 22, "regular", canvas.look.palette.muted, "center", lines=2)
        pager(canvas, foot, page, (t("Newer"), t("Older")), lambda number: call(self.on_page, number))
        return title_place

    def on_back(self, state: KeptGames) -> Next[KeptGames]:
        """From what was found to the whole list, from there to where one came from."""
        return GameListScreen(capitals=self.capitals) if self.query else CLOSE


class SearchScreen(GamesScreen):
    """What is typed, how many games it fits, and the first of them."""

    def draw(self, canvas: Canvas, view: Moment[KeptGames]) -> Rect:
        """The field, the games, and the keys."""
        p, u = canvas.look.palette, canvas.u
        games = view.state.matching(self.query)
        head, body, keys = below_heading(canvas, (126, 262))
        count = tr(msgs("{n} game", "{n} games", len(games)))
        field, _ = heading(canvas, head, "", done=t("Show {games}", games=count))
        inner = draw_panel(canvas, field, p.paper, 14, 0)
        canvas.text(inner, self.query + "_", 24, "bold", p.ink)
        if not self.query:
            hint = t("name, or date as 21.11.")
            canvas.text(Rect(inner.x + u(30), inner.y, inner.w - u(30), inner.h), hint, 17, "italic", p.ink_faint)
        _, boxes = self.places(canvas, body, len(games))
        for game, box in zip(games, boxes, strict=False):
            draw_game(canvas, game, box, view.state)
        if not games:
            text = t("No game fits {query}.", query=self.query)
            canvas.text(body, text, 22, "regular", p.muted, "center", lines=2)
        name_keys(canvas, keys, self.capitals)
        return body

    def on_shift(self, state: KeptGames) -> Next[KeptGames]:
        """The shift key the other way."""
        return replace(self, capitals=not self.capitals)

    def on_done(self, state: KeptGames) -> Next[KeptGames]:
        """The list of what was found."""
        return GameListScreen(self.query, self.capitals, page=self.page)

    def on_back(self, state: KeptGames) -> Next[KeptGames]:
        """To the whole list."""
        return GameListScreen(capitals=self.capitals)


def draw_game(canvas: Canvas, game: StoredGame, rect: Rect, state: KeptGames) -> None:
    """One game: its line, when it was, how far it is."""
    p, u = canvas.look.palette, canvas.u
    known = state.summary(game)
    canvas.panel(rect, p.button, 10)
    screens = state.screens.get(game.key)
    if screens is not None:
        canvas.panel(Rect(rect.x, rect.y, u(8), rect.h), p.accents[screens.colour], radius=4)
    inner = Rect(rect.x + u(20), rect.y + u(4), rect.w - u(32), rect.h - u(8))
    upper, lower = canvas.rows(inner, (27, 19), 0)
    line = "…" if known is None else tr(known.line)
    canvas.text(upper, line, 19, "semibold", p.text)
    left, right = canvas.cols(lower, (60, 40))
    when = day_and_time(local(game.created)) or t("date not known")
    title = None if known is None else known.title
    name = tr(title or (screens.game.name if screens is not None else None))
    canvas.text(left, " · ".join(part for part in (when, name) if part), 14, "regular", p.muted)
    progress = "" if known is None else tr(PROGRESS[known.progress])
    entries = tr(msgs("{n} entry", "{n} entries", game.entries))
    canvas.text(right, " · ".join(part for part in (entries, progress) if part), 14, "regular", p.muted, "right")
    canvas.touch(rect, ask(GameListController.look_back, game.id))


class GameListViews(OverlayViews):
    """What shows of the list."""

    def next_change(self, moment: Moment[KeptGames]) -> int | None:
        """At once while a game that shows waits to be folded."""
        return moment.at if moment.state.missing else super().next_change(moment)


class GameListController(OverlayController[KeptGames]):
    """The list. A game that was not shown yet is folded between two pictures, so that the list itself never waits."""

    first = GameListScreen
    views = GameListViews()

    def __init__(self, host: Host, under: Controller) -> None:
        super().__init__(host, under)
        self._games = KeptGames(host.archive, host.games)

    @property
    def state(self) -> KeptGames:
        """The kept games."""
        return self._games

    def advance(self) -> None:
        """Fold one more game."""
        self._games.fold_one()

    def look_back(self, game_id: int) -> None:
        """Show the history of a game. Raises `JournalTrouble` where it cannot be read."""
        self.host.enter(HistoryController(self.host, self, game_id))
