"""`dvojtah set`: one setting into the file, from the types that the settings declare."""

import pytest

from device.common.settings.keys import setting_keys
from device.common.settings.reading import DEFAULT_FILE, load
from device.common.settings.settings import Settings
from tests.cli.conftest import one_line


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text(DEFAULT_FILE.read_text(encoding="utf-8"), encoding="utf-8")
    return path


@pytest.fixture
def set_(run, file):
    """The command with a table's settings file, in English."""
    return lambda *words: run("--settings", file, "--lang", "en", "set", *words)


def test_an_address_is_set_as_the_module_says_it_and_the_remarks_stay(set_, file):
    before = file.read_text()
    status, out, err = set_("oled_b.address", "0x3C")
    assert (status, out, err) == (0, f"{file} says oled_b.address = 0x3C now.\n", "")
    assert load(file).oled_b.address == 0x3C
    changed = [
        pair for pair in zip(before.split("\n"), file.read_text().split("\n"), strict=True) if len(set(pair)) > 1
    ]
    assert changed == [("address = 0x3D", "address = 0x3C")]


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (("volume", "0.25"), 0.25),
        (("silent", "true"), True),
        (("screen.rotate", "90"), 90),
        (("buttons.lamp_a", "0"), 0),
        (("event.title", "Panenský", "Týnec"), "Panenský Týnec"),
        (("pods.ports", "E660", "auto"), ("E660", "auto")),
        (("pods.ports", ""), ()),
        (("polish_doubles.overrun", "signal_only"), "signal_only"),
    ],
)
def test_every_kind_of_setting_is_written_as_what_it_is(set_, file, words, value):
    assert set_(*words)[0] == 0
    assert setting_keys()[words[0]].value_in(load(file)) == value


def test_every_setting_there_is_can_be_set_to_what_it_is_now(set_, file):
    for key in setting_keys().values():
        value = key.value_in(Settings())
        words = (
            list(value) if isinstance(value, tuple) else [str(value).lower() if value in (True, False) else str(value)]
        )
        assert key.parse(words) in (value, list(value) if isinstance(value, tuple) else value)


@pytest.mark.parametrize(
    ("words", "clue"),
    [
        (("volume", "loud"), "volume is a number, not loud."),
        (("screen.rotate", "45"), "screen.rotate cannot be 45; it is one of 0, 90, 180, 270."),
        (("silent", "yes"), "silent cannot be yes; it is one of true, false."),
        (("buttons.pin_factory", "mock"), "it is one of lgpio, rpigpio, none."),
        (("oled_a.address", "0x78"), "oled_a.address is too large"),
        (("buttons.button_b", "17"), "pin 17 is given to: Clock button B, Clock button A"),
        (("oled_a.adress", "0x3D"), "did you mean oled_a.address"),
        (("address", "0x3D"), "did you mean oled_a.address, oled_b.address?"),
        (("clocks.press_order", "edge"), "There is no setting clocks.press_order"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can_and_the_file_stays(set_, file, words, clue):
    before = file.read_text()
    one_line(*set_(*words), clue)
    assert file.read_text() == before


def test_a_key_alone_is_printed_with_what_it_can_be(set_):
    assert set_("oled_a.type") == (0, 'oled_a.type = "ssd1306"\none of: ssd1306, sh1106, ssd1309, none\n', "")
    assert set_("oled_a.address") == (0, "oled_a.address = 0x3C\nfrom 0x08 to 0x77\n", "")


def test_without_a_key_all_are_listed(set_):
    status, out, _ = set_()
    assert status == 0
    assert [line.partition(" = ")[0] for line in out.splitlines()] == list(setting_keys())


def test_the_value_that_was_wrong_is_put_right(set_, file):
    file.write_text("volume = 7\n")
    one_line(*set_(), "line 1")
    assert set_("volume", "0.5")[0] == 0
    assert load(file).volume == 0.5


def test_another_mistake_in_the_file_is_still_said(set_, file):
    file.write_text("volume = 7\n")
    one_line(*set_("silent", "true"), "line 1", "volume")


def test_a_block_that_stands_twice_stands_once_afterwards(set_, run, file):
    file.write_text('volume = 0.1\n[oled_a]\ntype = "ssd1306"\n[oled_a]\ntype = "sh1106"\n')
    status, _, err = run("--settings", file, "--lang", "en", "words")
    assert status == 0, "a command goes on with what holds"
    assert "[oled_a] stands there twice" in err
    assert set_("oled_a.rotate", "2")[::2] == (0, "")
    assert (load(file).oled_a.type, load(file).oled_a.rotate, load(file).volume) == ("sh1106", 2, 0.1)
    assert run("--settings", file, "--lang", "en", "words")[2] == ""


def test_a_file_that_cannot_be_written_is_said(run, tmp_path):
    (tmp_path / "config").write_text("a file where a folder should be")
    one_line(*run("--settings", tmp_path / "config" / "x.toml", "set", "volume", "0.5"), "x.toml")
