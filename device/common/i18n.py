"""Words of the device, in one of its languages (`device.common.languages`), switched at once.

Rules speak `rules.message.Message`; screens say ``t("English text")``. Both are looked up in the gettext catalogue of
the chosen language, then their named parameters are filled in. English is the texts themselves and has no catalogue.
"""

from __future__ import annotations

import contextlib
import gettext
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import datetime
from fractions import Fraction
from functools import cache
from pathlib import Path

from device.common.formats import Format, OrderKey, format_of
from device.common.languages import DEFAULT, LANGUAGES, SOURCE, Language
from rules.figures import Numeral, Span
from rules.message import Message, Refusal

DOMAIN = "dvojtah"
FOLDER = Path(__file__).parents[1] / "locales"

_language = DEFAULT
_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    """What looks texts up in that language, else in the one beyond it."""
    beyond = LANGUAGES[language].fallback
    tried = [language] if beyond == language else [language, beyond]
    return gettext.translation(DOMAIN, FOLDER, tried, fallback=True)


def use(language: str) -> None:
    """Speak ``language``, one of `LANGUAGES`, from now on. ValueError for another one."""
    global _language  # noqa: PLW0603 - one device speaks one language at a time
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}")
    _language = language


@contextlib.contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak ``language`` inside, whatever `use` chose: pages for many readers. ValueError for an unknown one."""
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}")
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def language() -> str:
    """The language spoken now."""
    return _spoken.get() or _language


def entry() -> Language:
    """What the table says of the language spoken now."""
    return LANGUAGES[language()]


def wording(text: str, english: str) -> str:
    """Of a text that somebody wrote as people here say it, and perhaps in English, the one for the language spoken now.

    Whoever reads `DEFAULT`, too, gets the first.
    """
    return text if DEFAULT in (language(), entry().fallback) else english or text


def is_installed(language: str) -> bool:
    """Whether ``language`` can be spoken: its catalogue is there, or it needs none."""
    return language == SOURCE or gettext.find(DOMAIN, FOLDER, [language]) is not None


def tr(value: Message | str | int | None) -> str:
    """A message in the language spoken now; text and numbers as they are, nothing for None."""
    if value is None:
        return ""
    if not isinstance(value, Message):
        return str(_written(value))
    if value.context is not None:
        return pgettext(value.context, value.id)
    if value.plural is None:
        return t(value.id, **value.args)
    if not value.id:
        return ""
    text = _catalogue(language()).ngettext(value.id, value.plural, value.n or 0)
    return text.format(**{name: _written(arg) for name, arg in value.args.items()}, n=value.n)


def t(id: str, /, **args: object) -> str:
    """An English text of the screens in the language spoken now, with its parameters filled in."""
    text = _catalogue(language()).gettext(id) if id else ""  # the empty id is the catalogue's own header
    if not args and "{" not in text and "}" not in text:
        return text
    return text.format(**{name: _written(arg) for name, arg in args.items()})


def pgettext(context: str, id: str) -> str:
    """An English text without parameters as it is said in a ``context``, where other languages need more than one."""
    return _catalogue(language()).pgettext(context, id)


def _written(arg: object) -> object:
    """A parameter of a text as the language spoken now writes it."""
    if isinstance(arg, Message):
        return tr(arg)
    if isinstance(arg, int) and arg < 0:
        return number(arg)
    return _format().figure(arg) if isinstance(arg, (Numeral, Span)) else arg


def refusal(error: Refusal) -> str:
    """A refusal as people read it: the sentence and the rule's number."""
    return f"{tr(error.message)} ({error.rule})" if error.rule else tr(error.message)


def number(value: float | Fraction, places: int | None = 0, *, plus: bool = False, grouped: bool = True) -> str:
    """A number as the language writes it (`rules.figures.Numeral`)."""
    return _format().figure(Numeral(value, places, plus, grouped))


def span(ns: int, places: int = 0, *, up: bool = False, hours: bool = False) -> str:
    """A span of time in ns (`rules.figures.Span`)."""
    return _format().figure(Span(ns, places, up, hours))


def exact(ns: int) -> str:
    """A time in ns to the tenth of a second, cut and not rounded: ``1:07,3``."""
    return span(ns, 1)


def clock(left: int) -> str:
    """Time left in ns as a clock shows it: ``1:47``, rounded up so that a full limit shows; ``−0:04`` past it."""
    return span(left, up=True)


def day(when: datetime | None) -> str:
    """A day by the wall clock; nothing for None."""
    return "" if when is None else _format().day(when)


def time_of_day(when: datetime) -> str:
    """Hour and minute by the wall clock."""
    return _format().time(when)


def day_and_time(when: datetime | None) -> str:
    """A moment by the wall clock; nothing for None."""
    return "" if when is None else _format().day_and_time(when)


def alphabetical(text: str) -> OrderKey:
    """A key by which texts stand in the order of the language's alphabet."""
    return _format().order(text)


def in_every_language(id: str) -> frozenset[str]:
    """A text without parameters in all languages, in small letters: what people may have written for it."""
    return frozenset(_catalogue(word).gettext(id).casefold() for word in LANGUAGES)


def _format() -> Format:
    return format_of(language())
