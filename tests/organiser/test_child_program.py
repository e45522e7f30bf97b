"""A part of the organiser in a process of its own: it comes back by itself, and ends with whoever started it."""

import signal
import subprocess
import sys

from device.organiser import child_program
from device.organiser.child_program import TROUBLE, WELL, ChildProgram
from tests.event.rig import until


def test_a_program_that_ends_is_started_again_until_it_is_closed(monkeypatch):
    monkeypatch.setattr(child_program, "AGAIN_S", 0.001)
    program = ChildProgram(["--version"])  # ends at once
    program.start()
    seen = set()
    until(lambda: program.process is not None and (seen.add(program.process.pid), len(seen) == 3)[1], 60)
    program.close()
    assert program.process.wait(30) is not None
    assert not program._thread.is_alive()


def test_what_its_parent_says_of_the_store_is_heard_and_the_parents_end_is_its_own():
    listens = (
        "import threading; from device.organiser.child_program import end_with_parent; "
        "end_with_parent(lambda away: print(away, flush=True)); threading.Event().wait()"
    )
    done = subprocess.run(
        [sys.executable, "-c", listens], input=TROUBLE + WELL + TROUBLE, capture_output=True, timeout=120, check=False
    )
    assert done.stdout.split() == [b"True", b"False", b"True"]
    assert done.returncode == -signal.SIGTERM
