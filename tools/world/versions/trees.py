"""Sources of earlier versions, taken from the repository's history at a stated commit."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).parents[3]
KEPT = PROJECT / "out" / "versions"
"""Where sources that were taken out of the history lie."""
PARTS = ("device", "rules", "firmware", "pyproject.toml")


class State(NamedTuple):
    """An earlier state of the program: its ``commit``, and whether it can be a second machine (``copies``)."""

    commit: str
    copies: bool


STATES = {
    "0.3.0.dev0": State("3d5df2c6a13a1f7bed144f3629202d7f23001af9", copies=False),
    "2026-11-28": State("9a5366853e33ff294c52f291263685b08809cbdb", copies=True),
}
"""By their names: the state whose files `tests/compatibility` keeps, between 0.2.0 and 0.3.0; and the last one before
the record's format 2.0, when simulated evenings were begun."""
NEWEST = "0.3.0.dev0"
"""The newest state that stands in the field."""


class NoHistory(Exception):
    """The sources of an earlier state cannot be had: this is no clone with its history."""


def source_of(name: str) -> Path:
    """The folder with the packages of an earlier state, made at the first call. Raises `NoHistory`."""
    commit = STATES[name].commit
    folder = KEPT / commit
    if folder.is_dir():
        return folder
    git = ["git", "-c", f"safe.directory={PROJECT}", "-C", str(PROJECT), "archive", "--format=zip", commit, *PARTS]
    try:
        archive = subprocess.run(git, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise NoHistory(
            f"The source of {name} (commit {commit[:8]}) is not in this copy; clone it with its whole history."
        ) from error
    KEPT.mkdir(parents=True, exist_ok=True)
    coming = Path(tempfile.mkdtemp(prefix="coming-", dir=KEPT))
    try:
        with zipfile.ZipFile(io.BytesIO(archive.stdout)) as packed:
            packed.extractall(coming)
        try:
            os.rename(coming, folder)
        except OSError:
            if not folder.is_dir():  # else another process was first
                raise
    finally:
        shutil.rmtree(coming, ignore_errors=True)
    return folder
