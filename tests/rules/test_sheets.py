"""Every sample as the rules tell it, line by line: what stands on its sheet, the tables and the notes of its report."""

from tests.approved import APPROVED, texts_that_changed
from tools.play.gallery import SAMPLES, load_record


def row(cells, mark=""):
    return " | ".join("" if cell is None else str(cell) for cell in cells) + mark


def test_sheets_and_reports_say_what_was_approved():
    said = {}
    for path in sorted(SAMPLES.glob("*.jsonl")):
        history = load_record(path)
        report = history.game.report(history.state)
        lines = said[path.stem] = [
            f"{'= ' if one.sum else ''}{one.title}: {one.text}" + (f" · {one.detail}" if one.detail else "")
            for one in history.game.sheet_entries(history.state)
        ]
        for table in report.tables:
            lines += [
                f"-- {table.title}",
                row(table.columns),
                *(row(one.cells, " ~" * one.struck + " _" * one.heavy) for one in table.lines),
            ]
        lines += ["-- notes", *map(str, report.notes)]
    assert texts_that_changed(said, APPROVED / "en" / "sheets.txt") == {}
