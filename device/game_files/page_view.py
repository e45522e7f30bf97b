"""What the page of a game shows, made for a telephone held upright: the result first, then rows that need no scrolling.

Nothing here knows a game. Who sits there and what they have is the game's card (`device.common.specs.card`); the table
of its report with a row for each of them says the rest about them, and every other table becomes rows: as columns where
they are narrow enough, else what a row is about, its figures under their names, and what else there is to know below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec import structs

from device.common.exports import FiledGame, day_of
from device.common.games.registry import SPECS
from device.common.i18n import t, tr
from rules.game import Cell, Progress, ReportTable
from rules.message import Message, msg

NARROW = 34
"""Characters side by side for which a telephone has room, one between two columns."""
FIGURES = 16
"""Characters of figures that stand at the end of a row's first line; more stand below it, each under its name."""
PLACES = ("pair", "side", "seat", "dealer")
"""Parameters of remarks that are the letter of a place."""
LETTERS = "ABCDE"
SEATED = (msg("Dealer"), msg("Leader"), msg("Choosers"), msg("Loser"))
"""Columns whose cells are letters of places."""
PLAYER, SIGNATURE, YES = msg("Player"), msg("Signature"), msg("yes")

Fact = tuple[str, str]
"""What a figure or a word is called, and the figure or word."""


