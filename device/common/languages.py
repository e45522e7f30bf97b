"""The languages that the device speaks: one entry each, from which all that depends on a language is derived.

Beside its entry a language has a catalogue (``device/locales/<word>/``), its rules (``docs/rules/<word>.md``) and its
help (``docs/help/<word>.md``): ``TRANSLATING.md`` has the steps. The installer reads this file alone, before anything
is installed, so it imports nothing but Python's own library.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias


class Language(NamedTuple):
    """A language: how it calls itself, and what its texts, figures and dates need.

    ``serves`` are the languages of a locale or a browser that get this one. ``tag`` names it with its country (BCP 47)
    for browsers, PDF and their speech, ``voice`` is espeak-ng's. ``fallback`` is the language in which a text shows
    that this one lacks. ``plurals`` is the form of the catalogue's header, ``letters`` what its texts and its names are
    written with beyond A to Z, which every font must have. Of figures ``decimal`` and ``group`` stand between digits;
    ``date``, ``hour`` and ``moment`` are the CLDR's medium date, its short time, and both (tests/device/test_formats.py
    holds them to Babel). ``after`` are the letters that have a place of their own in the alphabet, as the CLDR writes
    it: ``c<č h<ch`` (in Chromium, tests/browser/test_alphabet.py); other marks divide equals only. ``is_reviewed``:
    somebody whose language it is has read the texts.
    """

    name: str
    serves: tuple[str, ...]
    tag: str
    voice: str
    fallback: str
    plurals: str
    letters: str
    decimal: str
    group: str
    months: tuple[str, ...]
    date: str
    hour: str
    moment: str
    after: str = ""
    is_reviewed: bool = True


SOURCE = "en"
"""The language of the texts in the code; whoever speaks none of ours is best served in it."""
DEFAULT = "cs"
"""The language where nothing says which."""
LANGUAGES: Mapping[str, Language] = {
    "cs": Language(
        name="Čeština",
        serves=("cs",),
        tag="cs-CZ",
        voice="cs",
        fallback=SOURCE,
        plurals="nplurals=3; plural=((n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2);",
        letters="áčďéěíňóřšťúůýž",
        decimal=",",
        group="\u00a0",
        months=tuple(str(n) for n in range(1, 13)),
        date="{day}. {month}. {year}",
        hour="{hour}:{minute:02d}",
        moment="{day} {time}",
        after="c<č h<ch r<ř s<š z<ž",
    ),
    "sk": Language(
        name="Slovenčina",
        serves=("sk",),
        tag="sk-SK",
        voice="sk",
        fallback="cs",
        plurals="nplurals=3; plural=((n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2);",
        letters="áäčďéíĺľňóôŕšťúýž",
        decimal=",",
        group="\u00a0",
        months=tuple(str(n) for n in range(1, 13)),
        date="{day}. {month}. {year}",
        hour="{hour}:{minute:02d}",
        moment="{day}, {time}",
        after="a<ä c<č h<ch o<ô r<ř s<š z<ž",
        is_reviewed=False,
    ),
    "en": Language(
        name="English",
        serves=("en",),
        tag="en-GB",
        voice="en",
        fallback=SOURCE,
        plurals="nplurals=2; plural=(n != 1);",
        letters="",
        decimal=".",
        group=",",
        months=("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"),
        date="{day} {month} {year}",
        hour="{hour:02d}:{minute:02d}",
        moment="{day}, {time}",
    ),
}
"""By the word that stands in settings, addresses and names of files, in the order in which they are offered."""
if TYPE_CHECKING:
    LanguageWord: TypeAlias = str
else:
    LanguageWord = Literal[tuple(LANGUAGES)]  # for whatever is read and written with its types checked
NO_LOCALE = frozenset({"C", "POSIX"})


def serving(tag: str) -> str | None:
    """The language for whoever speaks ``tag``, as a locale or a browser names it; None where none of ours does."""
    spoken = re.split(r"[_.@-]", tag.strip())[0].casefold()
    return next((word for word, language in LANGUAGES.items() if spoken in language.serves), None)


def of_environment(environment: Mapping[str, str] | None = None) -> str:
    """The language that the locale asks for: `SOURCE` where it is none of ours, `DEFAULT` without a locale.

    As gettext reads it: ``LC_ALL`` before ``LC_MESSAGES`` before ``LANG``, and before them ``LANGUAGE``, a list whose
    first entry that is known counts, unless the locale is ``C``. ``C`` and ``POSIX`` are no locale.
    """
    given = os.environ if environment is None else environment
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := given.get(name, ""))), "")
    wished = [] if locale in NO_LOCALE else [word for word in given.get("LANGUAGE", "").split(":") if word]
    for wish in wished or [locale]:
        if (word := serving(wish)) is not None:
            return word
    return SOURCE if wished or re.split(r"[_.@-]", locale)[0].upper() not in {*NO_LOCALE, ""} else DEFAULT


def of_browser(accepted: str) -> str:
    """The language that a browser's ``Accept-Language`` names first of ours; `DEFAULT` where it names none."""
    asked = (serving(part.partition(";")[0]) for part in accepted[:200].split(","))
    return next((word for word in asked if word), DEFAULT)
