"""Files that a page is made with, and those that several pages share: clocks that run, parts made newer, the icon."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from starlette.responses import FileResponse

SHARED = Path(__file__).with_name("static")
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".ttf": "font/ttf"}


def static_files(folder: Path) -> dict[str, Path]:
    """The files of a page, by name: its own in ``folder``, and what every page may use."""
    return {path.name: path for path in (*SHARED.iterdir(), *folder.iterdir())}


def file_response(path: Path, headers: Mapping[str, str], cache: str = "no-cache") -> FileResponse:
    """The answer with a file; ``cache`` says how long a browser may keep it."""
    return FileResponse(path, media_type=TYPES[path.suffix], headers={**headers, "Cache-Control": cache})
