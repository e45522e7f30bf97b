"""How a table's machine is, as it says it to the organiser: what fails, what was too weak, and what nobody can tell."""

import shutil

import msgspec
import pytest

from device.common.event import messages
from device.common.event.messages import Order, TableHealth, TableSnapshot
from device.common.event.wire import Topics, decode, encode
from device.common.files import machine
from device.common.i18n import speaking
from device.common.version import version
from device.event.health import HealthReport
from device.event.session import QUIET_BEAT, EventSession
from device.event.status import EventStatus
from device.io.inputs import PeripheralStatus
from rules.game import SECOND
from rules.message import msg
from tests.event.test_sending_machine import Memory

BROKEN = msg("The display does not answer.")


@pytest.fixture
def report(tmp_path, monkeypatch):
    monkeypatch.setattr(machine, "HEAT", tmp_path / "heat")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(9_000_000_000, 1, 31_400_000))
    (tmp_path / "heat").write_text("61840\n")
    return HealthReport(tmp_path, lambda: True, lambda: True)


def test_a_table_in_order_says_its_room_heat_and_supply(report):
    assert report.read() == TableHealth(free_mb=31, degrees=61, supply="well", takes_updates=True)


def test_what_the_machine_cannot_tell_is_left_open(tmp_path, monkeypatch):
    monkeypatch.setattr(machine, "HEAT", tmp_path / "none")
    health = HealthReport(tmp_path, lambda: False, lambda: False).read()
    assert (health.degrees, health.supply, health.faults, health.takes_updates) == (None, "", (), False)


def test_a_fault_stands_as_long_as_it_lasts_and_not_while_something_is_only_being_opened(report):
    report.note(PeripheralStatus("oled A", BROKEN, connecting=True))
    assert report.read().faults == ()
    report.note(PeripheralStatus("oled A", BROKEN))
    with speaking("en"):
        ((part, text),) = [(fault.part, fault.text) for fault in report.read().faults]
    assert (part, text) == ("oled A", "The display does not answer.")
    report.note(PeripheralStatus("oled A", None))
    assert report.read().faults == ()


def test_a_supply_that_was_too_weak_is_remembered(report):
    report.note(PeripheralStatus("supply", msg("The supply is too weak.")))
    assert report.read().supply == "low"
    report.note(PeripheralStatus("supply", None))
    assert report.read().supply == "was low"


def test_a_hundred_faults_fit_into_the_message(report):
    for n in range(100):
        report.note(PeripheralStatus(f"pod {n}" * 40, msg("{long}", long="ř" * 2000)))
    health = report.read()
    assert len(health.faults) == messages.MOST_FAULTS
    sent = encode(TableSnapshot(boot="b" * 8, device="d" * 8, health=health))
    assert decode(sent, TableSnapshot).health == health


def test_it_goes_with_every_snapshot_and_an_earlier_table_says_none(report):
    journal = Memory()
    journal.outbox.join("pisek", 7)
    table = EventSession("pisek", 7, "b0" * 8, "d0" * 8, journal.outbox, print, "0.2", report.read)
    table.on_open(0)
    (first,) = [message for message in table.poll(0) if message.topic == Topics("pisek").state(7)]
    assert decode(first.payload, TableSnapshot).health.free_mb == 31
    report.note(PeripheralStatus("buttons", BROKEN))
    later = [message for message in table.poll(QUIET_BEAT + SECOND) if message.topic == Topics("pisek").state(7)]
    assert [fault.part for fault in decode(later[0].payload, TableSnapshot).health.faults] == ["buttons"]
    earlier = msgspec.json.encode({"boot": "b0" * 8, "device": "d0" * 8, "version": "0.1.0"})
    assert decode(earlier, TableSnapshot).health is None


@pytest.mark.parametrize(
    ("theirs", "sentence"),
    [("", None), (version(), None), ("0.0.1", "older than this table"), ("99.0", "update the table"), ("?", None)],
)
def test_a_table_says_in_one_sentence_that_the_organiser_has_another_version(theirs, sentence):
    message = EventStatus("pisek", 7, "d0" * 8, order=Order(version=theirs)).other_version
    assert message is None if sentence is None else sentence in str(message)
