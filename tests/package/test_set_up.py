"""What `make` does about packages that are missing, for whoever runs it, and what it says where it can do nothing."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

TOOLS = Path(__file__).parents[2] / "tools"
UNRESOLVED = "W: Failed to fetch http://deb.debian.org/  Temporary failure resolving 'deb.debian.org'"
NOT_FOUND = "E: Unable to locate package xvfb"


@pytest.fixture
def machine(tmp_path: Path):
    """A machine with a few programs of its own, and what was asked of apt-get and sudo on it."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("sh", "env", "grep", "tail", "head", "cat", "mktemp", "rm"):
        (programs / name).symlink_to(str(shutil.which(name)))

    def program(name: str, *lines: str) -> None:
        path = programs / name
        path.write_text("\n".join(["#!/bin/sh", f'echo "{name} $*" >>"{tmp_path}/asked"', *lines]) + "\n")
        path.chmod(0o755)

    def run(script: str, *arguments: str, user: int = 1000, typed: str | None = None) -> tuple[int, str]:
        """Its status and output; ``typed`` is typed at a terminal, else there is none."""
        (tmp_path / "asked").write_text("")
        program("id", f"echo {user}")
        keyboard, terminal = pty.openpty()
        try:
            os.write(keyboard, (typed or "").encode())
            done = subprocess.run(
                [programs / "sh", TOOLS / script, *arguments],
                cwd=tmp_path,
                env={"PATH": str(programs), "TMPDIR": str(tmp_path)},
                stdin=subprocess.DEVNULL if typed is None else terminal,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
        finally:
            os.close(keyboard)
            os.close(terminal)
        assert not list(tmp_path.glob("tmp.*")), "nothing is left behind"
        return done.returncode, done.stdout

    def asked() -> list[str]:
        return [line for line in (tmp_path / "asked").read_text().splitlines() if not line.startswith("id ")]

    program("apt-get")
    return SimpleNamespace(program=program, run=run, asked=asked, folder=tmp_path)


MISSING = "xvfb=command -v Xvfb"


@pytest.mark.parametrize("user", [0, 1000])
def test_where_nothing_is_missing_nothing_is_said_or_done(machine, user: int):
    machine.program("Xvfb")
    assert machine.run("packages.sh", "needed", MISSING, user=user) == (0, "")
    assert machine.asked() == []


@pytest.mark.parametrize("kind", ["needed", "tests"])
def test_root_installs_them_and_only_what_is_missing(machine, kind: str):
    machine.program("xdotool")
    status, output = machine.run("packages.sh", kind, MISSING, "xdotool=command -v xdotool", user=0)
    assert (status, output) == (0, "Installing xvfb...\n")
    update, install = machine.asked()
    assert "update" in update
    assert install.endswith(" xvfb")


def test_sudo_installs_what_a_command_cannot_do_without(machine):
    machine.program("sudo", '[ "$1" != -n ] || shift', 'exec "$@"')
    machine.program("true")
    status, output = machine.run("packages.sh", "needed", MISSING)
    assert (status, "sudo installs them: xvfb\n" in output) == (0, True)
    assert machine.asked()[-1].startswith("apt-get ")


@pytest.mark.parametrize("sudo", [None, "exit 1"], ids=["no sudo", "a password is asked for"])
def test_who_may_not_install_is_told_the_line(machine, sudo: str | None):
    if sudo is not None:
        machine.program("sudo", sudo)
    status, output = machine.run("packages.sh", "needed", MISSING)
    assert status == 1
    assert output.splitlines()[-1] == "Packages are missing. Run: sudo apt install xvfb"
    assert not [line for line in machine.asked() if line.startswith("apt-get")]


def test_sudo_is_not_asked_for_what_only_tests_need(machine):
    machine.program("sudo", 'exec "$@"')
    assert machine.run("packages.sh", "tests", MISSING) == (
        0,
        "Some tests will be skipped. To run them all: sudo apt install xvfb\n",
    )
    assert machine.asked() == []


WANTED = ("wanted", "remembered", "Words help.", "hunspell-cs=false")


def test_what_is_wanted_is_asked_for_once_at_a_terminal(machine):
    assert machine.run("packages.sh", *WANTED, user=0) == (0, ""), "nobody sits there"
    status, output = machine.run("packages.sh", *WANTED, user=0, typed="n\n")
    assert (status, output) == (
        0,
        "Words help. Install hunspell-cs? [Y/n] To have it later: sudo apt install hunspell-cs\n",
    )
    assert machine.run("packages.sh", *WANTED, user=0, typed="y\n") == (0, ""), "asked before"
    assert machine.asked() == []


def test_where_there_are_no_packages_of_debian_nobody_is_asked(machine):
    (machine.folder / "bin/apt-get").unlink()
    assert machine.run("packages.sh", *WANTED, user=0, typed="y\n") == (0, "")


@pytest.mark.parametrize("apt", ["exit 0", "exit 100"])
def test_what_is_wanted_never_stops_the_command(machine, apt: str):
    machine.program("apt-get", apt)
    status, output = machine.run("packages.sh", *WANTED, user=0, typed="\n")
    assert status == 0
    assert ("could not be installed" in output) is (apt != "exit 0")
    assert machine.asked()[-1].endswith(" hunspell-cs")


@pytest.mark.parametrize(
    ("says", "clue"),
    [(UNRESOLVED, "Debian's packages cannot be reached."), ("Nothing.", f"apt-get says: {NOT_FOUND}. ")],
)
def test_without_a_network_there_is_one_sentence(machine, says: str, clue: str):
    machine.program("apt-get", f'echo "{says}"', f'case "$*" in *install*) echo "{NOT_FOUND}" >&2; exit 100;; esac')
    status, output = machine.run("packages.sh", "needed", MISSING, user=0)
    first, second = output.splitlines()
    assert (status, first) == (1, "Installing xvfb...")
    assert clue in second
    assert second.endswith("Is this machine on a network? Then run the same command again.")


@pytest.mark.parametrize(
    ("ends", "sentence"),
    [
        ("echo WARNING; exit 0", ""),
        (
            "echo 'WARNING: Retrying after NewConnectionError' >&2; echo 'ERROR: No matching distribution'; exit 1",
            "The Python packages could not be installed: pip cannot reach its index. "
            "Is this machine on a network? Then run the same command again.\n",
        ),
        (
            "echo 'ERROR: No space left on device'; exit 1",
            "ERROR: No space left on device\nThe Python packages could not be installed; pip says why above.\n",
        ),
    ],
    ids=["it works", "no network", "something else"],
)
def test_pip_says_only_what_helps(machine, ends: str, sentence: str):
    (machine.folder / "bin/bin").mkdir()
    machine.program("bin/pip", ends)
    status, words = machine.run("pip.sh", str(machine.folder / "bin"), "-e", ".")
    assert (status, words) == (int(bool(sentence)), sentence)


def test_any_pip_gets_what_a_group_and_those_in_it_ask_for(machine):
    (machine.folder / "bin/bin").mkdir()
    machine.program("bin/python", f'exec "{sys.executable}" "$@"')
    machine.program("bin/pip", 'while [ "$1" != -r ]; do shift; done; cat "$2"; exit 1')
    _, words = machine.run("pip.sh", str(machine.folder / "bin"), "--group", "dev", "--group", "lock", "-e", ".")
    names = {line.partition("==")[0] for line in words.splitlines()}
    assert {"pytest", "argparse-manpage", "uv"} <= names, "dev's own, those of deb in it, and lock's"


def test_a_group_that_is_not_there_is_said_by_its_name(machine):
    (machine.folder / "bin/bin").mkdir()
    machine.program("bin/python", f'exec "{sys.executable}" "$@"')
    answer = machine.run("pip.sh", str(machine.folder / "bin"), "--group", "devel")
    assert answer == (1, "pyproject.toml has no dependency group 'devel'.\n")
