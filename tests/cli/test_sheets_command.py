"""``dvojtah sheets``: what is offered, what is left out, and whether a file is a score sheet."""

from __future__ import annotations

import pytest

from device.cli import main
from device.common.settings.settings import Settings
from device.doctor.storage import score_sheets


@pytest.fixture
def club(tmp_path):
    folder = tmp_path / "sheets"
    folder.mkdir()
    (folder / "dobble.toml").write_text('name = "Dobble"\nplayers = [2, 5]\n')
    (folder / "zip.toml").write_text('name = "Zip"\nuntill = 5\n')
    return tmp_path


def run(club, capsys, *words):
    status = main(["--lang", "en", "sheets", "--journal", str(club / "journal.db"), *map(str, words)])
    output = capsys.readouterr()
    return status, output.out + output.err


def test_sheets_are_listed_with_those_that_are_left_out(club, capsys):
    status, output = run(club, capsys)
    assert status == 0
    assert "  Canasta: 4 players" in output
    assert "* Dobble: 2 to 5 players" in output
    assert "zip.toml: Line 2: there is no field untill here." in output


@pytest.mark.parametrize(
    ("name", "status", "sentence"),
    [
        ("sheets/dobble.toml", 0, "is the score sheet Dobble."),
        ("sheets/zip.toml", 1, "Line 2: there is no field untill here."),
        ("sheets/none.toml", 1, "There is no file"),
        ("sheets", 1, "This is not a file."),
    ],
)
def test_a_file_is_checked_before_it_is_put_there(club, capsys, name, status, sentence):
    exit_status, output = run(club, capsys, "--check", club / name)
    assert (exit_status, sentence in output) == (status, True)


def test_the_doctor_counts_them_and_names_what_is_left_out(club):
    (well, count), (bad, reason) = score_sheets(Settings(journal=str(club / "journal.db")))
    assert (well, str(count)) == (True, "Score sheets: 11, of them your own: 1.")
    assert not bad
    assert str(reason).endswith("zip.toml is not offered: Line 2: there is no field untill here.")
