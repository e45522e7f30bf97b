"""``make deb``: the program with the organiser's part as a Debian package for a laptop, every library inside.

Nothing is fetched and no other package is touched while it is installed: its scripts only compile and clean up. Each
package is for one release of the distribution, because compiled libraries are for one Python.
"""

from __future__ import annotations

import argparse
import gettext
import gzip
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

from device.common import i18n
from device.common.languages import LANGUAGES, SOURCE
from tools.image import licences, payload
from tools.image.said import Refused, run, step

HOME = "usr/lib/dvojtah"
NAMES = {"x86_64": "amd64", "aarch64": "arm64"}
CONTROL = """\
Package: dvojtah
Version: {version}
Architecture: {name}
Maintainer: Dvojtah <dvojtah@example.invalid>
Installed-Size: {size}
Depends: python3 (>= {python}~), python3 (<< {above}~), libc6 (>= 2.{glibc}), {needs}
Recommends: libgl1, avahi-daemon, hunspell-cs
Section: misc
Priority: optional
Description: organiser and simulator of Dvojtah, the clock for table games
 Broker, desk and live board of an event, and the table itself in a window.
 Every library is inside; nothing is fetched when it is installed.
"""
NEEDS = "libgcc-s1, libstdc++6, zlib1g, mosquitto, openssl"
"""What the libraries are linked against, and what an event runs beside the program."""
COMMAND = """\
#!/bin/sh
# The libraries of this package come before those of the system; what the user installed for himself does not count.
PYTHONPATH=/usr/lib/dvojtah PYTHONNOUSERSITE=1 exec /usr/bin/python3 -m device "$@"
"""
POSTINST = """\
#!/bin/sh
set -e
if [ "$1" = configure ]; then
    python3 -m compileall -q -j 0 /usr/lib/dvojtah > /dev/null 2>&1 || true
fi
"""
PRERM = """\
#!/bin/sh
set -e
find /usr/lib/dvojtah -name __pycache__ -type d -prune -exec rm -rf {} +
"""
CHANGES = """\
dvojtah ({version}) {system}; urgency=medium

  * What is new stands in NEWS.md.gz beside this file.

 -- Dvojtah <dvojtah@example.invalid>  {day}
"""
OVERRIDES = Path(__file__).with_name("lintian-overrides")
"""What lintian is told to pass over, with the reasons."""
RUN = ("usr/bin/dvojtah", "DEBIAN/postinst", "DEBIAN/prerm")
"""The files of the package that are programs."""
COMPLETIONS = {
    "bash": "usr/share/bash-completion/completions/dvojtah",
    "zsh": "usr/share/zsh/vendor-completions/_dvojtah",
    "fish": "usr/share/fish/vendor_completions.d/dvojtah.fish",
}
"""Where Debian's shells look for what they complete."""
MANUAL = "usr/share/man/man1/dvojtah.1.gz"
MENU = """\
[Desktop Entry]
Type=Application
Name=Dvojtah
{comments}
Exec=dvojtah simulate
Terminal=false
Categories=Game;BoardGame;
"""


def comments(locales: Path) -> Iterator[str]:
    """What the menu of a desktop says of the program, in every language, by the catalogues in ``locales``.

    Raises OSError where one is not compiled there, as in a fresh checkout.
    """
    with i18n.speaking(SOURCE):
        comment = i18n.t("Clock and scoresheet for table games: the simulator")
    for word in sorted(LANGUAGES, key=lambda word: word != SOURCE):
        if word == SOURCE:
            yield f"Comment={comment}"
        else:
            yield f"Comment[{word}]={gettext.translation(i18n.DOMAIN, locales, [word]).gettext(comment)}"


