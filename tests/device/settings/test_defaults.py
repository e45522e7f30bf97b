"""The settings file: commented defaults, and which file is read."""

import tomllib

from device.common.languages import LANGUAGES
from device.common.settings.reading import DEFAULT_FILE, load, load_tolerant, path_of
from device.common.settings.settings import Settings, as_values
from rules.options.polish_doubles import NewDoubles

# -- defaults ----------------------------------------------------------------------------------------------------------


def test_the_commented_default_file_says_what_the_code_does():
    assert load(DEFAULT_FILE) == Settings()


def test_the_default_file_names_every_setting_that_there_is():
    with DEFAULT_FILE.open("rb") as file:
        assert tomllib.load(file) == as_values(Settings())


def test_the_default_file_lists_every_choice_of_a_setting(path):
    lines = DEFAULT_FILE.read_text(encoding="utf-8").split("\n")
    choices = {
        "language": tuple(LANGUAGES),
        "pin_factory": ("lgpio", "rpigpio", "none"),
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
    assert load_tolerant() == (Settings(), None, True)


def test_an_empty_file_and_one_with_remarks_alone_keep_every_default(path):
    for text in ("", "\n\n", "# nic\n[screen]\n"):
        path.write_text(text, encoding="utf-8")
        assert load_tolerant(path) == (Settings(), None, True)


def test_what_is_left_out_keeps_its_default(path):
    path.write_text('language = "en"\n[oled_b]\ncontrast = 9\n', encoding="utf-8")
    settings = load(path)
    assert settings.language == "en"
    assert (settings.oled_b.address, settings.oled_b.contrast, settings.oled_b.type) == (0x3D, 9, "ssd1306")
    assert settings.options_of(NewDoubles) == NewDoubles()


def test_both_displays_have_their_own_address():
    assert (Settings().oled_a.address, Settings().oled_b.address) == (0x3C, 0x3D)


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
    settings, message, _ = load_tolerant()
    assert settings == Settings()
    assert str(path) in str(message)
