"""A file that somebody names on the command line, or standard input: read to a bound, for a pipe may have no end."""

from __future__ import annotations

import contextlib
import re
import sys

from device.cli.failure import Failure
from device.files.os_errors import explain
from device.i18n import t, tr

LARGEST = 16 << 20
"""Bytes of a record or a list of pairings; no game and no event reaches them."""


GCG = "gcg"
"""The encoding of a GCG file: the one that it names."""
_NAMED = re.compile(rb"#character-encoding[ \t]+([\w.:-]{1,40})", re.IGNORECASE)


def gcg_text(raw: bytes) -> str:
    """The text of a GCG file. Its first line may name the encoding; without, UTF-8 where it is that, else ISO-8859-1,
    which the format had before there was a choice. Raises UnicodeDecodeError where it is not what it says.
    """
    found = _NAMED.search(raw.partition(b"\n")[0])
    if found is not None:
        with contextlib.suppress(LookupError):  # a name that nobody knows says nothing
            return raw.decode(found[1].decode("ascii"))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("iso-8859-1")


def read_text(name: str, encoding: str = "utf-8") -> str:
    """The text in the file ``name``, or in standard input (``-``). Raises `Failure`."""
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with open(name, "rb") as file:
                raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise Failure(t("{file} is too large; at most {n} MB are read.", file=name, n=LARGEST >> 20))
        return gcg_text(raw) if encoding == GCG else raw.decode(encoding)
    except UnicodeDecodeError:
        raise Failure(t("{file} is not UTF-8 text.", file=name)) from None
    except OSError as error:
        raise Failure(tr(explain(error, name))) from None
    except ValueError:
        raise Failure(t("There is no file {file}.", file=name.replace("\0", "␀"))) from None
