"""A file that people bring, as text: in whatever encoding, line ends and letters their program wrote it.

Which encoding it is says a mark at its beginning, else its bytes: what is UTF-8 throughout is that, and for the rest
the reading wins in which most letters are Czech or Slovak ones, where such letters stand in words. In ISO 8859-2 *š* is
the byte that is *ą* in windows-1250, and *ž* the one that is *ľ*; Slovak never writes *ľ* before *e* and *i*
(docs/decisions/people-files.md).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import NamedTuple

from rules.message import Message, Refusal, msg

NAMES = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "cp1250": "windows-1250",
    "iso8859-2": "ISO 8859-2",
    "cp852": "CP852",
}
"""The encodings that are told apart, by the name that Python has for each, and what people call them."""
_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_PRIOR = {"cp1250": 0.0, "iso8859-2": -0.5, "cp852": -1.0}
"""What each has to make up for: a file of today's Windows is likelier than one of an old Unix, or of DOS."""
_WEIGHED = 20_000
"""Words with other than ASCII letters that are weighed; a longer list is told by its beginning."""
_LOOKED_AT = 50_000
"""Bytes before and behind the first that is not UTF-8 which are looked at."""
_CZECH, _SLOVAK, _BOTH = frozenset("ěřů"), frozenset("äôľĺŕ"), frozenset("áčďéíňóšťúýž")
_TYPOGRAPHY, _QUOTES, _SIGNS = frozenset("\xa0„“”‚‘’‹›«»–—…§°€•×"), frozenset("„“”‚‹›«»…•"), frozenset("§°×")
_SOFT = frozenset("eiéíě")
_WORD = re.compile(rb"[A-Za-z0-9\x80-\xff]*[\x80-\xff][A-Za-z0-9\x80-\xff]*")
_FOREIGN: tuple[tuple[bytes, Message], ...] = (
    (b"%PDF", msg("This is a PDF; save the table as .xlsx or CSV.")),
    (b"\xd0\xcf\x11\xe0", msg("This is an old or locked document; save it as .xlsx or CSV, without a password.")),
    (b"PK\x03\x04", msg("This is a spreadsheet or an archive, and no text; save it as text.")),
)
"""How files begin that people take for one of these, and what is said of them."""
_MOST_MARKS = re.compile(r"[^\w\s!-/:-@\[-`{-~]{31}")
"""More accents on one letter than any has."""


class PlainText(NamedTuple):
    """The text of a file, its lines ending in ``\\n``, and the encoding it was in, as people call it."""

    text: str
    encoding: str


def read_text(raw: bytes) -> PlainText:
    """The text of a file. Raises `Refusal` where it is none.

    >>> read_text("Žofie;Říha".encode("cp852"))
    PlainText(text='Žofie;Říha', encoding='CP852')
    """
    encoding = encoding_of(raw)
    text = raw.decode(encoding, "strict").removeprefix("\ufeff")
    return PlainText(text.replace("\r\n", "\n").replace("\r", "\n"), NAMES[encoding])


def encoding_of(raw: bytes) -> str:
    """The encoding of a file, as Python names it; the file can be decoded by it. Raises `Refusal`."""
    for mark, sentence in _FOREIGN:
        if raw.startswith(mark):
            raise Refusal("", sentence)
    encoding = next((name for mark, name in _MARKS if raw.startswith(mark)), None) or _wide(raw)
    if encoding is None and b"\0" in raw:
        raise Refusal("", _NO_TEXT)
    if encoding is not None and encoding != "utf-8":
        try:
            raw.decode(encoding)
        except UnicodeDecodeError:
            raise Refusal("", _NO_TEXT) from None
        return encoding
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        if encoding is not None or _mostly_utf_8(raw[max(0, error.start - _LOOKED_AT) : error.start + _LOOKED_AT]):
            line = raw.count(b"\n", 0, error.start) + 1
            raise Refusal("", "The file is UTF-8, but not on line {line}; save it anew as UTF-8.", line=line) from None
        return _eight_bits(raw)
    return "utf-8"


_NO_TEXT = msg("This is no text that can be read; save it as text in UTF-8.")


def _wide(raw: bytes) -> str | None:
    """UTF-16 without a mark: every other byte of Latin letters is 0."""
    head = raw[:4096]
    if len(head) >= 4 and head[1::2].count(0) * 2 > len(head) // 2 and not head[::2].count(0):
        return "utf-16-le"
    if len(head) >= 4 and head[::2].count(0) * 2 > len(head) // 2 and not head[1::2].count(0):
        return "utf-16-be"
    return None


def _mostly_utf_8(raw: bytes) -> bool:
    """Whether bytes that are not UTF-8 are few among those that are: a damaged file, or two that were put together."""
    text = raw.decode("utf-8", "replace")
    wrong = text.count("\ufffd")
    return sum(1 for char in text if char > "\x7f") - wrong > 3 * wrong


def _eight_bits(raw: bytes) -> str:
    """The encoding of one byte a letter in which the words with such bytes are likeliest. Raises `Refusal`."""
    used = bytes(byte for byte in range(256) if byte in raw)
    words: Counter[bytes] = Counter()
    for number, found in enumerate(_WORD.finditer(raw)):
        if number >= _WEIGHED:
            break
        words[found[0][:60]] += 1
    scores = {name: prior for name, prior in _PRIOR.items() if _fits(used, name)}
    for word, times in words.items():
        for name in scores:
            scores[name] += min(times, 5) * _likeliness(word.decode(name))
    letters = {name: Counter(b" ".join(words).decode(name).lower()) for name in scores}
    for name, count in letters.items():
        if sum(count[one] for one in _CZECH) >= 2 * count["ľ"] and not any(count[one] for one in _SLOVAK - {"ľ"}):
            scores[name] -= 2 * count["ľ"]  # a Czech text, which has none
    best = max(scores, key=lambda name: scores[name])
    if scores[best] < -2 * len(words):
        raise Refusal("", _NO_TEXT)
    return best


def _fits(used: bytes, encoding: str) -> bool:
    try:
        used.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _likeliness(word: str) -> float:
    """How much speaks for a word to be one: a letter of Czech or Slovak 1, what cannot stand in a word less than 0."""
    points = 0.0
    small = word.lower()
    letters = frozenset(small)
    if letters & _CZECH and letters & _SLOVAK:
        points -= 2
    for place, char in enumerate(word):
        if char < "\x80":
            continue
        before, after = word[place - 1 : place], small[place + 1 : place + 2]
        low = small[place : place + 1]
        if low in _BOTH or low in _CZECH or low in _SLOVAK:
            points += 1
            if low == "ľ" and after in _SOFT:
                points -= 2
        elif not char.isalpha() and char not in _TYPOGRAPHY:
            points -= 4 if unicodedata.category(char) == "Cc" else 1
        elif char in _QUOTES and before.isalpha() and after.isalpha():
            points -= 2
        elif char in _SIGNS and (before.isalpha() or after.isalpha()):
            points -= 1
        if char.isalpha() and ((char.isupper() and before.islower()) or len(word) == 1 or before.isdigit()):
            points -= 2
        if char.islower() and word[place + 1 : place + 2].isupper():
            points -= 2
    return points


def compose(text: str) -> str:
    """A text with its accents in its letters (NFC).

    Putting accents in order takes the square of their number, so what has more of them than any letter is left alone.

    >>> compose("C\\u030ci\\u0301z\\u030cek")
    'Čížek'
    """
    return text if _MOST_MARKS.search(text) else unicodedata.normalize("NFC", text)
