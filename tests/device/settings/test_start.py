"""A settings file is never a reason not to start, whatever has become of it."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.common.settings.reading import DEFAULT_FILE, load_tolerant
from device.common.settings.settings import Settings, as_values
from tests.device.settings.conftest import trouble


def test_the_default_file_cut_off_anywhere_never_stops_the_start(path):
    raw = DEFAULT_FILE.read_bytes()
    for cut in range(0, len(raw), 7):
        path.write_bytes(raw[:cut])
        settings, _, _ = load_tolerant(path)
        assert isinstance(settings, Settings)


def test_a_file_that_is_not_text_is_said(path):
    assert "UTF-8" in trouble(path, "language = 'cs' # čeština".encode("utf-16"))
    assert "UTF-8" in trouble(path, b"\xff" * 200)


def test_a_file_saved_by_a_windows_editor_is_taken(path):
    path.write_bytes(b'\xef\xbb\xbflanguage = "en"\r\nsilent = true\r\n')
    settings, message, _ = load_tolerant(path)
    assert message is None
    assert (settings.language, settings.silent) == ("en", True)


def test_a_folder_in_place_of_the_file_is_said(path):
    path.mkdir()
    settings, message, _ = load_tolerant(path)
    assert settings == Settings()
    assert str(path) in str(message)


def test_a_file_behind_a_broken_link_or_none_at_all_is_said(path):
    path.symlink_to("gone.toml")
    assert load_tolerant(path)[0] == Settings()
    os.remove(path)
    settings, message, _ = load_tolerant(path)
    assert settings == Settings()
    assert str(path) in str(message)


@pytest.mark.parametrize(
    "text",
    ["a = " + "[" * 5000, "a = " + "[" * 5000 + "]" * 5000, "a = " + "{a=" * 3000, "a." * 5000 + "b = 1"],
    ids=["open", "closed", "tables", "dotted"],
)
def test_a_file_nested_without_end_never_stops_the_start(path, text):
    path.write_text(text, encoding="utf-8")
    settings, message, _ = load_tolerant(path)
    assert settings == Settings()
    assert message is not None


def test_a_number_without_end_never_stops_the_start(path):
    path.write_text(f"\nvolume = {'1' * 5000}\n", encoding="utf-8")
    settings, message, _ = load_tolerant(path)
    assert settings == Settings()
    assert message is not None


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
    settings, message, _ = load_tolerant(path)
    assert isinstance(settings, Settings)
    assert message is None or "line 1" in str(message) or "line 2" in str(message)


def test_a_journal_in_the_home_of_nobody_never_stops_the_start(path):
    path.write_text('journal = "~.local/share/dvojtah/journal.db"\n', encoding="utf-8")
    settings, message, _ = load_tolerant(path)
    assert message is not None or settings.journal_path.name == "journal.db"
    assert settings.journal_path.name


def test_the_journal_stands_in_the_users_home(monkeypatch):
    monkeypatch.setenv("HOME", "/home/stul")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert str(Settings().journal_path) == "/home/stul/.local/share/dvojtah/journal.db"
    assert str(Settings(journal="/data/j.db").journal_path) == "/data/j.db"


def test_games_lie_in_the_folder_for_data_unless_they_stand_in_the_usual_one_or_somebody_names_another(
    monkeypatch, tmp_path
):
    monkeypatch.setenv("HOME", str(tmp_path))
    usual = tmp_path / ".local/share/dvojtah/journal.db"
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert Settings().journal_path == usual
    monkeypatch.setenv("XDG_DATA_HOME", "data")  # not whole: as if it were not there
    assert Settings().journal_path == usual
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert Settings().journal_path == tmp_path / "data/dvojtah/journal.db"
    assert Settings().word_lists_path == tmp_path / "data/dvojtah/words"
    assert Settings(journal="~/games.db").journal_path == tmp_path / "games.db"
    usual.parent.mkdir(parents=True)
    usual.touch()
    assert Settings().journal_path == usual
