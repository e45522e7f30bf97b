"""Journals with sample games, whose statistics are counted."""

from __future__ import annotations

from pathlib import Path

from device.common.specs.model import GameLine, Share
from device.journal import Journal
from tools.play.gallery import SAMPLES, load_record

FULL = load_record(SAMPLES / "polish-doubles-full.jsonl")


def journal_of(folder: Path, *names: str) -> Path:
    """A journal with those samples."""
    path = folder / "journal.db"
    journal = Journal(path)
    for name in names:
        record = load_record(SAMPLES / f"{name}.jsonl")
        number = journal.new_game(record.game, record.setup)
        for entry in record.entries:
            journal.append(number, entry, "touch", entry.at)
    journal.close()
    return path


def line(n: int, *shares: Share, created: str = "2026-11-21T18:00:00+00:00", key: str = "polish_doubles") -> GameLine:
    return GameLine(n, created, key, shares)
