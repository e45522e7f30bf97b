"""Every file that is made of an event: those of its results, its site, and its standings for another event's season."""

from __future__ import annotations

import msgspec

from device.organiser.log.event_state import EventState
from device.organiser.papers.files import FILES, EventFile
from device.organiser.papers.site import site_zip
from device.organiser.tournament import snapshot
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
