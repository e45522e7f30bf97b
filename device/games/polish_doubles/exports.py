"""The papers of Polish doubles: the scoresheet as a PDF, and GCG."""

from __future__ import annotations

from device.exports import ExportFormat, Filed, Papers


def _pdf(filed: Filed) -> bytes:
    from device.games.polish_doubles.sheet_pdf import sheet_pdf  # noqa: PLC0415 - the PDF library is slow to load

    return sheet_pdf(filed)


def _gcg(filed: Filed) -> bytes:
    from device.games.polish_doubles.gcg import gcg  # noqa: PLC0415 - loaded with the PDF

    return gcg(filed)


PAPERS: Papers = {
    paper.kind: paper for paper in (ExportFormat("pdf", "pdf", _pdf, binary=True), ExportFormat("gcg", "gcg", _gcg))
}
"""What the game offers beside, or in place of, the papers of every game."""
