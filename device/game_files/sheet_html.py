"""A game's report as a page for a telephone: no script, nothing from elsewhere, one style sheet."""

from __future__ import annotations

from html import escape

from device import i18n
from device.exports import FiledGame, day_of
from device.game_files.formats import export_formats_of
from device.i18n import t, tr
from rules.game import Progress, ReportTable

STYLE = """
:root { color-scheme: light dark; font: 17px/1.4 system-ui, sans-serif; }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; }
h1 { font-size: 1.3rem; margin: 0 0 .3rem; } h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
p { margin: .2rem 0; } .files a { display: inline-block; margin: .6rem .6rem 0 0; padding: .7rem 1.1rem;
  border: 1px solid; border-radius: .6rem; text-decoration: none; font-weight: 600; color: inherit; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem .25rem 0; text-align: left; white-space: nowrap; }
th { font-size: .8rem; opacity: .75; } td.n, th.n { text-align: right; }
tr.heavy td { border-bottom: 2px solid; } tr.struck td { text-decoration: line-through; opacity: .7; }
li { margin: .15rem 0; }
"""
FILES = ("pdf", "record")
"""What can be taken away beside the page, by the word of its format."""


def page(filed: FiledGame) -> str:
    """The whole page."""
    game, state = filed.history.game, filed.history.state
    report = game.report(state)
    formats = export_formats_of(game.key)
    signed = t("signed") if game.progress(state) is Progress.SIGNED else t("not signed")
    facts = " · ".join(one for one in (tr(game.summary(state)), signed, day_of(filed.created)) if one)
    files = "".join(f'<a href="{kind}" download>{escape(tr(formats[kind].name))}</a>' for kind in FILES)
    notes = "".join(f"<li>{escape(tr(note))}</li>" for note in report.notes)
    return (
        f'<!doctype html>\n<html lang="{i18n.language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">'
        f'<title>{escape(tr(report.title))}</title><link rel="stylesheet" href="style.css"></head>\n<body>'
        f'<h1>{escape(tr(report.title))}</h1><p>{escape(facts)}</p><p class="files">{files}</p>\n'
        f"{''.join(map(table_html, report.tables))}<ul>{notes}</ul></body></html>\n"
    )


def table_html(table: ReportTable) -> str:
    """One table of the report."""
    kinds = ["n" if n in table.numeric else "" for n in range(len(table.columns))]
    head = "".join(f'<th class="{kinds[n]}">{escape(tr(one))}</th>' for n, one in enumerate(table.columns))
    rows = []
    for row in table.lines:
        cells = "".join(f'<td class="{kinds[n]}">{escape(tr(cell))}</td>' for n, cell in enumerate(row.cells))
        marks = " ".join(mark for mark, is_so in (("heavy", row.heavy), ("struck", row.struck)) if is_so)
        rows.append(f'<tr class="{marks}">{cells}</tr>')
    body = "\n".join(rows)
    return f'<h2>{escape(tr(table.title))}</h2><div class="wide"><table><tr>{head}</tr>\n{body}</table></div>\n'
