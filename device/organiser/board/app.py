"""The board on the web: pages, their live streams, a QR code. There is no route that takes anything."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import lru_cache, partial
from typing import Any

import segno
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from device.common.i18n import speaking, tr
from device.common.languages import DEFAULT, LANGUAGES, of_browser
from device.common.web.answers import FOR_GOOD, host_of, html, live_page_headers, shared_answer, static_route
from device.common.web.connections import LOOPBACK
from device.common.web.push import PushResponse, takes_gzip, whole
from device.organiser.board import feed
from device.organiser.board.live import READERS, READERS_OF_ONE, BoardReader, LiveBoard, Troubles
from device.organiser.board.pages import STATIC, STATIC_MARK
from device.organiser.board.stream import SLOTS
from device.organiser.log.event_log import Tail
from device.organiser.store import EventStore
from rules.message import msg

VIEWS = {
    "tables": "",
    "projector": "projector",
    "results": "results",
    "table": "table/{number:number}",
    "find": "find",
    "next": "next",
    "standings": "standings",
    "own": "own/{number:number}",
}
"""Where each view lies, after the language; which parts it has say the `BoardPages`."""
AGAIN_S = 2
"""Seconds after which a page is asked for again that the board may not have read yet."""
CODES = 8
"""QR codes that are kept."""
LONGEST_ADDRESS = 200
"""Characters of an address in a QR code."""
OF_PAGES = {"page", "sheet"}
"""What an address may ask that all readers share."""
LONGEST_FIND = 60
"""Characters of a name that somebody looks for."""
HEADERS = live_page_headers()
UNKEPT = {**HEADERS, "Cache-Control": "no-store"}
GZIP = {"Content-Encoding": "gzip"}
NOTHING_NEW = "public, max-age=60"
"""That nothing has changed until then a cache tells all who asked until then; they ask for what comes next."""
A_SECOND = "public, max-age=1"
"""Of a broadcast an older answer is never given: its script stops the clocks where the board is silent."""
ANYBODY = {
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""Headers of what pages of others may read: it is public."""


