"""Answers to browsers: pages, the files they are made with, and the headers that say what a page may load."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route


class NumberConvertor(Convertor[int]):
    """A number in an address, ``{table:number}``: what has more figures than any of ours leads nowhere, where
    Starlette's own ``int`` would try to reckon with thousands of them."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        """The number."""
        return int(value)

    def to_string(self, value: int) -> str:
        """Its figures."""
        return str(value)


register_url_convertor("number", NumberConvertor())

SHARED = Path(__file__).with_name("static")
FONTS = {
    "regular.ttf": "SourceSansPro-Regular.ttf",
    "semibold.ttf": "SourceSansPro-Semibold.ttf",
    "bold.ttf": "SourceSansPro-Bold.ttf",
}
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".ttf": "font/ttf"}
CACHE = {".ttf": "public, max-age=3600"}


def security_headers(forms: str = "'none'", **sources: str) -> dict[str, str]:
    """The headers of a page that loads nothing but what ``sources`` allow (``style="'self'"``).

    ``forms`` is where its forms may be sent.
    """
    own = "".join(f"{kind}-src {allowed}; " for kind, allowed in sources.items())
    return {
        "Content-Security-Policy": f"default-src 'none'; {own}base-uri 'none'; form-action {forms}; "
        "frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
    }


def live_page_headers(forms: str = "'none'") -> dict[str, str]:
    """The headers of a page with scripts that keep it current, all of it from its own server."""
    own = dict.fromkeys(("script", "style", "img", "font", "connect", "manifest"), "'self'")
    return security_headers(forms, **own) | {
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }


def html(text: str, headers: Mapping[str, str], status: int = 200) -> Response:
    """The answer with a page, which nobody keeps."""
    return Response(text, status, media_type="text/html", headers={**headers, "Cache-Control": "no-store"})


def no_answers(headers: Mapping[str, str]) -> dict[Any, Any]:
    """How an application answers errors: with nothing where nothing is, and to who went away in the middle."""

    async def on_missing(request: Request, error: Exception) -> Response:
        return Response("", 404, headers=headers)

    async def on_disconnect(request: Request, error: Exception) -> Response:
        return Response("", 400, headers=headers)

    return {404: on_missing, ClientDisconnect: on_disconnect}


def static_files(folder: Path) -> dict[str, Path]:
    """The files of a page, by name: its own in ``folder``, and what every page may use."""
    fonts = Path(str(resources.files("font_source_sans_pro"))) / "files"
    return {path.name: path for path in (*SHARED.iterdir(), *folder.iterdir())} | {
        name: fonts / file for name, file in FONTS.items()
    }


def static_route(folder: Path, headers: Mapping[str, str]) -> Route:
    """The route to the files that pages are made with: those of ``folder`` and `static_files` that all share."""
    files = static_files(folder)

    async def static(request: Request) -> Response:
        path = files.get(request.path_params["name"])
        if path is None or path.suffix not in TYPES:
            raise HTTPException(404)
        kept = {"Cache-Control": CACHE.get(path.suffix, "no-cache")}
        return FileResponse(path, media_type=TYPES[path.suffix], headers={**headers, **kept})

    return Route("/static/{name}", static)


def host_of(request: Request) -> str:
    """The address that asks; empty where it is not known."""
    return request.client.host if request.client else ""
