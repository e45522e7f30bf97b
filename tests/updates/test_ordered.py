"""An update that the organiser orders: never with a game on the table, once, and said how it went."""

import dataclasses
import json

import pytest

from device.common.event.messages import BROUGHT, DONE, FAILED, INSTALLING, PLAYING
from device.common.updates import asking
from device.common.version import version
from device.updates import ordered
from device.updates.ordered import OrderedUpdates
from rules.message import msg


@dataclasses.dataclass(frozen=True)
class Wish:
    update: str = "a" * 16
    version: str = "9.1.0"
    address: str = ""
    size: int = 0


class TableThatTakes:
    """A table's part in it, with a system that does what a test says."""

    def __init__(self, folder):
        self.folder, self.asked, self.shown, self.changes = folder, [], [], 0
        self.updates = OrderedUpdates(folder, self._changed, self.shown.append)
        self.updates.ask = self._ask
        self.updates.can_ask = lambda: True

    def _changed(self):
        self.changes += 1

    def _ask(self, path):
        self.asked.append(path)
        return f"{len(self.asked):016x}"

    def turns(self, order, *, is_free=True):
        """The loop turns until nothing is being brought any more."""
        for _ in range(4):
            self.updates.follow(order, is_free=is_free)
            if (thread := self.updates._thread) is not None:
                thread.join(10)
        return self.updates.progress

    def system_says(self, **changes):
        text = json.dumps({"token": self.updates._tried.token, "stage": "done"} | changes)
        (self.folder / asking.NEWS).write_text(text)


@pytest.fixture
def wish(network, make_update):
    """An order of an update that is served on this machine."""
    folder, address = network
    file = make_update(folder / "new.update")
    return Wish(address=f"{address}new.update", size=file.stat().st_size)


@pytest.fixture
def table(tmp_path):
    return TableThatTakes(tmp_path)


def test_a_free_table_brings_it_and_asks_the_system_once(table, wish):
    assert table.turns(wish).stage == INSTALLING
    assert [path.read_bytes()[:13] for path in table.asked] == [b"manifest.json"]
    assert table.shown == [f"{1:016x}"], "the screen says that it is being installed"
    table.turns(wish)
    assert len(table.asked) == 1


def test_with_a_game_on_the_table_nothing_is_brought_before_its_end(table, wish):
    assert table.turns(wish, is_free=False).stage == PLAYING
    assert not (table.folder / asking.KEPT).exists()
    assert table.turns(wish).stage == INSTALLING


def test_a_game_that_begins_while_it_is_brought_is_played_to_its_end(table, wish):
    table.updates.follow(wish, is_free=True)
    table.updates._thread.join(10)
    assert table.updates.progress.stage == BROUGHT
    assert table.turns(wish, is_free=False).stage == PLAYING
    assert table.asked == []
    assert table.turns(wish).stage == INSTALLING


def test_what_did_not_go_well_is_not_tried_again_after_the_new_start(table, wish):
    table.turns(wish)
    table.system_says(ok=False, id="The update is not signed by the builder of this table.")
    again = TableThatTakes(table.folder)
    far = again.turns(wish)
    assert (far.stage, str(far.text)) == (FAILED, "The update is not signed by the builder of this table.")
    asking.dismiss_news(table.folder)
    once_more = TableThatTakes(table.folder)
    assert once_more.turns(wish) == far, "people have read it at the table, the organiser still hears of it"
    assert again.asked == once_more.asked == []
    assert once_more.turns(dataclasses.replace(wish, update="b" * 16)).stage == INSTALLING, "ordered anew"


def test_a_power_cut_while_the_system_is_asked_is_one_attempt(table, wish):
    def cut(path):
        raise KeyboardInterrupt

    table.updates.ask = cut
    with pytest.raises(KeyboardInterrupt):
        table.turns(wish)
    again = TableThatTakes(table.folder)
    assert again.turns(wish).stage == FAILED
    assert again.asked == []


def test_a_refusal_before_the_new_start_is_heard_at_once(table, wish):
    table.turns(wish)
    table.system_says(ok=False, id="There is no room on the card.")
    assert str(table.turns(wish).text) == "There is no room on the card."


@pytest.fixture
def runs(monkeypatch):
    """Have a version run on the table."""
    return lambda name: monkeypatch.setattr(ordered, "version", lambda: name)


