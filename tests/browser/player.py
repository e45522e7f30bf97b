"""Plays recorded games with real clicks and keys in a real browser; what the table's own player does by inputs."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections import Counter

from msgspec.structs import replace

from device.app import composition
from device.browser.audience import Audience
from device.browser.button_view import view_of
from device.browser.display import BrowserDisplay
from device.browser.outputs import BrowserSpeaker, oled_connector
from device.browser.places import TablePlace
from device.browser.seat import Seat
from device.browser.serving import BoundedWebSocket, settings_for
from device.browser.telephones import Telephones
from device.browser.web import LIMITS, TablePages, application
from device.common.web.serve import server
from device.demo.simulator import SimulatedFactory, SimulatedOleds
from device.graphics.widgets import place_of
from device.io.inputs import PodReport
from tests.organiser.chromium import Browser
from tests.ports import free_port
from tools.play.player import MS, Player, Stuck

CODE = "ABC234"
SEEN_S = 10.0
FINGERS = {"mousePressed": "touchStart", "mouseMoved": "touchMove", "mouseReleased": "touchEnd"}


class PatientDisplay(BrowserDisplay):
    """Time of the table is moved by the player while the browser's own goes on: fingers see pictures as they are."""

    def __init__(self, *given) -> None:
        super().__init__(*given)
        self.heard: Counter[str] = Counter()

    def lag_of(self, seq: int, shown_ms: float, sent: int = 0) -> int:
        return 0

    def touch(self, kind, finger, x, y, seq, shown_ms, sent=0) -> bool:
        taken = super().touch(kind, finger, x, y, seq, shown_ms)  # when it was sent is time of the browser
        self.heard[kind] += 1
        return taken

    def key(self, name, kind, seq=0, shown_ms=0, sent=0) -> bool:
        taken = super().key(name, kind, seq, shown_ms)
        self.heard[f"key {kind}"] += 1
        return taken


class Pages:
    """What serves a display's browsers, in a thread of its own; ``more`` are other routes, there when it is opened."""

    def __init__(self, display: BrowserDisplay, more=()) -> None:
        self._more = more
        self.audience = Audience(display, Seat(time.monotonic()), time.monotonic)
        self.place = TablePlace(0, free_port(), CODE)
        self._ready, self._end = threading.Event(), asyncio.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        if more == ():
            self.open()

    def open(self) -> None:
        self._thread.start()
        assert self._ready.wait(20)

    @property
    def link(self) -> str:
        return self.place.link("127.0.0.1")

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        app = application([*TablePages(self.audience, self.place).routes(), *self._more], self.audience.open)
        uvicorn_server = server(app, "127.0.0.1", self.place.port, LIMITS, sockets=BoundedWebSocket)
        task = asyncio.ensure_future(uvicorn_server.serve())
        while not uvicorn_server.started:
            await asyncio.sleep(0.01)
        self._ready.set()
        await self._end.wait()
        uvicorn_server.should_exit = True
        await task

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(10)


