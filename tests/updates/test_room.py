"""A card that is too small: one sentence on the screen and in the log, while the games go on."""

import shutil

import pytest

from device.app import composition
from device.common.files import machine
from device.common.i18n import tr
from device.io.inputs import Quit
from device.updates import room
from tests.kiosk.test_farewell import bare, words
from tools.play.unwatched import HeadlessDisplay

MB = 1_000_000


@pytest.fixture
def card(tmp_path, monkeypatch):
    """A card made as an image; what is free in each of its folders can be set, in megabytes."""
    games, versions, asks = tmp_path / "games", tmp_path / "versions", tmp_path / "first-start"
    for folder in (games, versions):
        folder.mkdir()
    asks.touch()
    free = {games: 5000, versions: 5000}

    def usage(folder):
        if folder not in free:
            raise FileNotFoundError(folder)
        return shutil._ntuple_diskusage(9000 * MB, 1, free[folder] * MB)

    monkeypatch.setattr(machine.shutil, "disk_usage", usage)

    def said(of_games=5000, of_versions=5000, made_as_image=True):
        free.update({games: of_games, versions: of_versions})
        asks.touch() if made_as_image else asks.unlink()
        message = room.too_little(games / "later", asks, versions)
        return None if message is None else tr(message)

    return said


def test_a_card_with_room_for_games_and_an_update_says_nothing(card):
    assert card() is None
    assert card(of_games=50, of_versions=450) is None


def test_a_card_without_room_for_an_update_is_named_too_small(card):
    sentence = card(of_versions=113)
    assert sentence == (
        "Karta je na aktualizace malá: volných je 113 MB, potřeba je 450 MB; použijte větší. Partie se ukládají dál."
    )


def test_no_room_for_games_comes_first(card):
    assert "113" not in card(of_games=49, of_versions=113)
    assert "49 MB" in card(of_games=49)


def test_a_table_that_was_installed_otherwise_needs_no_room_for_updates(card):
    assert card(of_versions=113, made_as_image=False) is None


def test_a_disk_that_tells_nothing_is_no_trouble(card, monkeypatch):
    def refuse(_):
        raise PermissionError

    monkeypatch.setattr(machine.shutil, "disk_usage", refuse)
    assert card() is None


@pytest.mark.parametrize("free", [20, 900])
def test_the_start_says_it_on_the_screen_and_in_the_log(tmp_path, monkeypatch, caplog, free):
    monkeypatch.setattr(composition.signal, "signal", lambda *_: None)
    monkeypatch.setattr(composition.pygame, "quit", lambda: None)
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(9000 * MB, 1, free * MB))
    composition.pygame.display.init()
    seen = []

    def look(kiosk):
        kiosk.loop.settle()
        seen.append(words(kiosk.scene))
        kiosk.post(Quit())

    composition.run(bare(tmp_path), HeadlessDisplay((800, 480)), ready=look, goes_down=lambda: False)
    little = free < room.LEAST_FOR_GAMES
    assert ("Na disku s deníkem je volných jen 20 MB" in seen[0]) == little
    assert ("MB" in caplog.text) == little
