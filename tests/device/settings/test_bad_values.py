"""Each error in a settings file is said with its line, its name and its reason."""

import os

import pytest

from device.common import i18n
from device.common.settings.reading import load, load_tolerant
from device.common.settings.settings import as_values
from tests.device.settings.conftest import at_line, trouble

BAD = [
    ("", "language", '"de"'),
    ("", "language", "5"),
    ("", "journal", "5"),
    ("", "silent", "1"),
    ("", "silent", '"yes"'),
    ("", "volume", "1.1"),
    ("", "volume", "-0.1"),
    ("", "volume", "nan"),
    ("", "volume", '"loud"'),
    ("", "palette", '"pink"'),
    ("", "power_off", "false"),
    ("screen", "rotate", "45"),
    ("screen", "brightness", "0"),
    ("screen", "dim_after_s", "-1"),
    ("screen", "dim_to", "101"),
    ("oled_a", "shift_s", "0.5"),
    ("screen", "width", "319"),
    ("screen", "width", "4097"),
    ("screen", "width", "800.5"),
    ("screen", "height", "239"),
    ("screen", "height", "true"),
    ("screen", "fullscreen", "0"),
    ("buttons", "pin_factory", '"arduino"'),
    ("buttons", "button_a", "0"),
    ("buttons", "button_a", "28"),
    ("buttons", "button_b", '"GPIO17"'),
    ("buttons", "lamp_a", "-1"),
    ("buttons", "lamp_b", "28"),
    ("buttons", "buzzer", "1.0"),
    ("buttons", "debounce_ms", "0"),
    ("buttons", "debounce_ms", "201"),
    ("buttons", "hold_ms", "299"),
    ("buttons", "hold_ms", "10001"),
    ("oled_a", "type", '"lcd"'),
    ("oled_a", "port", "-1"),
    ("oled_a", "address", "0x07"),
    ("oled_a", "address", "0x78"),
    ("oled_a", "address", '"0x3C"'),
    ("oled_b", "rotate", "4"),
    ("oled_b", "rotate", "90"),
    ("oled_b", "contrast", "256"),
    ("polish_doubles", "turn_limit_s", "9"),
    ("polish_doubles", "turn_limit_s", "3601"),
    ("polish_doubles", "turn_limit_s", '"3:00"'),
    ("polish_doubles", "cross_goes_to", '"nobody"'),
    ("polish_doubles", "objection_clock", '"stops"'),
    ("polish_doubles", "draw_when", '"never"'),
    ("polish_doubles", "overrun", '"ignored"'),
    ("polish_doubles", "points_misannounced", "true"),
    ("kourici_kocka", "ch_is_one_letter", '"yes"'),
    ("kourici_kocka", "hejma_tie_outside", '"nobody"'),
    ("kourici_kocka", "misdeal_count", "1"),
    ("", "screen", "800"),
    ("", "colour", '"red"'),
    ("screen", "depth", "24"),
    ("polish_doubles", "turn_limit", "60"),
]


@pytest.mark.parametrize(("table", "key", "value"), BAD)
def test_each_bad_value_is_said_with_its_line_and_its_name(path, table, key, value):
    heading = f"\n[{table}]  # tabulka\n" if table else ""
    decoy = "" if key == "screen" else "[oled_a]\nport = 1\n"
    for text, line in (
        (f"{heading}{key} = {value}\n", 1 + heading.count("\n")),
        (f"# poznámka\n\n{heading}\n  {key}={value} # {key}\n", 4 + heading.count("\n")),
        (f"{heading}# {key} = 1\n{key} = {value}\n" + ("" if table == "oled_a" else decoy), 2 + heading.count("\n")),
    ):
        assert at_line(path, text) == line
        assert key in trouble(path, text)


GOOD = [
    ("", "volume", 0.0),
    ("", "volume", 1.0),
    ("screen", "width", 320),
    ("screen", "height", 4096),
    ("buttons", "button_a", 1),
    ("buttons", "debounce_ms", 200),
    ("buttons", "hold_ms", 300),
    ("oled_a", "address", 0x08),
    ("oled_b", "address", 0x77),
    ("oled_b", "rotate", 2),
    ("oled_a", "contrast", 0),
    ("polish_doubles", "turn_limit_s", 10),
    ("polish_doubles", "turn_limit_s", 3600),
]


