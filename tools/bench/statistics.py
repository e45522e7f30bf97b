"""Statistics: what a screen waits for over a journal of which each game is counted already, over two sizes."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec

from device.common.specs.model import PlayedGame
from device.journal import Journal
from device.statistics.counting import count_journal
from device.statistics.standings import select_lines, standings
from rules.polish_doubles import DoublesSetup
from rules.stored_game import kept_text
from tools.bench.measure import Result, growth, in_a_second, processor_seconds
from tools.games import SAMPLES
from tools.play.gallery import load_record

SIZES = (2_500, 10_000)
PEOPLE = 40


def compare() -> Iterator[Result]:
    """10,000 games against one second; a game of many against one of few."""
    with tempfile.TemporaryDirectory(prefix="dvojtah-bench-") as folder:
        paths = {size: journal(Path(folder) / str(size), size) for size in SIZES}
        for path in paths.values():
            count_journal(path)
        yield growth("games of the statistics", lambda size: partial(look, paths[size]), (SIZES[0], SIZES[-1]), 7)
        spent = processor_seconds(lambda: look(paths[SIZES[-1]]))
        yield in_a_second(f"statistics: {SIZES[-1]:,} games on the screen", spent)


def look(path: Path) -> None:
    """What the screen does: the games and their cache read, the newest game's people added up."""
    counted = count_journal(path)
    standings(select_lines(counted.lines, "all", PlayedGame("polish_doubles")), False, counted.declarations)


def journal(folder: Path, size: int) -> Path:
    """A journal of so many signed games of `PEOPLE` people. Short ones: only their number matters here."""
    written = Journal(folder / "journal.db")
    record = load_record(SAMPLES / "polish-doubles-short.jsonl")
    assert isinstance(record.setup, DoublesSetup)
    luck, texts = random.Random(size), [(entry, kept_text(entry.event)) for entry in record.entries]
    for number in range(1, size + 1):
        names = luck.sample(range(PEOPLE), 4)
        players = [(f"Hráč {a}", f"Hráč {b}") for a, b in (names[:2], names[2:])]
        pairs = tuple(
            msgspec.structs.replace(pair, name=f"Dvojice {n}", players=players[n])
            for n, pair in enumerate(record.setup.pairs)
        )
        setup = msgspec.json.encode(msgspec.structs.replace(record.setup, pairs=pairs)).decode()
        day = f"20{10 + number * 10 // size:02d}-{1 + number % 12:02d}-{1 + number % 28:02d}T18:00:00+00:00"
        entries = [(entry.n, entry.at, "touch", entry.at, "bench", day, text) for entry, text in texts]
        written.bring((day, record.game.key, setup, "bench"), entries)
    written.flush(60)
    written.close()
    return written.path
