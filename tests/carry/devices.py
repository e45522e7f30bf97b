"""Devices with journals, and what is said where one takes the games of another."""

from __future__ import annotations

from pathlib import Path

from device.carry.bringing import bring_from
from device.common.i18n import tr
from device.common.settings.settings import Settings
from device.journal import Journal
from rules.history import History
from tools.play.gallery import SAMPLES, load_record

SHORT, KOCKA, CLOCK = "polish-doubles-short", "kourici-kocka", "chess-clock"


class Device:
    """A device with a journal."""

    def __init__(self, folder: Path, *names: str) -> None:
        folder.mkdir()
        self.settings = Settings(journal=str(folder / "journal.db"))
        self.journal = Journal(folder / "journal.db")
        for name in names:
            self.play(name)

    def play(self, name: str, upto: int | None = None) -> int:
        record = load_record(SAMPLES / f"{name}.jsonl")
        number = self.journal.new_game(record.game, record.setup)
        self.go_on(number, record, 0, upto)
        return number

    def go_on(self, number: int, record: History, start: int, upto: int | None = None) -> None:
        for entry in record.entries[start:upto]:
            self.journal.append(number, entry, "touch", entry.at)
        self.journal.flush()

    def games(self) -> list[tuple[str, int]]:
        """Each game's word and how many entries it has, oldest first."""
        return [(game.key, game.entries) for game in reversed(self.journal.games())]

    def rows(self) -> list[tuple]:
        """All that stands in the journal, but for the numbers of the games."""
        return sorted(
            self.journal.reading(
                lambda db: db.execute(
                    "SELECT created, key, setup, game.boot, n, at, source, wall, event FROM game "
                    "JOIN entry ON entry.game = game.id"
                ).fetchall()
            )
        )

    def close(self) -> None:
        self.journal.close()


def brought(device: Device, stick: Path, playing: int | None = None) -> str:
    outcome = bring_from(stick, device.journal, playing)
    assert outcome.ok, tr(outcome.message)
    return tr(outcome.message)


def refused(device: Device, stick: Path) -> str:
    before = device.rows()
    outcome = bring_from(stick, device.journal)
    assert not outcome.ok
    assert device.rows() == before
    text = tr(outcome.message)
    assert "\n" not in text
    return text
