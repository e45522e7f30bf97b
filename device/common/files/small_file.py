"""A small file of this device: read within bounds, checked by the type that reads it, set aside where it is damaged.

Whatever lies in the place of such a file, reading it takes no time and no memory: a pipe does not hang it, a device is
not read, and what is longer than it can be is not read to its end. A damaged one is renamed beside
(``pods.json`` as "pods.json.damaged"), so that nothing of it is lost, and begun anew; the sentence about it is for the
screen and the doctor.
"""

from __future__ import annotations

import contextlib
import errno
import io
import logging
import os
import stat
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Generic, TypeVar

import msgspec

from device.common.files.atomic_write import OWNER, atomic_write
from device.common.files.private import make_private
from rules.loading import readable
from rules.message import Message, Refusal, msg

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

T = TypeVar("T")
log = logging.getLogger("dvojtah.files")

LARGEST = 64 * 1024
"""Bytes that a small file has at most."""
ENDING = ".damaged"
MOST = 9
"""Damaged versions of one file that are kept; one more stays where it is, unused, and nothing is written over it."""
AGAIN = msg("It is written again.")
"""What becomes of a file in which a program only says how far it is."""
_logged: set[Path] = set()


class Damaged(Exception):
    """What lies there is not what this program writes, or it cannot be read."""


class Forbidden(Damaged):
    """This user may not read it."""


class _NonBlocking(io.FileIO):
    """A file that raises BlockingIOError, an OSError, where reading would wait; Python's own gives None for bytes."""

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """How many bytes were read into ``buffer``."""
        count: int | None = super().readinto(buffer)
        if count is None:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        return count

    def readall(self) -> bytes:
        """All bytes to the end."""
        content: bytes | None = super().readall()
        if content is None:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        return content


def plain_file(path: Path, *, links: bool = True) -> IO[bytes]:
    """A plain file, to be read. Raises OSError, ValueError for a name that is none, `Damaged` for anything else.

    Where a read would wait (some files under /proc), it raises OSError.
    """
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    try:
        opened = os.open(path, flags if links else flags | os.O_NOFOLLOW)
    except OSError as error:
        if error.errno in (errno.ENXIO, errno.ENODEV):
            raise Damaged("no plain file") from None  # a socket, or a device that is not there
        raise
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise Damaged("no plain file")
    return io.BufferedReader(_NonBlocking(opened))


def read_bounded(path: Path, largest: int = LARGEST, *, links: bool = True) -> bytes:
    """What a plain file holds, at once. Raises FileNotFoundError where there is none, `Forbidden` where this
    user may not read it, else `Damaged`.

    Without ``links`` a symbolic link is no plain file: for whoever has more rights than who may put one there.
    """
    try:
        with plain_file(path, links=links) as file:
            raw = file.read(largest + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(os.fspath(path)) from None
    except PermissionError as error:
        raise Forbidden(str(error)) from None
    except (OSError, ValueError) as error:
        raise Damaged(str(error)) from None
    if len(raw) > largest:
        raise Damaged("too long")
    return raw


def decoder(kind: type[T]) -> Callable[[bytes], T]:
    """Makes a value of that type of JSON, or raises ValueError."""
    return lambda raw: msgspec.json.decode(raw, type=readable(kind))


def free_name(path: Path) -> Path:
    """The name under which ``path`` is set aside next. Raises FileExistsError where `MOST` lie there already."""
    for number in range(1, MOST + 1):
        beside = path.with_name(f"{path.name}{ENDING}{f'-{number}' if number > 1 else ''}")
        if not os.path.lexists(beside):
            return beside
    raise FileExistsError(os.fspath(path))


def set_aside(path: Path) -> Path:
    """Rename what lies at ``path`` beside; its new name. Raises OSError.

    A link is renamed itself, not what it leads to.
    """
    beside = free_name(path)
    path.rename(beside)
    return beside


def aside_of(path: Path) -> list[Path]:
    """What was set aside of that file."""
    with contextlib.suppress(OSError):
        return sorted(aside for aside in path.parent.glob(f"*{ENDING}*") if aside.name.startswith(path.name + ENDING))
    return []


def was_damaged(path: Path, then: Message) -> Message:
    """What the screen says of a file that was set aside: in one line, where exactly the doctor says."""
    return msg("{file} was damaged and set aside. {then}", file=path.name, then=then)


@dataclass(frozen=True)
class SmallFile(Generic[T]):
    """One such file. ``decode`` makes a value of its bytes and raises whatever it likes where they are none.

    ``then`` says what became of what it held, and what people do about it. ``anew`` is written in the place of a
    damaged one (without: nothing), with the rights ``mode``. Without ``links`` a link in its place is damage.
    """

    path: Path
    decode: Callable[[bytes], T]
    then: Message = AGAIN
    _: KW_ONLY
    anew: bytes | None = None
    mode: int | None = None
    largest: int = LARGEST
    links: bool = True

    def read(self) -> T | None:
        """What is kept; None where there is no file. Raises `Damaged`."""
        try:
            return self.decode(read_bounded(self.path, self.largest, links=self.links))
        except FileNotFoundError:
            return None
        except (ValueError, ArithmeticError, RecursionError, MemoryError, msgspec.MsgspecError, Refusal) as error:
            raise Damaged(str(error)[:200]) from None

    def read_or_none(self) -> T | None:
        """What is kept; None where there is nothing, or nothing that can be used, which the log says once."""
        self._tighten()
        try:
            content = self.read()
        except Damaged as damage:
            if self.path not in _logged:
                _logged.add(self.path)
                log.warning("%s is damaged and not used: %s", self.path, damage)
            return None
        _logged.discard(self.path)
        return content

    def replace(self, content: str | bytes) -> None:
        """Keep ``content``; what lies there damaged is set aside. Raises OSError, and all is as it was."""
        try:
            self.read()
        except Damaged:
            self._begin_anew(content)
        else:
            atomic_write(self.path, content, self.mode, follow=self.links)

    def mend(self) -> Message | None:
        """Where the file is damaged: set it aside, begin it anew, and say so. Raises nothing."""
        self._tighten()
        if self.trouble() is None:
            return None
        try:
            if self.anew is None:
                set_aside(self.path)
            else:
                self._begin_anew(self.anew)
        except OSError:
            return msg("{file} is damaged. {then}", file=self.path.name, then=self.then)
        return was_damaged(self.path, self.then)

    def _begin_anew(self, content: str | bytes) -> None:
        """Set what lies there aside and put ``content`` in its place. Raises OSError, and all is as it was.

        At no moment is there no file, where the file system has links: a lock that is gone would be an open one.
        """
        beside = free_name(self.path)
        is_linked = False
        if stat.S_ISREG(self.path.lstat().st_mode):
            with contextlib.suppress(OSError):
                os.link(self.path, beside)
                is_linked = True
        if not is_linked:
            self.path.rename(beside)
        try:
            atomic_write(self.path, content, 0o666 if self.mode is None else self.mode)
        except OSError:
            with contextlib.suppress(OSError):
                beside.unlink() if is_linked else beside.rename(self.path)
            raise

    def _tighten(self) -> None:
        """Earlier versions wrote some of these with the rights that the umask left."""
        if self.mode == OWNER:
            make_private(self.path)

    def trouble(self) -> Message | None:
        """What is wrong with the file, for who only looks; None where nothing is."""
        try:
            self.read()
        except Damaged:
            return msg(
                "{file} is damaged; the next start of the table sets it aside. {then}", file=self.path, then=self.then
            )
        return None
