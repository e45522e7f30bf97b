"""A part of the organiser in a process of its own: it comes back by itself, and ends with whoever started it."""

from device.organiser import child_program
from device.organiser.child_program import ChildProgram
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
