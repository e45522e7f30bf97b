"""The files that are made for Mosquitto, on Mosquitto: who gets in, what each may hear and say, what is bounded."""

import contextlib
import os
import socket
import ssl
import stat
from types import SimpleNamespace

import pytest

from device.cli import main
from device.common.event import broker, tls
from device.common.event.broker import DESK, BrokerTrouble, load
from device.common.event.messages import LARGEST
from device.common.event.ticket import read_code
from device.common.event.wire import Topics
from tests.damage import DAMAGE, PLACE
from tests.event.rig import EVENT, Engine, Person, table_person, until
from tests.organiser.evening import Evening, reach
from tests.ports import free_port

TOPICS = Topics(EVENT)


def test_only_those_with_a_secret_get_in(engine):
    files = engine.files
    assert table_person(files, 7, "WRONG").refused
    assert Person(files, "", "").refused
    assert Person(files, "pisek.99", files.given[7]).refused
    assert not table_person(files, 7).refused


def test_a_table_says_and_hears_only_its_own(engine):
    files = engine.files
    desk = Person(files, *files.desk, subscribe=("dvojtah/#",))
    seven, eight = table_person(files, 7), table_person(files, 8)
    forged = [
        TOPICS.of_table(8, "rows"),
        TOPICS.state(8),
        TOPICS.of_desk(7, "order"),
        TOPICS.of_desk("all", "notice"),
        "x/y",
    ]
    for topic in forged:
        seven.say(topic, b"forged")
    seven.say(TOPICS.of_table(7, "rows"), b"own")
    desk.say(TOPICS.of_desk(7, "order"), b"for 7")
    desk.say(TOPICS.of_desk("all", "notice"), b"for all")
    until(lambda: len(desk.heard) >= 1 and len(seven.heard) >= 2 and len(eight.heard) >= 1, awaited="all was heard")
    assert desk.heard == [(TOPICS.of_table(7, "rows"), b"own")]
    assert sorted(seven.heard) == [
        (TOPICS.of_desk(7, "order"), b"for 7"),
        (TOPICS.of_desk("all", "notice"), b"for all"),
    ]
    assert eight.heard == [(TOPICS.of_desk("all", "notice"), b"for all")]


def test_a_message_larger_than_anybody_reads_is_not_passed_on(engine):
    desk = Person(engine.files, *engine.files.desk, subscribe=TOPICS.for_desk())
    table_person(engine.files, 7).client.publish(TOPICS.of_table(7, "rows"), b"x" * (2 * LARGEST), 1)
    table_person(engine.files, 7).say(TOPICS.of_table(7, "rows"), b"small")
    until(lambda: desk.heard)
    assert desk.heard == [(TOPICS.of_table(7, "rows"), b"small")]


def test_a_broker_with_tls_is_known_by_its_certificate(engine):
    files = engine.files
    assert read_code(files.code(7)).pin == files.pin != ""
    assert not Person(files, *files.desk).refused
    for pin, known in ((files.pin, True), ("00" * 8, False)):
        with (
            socket.create_connection(("127.0.0.1", files.port)) as plain,
            contextlib.nullcontext() if known else pytest.raises(ssl.SSLError, match="certificate"),
        ):
            tls.pinned_context(pin).wrap_socket(plain, server_hostname="127.0.0.1").close()


def reaches(ticket):
    """Whether a table with that ticket is let in."""
    files = SimpleNamespace(host=ticket.host, port=ticket.port, pin="")
    reach(ticket.port)
    return not Person(files, ticket.named_user, ticket.password).refused


def test_a_folder_that_gets_tls_lets_tables_with_earlier_codes_in_as_before(tmp_path):
    before = broker.make(tmp_path, EVENT, 3, "127.0.0.1", free_port(), address="127.0.0.1")
    old = read_code(before.code(2))
    port = free_port()
    for _ in range(2):  # made again at every start of a card
        files = broker.make(tmp_path, EVENT, 3, "127.0.0.1", port, address="127.0.0.1", tls=True)
        assert (files.plain, load(tmp_path).plain, load(tmp_path).port) == (before.port, before.port, files.port)
    new = read_code(files.code(2))
    assert (new.tls, new.pin, new.password) == (True, files.pin, old.password)
    engine = Engine(files)
    engine.start()
    try:
        assert reaches(old)
        assert not Person(files, *files.desk).refused
    finally:
        engine.kill()
    assert broker.make_again(tmp_path).plain == before.port, "where a copy of it was put, too"
    alone = broker.make(tmp_path, EVENT, 3, "127.0.0.1", files.port, tls=True, plain=False)
    assert alone.configuration.read_text().count("listener ") == 1
    assert broker.make(tmp_path, EVENT, 3, "127.0.0.1", files.port, tls=True).plain == 0, "and it stays so"


