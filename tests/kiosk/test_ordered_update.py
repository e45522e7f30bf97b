"""A table takes the update that its organiser orders: not with a game on it, and nobody begins one meanwhile."""

import pytest

from device.common.event.messages import Order, UpdateOrder, UpdateProgress
from device.games.polish_doubles.setup import DoublesSetupScreen
from device.graphics.actions import BACK, NewGame, ResumeGame
from device.kiosk.screen import call_on
from device.screens.settings.updates import UpdateController
from device.updates.ordered import AWAITED
from tests.kiosk.event_helpers import sample_of

ORDER = UpdateOrder(update="ab" * 8, version="99.0", address="http://10.0.0.1:8200/update/x.update", size=3)


def ready(table, tmp_path):
    """The system takes what it is asked for, and the file is brought at once."""
    updates = table.kiosk.updates
    asked = []
    file = tmp_path / "x.update"
    file.write_bytes(b"new")
    updates.can_ask = lambda: True
    updates.bring = lambda offer, folder: file
    updates.unsuitable = lambda path: None
    updates.ask = lambda path: asked.append(path) or "cd" * 8
    return asked


def turns(table):
    for _ in range(4):
        table.kiosk.follow_organiser()
        if (thread := table.kiosk.updates._thread) is not None:
            thread.join(10)
    table.player.settle()


def test_a_free_table_takes_it_and_shows_that_it_is_being_installed(at, tmp_path):
    table = at()
    asked = ready(table, tmp_path)
    table.told(connected=True, answered=True, order=Order(update=ORDER))
    turns(table)
    assert len(asked) == 1
    assert isinstance(table.kiosk.controller, UpdateController)
    assert "Aktualizace se instaluje. Zařízení nevypínejte." in table.words
    assert table.kiosk.event.update_progress == UpdateProgress(update=ORDER.update, stage="installing")
    table.touch(BACK)
    assert isinstance(table.kiosk.controller, UpdateController), "nobody begins a game that would be cut off"


def test_a_table_with_a_game_says_so_and_takes_it_once_the_game_is_left(at, tmp_path):
    table = at()
    asked = ready(table, tmp_path)
    table.player.set_up(sample_of(table))
    table.told(connected=True, answered=True, order=Order(update=ORDER))
    turns(table)
    assert table.kiosk.event.update_progress.stage == "playing"
    assert asked == []
    table.kiosk.host.home()
    turns(table)
    assert len(asked) == 1


@pytest.mark.parametrize("seen_to", ["put away", "taken up and left", "nobody came"])
def test_a_game_that_a_power_cut_took_from_the_table_is_waited_for(at, tmp_path, seen_to):
    table = at()
    table.player.set_up(sample_of(table))
    table.switch_on_again()
    asked = ready(table, tmp_path)
    table.told(connected=True, answered=True, order=Order(update=ORDER))
    turns(table)
    progress = table.kiosk.event.update_progress
    assert (progress.stage, progress.text) == (
        "playing",
        "nedohraná partie čeká, až na ni někdo naváže; aktualizace počká také",
    )
    assert asked == []
    if seen_to == "put away":
        table.kiosk.controller.put_away(1)
    elif seen_to == "taken up and left":
        table.touch(ResumeGame(1))
        turns(table)
        table.kiosk.host.home()
    else:
        table.player.wait(AWAITED)
    turns(table)
    assert len(asked) == 1


def test_who_is_entering_names_is_not_interrupted(at, tmp_path):
    table = at()
    asked = ready(table, tmp_path)
    table.touch(NewGame("polish_doubles"))
    table.touch(call_on(DoublesSetupScreen.on_field, 1))
    table.player.write("Jana")
    table.told(connected=True, answered=True, order=Order(update=ORDER))
    turns(table)
    assert asked == []
    progress = table.kiosk.event.update_progress
    assert (progress.stage, progress.text) == ("playing", "zapisují se jména, aktualizace počká")
    assert not isinstance(table.kiosk.controller, UpdateController)
    table.kiosk.host.home()
    turns(table)
    assert len(asked) == 1


def test_a_number_that_belongs_to_another_device_takes_nothing(at, tmp_path):
    table = at()
    asked = ready(table, tmp_path)
    table.told(connected=True, answered=True, order=Order(update=ORDER, holder="ff" * 8))
    turns(table)
    assert asked == []
    assert table.kiosk.event.update_progress is None
