"""What the operating system refused, as a sentence: each cause in words of its own, with what to do about it."""

from __future__ import annotations

import errno
from pathlib import Path

from rules.message import Message, Refusal, msg

OUTPUT = msg("Standard output")
"""What is named where an error names no file: somebody else opened it."""


def explain(error: OSError, file: Path | str | None = None) -> Message:
    """Why a file could not be read or written. ``file`` is what was asked for, where the error names none."""
    named = file if file is not None else error.filename
    path = Path(str(named)) if named is not None else None
    named_file: object = named if named is not None else OUTPUT
    match error.errno:
        case errno.ENOENT if path is not None and not path.parent.exists():
            return msg("{file}: there is no folder {folder}.", file=named_file, folder=str(path.parent))
        case errno.ENOENT:
            return msg("There is no file {file}.", file=named_file)
        case errno.EACCES | errno.EPERM:
            return msg("{file} may not be used by this user; check its owner and permissions.", file=named_file)
        case errno.EISDIR:
            return msg("{file} is a folder, not a file.", file=named_file)
        case errno.ENOTDIR:
            return msg("{file} cannot exist, because a part of its path is not a folder.", file=named_file)
        case errno.EEXIST:
            return msg("{file} is there already, and it is not a folder.", file=named_file)
        case errno.ENOSPC | errno.EDQUOT:
            return msg("{file} cannot be written, because the disk is full; make room.", file=named_file)
        case errno.EROFS:
            return msg("{file} cannot be written, because the disk is read-only.", file=named_file)
        case errno.ENAMETOOLONG:
            return msg("{file} is too long for the name of a file.", file=_short(str(named_file)))
        case errno.EIO:
            return msg("{file} cannot be read or written: the disk is damaged or was taken away.", file=named_file)
        case number:
            code = errno.errorcode.get(number or 0, "?")
            return msg("{file} cannot be read or written ({code}).", file=named_file, code=code)


def check_readable(*files: Path) -> None:
    """Say of a file that somebody named why it cannot be read at all. Raises `Refusal`."""
    for file in files:
        try:
            file.open("rb").close()
        except OSError as error:
            raise Refusal("", explain(error, file)) from None


def _short(name: str) -> str:
    return name if len(name) <= 60 else f"{name[:40]}…{name[-19:]}"
