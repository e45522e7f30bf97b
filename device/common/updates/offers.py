"""Updates that are there to be had: on a USB stick, or where the builder keeps them. What they say is not believed yet.

All of it takes seconds, so a screen calls it from a thread of its own; nothing here raises.
"""

from __future__ import annotations

import http.client
import itertools
import os
import platform
import re
import shutil
import sys
import tarfile
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Annotated, Any

import msgspec
from msgspec import Meta

from device.common.files import usb_sticks
from device.common.files.small_file import Damaged, plain_file, read_bounded
from device.common.updates.asking import KEPT
from device.common.version import numbers, version
from rules.loading import readable
from rules.message import Message, msg

ENDING = ".update"
ADDRESS = Path("/etc/dvojtah/update-address")
"""One line: the folder on the network in which the builder keeps updates; without it nothing is looked for there."""
MEMBERS = ("manifest.json", "manifest.json.sig", "payload.tar.xz")
"""What the archive has, in this order."""
INDEX = "latest-{architecture}-python{python}.json"
"""The file in that folder which says what is newest for a kind of machine: a manifest and ``file``, a name."""
LARGEST = 512 * 1024 * 1024
"""Bytes that an update has at most."""
SMALL = 64 * 1024
HEADER = 512
"""Bytes before the content of a member (tar(5))."""
MOST = 500
"""Updates that are looked at in one folder."""
PATIENCE_S = 20
BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Offer:
    """An update that is newer than this table: its release, its bytes, and where it is: on a stick or at an address."""

    version: str
    size: int
    device: str = ""
    name: str = ""
    address: str = ""


Word = Annotated[str, Meta(min_length=1, max_length=40)]


class UpdateManifest(msgspec.Struct, frozen=True, kw_only=True):
    """What an update says of itself, as far as the table looks at it; ``file`` and ``size`` where it is the network."""

    product: Annotated[str, Meta(pattern=r"^dvojtah\Z")]
    version: Annotated[str, Meta(pattern=r"^[0-9]{1,6}(\.[0-9]{1,6}){0,3}\Z")]
    architecture: Word
    python: Word
    file: Annotated[str, Meta(max_length=200)] = ""
    size: Annotated[int, Meta(ge=0, le=LARGEST)] = 0
    sha256: Annotated[str, Meta(max_length=64)] = ""


def machine_kind() -> tuple[str, str]:
    """Processor and Python of this machine, as updates name them."""
    return platform.machine(), f"{sys.version_info.major}.{sys.version_info.minor}"


def find_on_stick(system: usb_sticks.StickSystem = usb_sticks.MACHINE, own: str | None = None) -> Offer | Message:
    """The newest update on the first sticks that are plugged in; else why there is none."""
    own = own or version()
    offers: list[Offer] = []
    others: list[Message] = []
    sticks = usb_sticks.volumes(system)
    if not sticks:
        return msg("There is no USB stick; plug one in and try again.")
    for volume in sticks:
        with usb_sticks.mount(volume, system) as root:
            for path in () if root is None else _files(root):
                manifest = manifest_of(path)
                if manifest is None:
                    others.append(msg("{file} is not an update of the table, or it is damaged.", file=path.name[:80]))
                elif (wrong := _fits(manifest, own)) is not None:
                    others.append(wrong)
                else:
                    with suppress(OSError):
                        name = path.relative_to(root or path).as_posix()
                        offers.append(Offer(manifest.version, path.stat().st_size, volume.device, name))
    if offers:
        return max(offers, key=lambda offer: numbers(offer.version))
    return others[0] if others else msg("The USB stick has no update; its name ends with {ending}.", ending=ENDING)


def find_on_network(address: str | None = None, own: str | None = None) -> Offer | Message:
    """The newest update where the builder keeps them; else why there is none."""
    base = address if address is not None else known_address()
    if not base:
        return msg("This table has no address for updates; use a USB stick.")
    architecture, python = machine_kind()
    index = urllib.parse.urljoin(base, INDEX.format(architecture=architecture, python=python))
    try:
        with _open(index) as answer:
            given = msgspec.json.decode(answer.read(SMALL), type=readable(UpdateManifest))
        if (wrong := _fits(given, own or version())) is not None:
            return wrong
        place = urllib.parse.urljoin(index, urllib.parse.quote(given.file, safe=""))
        return Offer(given.version, given.size, address=place)
    except urllib.error.HTTPError:
        return msg("At the address for updates there is none for this table.")
    except (OSError, ValueError, RecursionError, http.client.HTTPException):
        return msg("The address for updates does not answer; does the network work?")


