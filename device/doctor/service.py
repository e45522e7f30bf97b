"""The table's service, where it is installed as one: whether it runs and starts with the device."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from device.doctor.finding import Finding
from device.settings.settings import Settings
from rules.message import Message, msg, msgs

UNIT = "dvojtah.service"
SYSTEMD = Path("/run/systemd/system")
KEYS = ("LoadState", "ActiveState", "SubState", "UnitFileState", "NRestarts", "Result")


def unit(settings: Settings) -> Iterator[Finding]:
    """What systemd says about the table."""
    found = state()
    if found is None:
        return
    if found.get("LoadState") != "loaded":
        yield Finding("unit", True, msg("The table is not installed as a service; it is started by hand."))
        return
    trouble = _trouble(found)
    if trouble is not None:
        yield Finding("unit", False, trouble)
        return
    again = found.get("NRestarts", "")
    text = msgs(
        "The service runs and starts with the device; started again by itself: {n} time.",
        "The service runs and starts with the device; started again by itself: {n} times.",
        int(again) if again.isdecimal() else 0,
    )
    yield Finding("unit", True, text)


def _trouble(found: dict[str, str]) -> Message | None:
    if found.get("ActiveState") == "activating" and found.get("SubState") == "auto-restart":
        return msg(
            "The table ends again and again ({result}, {n} times); its last words: journalctl -u dvojtah -n 30",
            result=found.get("Result", "?"),
            n=found.get("NRestarts", "?"),
        )
    if found.get("ActiveState") not in ("active", "activating", "reloading"):
        return msg(
            "The service does not run ({result}); start it: sudo systemctl start dvojtah",
            result=found.get("Result", "?"),
        )
    if found.get("UnitFileState") != "enabled":
        return msg("The table does not start with the device; sudo systemctl enable dvojtah")
    return None


def state() -> dict[str, str] | None:
    """The service as systemd shows it; None where no systemd runs."""
    program = shutil.which("systemctl")
    if program is None or not SYSTEMD.is_dir():
        return None
    try:
        output = subprocess.run(
            [program, "show", UNIT, *(f"--property={key}" for key in KEYS)],
            capture_output=True,
            text=True,
            timeout=10,
            check=False,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    return dict(line.split("=", 1) for line in output.splitlines() if "=" in line)
