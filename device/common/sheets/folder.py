"""Which sheets there are: those of this program in the language spoken now, and the club's own in its folder.

The folder is looked at each time; its files are read again only once one of them has changed.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path

from msgspec.structs import replace

from device.common import i18n
from device.common.address import Address
from device.common.files.atomic_write import atomic_write, sync_folder
from device.common.files.usb_sticks import numbered_names
from device.common.settings.settings import Settings
from device.common.sheets.reading import SheetFile, parse_sheet, read_sheet
from rules.message import Message, Refusal, msg
from rules.sheet_terms import SheetTerms

ENDING = ".toml"
MOST = 100
"""Sheets of a club at most."""
MOST_NAMES = 1000
"""Names in the folder that are looked at."""
SHIPPED = Path(__file__).parent
TO_TOML: Address[Callable[[SheetTerms], str]] = Address("device.common.sheets.writing:to_toml")
"""Loads tomlkit, which is first needed once somebody keeps a sheet."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file of the folder that is not offered: its name, and why in a sentence."""

    file: str
    reason: Message


@dataclass(frozen=True, slots=True)
class OwnSheets:
    """What a folder has: its sheets, each by the name of its file, and what is left out."""

    sheets: tuple[tuple[str, SheetTerms], ...] = ()
    left_out: tuple[LeftOut, ...] = ()


Stamp = tuple[str, int, int, int]
"""A file's name, when it was changed (ns), its size and its number on the disk."""


def sheets(settings: Settings) -> tuple[SheetTerms, ...]:
    """What is offered: those of this program but for the ones that the club has by that name, then the club's own."""
    own = own_sheets(settings)
    taken = {_key(terms.name) for terms in own}
    return (*(terms for terms in shipped_sheets() if _key(terms.name) not in taken), *own)


def shipped_sheets() -> tuple[SheetTerms, ...]:
    """Those of this program, in the language spoken now."""
    return _shipped(i18n.language())


def own_sheets(settings: Settings) -> tuple[SheetTerms, ...]:
    """The club's own, in the order of the alphabet."""
    own = [_with_default_word(terms) for _, terms in _look(settings.sheets_path).sheets]
    return tuple(sorted(own, key=lambda terms: i18n.alphabetical(terms.name)))


def left_out(settings: Settings) -> tuple[LeftOut, ...]:
    """The files of the club's folder that are not offered."""
    return _look(settings.sheets_path).left_out


def save_sheet(settings: Settings, terms: SheetTerms) -> Path:
    """Keep a sheet among the club's own, in the place of one with the same name; its file.

    Raises `Refusal` where nobody could play by it or there are too many, OSError where it cannot be written.
    """
    terms.check()
    return keep_file(settings, SheetFile(terms, TO_TOML(terms).encode()))


def keep_file(settings: Settings, sheet: SheetFile) -> Path:
    """Keep the file of a sheet as it is among the club's own, in the place of one with the same name.

    Raises `Refusal` where there are too many, OSError where it cannot be written.
    """
    folder, terms = settings.sheets_path, sheet.terms
    own = _look(folder)
    name = _file_of(own, terms)
    if name is None and len(own.sheets) >= MOST:
        raise Refusal("", "There are {n} score sheets of your own already; delete one first.", n=MOST)
    names = numbered_names(folder / file_name(terms))
    path = folder / name if name else next((path for path in names if not os.path.lexists(path)), None)
    if path is None:
        raise Refusal("", "There are {n} score sheets of your own already; delete one first.", n=MOST)
    atomic_write(path, sheet.content)
    return path


def own_files(settings: Settings) -> tuple[Path, ...]:
    """The files of the club's own sheets."""
    return tuple(settings.sheets_path / name for name, _ in _look(settings.sheets_path).sheets)


def delete_sheet(settings: Settings, terms: SheetTerms) -> None:
    """Delete the club's own sheet of that name. Raises `Refusal` where there is none, OSError where it stays."""
    folder = settings.sheets_path
    name = _file_of(_look(folder), terms)
    if name is None:
        raise Refusal("", "There is no score sheet {name} of your own.", name=terms.name)
    (folder / name).unlink(missing_ok=True)
    sync_folder(folder)


def file_name(terms: SheetTerms) -> str:
    """What a file with that sheet is called: small Latin letters, digits and hyphens."""
    letters = unicodedata.normalize("NFKD", terms.name.casefold()).encode("ascii", "ignore").decode()
    return f"{re.sub(r'[^a-z0-9]+', '-', letters).strip('-') or 'sheet'}{ENDING}"


def toml_files(folder: Path) -> list[Path]:
    """The files of a folder that may be sheets, in the order of their names. Raises OSError."""
    with os.scandir(folder) as entries:
        names = [entry.name for entry in islice(entries, MOST_NAMES)]
    return [folder / name for name in sorted(names) if name.lower().endswith(ENDING) and not name.startswith(".")]


def _file_of(own: OwnSheets, terms: SheetTerms) -> str | None:
    return next((file for file, other in own.sheets if _key(other.name) == _key(terms.name)), None)


def _key(name: str) -> str:
    """Two sheets whose names have the same are one to people."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def _look(folder: Path) -> OwnSheets:
    return _own(folder, tuple(_stamps(folder)))


def _stamps(folder: Path) -> Iterator[Stamp]:
    try:
        paths = toml_files(folder)
    except OSError:  # there is none, or it cannot be read
        return
    for path in paths:
        try:
            status = path.stat()
        except OSError:
            yield path.name, 0, 0, 0
        else:
            yield path.name, status.st_mtime_ns, status.st_size, status.st_ino


@lru_cache(maxsize=4)
def _own(folder: Path, stamps: tuple[Stamp, ...]) -> OwnSheets:
    """What the folder has while its files are as they are."""
    own: dict[str, tuple[str, SheetTerms]] = {}
    without: list[LeftOut] = []
    for number, (name, *_) in enumerate(stamps):
        try:
            if number >= MOST:
                raise Refusal("", "There are more than {n} files; this one is not read.", n=MOST)
            terms = read_sheet(folder / name).terms
            if (other := own.get(_key(terms.name))) is not None:
                raise Refusal("", "{file} has a score sheet called {name}, too.", file=other[0], name=terms.name)
            own[_key(terms.name)] = name, terms
        except FileNotFoundError:
            without.append(LeftOut(name, msg("It leads to a file that is not there.")))
        except Refusal as refusal:
            without.append(LeftOut(name, refusal.message))
    return OwnSheets(tuple(own.values()), tuple(without))


@lru_cache(maxsize=4)
def _shipped(language: str) -> tuple[SheetTerms, ...]:
    """Those of this program in the words of ``language``, which is spoken now, in the order of its alphabet."""
    texts = (path.read_text(encoding="utf-8") for path in toml_files(SHIPPED))
    return tuple(
        sorted(map(_in_words, map(parse_sheet, texts)), key=lambda terms: i18n.alphabetical(terms.name)),
    )


_word = partial(i18n.pgettext, "score sheet")


def _in_words(terms: SheetTerms) -> SheetTerms:
    boxes = tuple(replace(box, name=_word(box.name)) for box in terms.boxes)
    return replace(terms, name=_word(terms.name), figure=_word(terms.figure), boxes=boxes)


def _with_default_word(terms: SheetTerms) -> SheetTerms:
    """With the word for what is counted, where the club's file does not say it."""
    if terms.figure != SheetTerms(name=terms.name).figure:
        return terms
    return replace(terms, figure=i18n.pgettext("score sheet", "points"))