def test_a_folder_that_begins_with_tls_has_nothing_beside_it(tmp_path):
    files = broker.make(tmp_path, EVENT, 3, "10.0.0.1", tls=True)
    assert (files.port, files.plain) == (8883, 0)
    assert files.configuration.read_text().count("listener ") == 1
    assert "plain" not in (tmp_path / "secrets.json").read_text(), "an earlier version reads it"


def test_made_again_the_secrets_stay_and_a_renewed_one_changes(tmp_path):
    first = broker.make(tmp_path, EVENT, 3, "10.0.0.1")
    again = broker.make(tmp_path, EVENT, 5, "10.0.0.2", renew=(2,))
    assert {n: first.given[n] for n in (DESK, 1, 3)} == {n: again.given[n] for n in (DESK, 1, 3)}
    assert first.given[2] != again.given[2]
    assert set(again.given) == {0, 1, 2, 3, 4, 5}
    assert again.code(1) != first.code(1)  # another host


def test_the_files_are_their_owners_alone(tmp_path):
    folder = tmp_path / "2026" / "turnaj"
    broker.make(folder, EVENT, 1, "10.0.0.1", tls=True)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for name in ("secrets.json", "users", "rights", "mosquitto.conf", "broker.key"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600, name


def test_another_events_folder_is_left_alone(tmp_path):
    broker.make(tmp_path, EVENT, 1, "10.0.0.1")
    for other in ("brno", "zlin"):
        with pytest.raises(BrokerTrouble, match="pisek"):
            broker.make(tmp_path, other, 1, "10.0.0.1")
    (tmp_path / "secrets.json").write_text("{")
    with pytest.raises(BrokerTrouble, match="read"):
        broker.make(tmp_path, EVENT, 1, "10.0.0.1")


def test_what_is_kept_outlives_the_broker_that_is_asked_to_end(engine):
    desk = Person(engine.files, *engine.files.desk)
    desk.say(TOPICS.of_desk("all", "round"), b"kept", retain=True)
    engine._process.terminate()
    engine._process.wait()
    engine.start()
    seven = table_person(engine.files, 7)
    until(lambda: seven.heard)
    assert seven.heard == [(TOPICS.of_desk("all", "round"), b"kept")]


def test_the_command_prints_a_code_for_every_table_and_refuses_what_makes_no_event(tmp_path, capsys):
    command = ["broker", str(tmp_path / "files"), "--event", EVENT, "--tables", "3", "--host", "10.0.0.1"]
    assert main(command) == 0
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [(int(number), read_code(code).table) for number, code in lines] == [(1, 1), (2, 2), (3, 3)]
    for wrong in (["--event", "Písek"], ["--tables", "0"], ["--host", "x" * 300], ["--host", "č.local"]):
        assert main([*command, *wrong]) == 1
        assert capsys.readouterr().err.count("\n") == 1


def test_strangers_connections_are_bounded_and_write_a_line_each_at_most_into_the_brokers_log(tmp_path):
    evening = Evening(tmp_path, "", 1)
    evening.start_broker()
    try:
        log = tmp_path / "broker.log"
        before = log.stat().st_size
        opened = [socket.create_connection(("127.0.0.1", evening.port)) for _ in range(broker.CONNECTIONS + 20)]
        opened[-1].settimeout(20)
        with contextlib.suppress(ConnectionResetError):
            assert opened[-1].recv(1) == b""  # one too many
        for connection in opened:
            connection.close()
        for _ in range(200):
            with socket.create_connection(("127.0.0.1", evening.port)) as connection:
                connection.sendall(b"nonsense\r\n\r\n")
        client = evening.stranger(1)
        client.loop_stop()
        lines = log.read_text(errors="replace")[before:].splitlines()
        assert all("OpenSSL Error" in line for line in lines), "of connections as such nothing is written"
        assert len(lines) <= len(opened) + 200, "a line each at most; the service bounds how many (test_units)"
    finally:
        evening.close()


# -- damaged files -----------------------------------------------------------------------------------------------------


def damages():
    return {
        "a wrong byte": lambda path: path.write_bytes(b"\xff" + path.read_bytes()[1:]),
        "empty": lambda path: path.write_bytes(b""),
        "cut off": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
        "a folder": lambda path: (path.unlink(), path.mkdir()),
        "a pipe": lambda path: (path.unlink(), os.mkfifo(path)),
        "links in a circle": lambda path: (path.unlink(), path.symlink_to(path.name)),
    }


@pytest.mark.timeout(60)
@pytest.mark.parametrize("damage", damages())
@pytest.mark.parametrize("name", ["secrets.json", "broker.crt", "broker.key"])
def test_what_the_cards_of_the_tables_hang_on_is_never_begun_anew_by_itself(tmp_path, capsys, name, damage):
    arguments = ["broker", str(tmp_path), "--event", "pisek", "--tables", "3", "--host", "127.0.0.1", "--tls"]
    arguments = ["--lang", "en", *arguments]
    assert main(arguments) == 0
    damages()[damage](tmp_path / name)
    files = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    capsys.readouterr()
    assert main(arguments) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert name.partition(".")[0] in err
    assert err.count("\n") == 1
    assert "put it back from a copy" in err
    with pytest.raises(BrokerTrouble, match="put it back from a copy"):
        load(tmp_path)
    for file_name in files.keys() & {"secrets.json", "broker.crt", "broker.key"}:
        assert (tmp_path / file_name).read_bytes() == files[file_name], "nothing was written over it"


@pytest.mark.timeout(60)
@pytest.mark.parametrize("damage", damages())
@pytest.mark.parametrize("name", ["mosquitto.conf", "users", "rights"])
def test_what_follows_from_the_secrets_is_made_again(tmp_path, capsys, name, damage):
    arguments = ["broker", str(tmp_path), "--event", "pisek", "--tables", "3", "--host", "127.0.0.1"]
    assert main(arguments) == 0
    codes = capsys.readouterr().out
    damages()[damage](tmp_path / name)
    if name == "mosquitto.conf" and damage != "cut off":  # its first lines are all that is read of it
        with pytest.raises(BrokerTrouble, match="make the files again"):
            load(tmp_path)
    assert main(arguments) == 0
    assert capsys.readouterr().out == codes
    assert load(tmp_path).given
    assert (tmp_path / name).is_file()


@pytest.mark.parametrize("damage", PLACE)
def test_whatever_lies_in_the_place_of_the_codes_they_are_written(tmp_path, capsys, damage):
    codes = tmp_path / "codes.txt"
    PLACE[damage](codes)
    command = ["broker", str(tmp_path / "b"), "--event", EVENT, "--tables", "2", "--host", "10.0.0.1"]
    assert main([*command, "--codes", str(codes)]) == 0
    assert capsys.readouterr() == ("", "")
    assert [read_code(line.split("\t")[1]).table for line in codes.read_text().splitlines()] == [1, 2]
    assert main(command) == 0
    assert capsys.readouterr().out == codes.read_text()


def test_codes_that_were_written_stay_where_the_secrets_are_damaged(tmp_path, capsys):
    codes = tmp_path / "codes.txt"
    command = ["broker", str(tmp_path / "b"), "--event", EVENT, "--tables", "2", "--host", "10.0.0.1"]
    assert main([*command, "--codes", str(codes)]) == 0
    before = codes.read_text()
    assert main([*command, "--codes", str(codes / "codes.txt")]) == 1
    assert "codes.txt" in capsys.readouterr().err
    (tmp_path / "b" / "secrets.json").write_bytes(b"\0" * 100)
    assert main([*command, "--codes", str(codes)]) == 1
    assert codes.read_text() == before
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("damage", DAMAGE)
def test_the_broker_starts_whatever_became_of_what_it_keeps(tmp_path, damage):
    files = broker.make(tmp_path / "b", EVENT, 2, "127.0.0.1", free_port())
    DAMAGE[damage](files.folder / "mosquitto.db")
    engine = Engine(broker.make(files.folder, EVENT, 2, "127.0.0.1", files.port))
    try:
        engine.start()
    finally:
        engine.kill()


def test_settings_that_are_damaged_do_not_keep_the_broker_from_starting(tmp_path, capsys, monkeypatch):
    (tmp_path / "settings.toml").write_text("language = [", encoding="utf-8")
    monkeypatch.setenv("DVOJTAH_SETTINGS", str(tmp_path / "settings.toml"))
    assert main(["broker", str(tmp_path / "b"), "--event", EVENT, "--tables", "2", "--host", "10.0.0.1"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2
    assert "settings.toml" in err