def test_after_the_new_start_it_is_done(table, wish, runs):
    table.turns(wish)
    table.system_says(ok=True)
    runs(wish.version)
    assert TableThatTakes(table.folder).turns(wish).stage == DONE
    assert TableThatTakes(table.folder).turns(Wish(version=version())).stage == DONE, "it runs here already"


WENT_BACK = "Version 9.1.0 does not start; version 9.0.0 runs again, with all games."


@pytest.mark.parametrize(("ordered_version", "seen"), [("9.1.0", True), ("", False)])
def test_a_version_that_does_not_start_with_the_device_is_not_done_for_good(table, wish, runs, ordered_version, seen):
    wish = dataclasses.replace(wish, version=ordered_version)
    runs("9.0.0")
    table.turns(wish)
    table.system_says(ok=True)
    runs("9.1.0")
    assert TableThatTakes(table.folder).turns(wish).stage == DONE
    runs("9.0.0")  # the device was switched on again
    table.system_says(ok=False, id=WENT_BACK)
    if seen:
        asking.dismiss_news(table.folder)
    again = TableThatTakes(table.folder)
    far = again.turns(wish)
    assert (far.stage, str(far.text)) == (FAILED, WENT_BACK)
    assert again.asked == []


def test_a_system_that_still_watches_the_new_start_is_waited_for(table, wish):
    table.turns(wish)
    table.system_says(stage="switching")
    again = TableThatTakes(table.folder)
    assert again.turns(wish).stage == INSTALLING
    table.system_says(ok=False, id="It does not start; the version before runs again.")
    far = again.turns(wish)
    assert (far.stage, str(far.text)) == (FAILED, "It does not start; the version before runs again.")
    assert again.asked == []


def test_a_system_that_never_took_it_up_is_said(table, wish):
    table.turns(wish)
    far = TableThatTakes(table.folder).turns(wish)
    assert (far.stage, far.text) == (FAILED, ordered.NOT_TAKEN_UP)


def test_each_reason_why_it_cannot_be_taken_is_one_sentence(table, wish, make_update, network):
    table.updates.can_ask = lambda: False
    assert table.turns(wish).text == ordered.NO_SYSTEM
    table.updates.can_ask = lambda: True
    away = dataclasses.replace(wish, update="c" * 16, address="http://127.0.0.1:9/x.update")
    assert "did not arrive complete" in str(table.turns(away).text)
    make_update(network[0] / "new.update", architecture="m68k")
    other = dataclasses.replace(wish, update="d" * 16, size=1)
    assert "another kind of machine" in str(table.turns(other).text)
    (network[0] / "new.update").write_bytes(b"no update")
    damaged = dataclasses.replace(wish, update="e" * 16, size=1)
    assert "is not an update of the table" in str(table.turns(damaged).text)
    table.updates.find = lambda: msg("At the address for updates there is none for this table.")
    assert "there is none" in str(table.turns(Wish(update="f" * 16, version="")).text)
    assert table.asked == []


def test_an_order_in_the_place_of_one_that_is_brought_already_is_brought_itself(table, wish, make_update, network):
    table.updates.follow(wish, is_free=True)
    table.updates._thread.join(10)
    assert table.updates.progress.stage == BROUGHT
    newer = make_update(network[0] / "newer.update", version="9.2.0")
    other = Wish("b" * 16, "9.2.0", wish.address.replace("new.update", "newer.update"), newer.stat().st_size)
    assert table.turns(other).stage == INSTALLING
    assert [path.read_bytes() for path in table.asked] == [newer.read_bytes()]


def test_an_order_that_is_called_off_while_it_is_brought_is_reported_no_more(table, wish):
    def called_off(offer, folder):
        table.updates.follow(None, is_free=True)
        return folder / asking.KEPT

    table.updates.bring = called_off
    table.updates.follow(wish, is_free=True)
    table.updates._thread.join(10)
    assert table.updates.progress is None
    table.updates.follow(None, is_free=True)
    assert table.asked == []


def test_what_is_called_off_leaves_nothing_to_report(table, wish):
    table.turns(wish, is_free=False)
    assert table.turns(None) is None
    before = table.changes
    table.turns(None)
    assert table.changes == before, "a table without an order wakes nobody"
