"""A command that is forked says and does what the same command does that is started."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.forks import ROOT, Forks

COMMAND = """
import atexit, os, sys, time
if sys.argv[1] == "wait":
    time.sleep(60)
atexit.register(lambda: print("the end"))
print(sys.argv[1:], os.environ.get("HALL"), len(sys.stdin.read()), "č")
print("x" * 200_000, file=sys.stderr)
os.environ["HALL"] = "left behind"
sys.exit({"refuse": 78, "fail": "no"}.get(sys.argv[1]))
"""


@pytest.fixture
def forks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "a_command.py").write_text(COMMAND, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{ROOT}")
    return Forks("a_command", "csv")


@pytest.mark.parametrize("word", ["play", "refuse", "fail"])
def test_it_ends_and_says_the_same(forks: Forks, word: str):
    env, given = os.environ | {"HALL": "Písek"}, b"y" * 300_000
    command = [sys.executable, "-m", "a_command", word, "2"]
    started = subprocess.run(command, env=env, input=given, capture_output=True, check=False)
    for _ in range(2):  # nothing of one is left to the next
        forked = forks.run(word, "2", env=env, input=given)
        assert (forked.returncode, forked.stdout, forked.stderr) == (
            started.returncode,
            started.stdout,
            started.stderr,
        )


def test_one_that_does_not_end_is_not_waited_for_and_the_next_is_forked_anew(forks: Forks):
    with pytest.raises(TimeoutError):
        forks.run("wait", timeout=0.3)
    assert b"the end" in forks.run("play").stdout
