"""What lies beside a finished image: its checksum, and the manifest by which Raspberry Pi Imager 2 knows it.

Without a manifest Imager 2 writes an image all the same (*Use custom*), but can neither check it nor name it. Format:
raspberrypi/rpi-imager, doc/json-schema/os-list-schema.json and doc/os_customisation_formats.md, read on 2026-11-26.
"""

from __future__ import annotations

import base64
import datetime
import hashlib
import json
from pathlib import Path
from typing import Any

from tools.image import payload

ENDING = ".rpi-imager-manifest"
BOARDS = {
    "Raspberry Pi 5": ["pi5-64bit"],
    "Raspberry Pi 4": ["pi4-64bit"],
    "Raspberry Pi 3 / Zero 2 W": ["pi3-64bit"],
}
"""The boards that a card is for, and Imager's words for them."""
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
    '<rect width="40" height="40" rx="6" fill="#1f2a33"/>'
    '<circle cx="13" cy="20" r="8" fill="#f4f1e8"/><circle cx="27" cy="20" r="8" fill="#e0a030"/></svg>'
)
ICON = "data:image/svg+xml;base64," + base64.b64encode(DRAWING.encode()).decode()
BLOCK = 1 << 20


def digest(file: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    sha256 = hashlib.sha256()
    with file.open("rb") as source:
        while block := source.read(BLOCK):
            sha256.update(block)
    return sha256.hexdigest()


def name_of(image: Path) -> str:
    """An image's name without the endings that say how it is packed."""
    return image.name.partition(".")[0]


def checksum(file: Path) -> Path:
    """A file beside ``file`` with which ``sha256sum --check`` tells whether it arrived whole."""
    place = file.with_name(file.name + ".sha256")
    place.write_text(f"{digest(file)}  {file.name}\n", encoding="utf-8")
    return place


def manifest(image: Path, packed: Path, address: str, day: datetime.date) -> Path:
    """The manifest of ``packed``, which ``image`` is unpacked; both lie there.

    ``address`` is the folder on the network where the packed one will lie; ``""``: it is taken from where it lies now.
    Imager is told that its questions are not for this card (``init_format`` *none*): the card asks its own.
    """
    version = payload.project()["version"]
    where = f"{address.rstrip('/')}/{packed.name}" if address else packed.resolve().as_uri()
    entry: dict[str, Any] = {
        "name": f"Dvojtah {version}",
        "description": "Hodiny a partiář na stůl · clock and scoresheet for the table (64-bit)",
        "icon": ICON,
        "url": where,
        "release_date": day.isoformat(),
        "extract_size": image.stat().st_size,
        "extract_sha256": digest(image),
        "image_download_size": packed.stat().st_size,
        "image_download_sha256": digest(packed),
        "devices": [tag for tags in BOARDS.values() for tag in tags],
        "architecture": "armv8",
        "init_format": "none",
    }
    boards = [
        {"name": name, "description": "64-bit", "icon": ICON, "tags": tags, "matching_type": "exclusive"}
        for name, tags in BOARDS.items()
    ]
    place = packed.with_name(name_of(packed) + ENDING)
    text = json.dumps({"imager": {"devices": boards}, "os_list": [entry]}, ensure_ascii=False, indent=1)
    place.write_text(text + "\n", encoding="utf-8")
    return place
