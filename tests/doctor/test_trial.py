"""`dvojtah doctor --report`: a device tried out on mock pins, a bus and a surface; its file read as a stranger's."""

import sys
import time
import tomllib

import msgspec
import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin

from device import cli
from device.common import i18n
from device.common.languages import LANGUAGES
from device.common.settings.settings import Settings
from device.doctor import machine, readings, trial
from device.io.inputs import FingerDown
from device.journal import Journal
from device.peripherals.gpio import Gpio
from rules.game import SECOND
from rules.loading import readable
from tests.cli.conftest import Terminal
from tests.doctor.made_device import programs
from tests.peripherals.oled_bus import Wire
from tools import reports
from tools.play.unwatched import HeadlessDisplay

NMCLI = ":90:5180 MHz:WPA2\n*:61:2437 MHz:WPA2 WPA3"


class TimedPin(MockPin):
    """A pin whose edges happen at the time of its factory, and not at that of this process."""

    def _call_when_changed(self):
        PiPin._call_when_changed(self, self._factory.ticks(), self._state)


class Person:
    """Does what the sentences ask for: presses with bounces, taps three pixels beside each cross.

    The pins know the time of the edges from it: no processor that is taken away makes a bounce into a press.
    """

    def __init__(self, settings, *, bounces=3, presses=10):
        self.said, self.questions, self.gpios, self.at = [], [], [], 0
        self.bounces, self.presses = bounces, presses
        self.display = HeadlessDisplay((800, 480))
        self.display.inputs = self.tap
        self.bench = trial.Bench(
            settings,
            say=self.hear,
            ask=self.answer,
            sleep=lambda seconds: None,
            gpio=self.lines,
            display=lambda *_: self.display,
        )

    def lines(self, settings, put, _):
        factory = MockFactory(pin_class=TimedPin)
        factory.ticks = lambda: self.at / SECOND
        self.gpios.append(Gpio(settings, put, lambda: self.at, factory))
        return self.gpios[-1]

    def hear(self, text):
        self.said.append(text)
        if text.startswith("Press button"):
            button = self.gpios[-1]._buttons["AB".index(text.split()[2])].pin
            self.at = time.monotonic_ns()
            for _ in range(self.presses):
                for _ in range(self.bounces):
                    self.edge(button.drive_low, 0.5)
                    self.edge(button.drive_high, 0.5)
                self.edge(button.drive_low, 12)
                self.edge(button.drive_high, 12)

    def edge(self, drive, ms):
        """One edge, after which ``ms`` go by."""
        drive()
        self.at += round(ms * 1_000_000)

    def answer(self, question):
        self.questions.append(question)
        return True

    def tap(self):
        place = self.display.surface
        lit = [
            (x, y) for x in range(0, 800) for y in range(0, 480) if place.get_at((x, y))[0]
        ]  # the cross is where people see it
        x, y = (sum(points) / len(points) for points in zip(*lit, strict=True))
        return [FingerDown(round(x) + 3, round(y), 0)]


@pytest.fixture
def bench(tmp_path, monkeypatch):
    """A device with mock pins, with programs that say who they are and where they live."""
    i18n.use("en")
    monkeypatch.setattr("smbus2.SMBus", Wire)
    monkeypatch.setattr("device.peripherals.oled_probe.SMBUS", Wire)  # an address is looked up once a process
    Wire.open, Wire.present, Wire.sent = 0, (0x3C, 0x3D), []
    monkeypatch.setattr(trial, "LOAD_S", 10)
    monkeypatch.setattr(trial, "PATIENCE_S", 2)
    monkeypatch.setattr(trial, "QUIET_S", 0.1)
    monkeypatch.setattr(trial, "BUSY", "")
    (tmp_path / "net/wlan0/wireless").mkdir(parents=True)
    monkeypatch.setattr(readings, "NET", tmp_path / "net")
    startup = "Startup finished in 3.1s (kernel) + 1min 9.9s (userspace) = 1min 13.0s"
    outputs = {"systemd-analyze": startup, "systemctl": "ActiveEnterTimestampMonotonic=21500000"}
    programs(tmp_path, monkeypatch, nmcli=NMCLI, vcgencmd="throttled=0x0", timedatectl="yes", **outputs)
    journal = str(tmp_path / "jana-novakova" / "journal.db")
    return msgspec.convert({"journal": journal, "buttons": {"debounce_ms": 5}, "volume": 0}, readable(Settings))


