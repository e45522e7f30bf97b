"""Whole systems in folders: Debian from debootstrap, a layer over it that is thrown away, started with systemd-nspawn.

Packages come as they come to this machine itself: by its mirror, its settings of apt and pip, its certificates.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from tests.lab.debian import Missing, cache, ensure, mirror

ROOT = Path(__file__).parents[2]
PROGRAMS = {"debootstrap": "debootstrap", "systemd-nspawn": "systemd-container"}
PATIENCE = 300.0
PASSED_ON = ("PIP_", "SSL_CERT", "REQUESTS_CA", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
"""Beginnings of the variables by which this machine reaches packages."""
PIP_FILES = ("/etc/pip.conf", "~/.config/pip/pip.conf", "~/.pip/pip.conf", "/etc/ssl/certs/ca-certificates.crt")


def until(found: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Wait until ``found`` gives something."""
    end = time.monotonic() + patience
    while not found():
        assert time.monotonic() < end, f"{what}: not within {patience:g} s"
        time.sleep(0.1)


def base(suite: str, packages: tuple[str, ...]) -> Path:
    """A system of that suite with those packages, made once and kept in the cache. Raises `Missing`."""
    if os.geteuid() != 0:
        raise Missing("Whole systems can only be made by root: sudo make machines")
    ensure(PROGRAMS)
    place = cache() / "roots" / f"{suite}-{'-'.join(packages)}"
    if not place.exists():
        print(f"Making a system of {suite} (about 300 MB, kept)...", flush=True)
        beside = place.with_name(place.name + ".new")
        shutil.rmtree(beside, ignore_errors=True)
        beside.parent.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            ["debootstrap", "--variant=minbase", f"--include={','.join(packages)}", suite, str(beside), mirror()],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise Missing(f"debootstrap {suite}: {done.stdout.strip()[-300:]}")
        _ways(beside)
        beside.rename(place)
    return place


def _ways(root: Path) -> None:
    """How this machine reaches packages, for the system in ``root``."""
    (root / "etc/resolv.conf").unlink(missing_ok=True)
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    acquire = subprocess.run(["apt-config", "dump", "Acquire"], capture_output=True, text=True, check=True).stdout
    ways = [line for line in acquire.splitlines() if "roxy" in line or "::CaInfo" in line]
    (root / "etc/apt/apt.conf.d/99-lab").write_text("\n".join([*ways, 'APT::Install-Recommends "false";']) + "\n")


@functools.cache
def pip_ways() -> tuple[str, ...]:
    """Options of nspawn by which pip inside reaches what pip reaches here."""
    found = [f"--setenv={key}={value}" for key, value in os.environ.items() if key.upper().startswith(PASSED_ON)]
    said = subprocess.run([sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True)
    folders = re.findall(r"(?<=['/ ])/[^/\s'][^\s']*", said.stdout)  # wheels and indexes that lie on this machine
    for place in (*PIP_FILES, *folders):
        path = Path(place).expanduser()
        path = path.parent if path.name == "simple" else path  # an index names files that lie beside it
        if path.exists():
            found.append(f"--bind-ro={path.resolve()}:{path}")
    return tuple(dict.fromkeys(found))


class System:
    """A system in a layer of its own over a base: what is changed in it is gone when it is closed."""

    def __init__(self, lower: Path, binds: dict[Path, str] | None = None) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="root-", dir=cache()))
        self.root = self._folder / "merged"
        for name in ("changed", "work", "merged"):
            (self._folder / name).mkdir()
        layers = f"lowerdir={lower},upperdir={self._folder}/changed,workdir={self._folder}/work"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, str(self.root)], check=True)
        self._binds = [f"--bind={source}:{target}" for source, target in (binds or {}).items()]
        self._process: subprocess.Popen[bytes] | None = None
        self._leader = 0

    def _nspawn(self, *words: str) -> list[str]:
        return [
            "systemd-nspawn",
            "--quiet",
            "--register=no",
            "--keep-unit",
            "--resolv-conf=off",
            f"--directory={self.root}",
            f"--bind-ro={ROOT}:/src",
            *self._binds,
            *pip_ways(),
            *words,
        ]

    def once(self, command: str, said: IO[str] | int = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
        """A shell command in the system while it is not started; its words come back, or go into a file."""
        return subprocess.run(
            self._nspawn("--pipe", "--as-pid2", "sh", "-c", command),
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
        )

    def boot(self) -> None:
        """Switch it on and wait until its own systemd is ready."""
        log = (self._folder / "console").open("ab")
        self._process = subprocess.Popen(self._nspawn("--boot"), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        until(self._found, "the first process of the system")
        until(
            lambda: (
                self.run(
                    "systemctl is-system-running --quiet || systemctl is-system-running | grep -q degraded"
                ).returncode
                == 0
            ),
            "a started system",
        )

    def _found(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self._folder / "console").read_text(errors="replace")[-2000:]
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        for child in children:
            if Path(f"/proc/{child}/comm").read_text().strip() in ("systemd", "init"):
                self._leader = int(child)
                return True
        return False

    def run(self, command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """A shell command in the started system, as its administrator."""
        ways = [word.removeprefix("--setenv=") for word in pip_ways() if word.startswith("--setenv=")]
        clean = [
            "env",
            "-i",
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME=/root",
            "LANG=C.UTF-8",
            *ways,
            *(f"{key}={value}" for key, value in environment.items()),
        ]
        return subprocess.run(
            [
                "nsenter",
                "--target",
                str(self._leader),
                "--mount",
                "--uts",
                "--ipc",
                "--pid",
                "--root",
                "--wd",
                *clean,
                "sh",
                "-c",
                command,
            ],
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def pull_the_plug(self) -> None:
        """Everything in it ends at once, without a word."""
        assert self._process is not None
        os.kill(self._leader, signal.SIGKILL)
        self._process.wait(60)
        self._process = None

    def close(self) -> None:
        """Switch it off and throw its layer away."""
        if self._process is not None and self._process.poll() is None:
            self.pull_the_plug()
        subprocess.run(["umount", str(self.root)], check=True)
        shutil.rmtree(self._folder, ignore_errors=True)
