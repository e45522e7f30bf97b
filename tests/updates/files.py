"""Small updates for tests, packed as the builder packs them."""

import platform
import sys
from collections.abc import Callable
from pathlib import Path

from tools.image.update import pack

PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
SAID = {"version": "9.1.0", "name": "9.1.0-0123456789ab", "architecture": platform.machine(), "python": PYTHON}


def maker(tmp_path: Path) -> Callable[..., Path]:
    """``make(target, **said)`` packs an update for this machine, of which ``said`` is told otherwise."""

    def make(target: Path, **said: str) -> Path:
        folder = tmp_path / "payload"
        (folder / "share").mkdir(parents=True, exist_ok=True)
        (folder / "share/x").write_text("x" * 3000)
        return pack(folder, target, {**SAID, **said}, None)

    return make
