"""``make deb``: the program with the organiser's part as a Debian package for a laptop, every library inside.

Nothing is fetched and no other package is touched while it is installed: its scripts only compile and clean up. Each
package is for one release of the distribution, because compiled libraries are for one Python.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tools.image import payload
from tools.image.said import Refused, run, step

HOME = "usr/lib/dvojtah"
NAMES = {"x86_64": "amd64", "aarch64": "arm64"}
CONTROL = """\
Package: dvojtah
Version: {version}
Architecture: {name}
Maintainer: Dvojtah <dvojtah@example.invalid>
Installed-Size: {size}
Depends: python3 (>= {python}~), python3 (<< {above}~), mosquitto, openssl
Recommends: libgl1, avahi-daemon
Section: games
Priority: optional
Description: organiser and simulator of Dvojtah, the clock for table games
 Broker, desk and live board of an event, and the table itself in a window.
 Every library is inside; nothing is fetched when it is installed.
"""
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
MENU = """\
[Desktop Entry]
Type=Application
Name=Dvojtah
Comment=Clock and scoresheet for table games: the simulator
Comment[cs]=Hodiny a zápis stolních her: simulátor
Exec=dvojtah simulate
Terminal=false
Categories=Game;BoardGame;
"""


def make(system: str, processor: str, out: Path, cache: Path) -> Path:
    """The package for that release and processor. Raises `Refused`."""
    version, python = str(payload.project()["version"]), payload.PYTHONS[system]
    wheels = cache / f"wheels-{system}-{processor}"
    step(f"Libraries for {system} on {processor}...")
    wanted = payload.requirements(extras=("organiser",))
    payload.fetch_wheels(wheels, system, processor, wanted)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out) as scratch:
        root, own = Path(scratch) / "root", Path(scratch) / "own"
        root.mkdir(mode=0o755)
        own.mkdir()
        step("The program...")
        program = payload.own_wheel(own, payload.ROOT, Path(scratch))
        payload.unpack(root / HOME, [*payload.chosen(wheels, wanted), program], system, processor)
        major, minor = map(int, python.split("."))
        size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file()) // 1024
        control = CONTROL.format(
            version=version, name=NAMES[processor], size=size, python=python, above=f"{major}.{minor + 1}"
        )
        put(root, "DEBIAN/control", control)
        put(root, "DEBIAN/postinst", POSTINST, 0o755)
        put(root, "DEBIAN/prerm", PRERM, 0o755)
        put(root, "usr/bin/dvojtah", COMMAND, 0o755)
        put(root, "usr/share/applications/dvojtah.desktop", MENU)
        put(root, "usr/share/doc/dvojtah/copyright", (payload.ROOT / "LICENSE").read_text(encoding="utf-8"))
        step("Packing...")
        target = out / f"dvojtah_{version}_{NAMES[processor]}_{system}.deb"
        run("dpkg-deb", "--root-owner-group", "-Zxz", "-z6", "--build", root, target)
    return target


def put(root: Path, name: str, content: str, mode: int = 0o644) -> None:
    """A file of the package."""
    place = root / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(content, encoding="utf-8")
    place.chmod(mode)


def main(argv: Sequence[str]) -> int:
    """The command line of ``make deb``."""
    top = argparse.ArgumentParser(prog="make deb", description=__doc__)
    top.add_argument("--system", choices=tuple(payload.PYTHONS), default="trixie")
    top.add_argument("--processor", choices=tuple(NAMES), default="x86_64")
    top.add_argument("--out", type=Path, default=Path("out/image"))
    options = top.parse_args(argv)
    try:
        made = make(options.system, options.processor, options.out, options.out / "cache")
    except (Refused, OSError) as error:
        sys.stdout.write(f"{error}\n")
        return 1
    step(f"{made} ({made.stat().st_size // 1_000_000} MB)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
