"""Numbers, days and times as Babel's data (the CLDR) has them, and nobody who writes them by hand."""

import ast
from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from babel import dates, numbers
from hypothesis import given
from hypothesis import strategies as st

from device.common import i18n
from device.common.formats import format_of
from device.common.languages import LANGUAGES
from rules.figures import Numeral, Span
from rules.game import SECOND
from rules.message import msg

ROOT = Path(__file__).parents[2]
MOMENTS = st.datetimes(*map(datetime.fromisoformat, ("2020-01-01", "2100-01-01")), timezones=st.just(UTC))
PATTERNS = {0: "#,##0", 1: "#,##0.0", 2: "#,##0.00", None: "#,##0.###"}


@pytest.mark.parametrize("language", LANGUAGES)
@given(thousandths=st.integers(-(10**10), 10**10), places=st.sampled_from(list(PATTERNS)))
def test_a_number_is_written_as_babel_writes_it(language, thousandths, places):
    step = 10 ** (3 - (3 if places is None else places))
    value = Fraction(thousandths - thousandths % step, 1000)  # where nothing is rounded: Babel rounds to even
    exact = numbers.decimal.Decimal(value.numerator) / value.denominator
    form, locale = format_of(language), LANGUAGES[language].tag.replace("-", "_")
    theirs = numbers.format_decimal(exact, PATTERNS[places], locale=locale)
    assert form.figure(Numeral(value, places)) == theirs.replace("-", "−")


@pytest.mark.parametrize("language", LANGUAGES)
@given(MOMENTS)
def test_days_and_times_are_babels(language, when):
    form, locale = format_of(language), LANGUAGES[language].tag.replace("-", "_")
    assert form.day(when) == dates.format_date(when, "medium", locale=locale)
    assert form.time(when) == dates.format_time(when, "short", locale=locale)
    joined = str(dates.get_datetime_format("medium", locale=locale))
    assert form.day_and_time(when) == joined.replace("{1}", form.day(when)).replace("{0}", form.time(when))


@pytest.mark.parametrize(
    ("figure", "czech", "english"),
    [
        (Numeral(Fraction(-123456, 100), 2), "−1\u00a0234,56", "−1,234.56"),
        (Numeral(2.5), "3", "3"),
        (Numeral(-0.04, 1, plus=True), "0,0", "0.0"),
        (Numeral(0.25, None, plus=True), "+0,25", "+0.25"),
        (Span(67_390_000_000, 1), "1:07,3", "1:07.3"),
        (Span(-SECOND // 4, up=True), "−0:01", "−0:01"),
        (Span(-SECOND // 4), "0:00", "0:00"),
        (Span(5400 * SECOND, 3, hours=True), "1:30:00,000", "1:30:00.000"),
    ],
)
def test_a_figure_in_both_languages_and_as_a_plain_string(figure, czech, english):
    message = msg("{figure}", figure=figure)
    assert str(message) == english
    for language, expected in (("cs", czech), ("en", english)):
        with i18n.speaking(language):
            assert i18n.tr(message) == expected


def test_a_whole_number_below_zero_has_the_real_minus():
    assert i18n.tr(-8) == "−8"
    assert i18n.t("{n} s", n=-8) == "−8 s"


MACHINES = {
    "device/common/exports/__init__.py": "names of files",
    "device/screens/history/exports.py": "names of files",
    "device/organiser/store/backup.py": "the label within a copy",
    "device/journal/archive.py": "what a search finds, in every way in which people type a day",
    "device/organiser/papers/files.py": "cells of a table for a spreadsheet",
    "device/organiser/desk/typed.py": "reads what was typed",
    "device/organiser/desk/doubts.py": "reads what was typed",
    "device/organiser/acts/from_text.py": "reads what was typed",
    "device/organiser/tournament/money.py": "reads what was typed",
    "device/organiser/cli/commands.py": "lines of a log, for whoever runs the service",
    "device/common/exports/report_text.py": "cells of a table for a spreadsheet",
    "device/common/exports/pdf.py": "operators of a PDF",
    "device/common/games/chess_clock/pgn.py": "tags of a PGN",
    "device/common/formats.py": "the forms themselves",
    "rules/figures.py": "the forms themselves",
}
"""Where a day or a number is for a machine, by file."""


def by_hand(tree: ast.AST) -> Iterator[int]:
    """The lines on which a number with decimals or a sign, a day, or a time of day is written by hand."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FormattedValue):
            spec = _spec(node)
            if "%" in spec or spec.startswith("+") or spec.endswith(("f", "g", ",")):
                yield node.lineno
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name, args = node.func.attr, [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            dotted = name == "replace" and args[:2] in ([".", ","], [",", "."], ["-", "−"], ["−", "-"])
            if name == "strftime" or dotted:
                yield node.lineno
        elif isinstance(node, ast.JoinedStr):
            for before, after in zip(node.values, [*node.values[1:], None], strict=True):
                if _is_text(before, ":") and isinstance(after, ast.FormattedValue) and _spec(after).endswith("d"):
                    yield node.lineno
            day = [value.value.attr for value in node.values if _is_part(value)]
            first = node.values[0]
            if "month" in day or (len(node.values) > 1 and _is_text(first, "−") and len(first.value) == 1):
                yield node.lineno
            if isinstance(first, ast.FormattedValue) and isinstance(first.value, ast.IfExp):
                shown = {
                    constant.value
                    for constant in (first.value.body, first.value.orelse)
                    if isinstance(constant, ast.Constant)
                }
                if shown & {"-", "−"} or shown >= {"+", ""}:
                    yield node.lineno


def _spec(node: ast.FormattedValue) -> str:
    parts = node.format_spec.values if isinstance(node.format_spec, ast.JoinedStr) else []
    return "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))


def _is_text(node: ast.expr | None, end: str) -> bool:
    return isinstance(node, ast.Constant) and str(node.value).endswith(end)


def _is_part(node: ast.expr) -> bool:
    return isinstance(node, ast.FormattedValue) and isinstance(node.value, ast.Attribute)


@pytest.mark.parametrize(
    "line",
    [
        "f'{x:.1f}'",
        "f'{x:+d}'",
        "f'{x:g}'",
        "f'{when:%H:%M}'",
        "when.strftime('%Y')",
        "text.replace('.', ',')",
        "f'{minutes}:{seconds:02d}'",
        "f'{when.day}. {when.month}. {when.year}'",
        "f'−{n}'",
        "f\"{'-' if n < 0 else ''}{n}\"",
    ],
)
def test_what_is_written_by_hand_is_found(line):
    assert list(by_hand(ast.parse(line)))


def test_nobody_writes_a_figure_a_day_or_a_time_by_hand():
    by_hand_at = []
    for folder in ("rules", "device"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if name not in MACHINES:
                by_hand_at += [f"{name}:{line}" for line in by_hand(ast.parse(path.read_text(encoding="utf-8")))]
    assert not by_hand_at, "write it with device.common.i18n or rules.figures"
