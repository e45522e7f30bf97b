"""Files that a page is made with, and those that several pages share: the look, clocks that run, fonts, the icon."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from starlette.responses import FileResponse

SHARED = Path(__file__).with_name("static")
FONTS = {
    "regular.ttf": "SourceSansPro-Regular.ttf",
    "semibold.ttf": "SourceSansPro-Semibold.ttf",
    "bold.ttf": "SourceSansPro-Bold.ttf",
}
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".ttf": "font/ttf"}
CACHE = {".ttf": "public, max-age=3600"}


def static_files(folder: Path) -> dict[str, Path]:
    """The files of a page, by name: its own in ``folder``, and what every page may use."""
    fonts = Path(str(resources.files("font_source_sans_pro"))) / "files"
    return {path.name: path for path in (*SHARED.iterdir(), *folder.iterdir())} | {
        name: fonts / file for name, file in FONTS.items()
    }


def file_response(path: Path, headers: Mapping[str, str]) -> FileResponse:
    """The answer with a file."""
    cache = CACHE.get(path.suffix, "no-cache")
    return FileResponse(path, media_type=TYPES[path.suffix], headers={**headers, "Cache-Control": cache})
