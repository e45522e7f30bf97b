"""Changed settings on their way into the file: comments stay, nothing is half written, a full disk stops nothing."""

import errno
import os
import stat
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.io.inputs import PeripheralStatus
from device.settings import file
from device.settings.editing import edit
from device.settings.file import SettingsFile
from device.settings.reading import DEFAULT_FILE, load, load_tolerant
from device.settings.settings import Settings, with_value

COMMENTED = """\
# Náš stůl č. 4, Brno
language = "cs"            # cs | en

[oled_b]
address = 0x3D   # přepájeno 3. 5.
port = 1

[polish_doubles]
turn_limit_s = 150         # turnaj v Brně
"""


class Kept:
    """A settings file and what was said about it."""

    def __init__(self, path):
        self.path = path
        self.said = []
        self.file = SettingsFile(path, self.said.append)

    def put(self, *change):
        """A change, written at once as the thread would; whether it was."""
        self.file._waiting[change[:2]] = change[2]
        return self.file.serve()

    def trouble(self):
        """What stands on the screen about the file now."""
        told = [one for one in self.said if isinstance(one, PeripheralStatus) and one.name == file.STATUS_NAME]
        return None if not told or told[-1].trouble is None else str(told[-1].trouble)


@pytest.fixture
def kept(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text(COMMENTED, encoding="utf-8")
    return Kept(path)


def test_a_changed_value_leaves_every_remark_and_every_other_line_alone(kept):
    assert kept.put("oled_b", "address", 0x3C)
    assert kept.put("polish_doubles", "turn_limit_s", 180)
    wanted = COMMENTED.replace("0x3D", "0x3C").replace("150", "180")
    assert kept.path.read_text(encoding="utf-8") == wanted


def test_what_the_file_does_not_say_yet_is_added_where_it_belongs(kept):
    assert kept.put("", "palette", "light")
    assert kept.put("oled_b", "rotate", 2)
    assert kept.put("screen", "rotate", 180)
    settings = load(kept.path)
    assert (settings.palette, settings.oled_b.rotate, settings.screen.rotate) == ("light", 2, 180)
    old = [line for line in COMMENTED.splitlines() if line]
    assert [line for line in kept.path.read_text(encoding="utf-8").splitlines() if line in old] == old


def test_without_a_file_the_commented_default_is_the_beginning(tmp_path):
    kept = Kept(tmp_path / "config" / "dvojtah" / "settings.toml")
    assert kept.put("", "language", "en")
    default = DEFAULT_FILE.read_text(encoding="utf-8")
    assert kept.path.read_text(encoding="utf-8") == default.replace('language = "cs" ', 'language = "en" ')


CHANGES = st.sampled_from(
    [
        *(("", "language", one) for one in ("cs", "en")),
        *(("", "silent", one) for one in (True, False)),
        *(("", "volume", one / 10) for one in range(11)),
        *(("screen", "rotate", one) for one in (0, 90, 180, 270)),
        *(("oled_a", "address", one) for one in range(0x08, 0x78)),
        *(("oled_b", "type", one) for one in ("ssd1306", "sh1106", "ssd1309", "none")),
        *(("polish_doubles", "turn_limit_s", one) for one in (10, 180, 3600)),
        *(("polish_doubles", "overrun", one) for one in ("unannounced_lost", "turn_lost", "signal_only")),
    ]
)
FILES = st.sampled_from(
    [
        "",
        COMMENTED,
        DEFAULT_FILE.read_text(encoding="utf-8"),
        COMMENTED.replace("\n", "\r\n"),
        "oled_b = {address = 0x3D} # vše na jednom řádku\n[screen]\n",
        "screen.width = 800 # tečky\npolish_doubles.turn_limit_s = 60\n",
        "[polish_doubles]\n# prázdné\n\n[oled_a]\nport = 3",
    ]
)


@given(FILES, st.lists(CHANGES, max_size=6))
def test_any_changes_to_any_file_are_what_is_loaded_afterwards_and_no_remark_is_lost(text, changes):
    wanted = file.parsed(Path("x"), text)
    new = text
    for part, key, value in changes:
        wanted = with_value(wanted, part, key, value)
        new = edit(new, {(part, key): value})
    assert file.parsed(Path("x"), new) == wanted
    for remark in (line.partition("#")[2].strip() for line in text.splitlines() if "#" in line):
        assert remark in new


# -- a disk that refuses -----------------------------------------------------------------------------------------------


def full(*_):
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("step", ["fsync", "replace", "fchmod"])
def test_a_full_disk_leaves_the_old_file_whole_is_said_once_and_tried_again(kept, monkeypatch, step):
    with monkeypatch.context() as patch:
        patch.setattr(*((Path, "replace") if step == "replace" else (os, step)), full)
        assert not kept.put("", "language", "en")
        assert not kept.put("", "silent", True)
        assert kept.path.read_text(encoding="utf-8") == COMMENTED
        assert [path.name for path in kept.path.parent.iterdir()] == ["settings.toml"], "nothing is left beside it"
        assert "cannot be written" in kept.trouble()
        assert len(kept.said) == 1
    assert kept.file.serve(), "recovery comes by itself"
    assert kept.trouble() is None
    assert (load(kept.path).language, load(kept.path).silent) == ("en", True)


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "config").write_text("a file where a folder should be", encoding="utf-8")
    kept = Kept(tmp_path / "config" / "settings.toml")
    assert not kept.put("", "language", "en")
    assert "settings.toml cannot be written" in kept.trouble()