class BoardRoutes:
    """What the board answers, a method a route.

    ``address`` is where the public reaches the board, ``""``: where each browser does; ``base`` the path it stands at.
    """

    def __init__(self, live: LiveBoard, address: str, base: str = "/") -> None:
        self._live = live
        self._address = address
        self._base = base

    def all(self) -> list[BaseRoute]:
        """Where what is: a proxy before it may take the base path off, or leave it."""
        routes = self._routes()
        return [*([Mount(self._base.rstrip("/"), routes=routes)] if self._base != "/" else []), *routes]

    def _routes(self) -> list[Route]:
        return [
            Route("/", self.start),
            static_route(STATIC, HEADERS, STATIC_MARK),
            Route("/qr.svg", self.qr_code),
            *(Route(f"/{{lang}}/{path}", partial(self.page, view)) for view, path in VIEWS.items()),
            Route("/{lang}/events", self.events),
            Route("/{lang}/parts/{view}/{page:number}/{seen}/{hold}", self.parts),
            Route("/now", self.now),
            Route("/{lang}/stream/{slot:number}", self.stream),
            Route("/api/v1/event.json", self.feed),
            Route("/api/v1/results.json", self.feed),
            Route("/api/v1/table/{number:number}.json", self.feed),
            Route("/api/v1/table/{number:number}.gcg", self.gcg),
            Route("/api/v1/openapi.json", self.openapi),
        ]

    async def start(self, request: Request) -> Response:
        """The board in the browser's language."""
        lang = of_browser(request.headers.get("accept-language", ""))
        return RedirectResponse(f"{self._base}{lang}/", 302, headers={**HEADERS, "Vary": "Accept-Language"})

    async def page(self, view: str, request: Request) -> Response:
        """A page as it stands; it keeps itself current by `events`."""
        lang = request.path_params["lang"]
        number = request.path_params.get("number", _number(request.query_params.get("page")))
        host = str(request.base_url)[:LONGEST_ADDRESS]
        sheet = _number(request.query_params.get("sheet"))
        known = lang in LANGUAGES and number
        find = request.query_params.get("find", "")[:LONGEST_FIND]
        text = self._live.pages.page(view, number, lang, host, self._live.trouble, sheet, find) if known else None
        if text is None:
            return await self.missing(request)
        # What says where this browser is, or whom somebody looks for, is nobody else's.
        if self._address and request.query_params.keys() <= OF_PAGES:
            return shared_answer(request, text, HEADERS)
        return html(text, HEADERS)

    async def events(self, request: Request) -> Response:
        """The stream of a page, from what its reader has seen on."""
        lang, query = request.path_params["lang"], request.query_params
        view, page = query.get("view", "tables"), _number(query.get("page"))
        if lang not in LANGUAGES or view not in VIEWS or not page or not self._live.pages.has_page(view, page):
            return await self.missing(request)
        host = host_of(request)
        if self._live.is_full(host):
            return PlainTextResponse("", 503, headers={"Retry-After": "10", **HEADERS})
        after = query.get("after", "")
        known = f"{self._live.nonce}-{after}" if after.isdecimal() else None
        seen = self._live.place_of(request.headers.get("last-event-id") or known)
        gzip = takes_gzip(request)
        headers = {**UNKEPT, **(GZIP if gzip else {}), "X-Accel-Buffering": "no"}
        connection = request.state.connection
        reader = BoardReader((view, page, lang), seen, connection, gzip)
        return PushResponse(connection, self._live.stream(reader, host), headers, "text/event-stream")

    async def parts(self, request: Request) -> Response:
        """What changed on a page for who has seen that much of it: as the stream has it, at an address of its own."""
        path, live = request.path_params, self._live
        lang, view, page, hold = path["lang"], path["view"], path["page"], path["hold"]
        if lang not in LANGUAGES or view not in VIEWS or not live.complete or not live.pages.has_page(view, page):
            return await self.missing(request)
        seen = live.place_of(path["seen"])
        place = f"{live.nonce}-{seen}"
        if path["seen"] != place:  # another store's, or nonsense
            return RedirectResponse(f"{self._base}{lang}/parts/{view}/{page}/{place}/{hold[:20]}", 307, headers=UNKEPT)
        text = await live.update_after(view, page, lang, seen, hold, host_of(request))
        cache_control = FOR_GOOD
        if not text:
            now = live.pages.hold(live.trouble)
            cache_control = NOTHING_NEW if _hold_of(hold) <= _hold_of(now) and hold != now else "no-store"
            text = json.dumps({"id": place, "parts": {}, "trouble": live.trouble, "hold": now}).encode()
        headers = {**HEADERS, "Cache-Control": cache_control, "Vary": "Accept-Encoding"}
        if takes_gzip(request):
            text, headers = whole(text), {**headers, **GZIP}
        return Response(text, media_type="application/json", headers=headers)

    async def now(self, request: Request) -> Response:
        """The event's clock in ms, for who reads no stream."""
        return PlainTextResponse(str(self._live.pages.now_ms()), headers=UNKEPT)

    async def stream(self, request: Request) -> Response:
        """A broadcast page, over a picture; ``?part`` is what changes of it, for its script."""
        lang, slot = request.path_params["lang"], request.path_params["slot"]
        if lang not in LANGUAGES or not 1 <= slot <= SLOTS:
            return await self.missing(request)
        live = self._live
        text = live.pages.stream(slot, live.streams, lang, live.trouble, "part" in request.query_params)
        if request.query_params.keys() <= {"part"}:
            return HTMLResponse(text, headers={**HEADERS, "Cache-Control": A_SECOND})
        return html(text, HEADERS)

    async def feed(self, request: Request) -> Response:
        """The event, its results or a live game as JSON."""
        board, number = self._live.board, request.path_params.get("number")
        if number is not None:
            values = feed.table_json(board, number)
        else:
            values = feed.results_json(board) if "results" in request.url.path else feed.event_json(board)
        if values is None:
            return await self.missing(request)
        text = feed.text_of(board, values | {"stale": self._live.trouble or not board.state.linked})
        return shared_answer(request, text, {**HEADERS, **ANYBODY}, "application/json")

    async def gcg(self, request: Request) -> Response:
        """A live game as GCG."""
        board = self._live.board
        game = board.game(request.path_params["number"])
        data = (
            None if game is None else feed.game_gcg(board, game, of_browser(request.headers.get("accept-language", "")))
        )
        if data is None:
            return await self.missing(request)
        return Response(data, media_type="text/plain; charset=utf-8", headers={**UNKEPT, **ANYBODY})

    async def openapi(self, request: Request) -> Response:
        """What other programs are answered, as OpenAPI."""
        text = json.dumps(feed.description(self._routes()), ensure_ascii=False, indent=2) + "\n"
        return Response(text, media_type="application/json", headers={**UNKEPT, **ANYBODY})

    async def qr_code(self, request: Request) -> Response:
        """Where the board is, for telephones."""
        svg = _qr_code((self._address or str(request.base_url))[:LONGEST_ADDRESS])
        cache_control = "public, max-age=60" if self._address else "no-store"
        return Response(svg, media_type="image/svg+xml", headers={**HEADERS, "Cache-Control": cache_control})

    async def missing(self, request: Request, error: Exception | None = None) -> Response:
        """Nothing is there; of what a board has not read yet it does not know that, and the browser asks again."""
        first = request.url.path.removeprefix(self._base).strip("/").split("/")[0]
        lang = first if first in LANGUAGES else DEFAULT
        gone = msg("There is no such page here; the board begins at {path}.", path=self._base)
        text = gone if self._live.complete else msg("The board is still being read; this page comes by itself.")
        again = {} if self._live.complete else {"Retry-After": str(AGAIN_S), "Refresh": str(AGAIN_S)}
        with speaking(lang):
            status = 404 if self._live.complete else 503
            return PlainTextResponse(tr(text) + "\n", status, headers={**UNKEPT, **again})


