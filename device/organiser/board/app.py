"""The board on the web: pages, their live streams, a QR code. There is no route that takes anything.

A stream (server-sent events) sends the parts of one page that changed. Its event ids name the store and the last row
that they contain; a browser that comes back says the last id it saw, and gets what changed since, also from a board
that was started anew. What readers have in common is put together once.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import segno
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from device.i18n import LANGUAGES, of_browser, speaking, tr
from device.organiser.board.model import Board
from device.organiser.board.pages import Pages
from device.organiser.log.tail import Tail
from device.organiser.store import Row, Store
from device.web.connections import LOOPBACK, network, within
from rules.message import msg

STATIC = Path(__file__).with_name("static")
FONTS = {
    "regular.ttf": "SourceSansPro-Regular.ttf",
    "semibold.ttf": "SourceSansPro-Semibold.ttf",
    "bold.ttf": "SourceSansPro-Bold.ttf",
}
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".ttf": "font/ttf"}
LISTS = ("find", "next", "standings")
"""Views that are large and turn their pages by themselves, beside the projector's tables."""
VIEWS = ("tables", "projector", "results", "table", *LISTS)
BREATH_S = 0.1
"""The least time between two looks at what changed; each reader beyond a few adds `READER_S`, so that a crowd hears
less often and never more than half of a processor's time goes into telling it."""
READER_S = 0.0004
STILL_S = 10
"""Seconds after which a stream says that it is still there."""
AGAIN_S = 2
"""Seconds after which a page is asked for again that the board may not have read yet."""
READERS = 3000
"""Streams at a time; whoever comes after sees the page as it stood, and tries again. Fewer than the connections that
the server takes (`device.web.connections.Limits`), so that a page can always be had."""
READERS_OF_ONE = 300
"""Streams of one address at a time, but for programs on this machine and reverse proxies that are named."""
ANSWERS = 64
"""Answers to readers that are kept until something changes."""
CODES = 8
"""QR codes that are kept."""
LONGEST_ADDRESS = 200
"""Characters of an address in a QR code."""
SECURITY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Live:
    """The board's state and those who watch it; lives on the event loop."""

    def __init__(
        self,
        address: str = "",
        readers: int = READERS,
        readers_of_one: int = READERS_OF_ONE,
        exempt: tuple[str, ...] = LOOPBACK,
    ) -> None:
        self.nonce = ""
        self.board = Board()
        self.pages = Pages(self.board, address)
        self.readers = 0
        self.trouble = False
        self.complete = False
        """Whether everything has been read that the store had when the board began."""
        self._most, self._most_of_one, self._exempt = readers, readers_of_one, exempt
        self._from: Counter[str] = Counter()
        self._news = asyncio.Event()
        self._due: asyncio.TimerHandle | None = None
        self._made: OrderedDict[tuple[str, int, str, int], bytes] = OrderedDict()

    @property
    def kept(self) -> tuple[int, int]:
        """How many answers are kept, and their bytes."""
        return len(self._made), sum(map(len, self._made.values()))

    def opened(self, nonce: str, wall: Callable[[], int] = time.time_ns) -> None:
        """The store is open: the ids of events begin with its name, and the event's time follows its clock (ns)."""
        self.nonce = nonce
        self.board.wall = wall

    def troubled(self, trouble: bool) -> None:
        """The store gives or takes nothing now; or it is well again."""
        if trouble != self.trouble:
            self.trouble = trouble
            self._wake()

    def full(self, host: str) -> bool:
        """Whether there is no place for another reader from there."""
        if self.readers >= self._most:
            return True
        return self._from[network(host)] >= self._most_of_one and not within(network(host), self._exempt)

    def take(self, rows: list[Row]) -> None:
        """New rows of the log, on the loop."""
        self.board.take(rows)
        if self._due is None:
            wait = BREATH_S if len(rows) < 1000 else 0
            loop = asyncio.get_running_loop()
            self._due = loop.call_later(wait / 4 + self.readers * READER_S, self._tell)

    def caught_up(self) -> None:
        """All that was there has been taken."""
        if self._due is not None:
            self._due.cancel()
        self._tell()
        self.complete = True

    def _tell(self) -> None:
        self._due = None
        if self.board.flush():
            self._made.clear()
            self._wake()

    def _wake(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    def place_of(self, event_id: str | None) -> int:
        """The version a reader has seen; 0 where that was in another store, or is nonsense."""
        found = re.fullmatch(r"([0-9a-f]{8})-(\d{1,18})", event_id or "")
        seen = int(found.group(2)) if found and found.group(1) == self.nonce else 0
        return seen if seen <= self.board.state.last else 0

    def message(self, view: str, page: int, lang: str, seen: int) -> bytes:
        """What a reader of a page that has seen version ``seen`` gets; empty where nothing changed."""
        parts = self.pages.parts(view, page)
        names = self.board.changed(parts, seen)
        if not names:
            return b""
        # Whatever number somebody names, it means the last change of the page's parts that is not after it.
        key = (view, page, lang, self.board.last_change(parts, seen))
        if (known := self._made.pop(key, None)) is None:
            update = {"parts": {name: self.pages.part(name, lang) for name in names}}
            text = json.dumps(update, ensure_ascii=False)
            known = f"event: parts\nid: {self.nonce}-{self.board.version}\ndata: {text}\n\n".encode()
        self._made[key] = known
        while len(self._made) > ANSWERS:
            self._made.popitem(last=False)
        return known

    def now(self) -> bytes:
        """What time it is by the event's clock: sent by itself, because a message may be older than whom it is for."""
        return b"event: now\ndata: %d\n\n" % self.pages.now_ms()

    async def stream(self, view: str, page: int, lang: str, seen: int, host: str = "") -> AsyncIterator[bytes]:
        """Everything that a reader of a page gets from now on."""
        address = network(host)
        self.readers += 1
        self._from[address] += 1
        troubled = False
        try:
            yield b"retry: 1500\n\n" + self.now()
            while True:
                news, version = self._news, self.board.version
                if self.trouble != troubled:
                    troubled = self.trouble
                    yield f"event: trouble\ndata: {int(troubled)}\n\n".encode()
                if text := self.message(view, page, lang, seen):
                    yield self.now() + text
                seen = version
                try:
                    async with asyncio.timeout(STILL_S):
                        await news.wait()
                except TimeoutError:
                    yield self.now()  # it is still there
        finally:
            self.readers -= 1
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]


