"""The papers of mariáš: the table slips as a PDF, and for a spreadsheet."""

from __future__ import annotations

from device.exports import ExportFormat, Filed, Papers


def _pdf(filed: Filed) -> bytes:
    from device.games.marias.slip_pdf import slip_pdf  # noqa: PLC0415 - the PDF library is slow to load

    return slip_pdf(filed)


def _csv(filed: Filed) -> bytes:
    from device.games.marias.slip_pdf import slip_csv  # noqa: PLC0415 - loaded with the PDF

    return slip_csv(filed)


PAPERS: Papers = {
    paper.kind: paper for paper in (ExportFormat("pdf", "pdf", _pdf, binary=True), ExportFormat("csv", "csv", _csv))
}
"""What the game offers in place of the papers of every game."""
