"""The parts of ``dvojtah organiser`` that are decisions: each names a method of the desk that takes its options."""

import inspect
import os
import pty
import subprocess
import sys

import pytest

from device.common.progress import CLEAR
from device.organiser.cli.commands import DECISIONS
from device.organiser.cli.parts import PARTS
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import open_store
from tests.organiser.pages import EVENT, rows_of
from tests.ports import free_port

NAMED = {word: part.decision for word, part in PARTS.items() if part.decision}


@pytest.mark.parametrize("word", NAMED)
def test_a_decision_is_a_method_of_the_desk_that_takes_the_options(word):
    method, *options = NAMED[word]
    inspect.signature(getattr(OrganiserDesk, method)).bind(None, *options)


def test_no_decision_is_declared_twice():
    assert not NAMED.keys() & DECISIONS.keys()
    assert DECISIONS.keys() <= PARTS.keys()


AT_ONCE = "import sys; import device.common.progress as p; from device import cli; p.AFTER_S = 0; sys.exit(cli.main())"
"""The command, whose line does not wait to see whether the work takes long."""


@pytest.mark.timeout(120)
def test_a_board_alone_says_at_a_terminal_that_it_reads_until_it_has_read(tmp_path):
    store = open_store(str(tmp_path / "event.db"), EVENT)
    store.append(rows_of(1))
    store.close()
    words = ["--lang", "en", "organiser", "--event", EVENT, "--store", str(tmp_path / "event.db"), "board"]
    ours, theirs = pty.openpty()
    board = subprocess.Popen([sys.executable, "-c", AT_ONCE, *words, "--port", str(free_port())], stderr=theirs)
    os.close(theirs)
    try:
        output = b""
        while not output.endswith(CLEAR.encode()) or b"Reading the event:" not in output:
            output += os.read(ours, 1000)
    finally:
        board.kill()
        board.wait()
        os.close(ours)
