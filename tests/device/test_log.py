"""The log: what happens to the device, once for each change, bounded, with levels, and nothing about people."""

import contextlib
import io
import logging
import os
import subprocess
import sys
import threading

import pytest

from device.app.peripheral_log import PeripheralLog
from device.common import log
from device.common.version import version
from device.io.inputs import PeripheralStatus
from device.journal import Journal
from rules.message import msg
from tests.journal.conftest import ROOT

LOST = msg("Display {side} does not answer; check its cable. The game goes on.", side="A")


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def written(monkeypatch, capsys):
    """A log of its own; what it wrote since one last looked, line by line."""
    clock = Clock()
    handler = log.LogHandler(priorities=True, now=clock)
    mine = logging.getLogger("dvojtah")
    monkeypatch.setattr(mine, "level", logging.DEBUG)
    monkeypatch.setattr(mine, "propagate", False)
    mine.addHandler(handler)

    def since() -> list[str]:
        return capsys.readouterr().err.splitlines()

    yield since, clock
    mine.removeHandler(handler)


def test_a_peripheral_is_logged_when_it_is_there_when_it_is_lost_and_when_it_is_back(caplog):
    caplog.set_level(logging.DEBUG, "dvojtah")
    edges = PeripheralLog()
    for status in (
        PeripheralStatus("oled A", msg("Display A is being connected…"), connecting=True),
        PeripheralStatus("oled A", None),
        PeripheralStatus("oled A", None),
        PeripheralStatus("oled A", LOST),
        PeripheralStatus("oled A", LOST),
        PeripheralStatus("oled A", None),
    ):
        edges.note(status)
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("DEBUG", "oled A: being connected"),
        ("INFO", "oled A: ready"),
        ("WARNING", "oled A: Display A does not answer; check its cable. The game goes on."),
        ("INFO", "oled A: back"),
    ]


def test_the_table_s_own_loop_logs_what_its_edges_post(caplog, tmp_path):
    from tools.play.players.polish_doubles import DoublesPlayer

    player = DoublesPlayer(tmp_path)
    caplog.set_level(logging.INFO, "dvojtah")
    player.kiosk.loop.handle(PeripheralStatus("oled A", LOST))
    player.kiosk.loop.handle(PeripheralStatus("oled A", None))
    player.close()
    assert [record.levelname for record in caplog.records if "oled A" in record.getMessage()] == ["WARNING", "INFO"]


def test_a_contact_that_flaps_for_an_evening_does_not_fill_the_card(written):
    lines, clock = written
    edges = PeripheralLog()
    for n in range(6 * 3600):
        clock.now = float(n)
        edges.note(PeripheralStatus("oled A", LOST if n % 2 else None))
    clock.now += 600
    edges.note(PeripheralStatus("oled B", LOST))
    log_lines = lines()
    flapping = [line for line in log_lines if "oled A" in line]
    assert 2 * log.BURST <= len(flapping) <= 2 * (log.BURST + 6 * 60 + 1)
    assert "like it were left out)" in flapping[-1], "what is not written is counted"
    assert "oled B" in log_lines[-1], "another peripheral is heard all the same"


def test_all_lines_together_are_bounded_too_and_so_is_what_is_kept_of_them(written):
    lines, clock = written
    for n in range(5_000):
        logging.getLogger(f"dvojtah.{n}").warning("kind %d", n)
    assert len(lines()) == log.TOTAL_BURST
    clock.now += 3 * log.TOTAL_PERIOD_S
    for n in range(5_000):
        logging.getLogger("dvojtah.other").warning("kind %s", str(n))
    assert len(lines()) == 3
    limit = log.RateLimit(clock)
    for n in range(5_000):
        limit.filter(logging.LogRecord("a", 30, "", 0, f"kind {n}", (), None))
    assert len(limit._kinds) == log.KINDS


def test_for_the_service_manager_every_line_carries_its_priority(written):
    lines, _ = written
    mine = logging.getLogger("dvojtah")
    mine.debug("one")
    mine.info("two")
    mine.warning("three")
    try:
        raise ValueError("four")
    except ValueError:
        mine.exception("five")
    log_lines = lines()
    assert log_lines[:3] == ["<7>dvojtah: one", "<6>dvojtah: two", "<4>dvojtah: three"]
    assert len(log_lines) > 4
    assert all(line.startswith("<3>") for line in log_lines[3:])


