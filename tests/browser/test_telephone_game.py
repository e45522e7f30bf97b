"""A whole game in real time: set up and ended by touches on the table's page, played and signed by two telephones."""

from __future__ import annotations

import threading
import time

import pytest

from device.app import composition
from device.browser.display import BrowserDisplay
from device.browser.outputs import BrowserSpeaker, oled_connector
from device.browser.serving import settings_for
from device.browser.telephones import telephones_of
from device.common import i18n
from device.common.settings.settings import Settings
from device.games.chess_clock.play import How, WhoWon
from device.games.chess_clock.setup import Names
from device.graphics.actions import DONE, MENU, Do, NewGame, Show
from device.graphics.widgets import place_of
from device.io.inputs import Quit
from rules.chess_clock import acts as c
from rules.game import Progress
from rules.record import read, write
from tests.browser.phones import presses
from tests.browser.player import Pages, Telephone
from tests.browser.program import Cable
from tests.organiser.chromium import Browser


class Table:
    """The kiosk in a thread of its own, its page in a browser."""

    def __init__(self, folder, browser: Browser) -> None:
        settings = settings_for(Settings(journal=str(folder / "journal.db"), language="en"))
        self.browser, display = browser, BrowserDisplay((800, 480))
        # The telephones need the kiosk, the kiosk's displays need the pages: these take the telephones' routes later.
        self.pages = Pages(display, later := [])
        connect = oled_connector(self.pages.audience)
        self.kiosk = composition._kiosk_on(settings, display, time.monotonic_ns, None)
        speaker = BrowserSpeaker(self.pages.audience, 0.5)
        self.peripherals = composition._peripherals_of(self.kiosk, connector=connect, speaker=speaker)
        later += telephones_of(self.kiosk).routes()
        self.pages.open()
        self._thread = threading.Thread(target=self.kiosk.run, daemon=True)
        self._thread.start()
        browser.size(980, 480)
        browser.open(self.pages.link)
        browser.wait("table.holds && table.whole")

    @property
    def history(self):
        return self.kiosk.table.history

    def until(self, is_so, seconds: float = 20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if answer := is_so():
                return answer
            time.sleep(0.01)
        raise AssertionError(f"never true; {self.history and self.history.entries}")

    @property
    def shown(self):
        """The screen that shows."""
        return self.kiosk.controller.current_screen()

    def has(self, action) -> bool:
        return place_of(self.kiosk.scene, action) is not None

    def touch(self, action) -> None:
        """Touch what carries ``action`` on the page, once people have had the time to see it."""
        x, y = self.until(lambda: place_of(self.kiosk.scene, action))
        self.until(lambda: self.kiosk.now() > self.kiosk.guard.free_from(x, y) + 200_000_000)
        self.browser.wait(f"table.seq >= {self.kiosk.screen.display.state[1]}")
        self.browser.call("Page.bringToFront")
        left, top = self.browser.read(
            f"(b => [b.left + {x} * b.width / picture.width, b.top + {y} * b.height / picture.height])"
            "(picture.getBoundingClientRect())"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.browser.call("Input.dispatchMouseEvent", type=kind, x=left, y=top, button="left", clickCount=1)

    def close(self) -> None:
        self.kiosk.post(Quit())
        self._thread.join(10)
        self.pages.close()
        self.peripherals.close()
        self.kiosk.close()


@pytest.fixture
def table(tmp_path, browser):
    before = i18n.language()
    i18n.use("en")
    new_table = Table(tmp_path, browser)
    yield new_table
    new_table.close()
    i18n.use(before)


def test_a_game_is_played_by_two_telephones_and_the_tables_page(table, chromium_program):
    """S10, C10: one press is made in a break, heard after the other side's, and counts before it."""
    table.touch(NewGame("chess_clock"))
    table.touch(DONE)
    table.until(lambda: isinstance(table.shown, Names))
    table.touch(DONE)  # nobody is named
    table.until(lambda: table.history)
    cable = Cable(table.pages.place.port)
    a, b = (
        Telephone(chromium_program, cable.port, "a"),
        Telephone(chromium_program, table.pages.place.port, "b"),
    )
    for n, phone in enumerate((b, a, b), start=1):
        phone.press()
        table.until(lambda n=n: len(presses(table.history)) == n)
    cut = time.monotonic()
    cable.cut()
    a.page.wait("document.body.classList.contains('gone')")
    a.press()
    b.press()
    table.until(lambda: len(presses(table.history)) == 4)
    cable.plug_in()
    table.until(lambda: len(presses(table.history)) == 5)
    broken = time.monotonic() - cut
    a.press()
    table.until(lambda: len(presses(table.history)) == 6)
    assert [press.side for press in presses(table.history)] == ["B", "A", "B", "B", "A", "A"], "as they were heard"
    counted = [step.entry.event.side for step in table.history.steps if isinstance(step.entry.event, c.Press)]
    assert counted == ["B", "A", "B", "A", "B", "A"], "as they were made"

    table.touch(Do(c.Pause()))
    table.until(lambda: table.has(Do(c.Resume())))
    if not table.has(Show(WhoWon())):
        table.touch(MENU)
    table.touch(Show(WhoWon()))
    table.touch(Show(How(WhoWon(), given=(0,))))
    table.touch(Do(c.Result(winner="A", how="resigned")))
    table.until(lambda: any(isinstance(entry.event, c.Result) for entry in table.history.entries))
    for n, phone in enumerate((a, b), start=1):
        phone.down()
        table.until(lambda n=n: sum(isinstance(entry.event, c.Sign) for entry in table.history.entries) == n)
        phone.up()
    history = table.history
    assert history.game.progress(history.state) is Progress.SIGNED
    again = read(write(history).splitlines())
    assert again.game.report(again.state) == history.game.report(history.state)
    doubts = [press.doubt_s for press in presses(history)]
    assert 0 < doubts.pop(4) < broken + 1, "all of the break"
    assert all(0 < doubt < 1 for doubt in doubts)
    for phone in (a, b):
        assert not [text for text in phone.page.complaints if "WebSocket" not in text]
        phone.close()
    cable.cut()
