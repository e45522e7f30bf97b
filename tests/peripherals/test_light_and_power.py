"""The screen's light and the device's switch: whatever the system answers is said or calmly taken."""

import queue
import threading

import pytest

from device.io.inputs import PeripheralStatus
from device.peripherals import power
from device.peripherals.backlight import Backlight, first_light

SOON = 5


def make_light(root, name="10-0045", most=255):
    folder = root / name
    folder.mkdir(parents=True)
    (folder / "max_brightness").write_text(f"{most}\n")
    (folder / "brightness").write_text("0\n")
    return folder


def level(folder):
    return int((folder / "brightness").read_text())


def test_a_light_gets_its_share_of_what_it_can(tmp_path):
    folder = make_light(tmp_path)
    statuses = []
    light = Backlight(statuses.append, tmp_path)
    assert light.works
    for percent, wanted in ((100, 255), (50, 128), (5, 13), (20, 51)):
        light._wanted = percent
        light.serve()
        assert level(folder) == wanted
    assert statuses == []


def test_the_weakest_light_is_not_dark(tmp_path):
    folder = make_light(tmp_path, most=7)
    light = Backlight(lambda _: None, tmp_path)
    light._wanted = 5
    light.serve()
    assert level(folder) == 1


def test_without_a_light_nothing_happens_and_nothing_is_said(tmp_path):
    statuses = []
    for root in (tmp_path, tmp_path / "missing", None):
        light = Backlight(statuses.append, root)
        assert not light.works
        light.show(50)
        light.serve()
        assert light._thread is None
    assert statuses == []


def test_of_several_lights_the_first_by_name_is_taken(tmp_path):
    make_light(tmp_path, "b")
    first = make_light(tmp_path, "a")
    (tmp_path / "0-empty").mkdir()
    assert first_light(tmp_path) == first


def test_a_light_that_refuses_is_said_once_and_is_fine_again_when_it_takes_the_next(tmp_path):
    folder = make_light(tmp_path)
    (folder / "max_brightness").write_text("broken")
    statuses = []
    light = Backlight(statuses.append, tmp_path)
    for percent in (10, 20, 30):
        light._wanted = percent
        light.serve()
    assert [str(status.trouble) for status in statuses] == [
        "The screen's own light cannot be set; the picture is darkened instead."
    ]
    (folder / "max_brightness").write_text("255")
    light._wanted = 40
    light.serve()
    assert statuses[-1] == PeripheralStatus("backlight", None)
    assert level(folder) == 102


def test_the_newest_brightness_reaches_the_light_by_itself(tmp_path, monkeypatch):
    folder = make_light(tmp_path)
    light = Backlight(lambda _: None, tmp_path)
    done, serve = queue.SimpleQueue(), light.serve
    monkeypatch.setattr(light, "serve", lambda: (serve(), done.put(level(folder))))
    for percent in range(10, 101, 10):
        light.show(percent)
    while done.get(timeout=SOON) != 255:
        pass


# -- power -------------------------------------------------------------------------------------------------------------


def troubles_of(command):
    statuses = []
    power.run(command, statuses.append)
    return [str(status.trouble) for status in statuses]


def test_the_command_is_run_as_it_is_written_without_a_shell(tmp_path):
    mark = tmp_path / "a file; with $spaces"
    assert troubles_of(f"touch '{mark}'") == []
    assert mark.exists()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("false", "false was refused (1); the device stays on."),
        ("no-such-program now", "no-such-program now cannot be run"),
        ("", "cannot be run"),
        ("'open", "cannot be run"),
    ],
)
def test_whatever_goes_wrong_is_said(command, words):
    (trouble,) = troubles_of(command)
    assert words in trouble


def test_a_command_that_hangs_is_said(monkeypatch):
    monkeypatch.setattr(power, "PATIENCE_S", 0.01)
    (trouble,) = troubles_of("sleep 5")
    assert "does not end" in trouble


def test_the_loop_does_not_wait_for_the_command():
    statuses = queue.SimpleQueue()
    power.switch_off("false", statuses.put)
    first = statuses.get(timeout=SOON)
    assert first.connecting
    assert "switched off" in str(first.trouble)
    assert "refused" in str(statuses.get(timeout=SOON).trouble)
    assert all(thread.daemon for thread in threading.enumerate() if thread.name == "power")
