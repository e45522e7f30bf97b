"""The page of one game for telephones: its report without a script, its files to take away, and nothing else.

It is served within the bounds of the organiser's pages: GET and HEAD alone.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from device.common import i18n
from device.common.exports import ExportError, FiledGame, file_name
from device.common.web.answers import security_headers
from device.common.web.connections import Limits
from device.common.web.serve import free_port, server
from device.common.web.templates import environment
from device.game_files import export_formats_of, fetch
from device.game_files.page_view import page_view
from device.journal import JournalTrouble
from device.pocket.page import PageRequest, PageThread

log = logging.getLogger("dvojtah")

LIMITS = Limits(connections=24, reserved=4, per_address=8, exempt=(), head_s=5, body_s=5, stalled_s=20, body_bytes=1024)
DESCRIPTORS = 512
"""The number of a descriptor that the page does not reach; the table needs its own."""
FRESH_S = 5.0
"""Seconds for which what was made for one reader serves the next: a PDF takes a Pi a while."""
SECURITY = security_headers(style="'self'") | {"Cache-Control": "no-store"}

FOLDER = Path(__file__).parent
STYLE = (FOLDER / "page.css").read_bytes()
PAGE = environment(FOLDER).get_template("page.html")
FILES = ("pdf", "record")
"""What can be taken away beside the page, by the word of its format."""

ServedFile = tuple[bytes, str, str]
"""Content, media type, and the name of its file, ``""`` for what is shown."""


def serve(run: PageThread) -> None:
    """Serve the page of ``run`` until it is to end. Raises OSError and SystemExit where nothing can listen there."""
    port = free_port(run.asked.port, run.asked.host)
    uvicorn_server = server(application(run), run.asked.host, port, LIMITS, descriptors=DESCRIPTORS)
    uvicorn_server.on_start, uvicorn_server.is_over = lambda: run.on_open(port), lambda: run.is_stopping
    uvicorn_server.run()


def application(run: PageThread) -> Starlette:
    """The page and its files; without the token the answer is 404, as after its end."""
    pages = GamePages(run.asked)
    token = run.asked.token.encode()

    def answer(request: Request) -> Response:
        given = request.path_params["token"].encode(errors="replace")
        file = None
        if secrets.compare_digest(given, token) and not run.is_stopping:
            file = pages.get(request.path_params.get("name", ""))
        if file is None:
            return nothing(request)
        content, kind, name = file
        saved = {"Content-Disposition": f'attachment; filename="{name}"'} if name else {}
        return Response(content, media_type=kind, headers={**SECURITY, **saved})

    routes = [Route("/{token}/", answer), Route("/{token}/{name}", answer)]
    app = Starlette(routes=routes, exception_handlers={404: nothing, 405: nothing, 500: nothing})
    app.router.redirect_slashes = False
    return app


def nothing(request: Request, error: Exception | None = None) -> Response:
    """There is nothing of the kind."""
    return Response(status_code=404, headers=SECURITY)


class GamePages:
    """What can be read of one game: made when it is asked for, one thing at a time, and kept for a moment."""

    def __init__(self, asked: PageRequest) -> None:
        self._asked = asked
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[float, ServedFile]] = {}

    def get(self, name: str) -> ServedFile | None:
        """``name`` (``""``: the page itself); None where there is none."""
        if name == "style.css":
            return STYLE, "text/css", ""
        if name not in ("", *FILES):
            return None
        with self._lock:
            cached = self._kept.get(name)
            if cached is not None and time.monotonic() - cached[0] < FRESH_S:
                return cached[1]
            file = self._make(name)
            if file is not None:
                self._kept[name] = time.monotonic(), file
            return file

    def _make(self, name: str) -> ServedFile | None:
        try:
            filed = fetch(self._asked.journal, self._asked.game_id)
            if filed is None:
                return None
            with i18n.speaking(self._asked.language):
                if not name:
                    return page(filed).encode(), "text/html", ""
                export = export_formats_of(filed.history.game.key)[name]
                kind = "application/pdf" if name == "pdf" else "application/jsonl"
                return export.make(filed), kind, file_name(filed, export)
        except (ExportError, JournalTrouble) as trouble:
            log.error("the page of a game: %s", trouble)
            return None


def page(filed: FiledGame) -> str:
    """The whole page."""
    formats = export_formats_of(filed.history.game.key)
    return PAGE.render(view=page_view(filed), files={kind: formats[kind] for kind in FILES}, lang=i18n.language())
