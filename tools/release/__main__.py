"""``make release``: wheels, source, Debian packages, bills of materials and checksums of a commit in one folder.

Two people who make the same commit get the same bytes: the tree is laid out from the commit, the moment is the
commit's, and every library is the file whose hash is locked (``systemd/requirements.lock``). With a key the list of
checksums is signed (``ssh-keygen -Y verify -n dvojtah-release``).

That it is so is tried each time: everything is made a second time from another folder, on another day, by somebody with
another umask, and a release in which a byte differs is refused. ``--hardware`` does so with all that ``make hardware``
draws, which takes much longer. What is made by its own command is put beside by ``--with``: the pod's firmware (``make
pod-image``), a card (``make image``).
"""

from __future__ import annotations

import argparse
import filecmp
import hashlib
import shutil
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools import hardware, hat_files
from tools.image import deb, payload
from tools.image.said import Refused, run, step
from tools.release import materials, python_packages, source

NAMESPACE = "dvojtah-release"
SUMS = "SHA256SUMS"
SYSTEMS = tuple(payload.PYTHONS)
PROCESSOR = "x86_64"
LATER = ("faketime", "-f", "+900d")
"""The day of the second time, by libfaketime."""


def make(
    commit: str,
    out: Path,
    systems: Sequence[str],
    beside: Sequence[Path],
    key: Path | None,
    cache: Path,
    *,
    drawings: bool = False,
) -> list[Path]:
    """The files of a release of ``commit``, the list of checksums last; ``cache`` keeps wheels. Raises `Refused`."""
    if out.exists() and any(out.iterdir()):
        raise Refused(f"{out} is not empty; a release goes into a folder of its own.")
    out.mkdir(parents=True, exist_ok=True)
    commit = run("git", "-C", payload.ROOT, "rev-parse", "--verify", f"{commit}^{{commit}}").decode().strip()
    with tempfile.TemporaryDirectory() as scratch:
        tree, checkout, again = (Path(scratch) / name for name in ("source", "checkout of another", "made again"))
        source.lay_out(commit, tree)
        for system in systems:
            step(f"Libraries for {system}...")
            payload.fetch_wheels(deb.wheels_of(cache, system, PROCESSOR), tree, system, PROCESSOR)
        if drawings:
            run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", cache / "hardware", *hat_files.IBOM)
        run("git", "clone", "--quiet", payload.ROOT, checkout)
        step(f"{commit}: twice, from two folders and on two days...")
        times = ((payload.ROOT, out, "022", ()), (checkout, again, "077", LATER))
        with ThreadPoolExecutor() as pool:
            list(pool.map(lambda time: _apart(commit, systems, cache, *time, drawings=drawings), times))
        if different := differences(out, again):
            raise Refused(f"The same commit was made into other bytes the second time: {', '.join(different)}.")
    for package in sorted(out.glob("*.deb")):
        deb.look_over(package)
    for path in beside:
        shutil.copy2(path, out / path.name)
    return [*sorted(out.iterdir()), *seal(out, key)]


def differences(first: Path, other: Path) -> list[str]:
    """The names of files that are not the same in both folders, or only in one of them."""
    names = sorted({path.name for folder in (first, other) for path in folder.iterdir()})
    _, other_bytes, missing = filecmp.cmpfiles(first, other, names, shallow=False)
    return other_bytes + missing


def _apart(
    commit: str,
    systems: Sequence[str],
    cache: Path,
    checkout: Path,
    out: Path,
    umask: str,
    day: Sequence[str],
    *,
    drawings: bool,
) -> None:
    command = (sys.executable, "-m", "tools.release", "--once", "--commit", commit, "--systems", *systems)
    places = ("--out", out.absolute(), "--cache", cache.absolute(), *(("--hardware",) if drawings else ()))
    # libraries were fetched; a certificate has its days, too
    environment = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": (cache.absolute() / "hardware").as_uri(), "PYTHONPATH": ""}
    words = ("sh", "-c", 'umask "$0"; exec "$@"', umask, *day, *command, *places)
    run(*words, cwd=checkout, environment=environment, aloud=True)


def make_once(commit: str, out: Path, systems: Sequence[str], cache: Path, *, drawings: bool) -> None:
    """The wheels, the source, the packages of ``systems``, their bills of materials, the drawings. Raises `Refused`."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "source"
        moment = source.lay_out(commit, tree)
        version = str(payload.project(tree)["version"])
        step(f"Version {version}, {commit}: the source...")
        python_packages.make_sdist(tree, out, moment)
        step("The wheels...")
        wheel = python_packages.make_wheel(tree, out, moment)
        python_packages.make_rules_wheel(tree, out, moment)

        def make_package(system: str) -> None:
            package = deb.make(tree, system, PROCESSOR, out, cache, wheel, moment)
            inside = Path(scratch) / system
            run("dpkg-deb", "--extract", package, inside)
            bill = materials.bill_of(inside / deb.HOME, version, moment)
            package.with_suffix(".cdx.json").write_text(bill, encoding="utf-8")

        with ThreadPoolExecutor() as pool:
            list(pool.map(make_package, systems))
        if drawings:
            step("Everything in hardware/...")
            day = {"SOURCE_DATE_EPOCH": str(moment)}
            run(sys.executable, "-m", "tools.hardware", cwd=tree, environment=day, aloud=True)
            shutil.copy(tree / "out" / "hardware" / hardware.BUNDLE, out / f"dvojtah-{version}-hardware.zip")


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
    parser.add_argument(
        "--cache", type=Path, default=Path("out/image/cache"), help="libraries that were fetched before"
    )
    parser.add_argument("--hardware", action="store_true", help="draw everything in hardware/, too")
    parser.add_argument("--once", action="store_true", help="make it, and neither try that again nor seal it")
    options = parser.parse_args(arguments)
    try:
        if options.once:
            make_once(options.commit, options.out, options.systems, options.cache, drawings=options.hardware)
            return 0
        paths = make(
            options.commit,
            options.out,
            options.systems,
            options.beside,
            options.key,
            options.cache,
            drawings=options.hardware,
        )
    except (Refused, OSError) as error:
        sys.stdout.write(f"{error}\n")
        return 1
    for path in paths:
        step(f"{path} ({path.stat().st_size:,} bytes)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
