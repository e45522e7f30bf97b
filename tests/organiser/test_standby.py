"""A copy of the store on a second machine: every row once, whole or as it was before, from both databases."""

import contextlib
import http.client
import signal
import socket
import subprocess
import sys
import time

import msgspec
import pytest

from device.common.event import broker
from device.common.event.tls import pinned_context
from device.organiser.cli.standby import SourceUnreachable, ask_over, first_machine
from device.organiser.desk.machine_port import MachinePlace
from device.organiser.desk.standby import OLD_S, PATH, Standby, StandbyStatus
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import open_store
from device.organiser.store import standby as copying
from device.organiser.store.backup import STORE, Backup, BackupTrouble
from device.organiser.store.standby import CopyEnded, StandbyCopy, next_part
from device.organiser.tournament.registration import Registration
from rules.message import Refusal, msg
from tests.event.rig import until
from tests.organiser.commands import command, folded_parts, kept_in
from tests.organiser.conftest import EVENT
from tests.organiser.events import doubles
from tests.organiser.pages import rows_of
from tests.organiser.said import entrant_lines
from tests.organiser.test_contacts import old_contact
from tests.ports import free_port


@pytest.fixture
def first(store_url, tmp_path):
    """The first machine's event, and what answers for it."""
    store = open_store(store_url, EVENT)
    desk = doubles(store)
    Registration(desk).enrol(entrant_lines("Player 1;Player 2;Contact\nZora;Ivan;777 123 456\n"))
    store.append(rows_of(1))
    files = broker.make(tmp_path / "turnaj", EVENT, 3, "10.0.0.1", 8883, tls=True)
    machine = FirstMachine(store, desk, Backup(store_url, files.folder))
    yield machine
    store.close()


class FirstMachine:
    """A store, and a line to it that can break."""

    def __init__(self, store, desk, backup) -> None:
        self.store, self.desk, self.backup = store, desk, backup
        self.asked = []
        self.breaks_at = 0

    def ask(self, request):
        self.asked.append(request)
        if len(self.asked) == self.breaks_at:
            raise SourceUnreachable(msg("{host} does not answer.", host="there"))
        return next_part(self.store, self.backup, request)


def test_the_copy_is_the_whole_store_with_all_that_goes_with_it(first, store_url, tmp_path):
    copy = StandbyCopy(tmp_path / "copy")
    assert copy.copy_time == 0
    copy.catch_up(first.ask)
    there = str(tmp_path / "copy" / STORE)
    assert kept_in(there) == kept_in(store_url)
    assert kept_in(there)[2]
    first.store.append(rows_of(2))
    before = time.time_ns()
    copy.catch_up(first.ask)
    assert kept_in(there) == kept_in(store_url)
    assert copy.copy_time >= before
    assert first.asked[-1].log == kept_in(store_url)[0][-1].id, "the last question says what stands there"
    back = broker.load(tmp_path / "copy")
    assert back.code(2) == broker.load(first.backup.broker).code(2)
    assert str(first.backup.broker) not in back.configuration.read_text()
    again = open_store(there, EVENT)
    assert folded_parts(OrganiserDesk(again).state) == folded_parts(OrganiserDesk(first.store).state)
    assert again.nonce != first.store.nonce, "tables send again what it has not got"
    again.append(rows_of(3))
    again.close()


def test_a_large_event_comes_in_parts_each_of_which_stands(first, store_url, tmp_path, monkeypatch):
    monkeypatch.setattr(copying, "ROOM", 3000)
    first.store.append([row for table in range(2, 12) for row in rows_of(table)])
    whole = kept_in(store_url)[0]
    copy = StandbyCopy(tmp_path / "copy")
    first.breaks_at = 4
    with pytest.raises(SourceUnreachable):
        copy.catch_up(first.ask)
    assert not (tmp_path / "copy" / STORE).exists(), "half of a first copy is no store"
    first.breaks_at = 0
    StandbyCopy(tmp_path / "copy").catch_up(first.ask)
    assert len({answer.log for answer in first.asked}) > 6
    assert kept_in(str(tmp_path / "copy" / STORE))[0] == whole
    first.store.append([row for table in range(12, 20) for row in rows_of(table)])
    first.breaks_at = len(first.asked) + 3
    with pytest.raises(SourceUnreachable):
        copy.catch_up(first.ask)
    stands = kept_in(str(tmp_path / "copy" / STORE))[0]
    assert len(whole) < len(stands)
    assert stands == kept_in(store_url)[0][: len(stands)], "it is the event as it was a moment ago"


