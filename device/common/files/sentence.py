"""A sentence in a file, for whoever shows it and knows the language."""

from __future__ import annotations

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
        for _, name, spec, conversion in Formatter().parse(self.id):  # else the screen that shows it would stop
            if name is not None and (name not in self.args or not name.isidentifier() or spec or conversion):
                raise ValueError(f"nothing to fill {name!r} in with")

    @property
    def message(self) -> Message:
        """The sentence, to be translated."""
        return Message(self.id, self.args)


def sentence(message: Message) -> Sentence:
    """A message for the file."""
    return Sentence(message.id, {name: str(value) for name, value in message.args.items()})
