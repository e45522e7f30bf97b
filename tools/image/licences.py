"""The terms under which the libraries in a package come."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path

CLASSIFIER = "License :: OSI Approved :: "
LICENCE_FILES = ("LICEN", "COPYING", "NOTICE", "AUTHORS", "OFL")
"""How the names of files begin in which libraries say their terms."""


def libraries(site: Path) -> list[Distribution]:
    """The distributions in a folder of libraries but for the program itself, by name."""
    found: list[Distribution] = [PathDistribution(path) for path in site.glob("*.dist-info")]
    return sorted((one for one in found if one.name != "dvojtah"), key=lambda library: library.name.lower())


def stated(library: Distribution) -> str:
    """The licence that a library states: an SPDX expression, or its own words; "" where it states none."""
    metadata = library.metadata
    terms = metadata.get("License-Expression") or metadata.get("License") or ""
    approved = [name.removeprefix(CLASSIFIER) for name in metadata.get_all("Classifier") or () if CLASSIFIER in name]
    if len(terms) > 80 or terms in ("", "UNKNOWN"):  # some put the whole text there
        terms = ", ".join(approved)
    return terms


def files(library: Distribution) -> Iterator[Path]:
    """The files in which a library says its terms."""
    for path in library.files or ():
        place = Path(str(library.locate_file(path)))
        if path.name.upper().startswith(LICENCE_FILES) and place.suffix != ".py" and place.is_file():
            yield place


def write(site: Path, folder: Path) -> str:
    """Copy every library's terms into ``folder``, one folder a library; the list of them, a line each."""
    lines = []
    for library in libraries(site):
        own = folder / library.name
        for place in files(library):
            own.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(place, own / place.name)
        lines.append(f"{library.name} {library.version}: {stated(library)}")
    return "\n".join(lines) + "\n"
