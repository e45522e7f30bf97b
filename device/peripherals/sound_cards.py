"""The sound cards of this machine, as ALSA calls them."""

from __future__ import annotations

import re
from pathlib import Path

CARDS = Path("/proc/asound/cards")


def sound_cards() -> list[str]:
    """What ALSA calls each sound card, in the kernel's order; none where there is no ALSA."""
    try:
        text = CARDS.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return re.findall(r"^\s*\d+ \[(\S+)\s*\]:", text, re.MULTILINE)
