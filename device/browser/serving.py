"""One table for browsers: the kiosk in its own thread as usual, what serves browsers in another beside it."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from device.app import composition
from device.app.assembly import Kiosk
from device.browser.audience import Audience
from device.browser.display import BrowserDisplay
from device.browser.messages import note
from device.browser.outputs import BrowserSpeaker, oled_connector
from device.browser.places import SeatFile, TablePlace
from device.browser.seat import Seat
from device.browser.telephones import telephones_of
from device.browser.web import LIMITS, TablePages, application
from device.browser.words import page_words
from device.common import i18n
from device.common.settings.settings import PodsSettings, Settings
from device.common.web.connections import Connection
from device.common.web.serve import Server, server
from device.graphics.keyboards import takes_letters
from device.io.inputs import Quit
from rules.message import Message

log = logging.getLogger("dvojtah.browser")

FILE = "browser.json"
"""The small file of a table, beside its journal (`SeatFile`)."""
SIZE = (800, 480)
"""The size of the picture until the first browser says its own."""


FRAGMENTS = 16
"""Frames that a message may come in."""


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's protocol, counted as the connection that it began as (`Connection`) to its end, its frames bounded."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """`asyncio.Protocol.connection_made`: the connection asked to be a WebSocket."""
        super().connection_made(transport)
        before: Any = transport
        self._counted = before.get_protocol()
        self._fragments = 0

    def connection_lost(self, exc: Exception | None) -> None:
        """`asyncio.Protocol.connection_lost`."""
        if isinstance(self._counted, Connection):
            self._counted.bounds.leave(self._counted)
        super().connection_lost(exc)

    def handle_cont(self, event: Frame) -> None:
        """A message goes on: never without end, however small its frames are."""
        self._fragments += 1
        if self._fragments > FRAGMENTS:
            self.transport.abort()
            return
        super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        """A message begins."""
        self._fragments = 0
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """A message of bytes begins: nothing here understands one."""
        if event.opcode is Opcode.BINARY:
            self.transport.abort()


def settings_for(settings: Settings) -> Settings:
    """The settings of a table without hardware of its own: no pins, no pods; both small displays; it never dims."""
    return replace(
        settings,
        power_off="",
        screen=replace(settings.screen, rotate=0, turned=False, dim_after_s=0, brightness=100),
        buttons=replace(settings.buttons, pin_factory="none"),
        oled_a=replace(settings.oled_a, type="ssd1306"),
        oled_b=replace(settings.oled_b, type="ssd1306"),
        pods=PodsSettings(ports=()),
    )


class BrowserTable:
    """One table and its pages, those of its telephones as clock buttons too. ``host`` is where it listens.

    ``on_seats`` is told whether somebody holds the table and how many look on; ``on_open`` is called beside everything
    once browsers find it.
    """

    def __init__(
        self,
        place: TablePlace,
        file: SeatFile,
        host: str,
        on_seats: Callable[[bool, int], None] = lambda held, watchers: None,
        on_open: Callable[[], object] = lambda: None,
    ) -> None:
        self.place, self.host = place, host
        self.display = BrowserDisplay(SIZE)
        seat = Seat(time.monotonic(), file.kept.holder)
        self.audience = Audience(self.display, seat, time.monotonic, file.hold, on_seats)
        self._on_open = on_open
        self._pages = TablePages(self.audience, place)
        self._routes = self._pages.routes()
        self._thread: threading.Thread | None = None
        self._server: Server | None = None

    def run(self, settings: Settings, trouble: Message | None = None, file: Path | None = None) -> int:
        """Run the table until it is ended; its exit status. As `device.app.composition.run`."""
        mine = settings_for(settings)
        speaker = BrowserSpeaker(self.audience, mine.volume)
        connect = oled_connector(self.audience)
        try:
            return composition.run(mine, self.display, trouble, self.on_ready, file, connector=connect, speaker=speaker)
        finally:
            self.close()
            self.display.close()

    def on_ready(self, kiosk: Kiosk) -> None:
        """The kiosk is there: its screen serves as clock buttons, browsers are served."""
        kiosk.screen.enable_press_areas(True)
        self.display.typing = lambda: takes_letters(kiosk.composer.current_frame(kiosk.now()).scene)
        kiosk.preferences.follow(self.speak_as)
        self._routes += telephones_of(kiosk, self._pages.welcomes).routes()
        self._thread = threading.Thread(target=self._serve, args=(kiosk,), name="browsers", daemon=True)
        self._thread.start()

    def speak_as(self, settings: Settings) -> None:
        """Other settings hold: the page speaks the language of the table."""
        with i18n.speaking(settings.language):
            self.audience.tell("words", note("words", page_words()), lasts=True)

    def _serve(self, kiosk: Kiosk) -> None:
        app, own = application(self._routes, self.audience.open), self.place.certificate
        tls = None if own is None else (own.chain, own.key)
        uvicorn_server = self._server = server(
            app, self.host, self.place.port, LIMITS, sockets=BoundedWebSocket, tls=tls
        )
        uvicorn_server.on_start = threading.Thread(target=self._on_open, name="open", daemon=True).start
        try:
            uvicorn_server.run()
        except SystemExit:
            log.error("port %d cannot be listened to", self.place.port)
            kiosk.post(Quit())

    def close(self) -> None:
        """Let all browsers go."""
        if self._server is not None and self._thread is not None:
            self._server.should_exit = True
            self._thread.join(5)
