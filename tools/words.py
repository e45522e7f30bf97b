"""Brings the catalogues up to date: extracts every text, keeps what is translated, marks nothing as fuzzy.

English is the texts themselves and has no catalogue; every other language of the table (`device.common.languages`) has
one, a new one an empty one. What is new is left empty for a translator; a test fails until it is filled. Beside the
catalogues ``dvojtah.pot`` says for translators on which line of the code each text stands, and what a comment that
begins with ``Translators:`` says of it there; it is made anew each time and not kept.

With the word of a language (``python -m tools.words pl``) it prints that language's entry of the table, and changes
nothing.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from device.common.languages import LANGUAGES, SOURCE
from device.common.version import version
from tools.language_entry import source_of

ROOT = Path(__file__).resolve().parent.parent
LOCALES = ROOT / "device" / "locales"
TEMPLATE = LOCALES / "dvojtah.pot"
KEYWORDS = {
    "t": (1,),
    "tn": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pmsg": ((1, "c"), 2),
    "msg": (1,),
    "msgs": (1, 2),
    "Message": (1,),
    "Refusal": (2,),
    "Trouble": (1,),
}
"""Functions whose arguments are texts, and which of them; ``c`` is the context."""
CONTEXT = "score sheet"
"""The context of the words of score sheets (`device.common.sheets`)."""


def sheet_words(file: BinaryIO, *_: Any, **__: Any) -> Iterator[tuple[int, str, tuple[str, str], list[str]]]:
    """The words of a score sheet, for babel: line, function as which they count, its arguments, no comments."""
    text = file.read().decode("utf-8")
    values = tomllib.loads(text)
    boxes = [box["name"] for box in values.get("boxes", ())]
    for word in filter(None, (values["name"], values.get("figure"), *boxes)):
        yield text[: text.index(f'"{word}"')].count("\n") + 1, "pgettext", (CONTEXT, word), []


ALL = [("**.py", "python"), ("**.html", "jinja2")]
TOOLS = [("play/**.py", "python"), ("flash_pod.py", "python"), ("image/deb.py", "python")]
METHODS: dict[str, Any] = {
    "rules": ALL,
    "device": [*ALL, ("common/sheets/*.toml", sheet_words)],
    "systemd": ALL,
    "tools": TOOLS,
}
"""In which files of which folder texts are looked for, and how."""
NOTE = "Translators:"
"""How a comment begins that is for translators; it stands on the lines above the text."""
HEADER = "# Words of Dvojtah."


class Found(NamedTuple):
    """A text, singular and plural together where it has a plural, and its context; where it stands, and what is said of
    it there.
    """

    text: str | tuple[str, str]
    context: str | None
    place: tuple[str, int]
    notes: tuple[str, ...]


def find_texts() -> Iterator[Found]:
    """Every place of the code with a text."""
    for package, methods in METHODS.items():
        for name, line, message, notes, context in extract_from_dir(
            ROOT / package, methods, keywords=KEYWORDS, comment_tags=(NOTE,), strip_comment_tags=True
        ):
            text = message if isinstance(message, str) else (str(message[0]), str(message[1]))
            yield Found(text, context, (f"{package}/{name}", line), tuple(notes))


def texts() -> list[tuple[str | tuple[str, str], str | None]]:
    """Every text in the code with its context, sorted."""
    return sorted({(text.text, text.context) for text in find_texts()}, key=str)


def write_template() -> None:
    """Write the template, with places and notes."""
    template = Catalog(project="Dvojtah", version=version(), header_comment=HEADER, fuzzy=False)
    for text in find_texts():
        template.add(text.text, context=text.context, locations=[text.place], auto_comments=text.notes)
    with TEMPLATE.open("wb") as target:
        write_po(target, template, sort_by_file=True, width=110)


def path_of(language: str) -> Path:
    """The catalogue of a language."""
    return LOCALES / language / "LC_MESSAGES" / "dvojtah.po"


def update(language: str) -> int:
    """Rewrite one catalogue, or begin it; how many texts have no translation."""
    path = path_of(language)
    new = Catalog(locale=language, project="Dvojtah", version=version(), header_comment=HEADER, fuzzy=False)
    old = new
    if path.exists():
        with path.open("rb") as source:
            old = read_po(source, locale=language)
        new.creation_date, new.revision_date = old.creation_date, old.revision_date
    new.mime_headers = [("Plural-Forms", LANGUAGES[language].plurals)]
    empty = 0
    for text, context in texts():
        known = old.get(text if isinstance(text, str) else text[0], context)
        string = known.string if known else ""
        empty += not string
        new.add(text, string, context=context)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as target:
        write_po(target, new, sort_output=True, width=110, no_location=True)
    return empty


def print_entry(word: str) -> int:
    """The entry of a language that the table lacks; status 1 where nobody knows it."""
    try:
        sys.stdout.write(source_of(word))
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def main(arguments: Sequence[str] = ()) -> int:
    """The template and all catalogues; status 1 where a translation is missing. With a language: its entry alone."""
    if arguments:
        return print_entry(arguments[0])
    write_template()
    missing = {language: update(language) for language in LANGUAGES if language != SOURCE}
    for language, count in missing.items():
        todo = f"; fill in every empty msgstr of {path_of(language).relative_to(ROOT)}" if count else ""
        sys.stdout.write(f"{language}: {count} texts without a translation{todo}\n")
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