KILLED = """
import os, signal, sys
from device.organiser.store import open_store, standby
from device.organiser.store.backup import Backup
from pathlib import Path
store, copy = open_store(sys.argv[1], "pisek", read_only=True), standby.StandbyCopy(Path(sys.argv[2]))
def writes(self, work):
    self._db.execute("BEGIN IMMEDIATE")
    for sql, values in work[:-1]:
        self._db.executemany(sql, values) if values else self._db.execute(sql)
    os.kill(os.getpid(), signal.SIGKILL)
standby._CopyStore._write = writes
copy.catch_up(lambda request: standby.next_part(store, Backup(sys.argv[1]), request))
"""


def test_a_kill_in_the_middle_of_a_copy_leaves_the_copy_before(store, tmp_path):
    url, there = str(tmp_path / "event.db"), tmp_path / "copy" / STORE
    store.append(rows_of(1))
    copy = StandbyCopy(tmp_path / "copy")
    copy.catch_up(lambda request: next_part(store, Backup(url), request))
    before = kept_in(str(there))
    store.append(rows_of(2))
    ended = subprocess.run([sys.executable, "-c", KILLED, url, str(tmp_path / "copy")], check=False, timeout=60)
    assert ended.returncode == -signal.SIGKILL
    assert kept_in(str(there)) == before
    copy.catch_up(lambda request: next_part(store, Backup(url), request))
    assert kept_in(str(there)) == kept_in(url)


def test_contacts_that_were_deleted_are_in_no_copy(first, tmp_path):
    old_contact(first.desk)
    copy = StandbyCopy(tmp_path / "copy")
    copy.catch_up(first.ask)
    first.desk.delete_contacts()
    copy.catch_up(first.ask)
    assert kept_in(str(tmp_path / "copy" / STORE))[2] == {}
    for path in (tmp_path / "copy").iterdir():
        content = path.read_bytes()
        assert b"777 123 456" not in content, path.name
        assert b"OLD-777-888" not in content, path.name


def test_once_the_event_goes_on_from_the_copy_nothing_is_copied_into_it(first, tmp_path):
    copy, there = StandbyCopy(tmp_path / "copy"), str(tmp_path / "copy" / STORE)
    copy.catch_up(first.ask)
    command(there, "state")
    copy.catch_up(first.ask)
    command(there, "name", "Písek, druhý počítač")
    first.store.append(rows_of(4))
    before = kept_in(there)
    with pytest.raises(CopyEnded):
        copy.catch_up(first.ask)
    assert kept_in(there) == before
    with pytest.raises(BackupTrouble, match="a store from which an event was run"):
        StandbyCopy(tmp_path / "copy")


def test_a_folder_with_anything_else_stays_as_it_is(first, tmp_path):
    with pytest.raises(BackupTrouble, match="is not empty"):
        StandbyCopy(first.backup.broker)
    copy = StandbyCopy(tmp_path / "copy")
    copy.catch_up(first.ask)
    before = kept_in(str(tmp_path / "copy" / STORE))
    other = open_store(str(tmp_path / "other.db"), EVENT)
    with pytest.raises(BackupTrouble, match="copy of another store"):
        copy.catch_up(lambda request: next_part(other, Backup(str(tmp_path / "other.db")), request))
    other.close()
    assert kept_in(str(tmp_path / "copy" / STORE)) == before, "an empty store never takes the place of the copy"


def test_what_a_newer_version_has_beside_the_store_is_not_left_out_silently(first, tmp_path):
    def newer(request):
        part = first.ask(request)
        files = {**part.beside.files, "passkeys": b"{}"}
        return msgspec.structs.replace(part, beside=msgspec.structs.replace(part.beside, files=files))

    with pytest.raises(BackupTrouble, match="has a newer version; update this machine"):
        StandbyCopy(tmp_path / "copy").catch_up(newer)


