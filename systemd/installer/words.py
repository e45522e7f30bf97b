"""Words of the installer: from the same catalogues as the device's, read as text, because none is compiled yet."""

from __future__ import annotations

import ast
import os
import re
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
PLACES = ("device/locales", "../lib/python3*/site-packages/device/locales")
"""Where the catalogues lie: in the source tree, or seen from what was put beside an installed version."""

NO_LOCALE = ("C", "POSIX")
SPOKEN = {"cs": "cs", "sk": "cs", "en": "en"}

_texts: dict[str, str] = {}


def use(language: str | None = None) -> None:
    """Speak ``language``; None: that of the locale."""
    chosen = language or of_locale()
    _texts.clear()
    if chosen == "cs":
        for place in PLACES:
            for found in HERE.glob(f"{place}/cs/LC_MESSAGES/dvojtah.po"):
                _texts.update(catalogue(found.read_text(encoding="utf-8")))
                return


def of_locale() -> str:
    """``"cs"`` for Czech and Slovak and without a locale, else ``"en"``, as ``device.i18n.of_environment`` has it."""
    locale = next((found for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (found := os.environ.get(name))), "")
    wished = [] if locale in NO_LOCALE else [one for one in os.environ.get("LANGUAGE", "").split(":") if one]
    names = [re.split(r"[_.@-]", one)[0].casefold() for one in wished or [locale]]
    for name in names:
        if name in SPOKEN:
            return SPOKEN[name]
    return "en" if wished or names[0].upper() not in {*NO_LOCALE, ""} else "cs"


def catalogue(text: str) -> dict[str, str]:
    """The texts of a catalogue (gettext's PO format) without plural forms."""
    found: dict[str, str] = {}
    key, parts = "", {"msgid": "", "msgstr": ""}
    for line in [*text.split("\n"), 'msgid ""']:
        word, _, rest = line.partition(" ")
        if word == "msgid":
            if parts["msgid"] and parts["msgstr"]:
                found[parts["msgid"]] = parts["msgstr"]
            parts = {"msgid": "", "msgstr": ""}
        if word in parts:
            key = word
            parts[key] = ast.literal_eval(rest)
        elif line.startswith('"') and key:
            parts[key] += ast.literal_eval(line)
        elif line.strip():
            key = ""
    return found


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
