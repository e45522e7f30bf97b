"""Telephones whose pages are the buttons of a table, in a real browser, and what came of their presses."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from rules.chess_clock import ClockSetup
from rules.chess_clock import acts as c
from rules.polish_doubles import DoublesSetup, PairSetup
from rules.polish_doubles import acts as e
from tests.browser.table import PhoneTable
from tests.chess_clock.game import control
from tests.organiser.chromium import Browser, Chromium

PAIRS = (PairSetup(name="Krtci"), PairSetup(name="Sloky"))
DOUBLES = DoublesSetup(pairs=PAIRS, press_order="edge")
CHESS = ClockSetup(players=("Anna", "Bořek"), control=control("sudden_death", 600), press_order="edge")
STARTERS = (e.Starters(pair="A"),)


class Phone:
    """A telephone with the page of a side."""

    def __init__(
        self, program: Chromium, table: PhoneTable, side: str, size=(360, 780), port: int | None = None
    ) -> None:
        self.browser = Browser(program)
        self.browser.size(*size, mobile=True)
        self.open(table, side, port)

    def open(self, table: PhoneTable, side: str, port: int | None = None) -> None:
        self.browser.open(f"http://127.0.0.1:{port or table.served.port}/button/{side}#{table.code}")
        self.side = side

    def ready(self) -> Phone:
        self.browser.wait("document.getElementById('line').textContent.includes('±')")
        return self

    def down(self) -> None:
        self.browser.call("Page.bringToFront")
        x, y = self.browser.read(
            "(r => [r.x + r.width / 2, r.y + r.height / 2])(document.getElementById('me').getBoundingClientRect())"
        )
        self.browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])

    def up(self) -> None:
        self.browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def press(self) -> None:
        self.down()
        self.up()

    def offline(self, is_so: bool) -> None:
        """No line to be had, as far as the page can tell; WebSockets that are open are cut at the table's end."""
        self.browser.call(
            "Network.emulateNetworkConditions", offline=is_so, latency=0, downloadThroughput=-1, uploadThroughput=-1
        )
        self.browser.wait(f"navigator.onLine !== {str(is_so).lower()}")  # the browser's parts hear of it one by one

    def text(self, of: str) -> str:
        return self.browser.read(f"document.querySelector({of!r}).innerText.trim()")

    def wait_text(self, of: str, part: str) -> None:
        self.browser.wait(f"document.querySelector({of!r}).innerText.includes({part!r})")


class World(contextlib.ExitStack):
    """Makes tables and telephones, and puts them away at the end."""

    def __init__(self, program: Chromium, folder: Path) -> None:
        super().__init__()
        self._program = program
        self.folder = folder
        self._code = os.urandom(4).hex()

    def table(self, setup=DOUBLES, first=STARTERS, port=None) -> PhoneTable:
        """A table that plays ``setup``, whose first events are ``first``."""
        table = PhoneTable(self.folder, setup, first, port, self._code)
        self.callback(table.close)
        return table

    def phone(self, table, side, **more) -> Phone:
        """A telephone with the page of a side."""
        phone = Phone(self._program, table, side, **more)
        self.callback(phone.browser.close)
        return phone


def presses(history) -> list:
    return [entry.event for entry in history.entries if isinstance(entry.event, (e.Press, c.Press))]
