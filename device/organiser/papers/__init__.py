"""What an organiser prints (lists, slips and signs, as PDFs in the language spoken now), and every file of an event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from device.organiser.log.event_state import EventState
from device.organiser.papers import lists, signs, slips
from device.organiser.papers.diplomas import diplomas
from device.organiser.papers.files import FILES, EventFile
from device.organiser.papers.sheet import PaperRequest
from device.organiser.papers.site import site_zip
from device.organiser.tournament import snapshot
from rules.message import Message, Refusal, msg


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper: what it is called, what it is for, and how it is made (raises `Refusal` where there is nothing on it).

    ``of_round``: it belongs to one round.
    """

    label: Message
    use: Message
    make: Callable[[EventState, PaperRequest], bytes]
    of_round: bool = True


PAPERS = {
    "find": Paper(msg("Find your table"), msg("by surname, for the wall at the door"), lists.find),
    "pairings": Paper(msg("Pairings"), msg("by table, for the wall and the referee"), lists.pairings),
    "slips": Paper(msg("Slips with names"), msg("for tables without a device; cut them apart"), slips.name_slips),
    "blank": Paper(msg("Blank slips"), msg("one page to copy"), slips.blank_slips, of_round=False),
    "signs": Paper(msg("Table signs"), msg("fold in the middle; the QR code shows the table live"), signs.signs),
    "standings": Paper(msg("Standings"), msg("after the round chosen above"), lists.standings),
    "diplomas": Paper(
        msg("Diplomas"), msg("the first places and every class, with the club's picture"), diplomas, of_round=False
    ),
    "prizes": Paper(msg("Prize list"), msg("with room to sign for the money"), lists.prizes, of_round=False),
}
"""Every paper, by the word in its address."""

SITE = EventFile("site.zip", msg("Results as web pages"), "application/zip", lambda state, separator: site_zip(state))


def standings_json(state: EventState, separator: str = "") -> bytes:
    """The standings as ``dvojtah organiser standings --json`` has them, for the season of another event.

    Raises `Refusal` where nothing counts yet, or the event has no name for that season.
    """
    if not state.title:
        raise Refusal("", "Name the event first; the season of another event shows its name.")
    standings = snapshot.standings_of(state, state.title)
    if not standings["standings"]:
        raise Refusal("", "No result counts yet.")
    return msgspec.json.format(msgspec.json.encode(standings), indent=1)


SEASON_LABEL = msg("Standings for the season of another event")
SEASON = EventFile("standings.json", SEASON_LABEL, "application/json", standings_json)
ALL_FILES = FILES | {file.name: file for file in (SEASON, SITE)}
"""Every file that is made of an event, by its name: its results, its site, its standings for another event's season."""
