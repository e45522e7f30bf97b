"""What a running table sees counts more than what the doctor sees beside it; touch, heat and supply."""

import shutil
import socket
import threading

import pytest

from device import doctor
from device.doctor import displays
from device.pods.status import StatusServer, ask_troubles
from rules.message import msg
from tests.doctor.made_device import ill, input_device, programs

AWAY = msg("Display {side} does not answer; check its cable. The game goes on.", side="A")
DUMB = msg("The loudspeaker does not work.")


@pytest.fixture
def table(well):
    """A table that answers on its socket as its troubles are then."""
    troubles = {}
    server = StatusServer(well.pods_socket, lambda: troubles)
    server.open()
    ends = threading.Event()

    def serve():
        while not ends.wait(0.005):
            server.answer(())

    thread = threading.Thread(target=serve)
    thread.start()
    yield troubles
    ends.set()
    thread.join()
    server.close()


def test_a_display_that_the_table_does_not_see_is_not_well_though_it_answers_the_doctor(well, table):
    assert ill(well) == {}
    table |= {"oled A": AWAY, "sound": DUMB, "lamps": msg("A lamp or the buzzer does not work ({error}).", error="x")}
    assert ill(well) == {"oled A": str(AWAY), "sound": str(DUMB), "lines": "A lamp or the buzzer does not work (x)."}
    findings = doctor.examine(well, None)
    assert [finding.ok for finding in findings if finding.part == "oled A"] == [False], "no + beside it"
    assert [finding.ok for finding in findings if finding.part == "oled B"] == [True]


def test_what_has_no_line_of_its_own_is_said_at_the_end(well, table):
    table["network"] = msg("The table has no network.")
    assert doctor.examine(well, None)[-1] == ("network", False, table["network"])


def test_where_no_table_runs_nobody_is_waited_for(well):
    assert ask_troubles(well.pods_socket) is None


def test_a_program_of_an_earlier_version_answers_with_its_pods_and_is_not_misread(well):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as earlier:
        earlier.bind(str(well.pods_socket))

        def answer():
            _, whom = earlier.recvfrom(16)
            earlier.sendto(b"[]", whom)

        thread = threading.Thread(target=answer)
        thread.start()
        assert ask_troubles(well.pods_socket) is None
        thread.join()


def test_a_screen_without_touch_is_said_and_a_mouse_serves(well, tmp_path):
    shutil.rmtree(displays.INPUTS)
    input_device(displays.INPUTS, displays.DEV, "event0", "gpio-keys")
    assert "touchscreen" in ill(well)["touch"]
    input_device(displays.INPUTS, displays.DEV, "event1", "Logitech USB mouse", rel="1943")
    assert ill(well) == {}
    texts = [str(finding.text) for finding in doctor.examine(well, None) if finding.part == "touch"]
    assert texts == ["There is no touchscreen; Logitech USB mouse points in its place."]


def test_a_touchscreen_that_may_not_be_read_names_the_group(well, monkeypatch):
    access = displays.os.access
    monkeypatch.setattr(displays.os, "access", lambda path, mode: "input" not in str(path) and access(path, mode))
    assert "input" in ill(well)["touch"]


@pytest.mark.parametrize(
    ("flags", "word"), [("0x80000", "heat"), ("0x8", "heat"), ("0x4", "weak"), ("0x40000", "weak")]
)
def test_a_processor_that_was_slowed_down_is_not_well_though_it_is_cool_now(well, tmp_path, monkeypatch, flags, word):
    programs(tmp_path, monkeypatch, vcgencmd=f"throttled={flags}")
    assert word in ill(well)["heat"]
