"""Ctrl-C ends every command at once: at most a line, status 130, no traceback, and nothing that it began goes on."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.journal.conftest import ROOT
from tests.ports import free_port

QUIET = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


def waits_for_input(process):
    """Whether a process sleeps in a read of its standard input."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process.pid}/syscall").read_text(encoding="ascii").startswith(("0 0x0 ", "63 0x0 "))
    return False


BUSY = {
    "simulate": lambda program: "started" in program.logged(),
    "kiosk": lambda program: "started" in program.logged(),
    "organiser run": lambda program: "password" in program.said(),
    "replay -": lambda program: waits_for_input(program.process),
    "words import -": lambda program: waits_for_input(program.process),
    "organiser pair -": lambda program: waits_for_input(program.process),
}
"""Commands that take a while, and how it is seen that they are at it."""
MORE = {
    "words import -": ["--name", "Slova"],
    "organiser run": [
        *("--event", "klub", "--store", "event.db", "--broker", "127.0.0.1:1"),
        *(f"--{name}-port={free_port()}" for name in ("board", "desk", "door")),
    ],
    "organiser pair -": ["--event", "klub", "--store", "event.db", "--game", "marias"],
}


class Interrupted:
    """A command in a process group of its own, as a terminal starts it."""

    def __init__(self, folder, *words, **more):
        self.folder = folder
        self.out, self.err = folder / "stdout", folder / "stderr"
        environment = os.environ | QUIET | {"HOME": str(folder), "PYTHONPATH": str(ROOT)} | more
        with self.out.open("wb") as out, self.err.open("wb") as err:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "device", "--lang", "en", "--journal", "journal.db", *words],
                cwd=folder,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )

    def said(self):
        return self.out.read_text(encoding="utf-8")

    def logged(self):
        return self.err.read_text(encoding="utf-8")

    def wait_until(self, busy):
        end = time.monotonic() + 120
        while not busy():
            assert self.process.poll() is None, self.logged()
            assert time.monotonic() < end
            time.sleep(0.02)

    def interrupt(self):
        """Ctrl-C reaches everything that was started there; the status, and what was said but for the table's log."""
        os.killpg(self.process.pid, signal.SIGINT)
        status = self.process.wait(60)
        return status, "".join(line for line in self.logged().splitlines(True) if " INFO dvojtah" not in line)

    def left(self):
        """What still runs of it, a moment later."""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            try:
                os.killpg(self.process.pid, 0)
            except ProcessLookupError:
                return False
            time.sleep(0.05)
        return True

    def close(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(60)


@pytest.fixture(autouse=True)
def heard():
    """Programs hear Ctrl-C as those of a terminal do, also where the tests run behind ``&``, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def start(tmp_path):
    programs = []

    def begin(*words, **more):
        programs.append(Interrupted(tmp_path, *words, **more))
        return programs[-1]

    yield begin
    for program in programs:
        program.close()


@pytest.mark.parametrize("command", BUSY)
def test_a_command_at_work_ends_without_a_word(start, command):
    program = start(*command.split(), *MORE.get(command, ()))
    program.wait_until(lambda: BUSY[command](program))
    status, output = program.interrupt()
    assert (status, output) == (130, "")
    assert not program.left()


@pytest.mark.parametrize(("module", "status"), [("msgspec", -signal.SIGINT), ("luma", 130)])
def test_the_doctor_ends_while_it_loads_and_while_it_looks(start, tmp_path, module, status):
    slow = tmp_path / "slow"
    slow.mkdir()
    (slow / f"{module}.py").write_text("import pathlib, time; pathlib.Path('loading').touch(); time.sleep(60)")
    program = start("doctor", PYTHONPATH=f"{slow}{os.pathsep}{ROOT}")
    program.wait_until((tmp_path / "loading").exists)
    assert program.interrupt() == (status, "")


def test_where_the_signal_is_ignored_it_stays_so(start, tmp_path):
    """As behind ``nohup``, or ``&`` in a script."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        program = start("replay", "-")
    finally:
        signal.signal(signal.SIGINT, before)
    program.wait_until(lambda: waits_for_input(program.process))
    os.killpg(program.process.pid, signal.SIGINT)
    program.process.communicate(b"{}", 60)
    assert program.process.returncode == 1


ENTRY = """
import os, signal, sys, time
import device.__main__ as entry
import device.cli
def interrupted():
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(60)
def command():
{body}
device.cli.main = command
sys.exit(entry.main())
"""


def run_entry(body):
    code = ENTRY.replace("{body}", body)
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=30, check=False
    )


def test_an_interrupt_that_is_lost_is_raised_again():
    """As C code may lose it that clears an error."""
    done = run_entry("    try: interrupted()\n    except KeyboardInterrupt: pass\n    time.sleep(60)")
    assert (done.returncode, done.stderr) == (130, "")


WITHIN_A_TEXT = """
import os, runpy, signal, sys, time
import device.cli
def command():
    exec("import os, signal, time; os.kill(os.getpid(), signal.SIGINT); time.sleep(0.1)")
    time.sleep(60)
device.cli.main = command
"""


def test_an_interrupt_while_python_runs_a_text_of_its_own_ends_with_the_same_status(tmp_path):
    """As dataclasses are made; whatever is started by ``-m`` would end by the signal."""
    (tmp_path / "within.py").write_text(f"{WITHIN_A_TEXT}runpy.run_module('device', run_name='__main__')\n")
    command = [sys.executable, "-m", "within"]
    surroundings = os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, timeout=30, check=False)
    assert (done.returncode, done.stderr) == (130, "")


def test_what_is_being_closed_is_not_interrupted_again():
    closing = "        try: 1 / 0\n        except ZeroDivisionError: time.sleep(2); print('closed')"
    done = run_entry(f"    try: interrupted()\n    finally:\n{closing}")
    assert (done.returncode, done.stdout, done.stderr) == (130, "closed\n", "")


EARLY = """
import os, signal, sys, time
import uvicorn.server
from starlette.applications import Starlette
from device.common.web.serve import server
run = uvicorn.server.asyncio_run
def interrupted(coroutine, **more):
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.2)
    return run(coroutine, **more)
uvicorn.server.asyncio_run = interrupted
try:
    server(Starlette(), "127.0.0.1", 0).run()
except KeyboardInterrupt:
    sys.exit(130)
"""


def test_a_signal_before_the_loop_of_a_server_runs_is_heeded():
    command = [sys.executable, "-c", EARLY]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (130, "")
