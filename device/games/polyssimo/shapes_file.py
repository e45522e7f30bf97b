"""The shapes of the copy on the table, traced once: a small text file beside the journal.

Twelve lines, one shape each, as they stand in a record; a line that starts with ``#`` is for people. Where there is no
such file, or it cannot be used, the provisional set serves; a game keeps the shapes it began with.
"""

from __future__ import annotations

from device.common.files.small_file import SmallFile
from device.common.settings.settings import Settings
from rules.message import msg
from rules.polyssimo.board import PROVISIONAL, PROVISIONAL_NAME, forms, parse, pieces_of

TRACED_NAME = "traced"
HEADING = "# The twelve black-and-white Polyssimo pieces of this table. Dvanáct černobílých dílků tohoto stolu.\n"


def file_of(settings: Settings) -> SmallFile[tuple[str, ...]]:
    """Where the shapes are kept."""
    path = settings.journal_path.with_name("polyssimo-shapes.txt")
    return SmallFile(path, _shapes, msg("Trace the pieces again."))


def _shapes(raw: bytes) -> tuple[str, ...]:
    lines = (line.strip() for line in raw.decode("utf-8").split("\n"))
    shapes = tuple(line for line in lines if line and not line.startswith("#"))
    pieces_of(shapes)
    return shapes


def load(settings: Settings) -> tuple[tuple[str, ...], str]:
    """The shapes of this table and the set's name."""
    shapes = file_of(settings).read_or_none() or PROVISIONAL
    if {forms(parse(text))[0] for text in shapes} == {forms(parse(text))[0] for text in PROVISIONAL}:
        return PROVISIONAL, PROVISIONAL_NAME
    return shapes, TRACED_NAME


def save(settings: Settings, shapes: tuple[str, ...]) -> None:
    """Keep the shapes: the whole file or nothing. Raises `Refusal` where they are no set, OSError where it fails."""
    pieces_of(shapes)
    file_of(settings).replace(HEADING + "\n".join(shapes) + "\n")
