"""``make image BASE=FILE``: an official Raspberry Pi OS Lite image in, one that starts into the table out.

The root file system is taken out, the table is installed in it with its own programs, and a new one of the right size
takes its place; the partition to start from keeps its files but for the few that changed. As root, because files have
owners; without a loop device, so a container will do.

The same commit, base and Debian packages make the same card to the byte (tools/image/reproducible.py). The packages of
the last card are kept: ``--again`` makes it of those, and ``--twice`` makes it a second time at once and compares.
"""

from __future__ import annotations

import argparse
import datetime
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from device.common.languages import DEFAULT, LANGUAGES
from device.updates.room import LEAST_FOR_UPDATE
from tools.image import base, filesystems, imager, partitions, payload, reproducible
from tools.image.said import Refused, run, step

from installer.main import OPTIONAL, PACKAGES  # isort: skip - found by tools.image.payload

HERE = Path(__file__).resolve().parent
WORK = "/opt/dvojtah-build"
"""In the image, while it is made."""
MORE = ("network-manager", "avahi-daemon", "iw", "rfkill", "fdisk", "e2fsprogs")
"""What the first start needs beside the table's own packages."""
WISHED = ("mosquitto", "openssl", "nftables", "console-setup-linux", "overlayroot", "busybox")
"""For the role of the organiser, whose console needs a font with Czech letters; the last two for a read-only card,
which is switched on where there is no network."""
HOTSPOT = ("comitup", "iproute2")
"""The first runs a program of the second to learn its addresses, and does not depend on it."""
CLOSED_HOTSPOT = (
    "The hotspot has a password. Under trixie some Wi-Fi chips do not open one, that of a Zero W for one "
    "(comitup #273, raspberrypi/linux #7247); HOTSPOT=open makes one without, "
    "and its page asks for a code that the screen shows."
)
BOOT_FILE = "dvojtah.toml"
CARDS = (2, 4, 8, 16, 32, 64, 128)
"""GB that cards are sold with."""
CARD_HOLDS = 950_000_000
"""Bytes of a card for each GB on its label, where it is a poor one."""
INSIDE = """
umask 022
mount --make-rprivate /
mount -t proc proc "$1/proc"
mount --rbind /sys "$1/sys"
mount --rbind /dev "$1/dev"
mount -t tmpfs tmpfs "$1/run"
mkdir -p "$1/boot/firmware"
mount --bind "$2" "$1/boot/firmware"
mount --bind "$5/lists" "$1/var/lib/apt/lists"
mount --bind "$5/archives" "$1/var/cache/apt/archives"
unset LD_PRELOAD
exec chroot "$1" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "SOURCE_DATE_EPOCH=$6" \
    sh "$3/inside.sh" "$3" "$4"
"""
LATER = "+900d"
"""The day of the second card of two that are compared, for libfaketime."""
INSTALLED = "installed"
"""A line for each Debian package in the card, with its version."""


def build(options: argparse.Namespace) -> Path:
    """Make the image; its path. Raises `Refused`."""
    base.check_builder()
    out: Path = options.out
    out.parent.mkdir(parents=True, exist_ok=True)
    moment = reproducible.moment_of(payload.ROOT)
    with tempfile.TemporaryDirectory(prefix=".image-", dir=out.parent) as scratch:
        work = Path(scratch)
        began = reproducible.now_on(work)
        step(f"Looking at {options.base}...")
        base_image = base.looked_at(options.base, work)
        like = filesystems.described(base_image.root_file)
        tree, boot, before, boot_file = work / "root", work / "boot", work / "boot.before", work / "boot.fat"
        step(f"Raspberry Pi OS {base_image.system}: taking its files out...")
        partitions.copy_out(base_image.image, base_image.boot, boot_file)
        filesystems.boot_out(boot_file, boot)
        shutil.copytree(boot, before)
        filesystems.root_out(base_image.root_file, tree)
        base_image.root_file.unlink()
        if options.hotspot == "password":
            step(CLOSED_HOTSPOT)
        step("Libraries and program...")
        inside = tree / WORK.lstrip("/")
        prepare(inside, base_image.system, options)
        reproducible.level(inside, moment)
        if not (boot / BOOT_FILE).exists():
            shutil.copy(HERE / BOOT_FILE, boot)
        step("Installing the table with the programs of the image...")
        install(tree, boot, base_image.system, packages_of(options.cache, base_image.system), moment)
        made_of = f"# {options.base.name} SHA-256 {imager.digest(options.base)}\n{(inside / INSTALLED).read_text()}"
        out.with_name(f"{imager.name_of(out)}.packages").write_text(made_of, encoding="utf-8")
        shutil.rmtree(inside)
        reproducible.settle(tree, began, moment)
        if options.listing:
            options.listing.write_text(reproducible.listing(tree), encoding="utf-8", errors="surrogateescape")
        step("Putting the image together...")
        changed = filesystems.boot_in(boot_file, boot, before, moment)
        step(f"Changed on the partition to start from: {', '.join(changed)}")
        root_file = work / "new.ext4"
        filesystems.root_made(tree, root_file, filesystems.size_for(tree, base_image.root.size), like, moment)
        image = work / "image.img"
        assembled(base_image, boot_file, root_file, image)
        shutil.rmtree(tree)
        packed(image, out)
        step("Its checksum, and the manifest for Raspberry Pi Imager...")
        imager.checksum(out)
        imager.manifest(image, out, options.address, datetime.datetime.fromtimestamp(moment, datetime.UTC).date())
    return out