def test_every_part_is_measured_and_the_file_can_be_read(bench, tmp_path):
    person = Person(bench)
    file = tmp_path / "report.toml"
    assert trial.run_report(bench, file, person.bench) == 0
    parts = tomllib.loads(file.read_text())
    assert parts.pop("format") == trial.FORMAT
    assert list(parts) == [name for name, _ in trial.PARTS]
    assert not [part for part in parts.values() if "failed" in part]
    for side in "ab":
        assert (parts["buttons"][f"presses_{side}"], parts["buttons"][f"edges_{side}"]) == (10, 80)
        assert 0 < parts["buttons"][f"bounce_ms_{side}"] < 5
    assert parts["lamps"] == {"lamp_a": True, "lamp_b": True, "buzzer": True}
    assert (parts["screen"]["width"], parts["screen"]["off_px"]) == (800, [3, 3, 3, 3])
    assert parts["wifi"] == parts["wifi"] | {"joined": True, "signal_percent": 61, "mhz": 2437}
    assert parts["starts"] == {"system_s": 73.0, "table_s": 21.5}
    assert parts["load"] == parts["load"] | {"before": "0x0", "after": "0x0", "set_by_network": True}
    assert "drift_ppm" not in parts["load"], "nothing can be said after a moment"
    assert Wire.open == 0, "both displays are let go"
    assert "jana" not in file.read_text(), "a name of a folder got into the report"
    wrong = [f"{part}.{name}" for part, name, _, well in reports.judge(reports.read_report(file)) if not well]
    assert wrong == ["doctor.not_well", "load.minutes"]


def test_presses_that_do_not_come_are_missing_in_the_report(bench, tmp_path, monkeypatch):
    monkeypatch.setattr(trial, "PATIENCE_S", 0.4)
    person = Person(bench, presses=7)
    person.display.inputs = list
    trial.run_report(bench, tmp_path / "report.toml", person.bench)
    parts = tomllib.loads((tmp_path / "report.toml").read_text())
    assert parts["buttons"]["presses_a"] == 7
    assert parts["screen"]["off_px"] == [-1] * 4


def test_a_part_that_fails_or_is_left_out_is_said_and_the_others_are_there(bench, tmp_path, monkeypatch):
    def leaves(bench):
        raise KeyboardInterrupt

    Wire.present = (0x3C,)
    person = Person(bench)
    person.bench.display = lambda *_: 1 // 0
    monkeypatch.setattr(trial, "PARTS", [(name, leaves if name == "buttons" else part) for name, part in trial.PARTS])
    assert trial.run_report(bench, tmp_path / "report.toml", person.bench) == 0
    parts = tomllib.loads((tmp_path / "report.toml").read_text())
    assert parts["buttons"] == {"left_out": True}
    assert parts["screen"] == {"failed": "ZeroDivisionError"}
    assert parts["oleds"]["oled_a_clean"] is True
    assert "oled_b_failed" in parts["oleds"]
    assert "load" in parts
    wrong = {
        f"{part}.{name}"
        for part, name, _, well in reports.judge(reports.read_report(tmp_path / "report.toml"))
        if not well
    }
    assert {"buttons.left_out", "screen.failed", "oleds.oled_b_failed"} <= wrong


def test_what_was_measured_is_written_before_the_load_takes_the_device_down(bench, tmp_path, monkeypatch):
    class Down(BaseException):
        """The supply gives way."""

    def falls(bench):
        raise Down

    monkeypatch.setattr(trial, "PARTS", [*trial.PARTS[:4], ("load", falls)])
    with pytest.raises(Down):
        trial.run_report(bench, tmp_path / "report.toml", Person(bench).bench)
    assert list(reports.read_report(tmp_path / "report.toml").parts) == ["versions", "doctor", "starts", "wifi"]


