"""The wheel and the Debian package in systems that have nothing else: installed, every command, taken away.

Both are made of this tree, or lie in the folder that ``RELEASE`` names (``make release``). There is no compiler, and
the commands run without a network; pip and apt have one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lab.debian import cache
from tests.lab.machines.completes import SHELLS
from tests.lab.roots import ROOT, System, archives, base
from tools import command_page
from tools.image import deb, payload
from tools.release import python_packages

pytestmark = pytest.mark.timeout(3000)
HAS = ("git", "make", "ca-certificates")
"""The base that `make bare` has, too; neither git nor make is asked for here."""
COMMANDS = ["dvojtah", *(words for words, _ in command_page.listed(command_page.parser()))]
VERSION = str(payload.project()["version"])
COMPLETES = {
    "dvojtah organiser standi": "dvojtah organiser standings",
    "dvojtah replay --js": "dvojtah replay --json",
    "dvojtah card mar": "dvojtah card marias",
}
"""What a shell makes of a beginning."""
OF_NSPAWN = "Attempted to remove disk file system"
"""A line of its own, which it says where it runs in another one."""


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory, suite: str) -> tuple[Path, Path]:
    """The wheel and the Debian package of that release."""
    if given := os.environ.get("RELEASE"):
        folder = ROOT / given
    else:
        folder, wheels = tmp_path_factory.mktemp("release"), cache() / "release"
        tree = tmp_path_factory.mktemp("source") / "tree"
        payload.take(ROOT, tree)
        moment = int((ROOT / "pyproject.toml").stat().st_mtime)
        wheel = python_packages.make_wheel(tree, folder, moment)
        deb.make(ROOT, suite, "x86_64", folder, wheels, wheel, moment)
    return next(folder.glob("*.whl")), folder / f"dvojtah_{VERSION}_amd64_{suite}.deb"


@pytest.fixture
def system(suite: str, release: tuple[Path, Path]) -> Iterator[System]:
    """A bare system that has the files of the release in /release."""
    pip = cache() / "pip-root"
    pip.mkdir(exist_ok=True)
    binds = {archives(suite): "/var/cache/apt/archives", pip: "/var/cache/pip", release[0].parent: "/release"}
    new_system = System(base(suite, HAS), binds)
    try:
        yield new_system
    finally:
        new_system.close()


def run(system: System, command: str, *options: str) -> str:
    """A command that has to end well, and what it said."""
    done = system.once(f"export LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive; {command}", *options)
    assert done.returncode == 0, done.stdout[-4000:]
    return "".join(line for line in done.stdout.splitlines(keepends=True) if not line.startswith(OF_NSPAWN))


def every_command(system: System, command: str, python: str) -> None:
    """Every command does its work there, without a network."""
    words = f"{command} '{python}' '{json.dumps(COMMANDS)}' {VERSION}"
    output = run(system, f"python3 /src/tests/lab/machines/every_command.py {words}", "--private-network")
    print(output)
    assert f"All {len(COMMANDS)} commands did their work" in output


def test_the_wheel_in_an_empty_system(system: System, release: tuple[Path, Path]):
    run(system, "apt-get update -qq && apt-get install -y -qq python3-venv mosquitto openssl")
    assert system.once("command -v cc || command -v gcc").returncode != 0
    wheel = f"/release/{release[0].name}[table,organiser]"
    run(system, f"python3 -m venv /root/v && PIP_CACHE_DIR=/var/cache/pip /root/v/bin/pip install -q '{wheel}'")
    every_command(system, "/root/v/bin/dvojtah", "/root/v/bin/python")


def test_the_debian_package_in_an_empty_system(system: System, release: tuple[Path, Path]):
    run(system, "apt-get update -qq && apt-get install -y -qq bash-completion zsh fish man-db desktop-file-utils")
    before = files(system)
    run(system, f"apt-get install -y -qq /release/{release[1].name}")
    assert run(system, "dpkg --verify dvojtah; dpkg -s dvojtah | grep ^Status") == "Status: install ok installed\n"
    run(system, "desktop-file-validate /usr/share/applications/dvojtah.desktop")
    beginnings = " ".join(repr(words) for words in COMPLETES)
    completed = run(system, f"python3 /src/tests/lab/machines/completes.py {beginnings}", "--private-network")
    assert completed.splitlines() == [f"{shell}: {words}" for shell in SHELLS for words in COMPLETES.values()]
    page = run(system, "MANWIDTH=200 man -P cat dvojtah").splitlines()
    assert [words for words in COMMANDS[1:] if f"   {words}" not in page] == []
    every_command(system, "/usr/bin/dvojtah", "/usr/bin/env PYTHONPATH=/usr/lib/dvojtah python3")
    run(system, "apt-get purge -y -qq dvojtah && apt-get autoremove --purge -y -qq")
    assert [path for path in files(system) - before if "dvojtah" in path] == []


def files(system: System) -> set[str]:
    """Every file of the system but those that it makes while it runs."""
    return set(run(system, "find / -xdev -path /tmp -prune -o -path /proc -prune -o -print").split("\n"))
