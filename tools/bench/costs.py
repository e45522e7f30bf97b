"""What the programs of an event cost while they run: processor time, memory, statements of SQL."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
COUNTING = """
import mmap, os, sqlite3
with open(os.path.join(os.environ["DVOJTAH_QUERIES"], str(os.getpid())), "wb+") as file:
    file.write(bytes(8))
    file.flush()
    counted = memoryview(mmap.mmap(file.fileno(), 8)).cast("Q")
connect = sqlite3.connect
def count(statement):
    counted[0] += 1
def connected(*values, **more):
    made = connect(*values, **more)
    made.set_trace_callback(count)
    return made
sqlite3.connect = connected
"""
"""A `sitecustomize` with which every program counts the statements that it gives to SQLite."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of processor time, megabytes in memory, statements; of programs since each began."""

    seconds: float
    megabytes: float
    queries: int

    def __sub__(self, before: Cost) -> Cost:
        return Cost(self.seconds - before.seconds, self.megabytes, self.queries - before.queries)


class Costs:
    """Programs by their names, whose costs are asked for again and again. ``folder`` is an empty one for counters."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(COUNTING)
        self.programs: dict[str, int] = {}

    def environment(self) -> dict[str, str]:
        """With what a program has to be started whose statements are counted."""
        return os.environ | {"PYTHONPATH": str(self.folder), "DVOJTAH_QUERIES": str(self.folder)}

    def now(self) -> Mapping[str, Cost]:
        """What each has cost until now."""
        return {name: self._cost(pid) for name, pid in self.programs.items()}

    def _cost(self, pid: int) -> Cost:
        status = Path(f"/proc/{pid}/status").read_text()
        counter = self.folder / str(pid)
        queries = int.from_bytes(counter.read_bytes(), "little") if counter.exists() else 0
        memory = int(status.partition("VmRSS:")[2].split()[0]) / 1024
        return Cost(processor_time(pid), memory, queries)


def processor_time(pid: int) -> float:
    """Seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def child_of(pid: int, word: str) -> int:
    """The child of a program that was started with ``word``; itself where there is none."""
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    for child in " ".join(thread.read_text() for thread in threads).split():
        if word.encode() in Path(f"/proc/{child}/cmdline").read_bytes():
            return int(child)
    return pid
