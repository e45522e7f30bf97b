"""What the command prints, and plain values as they are kept."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path

from device.cli import main as dvojtah


def printed(*arguments: str) -> str:
    """What the command prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = dvojtah(arguments)
    if status:
        raise SystemExit(f"dvojtah {' '.join(arguments)}: status {status}")
    return out.getvalue()


def tally(record: Path) -> None:
    """What the version makes of a record, beside it."""
    compact(record.with_suffix(".json"), json.loads(printed("replay", "--json", str(record))))


def compact(path: Path, values: object) -> None:
    """Plain values as JSON on one line."""
    path.write_text(json.dumps(values, ensure_ascii=False, separators=(",", ":")) + "\n")
