"""What an organiser prints: lists for the wall, slips and signs for the tables, as PDFs in the language spoken now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from device.organiser.log.event_state import EventState
from device.organiser.papers import lists, signs, slips
from device.organiser.papers.request import PaperRequest
from rules.message import Message, msg


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
    "prizes": Paper(msg("Prize list"), msg("with room to sign for the money"), lists.prizes, of_round=False),
}
"""Every paper, by the word in its address."""
