"""`dvojtah bring-up` in a terminal: what it says, what can be typed, what is written into the settings."""

import io
import queue

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.bring_up.steps import Edge, Looked, SeenDisplay, Waited, begin
from device.bring_up.wired_parts import WiredParts
from device.cli import bring_up as command
from device.cli import main
from device.common import i18n
from device.common.settings.reading import DEFAULT_FILE, load
from device.common.settings.settings import Settings
from tests.cli.conftest import one_line

A, B = 17, 27


def press(pin):
    return [Edge(pin, True), Edge(pin, False), Waited()]


BOTH = Looked((SeenDisplay(1, 0x3C), SeenDisplay(1, 0x3D)), (1,))
WELL = ["1\n", "1\n", "1\n", Looked((SeenDisplay(1, 0x3C),), (1,)), "1\n", BOTH, "1\n", "1\n"]
TURNS = [Edge(A, True), Edge(B, True), Edge(A, True), Edge(B, True)]


@pytest.fixture
def led(tmp_path, capsys):
    """Leads somebody in English who does and types that; the last state, what was printed, the settings file."""
    i18n.use("en")
    file = tmp_path / "settings.toml"
    file.write_text(DEFAULT_FILE.read_text(encoding="utf-8"), encoding="utf-8")

    def lead(*script):
        steps = iter([*script, command.ENDED])
        wants = []
        state = command.lead(begin(load(file)), lambda: next(steps), wants.append, file)
        return state, capsys.readouterr().out, file

    return lead


def test_a_table_wired_right_is_led_to_its_first_game(led):
    state, out, file = led(*press(A), *press(B), *WELL, *TURNS)
    assert state.step.name == "DONE"
    assert "== 1/9 Clock button A ==\n   signal 11, ground 9\n" in out
    assert "== 9/9 The first turns ==" in out
    assert out.rstrip().endswith("All that is wired was seen to work, and the settings say so.")
    assert file.read_text() == DEFAULT_FILE.read_text(), "nothing had to be set"


def test_swapped_buttons_and_a_wrong_address_are_in_the_file_at_once(led):
    state, out, file = led(*press(B), "1\n", *press(A), "1\n", "1\n", "1\n", Looked((SeenDisplay(3, 0x3D),), (1, 3)))
    assert state.step.name == "OLED_A"
    settings = load(file)
    assert (settings.buttons.button_a, settings.buttons.button_b) == (B, A)
    assert (settings.oled_a.port, settings.oled_a.address) == (3, 0x3D)
    assert "  set: oled_a.address = 0x3D\n" in out
    assert out.count("Signal (NO) to place 11, ground (COM) to place 9;") == 1, "only what is new is said"
    assert "# I2C bus" in file.read_text(), "remarks stay"


def test_what_is_no_answer_is_said_and_back_is_always_one(led):
    state, out, _ = led(*press(A), "x\n", "9\n", "\n", "b\n")
    assert out.count("Type the number of an answer") == 2
    assert state.step.name == "BUTTON_A"


def test_a_file_that_cannot_be_written_ends_it(tmp_path):
    (tmp_path / "file").touch()
    steps = iter([*press(B), "1\n"])
    with pytest.raises(command.Failure, match=r"settings\.toml"):
        command.lead(begin(Settings()), lambda: next(steps), lambda _: None, tmp_path / "file" / "settings.toml")


@pytest.fixture
def run(capfd, monkeypatch, tmp_path):
    """The command with mock pins and no buses."""
    pins = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(command, "WiredParts", lambda post: WiredParts(post, pins, dev=tmp_path))

    def bring_up(typed):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = main(["--journal", str(tmp_path / "journal.db"), "--lang", "en", "bring-up"])
        return status, *capfd.readouterr()

    return bring_up


def test_the_command_goes_through_what_is_left_for_later(run):
    status, out, err = run("1\n1\n1\n1\n1\n2\n2\n")
    assert (status, err) == (0, "")
    assert "! Left for later: Clock button A and 3 more." in out
    assert "sudo systemctl start dvojtah" in out


def test_a_terminal_that_ends_before_the_end_is_no_success(run):
    assert run("1\n")[0] == 1


def test_a_running_table_is_not_disturbed(run, monkeypatch):
    monkeypatch.setattr(command, "table_has_hardware", lambda settings: True)
    one_line(*run(""), "sudo systemctl stop dvojtah", "Settings, Buttons")


def test_time_goes_on_where_nothing_is_heard(monkeypatch):
    monkeypatch.setattr(command, "SECOND_S", 0)
    assert command._next_of(queue.SimpleQueue()) == Waited()
