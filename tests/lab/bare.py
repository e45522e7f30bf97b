"""``python -m tests.lab.bare``: the README's two commands on systems that have nothing but what it asks for.

Root runs the tests, and a person who may use sudo plays; each on a system of its own that is thrown away. Arguments:
Debian releases. Everything that the commands say is passed on as they say it, and kept in ``out/lab``. With
``--all`` the first release has every test, those that a night has time for, too.
"""

import argparse
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.lab.debian import Missing, cache
from tests.lab.roots import ROOT, System, archives, base

SUITES = ("trixie", "bookworm")
ASKED_FOR = ("git", "make", "ca-certificates")
"""What the README asks for; certificates are on every system that was not made by debootstrap."""
OUT = ROOT / "out" / "lab"
PERSON = "player"
MAY_USE_SUDO = (
    "apt-get update -qq && apt-get install -y -qq sudo >/dev/null "
    f"&& echo '{PERSON} ALL=NOPASSWD: ALL' >/etc/sudoers.d/lab"
)
APT_LINE = "sudo apt install"
MOST_UNSTEADY, RUNS_ALONE = 2, 3
"""So many tests of a whole run may fail and be asked again, each as often as this; more than that is a failure."""


def commands(readme: Path) -> list[str]:
    """The commands as a README has them: its first block of code."""
    block = re.search(r"```\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL)
    return [] if block is None else [line.split("#")[0].strip() for line in block[1].splitlines() if line.strip()]


class Bare:
    """A system with a clone of the project in the home of whoever runs the commands."""

    def __init__(self, suite: str, person: str) -> None:
        self.suite, self.person = suite, person
        self._home = "root" if person == "root" else f"home/{person}"
        pip = cache() / f"pip-{person}"  # pip uses only a folder of its own user's
        pip.mkdir(exist_ok=True)
        binds = {archives(suite): "/var/cache/apt/archives", pip: "/var/cache/pip"}
        self.system = System(base(suite, ASKED_FOR), binds)

    def clone(self) -> None:
        """Put the last commit of this checkout there. Raises `Missing`."""
        if self.person != "root":
            self.system.once(f"useradd --create-home {self.person}")
        place = self.system.root / self._home / "dvojtah"
        done = subprocess.run(["git", "clone", "-q", "--no-hardlinks", str(ROOT), str(place)], check=False)
        if done.returncode:
            raise Missing("This checkout cannot be cloned; git says why above.")
        self.system.once(f"chown -R {self.person}: /{self._home} /var/cache/pip")

    def run(self, command: str, name: str = "") -> tuple[int, str]:
        """A command in the clone as that person: its status and what it said, which is passed on at once.

        It is kept under ``name`` (usually the command).
        """
        OUT.mkdir(parents=True, exist_ok=True)
        log = OUT / f"{self.suite}-{(name or command).replace(' ', '-')}.txt"
        with subprocess.Popen(["tee", str(log)], stdin=subprocess.PIPE) as passed_on:
            assert passed_on.stdin is not None
            done = self.system.once(
                command,
                f"--user={self.person}",
                f"--chdir=/{self._home}/dvojtah",
                "--setenv=CI=true",
                "--setenv=PIP_CACHE_DIR=/var/cache/pip",
                to=passed_on.stdin,
            )
        return done.returncode, log.read_text(errors="replace")


@contextmanager
def bare(suite: str, person: str) -> Iterator[Bare]:
    """A bare system, thrown away at the end."""
    new_bare = Bare(suite, person)
    try:
        new_bare.clone()
        yield new_bare
    finally:
        new_bare.system.close()


def play(suite: str, command: str) -> bool:
    """Whether the command serves somebody who is not root: without sudo it says what to do, with sudo it does it."""
    with bare(suite, PERSON) as bare_system:
        status, output = bare_system.run(command)
        if status == 0 or APT_LINE not in output:
            print(f"FAILED: without any rights it has to end and to name what is missing ({APT_LINE} ...).")
            return False
        assert bare_system.system.once(MAY_USE_SUDO).returncode == 0
        return bare_system.run(command)[0] == 0


def test(suite: str, command: str) -> bool:
    """Whether the tests pass for root.

    Where one or two of all of them failed, those are asked again alone. What passes each time is said to be unsteady:
    a fault of the test or of the product that has to be found, though not by everybody whose change it met.
    """
    with bare(suite, "root") as bare_system:
        status, output = bare_system.run(command)
        failed = failed_tests(output)
        if status == 0 or not 0 < len(failed) <= MOST_UNSTEADY:
            return status == 0
        again = f".venv/bin/pytest -n 0 {shlex.join(failed)}"
        for n in range(RUNS_ALONE):
            if bare_system.run(again, f"alone {n + 1}")[0]:
                return False
        print(f"UNSTEADY: failed once beside others, passed {RUNS_ALONE} times alone: {', '.join(failed)}")
        return True


def failed_tests(output: str) -> list[str]:
    """The tests that failed by pytest's summary, as it can be asked for them; none where it broke off."""
    failures = re.findall(r"^(?:FAILED|ERROR) (tests/\S+?::.+?)(?: - .*)?$", output, re.MULTILINE)
    return list(dict.fromkeys(re.sub(r"@[^\]]*$", "", name) for name in failures))


WHO = {"make run": play, "make test": test}
WHOLE = {"make test": "make test-all"}
"""What runs in the place of a command on the first release where everything is asked for."""


def main(arguments: list[str]) -> int:
    """Run the README's commands on each suite; 1 where one fails or no system can be made."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.bare")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("suites", nargs="*", default=SUITES)
    asked = parser.parse_args(arguments)
    failed = []
    for suite in asked.suites:
        for command in commands(ROOT / "README.md"):
            began = time.monotonic()
            runs = WHOLE.get(command, command) if asked.all and suite == asked.suites[0] else command
            label = f"{runs} on a bare {suite}"
            print(f"\n=== {label}", flush=True)
            try:
                passed = WHO[command](suite, runs)
            except Missing as missing:
                print(missing)
                passed = False
            took = time.monotonic() - began
            print(f"=== {label}: {'passed' if passed else 'FAILED'} after {took:.0f} s", flush=True)
            if not passed:
                failed.append(label)
    if failed:
        print(f"FAILED: {'; '.join(failed)}. What was said is in {OUT}.")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