def packages_of(cache: Path, system: str) -> Path:
    """Where the Debian packages of the last card of a system are kept, with the mirror's lists of that day."""
    folder = cache / f"packages-{system}"
    for name in ("lists", "archives"):
        (folder / name / "partial").mkdir(parents=True, exist_ok=True)
    return folder.resolve()


def prepare(folder: Path, system: str, options: argparse.Namespace, processor: str = base.PROCESSOR) -> None:
    """What an image for that processor needs from here, in a folder of its own in it."""
    folder.mkdir(parents=True)
    wheels = options.cache / f"wheels-{system}-{processor}"
    payload.fetch_wheels(wheels, payload.ROOT, system, processor)
    (folder / "payload").mkdir()
    payload.make(folder / "payload", payload.ROOT, wheels, system, processor)
    payload.take(payload.ROOT, folder / "source")
    (folder / "source/docs").mkdir(exist_ok=True)
    shutil.copy(payload.ROOT / "docs/install.md", folder / "source/docs")
    for name in ("inside.sh", "comitup.conf", "comitup.service.conf", "comitup-web.service.conf"):
        shutil.copy(HERE / name, folder)
    # The libraries for the pins come from the distribution, where it is a Raspberry Pi's (docs/decisions/gpio.md).
    (folder / "packages").write_text(" ".join((*PACKAGES, *MORE)) + "\n")
    (folder / "wished").write_text(" ".join((*OPTIONAL, *WISHED, *(HOTSPOT if options.hotspot else ()))) + "\n")
    (folder / "language").write_text(options.lang + "\n")
    if options.again:
        (folder / "again").touch()
    if options.later:
        (folder / "later").write_text(LATER + "\n")
    if options.hotspot:
        (folder / "hotspot").write_text("open\n" if options.hotspot == "open" else "")
    if options.key:
        text = options.key.read_text(encoding="utf-8") if options.key.is_file() else ""
        if not re.match(r"(ssh|ecdsa|sk-)\S+ [A-Za-z0-9+/=]{40,}", text):
            raise Refused(f"{options.key} is no public key; KEY is the file that ssh-keygen named .pub.")
        (folder / "update-keys.pub").write_text(text)
    if options.address:
        if not re.match(r"https?://\S+$", options.address):
            raise Refused(f"{options.address} is no address; ADDRESS begins with https:// or http://.")
        (folder / "update-address").write_text(options.address + "\n")


def install(tree: Path, boot: Path, system: str, packages: Path, moment: int) -> None:
    """Run the installer in the image's root, in a name space of its own: its mounts end with it. Raises `Refused`.

    ``packages`` keeps what apt fetches; what writes a day there writes that of ``moment`` (s since 1970).
    """
    names, aside = tree / "etc/resolv.conf", tree / WORK.lstrip("/") / "resolv.conf"
    if os.path.lexists(names):
        names.rename(aside)  # with its rights and its age
    shutil.copy("/etc/resolv.conf", names)
    try:
        done = subprocess.run(
            ["unshare", "--mount", "sh", "-ec", INSIDE, "sh", tree, boot, WORK, system, packages, str(moment)],
            stdin=subprocess.DEVNULL,
            check=False,
        )
    finally:
        names.unlink(missing_ok=True)
        if os.path.lexists(aside):
            aside.rename(names)
    if done.returncode:
        raise Refused("The table could not be installed in the image; the lines above say why.")


def assembled(base_image: base.Base, boot_file: Path, root_file: Path, image: Path) -> None:
    """The new image: what lies before the root as it was, the partition table with the new size, the new root."""
    size = root_file.stat().st_size
    partitions.copy(base_image.image, 0, image, 0, base_image.boot.start)
    with image.open("r+b") as file:
        sector = file.read(partitions.SECTOR)
        file.seek(0)
        file.write(partitions.with_size(sector, base_image.root.number, size))
        file.truncate(base_image.root.start + size)
    partitions.copy(boot_file, 0, image, base_image.boot.start, boot_file.stat().st_size)
    partitions.copy(root_file, 0, image, base_image.root.start, size)


