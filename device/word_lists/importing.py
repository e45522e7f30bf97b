"""A word list out of a file as people have it: one word a line, in one of the usual encodings, perhaps compressed."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import lzma
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec.structs import replace

from device.common.files.people_files import compose, read_text
from device.common.trouble import Trouble
from rules.message import Refusal, msg, msgs

LARGEST = 128 << 20
"""Bytes of text, beyond which it is no word list (a million Czech words take about 12 MB)."""
LONGEST = 60
"""Letters, beyond which a line is no word."""
CHUNK = 1 << 20
"""Characters that are cut into lines at once."""
NAMED = 5
"""Lines that are no words which are shown; the others are counted."""


_PACKED: dict[bytes, Callable[[BinaryIO], io.BufferedIOBase]] = {
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"\xfd7zXZ": lzma.LZMAFile,
    b"BZh": bz2.BZ2File,
}
"""How a compressed file begins, and what unpacks it."""


class BadList(Trouble):
    """A file that is no word list; nothing has changed."""


class ParsedList(msgspec.Struct, frozen=True):
    """The words of a file, in capitals, sorted, each once; and what of it was no word.

    ``skipped`` counts the lines that are no words, ``examples`` are the first of them with their numbers. ``sha256``
    is the hash of the words, one a line in UTF-8: the same words have the same hash, however they came. ``encoding`` is
    that of the file, as people call it.
    """

    words: tuple[str, ...]
    skipped: int
    examples: tuple[tuple[int, str], ...]
    sha256: str
    encoding: str = "UTF-8"


def read_list(source: Path | BinaryIO) -> ParsedList:
    """The words of a file, or of what is read from one. Raises `BadList`, or OSError where it cannot be read."""
    if isinstance(source, Path):
        with source.open("rb") as file:
            return read_list(file)
    try:
        text, encoding = read_text(_unpacked(_bounded(source)))
    except Refusal as refusal:
        raise BadList(refusal.message) from None
    return replace(parse_list(text), encoding=encoding)


def parse_list(text: str) -> ParsedList:
    """The words of a text, one a line. Raises `BadList` where most of its lines are none."""
    words: set[str] = set()
    examples: list[tuple[int, str]] = []
    skipped = lines = flagged = 0
    for number, line in enumerate(_lines(text), start=1):
        word = compose(line.strip())
        if not word:
            continue
        lines += 1
        flagged += _FLAGGED.fullmatch(word) is not None
        if 2 <= len(word) <= LONGEST and word.isalpha():
            words.add(word.upper())
            continue
        skipped += 1
        if len(examples) < NAMED:
            examples.append((number, word[:LONGEST]))
    if flagged * 20 > lines or (flagged and text.lstrip().partition("\n")[0].strip().isdecimal()):
        raise BadList(
            msg(
                "This is a spelling dictionary, which marks the other forms of a word with flags after it; a word list "
                "has every form on a line of its own."
            )
        )
    if not words:
        raise BadList(msg("There is no word in the file; a word list has one word on each line."))
    if skipped * 2 > lines:
        raise BadList(
            msgs(
                "This is not a word list: {skipped} of its {n} line is not a word.",
                "This is not a word list: {skipped} of its {n} lines are not words.",
                lines,
                skipped=skipped,
            )
        )
    ordered = tuple(sorted(words))
    digest = hashlib.sha256("\n".join(ordered).encode()).hexdigest()
    return ParsedList(ordered, skipped, tuple(examples), digest)


_FLAGGED = re.compile(r"[^\W\d_]{2,60}/[A-Za-z0-9,]{1,60}")
"""A word of hunspell's with the letters that name its endings."""


def _lines(text: str) -> Iterator[str]:
    """The lines one after the other: as one list those of a large file take gigabytes."""
    at = 0
    while at < len(text):
        end = text.find("\n", at + CHUNK) + 1 or len(text)
        yield from text[at:end].splitlines()
        at = end


def _bounded(file: BinaryIO | io.BufferedIOBase) -> bytes:
    """Everything that a file holds. Raises `BadList` where that is too much."""
    raw = file.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise BadList(msg("The file is too large for a word list."))
    return raw


def _unpacked(raw: bytes) -> bytes:
    """The bytes, unpacked where they are compressed with gzip, xz or bzip2, whatever the file is called."""
    unpack = next((unpack for mark, unpack in _PACKED.items() if raw.startswith(mark)), None)
    if unpack is None:
        return raw
    try:
        with unpack(io.BytesIO(raw)) as file:
            return _bounded(file)
    except (EOFError, lzma.LZMAError, zlib.error, OSError):
        raise BadList(msg("The compressed file is damaged or cut short.")) from None
