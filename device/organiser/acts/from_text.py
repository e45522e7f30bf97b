"""Values of acts from what people type: texts as they can be shown, numbers, minutes; and ids."""

from __future__ import annotations

import contextlib
import math
import re
import uuid
from collections.abc import Iterator, Sequence
from functools import reduce

from device.common.files.people_files import compose
from rules.explain import quote
from rules.message import Message, Refusal, msg, msgs

LONGEST_MINUTES = 24 * 60
"""Minutes of a round, and until it starts."""


MOST_NAMED = 6
"""Wrong lines of a file that are named; the others are counted."""


class WrongField(Refusal):
    """A refusal that knows the ``fields`` of a form or an act that it is about, by their names."""

    def __init__(self, fields: Sequence[str], why: Message, rule: str = "") -> None:
        super().__init__(rule, why)
        self.fields = tuple(fields)


def nonce() -> str:
    """A random id."""
    return uuid.uuid4().hex[:16]


def seconds_of(minutes: str | float) -> int:
    """Seconds of so many minutes as people write them (``"50"``, ``"2,5"``). Raises `Refusal`."""
    try:
        number = float(minutes.replace(",", ".")) if isinstance(minutes, str) else minutes
    except ValueError:
        number = math.nan
    if not 0 <= number <= LONGEST_MINUTES:
        text = quote(plain(str(minutes))) or "–"
        raise Refusal(
            "", "{text}: write minutes as a number from {least} to {most}.", text=text, least=0, most=LONGEST_MINUTES
        )
    return round(number * 60)


_WHOLE = re.compile(r"\s*[+-]?[0-9]{1,12}\s*")


def whole(text: str, label: Message | str | None = None) -> int:
    """A whole number as people write it, of twelve digits at most. Raises `Refusal`, with what people call it."""
    if not _WHOLE.fullmatch(text):
        wrong = msg("{text} is not a number.", text=quote(plain(text)) or "–")
        raise Refusal("", wrong if label is None else msg("{field}: {reason}", field=label, reason=wrong))
    return int(text)


_NOT_SHOWN = re.compile(r"[\x00-\x1f\x7f-\xa0\u2007\u202f\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]+")
"""Control characters, which a table cannot draw, those that cannot be seen or turn what follows them round, and spaces
that do not break.
"""


def plain(text: str) -> str:
    """A text as it is shown to people: composed, without what cannot be drawn or seen, and no space around."""
    return compose(_NOT_SHOWN.sub(" ", text).strip())


def require_text(text: str, otherwise: Message, field: str = "reason") -> str:
    """`plain` text of a ``field`` that may not be empty. Raises `WrongField` with ``otherwise`` where it is."""
    if not plain(text):
        raise WrongField([field], otherwise)
    return plain(text)


def refuse_together(reasons: Sequence[Message]) -> None:
    """Refuse all of that at once, the first `MOST_NAMED` by their words; nothing happens where there is none."""
    if not reasons:
        return
    sentences = reduce(
        lambda before, message: msg("{before} {more}", before=before, more=message), reasons[:MOST_NAMED]
    )
    if (more := len(reasons) - MOST_NAMED) > 0:
        sentences = msgs("{before} And {n} more line.", "{before} And {n} more lines.", more, before=sentences)
    raise Refusal("", sentences)


@contextlib.contextmanager
def at_line(line: int) -> Iterator[None]:
    """What is refused within names the line of a file or a text that it stands on; 0: it stands on none."""
    try:
        yield
    except Refusal as refusal:
        if not line:
            raise
        raise Refusal("", "Line {line}: {reason}", line=line, reason=refusal.message) from None