class BrowserHand(Player):
    """Mixed into a game's player: its touches are clicks on the page, its clock buttons the page's keys."""

    browser: Browser
    pages: Pages
    clicks = 0

    def _start(self):
        settings = settings_for(self.settings)
        display = PatientDisplay(self.size, self.clock)
        if getattr(self, "pages", None) is not None:
            self.pages.close()
        self.pages = Pages(display, later := [])
        connect = oled_connector(self.pages.audience)
        speaker = BrowserSpeaker(self.pages.audience, 0.5)
        kiosk = composition._kiosk_on(settings, display, self.clock, self.file)
        peripherals = composition._peripherals_of(kiosk, connector=connect, speaker=speaker)
        kiosk.screen.enable_press_areas(True)
        kiosk.journal.now = lambda: 0
        self.kiosk, self.peripherals, self.oleds = kiosk, peripherals, SimulatedOleds(settings)
        peripherals.oleds.change(0, settings.oled_a)
        later += self._routes(kiosk)
        self.pages.open()
        self.settle()
        self.browser.open(f"http://127.0.0.1:{self.pages.place.port}/?{time.monotonic_ns()}#{CODE}")
        self.browser.wait("table.holds && table.whole")
        end = time.monotonic() + SEEN_S
        while display._wanted is None and time.monotonic() < end:
            time.sleep(0.001)
        self.settle()
        return kiosk, peripherals, self.oleds, SimulatedFactory(self.clock)

    def _routes(self, kiosk):
        """Other pages than the table's own."""
        return []

    # -- the page --------------------------------------------------------------------------------------------------

    def send(self, kind: str, do=lambda: None) -> None:
        """Do something on the page, wait until the table heard of it, and let it take that."""
        heard = self.kiosk.screen.display.heard
        before, end = heard[kind], time.monotonic() + SEEN_S
        do()
        while heard[kind] == before:
            assert time.monotonic() < end, f"no {kind!r} comes from the page"
            time.sleep(0.001)
        self.settle()

    def shown_there(self) -> None:
        """The page shows the picture that the table shows."""
        generation = self.kiosk.screen.display.state[1]
        self.browser.wait(f"table.seq >= {generation}")

    def _mouse(self, kind: str, x: float, y: float) -> None:
        self.browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

    def _spot(self, place: tuple[int, int]) -> tuple[float, float]:
        point = self.browser.read(
            f"(() => {{ const b = picture.getBoundingClientRect(); return [b.left + ({place[0]} + .5) * b.width / "
            f"picture.width, b.top + ({place[1]} + .5) * b.height / picture.height] }})()"
        )
        return point[0], point[1]

    def touch(self, action) -> None:
        place = place_of(self.kiosk.scene, action)
        if place is None:
            raise Stuck(f"no {action} on the screen {self.showing()!r}")
        self.look(place)
        if self.moment > self.kiosk.table.game_time() and self.records(action):
            self.until(self.moment)
        self.shown_there()
        spot = self._spot(place)
        self.clicks += 1
        self.send("down", lambda: self._mouse("mousePressed", *spot))
        self.send("up", lambda: self._mouse("mouseReleased", *spot))

    def drag(self, start, end, steps=6) -> None:
        self.look(start)
        self.shown_there()
        first, last = self._spot(start), self._spot(end)
        self.send("down", lambda: self._mouse("mousePressed", *first))
        self.send("move", lambda: self._mouse("mouseMoved", *last))
        self.send("up", lambda: self._mouse("mouseReleased", *last))

    def _key(self, side: int, kind: str) -> None:
        key = ("ArrowLeft", "ArrowRight")[side]
        self.browser.call("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def press(self, side: int, ms: int = 60) -> None:
        self.shown_there()
        self.send("key down", lambda: self._key(side, "rawKeyDown"))
        self.wait(ms * MS)
        if ms > 1000:
            self.send("key held")  # only what the page says counts as held
        self.send("key up", lambda: self._key(side, "keyUp"))
        self.wait(60 * MS)

    def close(self) -> None:
        super().close()
        self.pages.close()


class Telephone:
    """A page of a side, perhaps over a line that can be cut."""

    def __init__(self, program, port: int, side: str) -> None:
        self.page = Browser(program)
        self.page.size(360, 780, mobile=True)
        self.page.open(f"http://127.0.0.1:{port}/button/{side}#{CODE}")
        self.page.wait("document.getElementById('line').textContent.includes('±')")

    def down(self) -> None:
        self.page.call("Page.bringToFront")
        self.page.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": 180, "y": 500}])

    def up(self) -> None:
        self.page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def press(self) -> None:
        self.down()
        self.up()

    def close(self) -> None:
        self.page.close()


class PhoneHand(BrowserHand):
    """Its touches are fingers on the page, its clock buttons two telephones with a page each.

    What a telephone reports is taken at the time that the player has come to: that of the table stands still meanwhile.
    """

    def _start(self):
        for telephone in getattr(self, "telephones", ()):
            telephone.close()
        self.telephones, self.reports = (), queue.SimpleQueue()
        started = super()._start()
        self.telephones = tuple(Telephone(self.browser.program, self.pages.place.port, side) for side in "ab")
        return started

    def _routes(self, kiosk):
        phones = Telephones(self.reports.put)

        def on_present(moment):
            phones.show(view_of(kiosk.composer, moment))

        kiosk.presenter.on_present = on_present
        return phones.routes()

    def _mouse(self, kind: str, x: float, y: float) -> None:
        self.browser.call("Page.bringToFront")
        touch_type, points = FINGERS[kind], [{"x": x, "y": y}]
        self.browser.call(
            "Input.dispatchTouchEvent", type=touch_type, touchPoints=points if kind != "mouseReleased" else []
        )

    def report(self, side: int, down: bool, *, still: bool = False) -> None:
        """Take the next report of that telephone: that its button changed, or that it is ``still`` down."""
        while True:
            item = self.reports.get(timeout=SEEN_S)
            if isinstance(item, PodReport) and (item.side, item.down, item.doubt == 0) == (side, down, still):
                break
        self.kiosk.post(replace(item, at=self.clock.ns))
        self.settle()

    def press(self, side: int, ms: int = 60) -> None:
        phone = self.telephones[side]
        phone.down()
        self.report(side, True)
        self.wait(ms * MS)
        if ms > 1000:
            while not self.reports.empty():
                self.reports.get()  # what it said before
            self.report(side, True, still=True)
        phone.up()
        self.report(side, False)
        self.wait(60 * MS)

    def close(self) -> None:
        for telephone in self.telephones:
            telephone.close()
        super().close()
