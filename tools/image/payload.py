"""What a version is made of, for a machine that has no network: every library as a wheel, and the files beside them."""

from __future__ import annotations

import shutil
import sys
import tomllib
from pathlib import Path

from tools.image.said import Refused, run

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "systemd"))

from installer.versions import DEFAULTS, name_of, take  # noqa: E402 - the installer lies beside the packages

PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}
"""The Python of each system."""
GLIBCS = {"bookworm": 36, "trixie": 41}
"""The second number of each system's glibc, which says which wheels run there (PEP 600)."""


def project(source: Path = ROOT) -> dict[str, object]:
    """The ``[project]`` of the source tree."""
    found: dict[str, object] = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def requirements(source: Path = ROOT, extras: tuple[str, ...] = ()) -> list[str]:
    """The pinned libraries of the program, with those of the named extras."""
    found = project(source)
    more = found["optional-dependencies"]
    return [*found["dependencies"], *(one for extra in extras for one in more[extra])]  # type: ignore[misc,index]


def platforms(system: str, processor: str) -> list[str]:
    """The wheels' platforms that run on a system, newest first."""
    return [f"manylinux_2_{minor}_{processor}" for minor in range(GLIBCS[system], 16, -1)] + [
        f"manylinux2014_{processor}"
    ]


def fetch_wheels(folder: Path, system: str, processor: str, wanted: list[str]) -> None:
    """Ready-made libraries for that system and processor, whatever this machine is. Raises `Refused`."""
    folder.mkdir(parents=True, exist_ok=True)
    run(
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--disable-pip-version-check",
        "--dest",
        folder,
        "--find-links",
        folder,
        "--only-binary=:all:",
        "--implementation=cp",
        f"--python-version={PYTHONS[system]}",
        *(f"--platform={one}" for one in platforms(system, processor)),
        *wanted,
    )


def own_wheel(folder: Path, source: Path, scratch: Path) -> Path:
    """The program itself as a wheel, with its catalogues compiled. Raises `Refused`."""
    copy = scratch / "source"
    shutil.rmtree(copy, ignore_errors=True)
    take(source, copy)
    before = set(folder.glob("dvojtah-*.whl"))
    for one in before:
        one.unlink()
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "-w", folder, copy)
    made = sorted(folder.glob("dvojtah-*.whl"))
    shutil.rmtree(copy)
    if len(made) != 1:
        raise Refused("The program could not be made into a wheel.")
    return made[0]


def make(folder: Path, source: Path, wheels: Path, wanted: list[str], system: str, processor: str) -> None:
    """What a version is made of, in ``folder``: its libraries and the program unpacked, and the files beside them."""
    own = folder.with_name(folder.name + ".own")
    own.mkdir()
    program = own_wheel(own, source, own)
    unpack(folder / "site", [*chosen(wheels, wanted), program], system, processor)
    shutil.rmtree(own)
    share(folder / "share", source)


def unpack(target: Path, wheels: list[Path], system: str, processor: str) -> None:
    """Wheels as the folder of libraries that they are installed into, whatever this machine is. Raises `Refused`."""
    run(
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--no-index",
        "--no-compile",
        "--ignore-requires-python",  # pip looks at its own; what was fetched is for the right one
        "--only-binary=:all:",
        "--implementation=cp",
        f"--python-version={PYTHONS[system]}",
        *(f"--platform={one}" for one in platforms(system, processor)),
        "--target",
        target,
        *wheels,
    )
    shutil.rmtree(target / "bin", ignore_errors=True)


def chosen(wheels: Path, wanted: list[str]) -> list[Path]:
    """The wheels of a folder, without what only building needs and without another release of something pinned."""
    pins = {
        name.split("[")[0].lower().replace("-", "_"): pin for name, _, pin in (one.partition("==") for one in wanted)
    }
    found = []
    for path in sorted(wheels.glob("*.whl")):
        name, release = path.name.split("-")[:2]
        if name.lower() not in ("setuptools", "babel", "dvojtah") and pins.get(name.lower(), release) == release:
            found.append(path)
    return found


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


__all__ = ("PYTHONS", "ROOT", "fetch_wheels", "name_of", "own_wheel", "project", "requirements", "share")
