"""What came of the first start: kept where the table can read it, so that it can say so on its screen."""

from __future__ import annotations

from typing import Literal

import msgspec

from device.files.sentence import Sentence, sentence
from device.files.small_file import SmallFile, decoder
from device.first_start.common.system import CardSystem
from device.i18n import Language
from rules.message import msg

PLACE = "/var/lib/dvojtah/first-start.json"
ASKS = "/etc/dvojtah/first-start"
"""Its presence says that this card was made as an image, and that its table asks its people once."""


class FirstStartOutcome(msgspec.Struct, frozen=True, kw_only=True):
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
    language: Language | Literal[""] = ""
    troubles: tuple[Sentence, ...] = ()


def file_of(system: CardSystem) -> SmallFile[FirstStartOutcome]:
    """The file in which it is kept."""
    return SmallFile(
        system.path(PLACE), decoder(FirstStartOutcome), msg("The device asks its first questions again."), links=False
    )


def read_outcome(system: CardSystem) -> FirstStartOutcome:
    """What came of it so far. A file that is none counts as none."""
    return file_of(system).read_or_none() or FirstStartOutcome()


def write_outcome(system: CardSystem, outcome: FirstStartOutcome) -> None:
    """Keep it, for the table to read. Raises OSError."""
    file_of(system).mend()  # else a folder in its place would stay there for good
    system.write(PLACE, msgspec.json.encode(outcome).decode() + "\n", 0o644)


__all__ = ("ASKS", "PLACE", "FirstStartOutcome", "Sentence", "file_of", "read_outcome", "sentence", "write_outcome")