@pytest.mark.parametrize(("table", "key", "value"), GOOD)
def test_the_bounds_themselves_are_in(path, table, key, value):
    path.write_text((f"[{table}]\n" if table else "") + f"{key} = {value}\n", encoding="utf-8")
    values = as_values(load(path))
    assert (values[table] if table else values)[key] == value


def test_an_unknown_table_is_said_with_its_line(path):
    assert at_line(path, "silent = true\n\n[bridge]\nstake = 50\n") == 3


def test_the_line_is_that_of_the_right_display(path):
    text = "[oled_a]\nrotate = 2\ncontrast = 10\n\n[oled_b]\ncontrast = 20\nrotate = 7\n"
    assert at_line(path, text) == 7


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("silent = true\nscreen.width = 10\n", 2),
        ("silent = true\n\nscreen = { width = 10 }\n", 3),
        ("\n\n'volume' = 3\n", 3),
    ],
    ids=["dotted", "inline", "quoted"],
)
def test_the_line_is_named_however_the_setting_is_written(path, text, line):
    assert at_line(path, text) == line


@pytest.mark.parametrize(
    ("text", "line", "names"),
    [
        ("[buttons]\nbutton_a = 5\nbutton_b = 5\n", 3, "Clock button B, Clock button A"),
        ("[buttons]\nbutton_b = 17\n", 2, "Clock button B, Clock button A"),
        ("\n[buttons]\n\nlamp_a = 24\n", 4, "Buzzer, Lamp A"),
        ("\n[buttons]\nbutton_a = 27\n", 3, "Clock button B, Clock button A"),
    ],
    ids=["both written", "against an earlier default", "against a later default", "button against button"],
)
def test_one_pin_for_two_things_is_said_with_a_line_that_is_in_the_file(path, text, line, names):
    assert at_line(path, text) == line
    sentence = trouble(path, text)
    assert "pin" in sentence
    assert names in sentence, "as people call what is wired, not as the file does"


def test_what_is_wrong_with_a_value_is_said_in_Czech(path):
    i18n.use("cs")
    for text in ("[buttons]\nbutton_a = 28\n", 'language = "de"\n', "volume = 2\n", "[screen]\nfullscreen = 1\n"):
        path.write_text(text, encoding="utf-8")
        _, message, _ = load_tolerant(path)
        assert not any(word in i18n.tr(message) for word in ("Expected", "Invalid", "got", "object")), i18n.tr(message)


# -- not TOML ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("volume 5\n", 1),
        ("\n\nlanguage = cs\n", 3),
        ('\nlanguage = "cs\n', 2),
        ("\n[screen\nwidth = 800\n", 2),
        ("volume = 0,5\n", 1),
        ("[buttons]\nbutton_a = 017\n", 2),
        ("silent = True\n", 1),
    ],
)
def test_a_slip_of_the_pen_is_said_with_its_line(path, text, line):
    assert at_line(path, text) == line


def test_a_file_cut_off_in_the_middle_names_its_last_line(path):
    text = '[screen]\nwidth = 800\njournal = """abc\n'
    assert at_line(path, text) in (3, 4)


def test_the_same_error_is_said_in_the_language_of_the_table(path):
    path.write_text("\nsilent = x\n", encoding="utf-8")
    _, message, _ = load_tolerant(path)
    i18n.use("cs")
    assert "řádek 2" in i18n.tr(message)
    i18n.use("en")
    assert "line 2" in i18n.tr(message)


def test_who_may_not_read_the_settings_of_an_installed_table_is_told_of_sudo(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("volume = 0.0\n")
    path.chmod(0)
    before = os.geteuid()
    if before == 0:  # root may read anything
        os.seteuid(65534)
    try:
        settings, message, _ = load_tolerant(path)
    finally:
        os.seteuid(before)
    assert settings.volume, "the defaults apply"
    assert message is not None
    assert message.id.endswith("on an installed table put sudo first.")