def smallest_card(image: int) -> tuple[int, int]:
    """Bytes that an image of that size needs on a card with games and one update, and the GB of the smallest card."""
    needed = image + LEAST_FOR_UPDATE * 1_000_000
    return needed, next(card for card in CARDS if card * CARD_HOLDS >= needed)


def packed(image: Path, out: Path) -> None:
    """The image under its name, packed where that ends with .xz; never half of it."""
    needed, card = smallest_card(image.stat().st_size)
    step(f"The smallest card for it has {card} GB: {needed // 1_000_000} MB with games and one update; packing...")
    beside = out.with_name(out.name + ".new")
    if out.suffix == ".xz":
        with beside.open("wb") as target:
            subprocess.run(["xz", "-T0", "-3", "-c", image], stdout=target, check=True)
    else:
        run("cp", "--sparse=always", image, beside)
    beside.replace(out)


def parser() -> argparse.ArgumentParser:
    """The command line of ``make image``."""
    top = argparse.ArgumentParser(prog="make image", description=__doc__)
    top.add_argument("--base", type=Path, required=True, help="Raspberry Pi OS Lite, 64-bit: .img or .img.xz")
    top.add_argument("--out", type=Path, default=Path("out/image/dvojtah.img.xz"))
    top.add_argument("--lang", choices=tuple(LANGUAGES), default=DEFAULT, help="language until somebody answers")
    top.add_argument("--key", type=Path, help="public key of whoever makes updates for these tables")
    top.add_argument("--address", default="", help="folder on the network where updates lie")
    top.add_argument(
        "--hotspot",
        nargs="?",
        const="password",
        choices=("password", "open"),
        help="a hotspot until the first start is answered (comitup); open: no password, but a code on the screen",
    )
    top.add_argument("--cache", type=Path, default=Path("out/image/cache"), help="what was fetched before")
    top.add_argument("--again", action="store_true", help="of the Debian packages that the last card was made of")
    top.add_argument("--twice", action="store_true", help="make it once more elsewhere, 900 days later, and compare")
    top.add_argument("--later", action="store_true", help=argparse.SUPPRESS)
    top.add_argument("--listing", type=Path, help=argparse.SUPPRESS)
    return top


def build_twice(options: argparse.Namespace) -> Path:
    """Make the image, and once more from a clone in another folder on another day; its path.

    Raises `Refused` where the two are not the same, with the names of the first files that differ.
    """
    if run("git", "-c", "safe.directory=*", "-C", payload.ROOT, "status", "--porcelain"):
        raise Refused("Two cards are made of the last commit; commit what was changed since then, or put it away.")
    with tempfile.TemporaryDirectory() as scratch:
        checkout, folder, builders = (Path(scratch) / name for name in ("checkout of another", "again", "builders"))
        options.listing = Path(scratch) / "files"
        path = build(options)
        step("Once more, from a clone of the last commit, 900 days later...")
        run("git", "-c", "safe.directory=*", "clone", "--quiet", payload.ROOT, checkout)
        run(sys.executable, *payload.PIP, "download", "--dest", builders, *payload.builders_of(payload.ROOT))
        command = [sys.executable, "-m", "tools.image.build", "--again", "--later", "--lang", options.lang]
        places = {"base": options.base, "out": folder / path.name, "cache": options.cache, "listing": folder / "files"}
        places |= {"key": options.key} if options.key else {}
        command += [word for name, place in places.items() for word in (f"--{name}", str(place.absolute()))]
        command += [f"--address={options.address}", *([f"--hotspot={options.hotspot}"] if options.hotspot else [])]
        folder.mkdir()
        # libraries were fetched, and certificates have their days; files keep the times that they have
        other = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": builders.as_uri(), "NO_FAKE_STAT": "1", "PYTHONPATH": ""}
        elsewhere = ("sh", "-c", 'umask 077; exec "$@"', "sh", "faketime", "-f", LATER)
        run(*elsewhere, *command, cwd=checkout, environment=other, aloud=True)
        if path.read_bytes() != (folder / path.name).read_bytes():
            listed = (options.listing, folder / "files")
            first, two = (set(place.read_text(errors="replace").split("\n")) for place in listed)
            names = sorted({line.rpartition("\t")[2] for line in first ^ two})
            raise Refused(f"The card is another the second time: {', '.join(names[:20]) or 'by its file systems'}.")
    return path


def main(argv: Sequence[str]) -> int:
    """Make it; 1 with one sentence where it cannot be."""
    try:
        options = parser().parse_args(argv)
        path = build_twice(options) if options.twice else build(options)
    except Refused as refused:
        sys.stdout.write(f"{refused}\n")
        return 1
    except OSError as error:
        sys.stdout.write(f"{error.filename or 'A file'} cannot be written or read: {error.strerror or error}\n")
        return 1
    step(f"{path} ({path.stat().st_size // 1_000_000} MB)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
