"""The desk's page about papers and files, and what is downloaded from it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from device.exports import ExportError
from device.i18n import language
from device.organiser.event_state import EventState
from device.organiser.files import FILES, EventFile
from device.organiser.papers import PAPERS
from device.organiser.papers.request import Wanted
from device.organiser.site import site_zip
from rules.games import GAMES, KEYS
from rules.message import Refusal, msg

SITE = EventFile("site.zip", msg("Results as web pages"), "application/zip", lambda state, separator: site_zip(state))
ALL_FILES = FILES | {SITE.name: SITE}
Made = tuple[bytes, str, str]
"""A download: what is in it, its name and its media type."""


def shown(state: EventState, asked: Mapping[str, str], round: int) -> dict[str, Any]:
    """The values of the page."""
    rounds = [one.round for one in state.tournament.rounds()]
    if round not in rounds or not asked.get("round"):
        round = rounds[-1] if rounds else 0
    draw = state.tournament.published(round)
    kind = asked.get("kind", "")
    return {
        "papers": PAPERS,
        "files": ALL_FILES,
        "rounds": rounds,
        "chosen": round,
        "kind": kind if kind in KEYS else draw.kind if draw else next(iter(KEYS)),
        "games": [(key, GAMES[key].name) for key in KEYS],
    }


def made(state: EventState, name: str, asked: Mapping[str, str], address: str) -> Made | None:
    """What is downloaded under ``name``; None where there is no such thing. Raises `Refusal`."""
    word, _, ending = name.rpartition(".")
    if ending == "pdf" and word in PAPERS:
        number = asked.get("round", "")
        round = int(number) if number.isascii() and number.isdecimal() and len(number) < 3 else 0
        try:
            data = PAPERS[word].make(state, Wanted(round, asked.get("kind", ""), address))
        except ExportError as error:
            raise Refusal("", error.message.id, **error.message.args) from None
        return data, f"{word}-{round}-{language()}.pdf" if round else f"{word}-{language()}.pdf", "application/pdf"
    if name in ALL_FILES:
        file = ALL_FILES[name]
        return file.make(state, "," if asked.get("separator") == "comma" else ";"), name, file.media
    return None


def routes(download: Callable[[Request], Awaitable[Response]]) -> list[Route]:
    """Where downloads lie."""
    return [Route("/papers/{name}", download), Route("/files/{name}", download)]
