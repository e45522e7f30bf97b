"""The source of a release: what a commit holds, laid out alike on every machine."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

from tools.image import reproducible
from tools.image.payload import ROOT
from tools.image.said import run


def lay_out(commit: str, folder: Path, repository: Path = ROOT) -> int:
    """The files of ``commit`` in ``folder``, whose time (s since 1970) is the answer. Raises `Refused`.

    Nothing that lies about in the checkout comes along, and no umask and no clock: a file may be written by its owner
    alone, may be run where the commit says so, and is as old as the commit.
    """
    moment = int(run("git", "-C", repository, "log", "-1", "--format=%ct", commit))
    packed = run("git", "-C", repository, "-c", "tar.umask=0022", "archive", "--format=tar", commit)
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        # git made it; set so, and not asked for by name, because Python 3.11.2 of Debian 12 knows no filters
        archive.extraction_filter = lambda member, _: member
        archive.extractall(folder)
    reproducible.level(folder, moment)
    return moment
