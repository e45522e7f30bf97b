"""Debian packages from the mirror that this machine uses itself: fetched, unpacked beside the system, not installed."""

from __future__ import annotations

import contextlib
import os
import platform
import shutil
import subprocess
from pathlib import Path

KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")


class Missing(Exception):
    """Something that the lab needs is not to be had; the sentence says what and how to get it."""


def cache() -> Path:
    """Where fetched things lie, outside the repository, for every clone of it."""
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    folder = Path(base).expanduser() / "dvojtah" / "lab"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def mirror() -> str:
    """The address of this machine's own Debian mirror. Raises `Missing` on a system that is not Debian."""
    release = platform.freedesktop_os_release().get("VERSION_CODENAME", "")
    if shutil.which("apt-get"):
        form = "$(REPO_URI) $(RELEASE) $(COMPONENT) $(ORIGIN)"
        for line in _said(["apt-get", "indextargets", "--format", form, "Created-By: Packages"]).splitlines():
            address, suite, component, *origin = line.split()
            if (suite, component) == (release, "main") and origin in ([], ["Debian"]):  # none before the first update
                return address
    raise Missing("The lab fetches its kernel from Debian, and this system has no Debian sources.")


def ensure(programs: dict[str, str]) -> None:
    """Programs (or files) by the package that has them: as root the packages are installed, else they are named."""
    missing = {
        package
        for program, package in programs.items()
        if not (Path(program).exists() if program.startswith("/") else shutil.which(program))
    }
    if not missing:
        return
    if os.geteuid() != 0:
        raise Missing(f"The lab needs programs. Run: sudo apt install {' '.join(sorted(missing))}")
    print(f"Installing {' '.join(sorted(missing))}...", flush=True)
    with contextlib.suppress(Missing):  # another program has the lists, or there is no network: the next line tells
        _said(["apt-get", "update", "-qq"])
    _said(
        [
            "apt-get",
            "-o",
            "DPkg::Lock::Timeout=600",
            "install",
            "-y",
            "-qq",
            "--no-install-recommends",
            *sorted(missing),
        ],
        DEBIAN_FRONTEND="noninteractive",
    )


class Suite:
    """Packages of one suite, with lists and state of their own in a scratch folder."""

    def __init__(self, name: str, folder: Path) -> None:
        self._folder = folder
        for part in ("etc/preferences.d", "lists/partial", "cache/archives/partial", "packages"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        (folder / "status").touch()
        (folder / "etc/sources.list").write_text(f"deb [arch=amd64 signed-by={KEYRING}] {mirror()} {name} main\n")
        self._own = [
            f"{key}={folder / value}"
            for key, value in {
                "Dir::Etc::sourcelist": "etc/sources.list",
                "Dir::State::lists": "lists",
                "Dir::State::status": "status",
                "Dir::Cache": "cache",
                "Dir::Etc::preferencesparts": "etc/preferences.d",
            }.items()
        ]
        self._own += [
            "Dir::Etc::sourceparts=/dev/null",
            "Acquire::Languages=none",
            "Debug::NoLocking=1",
            "APT::Sandbox::User=root",
        ]
        self._apt("apt-get", "update")

    def _apt(self, program: str, *words: str) -> str:
        options = [part for option in self._own for part in ("-o", option)]
        return _said([program, "-q", *options, *words], cwd=self._folder / "packages")

    def depends(self, package: str) -> list[str]:
        """What a package depends on."""
        lines = self._apt("apt-cache", "depends", package).splitlines()
        return [line.split(":", 1)[1].strip() for line in lines if line.strip().startswith("Depends:")]

    def unpack(self, *packages: str) -> Path:
        """Fetch packages and unpack them; the folder in which they lie."""
        self._apt("apt-get", "download", *packages)
        root = self._folder / "root"
        for package in (self._folder / "packages").glob("*.deb"):
            _said(["dpkg", "-x", str(package), str(root)])
            package.unlink()
        return root


def _said(command: list[str], cwd: Path | None = None, **environment: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, env=os.environ | environment)
    if done.returncode:
        raise Missing(f"{' '.join(command[:3])} failed: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout
