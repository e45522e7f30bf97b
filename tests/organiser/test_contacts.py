"""Contacts of entrants: for the desk alone, and really deleted."""

import sqlite3

import pytest

from device.organiser.acts import decisions
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import DESK, LogRow, everything, open_store
from device.organiser.store.rows import ACT
from device.organiser.tournament.registration import Registration
from tests.organiser.conftest import EVENT
from tests.organiser.events import take_back
from tests.organiser.folds import fold_rows
from tests.organiser.said import correct, enrol


def old_contact(desk):
    """A contact as an earlier version kept it: in the log."""
    act = decisions.Enrolled(
        id="a" * 16, entrant="e" * 16, number=7, name="Old", players=("Old",), contact="OLD-777-888", by="Hana"
    )
    desk._store.append([LogRow(0, DESK, "@old", 1, ACT, "", 0, 0, desk.now(), decisions.encode(act))])
    desk.read()


def test_contacts_are_in_no_row_of_the_log_and_deleted_they_are_in_no_file(desk, store, tmp_path):
    old_contact(desk)
    enrol(Registration(desk), ("New",), contact="NEW-666-555")
    assert set(desk.contacts().values()) == {"OLD-777-888", "NEW-666-555"}
    assert not [row for row in everything(store) if "NEW-666" in row.body]
    before = fold_rows(everything(store)).tournament.entrants
    desk.delete_contacts()
    assert desk.contacts() == OrganiserDesk(store).contacts() == {}
    assert fold_rows(everything(store)).tournament.entrants == before
    assert "Hana" in "".join(row.body for row in everything(store))
    files = b"".join(path.read_bytes() for path in tmp_path.glob("event.db*"))
    assert b"777-888" not in files
    assert b"666-555" not in files
    with pytest.raises(sqlite3.Error, match="append only"):
        sqlite3.connect(tmp_path / "event.db").execute("UPDATE log SET body = '{}'")


class Leaves(sqlite3.Connection):
    """SQLite as many systems have it: what is deleted stays in the file until something is written over it."""

    def __init__(self, *given, **more):
        super().__init__(*given, **more)
        self.execute("PRAGMA secure_delete = OFF")


def test_a_contact_that_is_deleted_changed_or_taken_back_is_in_no_byte_of_the_files(tmp_path, monkeypatch):
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **more: connect(*given, **more, factory=Leaves))
    desk = OrganiserDesk(open_store(str(tmp_path / "event.db"), EVENT))
    people = Registration(desk)
    old_contact(desk)
    for name in ("Ann", "Bob"):
        enrol(people, (name,), contact=f"{name}-777-888")
    correct(people, 8, ("Ann",), "", "", "Ann-999-000")
    take_back(desk)  # Bob was not registered after all
    assert sorted(desk.contacts().values()) == ["Ann-999-000", "OLD-777-888"]
    desk.delete_contacts()
    files = b"".join(path.read_bytes() for path in tmp_path.glob("event.db*"))
    assert [contact for contact in (b"777-888", b"999-000") if contact in files] == []


def test_in_both_databases_contacts_are_kept_changed_and_deleted(store_url):
    store = open_store(store_url, EVENT)
    desk = OrganiserDesk(store)
    old_contact(desk)
    other = open_store(store_url, "another")
    other.keep_contacts({"e" * 16: "theirs"})
    people = Registration(desk)
    correct(people, 7, ("Old",), "", "", "changed")
    assert desk.contacts() == {"e" * 16: "changed"}
    correct(people, 7, ("Old",), "", "", "")
    assert desk.contacts() == {}
    assert len(desk.state.tournament.all_decisions()) == 1
    desk.delete_contacts()
    assert (OrganiserDesk(store).contacts(), other.contacts()) == ({}, {"e" * 16: "theirs"})
    with pytest.raises(Exception, match="append only"):
        store._write([("UPDATE log SET body = ?", [("{}",)])])
    other.close()
    store.close()


def test_a_store_of_an_earlier_version_without_the_table_of_contacts_gets_it(tmp_path):
    path = tmp_path / "event.db"
    open_store(str(path), EVENT).close()
    with sqlite3.connect(path) as db:
        db.execute("DROP TABLE contact")
    reader = open_store(str(path), EVENT, read_only=True)
    assert reader.contacts() == {}
    desk = OrganiserDesk(open_store(str(path), EVENT))
    enrol(Registration(desk), ("Jan",), contact="x@y")
    assert list(desk.contacts().values()) == ["x@y"]
    take_back(desk)
    assert desk.contacts() == {}
    reader.close()