def test_a_running_table_a_file_that_is_there_and_a_folder_that_is_not_ours_are_refused(
    bench, tmp_path, capsys, monkeypatch
):
    file = tmp_path / "report.toml"
    command = ["--journal", bench.journal, "--lang", "en", "doctor", "--report"]
    journal = Journal(bench.journal_path)
    try:
        assert cli.main([*command, str(file)]) == 1
    finally:
        journal.close()
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("stop it first: sudo systemctl stop dvojtah\n")
    assert not file.exists()
    (tmp_path / "bin/systemctl").write_text("#!/bin/sh\necho ActiveState=active\n")  # its journal is another one
    monkeypatch.setattr(machine, "SYSTEMD", tmp_path)
    assert cli.main([*command, str(file)]) == 1
    assert capsys.readouterr().err.endswith("stop it first: sudo systemctl stop dvojtah\n")
    assert not file.exists()
    (tmp_path / "bin/systemctl").write_text("#!/bin/sh\necho ActiveState=inactive\n")
    file.write_text("mine")
    for wrong in (file, file / "report.toml"):
        assert cli.main([*command, str(wrong)]) == 1
        out, err = capsys.readouterr()
        assert (out, err.count("\n"), file.read_text()) == ("", 1, "mine")


def test_who_waits_at_the_device_sees_how_many_presses_came_and_how_long_it_works_hard(bench, tmp_path, monkeypatch):
    monkeypatch.setattr("device.common.progress.AFTER_S", 0.01)
    monkeypatch.setattr("device.common.progress.EVERY_S", 0.01)
    monkeypatch.setattr(sys, "stderr", stream := Terminal())
    monkeypatch.setattr(trial, "PARTS", [part for part in trial.PARTS if part[0] in ("buttons", "load")])
    person = Person(bench)
    person.bench.sleep = lambda seconds: stream.waits_for("Hard work: 0 / 2")
    assert trial.run_report(bench, tmp_path / "report.toml", person.bench) == 0
    assert "Presses: 10 / 10" in stream.getvalue()
    assert "Hard work: 0 / 2" in stream.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "format = 2",
        "format = 1\nload = 3",
        "[",
        "format = 1\n[load]\nx = {a = 1}",
        "format = 1" + " " * 70_000,
        "ř" * 9,
    ],
)
def test_a_stranger_s_file_that_is_no_report_is_refused_in_a_sentence(text, tmp_path, capsys):
    (tmp_path / "one.toml").write_text(text, encoding="iso-8859-2")
    assert reports.main([str(tmp_path / "one.toml")]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert reports.main([str(tmp_path / "none.toml")]) == 1


def test_a_report_s_text_cannot_steer_the_terminal_or_the_table_of_reports(tmp_path, capsys):
    (tmp_path / "one.toml").write_text('format = 1\n[versions]\nboard = "\\u001b[2J|x"\n')
    assert reports.main([str(tmp_path / "one.toml")]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert out.splitlines()[-1].startswith("| ?[2J?x |")


def test_the_drift_is_that_of_the_steered_clock_against_the_crystal(bench, tmp_path, monkeypatch):
    clocks = {time.CLOCK_MONOTONIC_RAW: iter((0, 100_000_000_000)), time.CLOCK_MONOTONIC: iter((0, 100_002_000_000))}
    monkeypatch.setattr(trial.time, "clock_gettime_ns", lambda clock: next(clocks[clock]))
    assert trial._load(Person(bench).bench)["drift_ppm"] == 20.0


@pytest.mark.parametrize("word", LANGUAGES)
def test_yes_is_yes_in_every_language_and_in_english(monkeypatch, word):
    with i18n.speaking(word):
        for typed, meant in (
            (i18n.t("yes"), True),
            (f" {i18n.t('yes').upper()} ", True),
            ("y", True),
            (i18n.t("no"), False),
        ):
            monkeypatch.setattr("builtins.input", lambda _, typed=typed: typed)
            assert trial._ask("?") is meant, typed