def test_the_file_is_synced_before_it_takes_the_old_ones_place_and_the_folder_after(kept, monkeypatch):
    order = []
    sync, replace = os.fsync, Path.replace

    def synced(number):
        order.append("folder" if stat.S_ISDIR(os.fstat(number).st_mode) else "file")
        sync(number)

    def replaced(self, target):
        order.append("renamed")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    assert kept.put("", "language", "en")
    assert order == ["file", "renamed", "folder"]


def test_rights_and_a_link_stay_as_they_were(kept, tmp_path):
    real = tmp_path / "elsewhere.toml"
    kept.path.rename(real)
    real.chmod(0o640)
    kept.path.symlink_to(real)
    assert kept.put("", "language", "en")
    assert kept.path.is_symlink()
    assert load(real).language == "en"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


# -- a file with a mistake ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["# ok\nlanguage = cs\n", '[screen\nwidth = 5\nlanguage = "cs"\n', "a = 1\na = 2\n"])
def test_a_file_that_is_not_toml_is_left_as_it_is_and_the_line_is_named(kept, text):
    kept.path.write_text(text, encoding="utf-8")
    assert not kept.put("", "language", "en")
    assert kept.path.read_text(encoding="utf-8") == text
    _, said = load_tolerant(kept.path)
    assert kept.trouble() == str(said)
    assert ", line " in kept.trouble()


@pytest.mark.parametrize("text", ["screen = 5\n", "[[oled_b]]\nport = 1\n"])
def test_a_table_that_is_something_else_is_left_as_it_is(kept, text):
    kept.path.write_text(text, encoding="utf-8")
    for part, key, value in (("screen", "rotate", 90), ("oled_b", "port", 3)):
        if part in text:
            assert not kept.put(part, key, value)
    assert kept.path.read_text(encoding="utf-8") == text
    assert ", line 1" in kept.trouble()


def test_bytes_that_are_no_text_are_left_as_they_are(kept):
    kept.path.write_bytes(b"\xff\xfe\x00language")
    assert not kept.put("", "language", "en")
    assert kept.path.read_bytes() == b"\xff\xfe\x00language"
    assert kept.trouble()


def test_setting_the_value_that_was_wrong_mends_the_file_and_the_sentence_of_the_start_goes(kept):
    kept.path.write_text("volume = 7\n[screen]\nwidth = 900 # náš\n", encoding="utf-8")
    assert "line 1" in str(load_tolerant(kept.path)[1])
    assert kept.put("", "volume", 0.5)
    assert load(kept.path).volume == 0.5
    assert load(kept.path).screen.width == 900
    assert PeripheralStatus("settings", None) in kept.said


def test_another_mistake_in_the_file_stays_and_stays_said(kept):
    kept.path.write_text("volume = 7\n", encoding="utf-8")
    assert kept.put("", "language", "en")
    assert tomllib.loads(kept.path.read_text(encoding="utf-8")) == {"volume": 7, "language": "en"}
    assert kept.said == [], "the start's own sentence stands"


# -- its thread --------------------------------------------------------------------------------------------------------


def test_the_thread_writes_what_is_put_and_the_last_of_it_before_the_end(kept):
    for value in (True, False, True):
        kept.file.put("", "silent", value)
    kept.file.put("screen", "rotate", 180)
    kept.file.close()
    assert not kept.file._thread.is_alive()
    settings = load(kept.path)
    assert (settings.silent, settings.screen.rotate) == (True, 180)


def test_a_change_that_comes_while_the_file_is_written_is_written_too_though_the_program_ends(kept, monkeypatch):
    replace = Path.replace

    def slow(self, target):
        if not kept.file._closed:
            kept.file.put("", "language", "en")
            kept.file._closed = True
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", slow)
    kept.file.put("", "silent", True)
    kept.file._thread.join(5)
    assert (load(kept.path).silent, load(kept.path).language) == (True, "en")


def test_closing_ends_though_the_disk_refuses(kept, monkeypatch):
    monkeypatch.setattr(os, "fsync", full)
    kept.file.put("", "silent", True)
    kept.file.close()
    assert not kept.file._thread.is_alive()
    assert load(kept.path) == with_value(
        with_value(Settings(), "oled_b", "address", 0x3D), "polish_doubles", "turn_limit_s", 150
    )


def test_a_file_that_is_begun_keeps_the_language_that_held_without_it(tmp_path, monkeypatch):
    from device.settings.reading import load

    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    path = tmp_path / "settings.toml"
    file = SettingsFile(path, lambda _: None)
    file.put("", "silent", True)
    file.close()
    assert (load(path).language, load(path).silent) == ("en", True)
    file = SettingsFile(path, lambda _: None)
    file.put("", "language", "cs")
    file.close()
    assert load(path).language == "cs"
