"""Entrants in files: read as people have them, CSV or .xlsx, columns in any of the languages; written as CSV."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from device.common.exports.report_text import FORMULA, csv_text
from device.common.files.people_files import FileRow, read_table
from device.common.i18n import in_every_language, t, tr
from device.organiser.acts.act_base import LARGEST_NUMBER
from device.organiser.acts.from_text import at_line, plain, refuse_together
from device.organiser.log.pairing import LONGEST_NAME
from device.organiser.log.tournament_state import Entrant
from rules.explain import quote
from rules.message import Message, Refusal, msg

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
    "first": (
        *("jméno", "hráč", "meno", "name", "player", "jméno a příjmení", "příjmení a jméno", "meno a priezvisko"),
        *("priezvisko a meno", "full name", "first name"),
    ),
    "surname": ("příjmení", "priezvisko", "surname", "last name"),
    "second": ("spoluhráč", "partner"),
    "club": ("oddíl", "oddiel"),
    "team": ("družstvo",),
    "contact": ("telefon", "telefón", "e-mail", "email"),
    "initials": ("jen iniciály", "len iniciály"),
    "classes": ("třídy", "třída", "kategorie", "triedy", "trieda", "class"),
}
"""What else they may be called; a surname in a column of its own goes behind the first player's name."""
YES = frozenset({"a", "y", "t", "x", "1", "true", "pravda", "✓", "✔", "☑", "✅"})
"""What stands in a cell that says yes, beside the word in any of the languages, as people and spreadsheets write it."""
NO = frozenset({"", "n", "f", "0", "false", "nepravda", "-", "–", "—", "☐"})
"""The same of no. Crosses (✗, ☒) are in neither: some tick with them."""
_OF_NAMES = ("iniciál", "initial", "zveřej", "zverej", "anonym", "souhlas", "súhlas", "gdpr", "publish", "consent")
"""What is part of a heading under which people say whether their names may be read by all."""
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


@dataclass(frozen=True, slots=True)
class EntrantFile:
    """The entrants of a file, what it was read as (`FileTable`), the columns and sheets left out, by name."""

    lines: tuple[EntrantLine, ...]
    form: str
    left_out: tuple[str, ...]


def split_things(text: str) -> tuple[str, ...]:
    """What is named in a text, with commas between."""
    return tuple(name for part in text.split(",") if (name := plain(part)))


def split_classes(text: str) -> tuple[str, ...]:
    """The classes that are named in a text, each once."""
    return tuple(dict.fromkeys(split_things(text)))


def read(raw: bytes) -> EntrantFile:
    """The entrants of a file; its first line names the columns. Raises `Refusal` with all lines that do not fit."""
    table = read_table(raw, MOST + 1)
    if not table.rows:
        raise Refusal("", "The file names nobody.")
    head, *rows = table.rows
    with at_line(head.line):
        names, left_out = _columns(head.cells, rows)
    lines: list[EntrantLine] = []
    wrong: list[Message] = []
    for row in rows:
        try:
            with at_line(row.line):
                if any(row.cells[len(head.cells) :]):
                    cells = max(n for n, cell in enumerate(row.cells, start=1) if cell)
                    raise Refusal("", "There are {cells} cells under {n} headings.", n=len(head.cells), cells=cells)
                lines.append(_line(row, names))
        except Refusal as refusal:
            wrong.append(refusal.message)
    refuse_together(wrong)
    if not lines:
        raise Refusal("", "The file names nobody.")
    return EntrantFile(tuple(lines), table.form, (*left_out, *table.sheets_left_out))