# -- the line between both machines ------------------------------------------------------------------------------------


@pytest.fixture
def listener(store, tmp_path):
    """The first machine's end over TLS, with a clock that is set by hand."""
    store.append(rows_of(1))
    url = str(tmp_path / "event.db")
    new_listener = Listener(OrganiserDesk(store), url, tmp_path)
    yield new_listener
    new_listener.standby.close()


@pytest.fixture
def ticket(listener):
    """What a second machine needs to copy from the first, which wants one."""
    listener.desk.standby(on=True)
    return first_machine(listener.code())


def test_where_no_second_machine_is_wanted_any_more_nobody_listens(listener):
    listener.desk.standby(on=True)
    port = first_machine(listener.code()).port
    until_somebody_listens(port, True)
    listener.desk.standby(on=False)
    until_somebody_listens(port, False)


def until_somebody_listens(port, wanted):
    def listens():
        with socket.socket() as probe:
            return (probe.connect_ex(("127.0.0.1", port)) == 0) == wanted

    until(listens, awaited=f"listening: {wanted}")


class Listener:
    def __init__(self, desk, url, folder) -> None:
        self.desk, self.seconds = desk, 0.0
        place = MachinePlace(folder / "certificate", "127.0.0.1", "127.0.0.1", free_port())
        (folder / "certificate").mkdir()
        self.standby = Standby(
            EVENT,
            lambda: open_store(url, EVENT, read_only=True),
            Backup(url),
            place,
            lambda: desk.state.standby,
            lambda: self.seconds,
        )
        self.standby.start()

    def code(self):
        return until(lambda: self.status().code)

    def status(self):
        return self.standby.status(self.desk.state.standby)

    def catch_up(self, copy, ticket):
        self.answer(ticket)
        copy.catch_up(lambda request: ask_over(ticket, request))

    def answer(self, ticket):
        """What it gives to a first question, once it listens."""

        def answered():
            with contextlib.suppress(SourceUnreachable):
                return ask_over(ticket, copying.CopyRequest())

        return until(answered, awaited="the first machine answers")


def test_the_desk_knows_how_old_the_copy_is_and_warns_of_an_old_one(listener, tmp_path):
    assert listener.status() == StandbyStatus(), "who never set it up hears nothing of it"
    listener.desk.standby(on=True)
    ticket = first_machine(listener.code())
    assert listener.status().minutes is None
    listener.seconds += OLD_S + 1
    assert "No second machine has copied the event for 3 min" in str(listener.status().trouble)
    copy = StandbyCopy(tmp_path / "copy")
    listener.catch_up(copy, ticket)
    assert listener.status()[1:3] == (0, None)
    listener.seconds += OLD_S
    assert listener.status()[1:3] == (3, None)
    listener.seconds += 61
    assert "is 4 min old" in str(listener.status().trouble)
    listener.catch_up(copy, ticket)
    assert listener.status().trouble is None


def test_a_copy_that_was_asked_for_and_not_kept_is_no_copy(listener, ticket):
    part = listener.answer(ticket)
    assert listener.status().minutes is None
    ask_over(ticket, copying.CopyRequest(beside=part.digest))
    assert listener.status().minutes is None, "the rows are not there"
    ask_over(ticket, copying.CopyRequest(log=part.log[-1][0], beside=part.digest))
    assert listener.status().minutes == 0


def test_a_mistyped_code_is_compared_with_the_desk_where_it_stands(listener):
    listener.desk.standby(on=True)
    code = listener.code()
    wrong = "B" if code[1] != "B" else "C"
    with pytest.raises(Refusal, match=r"Group 1 .* compare it with the desk"):
        first_machine(code[0] + wrong + code[2:])
    with pytest.raises(Refusal, match="not complete or has a mistake; compare it with the desk"):
        first_machine(code[:-2])


