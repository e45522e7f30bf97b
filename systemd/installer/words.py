"""Words of the installer: from the same catalogues as the device's, read as text, because none is compiled yet."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).resolve().parents[2]
PLACES = ("device", "../lib/python3*/site-packages/device")
"""Where the table of languages and the catalogues lie: in the source tree, or seen from what was put beside an
installed version."""

_texts: dict[str, str] = {}


@cache
def languages() -> ModuleType:
    """The table of languages (``device/common/languages.py``), read as a file. Raises OSError where there is none."""
    spec = spec_from_file_location("languages", str(_device() / "common" / "languages.py"))
    if spec is None or spec.loader is None:
        raise FileNotFoundError("languages.py")
    table = module_from_spec(spec)
    spec.loader.exec_module(table)
    return table


def use(language: str | None = None) -> None:
    """Speak ``language``; None: that of the locale."""
    chosen = language or languages().of_environment()
    _texts.clear()
    path = _device() / "locales" / chosen / "LC_MESSAGES" / "dvojtah.po"
    if path.is_file():
        _texts.update(catalogue(path.read_text(encoding="utf-8")))


def _device() -> Path:
    return next((path for place in PLACES for path in HERE.glob(place)), HERE / PLACES[0])


def catalogue(text: str) -> dict[str, str]:
    """The texts of a catalogue (gettext's PO format) without plural forms and without a context."""
    translations: dict[str, str] = {}
    key, parts = "", {"msgid": "", "msgstr": ""}
    entries = [block for block in text.split("\n\n") if not re.search("^msgctxt ", block, re.MULTILINE)]
    for line in [*"\n".join(entries).split("\n"), 'msgid ""']:
        word, _, rest = line.partition(" ")
        if word == "msgid":
            if parts["msgid"] and parts["msgstr"]:
                translations[parts["msgid"]] = parts["msgstr"]
            parts = {"msgid": "", "msgstr": ""}
        if word in parts:
            key = word
            parts[key] = ast.literal_eval(rest)
        elif line.startswith('"') and key:
            parts[key] += ast.literal_eval(line)
        elif line.strip():
            key = ""
    return translations


@dataclass(frozen=True)
class Sentence:
    """A sentence still to be translated, by whoever reads it: its English text and what is filled in."""

    id: str
    args: dict[str, str]

    def __str__(self) -> str:
        return t(self.id, **self.args)


def msg(id: str, /, **args: object) -> Sentence:
    """A sentence for somebody who may speak another language than this program does now."""
    return Sentence(id, {name: str(value) for name, value in args.items()})


def t(id: str, /, **args: object) -> str:
    """An English text in the language spoken now, with its parameters filled in."""
    return _texts.get(id, id).format(**args)
