"""``make update KEY=FILE``: the program of this source tree as one signed file, for tables that run already.

The private key stays with the builder, as ``ssh-keygen -t ed25519`` made it; with a passphrase, ssh-keygen asks or the
agent answers.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tools.image import payload
from tools.image.said import Refused, run, step

from installer.update_file import FORMAT, MEMBERS, NAMESPACE, PRODUCT  # isort: skip - found by tools.image.payload


def pack(folder: Path, target: Path, details: dict[str, object], key: Path | None) -> Path:
    """Pack what lies in ``folder`` into one file, signed with a private key. None leaves it unsigned, for tests."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        inner = Path(scratch) / MEMBERS[2]
        plain, unpacked = inner.with_suffix(""), 0
        with tarfile.open(plain, "w", format=tarfile.GNU_FORMAT) as archive:
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    unpacked += path.stat().st_size
                    archive.add(path, path.relative_to(folder).as_posix(), filter=_plain)
        run("xz", "-T0", "-2", plain)
        digest = hashlib.sha256(inner.read_bytes()).hexdigest()
        manifest = {"product": PRODUCT, "format": FORMAT, **details}
        manifest |= {"size": inner.stat().st_size, "unpacked": unpacked, "sha256": digest}
        text = json.dumps(manifest, indent=1).encode() + b"\n"
        place = Path(scratch) / MEMBERS[0]
        place.write_bytes(text)
        if key is not None:
            run("ssh-keygen", "-Y", "sign", "-f", key, "-n", NAMESPACE, place)
        beside = target.with_suffix(".new")
        with tarfile.open(beside, "w", format=tarfile.USTAR_FORMAT) as archive:
            for member in MEMBERS:
                if (Path(scratch) / member).exists():
                    archive.add(Path(scratch) / member, member, filter=_plain)
        beside.replace(target)
    return target


def _plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """The same file on every machine and day: no owner, no time."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mtime = 0
    return member


def index(update: Path, details: dict[str, object]) -> Path:
    """The file beside updates on the network that says which is newest for a kind of machine."""
    place = update.parent / f"latest-{details['architecture']}-python{details['python']}.json"
    with tarfile.open(update) as archive:
        content = archive.extractfile(MEMBERS[0])
        manifest = json.load(content) if content else {}
    manifest["file"], manifest["size"] = update.name, update.stat().st_size
    beside = place.with_suffix(".new")
    beside.write_bytes(json.dumps(manifest, indent=1).encode() + b"\n")
    beside.replace(place)
    return place


def make(source: Path, key: Path, system: str, processor: str, out: Path, cache: Path) -> Path:
    """An update of that source tree for that system and processor. Raises `Refused`."""
    if not key.is_file():
        raise Refused(f"There is no private key {key}; ssh-keygen -t ed25519 -f {key} makes one.")
    if key.suffix == ".pub":
        raise Refused(f"{key} is the public key; signing needs the private one, {key.with_suffix('')}.")
    release = str(payload.project(source)["version"])
    details: dict[str, object] = {
        "version": release,
        "name": payload.name_of(source),
        "architecture": processor,
        "python": payload.PYTHONS[system],
    }
    wheels = cache / f"wheels-{system}-{processor}"
    step(f"Libraries for {system} on {processor}...")
    payload.fetch_wheels(wheels, source, system, processor)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out) as scratch:
        folder = Path(scratch) / "payload"
        folder.mkdir()
        step("The program...")
        payload.make(folder, source, wheels, system, processor)
        step("Packing and signing...")
        target = out / f"dvojtah-{release}-{system}-{processor}.update"
        pack(folder, target, details, key)
        index(target, details)
    return target


def main(argv: Sequence[str]) -> int:
    """The command line of ``make update``."""
    top = argparse.ArgumentParser(prog="make update", description=__doc__)
    top.add_argument("--key", type=Path, required=True)
    top.add_argument("--system", choices=tuple(payload.PYTHONS), default="trixie")
    top.add_argument("--processor", choices=("aarch64", "x86_64"), default="aarch64")
    top.add_argument("--source", type=Path, default=payload.ROOT)
    top.add_argument("--out", type=Path, default=Path("out/image"))
    options = top.parse_args(argv)
    try:
        path = make(
            options.source,
            options.key.expanduser(),
            options.system,
            options.processor,
            options.out,
            options.out / "cache",
        )
    except (Refused, OSError) as error:
        sys.stdout.write(f"{error}\n")
        return 1
    step(f"{path} ({path.stat().st_size // 1_000_000} MB)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
