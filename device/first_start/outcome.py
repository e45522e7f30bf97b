"""What came of the first start: kept where the table can read it, so that it can say so on its screen."""

from __future__ import annotations

import msgspec

from device.files.small_file import Damaged, read_bounded
from device.first_start.system import System
from rules.message import Message

PLACE = "/var/lib/dvojtah/first-start.json"
ASKS = "/etc/dvojtah/first-start"
"""Its presence says that this card was made as an image, and that its table asks its people once."""


class Sentence(msgspec.Struct, frozen=True):
    """A message that waits in a file for somebody who knows the language."""

    id: str
    args: dict[str, str] = {}

    @property
    def message(self) -> Message:
        """The sentence, to be translated."""
        return Message(self.id, self.args)


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it. ``done``: somebody has answered. ``request``: what was answered to (`asking.ask`), ``""``: the
    file of the card, whose mark is ``file``.

    ``wifi`` is the network that was asked for and not yet tried, ``joined`` the one that then worked, ``troubles`` what
    did not go well. ``phone``: a phone on the hotspot answered. ``language``: the one that was asked for, if any was.
    """

    done: bool = False
    request: str = ""
    file: str = ""
    hostname: str = ""
    wifi: str = ""
    joined: str = ""
    phone: bool = False
    language: str = ""
    troubles: tuple[Sentence, ...] = ()


def sentence(message: Message) -> Sentence:
    """A message for the file."""
    return Sentence(message.id, {name: str(value) for name, value in message.args.items()})


def read_outcome(system: System) -> Outcome:
    """What came of it so far. A file that is none counts as none."""
    try:
        return msgspec.json.decode(read_bounded(system.path(PLACE)), type=Outcome)
    except (FileNotFoundError, Damaged, msgspec.DecodeError):
        return Outcome()


def write_outcome(system: System, outcome: Outcome) -> None:
    """Keep it, for the table to read. Raises OSError."""
    system.write(PLACE, msgspec.json.encode(outcome).decode() + "\n", 0o644)


__all__ = ("ASKS", "PLACE", "Outcome", "Sentence", "read_outcome", "sentence", "write_outcome")
