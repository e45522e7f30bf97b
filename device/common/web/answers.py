"""Answers to browsers: pages, the files they are made with, and the headers that say what a page may load."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route


class NumberConvertor(IntegerConvertor):
    """A number in an address, ``{table:number}``: what has more figures than any of ours leads nowhere, where
    Starlette's own ``int`` would try to reckon with thousands of them."""

    regex = "[0-9]{1,9}"


register_url_convertor("number", NumberConvertor())

SHARED = Path(__file__).with_name("static")
FONTS = {
    "regular.ttf": "SourceSansPro-Regular.ttf",
    "semibold.ttf": "SourceSansPro-Semibold.ttf",
    "bold.ttf": "SourceSansPro-Bold.ttf",
}
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".ttf": "font/ttf"}
CACHE = {".ttf": "public, max-age=3600"}
FOR_GOOD = "public, max-age=31536000, immutable"
"""What may be kept for as long as anybody likes: another content has another address."""
SHORTLY = "public, max-age=1, stale-while-revalidate=3, stale-if-error=60"
"""What a cache may keep for a second, for three more while it asks anew, and for a minute where nobody answers."""
_NOW = re.compile(r'data-now="\d+"')


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


def shared_answer(request: Request, text: str, headers: Mapping[str, str], media_type: str = "text/html") -> Response:
    """The answer with what anybody may see, and a cache may keep shortly; 304 where who asks has it.

    What time it was, which a page says of itself (``data-now``), makes it no other page.
    """
    tag = f'W/"{hashlib.sha256(_NOW.sub("", text).encode()).hexdigest()[:20]}"'
    own_headers = {**headers, "Cache-Control": SHORTLY, "ETag": tag}
    if tag in request.headers.get("if-none-match", "").split(", "):
        return Response(status_code=304, headers=own_headers)
    return Response(text, media_type=media_type, headers=own_headers)


def no_answers(headers: Mapping[str, str]) -> dict[Any, Any]:
    """How an application answers errors: with nothing where nothing is."""

    async def on_missing(request: Request, error: Exception) -> Response:
        return Response("", 404, headers=headers)

    return {404: on_missing}


def static_files(folder: Path) -> dict[str, Path]:
    """The files of a page, by name: its own in ``folder``, and what every page may use."""
    fonts = Path(str(resources.files("font_source_sans_pro"))) / "files"
    return {path.name: path for path in (*SHARED.iterdir(), *folder.iterdir())} | {
        name: fonts / file for name, file in FONTS.items()
    }


def static_mark(folder: Path) -> str:
    """What the files of a page are now: part of an address at which nothing else will ever be."""
    content = hashlib.sha256()
    for name, path in sorted(static_files(folder).items()):
        content.update(name.encode())
        content.update(path.read_bytes() if path.suffix in TYPES else b"")
    return content.hexdigest()[:12]


def static_route(folder: Path, headers: Mapping[str, str], mark: str = "") -> Route:
    """The route to the files that pages are made with: those of ``folder`` and `static_files` that all share.

    Under ``static/mark/`` (`static_mark`) they may be kept for good; under an older mark they are what they are now.
    """
    files = static_files(folder)

    async def static(request: Request) -> Response:
        under, _, name = request.path_params["name"].rpartition("/")
        path = files.get(name)
        if path is None or path.suffix not in TYPES or "/" in under:
            raise HTTPException(404)
        caching = FOR_GOOD if mark and under == mark else CACHE.get(path.suffix, "no-cache")
        return FileResponse(path, media_type=TYPES[path.suffix], headers={**headers, "Cache-Control": caching})

    return Route("/static/{name:path}", static)


def host_of(asked: HTTPConnection) -> str:
    """The address that asks; empty where it is not known."""
    return asked.client.host if asked.client else ""
