"""An update as one file: what it says of itself, the builder's signature over that, and what it brings.

The file is a plain tar archive of three members in this order: ``manifest.json``, ``manifest.json.sig``,
``payload.tar.xz``. The signature is OpenSSH's (ssh-keygen(1), ``-Y verify``) over the manifest, which names the
payload's SHA-256, so nothing that the builder did not make is unpacked. Why these and not others:
docs/decisions/image.md.
"""

from __future__ import annotations

import errno
import hashlib
import json
import lzma
import re
import shutil
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from installer.machine import Machine, Trouble, open_plain

PRODUCT = "dvojtah"
FORMAT = 1
NAMESPACE = "dvojtah-update"
"""What a signature is for: one that the same key made of anything else does not count."""
SIGNER = "builder"
KEYS = "/etc/dvojtah/update-keys.pub"
"""Public keys of whoever may make updates for this table, one a line, as ``ssh-keygen`` writes them."""
MEMBERS = ("manifest.json", "manifest.json.sig", "payload.tar.xz")
FIELDS = ("version", "name", "architecture", "python", "size", "unpacked", "sha256")
BLOCK = 512
"""Bytes of a member's header, and what its content is filled up to (tar(5))."""
LARGEST = 64 * 1024
"""Bytes that manifest and signature have at most."""
ROOM = 1.5
"""How many times its unpacked size an update needs beside the file while it is made into a version."""
_VERSION = re.compile(r"\d{1,6}(\.\d{1,6}){0,3}")
_NAME = re.compile(r"[0-9A-Za-z.]{1,40}-[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an update says of itself. ``name`` is the version's folder, ``size`` the payload's bytes, ``unpacked`` what
    its files have."""

    version: str
    name: str
    architecture: str
    python: str
    size: int
    unpacked: int
    sha256: str


def numbers(version: str) -> tuple[int, ...]:
    """A release number in order: ``"0.10"`` comes after ``"0.9.1"``. Zeros at the end say nothing."""
    parts = [int(part) for part in version.split(".")]
    while parts and not parts[-1]:
        parts.pop()
    return tuple(parts)


def stage(machine: Machine, file: Path, own: str, folder: Path) -> Manifest:
    """Check an update whole and unpack it into ``folder``, which only root can write. Raises `Trouble`.

    ``own`` is the version that runs. The file is opened once: whoever may write it cannot change it between the look
    and the unpacking.
    """
    try:
        with open_plain(file) as opened:
            return _staged(machine, opened, own, folder)
    except (tarfile.TarError, EOFError, RecursionError):
        raise no_update() from None
    except OSError as error:
        if error.errno == errno.EINVAL:
            raise no_update() from None
        raise Trouble(
            "The update cannot be read ({error}); nothing was changed.", error=error.strerror or "?"
        ) from None


def _staged(machine: Machine, opened: IO[bytes], own: str, folder: Path) -> Manifest:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, mode=0o700)
    text, signature = _text(opened, MEMBERS[0]), _text(opened, MEMBERS[1])
    size = _size(opened, MEMBERS[2])
    check_signature(machine, text, signature, folder)
    manifest = read_manifest(text)
    check_fits(machine, manifest, own)
    needed = int(manifest.size + ROOM * manifest.unpacked)
    if shutil.disk_usage(folder).free < needed:
        raise Trouble("There is no room for the update: {mb} MB are needed.", mb=needed // 1_000_000 + 1)
    copy = folder / MEMBERS[2]
    digest, left = hashlib.sha256(), manifest.size
    with copy.open("wb") as target:
        while block := opened.read(min(left, 1 << 20)):
            digest.update(block)
            target.write(block)
            left -= len(block)
    if left or size != manifest.size or digest.hexdigest() != manifest.sha256:
        raise Trouble("The update is damaged; copy it again. Nothing was changed.")
    try:
        _unpack(copy, folder)
    except lzma.LZMAError:
        raise no_update() from None
    copy.unlink()
    return manifest


def no_update() -> Trouble:
    """What is said of a file that is no update."""
    return Trouble("This is not an update of the table, or it is damaged; nothing was changed.")


def _size(opened: IO[bytes], name: str) -> int:
    """The bytes of the plain member ``name`` that begins here. Raises `Trouble` and TarError.

    Header by header, not by tarfile's archive: what stands before a signature is anybody's, and it would read a long
    name or an extended header of any size into memory.
    """
    member = tarfile.TarInfo.frombuf(opened.read(BLOCK), "utf-8", "surrogateescape")
    if name == MEMBERS[1] and member.name == MEMBERS[2]:
        raise Trouble("The update is not signed; nothing was changed.")
    if member.name != name or member.type not in (tarfile.REGTYPE, tarfile.AREGTYPE) or member.size < 0:
        raise no_update()
    return member.size


def _text(opened: IO[bytes], name: str) -> str:
    """A small member. Raises `Trouble` and TarError."""
    size = _size(opened, name)
    if size > LARGEST:
        raise no_update()
    raw = opened.read(-(-size // BLOCK) * BLOCK)
    if len(raw) < size:
        raise no_update()
    return raw[:size].decode("utf-8", errors="replace")


def check_signature(machine: Machine, text: str, signature: str, folder: Path) -> None:
    """Whether one of the builder's keys signed that text. Raises `Trouble`."""
    place = machine.path(KEYS)
    lines = place.read_text(encoding="utf-8").split("\n") if place.is_file() else []
    keys = [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    if not keys:
        raise Trouble("This table takes no updates, because it knows no builder's key; nothing was changed.")
    allowed, beside = folder / "allowed", folder / "signature"
    allowed.write_text("".join(f'{SIGNER} namespaces="{NAMESPACE}" {key}\n' for key in keys), encoding="utf-8")
    beside.write_text(signature, encoding="utf-8")
    command = ("ssh-keygen", "-Y", "verify", "-f", allowed, "-I", SIGNER, "-n", NAMESPACE, "-s", beside)
    try:
        done = machine.run(*map(str, command), feed=text)
    except FileNotFoundError:
        raise Trouble("Signatures cannot be checked here; install openssh-client. Nothing was changed.") from None
    if done.returncode:
        raise Trouble("The update is not signed by whoever this table trusts; nothing was changed.")
    allowed.unlink()
    beside.unlink()


def read_manifest(text: str) -> Manifest:
    """What the update says of itself. Raises `Trouble`."""
    try:
        given = json.loads(text)
        if given["product"] != PRODUCT:
            raise no_update()
        if given["format"] != FORMAT:
            raise Trouble("This update needs a newer table; install the version in between first.")
        manifest = Manifest(*(given[name] for name in FIELDS))
        good = (
            _VERSION.fullmatch(manifest.version)
            and _NAME.fullmatch(manifest.name)
            and all(isinstance(size, int) and size > 0 for size in (manifest.size, manifest.unpacked))
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        good = None
    if not good:
        raise no_update()
    return manifest


def check_fits(machine: Machine, manifest: Manifest, own: str) -> None:
    """Whether the update is for this machine, and newer than what it has. Raises `Trouble`."""
    if manifest.architecture != machine.processor:
        raise Trouble(
            "The update is for another processor ({theirs}, this is {own}); nothing was changed.",
            theirs=manifest.architecture,
            own=machine.processor,
        )
    if manifest.python != machine.python:
        raise Trouble(
            "The update is for another release of the system (Python {theirs}, this has {own}); nothing was changed.",
            theirs=manifest.python,
            own=machine.python,
        )
    if numbers(manifest.version) <= numbers(own):
        raise Trouble(
            "The update {version} is not newer than the version of this table, {own}; nothing was changed.",
            version=manifest.version,
            own=own,
        )


def _unpack(payload: Path, folder: Path) -> None:
    """The payload's files: plain ones and folders, none outside. Raises `Trouble`."""
    paths: set[Path] = set()
    with tarfile.open(payload, mode="r:xz") as archive:
        for member in archive:
            inside = not member.name.startswith("/") and ".." not in Path(member.name).parts
            if not inside or not (member.isfile() or member.isdir()):
                raise no_update()
            place = folder / member.name
            if member.isdir():
                place.mkdir(parents=True, exist_ok=True)
                continue
            if place.parent not in paths:
                place.parent.mkdir(parents=True, exist_ok=True)
                paths.add(place.parent)
            content = archive.extractfile(member)
            with place.open("wb") as target:
                if content is not None:
                    shutil.copyfileobj(content, target)
            place.chmod(0o755 if member.mode & 0o100 else 0o644)
