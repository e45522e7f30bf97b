"""A file that somebody names on the command line, or standard input: read to a bound, for a pipe may have no end."""

from __future__ import annotations

import codecs
import contextlib
import re
import sys
from pathlib import Path

from device.common.cli.failure import Failure
from device.common.files.os_errors import explain
from device.common.files.people_files import read_text as read_people
from device.common.i18n import t, tr
from device.common.sheets.reading import read_sheet
from rules.message import Refusal
from rules.sheet_terms import SheetTerms

LARGEST = 16 << 20
"""Bytes of a record or a list of pairings; no game and no event reaches them."""


GCG, PEOPLE = "gcg", "people"
"""The encoding of a GCG file: the one that it names; and of what people write by hand: what its letters say."""
_ORDINARY = re.compile(r"utf-8(-sig)?|utf-16(-[bl]e)?|ascii|cp\d+|iso8859-\d+|koi8-[ru]|mac-\w+")
"""Encodings that a file may name, as Python calls them."""
_NOT_LATIN_1 = (0, *range(0x80, 0xA0))
"""Bytes that are no signs in it: the file is in another one."""
_NAMED = re.compile(rb"#character-encoding[ \t]+([\w.:-]{1,40})", re.IGNORECASE)


def gcg_text(raw: bytes) -> str:
    """The text of a GCG file. Its first line may name the encoding; without, UTF-8 where it is that, else ISO-8859-1,
    which the format had before there was a choice, or what its letters say. Raises `Refusal`.
    """
    match = _NAMED.search(raw.partition(b"\n")[0])
    if match is not None and (encoding := _encoding(match[1].decode("ascii"))):  # a name that nobody knows says nothing
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError as error:
            line, name = raw.count(b"\n", 0, error.start) + 1, match[1].decode("ascii")
            raise Refusal(
                "", "The file says that it is {name}, but line {line} is not.", name=name, line=line
            ) from None
    with contextlib.suppress(UnicodeDecodeError):
        return raw.decode("utf-8-sig")
    if any(byte in raw for byte in _NOT_LATIN_1):
        return read_people(raw).text
    return raw.decode("iso-8859-1")


def _encoding(name: str) -> str:
    """The encoding of that name, where it is one that texts are kept in; Python knows some that take minutes."""
    with contextlib.suppress(LookupError):
        return codec_name if _ORDINARY.fullmatch(codec_name := codecs.lookup(name).name) else ""
    return ""


def read_sheet_file(path: Path) -> SheetTerms:
    """The score sheet in a file. Raises `Failure`."""
    try:
        return read_sheet(path).terms
    except FileNotFoundError as error:
        raise Failure(tr(explain(error, path))) from None
    except Refusal as refusal:
        raise Failure(f"{path}: {tr(refusal.message)}") from None


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
        if encoding == PEOPLE:
            return read_people(raw).text
        return re.sub("\r\n?", "\n", gcg_text(raw)) if encoding == GCG else raw.decode(encoding)
    except UnicodeDecodeError:
        raise Failure(t("{file} is not UTF-8 text.", file=name)) from None
    except Refusal as refusal:
        raise Failure(f"{name}: {tr(refusal.message)}") from None
    except OSError as error:
        raise Failure(tr(explain(error, name))) from None
    except ValueError:
        raise Failure(t("There is no file {file}.", file=name.replace("\0", "␀"))) from None
