"""A file that people bring, as text: in whatever encoding, line ends and letters their program wrote it.

Which encoding it is says a mark at its beginning, else its bytes: what is UTF-8 throughout is that, and for the rest
the reading wins in which most letters are Czech or Slovak ones, where such letters stand in words. In ISO 8859-2 *š* is
the byte that is *ą* in windows-1250, and *ž* the one that is *ľ*; Slovak never writes *ľ* before *e* and *i*
(docs/decisions/people-files.md).
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
import warnings
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, time
from itertools import islice
from typing import Any, NamedTuple

from device.common.address import Address
from rules.explain import quote
from rules.message import Message, Refusal, msg

NAMES = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "cp1250": "windows-1250",
    "iso8859-2": "ISO 8859-2",
    "cp852": "CP852",
}
"""The encodings that are told apart, by the name that Python has for each, and what people call them."""
_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_PRIOR = {"cp1250": 0.0, "iso8859-2": -0.5, "cp852": -1.0}
"""What each has to make up for: a file of today's Windows is likelier than one of an old Unix, or of DOS."""
_WEIGHED = 20_000
"""Words with other than ASCII letters that are weighed; a longer list is told by its beginning."""
_LOOKED_AT = 50_000
"""Bytes before and behind the first that is not UTF-8 which are looked at."""
_CZECH, _SLOVAK, _BOTH = frozenset("ěřů"), frozenset("äôľĺŕ"), frozenset("áčďéíňóšťúýž")
_TYPOGRAPHY, _QUOTES, _SIGNS = frozenset("\xa0„“”‚‘’‹›«»–—…§°€•×"), frozenset("„“”‚‹›«»…•"), frozenset("§°×")
_SOFT = frozenset("eiéíě")
_WORD = re.compile(rb"[A-Za-z0-9\x80-\xff]*[\x80-\xff][A-Za-z0-9\x80-\xff]*")
_ZIP = b"PK\x03\x04"
_FOREIGN: tuple[tuple[bytes, Message], ...] = (
    (b"%PDF", msg("This is a PDF; save the table as .xlsx or CSV.")),
    (b"\xd0\xcf\x11\xe0", msg("This is an old or locked document; save it as .xlsx or CSV, without a password.")),
    (_ZIP, msg("This is a spreadsheet or an archive, not text; save it as text.")),
)
"""How files begin that people take for one of these, and what is said of them."""
OPENPYXL: Address[Callable[..., Any]] = Address("openpyxl:load_workbook")
"""The library that reads .xlsx, which the organiser alone installs."""
LARGEST_BOOK = 4_000_000
"""Bytes of the unpacked sheets and texts of a spreadsheet."""
MOST_COLUMNS = 100
LONGEST_CELL = 1000
"""Characters of a cell that are kept."""
_MOST_MARKS = re.compile(r"[^\w\s!-/:-@\[-`{-~]{31}")
"""More accents on one letter than any has."""


class PlainText(NamedTuple):
    """The text of a file, its lines ending in ``\\n``, and the encoding it was in, as people call it."""

    text: str
    encoding: str


def read_text(raw: bytes) -> PlainText:
    """The text of a file. Raises `Refusal` where it is none.

    >>> read_text("Žofie;Říha".encode("cp852"))
    PlainText(text='Žofie;Říha', encoding='CP852')
    """
    encoding = encoding_of(raw)
    text = raw.decode(encoding, "strict").removeprefix("\ufeff")
    return PlainText(text.replace("\r\n", "\n").replace("\r", "\n"), NAMES[encoding])


def encoding_of(raw: bytes) -> str:
    """The encoding of a file, as Python names it; the file can be decoded by it. Raises `Refusal`."""
    for mark, sentence in _FOREIGN:
        if raw.startswith(mark):
            raise Refusal("", sentence)
    encoding = next((name for mark, name in _MARKS if raw.startswith(mark)), None) or _wide(raw)
    if encoding is None and b"\0" in raw:
        raise Refusal("", _NO_TEXT)
    if encoding is not None and encoding != "utf-8":
        try:
            raw.decode(encoding)
        except UnicodeDecodeError:
            raise Refusal("", _NO_TEXT) from None
        return encoding
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        if encoding is not None or _mostly_utf_8(raw[max(0, error.start - _LOOKED_AT) : error.start + _LOOKED_AT]):
            line = raw.count(b"\n", 0, error.start) + 1
            raise Refusal("", "The file is UTF-8, but not on line {line}; save it again as UTF-8.", line=line) from None
        return _eight_bits(raw)
    return "utf-8"


