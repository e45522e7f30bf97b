"""The pages of one table and the line to its browsers: everything that comes from outside is checked here.

A page of another origin gets nothing: the name under which the table is asked for has to be one of this machine's, and
a WebSocket is opened for a page of that very name alone. The seat, and every picture, is given for the table's code.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import socket
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import pygame
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from device.browser import messages
from device.browser.audience import MOST, Audience, Watcher
from device.browser.messages import note, read
from device.browser.places import TablePlace, qr_svg
from device.browser.seat import WAIT_S, WRONG
from device.browser.strangers import UnauthenticatedConnections
from device.browser.words import page_words
from device.common.i18n import language, t
from device.common.web.answers import SHARED, host_of, html, live_page_headers, no_answers, static_route
from device.common.web.certificates import authority_response
from device.common.web.connections import LOOPBACK, Limits, network, within
from device.common.web.guesses import CodeCheck
from device.common.web.network import reachable_address
from device.common.web.templates import environment
from rules.game import MILLISECOND, SECOND

TEMPLATES = environment(Path(__file__).with_name("templates"))

BACKGROUND = "#0d1017"
SIZES = (180, 192, 512)
"""Icons (pixels): an iPhone's home screen, and the two that other browsers ask for."""
PAGES = {"a": "button/a", "b": "button/b"}
"""The pages beside the table's own to which a QR code leads."""
LIMITS = Limits(
    connections=96, reserved=8, per_address=48, head_s=5, body_s=5, stalled_s=20, body_bytes=1024, head_bytes=16384
)
HELLO_S = 5.0
"""Seconds for the first message."""
SILENCE_S = 15.0
"""After so many seconds without a message a browser counts as gone."""
BEAT_S = 1.0
"""How often (s) it is told at least that the table is there."""
HEADERS = live_page_headers()
STATIC = static_route(Path(__file__).with_name("static"), HEADERS)
REFUSED, REPLACED = 4001, 4002
"""Codes with which a WebSocket is closed: a reason was told before; the same browser has another tab open."""


class OwnNames:
    """Answers only under the names of this machine, so that no page elsewhere gets a name of its own to lead here."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        name = socket.gethostname().lower()
        self._names = {"localhost", "127.0.0.1", "::1", name, f"{name.partition('.')[0]}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] not in ("http", "websocket") or self._is_own(HTTPConnection(scope)):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close()
        else:
            await Response("", 421, headers=HEADERS)(scope, receive, send)

    def _is_own(self, asked: HTTPConnection) -> bool:
        name = host_name(asked.headers.get("host", ""))
        server = asked.scope.get("server")
        return name in self._names or (server is not None and name == network(server[0]))


def host_name(host: str) -> str:
    """The name or address in a Host header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def is_same_origin(asked: WebSocket) -> bool:
    """Whether a page of this very server opens it."""
    host = asked.headers.get("host", "")
    return asked.headers.get("origin", "") in (f"http://{host}", f"https://{host}")


def is_here(asked: HTTPConnection) -> bool:
    """Whether it comes from this computer, asked for by a name of it that is no other's."""
    name = host_name(asked.headers.get("host", ""))
    return within(network(host_of(asked)), LOOPBACK) and name in ("localhost", "127.0.0.1", "::1")


