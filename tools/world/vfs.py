"""SQLite's unix VFS with the calls that change a file led through Python, by ctypes alone.

The VFS is a copy of the one named "unix", so files are opened, read and locked by SQLite's own code. A file
that somebody watches gets a copy of its methods in which only those that change the medium are replaced. Structures
and names are those of sqlite3.h.
"""

from __future__ import annotations

import _sqlite3
import ctypes
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_int64, c_void_p
from typing import Protocol

OK = 0
IOERR = 10
FULL = 13
CANTOPEN = 14
IOERR_WRITE = IOERR | 3 << 8
IOERR_FSYNC = IOERR | 4 << 8
IOERR_TRUNCATE = IOERR | 6 << 8
IOERR_DELETE = IOERR | 10 << 8

NAME = b"watched"
"""Under which the VFS is registered."""

Close = CFUNCTYPE(c_int, c_void_p)
Transfer = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
Resize = CFUNCTYPE(c_int, c_void_p, c_int64)
Flags = CFUNCTYPE(c_int, c_void_p, c_int)
Size = CFUNCTYPE(c_int, c_void_p, POINTER(c_int64))
Open = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, POINTER(c_int))
Delete = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
Randomness = CFUNCTYPE(c_int, c_void_p, c_int, c_void_p)
Sleep = CFUNCTYPE(c_int, c_void_p, c_int)
Time = CFUNCTYPE(c_int, c_void_p, POINTER(c_int64))


class IoMethods(Structure):
    """``struct sqlite3_io_methods``, version 3: what can be done with an open file."""

    _fields_ = (
        ("iVersion", c_int),
        ("xClose", Close),
        ("xRead", Transfer),
        ("xWrite", Transfer),
        ("xTruncate", Resize),
        ("xSync", Flags),
        ("xFileSize", Size),
        ("xLock", c_void_p),
        ("xUnlock", c_void_p),
        ("xCheckReservedLock", c_void_p),
        ("xFileControl", c_void_p),
        ("xSectorSize", c_void_p),
        ("xDeviceCharacteristics", c_void_p),
        ("xShmMap", c_void_p),
        ("xShmLock", c_void_p),
        ("xShmBarrier", c_void_p),
        ("xShmUnmap", c_void_p),
        ("xFetch", c_void_p),
        ("xUnfetch", c_void_p),
    )


class OpenFile(Structure):
    """``struct sqlite3_file``, as far as it is the same for each VFS."""

    _fields_ = (("pMethods", POINTER(IoMethods)),)


class VfsStructure(Structure):
    """``struct sqlite3_vfs``, version 3."""

    _fields_ = (
        ("iVersion", c_int),
        ("szOsFile", c_int),
        ("mxPathname", c_int),
        ("pNext", c_void_p),
        ("zName", c_char_p),
        ("pAppData", c_void_p),
        ("xOpen", Open),
        ("xDelete", Delete),
        ("xAccess", c_void_p),
        ("xFullPathname", c_void_p),
        ("xDlOpen", c_void_p),
        ("xDlError", c_void_p),
        ("xDlSym", c_void_p),
        ("xDlClose", c_void_p),
        ("xRandomness", Randomness),
        ("xSleep", Sleep),
        ("xCurrentTime", c_void_p),
        ("xGetLastError", c_void_p),
        ("xCurrentTimeInt64", Time),
        ("xSetSystemCall", c_void_p),
        ("xGetSystemCall", c_void_p),
        ("xNextSystemCall", c_void_p),
    )


class Handle(Protocol):
    """An open file that somebody watches. Each call comes before SQLite's own; what is not 0 is the error instead."""

    def on_write(self, offset: int, data: bytes, size: int, covered: bytes) -> int:
        """``data`` goes to ``offset``, where ``covered`` stood, of a file that had ``size`` bytes."""

    def on_truncate(self, length: int, size: int, covered: bytes) -> int:
        """The file of ``size`` bytes gets ``length``; ``covered`` stood behind that."""

    def on_sync(self) -> int:
        """All that was written has to be on the medium. Nothing else does that."""


class Watcher(Protocol):
    """Who says which files are watched, and gives what else SQLite takes from the system."""

    def before_open(self, path: str) -> int:
        """A file is opened or made; what is not 0 is the error instead."""

    def on_open(self, path: str) -> Handle | None:
        """It is open; None where it is not watched."""

    def before_delete(self, path: str) -> int:
        """A file is deleted; what is not 0 is the error instead."""

    def on_delete(self, path: str, sync: bool) -> None:
        """It is deleted; with ``sync`` its folder has to be on the medium."""

    def randbytes(self, number: int) -> bytes:
        """Bytes for SQLite's own generator of random numbers."""

    def julian_ms(self) -> int:
        """The time of SQL: ms since noon of 24 November 4714 BC, Greenwich."""