_NO_TEXT = msg("This is not text that can be read; save it as text in UTF-8.")


def _wide(raw: bytes) -> str | None:
    """UTF-16 without a mark: every other byte of Latin letters is 0."""
    head = raw[:4096]
    if len(head) >= 4 and head[1::2].count(0) * 2 > len(head) // 2 and not head[::2].count(0):
        return "utf-16-le"
    if len(head) >= 4 and head[::2].count(0) * 2 > len(head) // 2 and not head[1::2].count(0):
        return "utf-16-be"
    return None


def _mostly_utf_8(raw: bytes) -> bool:
    """Whether bytes that are not UTF-8 are few among those that are: a damaged file, or two that were put together."""
    text = raw.decode("utf-8", "replace")
    wrong = text.count("\ufffd")
    return sum(1 for char in text if char > "\x7f") - wrong > wrong


def _eight_bits(raw: bytes) -> str:
    """The encoding of one byte a letter in which the words with such bytes are likeliest. Raises `Refusal`."""
    used = bytes(byte for byte in range(256) if byte in raw)
    words: Counter[bytes] = Counter()
    for number, match in enumerate(_WORD.finditer(raw)):
        if number >= _WEIGHED:
            break
        words[match[0][:60]] += 1
    scores = {name: prior for name, prior in _PRIOR.items() if _fits(used, name)}
    for word, times in words.items():
        for name in scores:
            scores[name] += min(times, 5) * _likeliness(word.decode(name))
    letters = {name: Counter(b" ".join(words).decode(name).lower()) for name in scores}
    for name, count in letters.items():
        if sum(count[letter] for letter in _CZECH) >= 2 * count["ľ"] and not any(
            count[letter] for letter in _SLOVAK - {"ľ"}
        ):
            scores[name] -= 2 * count["ľ"]  # a Czech text, which has none
    best = max(scores, key=lambda name: scores[name])
    if scores[best] < -2 * len(words):
        raise Refusal("", _NO_TEXT)
    return best


def _fits(used: bytes, encoding: str) -> bool:
    try:
        used.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _likeliness(word: str) -> float:
    """How much speaks for a word to be one: a letter of Czech or Slovak 1, what cannot stand in a word less than 0."""
    points = 0.0
    small = word.lower()
    letters = frozenset(small)
    if letters & _CZECH and letters & _SLOVAK:
        points -= 2
    for place, char in enumerate(word):
        if char < "\x80":
            continue
        before, after = word[place - 1 : place], small[place + 1 : place + 2]
        low = small[place : place + 1]
        if low in _BOTH or low in _CZECH or low in _SLOVAK:
            points += 1
            if low == "ľ" and after in _SOFT:
                points -= 2
        elif not char.isalpha() and char not in _TYPOGRAPHY:
            points -= 4 if unicodedata.category(char) == "Cc" else 1
        elif char in _QUOTES and before.isalpha() and after.isalpha():
            points -= 2
        elif char in _SIGNS and (before.isalpha() or after.isalpha()):
            points -= 1
        if char.isalpha() and ((char.isupper() and before.islower()) or len(word) == 1 or before.isdigit()):
            points -= 2
        if char.islower() and word[place + 1 : place + 2].isupper():
            points -= 2
    return points


def compose(text: str) -> str:
    """A text with its accents in its letters (NFC).

    Putting accents in order takes the square of their number, so what has more of them than any letter is left alone.

    >>> compose("C\\u030ci\\u0301z\\u030cek")
    'Čížek'
    """
    return text if _MOST_MARKS.search(text) else unicodedata.normalize("NFC", text)


# -- tables ------------------------------------------------------------------------------------------------------------


class FileRow(NamedTuple):
    """A row that is not blank: its line in the file, and its cells, composed and without space around."""

    line: int
    cells: tuple[str, ...]


