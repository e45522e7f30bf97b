"""What the rules say to people: translatable messages, and the one error that refuses.

The rules speak English message ids with named parameters; whoever shows them translates the id first and fills in the
parameters after. Nothing here knows a language other than the ids' own.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

_NOTHING: Mapping[str, object] = MappingProxyType({})


class Message(msgspec.Struct, frozen=True):
    """A sentence or a label still to be translated.

    ``id`` is English text with ``{named}`` parameters. ``args`` are their values; a value that is itself a
    ``Message`` is translated before it is filled in. Where the text depends on a number, ``plural`` is the English
    plural form and ``n`` the number that chooses (also available as ``{n}``). ``context`` is where it is said, where
    other languages need more than one word for the id.
    """

    id: str
    args: Mapping[str, object] = msgspec.field(default_factory=lambda: _NOTHING)
    plural: str | None = None
    n: int | None = None
    context: str | None = None

    def __hash__(self) -> int:
        """Equal messages have the same: what is made of a message may be kept by it."""
        return hash((self.id, frozenset(self.args.items()), self.plural, self.n, self.context))

    def __str__(self) -> str:
        """The message in English, for logs and tests."""
        args: dict[str, object] = {name: str(value) for name, value in self.args.items()}
        if self.plural is None:
            return self.id.format(**args)
        return (self.id if self.n == 1 else self.plural).format(**args | {"n": self.n})


def msg(id: str, /, **args: object) -> Message:
    """A message without a plural form: ``msg("Bag: {bag}", bag=27)``."""
    return Message(id, args)


def pmsg(context: str, id: str, /) -> Message:
    """A message without parameters as it is said in a ``context``."""
    return Message(id, context=context)


def msgs(singular: str, plural: str, n: int, /, **args: object) -> Message:
    """A message whose form depends on the number ``n``: ``msgs("{n} tile", "{n} tiles", 3)``."""
    return Message(singular, args, plural, n)


class Refusal(Exception):
    """An event that the rules do not allow now. Raising it changes nothing.

    ``rule`` is the number of the rule that forbids it (``"S24"``), or ``""`` where no game rule but plain sense does.
    ``id`` is as for `msg`, or a whole message where a number chooses its form (`msgs`).
    """

    def __init__(self, rule: str, id: str | Message, /, **args: object) -> None:
        self.rule = rule
        self.message = Message(id, args) if isinstance(id, str) else id
        super().__init__(rule, id)

    @property
    def citation(self) -> Message:
        """The sentence with the number of its rule, where it has one."""
        return msg("{reason} ({rule})", reason=self.message, rule=self.rule) if self.rule else self.message

    def __str__(self) -> str:
        return f"{self.message} ({self.rule})" if self.rule else str(self.message)


class Stale(Refusal):
    """What was said is about something else by now. Where it stands on record it lapses, and is not in the way."""
