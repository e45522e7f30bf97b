"""The entry of a language for the table of languages, as Babel's data of the CLDR have it, for pasting."""

from __future__ import annotations

import re

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.messages.plurals import get_plural

from device.common.languages import SOURCE, Language

DATE_FIELDS = {"d": "{day}", "dd": "{day:02d}", "y": "{year}", "H": "{hour}", "HH": "{hour:02d}", "mm": "{minute:02d}"}


def entry_of(tag: str) -> Language:
    """What the CLDR knows of a language, by its letters or with its country (``pl``, ``en-GB``); ``letters`` is empty.

    Raises `ValueError` for one that it does not know.
    """
    word, _, country = tag.partition("-")
    country = country or get_global("likely_subtags").get(word, "").rpartition("_")[2]
    try:
        locale = Locale.parse(f"{word}_{country}")
    except (ValueError, UnknownLocaleError):
        raise ValueError(f"{tag} is no language of the CLDR. Name it by its two letters, for instance: pl") from None
    own_name = locale.get_language_name(word) or word
    numbers = locale.number_symbols["latn"]
    date, months = _date_of(locale)
    return Language(
        name=own_name[0].upper() + own_name[1:],
        serves=(word,),
        tag=f"{word}-{country}",
        voice=word,
        fallback=SOURCE,
        plurals=get_plural(word).plural_forms,
        letters="",
        decimal=numbers["decimal"],
        group=numbers["group"],
        months=months,
        date=date,
        hour=_fields(locale.time_formats["short"].pattern),
        moment=locale.datetime_formats["medium"].replace("{1}", "{day}").replace("{0}", "{time}"),
        is_reviewed=False,
    )


def source_of(tag: str) -> str:
    """The lines of the entry, ready for `device/common/languages.py`."""
    values = {name: value for name, value in entry_of(tag)._asdict().items() if name != "after"}
    lines = "".join(f"        {name}={_literal(value)},\n" for name, value in values.items())
    return f"    {_literal(tag.partition('-')[0])}: Language(\n{lines}    ),\n"


def _date_of(locale: Locale) -> tuple[str, tuple[str, ...]]:
    """The medium date, and what it writes for the months."""
    pattern = locale.date_formats["medium"].pattern
    (month,) = re.findall(r"[ML]+", pattern)
    if len(month) <= 2:
        months = tuple(f"{n:0{len(month)}d}" for n in range(1, 13))
    else:
        names = locale.months["format" if month[0] == "M" else "stand-alone"][
            "abbreviated" if len(month) == 3 else "wide"
        ]
        months = tuple(names[n] for n in range(1, 13))
    return _fields(pattern.replace(month, "{month}")), months


def _fields(pattern: str) -> str:
    """A pattern of the CLDR as `str.format` takes it; what it quotes stays as it is."""
    parts = re.split(r"('[^']*'|\{month\})", pattern)
    parts[::2] = [re.sub(r"[A-Za-z]+", lambda field: DATE_FIELDS[field[0]], part) for part in parts[::2]]
    return "".join(part.strip("'") for part in parts)


def _literal(value: object) -> str:
    """A value as it is written in the code, with double quotes and without invisible characters."""
    if isinstance(value, tuple):
        items = ", ".join(_literal(item) for item in value)
        return f"({items},)" if len(value) == 1 else f"({items})"
    if isinstance(value, str):
        shown = "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in value.replace("\\", "\\\\"))
        return '"' + shown.replace('"', '\\"') + '"'
    return repr(value)