class FileTable(NamedTuple):
    """The rows of a table, and what it was read as: an encoding, or ``".xlsx"`` with the names of further sheets."""

    rows: list[FileRow]
    form: str
    sheets_left_out: tuple[str, ...] = ()


def read_table(raw: bytes, most: int) -> FileTable:
    """The table of a CSV or .xlsx file, of so many rows at most. Raises `Refusal` where it is none, or too long."""
    table = _book(raw, most) if raw.startswith(_ZIP) else _csv(raw, most)
    if len(table.rows) > most:
        raise Refusal("", "The file is too long; {most} lines fit.", most=most - 1)
    return table


def _row(line: int, cells: Sequence[str]) -> FileRow | None:
    """A row; None where it is blank."""
    fitted = tuple(compose(" ".join(cell[:LONGEST_CELL].split())) for cell in cells[:MOST_COLUMNS])
    return FileRow(line, fitted) if any(fitted) else None


def _csv(raw: bytes, most: int) -> FileTable:
    """CSV with the separator that Excel's first line says (``sep=;``), else the one that its headings have most."""
    text, encoding = read_text(raw)
    before = 1
    if declared := re.match(r'"?sep=(.)"?[;,\t]*(\n|\Z)', text, re.IGNORECASE):
        separator, text, before = declared[1], text[declared.end() :], 2
    else:
        head = next((line for line in islice(text.split("\n"), 1000) if line.strip(' ;,\t"\xa0')), "")
        separator = max(";,\t", key=head.count)
    rows: list[FileRow] = []
    for line, cells in _csv_lines(csv.reader(io.StringIO(text), delimiter=separator), before):
        if (row := _row(line, cells)) is not None:
            rows.append(row)
        if len(rows) > most:
            break
    return FileTable(rows, encoding)


def _csv_lines(reader: Any, before: int) -> Iterator[tuple[int, list[str]]]:
    """The rows with the lines they begin on. Raises `Refusal`."""
    while True:
        line = reader.line_num + before
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            raise Refusal("", "Line {line}: {reason}", line=line, reason=msg("This is not CSV.")) from None
        yield line, cells


def _book(raw: bytes, most: int) -> FileTable:
    """The first sheet of an .xlsx file that has anything in it."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            parts = packed.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        raise Refusal("", _NO_BOOK) from None
    if "xl/workbook.xml" not in {part.filename for part in parts}:
        raise Refusal("", "This is not an Excel table (.xlsx); save it as .xlsx or CSV.")
    if sum(part.file_size for part in parts if part.filename.endswith((".xml", ".rels"))) > LARGEST_BOOK:
        raise Refusal("", "The table is too large; leave only the entrants in it.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and forms, which nobody reads here
            return _first_sheet(OPENPYXL(io.BytesIO(raw), read_only=True, data_only=True, keep_links=False), most)
    except ImportError:
        raise Refusal("", "This computer cannot read .xlsx; save the table as CSV.") from None
    except Exception:  # a damaged or crafted file fails anywhere in the library, with whatever it likes
        raise Refusal("", _NO_BOOK) from None


_NO_BOOK = msg("The Excel table is damaged; save it again, or as CSV.")


def _first_sheet(book: Any, most: int) -> FileTable:
    table, others = FileTable([], ".xlsx"), []
    for sheet in book.worksheets[:20]:
        if sheet.sheet_state != "visible":
            continue
        rows: list[FileRow] = []
        cells = sheet.iter_rows(max_row=20 * most, max_col=MOST_COLUMNS, values_only=True)
        for line, values in enumerate(cells, start=1):
            if (row := _row(line, [_cell(value) for value in values])) is not None:
                rows.append(row)
            if len(rows) > (0 if table.rows else most):
                break
        if rows and table.rows:
            others.append(quote(sheet.title))
        elif rows:
            table = FileTable(rows, ".xlsx")
    return table._replace(sheets_left_out=tuple(others))


def _cell(value: object) -> str:
    """What a cell of a spreadsheet shows: TRUE and FALSE, whole numbers without a point, days by their numbers."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    return value.isoformat() if isinstance(value, (date, time)) else str(value)