def test_each_code_that_is_no_good_is_said_in_one_sentence(listener, tmp_path):
    files = broker.make(tmp_path / "turnaj", EVENT, 2, "127.0.0.1", free_port(), tls=True)
    with pytest.raises(Refusal, match="a table's code"):
        first_machine(files.code(1))
    with pytest.raises(Refusal, match="code"):
        command("none", "standby", "ABCD", str(tmp_path / "copy"))
    listener.desk.standby(on=True)
    good = first_machine(listener.code())
    listener.catch_up(StandbyCopy(tmp_path / "copy"), good)
    request = copying.CopyRequest()
    with pytest.raises(BackupTrouble, match="is not the one that made the code"):
        ask_over(msgspec.structs.replace(good, pin="0" * 16), request)
    with pytest.raises(BackupTrouble, match="is no longer valid"):
        ask_over(msgspec.structs.replace(good, password="00000000"), request)
    with pytest.raises(BackupTrouble, match="has an older version; update it"):
        ask_over(good, copying.CopyRequest(format=copying.FORMAT + 1))
    with pytest.raises(SourceUnreachable, match="does not answer"):
        ask_over(msgspec.structs.replace(good, port=free_port()), request)
    listener.desk.standby(on=False)
    with pytest.raises((SourceUnreachable, BackupTrouble)):
        until(lambda: ask_over(good, request) is None, awaited="the code counts no more")


def test_the_copying_machine_ends_at_once_when_it_is_told_to(listener, tmp_path):
    listener.desk.standby(on=True)
    waiting = [sys.executable, "-m", "device", "--lang", "en", "organiser", "--event", EVENT]
    waiting += ["standby", listener.code(), str(tmp_path / "copy"), "--every", "3600"]
    with subprocess.Popen(waiting, stdout=subprocess.PIPE, text=True) as machine:
        assert machine.stdout
        assert machine.stdout.readline()
        machine.terminate()
        assert machine.wait(20) == 0


def test_a_first_machine_whose_store_is_away_says_so_to_the_second(tmp_path, ticket):
    (tmp_path / "event.db").rename(tmp_path / "elsewhere.db")

    def why_not():
        with pytest.raises(SourceUnreachable) as away:
            ask_over(ticket, copying.CopyRequest())
        return str(away.value.message)

    assert "There is no store" in until(lambda: "does not answer" not in (why := why_not()) and why)


def test_who_guesses_codes_has_to_wait(listener, ticket):
    listener.answer(ticket)
    wrong = msgspec.structs.replace(ticket, password="00000000")
    for _ in range(10):
        with pytest.raises(BackupTrouble):
            ask_over(wrong, copying.CopyRequest())
    with pytest.raises(SourceUnreachable, match="gives no copy now: 429"):
        ask_over(ticket, copying.CopyRequest())


def test_what_is_no_question_is_not_answered(listener, ticket):
    listener.answer(ticket)
    line = http.client.HTTPSConnection("127.0.0.1", ticket.port, context=pinned_context(ticket.pin))
    line.request("GET", f"{PATH}?log=x", headers={"Authorization": f"Bearer {ticket.password}"})
    assert line.getresponse().status == 400


def test_the_desk_shows_the_command_and_ends_it(store, tmp_path, enter):
    desk = doubles(store)
    (tmp_path / "certificate").mkdir()
    place = MachinePlace(tmp_path / "certificate", "127.0.0.1", "127.0.0.1", free_port())
    url = str(tmp_path / "event.db")
    standby = Standby(
        EVENT, lambda: open_store(url, EVENT, read_only=True), Backup(url), place, lambda: desk.state.standby
    )
    standby.start()
    inside = enter(desk, standby=standby)
    assert "dvojtah organiser standby" not in inside.get("/papers")
    assert inside.act("papers", "standby", on="yes").status == 303
    until(lambda: "dvojtah organiser standby" in inside.get("/papers"))
    assert "Nothing has been copied yet." in inside.get("/papers")
    assert inside.act("papers", "standby", on="no").status == 303
    assert "dvojtah organiser standby" not in inside.get("/papers")
    assert desk.state.standby == ""
    standby.close()
