"""Words of the installer: from the same catalogues as the device's, read as text, because none is compiled yet."""

from __future__ import annotations

import ast
import os
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
PLACES = ("device/locales", "../lib/python3*/site-packages/device/locales")
"""Where the catalogues lie: in the source tree, or seen from what was put beside an installed version."""

_texts: dict[str, str] = {}


def use(language: str | None = None) -> None:
    """Speak ``language``; None: that of the environment, Czech unless it is English."""
    chosen = language or ("en" if os.environ.get("LANG", "").startswith("en") else "cs")
    _texts.clear()
    if chosen == "cs":
        for place in PLACES:
            for found in HERE.glob(f"{place}/cs/LC_MESSAGES/dvojtah.po"):
                _texts.update(catalogue(found.read_text(encoding="utf-8")))
                return


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


def t(id: str, /, **args: object) -> str:
    """An English text in the language spoken now, with its parameters filled in."""
    return _texts.get(id, id).format(**args)