def board_app(
    open_store: Callable[[], EventStore],
    address: str = "",
    readers: int = READERS,
    readers_of_one: int = READERS_OF_ONE,
    exempt: tuple[str, ...] = LOOPBACK,
    base: str = "/",
    on_caught_up: Callable[[], None] = lambda: None,
) -> Starlette:
    """The application. ``open_store`` opens a read-only handle; ``address`` is where the public reaches the board.

    ``base`` is the path at which it stands behind a proxy, with a slash at both ends. ``on_caught_up`` is called once
    everything has been read that the store had in the beginning.
    There are at most ``readers`` streams, of one address ``readers_of_one`` unless it is in a network ``exempt``.
    Whoever knows that the store takes nothing sets ``troubles`` in the state of the application.
    """
    live, troubles = LiveBoard(address, readers, readers_of_one, exempt, base), Troubles()
    routes = BoardRoutes(live, address, base)

    def caught_up() -> None:
        live.on_caught_up()
        on_caught_up()

    @asynccontextmanager
    async def follow(app: Starlette) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()

        def on_loop(does: Callable[..., None], *values: Any) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: the program ends
                loop.call_soon_threadsafe(does, *values)

        troubles.attach(partial(on_loop, live.on_trouble))
        tail = Tail(
            open_store,
            partial(on_loop, live.take),
            troubles.reading,
            opened=partial(on_loop, lambda store: live.on_store_open(store.nonce, store.now)),
            caught_up=partial(on_loop, caught_up),
        )
        tail.start()
        yield
        await asyncio.to_thread(tail.close)

    app = Starlette(routes=routes.all(), lifespan=follow, exception_handlers={404: routes.missing})
    app.state.live, app.state.troubles = live, troubles
    return app


@lru_cache(maxsize=CODES)
def _qr_code(address: str) -> bytes:
    drawn = segno.make(address, error="m").svg_inline(scale=4, border=1, dark="#0d1017")
    return drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).encode()


def _hold_of(hold: str) -> int:
    """When a question was to be answered; late where that is nonsense."""
    number = hold.removesuffix("t")
    return int(number) if number.isdecimal() and len(number) < 16 else 1 << 62


def _number(text: str | None) -> int:
    """A page's number; 1 where none is named, 0 where it is nonsense."""
    if text is None:
        return 1
    return int(text) if text.isdecimal() and len(text) < 6 else 0
