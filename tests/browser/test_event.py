"""An event with tables of both kinds, devices and browsers, through everything that goes wrong at one.

`tests/tournament` plays it with so many of each as a small hall has.
"""

import time

import pytest

from tests.browser.hall import Hall, events
from tests.browser.test_tables import client
from tests.event.rig import until

pytestmark = pytest.mark.timeout(240)


@pytest.fixture
def hall(tmp_path, monkeypatch):
    monkeypatch.setattr("device.event.connection.RETRY_S", (1, 2))
    hall = Hall(tmp_path, (2, 4))
    yield hall
    hall.close()


def test_nothing_is_lost_of_any_table_whatever_fails(hall, browser):
    course(hall, browser)


def course(hall, browser, say=lambda line: None):
    """Round after round, each with another fault; ``say`` hears how long each took."""
    evening, began = hall.evening, time.monotonic()

    def then(event):
        hall.round()
        say(f"  {time.monotonic() - began:6.1f} s: {event}")

    then("all is well")
    evening.kill("broker")
    then("without the broker")
    evening.start_broker()
    evening.kill("organiser")
    then("without the organiser's program")
    evening.start_organiser()
    hall.store_disk.begin()
    then("the organiser's disk is full")
    until(lambda: evening.board_says_trouble, 40, "the board says that the store takes nothing")
    hall.store_disk.end()
    hall.switch.cut()
    then("half of the network is gone")
    until(lambda: [hall.waits_for_the_organiser(n) for n in hall.devices].count(True) * 2 >= len(hall.devices))
    hall.switch.plug_in()
    (full,) = hall.disks
    hall.disks[full].begin()
    then("a table's disk is full")
    assert len(hall.kept(full).entries) < hall.rounds, "it is shown, and not yet kept"
    hall.disks[full].end()
    hall.replace_device(hall.devices[0])
    then("a spare has taken a game up")
    victim = hall.browsers[0]
    before = until(lambda: (history := hall.kept(victim)) and len(history.entries) >= hall.rounds and history)
    hall.kill_table(victim)
    then("a table was killed")
    rows = hall.check(browser)
    assert events(hall.kept(victim))[: len(before.entries)] == events(before), "what was kept is there after a kill"
    again = client(hall.places[victim])
    assert again.seat()[1], "who held it holds it again"
    again.close()
    say(f"  {time.monotonic() - began:6.1f} s: {rows} rows, each once, and the board is right")
