"""Which pod belongs to which side: a small file beside the journal, so that it is asked only once."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from device.common.files.small_file import Damaged, SmallFile, decoder
from rules.message import msg

Ident = Annotated[str, Meta(pattern=r"^[!-~]{0,120}\Z")]
"""A pod's number as a frame can carry it; empty: none."""


class _Kept(msgspec.Struct, forbid_unknown_fields=True):
    a: Ident = ""
    b: Ident = ""


def file_of(path: Path) -> SmallFile[_Kept]:
    """The pairing's file."""
    return SmallFile(path, decoder(_Kept), msg("Press each pod once to say which side it is on."))


class PodPairing:
    """The pods of side 0 and 1 by their number. A file that cannot be read or written only means being asked again.

    The file may be changed by another program (``dvojtah pods``); `refresh` takes that up. One that is damaged while
    the program runs changes nothing.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._kept = file_of(file)
        self._stamp: tuple[int, int, int] | None = None
        self.sides: list[str] = ["", ""]
        self.refresh()

    def refresh(self) -> None:
        """Read the file where it is another one than before."""
        stamp = self._stamp_now()
        if stamp == self._stamp:
            return
        self._stamp = stamp
        with contextlib.suppress(Damaged):
            pairing = self._kept.read() or _Kept()
            self.sides = [pairing.a, pairing.b if pairing.b != pairing.a else ""]

    def side_of(self, ident: str) -> int | None:
        """The side of that pod; None where it has none."""
        return self.sides.index(ident) if ident and ident in self.sides else None

    def pair(self, side: int, ident: str) -> None:
        """That pod belongs to ``side`` from now on, and nothing else does."""
        self.sides = [("" if paired == ident else paired) for paired in self.sides]
        self.sides[side] = ident
        self._keep()

    def forget(self, side: int) -> None:
        """No pod belongs to ``side`` any more."""
        self.sides[side] = ""
        self._keep()

    def swap(self) -> None:
        """Each pod belongs to the other side."""
        self.sides.reverse()
        self._keep()

    def _stamp_now(self) -> tuple[int, int, int] | None:
        try:
            status_of_file = self._file.stat()
        except FileNotFoundError:
            return None
        except OSError:
            return self._stamp
        return status_of_file.st_ino, status_of_file.st_mtime_ns, status_of_file.st_size

    def _keep(self) -> None:
        with contextlib.suppress(OSError):
            self._kept.replace(msgspec.json.encode(_Kept(*self.sides)) + b"\n")
        self._stamp = self._stamp_now()
