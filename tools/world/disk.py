"""The disks of all machines of this process, under SQLite and under the product's own small files.

SQLite comes by its VFS (`tools.world.vfs`), everything else by the functions of ``os`` that open, sync, rename and
delete; files that lie in no machine's folder are left alone.
"""

from __future__ import annotations

import errno
import functools
import os
import stat
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, ClassVar, TypeVar

from tools.world.vfs import CANTOPEN, FULL, IOERR_DELETE, OK, Vfs
from tools.world.volume import Fault, OpenFile, Volume

JULIAN_MS = 212_000_000_000_000
"""SQL's clock, which the product does not use, stands still (ms)."""
T = TypeVar("T")


class Disk:
    """Disks that fail as real ones do. One per process; `install` gives it."""

    installed: ClassVar[Disk | None] = None

    def __init__(self) -> None:
        self.in_order = False
        """Whether what was not safe comes onto the medium in the order of writing: kinder than the media there are."""
        self._volumes: dict[str, Volume] = {}
        self._random = Random("disk")
        self._vfs = Vfs(self)
        self._real: dict[str, Callable[..., Any]] = {}

    @classmethod
    def install(cls) -> Disk:
        """Put it under this process, once; the one that is there."""
        if cls.installed is None:
            cls.installed = cls()
            cls.installed._vfs.register()
            cls.installed._wrap()
        return cls.installed

    def uninstall(self) -> None:
        """Give the process back what it had."""
        for prefix in list(self._volumes):
            self.forget(prefix)
        for name, function in self._real.items():
            setattr(os, name, function)
        self._vfs.unregister()
        Disk.installed = None

    # -- machines ------------------------------------------------------------------------------------------------------

    def machine(self, prefix: str) -> Volume:
        """The disk of a machine that starts: its folder with a slash at its end, without links. All in it is safe.

        Who still has files open from an earlier start can do nothing with them any more.
        """
        self.forget(prefix)
        self._volumes[prefix] = Volume(prefix)
        return self._volumes[prefix]

    def forget(self, prefix: str) -> None:
        """Take no further note of what lies there."""
        if (volume := self._volumes.pop(prefix, None)) is not None:
            volume.close()

    def fail(self, volume: Volume, after: int, count: int, code: int) -> None:
        """After ``after`` changes the next ``count`` are refused, with `FULL` or `IOERR`.

        A full disk refuses each write of SQLite's, and a sync of what has grown. Then all is well again.
        """
        volume.fault = Fault(after, count, code)

    def make_unreadable(self, volume: Volume, paths: set[str]) -> None:
        """Make these paths unreadable, and no others; whoever opens them to read gets EIO."""
        volume.unreadable = paths

    def cut_after(self, volume: Volume, number: int) -> None:
        """The power goes at the change after that many: write, sync, rename or deletion."""
        volume.cut_in = number

    def cut(self, volume: Volume) -> None:
        """The power goes now: nothing changes the medium any more."""
        volume.is_cut = True

    def is_cut(self, volume: Volume) -> bool:
        """Whether the power is gone."""
        return volume.is_cut

    def syncs(self, volume: Volume) -> int:
        """How often something was synced since the machine's start."""
        return volume.syncs

    def writes(self, volume: Volume) -> int:
        """How many changes there were since the machine's start, refused ones too."""
        return volume.writes

    def seed(self, number: int) -> None:
        """Begin SQLite's random numbers anew."""
        self._random.seed(f"disk {number}")
        self._vfs.forget_random()

    def image(self, folder: Path, draw: Random) -> dict[str, bytes]:
        """What a power cut leaves in a machine's folder, by name (with a slash where it lies deeper).

        Everything that was synced, and of later changes what ``draw`` leaves: `medium.left_by_cut`.
        """
        return self._volumes[f"{folder}/"].left_by_cut(draw, in_order=self.in_order)

    def _volume(self, path: str) -> Volume | None:
        for prefix, volume in self._volumes.items():
            if path.startswith(prefix):
                return volume
        return None

    # -- SQLite --------------------------------------------------------------------------------------------------------

    def before_open(self, path: str) -> int:
        """Whoever has no power opens nothing."""
        volume = self._volume(path)
        return CANTOPEN if volume is not None and volume.is_cut else OK

    def on_open(self, path: str) -> OpenFile | None:
        """Watch what a machine opens."""
        volume = self._volume(path)
        if volume is None:
            return None
        file = volume.file(path)
        file.watch()
        return OpenFile(volume, file)

    def before_delete(self, path: str) -> int:
        """Refuse it where the disk does."""
        volume = self._volume(path)
        return volume.change(code=IOERR_DELETE) if volume is not None and os.path.lexists(path) else OK

    def on_delete(self, path: str, sync: bool) -> None:
        """Take note of it."""
        if (volume := self._volume(path)) is not None:
            volume.on_remove(path)
            if sync:
                volume.sync_folder(os.path.dirname(path))

    def randbytes(self, number: int) -> bytes:
        """From the seed."""
        return self._random.randbytes(number)

    def julian_ms(self) -> int:
        """Always the same."""
        return JULIAN_MS

    # -- os ------------------------------------------------------------------------------------------------------------

    def _wrap(self) -> None:
        wrapped: dict[str, Callable[..., Any]] = {
            "open": self._os_open,
            "fsync": self._os_sync,
            "fdatasync": self._os_sync,
            "rename": self._os_rename,
            "replace": self._os_rename,
            "unlink": self._os_remove,
            "remove": self._os_remove,
        }
        for name, wrapper in wrapped.items():
            real = self._real[name] = getattr(os, name)
            setattr(os, name, functools.wraps(real)(functools.partial(wrapper, real)))

    def _os_open(self, real: Callable[..., int], path: Any, flags: int, *rest: Any, dir_fd: int | None = None) -> int:
        volume = self._volume(place := _place(path, dir_fd))
        if volume is not None and place in volume.unreadable and not flags & os.O_WRONLY:
            raise OSError(errno.EIO, os.strerror(errno.EIO), place)
        if volume is None or not flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            return real(path, flags, *rest, dir_fd=dir_fd)
        if volume.is_cut:
            raise OSError(errno.EIO, os.strerror(errno.EIO), place)
        opened = real(path, flags, *rest, dir_fd=dir_fd)
        volume.look()
        return opened

    def _os_sync(self, real: Callable[[int], None], file: Any) -> None:
        number = file if isinstance(file, int) else file.fileno()
        status = os.fstat(number)
        place = os.readlink(f"/proc/self/fd/{number}")
        if stat.S_ISDIR(status.st_mode):
            if (volume := self._volume(place + "/")) is not None:
                volume.look()
                return _raise(volume.sync_folder(place), place)
            return real(number)
        if (volume := self._volume(place)) is not None:
            volume.look()
        for volume in self._volumes.values():
            if (known := volume.file_of((status.st_dev, status.st_ino))) is not None:
                return _raise(volume.sync_file(known), place)
        return real(number)

    def _os_rename(
        self,
        real: Callable[..., None],
        src: Any,
        dst: Any,
        *,
        src_dir_fd: int | None = None,
        dst_dir_fd: int | None = None,
    ) -> None:
        source, target = _place(src, src_dir_fd), _place(dst, dst_dir_fd)
        touched = {id(volume): volume for path in (source, target) if (volume := self._volume(path)) is not None}
        for volume in touched.values():
            volume.look()
            _raise(volume.change(), source)
            volume.unreadable -= {source, target}
        real(src, dst, src_dir_fd=src_dir_fd, dst_dir_fd=dst_dir_fd)
        for volume in touched.values():
            if source.startswith(volume.prefix):
                volume.on_rename(source, target)
            volume.look()

    def _os_remove(self, real: Callable[..., None], path: Any, *, dir_fd: int | None = None) -> None:
        volume = self._volume(place := _place(path, dir_fd))
        if volume is not None and os.path.lexists(place):
            volume.look()
            _raise(volume.change(), place)
        real(path, dir_fd=dir_fd)
        if volume is not None:
            volume.on_remove(place)


def _place(path: Any, folder: int | None) -> str:
    """The whole path of what a function of ``os`` is given."""
    if isinstance(path, int):
        return ""
    below = os.getcwd() if folder is None else os.readlink(f"/proc/self/fd/{folder}")
    return os.path.normpath(os.path.join(below, os.fsdecode(path)))


def _raise(code: int, path: str) -> None:
    """Raise OSError for an error of SQLite's."""
    if code != OK:
        number = errno.ENOSPC if code == FULL else errno.EIO
        raise OSError(number, os.strerror(number), path)
