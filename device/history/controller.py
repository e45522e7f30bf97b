"""One game looked back at: its timeline, every version of every row, any moment of it, and copies to take away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from device.exports import Filed, export_formats_of
from device.history import exports, past, views
from device.i18n import day_and_hour, t, tr
from device.journal import Kept
from device.kiosk.actions import BACK, Go, Put
from device.kiosk.canvas import Canvas, Look
from device.kiosk.controllers import Controller, Host
from device.kiosk.lists import Page
from device.kiosk.overlay import Overlay
from device.kiosk.widgets import Scene
from device.table.archive import local
from rules.timeline import SheetPlace, Timeline, TimelineEntry

END = 1_000_000
"""The last page, however many there are."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a screen of the history is drawn from: the game, a label of when it was, whether it is on the table now."""

    chronicle: Timeline
    when: str
    live: bool


class HistoryController(Overlay):
    """Screens of one game's past. Nothing here changes a journal or the game on the table."""

    def __init__(self, host: Host, under: Controller, game_id: int) -> None:
        super().__init__(host, under)
        self.game_id = game_id
        self.live = host.table.game_id == game_id
        kept = next((one for one in host.archive.games() if one.id == game_id), None)
        self.kept: Kept | None = kept
        self.when = "" if kept is None else day_and_hour(local(kept.created)) or kept.created
        self._chronicle = self.told() if self.live else host.archive.chronicle(game_id)
        self.screen = "game"
        self.filter = "all"
        self.page = 0
        self.n = 0
        self.writer = exports.Writer(host)
        self._came_from = "game"

    def told(self) -> Timeline:
        """The game on the table up to now."""
        history = self.host.table.history
        assert history is not None
        return self.host.archive.told(self.game_id, history)

    @property
    def chronicle(self) -> Timeline:
        """The game; of the one on the table, with what has happened since."""
        if self.live and self.host.table.game_id == self.game_id:
            self._chronicle = self.told()
        return self._chronicle

    # -- pictures --------------------------------------------------------------------------------------------------

    def scene(self, look: Look, at: int) -> Scene:
        """The picture; ``at`` does not matter to the past."""
        canvas = Canvas(look)
        shown = Shown(self.chronicle, self.when, self.live)
        body = canvas.area
        if self.screen == "game":
            views.overview(canvas, shown, self.against_opening())
        elif self.screen == "timeline":
            self.turn_to(views.timeline(canvas, shown, self.moments(), self.filter, self.page))
        elif self.screen == "rows":
            self.turn_to(views.rows(canvas, shown, self.places(), self.filter, self.page))
        elif self.screen == "replay":
            body = past.replay(canvas, shown, self.host.rooms.get(shown.chronicle.history.game.key), self.n)
        else:
            views.export(canvas, shown, f"{self.host.archive.path.parent.name}/{exports.FOLDER}", self.against_stick())
        if look.toast:
            canvas.banner(body, look.toast)
        return canvas.scene()

    def turn_to(self, page: Page) -> None:
        """Remember the page that shows; at the end of a game that goes on, the end is where to stay."""
        at_end = self.live and page.number + 1 == page.count
        self.page = END if at_end else page.number

    def moments(self) -> tuple[TimelineEntry, ...]:
        """The timeline as far as the filter lets it through."""
        moments = self.chronicle.moments
        if self.filter == "clocks":
            return tuple(one for one in moments if one.on_clocks)
        if self.filter == "changes":
            return tuple(one for one in moments if one.correction)
        return moments

    def places(self) -> tuple[SheetPlace, ...]:
        """Every row, or only those that did not stay as they were written."""
        places = self.chronicle.places
        return tuple(one for one in places if len(one.versions) > 1) if self.filter == "changes" else places

    def against_opening(self) -> str | None:
        """Why the game cannot be brought on the table from here, None where it can."""
        if self.host.table.game_id is not None:
            return t("A game is on the table; leave it first.")
        if self.chronicle.history.game.key not in self.host.rooms:
            return t("This game has no screens here.")
        return None

    def against_stick(self) -> str | None:
        """Why nothing can be written to a USB stick now, None where it can."""
        if exports.hand_over() is None:
            return t("This device cannot write to a USB stick.")
        return t("A copy is being written; wait a moment.") if self.writer.busy else None

    # -- touches ---------------------------------------------------------------------------------------------------

    def act(self, action: Any) -> None:
        """A touch. May raise `Refusal` where a copy cannot be written."""
        if action == BACK:
            self.back()
        elif isinstance(action, Go):
            self.go(action.screen, action.arg)
        elif isinstance(action, Put) and action.name == "export":
            self.export(action.value)

    def back(self) -> None:
        """From a moment to where it was chosen, from any other screen to the first one, from there out."""
        if self.screen == "game":
            self.close()
        elif self.screen == "replay" and self._came_from != "game":
            self.screen = self._came_from
        else:
            self.screen = "game"

    def go(self, screen: str, arg: Any) -> None:
        """Another screen, another page, another moment."""
        if screen == "page":
            self.page = arg
        elif screen == "filter":
            self.filter, self.page = arg, self.last_page
        elif screen == "step":
            self.n = max(0, min(len(self.chronicle), arg))
        elif screen == "replay":
            self._came_from = self.screen
            self.screen, self.n = "replay", 0 if arg is None else arg
        elif screen == "open":
            self.host.table.resume(self.game_id)
            self.host.enter(self.host.rooms[self.host.table.game.key].play(self.host))
        else:
            self.screen, self.filter = screen, "all"
            self.page = self.last_page if screen == "timeline" else 0

    @property
    def last_page(self) -> int:
        """Where a timeline opens: at the newest entries of the game on the table, else at the start."""
        return END if self.live and self.screen == "timeline" else 0

    def export(self, key: str) -> None:
        """Write a copy and say where it is. Raises `Refusal` where it cannot be written."""
        if key == "stick":
            self.writer.stick(self.game_id)
            self.host.say(t("Writing to the USB stick…"))
            return
        history = self.chronicle.history
        paper = export_formats_of(history.game.key)[key]
        name = exports.file_name(self.kept, self.game_id, history, paper)
        if paper.binary:
            self.writer.paper(self.game_id, paper, name)
            self.host.say(t("The copy is being made…"))
            return
        filed = Filed(self.game_id, history, "" if self.kept is None else self.kept.created)
        self.host.say(tr(exports.saved(exports.save(self.host.archive.path, name, paper.make(filed)))))

    def typed(self, text: str) -> None:
        """An attached keyboard: escape goes back."""
        if text == "\x1b":
            self.back()
