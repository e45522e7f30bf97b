"""The running table as systemd sees it: started, watched until it is plain that it stands, its games kept safe."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from installer.machine import Machine

UNIT = "dvojtah.service"
ORGANISER = "dvojtah-organiser.service"
GAMES = "/var/lib/dvojtah"
SETTLED_S = 12.0
"""How long a new version has to run before it is believed: longer than its watchdog."""
LOOK_S = 0.5
COPY_S = 600
"""How long copying the games may take; then the update goes on without."""
COPY = """
import contextlib, os, pathlib, sqlite3, stat, sys
journal, copy = map(pathlib.Path, sys.argv[1:])
for ending in ("", "-wal", "-shm", "-journal"):
    part = journal.with_name(journal.name + ending)
    if os.path.lexists(part) and not stat.S_ISREG(part.lstat().st_mode):
        sys.exit(1)  # SQLite would wait for whoever writes into a pipe
beside = copy.with_suffix(".new")
beside.unlink(missing_ok=True)
with (
    contextlib.closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as source,
    contextlib.closing(sqlite3.connect(beside)) as target,
):
    source.backup(target)
beside.replace(copy)
"""


def unit(machine: Machine) -> str:
    """What this device is: a table, or the organiser where that was chosen at the first start."""
    instead = machine.path(f"/etc/systemd/system/multi-user.target.wants/{ORGANISER}").is_symlink()
    return ORGANISER if instead else UNIT


def start(machine: Machine) -> bool:
    """Start the table anew and watch it: it has to say that it is ready and then stay the same process."""
    return machine.succeeds("systemctl", "restart", unit(machine)) and stays_up(machine)


def stays_up(machine: Machine) -> bool:
    """Watch the running table: whether it is ready and stays the same process."""
    first = _process(machine)
    end = time.monotonic() + SETTLED_S
    while time.monotonic() < end:
        time.sleep(LOOK_S)
        if _process(machine) != first:
            return False
    return first != "0"


def is_running(machine: Machine) -> bool:
    """Whether the table runs and is ready."""
    return _process(machine) != "0"


def _process(machine: Machine) -> str:
    """The number of the table's process; ``"0"`` while there is none that is ready."""
    output = machine.run("systemctl", "show", "--property=MainPID,ActiveState", unit(machine)).stdout
    properties = dict(line.split("=", 1) for line in output.split() if "=" in line)
    return properties.get("MainPID", "0") if properties.get("ActiveState") == "active" else "0"


def last_words(machine: Machine) -> str:
    """The last that the table wrote into the log."""
    output = machine.run(
        "journalctl", "--unit", unit(machine), "--identifier=dvojtah", "--output=cat", "--lines=1", "--quiet"
    ).stdout.strip()
    return output.split("\n")[-1][:300]


def keep_games(machine: Machine) -> Path | None:
    """A copy of the journal as it is before an upgrade, beside it; None where there is none yet."""
    journal = machine.path(f"{GAMES}/journal.db")
    if not os.path.lexists(journal):
        return None
    copy = journal.with_name("journal-before-upgrade.db")
    owner = journal.parent.stat()
    # By the table's own user, whose folder it is: root would follow any link that lies there.
    theirs = {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": ()} if os.geteuid() == 0 else {}
    command = (sys.executable, "-IS", "-c", COPY, os.fspath(journal), os.fspath(copy))
    subprocess.run(command, check=True, capture_output=True, timeout=COPY_S, cwd="/", **theirs)  # type: ignore[call-overload]
    return copy
