"""Entrants from Excel tables, and from what is none."""

import io
import zipfile

import openpyxl
import pytest

from device.common.i18n import speaking
from device.organiser.tournament import entrant_file
from rules.message import Refusal


def book(*sheets):
    workbook = openpyxl.Workbook()
    workbook.remove(workbook.active)
    for title, rows in sheets:
        sheet = workbook.create_sheet(title)
        for row in rows:
            sheet.append(row)
    workbook.save(out := io.BytesIO())
    return out.getvalue()


def test_an_excel_table_is_read_with_its_ticks_numbers_and_rows():
    rows = [
        [],
        ["Číslo", "Jméno", "Iniciály", "Kontakt"],
        [7.0, "Anna Nová", True, 606123456],
        [],
        [8, "Bob", False, None],
    ]
    file = entrant_file.read(book(("Empty", []), ("Lidé", rows), ("Rozpis", [["1"]])))
    assert [(line.line, line.number, line.players, line.initials, line.contact) for line in file.lines] == [
        (3, 7, ("Anna Nová",), True, "606123456"),
        (5, 8, ("Bob",), False, ""),
    ]
    assert (file.form, file.left_out) == (".xlsx", ("Rozpis",))


def test_what_is_wrong_in_an_excel_table_is_said_with_its_row():
    with speaking("en"), pytest.raises(Refusal, match="Line 3: The player is not named"):
        entrant_file.read(book(("Lidé", [["Jméno", "Klub"], ["Anna", "A"], ["", "B"]])))


SHEET = "xl/worksheets/sheet1.xml"
NAME = "<row r='1'><c r='A1' t='inlineStr'><is><t>"


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    ("sheet", "reason"),
    [
        (f"{NAME}Name</t></is></c></row><row r='1048576'><c r='XFD1048576'/></row>", "nobody"),
        (f"{NAME}{' ' * 9_000_000}</t></is></c></row>", "too large"),
        ("<row><c t='s'><v>5</v></c></row>", "damaged"),
        ("<row><c", "damaged"),
    ],
    ids=["a cell far away", "a bomb", "no such text", "cut short"],
)
def test_a_crafted_excel_table_is_refused_in_no_time(sheet, reason):
    parts = zipfile.ZipFile(io.BytesIO(book(("L", [["Name"]]))))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as crafted:
        for name in parts.namelist():
            text = parts.read(name)
            if name == SHEET:
                space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
                text = f"<worksheet xmlns='{space}'><sheetData>{sheet}</sheetData></worksheet>".encode()
            crafted.writestr(name, text)
    with pytest.raises(Refusal, match=reason):
        entrant_file.read(out.getvalue())


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"PK\x03\x04" + b"x" * 99, "damaged"),
        (book(("L", [["Name"], ["Anna"]]))[:-40], "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old or locked"),
        (book(("L", [["Name"], *([f"Ann {n}"] for n in range(2001))])), "2000 lines fit"),
    ],
    ids=["an archive", "cut short", "an old one", "too long"],
)
def test_what_is_no_excel_table_is_refused(raw, reason):
    with pytest.raises(Refusal, match=reason):
        entrant_file.read(raw)


def test_a_table_of_libreoffice_says_how_it_is_saved():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    with pytest.raises(Refusal, match="This is not an Excel table"):
        entrant_file.read(out.getvalue())
