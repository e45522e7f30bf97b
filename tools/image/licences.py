"""The terms under which the libraries in a package come."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path, PurePath

from tools.image.said import Refused

CLASSIFIER = "License :: OSI Approved :: "
LICENCE_FILES = ("LICEN", "COPYING", "NOTICE", "AUTHORS", "OFL", "LGPL")
"""What the names of files have in them in which libraries say their terms."""
NO_HOLDERS = ("Free Software Foundation, Inc", "fsf.org", "copyright owner", "copyright holders")
"""What a line in the text of a licence ends with that speaks of the text itself, or of nobody yet."""
TERMS = Path(__file__).with_name("terms")
"""The terms of libraries whose wheels lack them, as their source packages have them: a folder of each one's name."""
FONT = "device/peripherals/terminus"
HEADER = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: dvojtah
Comment: The terms of each library lie in a folder of its name beside this file.

"""


def libraries(site: Path) -> list[Distribution]:
    """The distributions in a folder of libraries but for the program itself, by name."""
    distributions: list[Distribution] = [PathDistribution(path) for path in site.glob("*.dist-info")]
    return sorted(
        (distribution for distribution in distributions if distribution.name != "dvojtah"),
        key=lambda library: library.name.lower(),
    )


def stated(library: Distribution) -> str:
    """The licence that a library states: an SPDX expression, or its own words; "" where it states none."""
    metadata = library.metadata
    terms = metadata.get("License-Expression") or metadata.get("License") or ""
    approved = [name.removeprefix(CLASSIFIER) for name in metadata.get_all("Classifier") or () if CLASSIFIER in name]
    if len(terms) > 80 or terms in ("", "UNKNOWN"):  # some put the whole text there
        terms = ", ".join(approved)
    return terms


def files(library: Distribution) -> Iterator[tuple[Path, PurePath]]:
    """The files in which a library says its terms, and where they lie in it."""
    has_terms = False
    for path in library.files or ():
        place = Path(str(library.locate_file(path)))
        says = "licenses" in path.parts or any(name in path.name.upper() for name in LICENCE_FILES)
        if says and place.suffix not in (".py", ".html") and place.is_file():
            has_terms = True
            yield place, PurePath(*path.parts[path.parts[0].endswith(".dist-info") :])
    if not has_terms:
        yield from ((place, PurePath(place.name)) for place in (TERMS / library.name).glob("*"))


def write(site: Path, folder: Path) -> str:
    """Copy every library's terms into ``folder``, one folder a library; Debian's list of them, a paragraph each.

    Raises `Refused` where a library has none.
    """
    paragraphs = []
    for library in libraries(site):
        holders: list[str] = []
        for place, name in files(library):
            target = folder / library.name / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(place, target)
            holders += _holders(place.read_text(encoding="utf-8", errors="replace"))
        if not (folder / library.name).exists() or not stated(library):
            raise Refused(f"{library.name} {library.version} does not say its terms; put them into {TERMS}.")
        tops = sorted({path.parts[0] for path in library.files or () if path.parts[0] != ".."})
        fields = {
            "Files": [f"usr/lib/dvojtah/{top}" + "/*" * (site / top).is_dir() for top in tops],
            "Copyright": list(dict.fromkeys(holders)) or [f"the authors of {library.name}"],
            "License": [stated(library)],
            "Comment": [f"{library.name} {library.version}"],
        }
        paragraphs.append("".join(_field(name, lines) for name, lines in fields.items()))
    return "\n".join(paragraphs)


def own(project: Path) -> str:
    """The paragraphs of the program itself and of the font in it, whole texts included."""
    terms = (("*", "Expat", "LICENSE"), (f"usr/lib/dvojtah/{FONT}/*", "OFL-1.1", f"{FONT}/OFL.txt"))
    texts = ((place, licence, (project / path).read_text(encoding="utf-8")) for place, licence, path in terms)
    return "\n".join(
        _field("Files", [place]) + _field("Copyright", _holders(text)) + _field("License", [licence]) + _indented(text)
        for place, licence, text in texts
    )


def _field(name: str, lines: list[str]) -> str:
    return f"{name}: " + "\n ".join(lines) + "\n"


def _holders(text: str) -> list[str]:
    lines = re.findall(r"^\W*copyright\W+(?:\(c\)\W+|©\W+)?(\d{4}.*\w)\W*$", text, re.IGNORECASE | re.MULTILINE)
    return [" ".join(line.split()) for line in lines if not line.endswith(NO_HOLDERS)]


def _indented(text: str) -> str:
    return "".join(f" {line.rstrip() or '.'}\n" for line in text.splitlines())
