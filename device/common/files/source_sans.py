"""Where the files of Source Sans lie. The font comes as a package; a device without it goes on with another font."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

PACKAGE = "font_source_sans_pro"


def file_of(weight: str) -> Path | None:
    """The file of a weight by the font's own name for it, as ``"Semibold"``; None where the font is not installed."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        return None
    file = Path(spec.origin).parent / "files" / f"SourceSansPro-{weight}.ttf"
    return file if file.is_file() else None
