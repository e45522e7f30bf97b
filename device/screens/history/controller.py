"""One game looked back at: its timeline, every version of every row, any moment of it, and copies to take away."""

from __future__ import annotations

from device.common.address import Address
from device.common.exports import FiledGame
from device.common.formats import local
from device.common.i18n import day_and_time, t
from device.game_files import export_formats_of
from device.kiosk.host import Host
from device.kiosk.moment import Moment, OverlayViews, soonest
from device.kiosk.screen import Screen
from device.kiosk.screen_controller import Controller, OverlayController
from device.screens.history import exports
from device.screens.history.state import MINUTE, PastGame
from rules.history import History
from rules.timeline import Timeline


class HistoryViews(OverlayViews):
    """What shows of one game's history."""

    def next_change(self, moment: Moment[PastGame]) -> int | None:
        """When something below changes, or another minute of the open page is over."""
        below, left = super().next_change(moment), moment.state.page_left
        return soonest(below, moment.at + (left - 1) % MINUTE + 1) if left else below


class HistoryController(OverlayController[PastGame]):
    """Screens of the past of game ``game_id``. Nothing here changes a journal or the game on the table.

    Raises `JournalTrouble` where the game cannot be read.
    """

    first = Address[type[Screen[PastGame]]]("device.screens.history.views:GameOverview")
    views = HistoryViews()

    def __init__(self, host: Host, under: Controller, game_id: int) -> None:
        super().__init__(host, under)
        self._game_id = game_id
        self._live = host.table.game_id == game_id
        self._kept = next((game for game in host.journal.games() if game.id == game_id), None)
        self._when = "" if self._kept is None else day_and_time(local(self._kept.created)) or t("date not known")
        self._writer = exports.Writer(host)
        self._seen: History | None = None
        self._timeline = self._now() if self._live else host.archive.timeline(game_id)

    def _now(self) -> Timeline:
        """The game on the table up to now."""
        history = self.host.table.history
        assert history is not None
        if history is not self._seen:
            self._timeline, self._seen = self.host.archive.timeline_of(self._game_id, history), history
        return self._timeline

    @property
    def state(self) -> PastGame:
        """The game; the one on the table with what has happened since."""
        host, table = self.host, self.host.table
        if self._live and table.game_id == self._game_id:
            self._timeline = self._now()
        screens, against = host.games.get(self._timeline.history.game.key), None
        if table.game_id is not None:
            against = t("A game is on the table; leave it first.")
        elif screens is None:
            against = t("This game has no screens here.")
        folder = f"{host.journal.path.parent.name}/{exports.FOLDER}"
        created = "" if self._kept is None else self._kept.created
        return PastGame(
            self._game_id,
            self._timeline,
            self._when,
            created,
            self._live,
            screens,
            against,
            folder,
            self._writer,
            host.page.open_page,
            host.settings.page.minutes,
            host.page.time_left,
        )

    def write_stick(self) -> None:
        """Write every copy of the game onto a USB stick. Raises `Refusal` where something is being written."""
        self._writer.stick(self._game_id)
        self.host.say(t("Writing to the USB stick…"))

    def start_page(self) -> None:
        """Open the game's page for telephones on this network. Raises `Refusal` where this device is on none."""
        settings = self.host.settings.page
        self.host.page.start(self.host.journal.path, self._game_id, settings.minutes, settings.port)

    def end_page(self) -> None:
        """Close it."""
        self.host.page.close()

    def write_copy(self, kind: str) -> None:
        """Write a copy in that format and say where it is; one that takes long is written beside the loop."""
        history, host = self.state.timeline.history, self.host
        export_format = export_formats_of(history.game.key)[kind]
        name = exports.file_name(self._kept, self._game_id, history, export_format)
        if export_format.binary:
            self._writer.copy(self._game_id, export_format, name)
            host.say(t("The copy is being made…"))
            return
        filed = FiledGame(self._game_id, history, "" if self._kept is None else self._kept.created)
        host.say(t("Saved: {file}", file=exports.save(host.journal.path, name, export_format.make(filed))))