def _columns(headings: Sequence[str], rows: Sequence[FileRow]) -> tuple[dict[str, int], list[str]]:
    """Where the columns stand that are known, and what the others are called that have anything in them."""
    known = {
        _folded(called): name
        for name in (*HEADINGS, *ALSO)
        for called in (*ALSO.get(name, ()), *(in_every_language(HEADINGS[name].id) if name in HEADINGS else ()))
    }
    places: dict[str, int] = {}
    left_out: list[str] = []
    for place, cell in enumerate(headings):
        name = known.get(_folded(cell))
        if name is None and any(stem in cell.casefold() for stem in _OF_NAMES):
            raise Refusal(
                "",
                "The column {name} may say whose names stay private: call it {initials}, with a yes for those, or take "
                "it out.",
                name=quote(cell),
                initials=HEADINGS["initials"],
            )
        if name is None:
            if cell or any(place < len(row.cells) and row.cells[place] for row in rows):
                left_out.append(quote(cell) if cell else tr(msg("column {n} without a heading", n=place + 1)))
        elif name in places:
            raise Refusal("", "The column {name} is there twice.", name=quote(cell))
        else:
            places[name] = place
    if "first" not in places and "surname" in places:
        places["first"] = places.pop("surname")
    if "first" not in places:
        others = ", ".join(left_out[:10]) or "–"
        raise Refusal(
            "",
            "The column {name} with the players is missing; not known: {others}; known are {known}.",
            name=HEADINGS["first"],
            others=others,
            known=", ".join(column_names()),
        )
    return places, left_out


def _line(row: FileRow, names: Mapping[str, int]) -> EntrantLine:
    cells = {name: _plain(row.cells[place]) for name, place in names.items() if place < len(row.cells)}
    first = " ".join(filter(None, (cells.get("first", ""), cells.get("surname", ""))))
    players = tuple(name for name in (first, cells.get("second", "")) if name)
    if not players or not cells.get("first"):
        raise Refusal("", "The player is not named.")
    if long := [name for name in (*players, cells.get("name", "")) if len(name) > LONGEST_NAME]:
        raise Refusal("", "The name {name} is too long; {most} characters fit.", name=quote(long[0]), most=LONGEST_NAME)
    number = cells.get("number", "")
    if number and not (number.isascii() and number.isdecimal() and 1 <= int(number[:9]) <= LARGEST_NUMBER):
        raise Refusal("", "An entrant has a number from {least} to {most}.", least=1, most=LARGEST_NUMBER)
    club, contact, team = (cells.get(word, "")[:100] for word in ("club", "contact", "team"))
    initials = _is_yes(cells.get("initials", ""))
    classes, wanted = split_classes(cells.get("classes", "")), int(number) if number else None
    return EntrantLine(row.line, wanted, cells.get("name", ""), players, club, contact, team, initials, classes)


def _is_yes(cell: str) -> bool:
    """Whether a cell says yes. Raises `Refusal` where it says neither: a name is not made public by guess."""
    word = cell.replace(_EMOJI, "").casefold()
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


def _folded(heading: str) -> str:
    """A heading as it is compared."""
    return " ".join(heading.casefold().split()).rstrip(" :*")


def _plain(cell: str) -> str:
    """A cell as it was before `csv_text`, on one line."""
    cell = " ".join(plain(cell).split())
    return cell[1:] if cell.startswith("'") and cell[1:2] in FORMULA else cell


def column_names() -> list[str]:
    """What the columns are called in the language spoken now, in the order in which `write` writes them."""
    return [tr(heading) for heading in HEADINGS.values()]


def write(entrants: Iterable[Entrant], separator: str = ";", contacts: Mapping[str, str] | None = None) -> str:
    """The entrants as a file that `read` takes, in the language spoken now; ``contacts`` by the entrants' ids."""
    rows: list[Sequence[str]] = [column_names()]
    for entrant in entrants:
        second = entrant.players[1] if len(entrant.players) > 1 else ""
        pair = entrant.name if second else ""
        contact, initials = (contacts or {}).get(entrant.id, ""), t("yes") if entrant.initials else ""
        row = (str(entrant.number), pair, entrant.players[0], second, entrant.club, entrant.team, contact, initials)
        rows.append((*row, ", ".join(entrant.classes), entrant.status))
    return csv_text(rows, separator)


def encode(text: str, encoding: str) -> bytes:
    """The bytes of a file: ``"cp1250"``, where what it lacks becomes a question mark, or UTF-8 with a mark."""
    return text.encode("cp1250", "replace") if encoding == "cp1250" else text.encode("utf-8-sig")
