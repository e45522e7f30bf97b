"""The power button or a UPS ends the table: the game is kept, the journal closed, and the last picture says so."""

from __future__ import annotations

import pytest

from device.app import composition
from device.common.i18n import LANGUAGES, use
from device.common.settings.settings import ButtonSettings, OledSettings, PodsSettings, SecondOledSettings, Settings
from device.graphics.look import Look
from device.io.inputs import PeripheralStatus, Quit
from rules.message import msg
from tests.kiosk.evening import SIZES
from tests.kiosk.scene_text import misfits
from tests.kiosk.seeing import says
from tests.kiosk.situations.polish_doubles import opened
from tools.play.unwatched import HeadlessDisplay


def bare(folder) -> Settings:
    """A table with nothing round its screen."""
    return Settings(
        journal=str(folder / "journal.db"),
        volume=0,
        buttons=ButtonSettings(pin_factory="none"),
        oled_a=OledSettings(type="none"),
        oled_b=SecondOledSettings(type="none"),
        pods=PodsSettings(ports=()),
    )


def words(scene) -> str:
    return " ".join(getattr(widget, "text", "") for widget in scene)


def test_a_weak_supply_stands_on_the_screen_of_a_running_game(p):
    opened(p)
    message = msg("The supply is too weak: use a stronger one and a short cable. Every entry is kept.")
    p.kiosk.post(PeripheralStatus("supply", message))
    p.settle()
    assert says(p, "Napájení je slabé")
    p.kiosk.post(PeripheralStatus("supply", None))
    p.settle()
    assert not says(p, "Napájení je slabé")


@pytest.mark.parametrize(("goes_down", "shown"), [(True, True), (False, False)])
def test_the_last_picture_is_shown_only_where_the_whole_machine_goes_down(tmp_path, monkeypatch, goes_down, shown):
    seen, show = [], composition.show_farewell

    def look(kiosk, *, saved):
        assert not kiosk.journal._writer.is_alive(), "the journal is closed before anybody is told so"
        show(kiosk, saved=saved, wait=lambda seconds: seen.append((seconds, words(kiosk.scene))))

    monkeypatch.setattr(composition, "show_farewell", look)
    monkeypatch.setattr(composition.signal, "signal", lambda *_: None)
    monkeypatch.setattr(composition.pygame, "quit", lambda: None)
    composition.pygame.display.init()
    settings = bare(tmp_path)
    status = composition.run(
        settings, HeadlessDisplay((800, 480)), ready=lambda kiosk: kiosk.post(Quit()), goes_down=lambda: goes_down
    )
    assert status == 0
    assert [("Uloženo. Můžete vypnout." in text) for _, text in seen] == [True] * shown
    assert all(0 < seconds < 10 for seconds, _ in seen), "the service manager waits for 15 s"


def test_a_journal_in_memory_is_not_saved_once_it_has_a_game(p, monkeypatch):
    journal = p.kiosk.journal
    assert composition.everything_kept(journal)
    monkeypatch.setattr(composition, "SHARED", journal.path.parent)
    assert composition.everything_kept(journal), "nothing can be lost yet"
    opened(p)
    assert not composition.everything_kept(journal)


def test_it_does_not_say_that_all_is_saved_where_it_is_not():
    assert "Ne všechno" in words(composition.farewell_scene(Look(), saved=False))
    assert "Uloženo" not in words(composition.farewell_scene(Look(), saved=False))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_fits(size, language):
    use(language)
    for saved in (True, False):
        assert misfits(composition.farewell_scene(Look(size=size), saved=saved)) == []


@pytest.mark.parametrize(("state", "down"), [("stopping", True), ("running", False), ("degraded", False), ("", False)])
def test_only_a_machine_that_stops_goes_down(tmp_path, monkeypatch, state, down):
    program = tmp_path / "systemctl"
    program.write_text(f"#!/bin/sh\necho {state}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert composition.system_goes_down() is down
    program.unlink()
    assert composition.system_goes_down() is False


def test_a_new_card_asks_first_and_what_came_of_an_update_comes_before_that(tmp_path, monkeypatch):
    from device.app import composition
    from device.screens.settings.first_start_controller import FirstStartController
    from device.screens.settings.updates import UpdateController

    monkeypatch.setattr(composition.signal, "signal", lambda *_: None)
    monkeypatch.setattr(composition.pygame, "quit", lambda: None)
    monkeypatch.setattr(composition, "should_ask", lambda: True)
    composition.pygame.display.init()
    shown = []

    def start() -> None:
        def look(kiosk) -> None:
            shown.append(type(kiosk.controller))
            kiosk.post(Quit())

        composition.run(bare(tmp_path), HeadlessDisplay((800, 480)), ready=look, goes_down=lambda: False)

    start()
    (tmp_path / "update.json").write_text('{"token": "t", "stage": "done", "ok": true, "id": "x"}')
    start()
    assert shown == [FirstStartController, UpdateController]
