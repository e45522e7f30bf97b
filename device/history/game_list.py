"""All games of this device, page by page, found by a name or a date that is typed on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from device.history.controller import HistoryController
from device.i18n import day_and_hour, t, tr
from device.journal import Kept
from device.kiosk.actions import BACK, DONE, Command, Go, Put
from device.kiosk.canvas import Canvas, Look
from device.kiosk.controllers import Controller, Host
from device.kiosk.keyboards import name_keys
from device.kiosk.lists import Page, heading, page_of, pager
from device.kiosk.overlay import Overlay
from device.kiosk.widgets import Rect, Scene
from device.table.archive import local
from rules.game import Progress
from rules.message import Message, msg, msgs

LINE = 52
"""Height of a game in the list at the base size."""
LONGEST = 24
"""Letters of a search."""
STAGES: dict[Progress | None, Message] = {
    Progress.READY: msg("in progress"),
    Progress.PLAYING: msg("in progress"),
    Progress.RESULT: msg("not signed"),
    Progress.SIGNED: msg("finished"),
    None: msg("cannot be read"),
}


class GameListController(Overlay):
    """The list. A game that was not shown yet is folded in a moment of its own, so that the list itself never waits."""

    def __init__(self, host: Host, under: Controller) -> None:
        super().__init__(host, under)
        self.games = host.archive.games()
        self.found = self.games
        self.query = ""
        self.typing = False
        self.capitals = False
        self.page = 0
        self._waiting: list[Kept] = []

    # -- pictures --------------------------------------------------------------------------------------------------

    def scene(self, look: Look, at: int) -> Scene:
        """The list, or the keyboard with what it has found so far."""
        canvas = Canvas(look)
        if self._waiting:
            self.host.archive.fold(self._waiting.pop(0))
        self._waiting = []
        if self.typing:
            self.search(canvas)
        else:
            self.list(canvas)
        return canvas.scene()

    def list(self, canvas: Canvas) -> None:
        """A page of games."""
        head, body, foot = canvas.rows(canvas.area, (52, 340, 56))
        title, search = canvas.cols(head, (72, 28))
        heading(canvas, title, self.title(), tr(msgs("{n} game", "{n} games", len(self.found))))
        if self.query:
            canvas.button(search, t("Search again"), Go("search"), sub=self.query, size=17)
        else:
            canvas.button(search, t("Search"), Go("search"), sub=t("name or date"), size=17)
        page, boxes = self.shown(canvas, body)
        for one, box in zip(self.found[page.first : page.last], boxes, strict=False):
            self.game(canvas, one, box)
        if not self.found:
            text = t("No game fits {query}.", query=self.query) if self.query else t("No game has been played yet.")
            canvas.text(body, text, 22, "regular", canvas.look.palette.muted, "center", lines=2)
        pager(canvas, foot, page, (t("Newer"), t("Older")))
        if canvas.look.toast:
            canvas.banner(body, canvas.look.toast)

    def title(self) -> str:
        """What is listed."""
        return t("Games with {query}", query=self.query) if self.query else t("Games on this device")

    def shown(self, canvas: Canvas, body: Rect) -> tuple[Page, Sequence[Rect]]:
        """The page that shows, and the places of its games, which fill ``body``."""
        gap = canvas.u(6)
        fits = max(1, (body.h + gap) // (canvas.u(LINE) + gap))
        page = page_of(len(self.found), fits, self.page)
        self.page = page.number
        return page, canvas.rows(body, (1,) * fits, gap)

    def game(self, canvas: Canvas, one: Kept, rect: Rect) -> None:
        """One game: its line, when it was, how far it is."""
        p, u = canvas.look.palette, canvas.u
        known = self.host.archive.summary(one)
        if known is None:
            self._waiting.append(one)
        canvas.panel(rect, p.button, 10)
        room = self.host.rooms.get(one.key)
        if room is not None:
            canvas.panel(Rect(rect.x, rect.y, u(8), rect.h), p.accents[room.colour], radius=4)
        inner = Rect(rect.x + u(20), rect.y + u(4), rect.w - u(32), rect.h - u(8))
        upper, lower = canvas.rows(inner, (27, 19), 0)
        line = "…" if known is None else tr(known.line)
        canvas.text(upper, line, 19, "semibold", p.text)
        left, right = canvas.cols(lower, (60, 40))
        when = day_and_hour(local(one.created)) or one.created
        name = tr(room.name) if room is not None else ""
        canvas.text(left, " · ".join(part for part in (when, name) if part), 14, "regular", p.muted)
        state = "" if known is None else tr(STAGES[known.stage])
        entries = tr(msgs("{n} entry", "{n} entries", one.entries))
        canvas.text(right, " · ".join(part for part in (entries, state) if part), 14, "regular", p.muted, "right")
        canvas.touch(rect, Go("game", one.id))

    def search(self, canvas: Canvas) -> None:
        """What is typed, how many games it fits, and the first of them."""
        p, u = canvas.look.palette, canvas.u
        head, body, keys = canvas.rows(canvas.area, (52, 126, 270))
        back, field, show = canvas.cols(head, (14, 54, 32) if canvas.look.portrait else (8, 60, 32))
        canvas.button(back, "", BACK, icon="back")
        canvas.panel(field, p.paper)
        inner = Rect(field.x + u(14), field.y, field.w - u(28), field.h)
        canvas.text(inner, self.query + "_", 24, "bold", p.ink)
        if not self.query:
            hint = t("name, or date as 21.11.")
            canvas.text(Rect(inner.x + u(30), inner.y, inner.w - u(30), inner.h), hint, 17, "italic", p.ink_faint)
        found = tr(msgs("{n} game", "{n} games", len(self.found)))
        canvas.button(show, t("Show"), DONE, sub=found, style="primary", size=22)
        _, boxes = self.shown(canvas, body)
        for one, box in zip(self.found, boxes, strict=False):
            self.game(canvas, one, box)
        if not self.found:
            canvas.text(body, t("No game fits {query}.", query=self.query), 22, "regular", p.muted, "center", lines=2)
        name_keys(canvas, keys, self.capitals)
        if canvas.look.toast:
            canvas.banner(body, canvas.look.toast)

    def next_change(self, at: int) -> int | None:
        """At once while a game that shows waits to be folded."""
        return at if self._waiting else self.under.next_change(at)

    # -- touches ---------------------------------------------------------------------------------------------------

    def act(self, action: Any) -> None:
        """A touch."""
        if action == BACK:
            self.back()
        elif action == DONE:
            self.typing = False
        elif action == Command.SHIFT:
            self.capitals = not self.capitals
        elif isinstance(action, Put) and action.name == "key":
            self.key(action.value)
        elif isinstance(action, Go) and action.screen == "page":
            self.page = action.arg
        elif isinstance(action, Go) and action.screen == "search":
            self.typing = True
        elif isinstance(action, Go) and action.screen == "game":
            self.host.enter(HistoryController(self.host, self, action.arg))

    def back(self) -> None:
        """From the keyboard or from what was found to the whole list, from there to the room below."""
        if not self.typing and not self.query:
            self.close()
            return
        self.typing = False
        self.look_for("")

    def key(self, text: str) -> None:
        """A letter, or backspace."""
        if text == "\b":
            self.look_for(self.query[:-1])
        elif len(self.query) < LONGEST and (self.query or text != " "):
            self.look_for(self.query + text)

    def look_for(self, query: str) -> None:
        """The games that fit ``query``."""
        self.query = query
        self.found = self.host.archive.find(self.games, query)
        self.page = 0

    def typed(self, text: str) -> None:
        """An attached keyboard: letters search at once."""
        if text == "\x1b":
            self.back()
        elif text == "\r":
            self.typing = False
        elif text == "\b" or text.isprintable():
            self.typing = True
            self.key(text)
