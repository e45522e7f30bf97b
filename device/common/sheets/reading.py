"""A score sheet out of a TOML file as people have it: in whatever encoding, within bounds, else with a sentence."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from device.common.files.people_files import read_text
from device.common.files.small_file import LARGEST, Damaged, plain_file
from device.common.settings.reading import field_line, toml_error_line
from rules.explain import explain
from rules.loading import readable
from rules.message import Refusal
from rules.sheet_terms import SheetTerms

CHOICES = {name: get_args(kind) for name, kind in get_type_hints(SheetTerms).items() if get_origin(kind) is Literal}
"""The words that can stand for a term, where there are so many and no more."""


class SheetFile(NamedTuple):
    """A sheet, and what its file holds."""

    terms: SheetTerms
    content: bytes


def read_sheet(path: Path, *, links: bool = True) -> SheetFile:
    """The sheet that a file has; without ``links`` a symbolic link is no file.

    Raises `Refusal` where it has none, FileNotFoundError where there is no file.
    """
    content = _content(path, links)
    return SheetFile(parse_sheet(read_text(content).text), content)


def _content(path: Path, links: bool) -> bytes:
    try:
        with plain_file(path, links=links) as file:
            raw = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise
    except PermissionError:
        raise Refusal("", "This user may not read it; check its permissions.") from None
    except Damaged:
        raise Refusal("", "This is not a file.") from None
    except (OSError, ValueError):
        raise Refusal("", "It cannot be read; the medium may be damaged.") from None
    if len(raw) > LARGEST:
        raise Refusal("", "It is too large for a score sheet, which has {n} kB at most.", n=LARGEST // 1024)
    return raw


def parse_sheet(text: str) -> SheetTerms:
    """The sheet that a TOML text says. Raises `Refusal` with the line, or where nobody could play by it."""
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal("", "Line {line}: this is not TOML.", line=toml_error_line(text, error)) from None
    try:
        terms: SheetTerms = msgspec.convert(values, readable(SheetTerms), strict=True)
    except msgspec.ValidationError as error:
        line = field_line(text, str(error))
        raise Refusal("", "Line {line}: {reason}.", line=line, reason=explain(str(error), CHOICES)) from None
    terms.check()
    return terms