@dataclass(frozen=True, slots=True)
class PageSeat:
    """A player or a pair: the letter of its place (empty: it has none), who plays in it, what it came to.

    ``label`` is what its figure is called, where that has to be said.
    """

    name: str
    figure: str
    colour: int
    won: bool
    players: str = ""
    letter: str = ""
    label: str = ""
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class PageRow:
    """A row: ``main`` stands first, ``figures`` at its end, ``facts`` under their names below, ``note`` last.

    ``cells`` instead of all of them where the table has columns. ``colour`` is that of a seat whose name is ``main``.
    ``head``: it begins a group, and what follows belongs to it.
    """

    main: str = ""
    number: str = ""
    figures: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    note: str = ""
    cells: tuple[str, ...] = ()
    colour: int | None = None
    head: bool = False
    heavy: bool = False
    struck: bool = False


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table as it shows: ``columns`` are its headings where it has columns, ``figures`` those at the end of rows.

    ``across`` is how many figures under their names stand side by side.
    """

    title: str
    rows: tuple[PageRow, ...]
    across: int = 1
    columns: tuple[str, ...] = ()
    numeric: frozenset[int] = frozenset()
    figures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageView:
    """The whole page, in the language spoken now."""

    game: str
    facts: tuple[str, ...]
    seats: tuple[PageSeat, ...]
    signed: bool
    open: str
    tables: tuple[PageTable, ...]
    notes: tuple[str, ...] = field(default=())


def page_view(filed: FiledGame) -> PageView:
    """What the page of ``filed`` shows."""
    game, setup, state = filed.history.game, filed.history.setup, filed.history.state
    report, card = game.report(state), SPECS[game.key].card.load().card(state)
    people: dict[int, list[str]] = {}
    left: dict[int, list[str]] = {}
    for person in game.people(state):
        (left if person.left else people).setdefault(person.side, []).append(person.name)
    called = [tr(seat.name) for seat in card.seats]
    everybody, seats = set(called), []
    for n, seat in enumerate(card.seats):
        names = [name for name in people.get(n, ()) if name.strip() and name not in everybody]
        names += [t("formerly {name}", name=name) for name in left.get(n, ()) if name not in everybody]
        colour = n if seat.colour is None else seat.colour
        seats.append(PageSeat(called[n], tr(seat.figure), colour, seat.won, ", ".join(names)))
    signed = game.progress(state) is Progress.SIGNED
    about = max((n for n, table in enumerate(report.tables) if _seat_rows(table, seats) is not None), default=None)
    if about is not None:
        seats = _with_facts(seats, report.tables[about], signed)
    changed = {n for n, name in enumerate(called) if n in left and name in people.get(n, ())}
    letters = {LETTERS[n]: name for n, name in enumerate(called) if n not in changed}
    tables = [_shaped(table, seats, letters) for n, table in enumerate(report.tables) if n != about and table.lines]
    results = (
        {" : ".join(seat.figure for seat in page_seats) for page_seats in (seats, seats[::-1])}
        if len(seats) == 2
        else set()
    )
    notes = (tr(with_names(note, letters)) for note in report.notes)
    facts = (str(getattr(setup, "title", "")), tr(card.corner), day_of(filed.created))
    return PageView(
        tr(game.title(setup)),
        tuple(fact for fact in facts if fact),
        tuple(seats),
        signed,
        tr(card.open),
        tuple(tables),
        tuple(note for note in notes if not any(result in note for result in results)),
    )


def with_names(message: Message, letters: Mapping[str, str]) -> Message:
    """A remark in which a pair has its name, and the letter of another place the name of who sits there beside it."""

    def of(name: str, arg: object) -> object:
        if isinstance(arg, Message):
            return with_names(arg, letters)
        if name in PLACES and isinstance(arg, str) and arg in letters:
            return letters[arg] if name == "pair" else f"{arg} ({letters[arg]})"
        return arg

    return structs.replace(message, args={name: of(name, arg) for name, arg in message.args.items()})


def _seat_rows(table: ReportTable, seats: Sequence[PageSeat]) -> int | None:
    """The column from which on a table has a row for each seat; None where it has none."""
    names = sorted(seat.name for seat in seats)
    if len(table.lines) != len(seats) or len(set(names)) < len(names):
        return None
    for n in range(len(table.columns)):
        if sorted(str(row.cells[n]) for row in table.lines) == names:
            return n
    return None


def _with_facts(seats: Sequence[PageSeat], table: ReportTable, signed: bool) -> list[PageSeat]:
    """The seats in the order of the table, with what it says of each beside what is known."""
    at, by_name, page_seats = _seat_rows(table, seats), {seat.name: seat for seat in seats}, []
    for row in table.lines:
        seat, facts = by_name[str(row.cells[at or 0])], []
        for n, (column, cell) in enumerate(zip(table.columns, row.cells, strict=True)):
            text = tr(cell)
            if n == at or not text or (signed and column == SIGNATURE) or (seat.won and cell == YES):
                continue
            if text == seat.figure.removeprefix("+"):
                seat = replace(seat, label=tr(column))
            elif isinstance(cell, str) and cell in LETTERS:
                seat = replace(seat, letter=text)
            elif column != PLAYER:
                facts.append((tr(column), "" if cell == YES else text))
        label = "" if seat.label in dict(facts) else seat.label
        page_seats.append(replace(seat, label=label, facts=tuple(facts)))
    return page_seats


def _shaped(table: ReportTable, seats: Sequence[PageSeat], letters: Mapping[str, str]) -> PageTable:
    """A table as rows that fit."""
    colours = {seat.name: seat.colour for seat in seats}
    columns = [tr(column) for column in table.columns]
    above = [column for column in columns if column in colours]
    if len(above) == len(seats) > 2:  # a round in which people sat otherwise than now
        letters = dict(zip(LETTERS, above, strict=False))
    seated = [column in SEATED for column in table.columns]
    grid = [
        [_names(cell, letters) if place else tr(cell) for cell, place in zip(row.cells, seated, strict=True)]
        for row in table.lines
    ]
    used = [n for n in range(len(columns)) if any(row[n] for row in grid)]
    long = [max(map(len, (columns[n], *(row[n] for row in grid)))) for n in range(len(columns))]
    title = tr(table.title)
    group = next((n for n in used if _is_group(table, n, colours)), None)
    if group is None and sum(long[n] + 1 for n in used) <= NARROW:
        numeric = frozenset(k for k, n in enumerate(used) if n in table.numeric)
        rows = (
            PageRow(cells=tuple(texts[n] for n in used), heavy=row.heavy, struck=row.struck)
            for texts, row in zip(grid, table.lines, strict=True)
        )
        return PageTable(title, tuple(rows), 1, tuple(columns[n] for n in used), numeric)
    first = used[0] if used[0] in table.numeric or all(row[used[0]] in LETTERS for row in grid) else None
    once = [] if group is None else _once(table, used)
    figures = [n for n in used if n in table.numeric and n != first and n not in once]
    texts = [n for n in used if n not in table.numeric and n not in (group, first) and n not in once]
    main = next((n for n in texts if all(row[n] in colours for row in grid)), None)
    if main is None and texts:
        main = max(texts, key=lambda n: (sum(bool(row[n]) for row in grid), sum(len(row[n]) for row in grid)))
    at_end = sum(max(len(row[n]) for row in grid) for n in figures) <= FIGURES
    wide = max((max(len(row[n]) + 2, min(len(columns[n]), 13) * 4 // 5) for row in grid for n in figures), default=1)
    most = max(1, NARROW // wide)
    across = -(-len(figures) // -(-len(figures) // most)) if figures else 1
    page_rows: list[PageRow] = []
    for cells, row in zip(grid, table.lines, strict=True):
        if group is not None and cells[group]:
            page_rows.append(PageRow(cells[group], cells[first or 0], colour=colours[cells[group]], head=True))
        if ends := tuple(cells[n] for n in once if n in table.numeric and cells[n]):
            head = max(n for n, page_row in enumerate(page_rows) if page_row.head)
            page_rows[head] = replace(page_rows[head], figures=ends)
        others = [n for n in texts if n != main and cells[n]]
        others += [n for n in once if n not in table.numeric and isinstance(row.cells[n], Message)]
        labelled = group is None
        note = " · ".join(f"{columns[n]}: {cells[n]}" if labelled else cells[n] for n in others)
        text = "" if main is None else cells[main]
        if not text and not note and not any(cells[n] for n in figures):
            continue
        page_rows.append(
            PageRow(
                text,
                "" if group is not None or first is None else cells[first],
                tuple(cells[n] for n in figures) if at_end else (),
                () if at_end else tuple((columns[n], cells[n]) for n in figures if cells[n]),
                note,
                colour=colours.get(text),
                heavy=row.heavy,
                struck=row.struck,
            )
        )
    return PageTable(title, tuple(page_rows), across, figures=tuple(columns[n] for n in figures) if at_end else ())


def _names(cell: Cell, letters: Mapping[str, str]) -> str:
    """The names for letters of places (``A``, ``A+C``)."""
    return " + ".join(letters.get(letter, letter) for letter in tr(cell).split("+"))


def _is_group(table: ReportTable, n: int, names: Mapping[str, Any]) -> bool:
    """Whether a column names whose the rows are that follow, until the next name."""
    cells = [row.cells[n] for row in table.lines]
    return None in cells and all(cell is None or str(cell) in names for cell in cells) and cells[0] is not None


def _once(table: ReportTable, used: Sequence[int]) -> list[int]:
    """The last columns, as far as they say one thing of a whole group: a figure, or the letter of a place."""
    columns: list[int] = []
    for n in reversed(used):
        cells = [row.cells[n] for row in table.lines]
        counts, many = [0], 0
        for cell, row in zip(cells, table.lines, strict=True):
            many += cell is not None
            if row.heavy:
                counts.append(many)
                many = 0
        if not (n in table.numeric or any(str(cell) in LETTERS for cell in cells)) or max(counts) > 1:
            break
        columns.insert(0, n)
    return columns
