"""The papers of Polyssimo: its result sheet as a PDF."""

from __future__ import annotations

from device.papers import Filed, Paper, Papers


def _pdf(filed: Filed) -> bytes:
    from device.games.polyssimo.sheet_paper import sheet_pdf  # noqa: PLC0415 - the PDF library is slow to load

    return sheet_pdf(filed)


PAPERS: Papers = {"pdf": Paper("pdf", "pdf", _pdf, binary=True)}
"""What the game offers in place of the papers of every game."""