class Vfs:
    """The VFS of this process while it is registered, for ``watcher``."""

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher
        self._library = ctypes.CDLL(_sqlite3.__file__)  # whose libsqlite3 is the one that Python uses
        self._library.sqlite3_vfs_find.argtypes = (c_char_p,)
        self._library.sqlite3_vfs_find.restype = POINTER(VfsStructure)
        for register in (self._library.sqlite3_vfs_register, self._library.sqlite3_vfs_unregister):
            register.restype = c_int
        self._library.sqlite3_randomness.argtypes = (c_int, c_void_p)
        self._library.sqlite3_randomness.restype = None
        self._unix = self._library.sqlite3_vfs_find(b"unix")
        self._handles: dict[int, tuple[Handle, IoMethods]] = {}
        self._methods: dict[int, IoMethods] = {}
        self._replaced: dict[str, Callable[..., int]] = {
            "xClose": Close(self._close),
            "xWrite": Transfer(self._write),
            "xTruncate": Resize(self._truncate),
            "xSync": Flags(self._sync),
        }
        self._own = VfsStructure.from_buffer_copy(self._unix.contents)
        self._own.pNext, self._own.zName = None, NAME
        self._own.xOpen, self._own.xDelete = Open(self._open), Delete(self._delete)
        self._own.xRandomness, self._own.xSleep = Randomness(self._randomness), Sleep(self._sleep)
        self._own.xCurrentTimeInt64 = Time(self._time)

    def register(self) -> None:
        """Make it the one that every connection gets from now on."""
        self._library.sqlite3_vfs_register(byref(self._own), 1)
        self.forget_random()

    def unregister(self) -> None:
        """Give connections the unix VFS again; those that are open keep this one until they are closed."""
        self._library.sqlite3_vfs_unregister(byref(self._own))
        self._library.sqlite3_vfs_register(self._unix, 1)
        self.forget_random()

    def forget_random(self) -> None:
        """Have SQLite ask for `Watcher.randbytes` anew: it does so once, and goes on from there."""
        self._library.sqlite3_randomness(0, None)

    def _open(self, _: int, name: int | None, file: int, flags: int, out: object) -> int:
        path = ctypes.string_at(name).decode() if name else ""
        if path and (refused := self._watcher.before_open(path)):
            OpenFile.from_address(file).pMethods = None
            return refused
        code: int = self._unix.contents.xOpen(ctypes.addressof(self._unix.contents), name, file, flags, out)
        if code == OK and path and (handle := self._watcher.on_open(path)) is not None:
            head = OpenFile.from_address(file)
            real = head.pMethods.contents
            self._handles[file] = handle, real
            head.pMethods = ctypes.pointer(self._watched(real))
        return code

    def _watched(self, real: IoMethods) -> IoMethods:
        """A copy of those methods that leads through here; one for each of SQLite's own, kept for good."""
        place = ctypes.addressof(real)
        if place not in self._methods:
            self._methods[place] = IoMethods.from_buffer_copy(real)
            for name, function in self._replaced.items():
                setattr(self._methods[place], name, function)
        return self._methods[place]

    def _close(self, file: int) -> int:
        _, real = self._handles.pop(file)
        code: int = real.xClose(file)
        return code

    def _write(self, file: int, buffer: int, number: int, offset: int) -> int:
        handle, real = self._handles[file]
        size = _size(real, file)
        covered = _read(real, file, offset, min(size, offset + number))
        code: int = handle.on_write(offset, ctypes.string_at(buffer, number), size, covered)
        return code or real.xWrite(file, buffer, number, offset)

    def _truncate(self, file: int, length: int) -> int:
        handle, real = self._handles[file]
        size = _size(real, file)
        code: int = handle.on_truncate(length, size, _read(real, file, length, size))
        return code or real.xTruncate(file, length)

    def _sync(self, file: int, _: int) -> int:
        return self._handles[file][0].on_sync()

    def _delete(self, _: int, name: bytes, sync: int) -> int:
        path = name.decode()
        if refused := self._watcher.before_delete(path):
            return refused
        code: int = self._unix.contents.xDelete(ctypes.addressof(self._unix.contents), name, 0)
        if code == OK:
            self._watcher.on_delete(path, bool(sync))
        return code

    def _randomness(self, _: int, number: int, out: int) -> int:
        ctypes.memmove(out, self._watcher.randbytes(number), number)
        return number

    def _sleep(self, _: int, us: int) -> int:
        return us  # whoever waits for a lock here waits for somebody of the same thread

    def _time(self, _: int, out: ctypes._Pointer[c_int64]) -> int:
        out[0] = self._watcher.julian_ms()
        return OK


def _size(methods: IoMethods, file: int) -> int:
    size = c_int64()
    methods.xFileSize(file, byref(size))
    return size.value


def _read(methods: IoMethods, file: int, start: int, end: int) -> bytes:
    if end <= start:
        return b""
    buffer = ctypes.create_string_buffer(end - start)
    methods.xRead(file, buffer, end - start, start)
    return buffer.raw