def test_the_home_folder_which_is_somebody_s_name_is_not_written(written, monkeypatch):
    lines, _ = written
    monkeypatch.setenv("HOME", "/home/jana.novakova")
    handler = log.LogHandler(priorities=False)
    record = logging.LogRecord("dvojtah", 30, "", 0, "%s", ("/home/jana.novakova/journal.db",), None)
    assert handler.format(record).endswith(" WARNING dvojtah: ~/journal.db")
    assert lines() == []


def test_a_log_that_nobody_takes_stops_nothing(written, monkeypatch):
    class Gone(io.StringIO):
        def write(self, text):
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stderr", Gone())
    logging.getLogger("dvojtah").warning("said to nobody")


def test_what_nobody_catches_is_logged_with_the_version_and_where_it_happened(written, monkeypatch):
    lines, _ = written
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    log.watch_faults()
    logging.captureWarnings(False)

    def fail():
        raise RuntimeError("the bus is gone")

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    log_lines = lines()
    assert log_lines[0] == f"<2>dvojtah: unexpected fault in version {version()}"
    assert any("in fail" in line for line in log_lines)


@pytest.mark.parametrize("stream", ["", "1:2", "nonsense", "7"])
def test_another_stream_than_the_journal_s_gets_no_priorities(stream):
    assert not log.to_service_manager({"JOURNAL_STREAM": stream})


PROGRAM = """
import os, sys
from device.app import composition as app
from device.io.inputs import Quit
def loaded(kiosk, *_):
    kiosk.post(Quit())
first = app._log_start
app._log_start = lambda kiosk: (first(kiosk), loaded(kiosk))
from device.cli import main
sys.exit(main(sys.argv[1:]))
"""


def table(folder, *args, journald=False, settings=""):
    """The real table, which ends by itself after its first picture: its status and its standard error."""
    (folder / "settings.toml").write_text(settings, encoding="utf-8")
    command = [
        sys.executable,
        "-c",
        PROGRAM,
        "--settings",
        str(folder / "settings.toml"),
        "--journal",
        str(folder / "journal.db"),
        *args,
    ]
    reader, writer = os.pipe()
    environment = os.environ | {"SDL_VIDEODRIVER": "dummy"}
    if journald:
        here = os.fstat(writer)
        environment["JOURNAL_STREAM"] = f"{here.st_dev}:{here.st_ino}"
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=writer) as program:
        os.close(writer)
        with os.fdopen(reader, encoding="utf-8") as pipe:
            text = pipe.read()
        return program.wait(60), [line for line in text.splitlines() if "dvojtah" in line]


def test_the_table_logs_which_version_starts_on_what_and_that_it_ends(tmp_path):
    status, lines = table(tmp_path, settings='pods.ports = []\n[buttons]\npin_factory = "none"\n')
    assert status == 0
    assert f"INFO dvojtah: started: version {version()}, Python " in lines[0]
    assert "on dummy" in lines[0]
    assert lines[-1].endswith("INFO dvojtah: ended")
    assert not [line for line in lines if str(tmp_path) in line], "no paths, no names"


def test_under_the_service_manager_the_same_has_priorities(tmp_path):
    status, lines = table(tmp_path, journald=True)
    assert status == 0
    assert lines[0].startswith(f"<6>dvojtah: started: version {version()}")


@pytest.mark.parametrize(
    ("args", "settings"),
    [
        (["--log-level", "error"], ""),
        (["kiosk", "--log-level", "error"], 'log_level = "debug"\n'),
        ([], 'log_level = "error"\n'),
    ],
)
def test_how_much_is_logged_is_an_option_and_a_setting(tmp_path, args, settings):
    assert table(tmp_path, *args, settings=settings) == (0, [])


def test_a_start_that_fails_says_its_one_sentence_as_an_error(tmp_path):
    held = tmp_path / "dvojtah.db"
    with contextlib.closing(Journal(held)):
        status, lines = table(tmp_path, "--journal", str(held), journald=True)
    assert status == 1
    assert len(lines) == 1
    assert lines[0].startswith("<3>")
