"""What the line to the event leaves in the log: connected, lost, refused, each once for each change, and no code."""

import logging
import threading

import msgspec
import pytest

from device.common.event.ticket import read_code
from tests.event.rig import TableAt, until

pytestmark = pytest.mark.usefixtures("quick")


@pytest.fixture
def log_lines(caplog):
    caplog.set_level(logging.INFO, "dvojtah")
    return lambda: [
        (record.levelname, record.getMessage()) for record in caplog.records if record.name == "dvojtah.event"
    ]


def test_it_is_connected_lost_out_of_reach_and_connected_again(engine, tables, log_lines):
    table = tables(engine)
    until(lambda: table.status.connected)
    assert log_lines() == [("INFO", "connected to 127.0.0.1 as table 7")]
    engine.kill()
    until(lambda: any("cannot be reached" in text for _, text in log_lines()))
    until(lambda: not table.status.connected)
    engine.start()
    until(lambda: table.status.connected)
    levels = [(level, text.split(":")[0]) for level, text in log_lines()]
    assert levels == [
        ("INFO", "connected to 127.0.0.1 as table 7"),
        ("WARNING", "connection lost"),
        ("WARNING", "127.0.0.1 cannot be reached"),
        ("INFO", "connected to 127.0.0.1 as table 7"),
    ]


def test_a_line_that_nobody_closes_keeps_no_program_alive(engine, tables):
    tables(engine)
    assert [thread.daemon for thread in threading.enumerate() if thread.name == "event"] == [True]


def test_a_broker_that_goes_on_refusing_is_told_of_once_and_the_password_never(engine, tables, log_lines):
    ticket = msgspec.structs.replace(read_code(engine.files.code(7)), password="wrong-password")
    table: TableAt = tables(engine, ticket=ticket)
    attempts = []
    close = table.link._closed
    table.link._closed = lambda *args: (attempts.append(args), close(*args))
    until(lambda: len(attempts) > 5, awaited="some attempts")
    assert [level for level, _ in log_lines()] == ["WARNING"]
    assert log_lines()[0][1].startswith("refused by the broker: Not authorized")
    assert "wrong-password" not in str(log_lines())


def test_a_table_that_ends_by_itself_has_lost_nothing(engine, tables, log_lines):
    table = tables(engine)
    until(lambda: table.status.connected)
    table.link.close()
    assert [level for level, _ in log_lines()] == ["INFO"]