def make(
    source: Path,
    system: str,
    processor: str,
    out: Path,
    cache: Path,
    program: Path | None = None,
    moment: int | None = None,
) -> Path:
    """The package of a source tree for that release and processor. Raises `Refused`.

    ``program`` is its wheel, made here where there is none yet; ``moment`` (s since 1970) is the age of its files at
    most.
    """
    version, python = str(payload.project(source)["version"]), payload.PYTHONS[system]
    wheels = wheels_of(cache, system, processor)
    step(f"Libraries for {system} on {processor}...")
    payload.fetch_wheels(wheels, source, system, processor)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out) as scratch:
        root, own = Path(scratch) / "root", Path(scratch) / "own"
        root.mkdir()
        own.mkdir()
        step("The program...")
        program = program or payload.own_wheel(own, source, Path(scratch))
        site, papers = root / HOME, root / "usr/share/doc/dvojtah"
        payload.unpack(site, [*payload.chosen(wheels, source), program], system, processor)
        put(root, "usr/bin/dvojtah", COMMAND)
        menu = MENU.format(comments="\n".join(comments(site / "device" / "locales")))
        put(root, "usr/share/applications/dvojtah.desktop", menu)
        for place, content in printed(source, own, moment).items():
            put(root, place, content)
        day = format_datetime(datetime.fromtimestamp(time.time() if moment is None else moment, UTC))
        changes = CHANGES.format(version=version, system=system, day=day)
        put(papers, "changelog.gz", packed(changes.encode()))
        put(papers, "NEWS.md.gz", packed((source / "CHANGELOG.md").read_bytes()))
        put(root, "usr/share/lintian/overrides/dvojtah", OVERRIDES.read_bytes())
        terms = f"{licences.HEADER}{licences.own(source)}\n{licences.write(site, papers)}"
        put(root, "usr/share/doc/dvojtah/copyright", terms)
        major, minor = map(int, python.split("."))
        size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file()) // 1024
        control = CONTROL.format(
            version=version,
            name=NAMES[processor],
            size=size,
            python=python,
            above=f"{major}.{minor + 1}",
            glibc=payload.GLIBCS[system],
            needs=NEEDS,
        )
        put(root, "DEBIAN/control", control)
        put(root, "DEBIAN/postinst", POSTINST)
        put(root, "DEBIAN/prerm", PRERM)
        for path in (root, *root.rglob("*")):  # whatever the umask was
            path.chmod(0o755 if path.is_dir() or path.relative_to(root).as_posix() in RUN else 0o644)
        step("Packing...")
        target = out / f"dvojtah_{version}_{NAMES[processor]}_{system}.deb"
        packing = ("dpkg-deb", "--root-owner-group", "--threads-max=1", "-Zxz", "-z6", "--build")
        run(*packing, root, target, environment=age(moment))
    return target


def wheels_of(cache: Path, system: str, processor: str) -> Path:
    """Where the libraries for a system and processor are kept."""
    return cache / f"wheels-{system}-{processor}"


def printed(source: Path, nowhere: Path, moment: int | None) -> dict[str, bytes]:
    """What the program in ``source`` prints of its command line, by the place where Debian looks for it.

    ``nowhere`` has no settings. Raises `Refused`.
    """
    # wide, because Python 3.13 breaks a long usage at other places than those before it; man breaks it anyway
    wide = {"COLUMNS": "10000"}
    environment = wide | {"PYTHONPATH": str(source), "XDG_CONFIG_HOME": str(nowhere), "DVOJTAH_SETTINGS": ""}

    def said(*words: str) -> bytes:
        return run(sys.executable, "-m", *words, cwd=source, environment=environment | age(moment))

    files = {place: said("device", "--lang", "en", "completion", shell) for shell, place in COMPLETIONS.items()}
    return files | {MANUAL: packed(said("tools.image.man_page"))}


def packed(content: bytes) -> bytes:
    """As gzip packs it at its best, without a day."""
    return gzip.compress(content, 9, mtime=0)


def look_over(package: Path) -> None:
    """What lintian finds wrong with a package, where it is installed. Raises `Refused` at an error or a warning."""
    if not shutil.which("lintian"):
        step("Without lintian here, nobody looks the package over: sudo apt install lintian")
        return
    step(f"lintian looks {package.name} over...")
    run("lintian", "--allow-root", "--fail-on", "error,warning", package)


def age(moment: int | None) -> dict[str, str]:
    """By which variable tools know the age (s since 1970) of what they make."""
    return {} if moment is None else {"SOURCE_DATE_EPOCH": str(moment)}


def put(root: Path, name: str, content: str | bytes) -> None:
    """A file of the package."""
    place = root / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content.encode() if isinstance(content, str) else content)


def main(argv: Sequence[str]) -> int:
    """The command line of ``make deb``."""
    top = argparse.ArgumentParser(prog="make deb", description=__doc__)
    top.add_argument("--system", choices=tuple(payload.PYTHONS), default="trixie")
    top.add_argument("--processor", choices=tuple(NAMES), default="x86_64")
    top.add_argument("--out", type=Path, default=Path("out/image"))
    options = top.parse_args(argv)
    try:
        path = make(payload.ROOT, options.system, options.processor, options.out, options.out / "cache")
        look_over(path)
    except (Refused, OSError) as error:
        sys.stdout.write(f"{error}\n")
        return 1
    step(f"{path} ({path.stat().st_size // 1_000_000} MB)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
