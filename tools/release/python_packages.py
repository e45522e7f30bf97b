"""The wheel and the source distribution, by the setuptools of this environment, which `pyproject.toml` pins."""

from __future__ import annotations

import gzip
import sys
import tarfile
from pathlib import Path

from tools.image.said import run

BUILD = """\
import os, sys
from setuptools import build_meta
os.umask(0o022)  # catalogues are compiled here, and go into the wheel with their rights
getattr(build_meta, f"build_{sys.argv[1]}")(sys.argv[2])
"""


def make_wheel(source: Path, out: Path, moment: int) -> Path:
    """The wheel of the tree ``source``; setuptools takes its times from ``SOURCE_DATE_EPOCH``. Raises `Refused`."""
    return _build("wheel", source, out, moment)


def make_sdist(source: Path, out: Path, moment: int) -> Path:
    """The source distribution, packed again without what a machine adds: owners, times, order. Raises `Refused`."""
    path = _build("sdist", source, out, moment)
    beside = path.with_suffix(".new")
    with (
        tarfile.open(path) as old,
        beside.open("wb") as target,
        gzip.GzipFile("", "wb", fileobj=target, mtime=moment) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            content = old.extractfile(member) if member.isfile() else None
            runs = member.isdir() or member.mode & 0o100
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mtime, member.mode, member.pax_headers = moment, 0o755 if runs else 0o644, {}
            new.addfile(member, content)
    beside.replace(path)
    return path


def _build(kind: str, source: Path, out: Path, moment: int) -> Path:
    environment = {"SOURCE_DATE_EPOCH": str(moment), "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    out.mkdir(parents=True, exist_ok=True)
    before = set(out.iterdir())
    run(sys.executable, "-c", BUILD, kind, out.resolve(), cwd=source, environment=environment)
    (path,) = set(out.iterdir()) - before
    return path