def bring(
    offer: Offer,
    folder: Path,
    progress: Callable[[int], None] = lambda _: None,
    system: usb_sticks.StickSystem = usb_sticks.MACHINE,
) -> Path | Message:
    """Copy an update onto the card, into ``folder``; ``progress`` gets the number of bytes copied. Else why not."""
    target = folder / KEPT
    part = target.with_suffix(".part")
    try:
        if shutil.disk_usage(folder).free < offer.size + BLOCK:
            return msg("There is no room for the update on the card: {mb} MB are needed.", mb=offer.size // BLOCK + 1)
        if offer.address:
            with _open(offer.address) as source:
                _copy(source, part, progress)
        else:
            trouble = _from_stick(offer, part, progress, system)
            if trouble is not None:
                return trouble
        if part.stat().st_size < offer.size:
            raise ValueError("too short")
        part.replace(target)
    except (OSError, ValueError, Damaged, http.client.HTTPException):
        with suppress(OSError):
            part.unlink()
        return msg("The update did not arrive complete; try again.")
    return target


def known_address() -> str:
    """Where the builder keeps updates; ``""`` where none is given, or where it is no address."""
    try:
        line = read_bounded(ADDRESS).decode().strip().split("\n")[0].strip()
    except (OSError, ValueError, Damaged):
        return ""
    if not re.match(r"https?://\S+$", line):
        return ""
    return line if line.endswith("/") else line + "/"


def manifest_of(path: Path) -> UpdateManifest | None:
    """What an update says of itself; None where it says nothing that can be read.

    It is the content of the archive's first member. Read without tarfile's archive, which would read a long name or an
    extended header of any size into memory.
    """
    try:
        with plain_file(path, links=False) as file:
            return msgspec.json.decode(read_member(file, MEMBERS[0]), type=readable(UpdateManifest))
    except (OSError, Damaged, tarfile.TarError, ValueError, RecursionError):
        return None


def member_size(file: IO[bytes], name: str) -> int:
    """The bytes of the plain member of an archive that begins here. Raises ValueError where another one does."""
    member = tarfile.TarInfo.frombuf(file.read(HEADER), "utf-8", "surrogateescape")
    if member.name != name or member.type not in (tarfile.REGTYPE, tarfile.AREGTYPE) or member.size <= 0:
        raise ValueError(f"no {name}")
    return member.size


def read_member(file: IO[bytes], name: str) -> bytes:
    """The small member that begins here; what follows begins with the next one. Raises ValueError and TarError."""
    size = member_size(file, name)
    if size > SMALL:
        raise ValueError(f"{name} is too large")
    content = file.read(-(-size // HEADER) * HEADER)
    if len(content) < size:
        raise ValueError(f"{name} breaks off")
    return content[:size]


def unsuitable(path: Path) -> Message | None:
    """Why an update that was brought is not for this table; None where it may be."""
    manifest = manifest_of(path)
    if manifest is None:
        return msg("{file} is not an update of the table, or it is damaged.", file=path.name[:80])
    return _fits(manifest, version())


def _fits(manifest: UpdateManifest, own: str) -> Message | None:
    architecture, python = machine_kind()
    theirs = manifest.version
    if (manifest.architecture, manifest.python) != (architecture, python):
        return msg("The update {version} is for another kind of machine or system.", version=theirs)
    if numbers(theirs) <= numbers(own):
        return msg("There is nothing newer than version {version}, which runs here.", version=own)
    return None


def _files(root: Path) -> Iterator[Path]:
    """Updates at the top of a stick and in the project's folder there."""
    for folder in (root, root / usb_sticks.FOLDER):
        with suppress(OSError):
            named = (path for path in folder.iterdir() if path.name.endswith(ENDING))
            yield from sorted(itertools.islice(named, MOST))


def _from_stick(
    offer: Offer, part: Path, progress: Callable[[int], None], system: usb_sticks.StickSystem
) -> Message | None:
    for volume in usb_sticks.volumes(system):
        if volume.device == offer.device:
            with usb_sticks.mount(volume, system) as root:
                if root is not None:
                    with plain_file(root / offer.name, links=False) as source:
                        _copy(source, part, progress)
                    return None
    return msg("The USB stick was pulled out or is damaged; plug it in and try again.")


def _open(address: str) -> Any:
    if not address.startswith(("http://", "https://")):
        raise ValueError(address)
    return urllib.request.urlopen(address, timeout=PATIENCE_S)


def _copy(source: IO[bytes], target: Path, progress: Callable[[int], None]) -> None:
    there = 0
    with target.open("wb") as file:
        while block := source.read(BLOCK):
            there += len(block)
            if there > LARGEST:
                raise ValueError("too large")
            file.write(block)
            progress(there)
        file.flush()
        os.fsync(file.fileno())
