"""Whole systems in folders: Debian from debootstrap, a layer over it that is thrown away, started with systemd-nspawn.

Packages come as they come to this machine itself: by its mirror, its settings of apt and pip, its certificates.
"""

from __future__ import annotations

import configparser
import os
import re
import shutil
import signal
import subprocess
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
PIP_FILES = ("/etc/pip.conf", "~/.pip/pip.conf", "~/.config/pip/pip.conf")
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"


def until(condition: Callable[[], object], awaited: str, patience: float = PATIENCE) -> None:
    """Wait until ``condition`` gives something."""
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, f"{awaited}: not within {patience:g} s"
        time.sleep(0.1)


def base(suite: str, packages: tuple[str, ...]) -> Path:
    """A system of that suite with those packages, made once and kept in the cache. Raises `Missing`."""
    if os.geteuid() != 0:
        raise Missing("Whole systems can only be made by root; run the command with sudo.")
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
        beside.rename(place)
    return place


def pip_settings() -> configparser.ConfigParser:
    """This machine's own settings of pip, of all users and of this one."""
    settings = configparser.ConfigParser(interpolation=None)
    places = (*PIP_FILES, os.environ.get("PIP_CONFIG_FILE", ""))
    settings.read([Path(place).expanduser() for place in places], encoding="utf-8")
    return settings


def pip_ways() -> list[str]:
    """Options of nspawn by which pip inside reaches what pip reaches here."""
    variables = {key: value for key, value in os.environ.items() if key.upper().startswith(PASSED_ON)}
    settings = pip_settings()
    named = [value for key, value in variables.items() if key.upper().startswith("PIP_")]
    named += [value for part in settings.sections() for value in settings[part].values()]
    folders = re.findall(r"(?:^|\s|file://)(/\S+)", "\n".join(named))  # wheels and indexes that lie on this machine
    binds = []
    for place in dict.fromkeys((CERTIFICATES, *folders)):
        path = Path(place)
        path = path.parent if path.name == "simple" else path  # an index names files that lie beside it
        if path.exists():
            binds.append(f"--bind-ro={path.resolve()}:{path}")
    return [*(f"--setenv={key}={value}" for key, value in variables.items()), *dict.fromkeys(binds)]


def _settings(root: Path) -> None:
    """How this machine reaches packages, for the system in ``root``."""
    (root / "etc/resolv.conf").unlink(missing_ok=True)
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    acquire = subprocess.run(["apt-config", "dump", "Acquire"], capture_output=True, text=True, check=True).stdout
    ways = [line for line in acquire.splitlines() if "roxy" in line or "::CaInfo" in line]
    (root / "etc/apt/apt.conf.d/99-lab").write_text("\n".join([*ways, 'APT::Install-Recommends "false";']) + "\n")
    if (settings := pip_settings()).sections():
        with (root / "etc/pip.conf").open("w", encoding="utf-8") as file:
            settings.write(file)


def archives(suite: str) -> Path:
    """Debian packages that were fetched before, for every system of that release."""
    folder = cache() / f"packages-{suite}"
    (folder / "partial").mkdir(parents=True, exist_ok=True)
    return folder


class System:
    """A system in a layer of its own over a base: what is changed in it is gone when it is closed."""

    def __init__(self, lower: Path, binds: dict[Path, str] | None = None) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="root-", dir=cache()))
        self.root = self._folder / "merged"
        for name in ("changed", "work", "merged"):
            (self._folder / name).mkdir()
        layers = f"lowerdir={lower},upperdir={self._folder}/changed,workdir={self._folder}/work"
        done = subprocess.run(
            ["mount", "-t", "overlay", "overlay", "-o", layers, str(self.root)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            shutil.rmtree(self._folder)
            raise Missing(f"A layer over a system cannot be made here: {done.stderr.strip()[-300:]}")
        _settings(self.root)
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
            f"--machine={self._folder.name.replace('_', '-')}0",  # two at a time need two names
            f"--bind-ro={ROOT}:/src",
            *self._binds,
            *pip_ways(),
            *words,
        ]

    def once(
        self, command: str, *options: str, to: IO[bytes] | int = subprocess.PIPE
    ) -> subprocess.CompletedProcess[str]:
        """A shell command in the system while it is not started, with more options of nspawn.

        What it says comes back, or goes ``to`` a file.
        """
        return subprocess.run(
            self._nspawn("--pipe", "--as-pid2", *options, "sh", "-c", command),
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=to,
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

    def _its_process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None
        assert self._process.poll() is None, (self._folder / "console").read_text(errors="replace")[-2000:]
        return self._process

    def _found(self) -> bool:
        pid = self._its_process().pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for child in children:
            if Path(f"/proc/{child}/comm").read_text().strip() in ("systemd", "init"):
                self._leader = int(child)
                return True
        return False

    def run(self, command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """A shell command in the started system, as its administrator; one that has ended fails at once."""
        self._its_process()
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
                "--net",
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
