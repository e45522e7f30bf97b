"""Which pod belongs to which side: a small file beside the journal, so that it is asked only once."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import msgspec


class _Kept(msgspec.Struct, forbid_unknown_fields=True):
    a: str = ""
    b: str = ""


class Pairing:
    """The pods of side 0 and 1 by their number. A file that cannot be read or written only means being asked again."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.sides: list[str] = ["", ""]
        with contextlib.suppress(OSError, msgspec.DecodeError):
            kept = msgspec.json.decode(file.read_bytes(), type=_Kept)
            self.sides = [kept.a, kept.b if kept.b != kept.a else ""]

    def side_of(self, ident: str) -> int | None:
        """The side of that pod; None where it has none."""
        return self.sides.index(ident) if ident and ident in self.sides else None

    def pair(self, side: int, ident: str) -> None:
        """That pod belongs to ``side`` from now on, and nothing else does."""
        self.sides = [("" if one == ident else one) for one in self.sides]
        self.sides[side] = ident
        self._keep()

    def forget(self) -> None:
        """No pod belongs to any side."""
        self.sides = ["", ""]
        self._keep()

    def _keep(self) -> None:
        beside = self._file.with_suffix(".new")
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(msgspec.json.encode(_Kept(*self.sides)) + b"\n")
            os.replace(beside, self._file)
