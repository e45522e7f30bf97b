"""What root writes on the card: whole, with its rights, and there after a power cut before anything that follows."""

import os

import pytest
from installer.machine import link, write


@pytest.fixture
def synced(monkeypatch):
    """What was brought onto the card itself: of a file its bytes, of a folder its names."""
    seen, sync = [], os.fsync

    def note(opened):
        place = os.readlink(f"/proc/self/fd/{opened}")
        seen.append(sorted(os.listdir(place)) if os.path.isdir(place) else os.stat(place).st_size)
        sync(opened)

    monkeypatch.setattr(os, "fsync", note)
    return seen


def test_a_file_is_on_the_card_before_its_name_and_the_name_before_what_follows(tmp_path, synced):
    assert write(tmp_path / "trial.json", "1234567")
    assert synced == [7, ["trial.json"]]
    assert not write(tmp_path / "trial.json", "1234567")
    assert len(synced) == 2, "what is there already is not written again"


def test_a_version_that_is_pointed_at_is_so_after_a_power_cut(tmp_path, synced):
    link(tmp_path / "current", "versions/2")
    assert synced == [["current"]]


def test_what_a_power_cut_left_half_written_is_in_nobodys_way(tmp_path):
    (tmp_path / "trial.json.new").write_text("half")
    (tmp_path / "current.new").symlink_to("versions/1")
    assert write(tmp_path / "trial.json", "whole")
    link(tmp_path / "current", "versions/2")
    assert (tmp_path / "trial.json").read_text() == "whole"
    assert os.readlink(tmp_path / "current") == "versions/2"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["current", "trial.json"]


def test_rights_are_those_asked_for_whatever_umask_root_has(tmp_path):
    before = os.umask(0o077)
    try:
        write(tmp_path / "dvojtah", "#!/bin/sh\n", 0o755)
    finally:
        os.umask(before)
    assert (tmp_path / "dvojtah").stat().st_mode & 0o777 == 0o755
