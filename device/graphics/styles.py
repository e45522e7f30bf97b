"""The colours of buttons by what they are for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from device.graphics.palette import Palette
from device.graphics.widgets import Colour


@dataclass(frozen=True, slots=True)
class Style:
    """Colours of a button, and whether it is only an outline."""

    fill: Colour
    ink: Colour
    sub: Colour
    border: Colour | None = None


@lru_cache(maxsize=64)
def style_of(name: str, palette: Palette) -> Style:
    """The colours of a button style. KeyError for an unknown name."""
    p = palette
    return {
        "normal": Style(p.button, p.text, p.muted),
        "primary": Style(p.primary, p.primary_ink, p.primary_sub),
        "accent": Style(p.warn, p.primary_ink, p.warn_sub),
        "danger": Style(p.danger_button, p.text, p.danger_sub),
        "valid": Style(p.valid_button, p.signal_ink, p.signal_ink),
        "hint": Style(p.panel, p.text, p.muted, p.text),
        "quiet": Style(p.button_quiet, p.muted, p.muted),
        "disabled": Style(p.button_quiet, p.faint, p.faint),
        "paper": Style(p.paper_foot, p.ink, p.ink_muted),
        "on_pair": Style(p.pair_ink, p.text, p.muted),
        "outline": Style(p.pair_ink, p.text, p.muted, p.text),
        "key": Style(p.button, p.text, p.muted),
        "key_accent": Style(p.key_accent, p.key_accent_ink, p.muted),
    }[name]
