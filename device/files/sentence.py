"""A sentence in a file, for whoever shows it and knows the language."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Annotated

import msgspec
from msgspec import Meta

from rules.message import Message


class Sentence(msgspec.Struct, frozen=True):
    """A message that waits in a file: its English text and what is filled in. ValueError where they do not fit."""

    id: Annotated[str, Meta(max_length=1000)]
    args: dict[str, str] = {}

    def __post_init__(self) -> None:
        check_fits(self.id, self.args)

    @property
    def message(self) -> Message:
        """The sentence, to be translated."""
        return Message(self.id, self.args)


def sentence(message: Message) -> Sentence:
    """A message for the file."""
    return Sentence(message.id, {name: str(value) for name, value in message.args.items()})


def check_fits(id: str, args: Mapping[str, str]) -> None:
    """Raises ValueError where ``args`` does not fill a text in: the screen that showed it would stop."""
    for _, name, spec, conversion in Formatter().parse(id):
        if name is not None and (name not in args or not name.isidentifier() or spec or conversion):
            raise ValueError(f"nothing to fill {name!r} in with")