class TablePages:
    """One table's: the page, its files, the WebSocket, and the code as a picture for those who are in."""

    def __init__(self, audience: Audience, place: TablePlace) -> None:
        self._audience, self._place = audience, place
        self._strangers = UnauthenticatedConnections()
        self._codes = CodeCheck(place.code, WRONG, WAIT_S, audience.now)

    def welcomes(self, code: str, address: str) -> bool:
        """Whether somebody at ``address`` who gives that code is let in now."""
        return not self._codes.wait(address) and self._codes.is_right(code, address)

    def routes(self) -> list[BaseRoute]:
        """All of them."""
        return [
            Route("/", self.page),
            Route("/qr/{code}.svg", self.qr),
            Route("/start", self.start),
            STATIC,
            WebSocketRoute("/table", self.socket),
            Route("/manifest.webmanifest", self.manifest),
            Route("/icon/{size:number}.png", icon),
            Route("/authority.crt", lambda request: authority_response(self._place.certificate, HEADERS)),
        ]

    async def page(self, request: Request) -> Response:
        """The page, with its words."""
        template = TEMPLATES.get_template("table.html")
        place = self._place
        shown = {"address": place.address_for_others, "tls": place.certificate, "number": place.number}
        return html(template.render(words=page_words(), **shown), HEADERS)

    async def qr(self, request: Request) -> Response:
        """The address with the code as a picture, for whoever knows the code."""
        address = network(host_of(request))
        if self._codes.wait(address):
            return Response("", 429, headers=HEADERS)
        if not self._codes.is_right(request.path_params["code"], address):
            return Response("", 404, headers=HEADERS)
        page = PAGES.get(request.query_params.get("page", ""), "")
        svg = qr_svg(self._place.link(page=page))
        return Response(svg, media_type="image/svg+xml", headers={**HEADERS, "Cache-Control": "no-store"})

    async def start(self, request: Request) -> Response:
        """The starting page: address, code and its picture, on this computer alone."""
        if not is_here(request):
            return Response("", 404, headers=HEADERS)
        held = self._audience.holder_is_here
        state = (True, held, len(self._audience.watchers) - held)
        return start_page([(self._place, state)])

    async def manifest(self, request: Request) -> Response:
        """What a browser needs to keep the page as an app: its name, and how it is shown."""
        number = self._place.number
        name = f"Dvojtah {t('Table {n}', n=number)}" if number else "Dvojtah"
        values: dict[str, Any] = {
            "id": "/",
            "name": name,
            "short_name": name,
            "start_url": "/",
            "display": "fullscreen",
            "background_color": BACKGROUND,
            "theme_color": BACKGROUND,
            "icons": [{"src": f"/icon/{n}.png", "sizes": f"{n}x{n}", "type": "image/png"} for n in SIZES],
        }
        return Response(msgspec.json.encode(values), media_type="application/manifest+json", headers=HEADERS)

    async def socket(self, line: WebSocket) -> None:
        """The line to one browser, until either end lets go."""
        address = network(host_of(line))
        if not is_same_origin(line):
            await line.close()
            return
        await line.accept()
        with contextlib.suppress(WebSocketDisconnect, TimeoutError, ValueError, RuntimeError):
            hello = await self._hello(line, address)
            if not isinstance(hello, messages.BrowserHello):
                return
            if self._codes.wait(address):
                await refuse(line, "wait")
            elif not self._codes.is_right(hello.code, address):
                await refuse(line, "wait" if self._codes.wait(address) else "code")
            elif len(self._audience.watchers) >= MOST:
                await refuse(line, "crowd")
            else:
                await self._serve(line, hello)

    async def _hello(self, line: WebSocket, address: str) -> messages.BrowserMessage:
        """The first message. Raises TimeoutError where it does not come, or this line has to make way for another."""
        now = asyncio.get_running_loop().time
        try:
            async with asyncio.timeout(HELLO_S) as limit:
                self._strangers.enter(line, address, lambda: limit.reschedule(now()))
                return read(await text_of(line))
        finally:
            self._strangers.leave(line)

    async def _serve(self, line: WebSocket, hello: messages.BrowserHello) -> None:
        watcher = Watcher(hello.ident, self._audience.now())
        self._audience.enter(watcher, only_looks=hello.only_looks)
        if self._audience.is_holder(watcher):
            self._audience.display.resize(hello.width, hello.height)
        ends = [asyncio.ensure_future(self._write(line, watcher)), asyncio.ensure_future(self._read(line, watcher))]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for end in ends:
                end.cancel()
            await asyncio.gather(*ends, return_exceptions=True)
            self._audience.leave(watcher)
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await line.close(REPLACED if watcher.replaced else 1000)

    async def _write(self, line: WebSocket, watcher: Watcher) -> None:
        while not watcher.replaced:
            message = await self._audience.next_message(watcher)
            if message is None:
                watcher.wake.clear()
                try:
                    async with asyncio.timeout(BEAT_S):
                        await watcher.wake.wait()
                except TimeoutError:
                    await line.send_text(note("beat"))
            elif isinstance(message, str):
                await line.send_text(message)
            else:
                await line.send_bytes(message)

    async def _read(self, line: WebSocket, watcher: Watcher) -> None:
        now = self._audience.now
        while True:
            async with asyncio.timeout(SILENCE_S):
                text = await text_of(line)
            if not watcher.bucket.take(now()) or not self.take(read(text), watcher):
                return

    def take(self, message: messages.BrowserMessage, watcher: Watcher) -> bool:
        """One message has come; False where the line is to be closed."""
        audience = self._audience
        if isinstance(message, messages.PictureTaken):
            watcher.wake.set()
            return watcher.viewer.on_taken(message.number, audience.now())
        if isinstance(message, messages.TakeOver):
            audience.take_over(watcher)
        if not audience.is_holder(watcher):
            return True  # who looks on touches nothing
        if isinstance(message, (messages.TouchMessage, messages.KeyMessage)):
            display, sent = audience.display, round(watcher.viewer.sent_at(message.seq) * SECOND)
            if message.what == "down":
                watcher.tell(
                    "late", note("late", -(-display.lag_of(message.seq, message.shown_ms, sent) // MILLISECOND))
                )
            if isinstance(message, messages.KeyMessage):
                return display.key(message.name, message.what, message.seq, message.shown_ms, sent)
            return display.touch(
                message.what, message.finger, message.x, message.y, message.seq, message.shown_ms, sent
            )
        if isinstance(message, messages.SizeChange):
            audience.display.resize(message.width, message.height)
        return True


async def text_of(line: WebSocket) -> str:
    """The next message. Raises WebSocketDisconnect, or ValueError where it is none of text."""
    message = await line.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if text is None:
        raise ValueError("no text")
    return str(text)


async def refuse(line: WebSocket, reason: str) -> None:
    """Say why there is nothing to see, and close."""
    await line.send_text(note("refused", reason))
    await line.close(REFUSED)


def start_page(tables: Sequence[tuple[TablePlace, tuple[bool, bool, int]]]) -> Response:
    """The starting page: for each table its address and code; whether it runs, somebody plays, and how many look on."""
    template = TEMPLATES.get_template("start.html")
    return html(template.render(lang=language(), tables=tables, networked=reachable_address() is not None), HEADERS)


async def icon(request: Request) -> Response:
    """An icon that fills its square: systems cut the corners as they like."""
    size = request.path_params["size"]
    if size not in SIZES:
        return Response("", 404, headers=HEADERS)
    return Response(icon_png(size), media_type="image/png", headers={**HEADERS, "Cache-Control": "max-age=86400"})


@lru_cache
def icon_png(size: int) -> bytes:
    """The icon as a square picture of ``size`` pixels."""
    drawn = pygame.image.load_sized_svg(str(SHARED / "icon.svg"), (size, size))
    square = pygame.Surface((size, size))
    square.fill(drawn.get_at((size // 2, size // 10)))
    square.blit(drawn, (0, 0))
    image = io.BytesIO()
    pygame.image.save(square, image, "icon.png")
    return image.getvalue()


def application(routes: Sequence[BaseRoute], on_start: Callable[[], None] = lambda: None) -> Starlette:
    """An application of those routes; ``on_start`` is called on its event loop before anybody is served."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> Any:
        on_start()
        yield

    app = Starlette(routes=list(routes), lifespan=lifespan, exception_handlers=no_answers(HEADERS))
    app.add_middleware(OwnNames)
    app.router.redirect_slashes = False
    return app
