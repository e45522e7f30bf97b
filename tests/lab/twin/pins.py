"""The packages python3-lgpio and python3-rpi-lgpio, which Raspberry Pi OS has and Debian has not.

Made of the releases that the group ``lab`` pins, and laid out as the distribution lays them out, so that the installer
takes them from a source of packages, as on a Pi.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tomllib
from pathlib import Path

from tests.lab.debian import Missing, cache
from tests.lab.roots import ROOT, System, archives

BUILD = """
set -e
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq && apt-get install -y -qq gcc libc6-dev python3-dev python3-pip python3-setuptools swig >/dev/null
cd /tmp
PYPI=1 pip download -q --no-deps --no-build-isolation --no-binary lgpio {lgpio}
pip download -q --no-deps {rpi}
tar xzf lgpio-*.tar.gz && (cd lgpio-*/ && PYPI=1 python3 setup.py -q build --build-lib /built/python3-lgpio)
python3 -m zipfile -e rpi_lgpio-*.whl /built/python3-rpi-lgpio
"""
FOLDER = "usr/lib/python3/dist-packages"


def packages(suite: str, lower: Path) -> Path:
    """A folder with both packages and the list that apt reads. Made once and kept in the cache. Raises `Missing`."""
    libraries = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]["lab"]
    lgpio, rpi = (next(pin for pin in libraries if pin.startswith(f"{name}==")) for name in ("lgpio", "rpi-lgpio"))
    folder = cache() / f"pins-{suite}"
    if not (folder / "made").exists() or (folder / "made").read_text() != f"{lgpio} {rpi}":
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        system = System(lower, {folder: "/built", archives(suite): "/var/cache/apt/archives"})
        try:
            done = system.once(BUILD.format(lgpio=lgpio, rpi=rpi))
        finally:
            system.close()
        if done.returncode:
            raise Missing(f"The GPIO libraries of a Pi cannot be made: {done.stdout.strip()[-600:]}")
        (folder / "Packages").write_text("\n".join(_package(folder, pin) for pin in (lgpio, rpi)))
        (folder / "made").write_text(f"{lgpio} {rpi}")
    return folder


def _package(folder: Path, pin: str) -> str:
    """Make one package of what was built; what a list of packages says of it."""
    library, _, version = pin.partition("==")
    name = f"python3-{library}"
    tree = folder / f"{name}.tree"
    (tree / FOLDER).parent.mkdir(parents=True)
    shutil.move(folder / name, tree / FOLDER)
    depends = "python3-lgpio" if library == "rpi-lgpio" else "python3"
    fields = f"Package: {name}\nVersion: {version}-1~lab\nArchitecture: amd64\nMaintainer: lab\nDepends: {depends}\n"
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN/control").write_text(f"{fields}Description: {library} as Raspberry Pi OS has it\n")
    deb = folder / f"{name}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "--build", tree, deb], check=True, capture_output=True)
    shutil.rmtree(tree)
    content = deb.read_bytes()
    return (
        f"{fields}Filename: ./{deb.name}\nSize: {len(content)}\nSHA256: {hashlib.sha256(content).hexdigest()}\n"
        f"Description: {library} as Raspberry Pi OS has it\n"
    )
