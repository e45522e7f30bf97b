"""What somebody left on a stick in the way of our files: pipes, links, folders."""

from __future__ import annotations

import os

import pytest

from device.game_files.usb import save
from tests.files.usb_machine import FILES, KINDS, READY, in_the_way, sentence_of


@pytest.mark.timeout(20)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["dvojtah/a.pdf", "dvojtah/.a.pdf.new"])
def test_what_lies_in_the_way_on_a_stick_is_neither_waited_for_nor_written_through(machine, tmp_path, kind, name):
    root = machine.stick()
    (root / "dvojtah").mkdir()
    elsewhere = tmp_path / "elsewhere"
    in_the_way(kind, root / name, elsewhere)
    outcome = save(FILES, machine.system)
    assert outcome.ok
    assert sentence_of(outcome) == READY
    assert {path.read_bytes() for path in outcome.files} == set(FILES.values())
    assert all(path.is_file() and not path.is_symlink() for path in outcome.files)
    assert os.path.lexists(root / name), "it stays"
    assert elsewhere.exists() == (kind == "a link")
    assert kind != "a link" or elsewhere.read_bytes() == b"somebody's"
    assert save(FILES, machine.system).files == outcome.files, "once more makes no second copy"


@pytest.mark.timeout(20)
@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_of_the_stick_that_is_none_is_said_at_once(machine, tmp_path, kind):
    root = machine.stick()
    if kind == "a folder":
        (root / "dvojtah").write_text("a file")
    else:
        in_the_way(kind, root / "dvojtah", tmp_path / "elsewhere")
    outcome = save(FILES, machine.system)
    assert not outcome.ok
    assert "dvojtah" in sentence_of(outcome)
    assert not (tmp_path / "elsewhere").is_dir()


def test_what_an_export_that_was_broken_off_left_does_not_stay(machine):
    root = machine.stick()
    (root / "dvojtah").mkdir()
    (root / "dvojtah" / ".a.pdf.new").write_bytes(b"%PD")
    assert save(FILES, machine.system).ok
    assert {path.name for path in (root / "dvojtah").iterdir()} == set(FILES)
