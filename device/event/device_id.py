"""Which device this is: known by its board, not by its card, of which there may be clones."""

from __future__ import annotations

import hashlib
import uuid
from pathlib import Path

SERIALS = (Path("/sys/firmware/devicetree/base/serial-number"), Path("/etc/machine-id"))
"""What distinguishes boards: a Pi's own number, else the system's."""


def device_id(journal: Path) -> str:
    """Which device this is: the board's number and where its journal lies, so that a cloned card is another device."""
    parts = [str(journal.absolute())]
    for path in SERIALS:
        try:
            parts.append(path.read_text(encoding="ascii").strip("\0 \n"))
            break
        except (OSError, ValueError):
            continue
    if not (node := uuid.getnode()) >> 40 & 1:  # that bit says that it was made up for this run
        parts.append(str(node))
    return hashlib.blake2s("\0".join(parts).encode(), digest_size=8).hexdigest()
