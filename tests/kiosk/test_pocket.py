"""A sheet in the pocket: the code on the screen is read from the picture, as a telephone would read it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pygame
import pytest
import zxingcpp

from device.common import i18n
from device.common.exports import FiledGame
from device.common.specs.model import Block
from device.game_files.sheet_text import MOST_BYTES, _divided, parts, sheet_blocks
from device.graphics.widgets import Panel, QrCode, Text
from device.kiosk.screen import call_on
from device.screens.history.pocket import PocketScreen
from rules.history import History
from tests.kiosk.evening import VIEWS, drawn, name_of, painted, picture_of
from tests.kiosk.looking_back import looked_at
from tests.kiosk.script import play
from tests.kiosk.seeing import says
from tools.play.gallery import SAMPLES, load_record

RECORDS = sorted(SAMPLES.glob("*.jsonl"))


def read(picture) -> str:
    """What a camera reads in the picture."""
    picture = picture_of(picture) if isinstance(picture, pygame.Surface) else picture
    (barcode,) = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    return barcode.text


def shown_from_history(p) -> None:
    """The first code of a kept game."""
    looked_at(p)
    play(p, "Odnést si partii > QR kód")


def sheet(p) -> tuple[str, ...]:
    """What the codes have to say."""
    history = load_record(SAMPLES / "polish-doubles-full.jsonl")
    return parts(FiledGame(1, history, p.kiosk.host.journal.games()[0].created))


@pytest.mark.parametrize("view", VIEWS, ids=name_of)
def test_a_telephone_reads_every_part_of_the_sheet_from_the_picture(p, view):
    looked_at(p)
    language, size = view
    with i18n.speaking(language):
        history = load_record(SAMPLES / "polish-doubles-full.jsonl")
        expected = parts(FiledGame(1, history, p.kiosk.host.journal.games()[0].created))
    assert len(expected) > 1
    for n, text in enumerate(expected):
        p.kiosk.controller.show(PocketScreen(n))
        scene = drawn(p, view, p.kiosk.screen.look.palette)
        assert read(painted(scene, size)) == text
        (code,) = [qr_code for qr_code in scene if isinstance(qr_code, QrCode)]
        assert code.side >= 4 * min(size) // 480
        quiet, rect = 4 * code.side, code.rect
        ground = next(
            panel.rect
            for panel in scene
            if isinstance(panel, Panel) and panel.fill == p.kiosk.screen.look.palette.code_paper
        )
        assert rect.x - ground.x >= quiet
        assert rect.y - ground.y >= quiet
        assert ground.x + ground.w - rect.x - rect.w >= quiet
        below = [text.rect.y for text in scene if isinstance(text, Text) and ground.contains(*text.rect[:2])]
        assert min(below) - rect.y - rect.h >= quiet


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_part_can_be_read_alone(path: Path, language):
    i18n.use(language)
    history = load_record(path)
    texts = parts(FiledGame(1, history, "2026-11-21T18:30:00+00:00"))
    for n, text in enumerate(texts, 1):
        assert len(text.encode()) <= MOST_BYTES
        assert text.startswith(texts[0].split("\n")[0])
        assert i18n.tr(history.game.summary(history.state)) in text
        assert len(texts) == 1 or f"\n{n}/{len(texts)}\n" in text


def test_every_word_of_the_scoresheet_is_in_some_part():
    history = load_record(SAMPLES / "polish-doubles-full.jsonl")
    whole = "\n".join(parts(FiledGame(1, history)))
    for turn in history.state.turns:
        for row in turn.rows:
            assert (row.word or "") in whole


def test_the_parts_end_between_rows_and_lose_none():
    lines = tuple(f"{n}. řádek {'ž' * (n % 50)}" for n in range(300))
    texts = _divided("hlava", [Block("sloupce", lines)], 300)
    rows = [
        line for text in texts for line in text.split("\n") if line.startswith(tuple("0123456789")) and "/" not in line
    ]
    assert tuple(rows) == lines
    assert all(len(text.encode()) <= 300 and text.split("\n")[2] == "sloupce" for text in texts)


LONG = ("Ž" * 40, "🂡" * 40, "ň" * 40, "🂮" * 39 + "x", "🂭" * 39 + "y")


@pytest.mark.parametrize("sample", ["polish-doubles-full", "marias-evening"])
def test_names_as_long_as_they_come_stay_within_a_code_and_nothing_is_lost(sample):
    record = load_record(SAMPLES / f"{sample}.jsonl")
    setup = record.setup
    if sample.startswith("marias"):
        setup = msgspec.structs.replace(setup, players=LONG[: len(setup.players)])
    else:
        pairs = [msgspec.structs.replace(pair, name=name) for pair, name in zip(setup.pairs, LONG, strict=False)]
        setup = msgspec.structs.replace(setup, pairs=tuple(pairs))
    history = History.begin(record.game, setup)
    for entry in record.entries:
        history = history.accept(entry.event, entry.at)
    texts = parts(FiledGame(1, history, "2026-11-21T18:30:00+00:00"))
    assert all(len(text.encode()) <= MOST_BYTES for text in texts)
    for block in sheet_blocks(history):
        for line in block.lines:
            assert line in "".join(text.split("\n", 4)[-1].replace("\n", "") for text in texts) or len(line) > 60


def test_from_the_result_one_tap_shows_the_code_and_back_leads_to_the_result(p):
    looked_at(p)
    play(p, "Otevřít na stole")
    result = p.kiosk.controller
    play(p, "pocket")
    assert read(p.kiosk.screen.display.surface) == sheet(p)[0]
    play(p, "back")
    assert p.kiosk.controller is result


def test_a_tap_turns_to_the_next_code_and_after_the_last_to_the_first(p):
    shown_from_history(p)
    for n, caption in ((1, "2 z 3"), (2, "3 z 3"), (0, "1 z 3")):
        p.touch(call_on(PocketScreen.on_page, n or 3))
        assert says(p, caption)
        assert read(p.kiosk.screen.display.surface) == sheet(p)[n]


def test_a_game_that_is_not_signed_says_so_in_the_code():
    whole = load_record(SAMPLES / "polish-doubles-short.jsonl")
    history = History.begin(whole.game, whole.setup)
    for entry in whole.entries[:8]:
        history = history.accept(entry.event, entry.at)
    assert i18n.t("not signed") in parts(FiledGame(1, history))[0]
