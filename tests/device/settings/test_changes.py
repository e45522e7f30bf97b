"""Changed settings on their way into the file: comments stay, nothing is half written, a full disk stops nothing."""

import errno
import os
import stat
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.common.settings import reading
from device.common.settings.editing import edit
from device.common.settings.reading import DEFAULT_FILE, load, load_tolerant
from device.common.settings.settings import Settings, with_value
from device.io.inputs import PeripheralStatus
from device.kiosk import settings_file as file
from device.kiosk.settings_file import SettingsFile

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
        statuses = [
            status for status in self.said if isinstance(status, PeripheralStatus) and status.name == file.STATUS_NAME
        ]
        return None if not statuses or statuses[-1].trouble is None else str(statuses[-1].trouble)


@pytest.fixture
def stored(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text(COMMENTED, encoding="utf-8")
    return Kept(path)


def test_a_changed_value_leaves_every_remark_and_every_other_line_alone(stored):
    assert stored.put("oled_b", "address", 0x3C)
    assert stored.put("polish_doubles", "turn_limit_s", 180)
    wanted = COMMENTED.replace("0x3D", "0x3C").replace("150", "180")
    assert stored.path.read_text(encoding="utf-8") == wanted


def test_what_the_file_does_not_say_yet_is_added_where_it_belongs(stored):
    assert stored.put("", "palette", "light")
    assert stored.put("oled_b", "rotate", 2)
    assert stored.put("screen", "rotate", 180)
    settings = load(stored.path)
    assert (settings.palette, settings.oled_b.rotate, settings.screen.rotate) == ("light", 2, 180)
    old = [line for line in COMMENTED.splitlines() if line]
    assert [line for line in stored.path.read_text(encoding="utf-8").splitlines() if line in old] == old


def test_without_a_file_the_commented_default_is_the_beginning(tmp_path):
    stored = Kept(tmp_path / "config" / "dvojtah" / "settings.toml")
    assert stored.put("", "language", "en")
    default = DEFAULT_FILE.read_text(encoding="utf-8")
    assert stored.path.read_text(encoding="utf-8") == default.replace('language = "cs" ', 'language = "en" ')


CHANGES = st.sampled_from(
    [
        *(("", "language", word) for word in ("cs", "en")),
        *(("", "silent", value) for value in (True, False)),
        *(("", "volume", tenths / 10) for tenths in range(11)),
        *(("screen", "rotate", degrees) for degrees in (0, 90, 180, 270)),
        *(("oled_a", "address", address) for address in range(0x08, 0x78)),
        *(("oled_b", "type", kind) for kind in ("ssd1306", "sh1106", "ssd1309", "none")),
        *(("polish_doubles", "turn_limit_s", seconds) for seconds in (10, 180, 3600)),
        *(("polish_doubles", "overrun", ruling) for ruling in ("unannounced_lost", "turn_lost", "signal_only")),
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
    wanted = reading.parse(Path("x"), text)
    new = text
    for part, key, value in changes:
        wanted = with_value(wanted, part, key, value)
        new = edit(new, {(part, key): value})
    assert reading.parse(Path("x"), new) == wanted
    for remark in (line.partition("#")[2].strip() for line in text.splitlines() if "#" in line):
        assert remark in new


# -- a disk that refuses -----------------------------------------------------------------------------------------------


def full(*_):
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("step", ["fsync", "replace", "fchmod"])
def test_a_full_disk_leaves_the_old_file_whole_is_said_once_and_tried_again(stored, monkeypatch, step):
    with monkeypatch.context() as patch:
        patch.setattr(*((Path, "replace") if step == "replace" else (os, step)), full)
        assert not stored.put("", "language", "en")
        assert not stored.put("", "silent", True)
        assert stored.path.read_text(encoding="utf-8") == COMMENTED
        assert [path.name for path in stored.path.parent.iterdir()] == ["settings.toml"], "nothing is left beside it"
        assert "cannot be written" in stored.trouble()
        assert len(stored.said) == 1
    assert stored.file.serve(), "recovery comes by itself"
    assert stored.trouble() is None
    assert (load(stored.path).language, load(stored.path).silent) == ("en", True)


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "config").write_text("a file where a folder should be", encoding="utf-8")
    stored = Kept(tmp_path / "config" / "settings.toml")
    assert not stored.put("", "language", "en")
    assert "settings.toml cannot be written" in stored.trouble()


def test_the_file_is_synced_before_it_takes_the_old_ones_place_and_the_folder_after(stored, monkeypatch):
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
    assert stored.put("", "language", "en")
    assert order == ["file", "renamed", "folder"]


def test_rights_and_a_link_stay_as_they_were(stored, tmp_path):
    real = tmp_path / "elsewhere.toml"
    stored.path.rename(real)
    real.chmod(0o640)
    stored.path.symlink_to(real)
    assert stored.put("", "language", "en")
    assert stored.path.is_symlink()
    assert load(real).language == "en"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


# -- a file with a mistake ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["# ok\nlanguage = cs\n", '[screen\nwidth = 5\nlanguage = "cs"\n', "screen.width = 800\n[screen]\n"]
)
def test_a_file_that_is_not_toml_is_left_as_it_is_and_the_line_is_named(stored, text):
    stored.path.write_text(text, encoding="utf-8")
    assert not stored.put("", "language", "en")
    assert stored.path.read_text(encoding="utf-8") == text
    _, message, _ = load_tolerant(stored.path)
    assert stored.trouble() == str(message)
    assert ", line " in stored.trouble()


@pytest.mark.parametrize("text", ["screen = 5\n", "[[oled_b]]\nport = 1\n"])
def test_a_table_that_is_something_else_is_left_as_it_is(stored, text):
    stored.path.write_text(text, encoding="utf-8")
    for part, key, value in (("screen", "rotate", 90), ("oled_b", "port", 3)):
        if part in text:
            assert not stored.put(part, key, value)
    assert stored.path.read_text(encoding="utf-8") == text
    assert ", line 1" in stored.trouble()


def test_bytes_that_are_no_text_are_left_as_they_are(stored):
    stored.path.write_bytes(b"\xff\xfe\x00language")
    assert not stored.put("", "language", "en")
    assert stored.path.read_bytes() == b"\xff\xfe\x00language"
    assert stored.trouble()


def test_setting_the_value_that_was_wrong_mends_the_file_and_the_sentence_of_the_start_goes(stored):
    stored.path.write_text("volume = 7\n[screen]\nwidth = 900 # náš\n", encoding="utf-8")
    assert "line 1" in str(load_tolerant(stored.path)[1])
    assert stored.put("", "volume", 0.5)
    assert load(stored.path).volume == 0.5
    assert load(stored.path).screen.width == 900
    assert PeripheralStatus("settings", None) in stored.said


def test_another_mistake_in_the_file_stays_and_stays_said(stored):
    stored.path.write_text("volume = 7\n", encoding="utf-8")
    assert stored.put("", "language", "en")
    assert tomllib.loads(stored.path.read_text(encoding="utf-8")) == {"volume": 7, "language": "en"}
    assert stored.said == [], "the start's own sentence stands"


# -- its thread --------------------------------------------------------------------------------------------------------


def test_the_thread_writes_what_is_put_and_the_last_of_it_before_the_end(stored):
    for value in (True, False, True):
        stored.file.put("", "silent", value)
    stored.file.put("screen", "rotate", 180)
    stored.file.close()
    assert not stored.file._thread.is_alive()
    settings = load(stored.path)
    assert (settings.silent, settings.screen.rotate) == (True, 180)


def test_a_change_that_comes_while_the_file_is_written_is_written_too_though_the_program_ends(stored, monkeypatch):
    replace = Path.replace

    def slow(self, target):
        if not stored.file._closed:
            stored.file.put("", "language", "en")
            stored.file._closed = True
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", slow)
    stored.file.put("", "silent", True)
    stored.file._thread.join(5)
    assert (load(stored.path).silent, load(stored.path).language) == (True, "en")


def test_closing_ends_though_the_disk_refuses(stored, monkeypatch):
    monkeypatch.setattr(os, "fsync", full)
    stored.file.put("", "silent", True)
    stored.file.close()
    assert not stored.file._thread.is_alive()
    assert load(stored.path) == with_value(
        with_value(Settings(), "oled_b", "address", 0x3D), "polish_doubles", "turn_limit_s", 150
    )


def test_a_file_that_is_begun_keeps_the_language_that_held_without_it(tmp_path, monkeypatch):
    from device.common.settings.reading import load

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
