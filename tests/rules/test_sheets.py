"""Every sample as the rules tell it, line by line: its sheet, its report, and what was done in it."""

from collections import defaultdict

import pytest

from rules.games import GAMES
from rules.kourici_kocka import acts as kocka
from tests.approved import APPROVED, texts_that_changed
from tools.play.gallery import SAMPLES, load_record

pytestmark = pytest.mark.xdist_group("sheets of the samples")


@pytest.fixture(scope="module")
def histories():
    """Every sample by its name."""
    return {path.stem: load_record(path) for path in sorted(SAMPLES.glob("*.jsonl"))}


def row(cells, mark=""):
    return " | ".join("" if cell is None else str(cell) for cell in cells) + mark


def told(history):
    for entry in history.game.sheet_entries(history.state):
        yield f"{'= ' if entry.sum else ''}{entry.title}: {entry.text}" + (f" · {entry.detail}" if entry.detail else "")
    report = history.game.report(history.state)
    for table in report.tables:
        yield from (f"-- {table.title}", row(table.columns))
        yield from (row(line.cells, " ~" * line.struck + " _" * line.heavy) for line in table.lines)
    yield from ("-- notes", *map(str, report.notes))


def test_sheets_and_reports_say_what_was_approved(histories):
    sheets = {name: list(told(history)) for name, history in histories.items()}
    assert texts_that_changed(sheets, APPROVED / "en" / "sheets.txt") == {}


def test_every_kind_of_event_is_described_as_was_approved(histories):
    descriptions, kinds = defaultdict(set), defaultdict(set)
    for history in histories.values():
        key = history.game.key
        descriptions[key] |= {str(history.game.describe(entry.event)) for entry in history.entries}
        kinds[key] |= {type(entry.event) for entry in history.entries}
    for key, game in GAMES.items():
        assert set(game.event_types) <= kinds[key]
    assert (
        texts_that_changed({key: sorted(lines) for key, lines in descriptions.items()}, APPROVED / "en" / "events.txt")
        == {}
    )


@pytest.mark.parametrize(
    ("event", "description"),
    [
        (kocka.Note(rule="K9", text="loud"), "note to K9: loud"),
        (kocka.Note(rule="K9", text="loud", seat="B"), "note to K9, seat B: loud"),
        (kocka.Note(rule="K99"), "note to K99: –"),
        (kocka.Correct(round=2), "round 2 put right: played again"),
        (kocka.Correct(round=2, seat="C"), "round 2 put right: seat C lost it"),
        (kocka.Correct(round=2, points=(20, 6, 5, 2)), "round 2 put right: 20 6 5 2"),
    ],
)
def test_what_an_event_leaves_out_is_not_said(event, description):
    assert str(GAMES["kourici_kocka"].describe(event)) == description
