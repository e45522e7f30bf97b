"""What stood elsewhere, or was called otherwise, in a version whose files this tool writes."""

from __future__ import annotations

from typing import Any

try:
    from device.common.settings.reading import DEFAULT_FILE, load
except ImportError:  # before 0.3.0
    from device.settings.settings import DEFAULT_FILE, load  # type: ignore[import-not-found, no-redef]

try:
    from rules.polyssimo.board import PROVISIONAL
except ImportError:  # 0.3.0 and before
    from rules.polyssimo.shapes import PROVISIONAL  # type: ignore[import-not-found, no-redef]

__all__ = ["DEFAULT_FILE", "PROVISIONAL", "event_state", "has", "load", "progress_at"]


def progress_at(game: Any, state: Any) -> str:
    """How far a game is: the word of its `Progress`, whose function was called ``stage`` before 0.3.0."""
    word: str = (game.progress if hasattr(game, "progress") else game.stage)(state).value
    return word


def event_state(desk: Any) -> Any:
    """The event as a desk has read it, which was called ``hall`` before 0.3.0."""
    return desk.state if hasattr(desk, "state") else desk.hall


def has(kind: Any, *fields: str) -> bool:
    """Whether a struct has those fields in the version that writes."""
    return set(fields) <= set(kind.__struct_fields__)
