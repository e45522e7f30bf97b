"""Entrants as CSV, in and out: UTF-8 or CP1250, commas, semicolons or tabs, columns in any of the languages."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from device.exports.report_text import FORMULA, csv_text
from device.i18n import in_every_language, t, tr
from device.organiser.acts.act_base import LARGEST_NUMBER
from device.organiser.acts.from_text import at_line, plain
from device.organiser.log.event_control import LONGEST_NAME
from device.organiser.log.tournament_state import Entrant
from rules.explain import quote
from rules.message import Refusal, msg

HEADINGS = {
    "number": msg("Number"),
    "name": msg("Pair"),
    "first": msg("Player 1"),
    "second": msg("Player 2"),
    "club": msg("Club"),
    "team": msg("Team"),
    "contact": msg("Contact"),
    "initials": msg("Initials"),
    "classes": msg("Classes"),
    "status": msg("Status"),
}
"""What columns are called, in the order in which they are written."""
ALSO = {
    "number": ("č.", "cislo", "no"),
    "name": ("pár",),
    "first": ("jméno", "hráč", "meno", "name", "player"),
    "second": ("spoluhráč", "partner"),
    "club": ("oddíl", "oddiel"),
    "team": ("družstvo",),
    "contact": ("telefon", "telefón", "e-mail", "email"),
    "initials": ("jen iniciály", "len iniciály"),
    "classes": ("třídy", "třída", "kategorie", "triedy", "trieda", "class"),
}
"""What else they may be called."""
YES = frozenset({"a", "y", "t", "x", "1", "true", "pravda", "✓", "✔", "☑", "✅"})
"""What stands in a cell that says yes, beside the word in any of the languages, as people and spreadsheets write it."""
NO = frozenset({"", "n", "f", "0", "false", "nepravda", "-", "–", "—", "☐"})
"""The same of no. Crosses (✗, ☒) are in neither: some tick with them."""
_EMOJI = "\ufe0f"
"""Asks for the coloured form of the sign before it, which is the same sign."""
MOST = 2000
"""Entrants in one file."""


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """An entrant of a file: the line it stands on, and what is written there."""

    line: int
    number: int | None
    name: str
    players: tuple[str, ...]
    club: str
    contact: str
    team: str = ""
    initials: bool = False
    classes: tuple[str, ...] = ()


def split_things(text: str) -> tuple[str, ...]:
    """What is named in a text, with commas between."""
    return tuple(name for part in text.split(",") if (name := plain(part)))


def split_classes(text: str) -> tuple[str, ...]:
    """The classes that are named in a text, each once."""
    return tuple(dict.fromkeys(split_things(text)))


def decode(data: bytes) -> str:
    """The text of a file: UTF-8 where it is that, else CP1250."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1250", "replace")


def read(text: str) -> list[EntrantLine]:
    """The entrants of a file; its first line names the columns. Raises `Refusal` with the line that does not fit."""
    text = text.lstrip("\ufeff")
    head = text.partition("\n")[0]
    separator = max(";,\t", key=head.count)
    reader = csv.reader(io.StringIO(text), delimiter=separator)
    found: list[EntrantLine] = []
    names: list[str] = []
    at = 1
    while True:
        with at_line(at):
            try:
                cells = next(reader)
            except StopIteration:
                break
            except csv.Error:
                raise Refusal("", "This is not CSV.") from None
            if not any(cell.strip() for cell in cells):
                pass
            elif not names:
                names = _columns(cells)
            elif len(cells) > len(names):
                raise Refusal("", "There are {cells} cells under {n} headings.", n=len(names), cells=len(cells))
            else:
                found.append(_line(dict(zip(names, map(_plain, cells), strict=False)), at))
        if len(found) > MOST:
            raise Refusal("", "The file is too long; {most} lines fit.", most=MOST)
        at = reader.line_num + 1
    if not found:
        raise Refusal("", "The file names nobody.")
    return found


def _columns(cells: list[str]) -> list[str]:
    known = {
        called: name
        for name, heading in HEADINGS.items()
        for called in (*in_every_language(heading.id), *ALSO.get(name, ()))
    }
    found: list[str] = []
    for cell in cells:
        name, shown = known.get(cell.strip().casefold()), quote(cell.strip()) or "–"
        if name is None:
            headings = ", ".join(_headings())
            raise Refusal("", "There is no column {name}; known are {known}.", name=shown, known=headings)
        if name in found:
            raise Refusal("", "The column {name} is there twice.", name=shown)
        found.append(name)
    if "first" not in found:
        raise Refusal("", "The column {name} with the players is missing.", name=HEADINGS["first"])
    return found


def _line(cells: dict[str, str], line: int) -> EntrantLine:
    players = tuple(name for name in (cells["first"], cells.get("second", "")) if name)
    if not players or not cells["first"]:
        raise Refusal("", "The player is not named.")
    if long := [name for name in (*players, cells.get("name", "")) if len(name) > LONGEST_NAME]:
        raise Refusal("", "The name {name} is too long; {most} characters fit.", name=quote(long[0]), most=LONGEST_NAME)
    number = cells.get("number", "")
    if number and not (number.isascii() and number.isdecimal() and 1 <= int(number[:9]) <= LARGEST_NUMBER):
        raise Refusal("", "An entrant has a number from {least} to {most}.", least=1, most=LARGEST_NUMBER)
    club, contact, team = (cells.get(word, "")[:100] for word in ("club", "contact", "team"))
    initials = _is_yes(cells.get("initials", ""))
    classes, wanted = split_classes(cells.get("classes", "")), int(number) if number else None
    return EntrantLine(line, wanted, cells.get("name", ""), players, club, contact, team, initials, classes)


def _is_yes(cell: str) -> bool:
    """Whether a cell says yes. Raises `Refusal` where it says neither: a name is not made public by guess."""
    word = unicodedata.normalize("NFC", cell).replace(_EMOJI, "").casefold()
    if word in YES | in_every_language("yes"):
        return True
    if word in NO | in_every_language("no"):
        return False
    raise Refusal(
        "",
        "{cell} under {name} is neither yes nor no; write one of the two.",
        cell=quote(cell),
        name=HEADINGS["initials"],
    )


def _plain(cell: str) -> str:
    """A cell as it was before `csv_text`, on one line."""
    cell = " ".join(plain(cell).split())
    return cell[1:] if cell.startswith("'") and cell[1:2] in FORMULA else cell


def _headings() -> list[str]:
    return [tr(one) for one in HEADINGS.values()]


def write(entrants: Iterable[Entrant], separator: str = ";", contacts: Mapping[str, str] | None = None) -> str:
    """The entrants as a file that `read` takes, in the language spoken now; ``contacts`` by the entrants' ids."""
    rows: list[Sequence[str]] = [_headings()]
    for one in entrants:
        second = one.players[1] if len(one.players) > 1 else ""
        pair = one.name if second else ""
        contact, initials = (contacts or {}).get(one.id, ""), t("yes") if one.initials else ""
        row = (str(one.number), pair, one.players[0], second, one.club, one.team, contact, initials)
        rows.append((*row, ", ".join(one.classes), one.status))
    return csv_text(rows, separator)


def encode(text: str, encoding: str) -> bytes:
    """The bytes of a file: ``"cp1250"``, where what it lacks becomes a question mark, or UTF-8 with a mark."""
    return text.encode("cp1250", "replace") if encoding == "cp1250" else text.encode("utf-8-sig")
