"""The desk's page about papers and files, and what is downloaded from it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from device.exports import ExportError
from device.i18n import language
from device.organiser.log.event_control import Desk
from device.organiser.log.event_state import EventState
from device.organiser.papers import PAPERS
from device.organiser.papers.files import FILES, EventFile
from device.organiser.papers.request import Wanted
from device.organiser.papers.site import site_zip
from device.organiser.store.backup import Backup
from device.organiser.tournament import people_csv, snapshot
from rules.games import GAMES, KEYS
from rules.message import Refusal, msg

SITE = EventFile("site.zip", msg("Results as web pages"), "application/zip", lambda state, separator: site_zip(state))


def standings_json(state: EventState, separator: str = "") -> bytes:
    """The standings as ``dvojtah organiser standings --json`` has them, for the season of another event.

    Raises `Refusal` where nothing counts yet, or the event has no name for that season.
    """
    if not state.title:
        raise Refusal("", "The event has no name yet; another event's season shows it.")
    found = snapshot.standings_of(state, state.title)
    if not found["standings"]:
        raise Refusal("", "No result counts yet.")
    return msgspec.json.format(msgspec.json.encode(found), indent=1)


SEASON_LABEL = msg("Standings for the season of another event")
SEASON = EventFile("standings.json", SEASON_LABEL, "application/json", standings_json)
ALL_FILES = FILES | {one.name: one for one in (SEASON, SITE)}
ENTRANTS = "/entrants.csv"
"""Everybody who takes part, with contacts."""
BACKUP = "/files/backup.zip"
"""The whole event, to be put back from it."""
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


def made(desk: Desk, path: str, asked: Mapping[str, str], address: str, backup: Backup | None = None) -> Made | None:
    """What is downloaded under ``path``; None where there is no such thing.

    ``address`` is the board's. Raises `Refusal`, `BackupTrouble` and `StoreTrouble`.
    """
    state, (_, _, name) = desk.read(), path.rpartition("/")
    separator = "," if asked.get("separator") == "comma" else ";"
    if path == ENTRANTS:
        text = people_csv.write(state.tournament.by_number().values(), separator, desk.contacts())
        return people_csv.encoded(text, asked.get("encoding", "")), name, "text/csv"
    word, _, ending = name.rpartition(".")
    if path == BACKUP and backup is not None:
        data, manifest = backup.data()
        event = manifest.events[0] if len(manifest.events) == 1 else "organiser"
        return data, f"{event}-backup.zip", "application/zip"
    if path.startswith("/papers/") and ending == "pdf" and word in PAPERS:
        number = asked.get("round", "")
        round = int(number) if number.isascii() and number.isdecimal() and len(number) < 3 else 0
        try:
            data = PAPERS[word].make(state, Wanted(round, asked.get("kind", ""), address))
        except ExportError as error:
            raise Refusal("", error.message.id, **error.message.args) from None
        return data, f"{word}-{round}-{language()}.pdf" if round else f"{word}-{language()}.pdf", "application/pdf"
    if path.startswith("/files/") and name in ALL_FILES:
        file = ALL_FILES[name]
        return file.make(state, separator), name, file.media
    return None


def sent(found: Made, policy: Mapping[str, str]) -> Response:
    """The answer with a download; ``policy`` are headers of every answer."""
    data, name, media = found
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(data, media_type=media, headers={**policy, **headers})


def routes(download: Callable[[Request], Awaitable[Response]]) -> list[Route]:
    """Where downloads lie."""
    return [Route(path, download) for path in (ENTRANTS, "/papers/{name}", "/files/{name}")]
