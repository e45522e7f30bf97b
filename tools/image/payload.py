"""What a version is made of, for a machine that has no network: every library as a wheel, and the files beside them."""

from __future__ import annotations

import csv
import re
import shutil
import sys
import tomllib
from pathlib import Path

from tools.image.said import Refused, run

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "systemd"))

from installer.versions import DEFAULTS, LOCKS, name_of, take  # noqa: E402 - the installer lies beside the packages

PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}
"""The Python of each system."""
LOCK, BUILD_LOCK = LOCKS
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")
GLIBCS = {"bookworm": 36, "trixie": 41}
"""The second number of each system's glibc, which says which wheels run there (PEP 600)."""

UNUSED = ("reportlab/fonts", "pygame/docs/generated/[!L]*", "pygame/examples", "pygame/tests")
"""Of the libraries, what Dvojtah has no use for: some of those fonts may not be given on. pygame's terms stay."""


def project(source: Path = ROOT) -> dict[str, object]:
    """The ``[project]`` of the source tree."""
    table: dict[str, object] = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def locked(source: Path = ROOT) -> dict[str, str]:
    """The release of every library that runs, the organiser's too, by its name (`normal`)."""
    lines = (source / LOCK).read_text(encoding="utf-8").splitlines()
    pins = (line.split(" ")[0].partition("==") for line in lines if line and not line.startswith((" ", "#")))
    return {normal(name): release for name, _, release in pins}


def normal(name: str) -> str:
    """A library's name as it is compared (PEP 503): luma.oled and Luma_OLED are one."""
    return re.sub(r"[-_.]+", "-", name).lower()


def platforms(system: str, processor: str) -> list[str]:
    """The wheels' platforms that run on a system, newest first."""
    return [f"manylinux_2_{minor}_{processor}" for minor in range(GLIBCS[system], 16, -1)] + [
        f"manylinux2014_{processor}"
    ]


def fetch_wheels(folder: Path, source: Path, system: str, processor: str) -> None:
    """Ready-made libraries for that system and processor, whatever this machine is: those whose hashes are locked.

    Raises `Refused`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    run(
        sys.executable,
        *PIP,
        "download",
        "--dest",
        folder,
        "--find-links",
        folder,
        "--only-binary=:all:",
        "--implementation=cp",
        f"--python-version={PYTHONS[system]}",
        *(f"--platform={platform}" for platform in platforms(system, processor)),
        "--no-deps",
        "--require-hashes",
        f"--requirement={source / LOCK}",
    )


def builders_of(source: Path) -> tuple[str, ...]:
    """What pip is told of the libraries that build the program: those whose hashes are locked."""
    return ("--no-deps", "--only-binary=:all:", "--require-hashes", f"--requirement={source / BUILD_LOCK}")


def own_wheel(folder: Path, source: Path, scratch: Path) -> Path:
    """The program itself as a wheel, with its catalogues compiled, by builders whose hashes are locked.

    Raises `Refused`.
    """
    copy, builders = scratch / "source", scratch / "builders"
    shutil.rmtree(copy, ignore_errors=True)
    take(source, copy)
    before = set(folder.glob("dvojtah-*.whl"))
    for path in before:
        path.unlink()
    run(sys.executable, *PIP, "install", *builders_of(source), "--target", builders)
    at_hand = {"PYTHONPATH": str(builders.absolute())}  # pip builds in another folder
    run(sys.executable, *PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", folder, copy, environment=at_hand)
    paths = sorted(folder.glob("dvojtah-*.whl"))
    shutil.rmtree(copy)
    if len(paths) != 1:
        raise Refused("The program could not be made into a wheel.")
    return paths[0]


def make(folder: Path, source: Path, wheels: Path, system: str, processor: str) -> None:
    """What a version is made of, in ``folder``: its libraries and the program unpacked, and the files beside them."""
    own = folder.with_name(folder.name + ".own")
    own.mkdir()
    program = own_wheel(own, source, own)
    unpack(folder / "site", [*chosen(wheels, source), program], system, processor)
    shutil.rmtree(own)
    share(folder / "share", source)


def unpack(target: Path, wheels: list[Path], system: str, processor: str) -> None:
    """Wheels as the folder of libraries that they are installed into, whatever this machine is. Raises `Refused`."""
    run(
        sys.executable,
        *PIP,
        "install",
        "--no-deps",
        "--no-index",
        "--no-compile",
        "--ignore-requires-python",  # pip looks at its own; what was fetched is for the right one
        "--only-binary=:all:",
        "--implementation=cp",
        f"--python-version={PYTHONS[system]}",
        *(f"--platform={platform}" for platform in platforms(system, processor)),
        "--target",
        target,
        *wheels,
    )
    shutil.rmtree(target / "bin", ignore_errors=True)
    machine = "*.dist-info/direct_url.json"  # where the wheel lay on this one
    for place in [path for pattern in (*UNUSED, machine) for path in target.glob(pattern)]:
        if place.is_dir():
            shutil.rmtree(place)
        else:
            place.unlink()
    for record in target.glob("*.dist-info/RECORD"):
        lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
        there = (line for line in lines if (target / next(csv.reader([line]))[0]).exists())
        record.write_text("".join(there), encoding="utf-8")


def chosen(wheels: Path, source: Path) -> list[Path]:
    """The wheels of a folder that are locked, without other releases that were fetched earlier."""
    pins = locked(source)
    named = ((path, *path.name.split("-")[:2]) for path in sorted(wheels.glob("*.whl")))
    return [path for path, name, release in named if pins.get(normal(name)) == release]


def share(folder: Path, source: Path) -> None:
    """The files that lie beside a version: installer, samples, the page on installing, default settings."""
    copy = folder.with_name(folder.name + ".all")
    shutil.rmtree(copy, ignore_errors=True)
    take(source, copy)
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "docs").mkdir(parents=True)
    for name in ("systemd", "samples"):
        shutil.copytree(copy / name, folder / name)
    shutil.copy(source / "docs" / "install.md", folder / "docs")
    shutil.copy(copy / DEFAULTS, folder)
    shutil.rmtree(copy)


__all__ = ("PYTHONS", "ROOT", "fetch_wheels", "name_of", "own_wheel", "project", "share")
