"""The table's end of the first start: whether to ask, leaving the answers as a request, reading what came of it.

The table is not root. Its request lies in memory (`/run`), never on the card; a unit of systemd sees it and starts what
carries it out (`dvojtah-first-start.path`). For a screen::

    if should_ask(): ...                      # at the start
    token = ask(Answers(language="cs", ...))  # Done was touched
    ...                                       # a second later, and again until it is not None:
    outcome = outcome_of(token)               # .troubles: sentences for people; .wifi: still being joined
"""

from __future__ import annotations

import secrets
import shutil
from contextlib import suppress
from typing import Literal

import msgspec

from device.common.files.atomic_write import OWNER, atomic_write
from device.common.files.sentence import Sentence
from device.common.files.small_file import Damaged, SmallFile, decoder, read_bounded
from device.common.languages import LanguageWord
from device.first_start.common.answers import Answers, check
from device.first_start.common.system import CardSystem
from rules.message import Message, msg

PLACE = "/var/lib/dvojtah/first-start.json"
ASKS = "/etc/dvojtah/first-start"
"""Its presence says that this card was made as an image, and that its table asks its people once."""


class FirstStartOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it. ``done``: somebody has answered. ``request``: what was answered to (`ask`), ``""``: the
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
    language: LanguageWord | Literal[""] = ""
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


HERE = CardSystem()
REQUEST = "/run/dvojtah/first-start.json"


class Request(msgspec.Struct, frozen=True):
    """What waits to be carried out; ``phone``: a phone on the hotspot says so, not the screen."""

    token: str
    answers: Answers
    phone: bool = False


def should_ask(system: CardSystem = HERE) -> bool:
    """Whether this is a card made as an image that nobody has answered yet. Never raises."""
    with suppress(OSError):
        return system.path(ASKS).exists() and not read_outcome(system).done
    return False


def ask(answers: Answers, system: CardSystem = HERE, *, phone: bool = False) -> str:
    """Leave the answers to be carried out; the token by which `outcome_of` knows them. Raises OSError.

    A value that cannot be is refused with ValueError whose argument is the sentence: screens check with
    `answers.CHECKS` before.
    """
    _, troubles = check(_plain(answers))
    if troubles:
        raise ValueError(troubles[0])
    token = secrets.token_hex(8)
    atomic_write(system.path(REQUEST), msgspec.json.encode(Request(token, answers, phone)), OWNER)
    return token


def outcome_of(token: str, system: CardSystem = HERE) -> FirstStartOutcome | None:
    """What came of the request, or None as long as nothing did. Its Wi-Fi may still be being joined (`wifi`)."""
    outcome = read_outcome(system)
    return outcome if outcome.request == token else None


def take_request(system: CardSystem) -> tuple[Request, tuple[Message, ...]] | None:
    """The request, checked anew and taken away, for root, who believes nothing; None where there is none."""
    place = system.path(REQUEST)
    try:
        raw = read_bounded(place, links=False)
    except FileNotFoundError:
        return None
    except Damaged:
        raw = b""
    try:
        place.unlink(missing_ok=True)
    except IsADirectoryError:  # left there, it would be taken up again and again
        shutil.rmtree(place)
    try:
        request = decoder(Request)(raw)
    except (ValueError, RecursionError):
        return Request("?", Answers()), (msg("The answers could not be read; please give them again."),)
    answers, troubles = check(_plain(request.answers))
    return Request(request.token[:32] or "?", answers, request.phone), troubles


def _plain(answers: Answers) -> dict[str, object]:
    given: dict[str, object] = msgspec.to_builtins(answers)
    return {key: value for key, value in given.items() if value is not None}
