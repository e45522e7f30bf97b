"""Telephones whose owners gain time: they say that they were pressed earlier than they were."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from device.io.inputs import PodReport
from tools.world.liars.liar import Liar
from tools.world.oracles.telephones import look_at_lie
from tools.world.phone import Look, Phone
from tools.world.scheduler import MILLISECOND, SECOND

if TYPE_CHECKING:
    from tools.world.evening import Evening
    from tools.world.table import HallTable

AT_ONCE = 30 * MILLISECOND
"""After the beginning of its turn, a naive one says, it was pressed."""
QUIET = 900 * MILLISECOND
"""By so much later a quiet one answers."""
ASKED, BELIEVED, SLACK = SECOND // 4, SECOND // 5, SECOND // 20
"""What a smart one knows of the table: how often it asks, how much longer than at its best an answer may take, how much
earlier than its last question a press may be."""


class LyingPhone(Phone):
    """The naive one: it says that it was pressed as soon as its turn began."""

    def stamp(self, began: int) -> int:
        """As early as it dares."""
        return self.own_us(min(began + AT_ONCE, self.scheduler.now))

    def look(self, number: int, report: PodReport) -> Look | None:
        """What it gains."""
        self.evening.counts["lies"] += 1
        ran = self.buttons.has_run(self.pressed[number])
        return look_at_lie(self.evening, self.machine.name, report, self.buttons.takes, ran)


class QuietPhone(LyingPhone):
    """Answers as slowly as if its line were, and says what that allows."""

    def on_ping(self, mark: int) -> None:
        """Answer later, as if the question had just come."""
        self.scheduler.after(QUIET, super().on_ping, mark, machine=self.machine)


class SmartPhone(LyingPhone):
    """Knows every rule: stops answering before it presses, and says the earliest that is believed."""

    def __init__(self, evening: Evening, table: HallTable, luck: random.Random) -> None:
        super().__init__(evening, table, luck)
        self._asked, self._answers = 0, True

    def on_ping(self, mark: int) -> None:
        """Answer, but for the moment before a press."""
        if self._answers:
            self._asked = self.scheduler.now
            super().on_ping(mark)

    def press(self, began: int) -> None:
        """Fall silent for as long as nobody notices, then press."""
        self._answers = False
        self.scheduler.after(ASKED + BELIEVED - SLACK, self._press, began, machine=self.machine)

    def _press(self, began: int) -> None:
        super().press(began)
        self._answers = True

    def stamp(self, began: int) -> int:
        """A moment after the last question that it answered was asked, less what a browser may need."""
        return self.own_us(max(began, min(self._asked - SLACK, self.scheduler.now)))


class CutPhone(LyingPhone):
    """Cuts its line while it thinks, and says once it is back that it was pressed before."""

    def press(self, began: int) -> None:
        """Cut the line, think, and press when the line is about to come back."""
        duration = int(self.random.uniform(1, 8) * SECOND)
        self.evening.network.cut(self.machine, duration, loud=self.random.random() < 0.5)
        self.scheduler.after(duration - AT_ONCE, super().press, began, machine=self.machine)


class LyingTelephones(Liar):
    """Side A of each table has a telephone that lies."""

    phone = LyingPhone


class QuietTelephones(LyingTelephones):
    """Of the quiet kind."""

    phone = QuietPhone


class SmartTelephones(LyingTelephones):
    """Of the smart kind."""

    phone = SmartPhone


class CutTelephones(LyingTelephones):
    """Of those that cut their lines."""

    phone = CutPhone
