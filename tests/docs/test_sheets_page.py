"""docs/sheets.md is true: its example is a sheet, and each key of a sheet stands there with its limits and default."""

import json
import re
from pathlib import Path

import msgspec
import pytest
from msgspec import inspect

from device.common.sheets.folder import MOST
from device.common.sheets.reading import LARGEST, parse_sheet
from rules.loading import readable
from rules.sheet_terms import Bonus, Box, SheetTerms

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"en": DOCS / "sheets.md", "cs": DOCS / "cs" / "sheets.md"}
WORDS = {
    "en": ("{} to {}", "{} to {} characters", "{} at most", "each", "has to be there"),
    "cs": ("{} až {}", "{} až {} znaků", "nejvýš {}", "každé", "musí tam být"),
}


WRITTEN = ("most", "least", "round", "turn")
"""The words of choices in the order of the page."""


def tables(page):
    """Each table of the page: its rows by the first cell."""
    blocks = re.findall(r"(?:^\|.*\n)+", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [
        {cells[0].strip("`"): cells[1:] for line in block.splitlines()[2:] for cells in [_cells(line)]}
        for block in blocks
    ]


def _cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def limits(kind, language):
    span, characters, at_most, each, _ = WORDS[language]
    match kind:
        case inspect.UnionType(types=types):
            return limits(next(kind for kind in types if not isinstance(kind, inspect.NoneType)), language)
        case inspect.IntType():
            return span.format(kind.ge, kind.le)
        case inspect.StrType():
            return characters.format(kind.min_length, kind.max_length)
        case inspect.BoolType():
            return "`true`, `false`"
        case inspect.LiteralType():
            return ", ".join(f'`"{value}"`' for value in sorted(kind.values, key=WRITTEN.index))
        case inspect.TupleType():
            return f"{limits(kind.item_types[0], language)} {each}"
        case inspect.VarTupleType(item_type=inspect.StructType()):
            return at_most.format(kind.max_length)
        case inspect.VarTupleType():
            return f"{at_most.format(kind.max_length)}, {limits(kind.item_type, language)} {each}"
    raise AssertionError(kind)


@pytest.mark.parametrize("language", PAGES)
@pytest.mark.parametrize(("number", "part"), list(enumerate((SheetTerms, Box, Bonus))))
def test_each_key_is_there_with_its_limits_and_what_holds_without_it(language, number, part):
    rows = tables(PAGES[language])[number]
    fields = inspect.type_info(readable(part)).fields
    assert list(rows) == [field.name for field in fields]
    for field in fields:
        _, written_limits, default = rows[field.name]
        assert written_limits == limits(field.type, language), field.name
        if field.required:
            assert default == WORDS[language][-1], field.name
        elif field.default is None:
            assert not default.startswith("`"), field.name
        else:
            assert default == f"`{json.dumps(msgspec.to_builtins(field.default))}`", field.name


@pytest.mark.parametrize("language", PAGES)
def test_the_example_is_a_sheet(language):
    text = PAGES[language].read_text(encoding="utf-8")
    (example,) = re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    terms = parse_sheet(example)
    assert (terms.name, terms.total, terms.team) == ("Whist", 13, 2)
    assert f"{MOST}," in text
    assert f"{LARGEST // 1024} kB" in text
