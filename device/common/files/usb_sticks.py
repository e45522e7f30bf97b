"""USB sticks: finding them, mounting one for as long as it is needed, reading a file, writing files safely.

A stick is a disk that the kernel calls removable (``/sys/block/*/removable``) and that the system does not run from.
One that is not mounted is mounted with udisks, where that is installed, and unmounted afterwards.

Nothing here raises because of a stick: what became of it is a `StickOutcome`, or a sentence. All of it waits for the
stick, for seconds where that is slow, so a screen calls it from a thread of its own.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from device.common.files.atomic_write import sync_folder
from device.common.files.machine import read_line, run_program
from device.common.files.small_file import Damaged, read_bounded
from rules.message import Message, msg

FOLDER = "dvojtah"
"""Folder on the stick."""
SYSTEM = ("/", "/boot", "/boot/firmware", "/home", "/usr", "/var", "/etc", "/opt", "/srv")
"""Where a disk that the system runs from is mounted."""
MOST = 99
"""Versions of one file that find a name on a stick."""
UDISKS_S = 20
"""Seconds that mounting may take."""
READ_ONLY = msg("The USB stick is read-only; move its switch or take another.")
"""Of one whose switch is set, or which the kernel lets nobody write."""


class Volume(msgspec.Struct, frozen=True):
    """A file system on a stick: its device, where it is mounted (None: it is not), whether it may be written, its
    size in blocks."""

    device: str
    mount: Path | None
    writable: bool = True
    size: int = 0


class StickOutcome(msgspec.Struct, frozen=True):
    """What became of it: whether all is done, a sentence for people, and the files that are on the stick."""

    ok: bool
    message: Message
    files: tuple[Path, ...] = ()


def udisks_mount(device: str) -> Path | None:
    """Mount a device as the desktop would; None where that is not possible."""
    output = _udisks("mount", device)
    match = re.search(r" at [`']?(/.+?)[.'`]*$", output or "", re.MULTILINE)
    return Path(match[1]) if match else None


def udisks_unmount(device: str) -> None:
    """Unmount a device that `udisks_mount` took."""
    _udisks("unmount", device)


def _udisks(act: str, device: str) -> str | None:
    command = ("udisksctl", act, "--block-device", device, "--no-user-interaction")
    return run_program(*command, timeout_s=UDISKS_S, must_succeed=True)


class StickSystem(msgspec.Struct, frozen=True):
    """The machine as this module sees it; tests bring their own."""

    sys_block: Path = Path("/sys/block")
    mounts: Path = Path("/proc/mounts")
    mount: Callable[[str], Path | None] = udisks_mount
    unmount: Callable[[str], None] = udisks_unmount


MACHINE = StickSystem()


def at_first_stick(do: Callable[[Path], StickOutcome], system: StickSystem, *, writes: bool = True) -> StickOutcome:
    """What ``do`` comes to at the root of the first stick where it succeeds, else at the last one. Never raises.

    Where it ``writes``, a stick that cannot be written on is not asked.
    """
    sticks = volumes(system)
    outcome = StickOutcome(False, _unreached(sticks))
    for volume in sticks:
        with mount(volume, system) as root:
            if root is None:
                continue
            outcome = do(root) if volume.writable or not writes else StickOutcome(False, READ_ONLY)
        if outcome.ok:
            break
    return outcome


def _unreached(sticks: Sequence[Volume]) -> Message:
    """The sentence where there is no stick, or none of those that were found can be mounted."""
    if sticks:
        return msg("The USB stick cannot be mounted; plug it in again or try another.")
    return msg("There is no USB stick; plug one in and try again.")


def read_file(name: str, largest: int, system: StickSystem = MACHINE) -> bytes | Message:
    """What the file ``name`` holds, at the top of a stick or in the folder there; else why nothing. Never raises."""
    sticks = volumes(system)
    trouble = _unreached(sticks)
    for volume in sticks:
        with mount(volume, system) as root:
            for path in () if root is None else (root / name, root / FOLDER / name):
                try:
                    return read_bounded(path, largest)
                except FileNotFoundError:
                    trouble = msg("The USB stick has no file {name}.", name=name)
                except Damaged:
                    return msg("The file {name} on the USB stick cannot be read.", name=name)
    return trouble


def volumes(system: StickSystem) -> list[Volume]:
    """File systems on removable disks; none of a disk that the system runs from. Never raises.

    Mounted ones come first, then the largest: a small one before the others is some system's own.
    """
    try:
        sticks = list(_volumes(system))
    except OSError:  # the machine says nothing of its disks, or one was pulled out meanwhile
        return []
    return sorted(sticks, key=lambda volume: (volume.mount is None, not volume.writable, -volume.size, volume.device))


def _volumes(system: StickSystem) -> Iterator[Volume]:
    """Raises OSError."""
    table = list(mount_table(system.mounts.read_text(encoding="utf-8", errors="surrogateescape")))
    for disk in sorted(system.sys_block.iterdir()):
        if not _is(disk / "removable", "1") or _is(disk / "size", "0"):
            continue
        parts = sorted(path.name for path in disk.iterdir() if (path / "partition").exists()) or [disk.name]
        held = [row for row in table if _name(row) in {disk.name, *parts}]
        if any(str(row.place) in SYSTEM for row in held):
            continue
        for name in parts:
            row = next((row for row in held if _name(row) == name), None)
            mount = None if row is None else row.place
            writable = not _is(disk / "ro", "1") and (row is None or "ro" not in row.options)
            size = read_line(disk / name / "size" if name != disk.name else disk / "size") or ""
            yield Volume(f"/dev/{name}", mount, writable, int(size) if size.isdigit() else 0)


class MountEntry(msgspec.Struct, frozen=True):
    """A line of the mount table: the device, the place, the kind of file system, the options."""

    device: str
    place: Path
    kind: str
    options: tuple[str, ...]


def mount_table(text: str) -> Iterator[MountEntry]:
    """The lines of ``/proc/mounts``; spaces stand there as ``\\040``."""
    for line in text.splitlines():
        parts = line.split(" ")
        if len(parts) >= 4:
            device, place = (re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), part) for part in parts[:2])
            yield MountEntry(device, Path(place), parts[2], tuple(parts[3].split(",")))


def _name(row: MountEntry) -> str:
    """The name of a disk or partition that is mounted; nothing where that is no device."""
    return row.device.rsplit("/", 1)[-1] if row.device.startswith("/dev/") else ""


def _is(path: Path, value: str) -> bool:
    return read_line(path) == value


@contextlib.contextmanager
def mount(volume: Volume, system: StickSystem) -> Iterator[Path | None]:
    """Where the volume is mounted, for as long as it is needed; None where it cannot be."""
    if volume.mount is not None:
        yield volume.mount
        return
    place = system.mount(volume.device)
    try:
        yield place
    finally:
        if place is not None:
            system.unmount(volume.device)


def write_all(root: Path, files: Mapping[str, bytes], done: Message) -> StickOutcome:
    """Write files into the folder on the stick at ``root``, each safely on it before the next; ``done`` says they are.

    A file that is there with the same content stays as it is; one with other content stays too, and the new one gets
    the next free number.
    """
    folder = root / FOLDER
    try:
        if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
            return StickOutcome(False, msg("On the USB stick {name} is not a folder; rename it there.", name=FOLDER))
        if not folder.exists():
            folder.mkdir()
            sync_folder(root)
        placed = tuple(_place(folder, name, content) for name, content in files.items())
        sync_folder(folder)
    except OSError as error:
        return StickOutcome(False, failure(error))
    return StickOutcome(True, done, placed)


def _place(folder: Path, name: str, content: bytes) -> Path:
    """Write one file under a name that is free or already holds just that."""
    for path in numbered_names(folder / name):
        if path.is_symlink() or (path.exists() and not path.is_file()):
            continue
        if path.exists():
            if path.stat().st_size == len(content) and _holds(path, content):
                return path
            continue
        _write(path, content)
        return path
    raise OSError(errno.EEXIST, "no name is free")


def numbered_names(path: Path) -> Iterator[Path]:
    """Names for a file in the order in which they are tried: as it is, then with a number."""
    yield path
    for number in range(2, MOST + 1):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def _holds(path: Path, content: bytes) -> bool:
    """Whether a file holds just that; False where it cannot be read."""
    try:
        return read_bounded(path, len(content)) == content
    except (FileNotFoundError, Damaged):
        return False


def _write(path: Path, content: bytes) -> None:
    """A new file with that content, on the medium itself before it gets its name.

    What an export that was broken off left there is taken away; anything else, a pipe or a link that somebody put there
    as well, stays, and the next name serves. Raises OSError, then nothing is left of it.
    """
    for new in numbered_names(path.with_name(f".{path.name}.new")):
        if not new.is_symlink() and new.is_file():
            new.unlink()
        try:
            opened = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_NONBLOCK, 0o644)
        except FileExistsError:
            continue
        try:
            with os.fdopen(opened, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            new.rename(path)
        except OSError:
            with contextlib.suppress(OSError):
                new.unlink()
            raise
        return
    raise OSError(errno.EEXIST, "no name is free")


def failure(error: OSError) -> Message:
    """What the operating system said of a stick, as a sentence with what to do about it."""
    number = error.errno or 0
    if number == errno.EROFS:
        return READ_ONLY
    if number in (errno.EACCES, errno.EPERM):
        return msg("The USB stick does not let this device write; check its permissions or take another.")
    if number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return msg("The USB stick is full; make room on it or take another.")
    if number in (errno.EIO, errno.ENODEV, errno.ENXIO, errno.ENOENT, errno.ESTALE):
        return msg("The USB stick was pulled out or is damaged; plug it in and try again.")
    return msg("The USB stick cannot be written ({code}); take another.", code=errno.errorcode.get(number, "?"))
