"""Where the temporary folder of a whole run lies."""

import os
from types import SimpleNamespace

import pytest

from tests.scratch import ROOM, in_memory


def file_system(monkeypatch, *, free=ROOM, flags=0):
    status = SimpleNamespace(f_bavail=free // 4096, f_frsize=4096, f_flag=flags)
    monkeypatch.setattr(os, "statvfs", lambda folder: status)


def test_it_lies_in_memory_where_there_is_room(monkeypatch, tmp_path):
    file_system(monkeypatch)
    assert in_memory(tmp_path) == tmp_path


@pytest.mark.parametrize(
    "without", [{"free": ROOM - 4096}, {"flags": os.ST_NOEXEC}], ids=["too small", "programs may not run there"]
)
def test_it_lies_where_temporary_files_do_otherwise(monkeypatch, tmp_path, without):
    file_system(monkeypatch, **without)
    assert in_memory(tmp_path) is None


def test_a_system_without_one_has_the_usual_place(tmp_path):
    assert in_memory(tmp_path / "shm") is None
