"""Copies made from the history: files beside the journal, and a USB stick."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from pathlib import Path

import pytest

from device.common.exports.report_text import report_csv
from device.kiosk.screen import ask
from device.screens.history import exports
from device.screens.history.controller import HistoryController
from rules.message import Message, Refusal, msg
from rules.polish_doubles import GAME
from rules.record import read
from tests.files.usb_machine import in_the_way
from tests.kiosk.looking_back import looked_at
from tests.kiosk.script import play
from tests.kiosk.seeing import finish, says, texts
from tests.kiosk.situations.polish_doubles import opened
from tools.play.gallery import FULL as FULL_RECORD
from tools.play.gallery import load_record


def folder(p) -> Path:
    return p.kiosk.journal.path.parent / exports.FOLDER


def test_the_record_written_from_the_screen_replays_to_the_same_game(p):
    looked_at(p)
    play(p, "Odnést si partii > Záznam partie")
    (file,) = folder(p).iterdir()
    record = load_record(FULL_RECORD)
    assert read(file.read_text(encoding="utf-8").split("\n")).state == record.state
    assert says(p, file.name)
    assert file.suffix == ".jsonl"


def test_the_tables_written_from_the_screen_are_those_of_the_command(p):
    looked_at(p)
    play(p, "Odnést si partii > Tabulky")
    (file,) = folder(p).iterdir()
    record = load_record(FULL_RECORD)
    assert file.read_bytes().decode() == report_csv(GAME.report(record.state))


def test_a_copy_of_the_running_game_holds_what_happened_until_then(p):
    opened(p)
    play(p, "menu > history > Odnést si partii > Záznam partie")
    (file,) = folder(p).iterdir()
    assert read(file.read_text(encoding="utf-8").split("\n")).state.turns == p.kiosk.table.state.turns
    play(p, "press 1 > Záznam partie")
    assert len(list(folder(p).iterdir())) == 1
    assert len(read(file.read_text(encoding="utf-8").split("\n")).entries) == 5


def test_a_disk_that_takes_no_copy_is_said_calmly_and_leaves_nothing_half_written(p, monkeypatch):
    looked_at(p)
    play(p, "Odnést si partii")

    def full(number):
        raise OSError(28, "full")

    monkeypatch.setattr("device.common.files.atomic_write.os.fsync", full)
    play(p, "Záznam partie")
    assert list(folder(p).iterdir()) == []
    assert any(".jsonl" in text for text in texts(p))


@dataclass
class Outcome:
    message: Message


def test_a_stick_is_written_beside_the_loop_and_the_outcome_is_said(p, monkeypatch):
    go, asked = threading.Event(), []

    def write_to_stick(path, number):
        go.wait(5)
        asked.append((path, number))
        return Outcome(msg("entry {n}", n=7))

    monkeypatch.setattr(exports, "write_to_stick", write_to_stick)
    looked_at(p)
    play(p, "Odnést si partii > USB disk", bars="USB disk")  # busy
    assert asked == []
    go.set()
    finish("usb")
    p.settle()
    assert asked == [(p.kiosk.journal.path, 1)]
    assert says(p, "7")
    assert p.has(ask(HistoryController.write_stick))


def test_a_stick_that_fails_in_an_unforeseen_way_is_said_and_can_be_tried_again(p, monkeypatch):
    def write_to_stick(path, number):
        raise RuntimeError

    monkeypatch.setattr(threading, "excepthook", lambda args: None)
    monkeypatch.setattr(exports, "write_to_stick", write_to_stick)
    looked_at(p)
    play(p, "Odnést si partii > USB disk")
    finish("usb")
    p.settle()
    assert says(p, "USB disk se nepodařilo")
    assert p.has(ask(HistoryController.write_stick))


@pytest.mark.timeout(20)
@pytest.mark.parametrize("way", ["a pipe", "a link", "a link that leads nowhere", "links in a circle", "a folder"])
def test_a_copy_beside_the_journal_waits_for_nobody_and_goes_through_no_link(tmp_path, way):
    (tmp_path / "exports").mkdir()
    place, elsewhere = tmp_path / "exports" / "game.csv", tmp_path / "elsewhere"
    in_the_way(way, place, elsewhere)
    with pytest.raises(Refusal, match=r"game\.csv"):
        exports.save(tmp_path / "journal.db", "game.csv", b"x")
    assert os.path.lexists(place), "it stays"
    assert elsewhere.exists() == (way == "a link")
    assert way != "a link" or elsewhere.read_bytes() == b"somebody's"


@pytest.mark.timeout(20)
@pytest.mark.parametrize("way", ["a pipe", "a folder"])
def test_what_lies_where_a_copy_is_made_is_gone_round(tmp_path, way):
    (tmp_path / "exports").mkdir()
    in_the_way(way, tmp_path / "exports" / ".game.csv.new", tmp_path / "elsewhere")
    assert exports.save(tmp_path / "journal.db", "game.csv", b"x").read_bytes() == b"x"
