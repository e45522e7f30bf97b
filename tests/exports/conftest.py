"""Games as they lie in a journal, and their papers read back by a program that did not make them."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from device.common import i18n
from device.common.exports import FiledGame
from device.game_files import export_formats_of
from rules.game import SECOND
from rules.history import History
from rules.record import read
from tests import longest
from tests.files.usb_machine import Machine

SAMPLES = Path(__file__).parents[2] / "samples"
BEGUN = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
BOTH = pytest.mark.parametrize("language", longest.APPROVED)
LONG_NAME = "Nejneobhospodařovávatelnější Šumperáci Ž"
LONG_TITLE = (
    "Mezinárodní mistrovství České republiky v polské čtyřhře, memoriál Příliš žluťoučkého koně, úpěl ďábelské ódy, "
    "sál knihovny Jiřího Mahena v Brně, podzimní část, finále o první místo!!"
)


@pytest.fixture(autouse=True)
def brno(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The device stands in one time zone, wherever the tests run."""
    monkeypatch.setenv("TZ", "Europe/Prague")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def sample(name: str, **setup: object) -> History:
    """A sample, with more in its setup."""
    lines = (SAMPLES / f"{name}.jsonl").read_text(encoding="utf-8").split("\n")
    lines[0] = json.dumps(json.loads(lines[0]) | setup)
    return read(lines)


def filed(history: History, number: int = 7) -> FiledGame:
    """A game begun on the evening of 21 November, its wall clock in step with the game's time."""
    labels = {entry.n: (BEGUN + timedelta(seconds=entry.at // SECOND)).isoformat() for entry in history.entries}
    return FiledGame(number, history, BEGUN.isoformat(), labels)


def full() -> FiledGame:
    return filed(sample("polish-doubles-full", title="Polská čtyřhra Brno 2026", round=3, table="12"))


def long(turns: int = 60) -> FiledGame:
    """A game far longer than any, of people with the longest names that a record takes."""
    pairs = [
        {
            "name": LONG_NAME,
            "players": ["Maximiliána Květoslava Wohlgemuthová-Nov", "Bedřich Přemysl Šťastný-Dvořáček st."],
        },
        {"name": "W" * 40, "players": ["Ž", "Óďa"]},
    ]
    setup = {"game": "polish_doubles", "pairs": pairs, "title": LONG_TITLE, "round": 99, "table": "sál B, stůl č. 14 x"}
    lines = [setup, {"t": 10, "event": "starters", "pair": "B"}, {"t": 20, "event": "press", "pair": "B"}]
    luck, at = random.Random(4), 20.0
    for turn in range(turns):
        for move in range(2 if turn else 1):
            at += 40
            word = luck.choice(["KŮŇ", "ŽLUŤOUČKÝ", "PŘÍLIŠ", "ÚPĚL", "ĎÁBEL", "ÓDY", "NEOBHOSPODAŘ", "ŠŤÁVA"])
            lines.append(
                {"t": at, "event": "move", "word": word, "points": luck.randint(2, 99), "tiles": 1, "player": move + 1}
            )
        at += luck.choice([5, 20, 95.4])
        lines.append({"t": at, "event": "press", "pair": "BA"[turn % 2]})
        if turn % 9 == 3:
            at += 3
            text = "domlouvali se nahlas o písmenech, která mají na zásobníku, a to i po napomenutí; podruhé."
            lines.append({"t": at, "event": "note", "rule": "S2", "text": text})
    return filed(read([json.dumps(line) for line in lines]))


def make_paper(game: FiledGame, kind: str = "pdf", language: str = "cs") -> bytes:
    """A paper of the game."""
    i18n.use(language)
    return export_formats_of(game.history.game.key)[kind].make(game)


def text_of(pdf: bytes) -> str:
    """What a reader finds in the PDF, all pages."""
    document = pypdfium2.PdfDocument(pdf)
    return "\n".join(page.get_textpage().get_text_bounded() for page in document).replace("\r\n", "\n")


def pictures(pdf: bytes, scale: float = 1.3) -> list[Image.Image]:
    """The pages, as they are printed."""
    return [page.render(scale=scale, grayscale=True).to_pil() for page in pypdfium2.PdfDocument(pdf)]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    (tmp_path / "block").mkdir()
    return Machine(tmp_path)
