"""A file that somebody names on the command line, or standard input: read to a bound, for a pipe may have no end."""

from __future__ import annotations

import sys

from device.cli.failure import Failure
from device.files.os_errors import explain
from device.i18n import t, tr

LARGEST = 16 << 20
"""Bytes of a record or a list of pairings; no game and no event reaches them."""


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
        return raw.decode(encoding)
    except UnicodeDecodeError:
        raise Failure(t("{file} is not UTF-8 text.", file=name)) from None
    except OSError as error:
        raise Failure(tr(explain(error, name))) from None
    except ValueError:
        raise Failure(t("There is no file {file}.", file=name.replace("\0", "␀"))) from None
