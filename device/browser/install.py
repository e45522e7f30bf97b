"""What a browser needs to keep a table's page as an app, and to know it: manifest, icons, a certificate."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

import msgspec
import pygame
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from device.browser.places import TablePlace
from device.i18n import t
from device.web.answers import SHARED, live_page_headers

BACKGROUND = "#0d1017"
SIZES = (180, 192, 512)
"""Icons (pixels): an iPhone's home screen, and the two that other browsers ask for."""
HEADERS = live_page_headers()


def routes(place: TablePlace) -> list[BaseRoute]:
    """Those of a table."""

    async def manifest(request: Request) -> Response:
        """Its name, and how it is shown."""
        name = f"Dvojtah {t('Table {n}', n=place.number)}" if place.number else "Dvojtah"
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

    async def authority(request: Request) -> Response:
        """The certificate of this computer's authority, for whoever wants to know its pages."""
        if place.certificate is None:
            return Response("", 404, headers=HEADERS)
        own = place.certificate.authority
        return FileResponse(own, media_type="application/x-x509-ca-cert", filename="dvojtah.crt", headers=HEADERS)

    return [
        Route("/manifest.webmanifest", manifest),
        Route("/icon/{size:int}.png", icon),
        Route("/authority.crt", authority),
    ]


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
    made = io.BytesIO()
    pygame.image.save(square, made, "icon.png")
    return made.getvalue()
