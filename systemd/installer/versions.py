"""Versions of the program side by side in one folder each; a link says which of them the table runs."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from installer.machine import Machine, Trouble, last_line, link, write

HOME = "/opt/dvojtah"
SOURCES = (
    "pyproject.toml",
    "setup.py",
    "README.md",
    "LICENSE",
    "device",
    "rules",
    "firmware",
    "systemd",
    "samples",
    "docs/help",
    "docs/rules",
)
LOCKS = ("systemd/requirements.lock", "systemd/build.lock")
"""The releases and hashes of the libraries, and of what builds the program."""
BUILDERS = ("setuptools", "babel")
"""What the second of them names, which nothing needs afterwards."""
CHANGED = "DO NOT MATCH THE HASHES"
"""What pip says of a file whose hash is not a locked one."""
DEFAULTS = "device/common/settings/settings.default.toml"
LEFT_OUT = ("__pycache__", "*.pyc", "*.mo", "*.egg-info")
COMMAND = """\
#!{python}
import sys

from device.cli import main

sys.exit(main())
"""
WHOLE = ".whole"
"""A file in a version's folder: its making came to its end."""


class Versions:
    """The folder of versions below the machine's root."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.folder = machine.path(f"{HOME}/versions")

    def target_of(self, name: str) -> str | None:
        """The version that ``current`` or ``previous`` points at."""
        place = self._machine.path(f"{HOME}/{name}")
        return Path(os.readlink(place)).name if place.is_symlink() else None

    def point(self, name: str, version: str | None) -> None:
        """Point ``current`` or ``previous`` at a version; None: at nothing."""
        place = self._machine.path(f"{HOME}/{name}")
        if version is None:
            place.unlink(missing_ok=True)
        else:
            link(place, f"versions/{version}")

    def parts(self, version: str) -> Path:
        """The units and rules as that version brought them."""
        return self.folder / version / "share" / "systemd"

    def is_complete(self, version: str | None) -> bool:
        """Whether a version is there and complete."""
        return version is not None and (self.folder / version / WHOLE).exists()

    def build(self, source: Path, version: str, wheels: Path | None) -> None:
        """Make the folder of a version from a source tree. Raises `Trouble`."""
        copy = self._machine.path(f"{HOME}/building")
        shutil.rmtree(copy, ignore_errors=True)
        try:
            with self._made(version) as target:
                take(source, copy)
                self._environment(target)
                self._install(target, copy, wheels)
                for name in ("systemd", "samples"):
                    shutil.copytree(copy / name, target / "share" / name)
                (target / "share" / "docs").mkdir()
                shutil.copy(source / "docs" / "install.md", target / "share" / "docs")
                shutil.copy(copy / DEFAULTS, target / "share")
        finally:
            shutil.rmtree(copy, ignore_errors=True)

    def unpack(self, payload: Path, version: str) -> None:
        """Make the folder of a version from what an update brought, without any network. Raises `Trouble`."""
        with self._made(version) as target:
            self._environment(target, "--without-pip")
            libraries = target / "lib" / f"python{self._machine.python}" / "site-packages"
            shutil.rmtree(libraries, ignore_errors=True)
            libraries.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(payload / "site", libraries)
            write(target / "bin" / "dvojtah", COMMAND.format(python=f"{HOME}/versions/{version}/bin/python"), 0o755)
            # The table's own user cannot write there, and without this each of its starts would compile all of it.
            # By times, whatever SOURCE_DATE_EPOCH says: a program whose files are all read again starts later.
            by_time = ("--invalidation-mode", "timestamp")
            self._machine.run("python3", "-m", "compileall", "-q", "-j", "0", *by_time, str(libraries))
            shutil.copytree(payload / "share", target / "share", dirs_exist_ok=True)

    @contextlib.contextmanager
    def _made(self, version: str) -> Iterator[Path]:
        """The folder of a version while it is made: complete and on the card, name and all, or not there."""
        target = self.folder / version
        shutil.rmtree(target, ignore_errors=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            yield target
            tried = self._machine.run(str(target / "bin" / "dvojtah"), "--help")
            if tried.returncode:
                raise Trouble("The new version cannot be started: {error}", error=last_line(tried.stdout))
            os.sync()  # a power cut after the mark may not find less than the mark says
            (target / WHOLE).touch()
            os.sync()
        except BaseException:
            shutil.rmtree(target, ignore_errors=True)
            raise

    def _environment(self, target: Path, *options: str) -> None:
        process = self._machine.run("python3", "-m", "venv", "--system-site-packages", *options, str(target))
        if process.returncode:
            raise Trouble("The environment cannot be made: {error}", error=last_line(process.stdout))

    def _install(self, target: Path, copy: Path, wheels: Path | None) -> None:
        """The program from its source, and its libraries and what builds it: only files whose hashes are locked."""
        files = ["--only-binary=:all:", *(["--no-index", "--find-links", str(wheels)] if wheels else [])]
        for lock in LOCKS:
            self._pip(target, "install", *files, "--no-deps", "--require-hashes", "--requirement", str(copy / lock))
        self._pip(target, "install", "--no-index", "--no-deps", "--no-build-isolation", str(copy))
        self._pip(target, "uninstall", "--yes", *BUILDERS)

    def _pip(self, target: Path, command: str, *arguments: str) -> None:
        pip = [str(target / "bin" / "python"), "-m", "pip", command, "--quiet", "--disable-pip-version-check"]
        done = self._machine.run(*pip, *arguments)
        if CHANGED in done.stdout:
            raise Trouble("A library is not the file that this version was made with; fetch it again from its source.")
        if done.returncode:
            raise Trouble(
                "The libraries cannot be installed; does the network work? {error}", error=last_line(done.stdout)
            )

    def unfinished_folders(self) -> list[Path]:
        """Folders of versions whose making was cut off."""
        if not self.folder.is_dir():
            return []
        return [path for path in self.folder.iterdir() if not (path / WHOLE).exists()]

    def prune(self) -> None:
        """Keep the version that runs and the one before it."""
        needed = {self.target_of("current"), self.target_of("previous")}
        for path in self.folder.iterdir():
            if path.name not in needed:
                shutil.rmtree(path, ignore_errors=True)


def take(source: Path, target: Path) -> None:
    """A copy of what is installed of the source tree, without anything that was made in it."""
    target.mkdir(parents=True)
    for name in SOURCES:
        if (source / name).is_dir():
            shutil.copytree(source / name, target / name, ignore=shutil.ignore_patterns(*LEFT_OUT))
        else:
            shutil.copy(source / name, target / name)


def name_of(source: Path) -> str:
    """A name for what lies in ``source``: the same for the same content, wherever and whenever it is installed."""
    digest = hashlib.sha256()
    for name in SOURCES:
        place = source / name
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.is_file() and not any(path.match(pattern) or pattern in path.parts for pattern in LEFT_OUT):
                relative = path.relative_to(source).as_posix().encode()
                content = path.read_bytes()
                digest.update(b"%d %s %d " % (len(relative), relative, len(content)) + content)
    lines = (source / "pyproject.toml").read_text(encoding="utf-8").split("\n")
    version = next(line.split('"')[1] for line in lines if line.startswith("version = "))
    return f"{version}-{digest.hexdigest()[:12]}"
