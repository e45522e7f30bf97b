"""Brings the catalogues up to date: extracts every text, keeps what is translated, marks nothing as fuzzy.

English is the texts themselves and has no catalogue. What is new is left empty for a translator; a test fails until it
is filled.
"""

from __future__ import annotations

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from device.i18n import LANGUAGES, SOURCE
from device.version import version

ROOT = Path(__file__).resolve().parent.parent
KEYWORDS = {"t": (1,), "tn": (1, 2), "msg": (1,), "msgs": (1, 2), "Message": (1,), "Refusal": (2,), "Trouble": (1,)}
"""Functions whose arguments are texts, and which of them."""


METHODS = [("**.py", "python"), ("**.html", "jinja2")]
"""How texts are found in which files."""


def texts() -> list[str | tuple[str, str]]:
    """Every text in the code, singular and plural together, sorted."""
    found: set[str | tuple[str, str]] = set()
    for package in ("rules", "device", "systemd", "tools/play"):
        for _, _, message, _, _ in extract_from_dir(ROOT / package, METHODS, keywords=KEYWORDS):
            if isinstance(message, str):
                found.add(message)
            else:
                found.add((str(message[0]), str(message[1])))
    return sorted(found, key=str)


def update(language: str) -> int:
    """Rewrite one catalogue; how many texts have no translation."""
    path = ROOT / "device" / "locales" / language / "LC_MESSAGES" / "dvojtah.po"
    with path.open("rb") as source:
        old = read_po(source, locale=language)
    catalogue = Catalog(
        locale=language, project="Dvojtah", version=version(), header_comment="# Words of Dvojtah.", fuzzy=False
    )
    catalogue.creation_date, catalogue.revision_date = old.creation_date, old.revision_date
    empty = 0
    for text in texts():
        known = old.get(text if isinstance(text, str) else text[0])
        string = known.string if known else ""
        empty += not string
        catalogue.add(text, string)
    with path.open("wb") as target:
        write_po(target, catalogue, sort_output=True, width=110, no_location=True)
    return empty


def main() -> int:
    """All catalogues; status 1 where a translation is missing."""
    missing = {language: update(language) for language in LANGUAGES if language != SOURCE}
    for language, count in missing.items():
        sys.stdout.write(f"{language}: {count} texts without a translation\n")
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
