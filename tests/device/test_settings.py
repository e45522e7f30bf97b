"""The settings file: commented defaults, each error with its line, and never a reason not to start."""

import os
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device import i18n
from device.settings.reading import DEFAULT_FILE, SettingsTrouble, load, load_tolerant, path_of
from device.settings.settings import Settings, as_values


@pytest.fixture
def path(tmp_path):
    return tmp_path / "settings.toml"


@pytest.fixture(autouse=True)
def nobody_elses_settings(monkeypatch, tmp_path):
    monkeypatch.delenv("DVOJTAH_SETTINGS", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def trouble(path, text) -> str:
    """What is wrong with the file, in English; the table starts all the same, with every default."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    with pytest.raises(SettingsTrouble) as caught:
        load(path)
    settings, said = load_tolerant(path)
    assert settings == Settings()
    assert str(said) == str(caught.value)
    i18n.use("cs")
    assert i18n.tr(said).startswith("Nastavení ")
    assert str(path) in i18n.tr(said)
    assert i18n.tr(said).isprintable()
    return str(said)


def at_line(path, text) -> int:
    """The line that the error names."""
    said = trouble(path, text)
    assert said.startswith(f"Settings {path}, line ")
    return int(said.removeprefix(f"Settings {path}, line ").split(":")[0])


# -- defaults ----------------------------------------------------------------------------------------------------------


def test_the_commented_default_file_says_what_the_code_does():
    assert load(DEFAULT_FILE) == Settings()


def test_the_default_file_names_every_setting_that_there_is():
    with DEFAULT_FILE.open("rb") as file:
        assert tomllib.load(file) == as_values(Settings())


def test_the_default_file_lists_every_choice_of_a_setting(path):
    lines = DEFAULT_FILE.read_text(encoding="utf-8").split("\n")
    choices = {
        "language": ("cs", "en"),
        "pin_factory": ("lgpio", "rpigpio", "pigpio", "native", "mock", "none"),
        "palette": ("dark", "light", "contrast"),
        "type": ("ssd1306", "sh1106", "ssd1309", "none"),
        "cross_goes_to": ("failed_objector", "invalid_move"),
        "objection_clock": ("continues", "restarts", "runs"),
        "draw_when": ("after_press", "after_move"),
        "overrun": ("unannounced_lost", "turn_lost", "signal_only"),
        "points_misannounced": ("correction", "correction_and_cross"),
        "hejma_tie_outside": ("hejma_taker", "replay", "vote"),
        "misdeal_count": ("per_deal", "per_game"),
        "polyssimo_counts": ("pieces", "cells"),
        "placing": ("count", "board"),
    }
    tables = {"pin_factory": "[buttons]", "type": "[oled_a]", "language": "", "palette": ""}
    tables |= dict.fromkeys(("hejma_tie_outside", "misdeal_count"), "[kourici_kocka]")
    tables |= dict.fromkeys(("polyssimo_counts", "placing"), "[polyssimo]")
    for key, values in choices.items():
        for value in values:
            assert any(line.startswith(f"{key} =") and value in line for line in lines)
            path.write_text(f'{tables.get(key, "[polish_doubles]")}\n{key} = "{value}"\n', encoding="utf-8")
            load(path)


def test_without_a_file_the_defaults_hold():
    assert load() == Settings()
    assert load_tolerant() == (Settings(), None)


def test_an_empty_file_and_one_with_remarks_alone_keep_every_default(path):
    for text in ("", "\n\n", "# nic\n[screen]\n"):
        path.write_text(text, encoding="utf-8")
        assert load_tolerant(path) == (Settings(), None)


def test_what_is_left_out_keeps_its_default(path):
    path.write_text('language = "en"\n[oled_b]\ncontrast = 9\n', encoding="utf-8")
    settings = load(path)
    assert settings.language == "en"
    assert (settings.oled_b.address, settings.oled_b.contrast, settings.oled_b.type) == (0x3D, 9, "ssd1306")
    assert settings.polish_doubles == Settings().polish_doubles


def test_both_displays_have_their_own_address():
    assert (Settings().oled_a.address, Settings().oled_b.address) == (0x3C, 0x3D)


def test_a_lamp_with_number_0_is_no_lamp(path):
    path.write_text("[buttons]\nlamp_a = 0\nlamp_b = 0\nbuzzer = 0\n", encoding="utf-8")
    pins = load(path).pins
    assert (pins.lamp_a, pins.lamp_b, pins.buzzer) == (None, None, None)
    assert (pins.button_a, pins.button_b) == (17, 27)


# -- which file --------------------------------------------------------------------------------------------------------


def test_the_file_given_goes_before_the_named_one_and_that_before_the_users_own(monkeypatch, tmp_path, path):
    own = tmp_path / "config" / "dvojtah" / "settings.toml"
    assert path_of() is None
    own.parent.mkdir(parents=True)
    own.write_text("silent = true", encoding="utf-8")
    assert path_of() == own
    assert load().silent
    monkeypatch.setenv("DVOJTAH_SETTINGS", str(path))
    assert path_of() == path
    assert path_of(tmp_path / "given.toml") == tmp_path / "given.toml"


def test_a_file_that_was_named_and_is_not_there_is_said(monkeypatch, path):
    monkeypatch.setenv("DVOJTAH_SETTINGS", str(path))
    settings, said = load_tolerant()
    assert settings == Settings()
    assert str(path) in str(said)


# -- each bad value ----------------------------------------------------------------------------------------------------

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
    ("text", "line"),
    [
        ("[buttons]\nbutton_a = 5\nbutton_b = 5\n", 3),
        ("[buttons]\nbutton_b = 17\n", 2),
        ("\n[buttons]\n\nlamp_a = 24\n", 4),
        ("\n[buttons]\nbutton_a = 27\n", 3),
    ],
    ids=["both written", "against an earlier default", "against a later default", "button against button"],
)
def test_one_pin_for_two_things_is_said_with_a_line_that_is_in_the_file(path, text, line):
    assert at_line(path, text) == line
    said = trouble(path, text)
    assert "pin" in said
    assert text.split("\n")[line - 1].split(" ")[0] in said


def test_what_is_wrong_with_a_value_is_said_in_Czech(path):
    i18n.use("cs")
    for text in ("[buttons]\nbutton_a = 28\n", 'language = "de"\n', "volume = 2\n", "[screen]\nfullscreen = 1\n"):
        path.write_text(text, encoding="utf-8")
        _, said = load_tolerant(path)
        assert not any(word in i18n.tr(said) for word in ("Expected", "Invalid", "got", "object")), i18n.tr(said)


# -- not TOML ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("volume 5\n", 1),
        ("\n\nlanguage = cs\n", 3),
        ('\nlanguage = "cs\n', 2),
        ("silent = true\nsilent = false\n", 2),
        ("[screen]\nwidth = 800\n[screen]\n", 3),
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


def test_the_default_file_cut_off_anywhere_never_stops_the_start(path):
    raw = DEFAULT_FILE.read_bytes()
    for cut in range(0, len(raw), 7):
        path.write_bytes(raw[:cut])
        settings, _ = load_tolerant(path)
        assert isinstance(settings, Settings)


# -- a bad file never stops the start ----------------------------------------------------------------------------------


def test_a_file_that_is_not_text_is_said(path):
    assert "UTF-8" in trouble(path, "language = 'cs' # čeština".encode("utf-16"))
    assert "UTF-8" in trouble(path, b"\xff" * 200)


def test_a_file_saved_by_a_windows_editor_is_taken(path):
    path.write_bytes(b'\xef\xbb\xbflanguage = "en"\r\nsilent = true\r\n')
    settings, said = load_tolerant(path)
    assert said is None
    assert (settings.language, settings.silent) == ("en", True)


def test_a_folder_in_place_of_the_file_is_said(path):
    path.mkdir()
    settings, said = load_tolerant(path)
    assert settings == Settings()
    assert str(path) in str(said)


def test_a_file_behind_a_broken_link_or_none_at_all_is_said(path):
    path.symlink_to("gone.toml")
    assert load_tolerant(path)[0] == Settings()
    os.remove(path)
    settings, said = load_tolerant(path)
    assert settings == Settings()
    assert str(path) in str(said)


@pytest.mark.parametrize(
    "text",
    ["a = " + "[" * 5000, "a = " + "[" * 5000 + "]" * 5000, "a = " + "{a=" * 3000, "a." * 5000 + "b = 1"],
    ids=["open", "closed", "tables", "dotted"],
)
def test_a_file_nested_without_end_never_stops_the_start(path, text):
    path.write_text(text, encoding="utf-8")
    settings, said = load_tolerant(path)
    assert settings == Settings()
    assert said is not None


def test_a_number_without_end_never_stops_the_start(path):
    path.write_text(f"\nvolume = {'1' * 5000}\n", encoding="utf-8")
    settings, said = load_tolerant(path)
    assert settings == Settings()
    assert said is not None


@given(st.binary(max_size=200))
def test_whatever_is_in_the_file_the_table_starts(tmp_path_factory, raw):
    path = tmp_path_factory.getbasetemp() / "whatever.toml"
    path.write_bytes(raw)
    assert isinstance(load_tolerant(path)[0], Settings)


KEYS = sorted(set(as_values(Settings())) | {"width", "button_a", "type", "turn_limit_s", "x"})
VALUES = st.recursive(
    st.booleans() | st.integers() | st.text(st.characters(codec="ascii", categories=["L", "N", "Zs"])),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(KEYS), st.sampled_from(["", "[screen]\n", "[buttons]\n", "[[oled_a]]\n", "[x]\n"]), VALUES)
def test_whatever_is_set_the_table_starts_or_a_line_is_named(tmp_path_factory, key, table, value):
    path = tmp_path_factory.getbasetemp() / "whatever.toml"
    shown = repr(value).replace("True", "true").replace("False", "false")
    path.write_text(f"{table}{key} = {shown}\n", encoding="utf-8")
    settings, said = load_tolerant(path)
    assert isinstance(settings, Settings)
    assert said is None or "line 1" in str(said) or "line 2" in str(said)


def test_a_journal_in_the_home_of_nobody_never_stops_the_start(path):
    path.write_text('journal = "~.local/share/dvojtah/journal.db"\n', encoding="utf-8")
    settings, said = load_tolerant(path)
    assert said is not None or settings.journal_path.name == "journal.db"
    assert settings.journal_path.name


def test_the_journal_stands_in_the_users_home(monkeypatch):
    monkeypatch.setenv("HOME", "/home/stul")
    assert str(Settings().journal_path) == "/home/stul/.local/share/dvojtah/journal.db"
    assert str(Settings(journal="/data/j.db").journal_path) == "/data/j.db"


def test_the_same_error_is_said_in_the_language_of_the_table(path):
    path.write_text("\nsilent = x\n", encoding="utf-8")
    _, said = load_tolerant(path)
    i18n.use("cs")
    assert "řádek 2" in i18n.tr(said)
    i18n.use("en")
    assert "line 2" in i18n.tr(said)
