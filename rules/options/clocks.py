"""In what order presses of clock buttons count; a game says it in its setup, and nobody chooses it for a new one."""

from __future__ import annotations

from typing import Literal

PressOrder = Literal["edge", "arrival"]
"""By its own edge, however late it is heard (S10, C10), as new games have it; or as it came, as records without it."""
