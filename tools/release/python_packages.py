"""The wheels and the source distribution, by the setuptools of this environment, which `pyproject.toml` pins."""

from __future__ import annotations

import gzip
import re
import shutil
import sys
import tarfile
import tempfile
from pathlib import Path

import tomlkit

from tools.image import payload
from tools.image.said import run

RULES = "dvojtah-rules"

BUILD = """\
import os, sys
from setuptools import build_meta
os.umask(0o022)  # catalogues are compiled here, and go into the wheel with their rights
getattr(build_meta, f"build_{sys.argv[1]}")(sys.argv[2])
"""


def make_wheel(source: Path, out: Path, moment: int) -> Path:
    """The wheel of the tree ``source``; setuptools takes its times from ``SOURCE_DATE_EPOCH``. Raises `Refused`."""
    return _build("wheel", source, out, moment)


def make_rules_wheel(source: Path, out: Path, moment: int) -> Path:
    """The wheel of `rules` alone, for programs that score games: the same version, msgspec as its only need.

    Its page on an index is ``docs/library.md``, with links that lead to the repository. Raises `Refused`.
    """
    whole = payload.project(source)
    page = (source / "docs" / "library.md").read_text(encoding="utf-8")
    pages = f"{whole['urls']['Source']}/blob/v{whole['version']}/docs/"
    project = {
        "name": RULES,
        "description": "Rules and tallies of Polish doubles Scrabble, mariáš and other table games, as a pure library",
        "readme": {"text": links_to(pages, page), "content-type": "text/markdown"},
        "license": "MIT",
        "license-files": ["LICENSE"],
        "dependencies": [line for line in whole["dependencies"] if line.startswith("msgspec")],
        "classifiers": [line for line in whole["classifiers"] if line.startswith(("Programming", "Typing", "Topic"))],
        **{key: whole[key] for key in ("version", "requires-python", "authors", "urls")},
    }
    setuptools = {"packages": {"find": {"include": ["rules*"]}}, "package-data": {"rules": ["py.typed"]}}
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch)
        shutil.copytree(source / "rules", tree / "rules")
        shutil.copy2(source / "LICENSE", tree)
        declared = {"project": project, "tool": {"setuptools": setuptools}}
        (tree / "pyproject.toml").write_text(tomlkit.dumps(declared), encoding="utf-8")
        return _build("wheel", tree, out, moment)


def links_to(folder: str, page: str) -> str:
    """A Markdown page whose links to files beside it lead into ``folder``, an address."""
    return re.sub(r"(?<=\]\()(?![a-z]+:|#)", folder, page)


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