class Troubles:
    """Joins what is wrong: the store gives nothing here, or takes nothing where the tables are listened to.

    Set from any thread; `attach` says who hears it.
    """

    def __init__(self) -> None:
        self._say: Callable[[bool], None] = lambda trouble: None
        self._reads = self._writes = False

    def attach(self, say: Callable[[bool], None]) -> None:
        """Tell ``say`` what is wrong, now and later."""
        self._say = say
        self._say(self._reads or self._writes)

    def reading(self, away: bool) -> None:
        """Whether the store gives nothing."""
        self._reads = away
        self._say(self._reads or self._writes)

    def writing(self, away: bool) -> None:
        """Whether the store takes nothing."""
        self._writes = away
        self._say(self._reads or self._writes)


def board_app(
    open_store: Callable[[], Store],
    address: str = "",
    readers: int = READERS,
    readers_of_one: int = READERS_OF_ONE,
    exempt: tuple[str, ...] = LOOPBACK,
) -> Starlette:
    """The application. ``open_store`` opens a read-only handle; ``address`` is where the public reaches the board.

    There are at most ``readers`` streams, of one address ``readers_of_one`` unless it is in a network ``exempt``.
    ``app.state.troubles`` is set by whoever knows that the store takes nothing.
    """
    live: Live | None = None
    troubles = Troubles()

    @lru_cache(maxsize=CODES)
    def code(where: str) -> bytes:
        drawn = segno.make(where, error="m").svg_inline(scale=4, border=1, dark="#0d1017")
        return drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).encode()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        nonlocal live
        loop = asyncio.get_running_loop()
        live = Live(address, readers, readers_of_one, exempt)
        app.state.live = live

        def later(does: Callable[..., None]) -> Callable[..., None]:
            def call(*values: Any) -> None:
                with contextlib.suppress(RuntimeError):  # the loop is closed: the program ends
                    loop.call_soon_threadsafe(does, *values)

            return call

        def opened(store: Store) -> None:
            live.opened(store.nonce, store.now)

        troubles.attach(later(live.troubled))
        tail = Tail(
            open_store, later(live.take), troubles.reading, opened=later(opened), caught_up=later(live.caught_up)
        )
        tail.start()
        yield
        await asyncio.to_thread(tail.close)

    def page_of(request: Request, view: str) -> Response:
        assert live is not None
        lang = request.path_params["lang"]
        number = request.path_params.get("number", _number(request.query_params.get("page")))
        host = str(request.base_url)[:LONGEST_ADDRESS]
        sheet = _number(request.query_params.get("sheet"))
        known = lang in LANGUAGES and number
        text = live.pages.page(view, number, lang, host, live.trouble, sheet) if known else None
        if text is None:
            return missing(request)
        return Response(text, media_type="text/html", headers={**SECURITY, "Cache-Control": "no-store"})

    def missing(request: Request, error: Exception | None = None) -> Response:
        """Nothing is there; of what a board has not read yet it does not know that, and the browser asks again."""
        assert live is not None
        lang = request.url.path.split("/")[1] if request.url.path.split("/")[1] in LANGUAGES else "cs"
        gone = msg("There is no such page here; the board begins at /.")
        text = gone if live.complete else msg("The board is still being read; this page comes by itself.")
        again = {} if live.complete else {"Retry-After": str(AGAIN_S), "Refresh": str(AGAIN_S)}
        with speaking(lang):
            return PlainTextResponse(tr(text) + "\n", 404 if live.complete else 503, headers={**SECURITY, **again})

    async def start(request: Request) -> Response:
        lang = of_browser(request.headers.get("accept-language", ""))
        return RedirectResponse(f"/{lang}/", 302, headers=SECURITY)

    async def events(request: Request) -> Response:
        assert live is not None
        lang = request.path_params["lang"]
        query = request.query_params
        view, page = query.get("view", "tables"), _number(query.get("page"))
        if lang not in LANGUAGES or view not in VIEWS or not page:
            return missing(request)
        if not live.pages.there(view, page):
            return missing(request)
        host = request.client.host if request.client else ""
        if live.full(host):
            return PlainTextResponse("", 503, headers={"Retry-After": "10", **SECURITY})
        after = query.get("after", "")
        event_id = request.headers.get("last-event-id") or (f"{live.nonce}-{after}" if after.isdecimal() else None)
        headers = {**SECURITY, "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        stream = live.stream(view, page, lang, live.place_of(event_id), host)
        return StreamingResponse(stream, media_type="text/event-stream", headers=headers)

    async def static(request: Request) -> Response:
        name = request.path_params["name"]
        path = STATIC / name
        if name in FONTS:
            path = Path(str(resources.files("font_source_sans_pro"))) / "files" / FONTS[name]
        if name not in FONTS and name not in {one.name for one in STATIC.iterdir()}:
            return missing(request)
        headers = {**SECURITY, "Cache-Control": "public, max-age=3600" if name in FONTS else "no-cache"}
        return FileResponse(path, media_type=TYPES[path.suffix], headers=headers)

    async def qr_code(request: Request) -> Response:
        svg = code((address or str(request.base_url))[:LONGEST_ADDRESS])
        return Response(svg, media_type="image/svg+xml", headers={**SECURITY, "Cache-Control": "no-cache"})

    async def tables(request: Request) -> Response:
        return page_of(request, "tables")

    async def projector(request: Request) -> Response:
        return page_of(request, "projector")

    async def results(request: Request) -> Response:
        return page_of(request, "results")

    async def table(request: Request) -> Response:
        return page_of(request, "table")

    async def list_of(request: Request) -> Response:
        return page_of(request, request.url.path.rsplit("/", 1)[-1])

    async def not_found(request: Request, error: Exception) -> Response:
        return missing(request, error)

    app = Starlette(
        routes=[
            Route("/", start),
            Route("/static/{name}", static),
            Route("/qr.svg", qr_code),
            Route("/{lang}/", tables),
            Route("/{lang}/projector", projector),
            Route("/{lang}/results", results),
            Route("/{lang}/table/{number:int}", table),
            *(Route(f"/{{lang}}/{view}", list_of) for view in LISTS),
            Route("/{lang}/events", events),
        ],
        lifespan=lifespan,
        exception_handlers={404: not_found},
    )
    app.state.troubles = troubles
    return app


def _number(text: str | None) -> int:
    """A page's number; 1 where none is named, 0 where it is nonsense."""
    if text is None:
        return 1
    return int(text) if text.isdecimal() and len(text) < 6 else 0
