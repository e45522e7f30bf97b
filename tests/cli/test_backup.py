"""Every game of a device in one file, by the command that the page for installing names."""

import contextlib
import re
import shlex
import shutil
import sqlite3

from device.journal import Journal, connect
from tests.cli.conftest import FULL, ROOT, SHORT, history_of, one_line


def rows(path):
    with contextlib.closing(connect(path, read_only=True)) as db:
        return [db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in ("game", "entry")]


def test_the_pages_command_copies_what_is_only_in_the_write_ahead_log(run, tmp_path, monkeypatch):
    pages = [(ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("install.md", "cs/install.md")]
    words = [shlex.split(line) for page in pages for line in re.findall("`sudo (dvojtah backup [^`]+)`", page)]
    assert len(words) == 2, "in both languages"
    monkeypatch.chdir(tmp_path)
    journal = Journal(tmp_path / "journal.db")
    for sample in (FULL, SHORT):
        history = history_of(sample)
        number = journal.new_game(history.game, history.setup)
        for entry in history.entries:
            journal.append(number, entry, "touch", 0)
    assert journal.flush()
    alone = tmp_path / "alone.db"
    shutil.copy(tmp_path / "journal.db", alone)
    with contextlib.suppress(sqlite3.DatabaseError):
        assert rows(alone) != rows(tmp_path / "journal.db"), "nothing is in the log yet"
    for _, *rest in words:
        assert run("--journal", tmp_path / "journal.db", "--lang", "en", *rest)[:2] == (
            0,
            f"2 games are in {rest[-1]}.\n",
        )
        assert rows(tmp_path / rest[-1]) == rows(tmp_path / "journal.db")
        assert not list(tmp_path.glob(f"{rest[-1]}-*"))
        before = (tmp_path / rest[-1]).read_bytes()
        one_line(*run("--journal", tmp_path / "journal.db", *rest), rest[-1])
        assert (tmp_path / rest[-1]).read_bytes() == before
    journal.close()


def test_what_cannot_be_copied_is_said_in_one_line(run, journal_file, tmp_path):
    one_line(*run("--journal", tmp_path / "none.db", "backup", tmp_path / "copy.db"), "none.db")
    one_line(*run("--journal", journal_file, "backup", tmp_path / "none" / "copy.db"), "none")
    journal_file.write_bytes(journal_file.read_bytes()[:5000])
    one_line(*run("--journal", journal_file, "backup", tmp_path / "copy.db"), "journal.db")
    assert sorted(path.name for path in tmp_path.iterdir() if "copy" in path.name) == []


def test_under_sudo_the_copy_belongs_to_who_asked_for_it(run, journal_file, tmp_path, monkeypatch):
    given = []
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.chown", lambda *args, **more: given.append((*args, more)))
    monkeypatch.setenv("SUDO_UID", "1000")
    monkeypatch.setenv("SUDO_GID", "1001")
    assert run("--journal", journal_file, "backup", tmp_path / "copy.db")[0] == 0
    assert given == [(tmp_path / "copy.db", 1000, 1001, {"follow_symlinks": False})]
    monkeypatch.delenv("SUDO_UID")
    assert run("--journal", journal_file, "backup", tmp_path / "root.db")[0] == 0
    assert len(given) == 1, "root's own stays root's"
