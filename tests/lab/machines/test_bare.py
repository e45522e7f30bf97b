"""The two commands of the README on systems that have nothing but what it asks for: git and make."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator

import pytest

from tests.lab.machines.test_installer import archives
from tests.lab.roots import ROOT, System, base

pytestmark = pytest.mark.timeout(6 * 3600)
ASKED_FOR = ("git", "make", "ca-certificates")
"""What the README asks for; certificates are on every system that was not made by debootstrap."""
OUT = ROOT / "out" / "lab"


@pytest.fixture(scope="module")
def bare(suite: str) -> Iterator[System]:
    system = System(base(suite, ASKED_FOR), {archives(suite): "/var/cache/apt/archives"})
    subprocess.run(["git", "clone", "-q", "--no-hardlinks", str(ROOT), str(system.root / "root/dvojtah")], check=True)
    yield system
    system.close()


def commands() -> list[str]:
    """The commands as the README has them."""
    block = re.search(r"## Dva příkazy\n+```\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    return [line.split("#")[0].strip() for line in block[1].splitlines() if line.strip()]


def test_the_readme_has_two_commands():
    assert commands() == ["make run", "make test"]


@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_readme_needs_nothing_else(bare: System, suite: str, command: str):
    log = OUT / f"{suite}-{command.replace(' ', '-')}.txt"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("w") as said:
        done = bare.once(f"cd /root/dvojtah && {command}", said)
    print(log.read_text(errors="replace")[-6000:])
    assert done.returncode == 0, f"all of it is in {log}"
