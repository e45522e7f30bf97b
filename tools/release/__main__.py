"""``make release``: wheel, source, Debian packages, bills of materials and checksums of a commit in one folder.

Two people who make the same commit get the same bytes: the tree is laid out from the commit, the moment is the
commit's, and every library is the file whose hash is locked (``systemd/requirements.lock``). With a key the list of
checksums is signed (``ssh-keygen -Y verify -n dvojtah-release``). What takes longer is made by its own command and put
beside by ``--with``: the pod's firmware (``make pod-image``), files of the hardware (``make hardware``), a card (``make
image``).
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tools.image import deb, payload
from tools.image.said import Refused, run, step
from tools.release import materials, python_packages, source

NAMESPACE = "dvojtah-release"
SUMS = "SHA256SUMS"
SYSTEMS = tuple(payload.PYTHONS)


def make(commit: str, out: Path, systems: Sequence[str], beside: Sequence[Path], key: Path | None) -> list[Path]:
    """The files of a release of ``commit``, the list of checksums last. Raises `Refused`."""
    if out.exists() and any(out.iterdir()):
        raise Refused(f"{out} is not empty; a release goes into a folder of its own.")
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "source"
        moment = source.lay_out(commit, tree)
        version = str(payload.project(tree)["version"])
        step(f"Version {version}, {commit}: the source...")
        python_packages.make_sdist(tree, out, moment)
        step("The wheel...")
        wheel = python_packages.make_wheel(tree, out, moment)
        for system in systems:
            package = deb.make(tree, system, "x86_64", out, Path("out/image/cache"), wheel, moment)
            inside = Path(scratch) / system
            run("dpkg-deb", "--extract", package, inside)
            bill = materials.bill_of(inside / deb.HOME, version, moment)
            package.with_suffix(".cdx.json").write_text(bill, encoding="utf-8")
    for path in beside:
        shutil.copy2(path, out / path.name)
    return [*sorted(out.iterdir()), *seal(out, key)]


def seal(folder: Path, key: Path | None) -> list[Path]:
    """The checksums of every file in ``folder``, as sha256sum reads them, and with a private key their signature."""
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(folder.iterdir())]
    sums = folder / SUMS
    sums.write_text("".join(lines), encoding="utf-8")
    if key is None:
        return [sums]
    run("ssh-keygen", "-Y", "sign", "-f", key, "-n", NAMESPACE, sums)
    return [sums, sums.with_name(f"{SUMS}.sig")]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line of ``make release``."""
    parser = argparse.ArgumentParser(prog="make release", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--commit", default="HEAD", help="what is released (default: the last commit)")
    parser.add_argument("--systems", nargs="*", choices=SYSTEMS, default=SYSTEMS, help="of the Debian packages")
    parser.add_argument("--with", dest="beside", nargs="*", type=Path, default=(), help="files that belong to it, too")
    parser.add_argument("--key", type=Path, help="the private key that signs the checksums")
    parser.add_argument("--out", type=Path, default=Path("out/release"))
    options = parser.parse_args(arguments)
    try:
        made = make(options.commit, options.out, options.systems, options.beside, options.key)
    except (Refused, OSError) as error:
        sys.stdout.write(f"{error}\n")
        return 1
    for path in made:
        step(f"{path} ({path.stat().st_size:,} bytes)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
