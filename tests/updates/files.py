"""Small updates for tests, packed as the builder packs them."""

import os
import platform
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tools.image.update import pack

PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
SAID = {"version": "9.1.0", "name": "9.1.0-0123456789ab", "architecture": platform.machine(), "python": PYTHON}


def key_of(folder: Path, name: str = "builder") -> Path:
    """A private key, made where there is none yet; its public half lies beside it."""
    key = folder / name
    if not key.exists():
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    return key


def maker(tmp_path: Path, key: Path | None = None, size: int = 3000) -> Callable[..., Path]:
    """``make(target, **changes)`` packs an update for this machine with ``changes`` of its manifest, signed with
    ``key``; ``size`` are the bytes that it brings."""

    def make(target: Path, **changes: str) -> Path:
        folder = tmp_path / "payload"
        (folder / "share").mkdir(parents=True, exist_ok=True)
        (folder / "share/x").write_bytes(os.urandom(size))
        return pack(folder, target, {**SAID, **changes}, key)

    return make
