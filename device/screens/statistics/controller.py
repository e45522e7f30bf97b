"""The statistics on the screen: games are counted beside the loop, and what is known already shows meanwhile."""

from __future__ import annotations

import logging
import re
import sqlite3
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from device.common.address import Address
from device.common.i18n import t
from device.common.specs.model import GameLine, PlayedGame
from device.io.inputs import Redraw
from device.kiosk.host import Host
from device.kiosk.screen import Screen
from device.kiosk.screen_controller import Controller, OverlayController
from device.screens.history.exports import save
from device.statistics.counting import NAME, Cache, GameLines, count_games
from device.statistics.evening import ClubEvening, club_evening
from device.statistics.evening_table import evening_csv
from device.statistics.figures import table_csv
from device.statistics.standings import EVERY_GAME, PlayerStanding, played_games, select_lines, standings
from rules.people import plain_letters

log = logging.getLogger("dvojtah")


@dataclass(frozen=True, slots=True)
class Selection:
    """Which games are looked at, and whose; ``game`` None: of the game that was played last."""

    period: str = "all"
    game: PlayedGame | None = None
    pairs: bool = False


@dataclass(frozen=True)
class StatisticsState:
    """What is looked at: the rows, the game, which games were ``played``, how far the count is.

    ``games`` are those that fit, ``counted`` of ``all`` are counted; ``begun``: something of it is known.
    """

    rows: tuple[PlayerStanding, ...]
    game: PlayedGame
    played: tuple[PlayedGame, ...]
    games: int
    counted: int
    all: int
    begun: bool
    lines: Sequence[GameLine] = field(default=(), compare=False)
    counted_games: GameLines = field(default_factory=GameLines, compare=False)

    @cached_property
    def evening(self) -> ClubEvening:
        """The club evening of the newest game."""
        return club_evening(self.counted_games.lines, self.game, self.counted_games.declarations)

    @property
    def key(self) -> str:
        """The game's word."""
        return self.game.key


def selection_of(screen: Screen[StatisticsState] | None) -> Selection:
    """What a screen of the statistics looks at."""
    selection = getattr(screen, "selection", None)
    return selection if isinstance(selection, Selection) else Selection()


class CountingThread:
    """Counts on a thread of its own until all is counted or ``stop`` is set."""

    def __init__(self, host: Host) -> None:
        self.found = GameLines()
        self.begun = False
        self.stop = threading.Event()
        self._host = host
        self.thread = threading.Thread(target=self._run, name="statistics", daemon=True)

    def _run(self) -> None:
        journal = self._host.journal
        cache = Cache(journal.path.with_name(NAME))
        try:
            journal.flush()
            for game in count_games(journal.reading, cache):
                self.found, self.begun = game, True
                self._host.post(Redraw())
                if self.stop.is_set():
                    return
        except sqlite3.Error as error:
            log.error("statistics: %s", error)
        finally:
            self.begun = True
            cache.close()
            self._host.post(Redraw())


class StatisticsController(OverlayController[StatisticsState]):
    """Screens of the statistics. Nothing here changes a journal."""

    first = Address[type[Screen[StatisticsState]]]("device.screens.statistics.views:OverviewScreen")

    def __init__(self, host: Host, under: Controller) -> None:
        super().__init__(host, under)
        self.count = CountingThread(host)
        self.count.thread.start()
        self._last: tuple[GameLines, bool, Selection, StatisticsState] | None = None

    @property
    def state(self) -> StatisticsState:
        """What is counted so far."""
        selection = selection_of(self.screen)
        lines, begun = self.count.found, self.count.begun
        if self._last is None or self._last[0] is not lines or self._last[1:3] != (begun, selection):
            self._last = lines, begun, selection, self._look(lines, begun, selection)
        return self._last[3]

    def _look(self, game_lines: GameLines, begun: bool, selection: Selection) -> StatisticsState:
        played = played_games(game_lines.lines)
        game = selection.game if selection.game is not None else (played[0] if played else EVERY_GAME)
        lines = select_lines(game_lines.lines, selection.period, game)
        rows: Sequence[PlayerStanding] = standings(lines, selection.pairs, game_lines.declarations)
        return StatisticsState(
            tuple(rows), game, played, len(lines), len(game_lines.lines), game_lines.games, begun, lines, game_lines
        )

    def leave(self) -> None:
        """Back; what is not counted yet is counted another time."""
        self.count.stop.set()
        super().leave()

    def write_table(self, period: str, pairs: bool) -> None:
        """Write the table that shows as CSV. Raises `Refusal` where the disk does not take it."""
        self._save("statistics", period, table_csv(self.state.rows, self.state.key, pairs))

    def write_evening(self, period: str) -> None:
        """Write the club evening as CSV. Raises `Refusal` where the disk does not take it."""
        self._save("club-evening", period, evening_csv(self.state.evening, period))

    def _save(self, kind: str, period: str, text: str) -> None:
        game = self.state.game
        variant = re.sub(r"[^a-z0-9]+", "-", plain_letters(game.variant)).strip("-")
        name = "-".join(part for part in (kind, game.key.replace("_", "-"), variant, period) if part)
        path = save(self.host.journal.path, f"{name}.csv", text.encode())
        self.host.say(t("Saved: {file}", file=path))
