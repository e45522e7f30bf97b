"""A kept game as a file: what can be printed, or opened elsewhere.

Every game has the formats in `EVERY_GAME`; its declarations (`GameSpec`, `TableSpec`) may offer more, or its own in
place of one. Nothing here names a game. The words in a file are those of the language spoken when it is made; the same
game in the same language and time zone gives the same bytes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

import msgspec

from device.common import i18n
from device.common.address import Address
from device.common.exports.report_text import report_csv
from device.common.formats import local
from device.common.i18n import tr
from device.common.trouble import Trouble
from rules.history import History
from rules.message import Message, msg
from rules.record import write


class ExportError(Trouble):
    """An export that cannot be made here."""


class FiledGame(msgspec.Struct, frozen=True):
    """A game as it lies in the journal: its number there, its history, and the wall clock's labels.

    ``created`` is the label of its beginning, ``labels`` those of its entries by number, as the journal has them
    (ISO 8601); empty where nobody knows. They are labels for people: the Pi has no battery for its clock.
    """

    number: int
    history: History
    created: str = ""
    labels: Mapping[int, str] = msgspec.field(default_factory=dict)


WriteExport = Callable[[FiledGame], bytes]
"""Writes a game as a file. May raise `ExportError`."""


class ExportFormat(msgspec.Struct, frozen=True):
    """A way to write a game as a file: the word of its option, the ending of its files, what people call it and use it
    for, and how it is made.

    ``binary``: it is no text, so a terminal cannot show it.
    """

    kind: str
    ending: str
    name: Message
    use: Message
    make: WriteExport
    binary: bool = False


Exports = Mapping[str, ExportFormat]
"""Formats by their word."""


def pdf_format(where: str) -> ExportFormat:
    """A PDF, written by what lies at the address ``where``; the PDF library is slow to load."""
    return ExportFormat("pdf", "pdf", msg("PDF"), msg("to print and sign"), Address[WriteExport](where), binary=True)


def csv_format(where: str) -> ExportFormat:
    """Tables as CSV, written by what lies at the address ``where``."""
    return ExportFormat("csv", "csv", msg("Tables"), msg("for a spreadsheet"), Address[WriteExport](where))


def plain_csv(filed: FiledGame) -> bytes:
    """The report's tables as CSV."""
    return report_csv(filed.history.game.report(filed.history.state)).encode()


def game_record(filed: FiledGame) -> bytes:
    """Every entry, as JSON Lines."""
    return write(filed.history).encode()


EVERY_GAME: Exports = {
    export_format.kind: export_format
    for export_format in (
        pdf_format("device.common.exports.plain_pdf:plain_pdf"),
        csv_format("device.common.exports:plain_csv"),
        ExportFormat("record", "jsonl", msg("Game record"), msg("every entry, to replay it"), game_record),
    )
}
"""What every game has."""


def file_name(filed: FiledGame, export: ExportFormat) -> str:
    """A name for the file that every file system takes: day, number of the game, what and who was played."""
    when = local(filed.created)
    day = "" if when is None else f"{when:%Y-%m-%d}-"
    plain = unicodedata.normalize("NFKD", tr(filed.history.game.report(filed.history.state).title))
    heading = re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode().lower()).strip("-")[:70].strip("-")
    return f"{day}{filed.number:03d}-{heading}.{export.ending}"


def one_line(text: str) -> str:
    """A text that stays on its line."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def day_of(label: str) -> str:
    """The day of a label as people write it; empty where there is none."""
    return i18n.day(local(label))


def time_of(label: str) -> str:
    """Day and time of a label; empty where there is none."""
    return i18n.day_and_time(local(label))
