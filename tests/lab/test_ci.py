"""Continuous integration runs every step, and passes over none that failed or was not done in its time."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.lab.bare import ROOT

STAND_IN = """#!/bin/sh
echo "$@" >>{asked}
case "$*" in *{fails}*) exit {status};; esac
"""


def ci(folder: Path, fails: str = "nothing", status: int = 0) -> tuple[int, str, list[list[str]]]:
    """Its status, what it says, and the commands with their seconds, where `timeout` is a program that says them."""
    asked, program = folder / "asked", folder / "timeout"
    program.write_text(STAND_IN.format(asked=asked, fails=fails, status=status))
    program.chmod(0o755)
    path = {"PATH": f"{folder}:{os.environ['PATH']}"}
    done = subprocess.run([ROOT / ".ci/run"], env=os.environ | path, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, [line.split()[2:] for line in asked.read_text().splitlines()]


def test_lint_the_guest_and_every_test_on_bare_systems_run_within_the_hour(tmp_path):
    status, output, asked = ci(tmp_path)
    assert status == 0
    assert "Passed" in output
    assert [words[1:3] for words in asked] == [["make", "lint"], ["make", "lab"], ["make", "bare"]]
    assert asked[2][3:] == ["ALL=1"]
    assert all(0 < int(words[0]) < 3600 for words in asked)


@pytest.mark.parametrize("command", ["make lint", "make lab", "make bare ALL=1"])
@pytest.mark.parametrize("status", [2, 124], ids=["it fails", "it is not done in its time"])
def test_what_fails_fails_the_run_after_the_others_had_their_turn(tmp_path, command, status):
    ended, output, asked = ci(tmp_path, command, status)
    assert ended == 1
    assert f"FAILED: {command}" in output
    assert len(asked) == 3
