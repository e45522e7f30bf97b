"""The pages of the desk beside that of the tables, each with its title and what fills its template.

A page is one line here, and the template of its name, which extends ``tournament.html``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from device.organiser.desk import (
    draw_view,
    log_view,
    money_view,
    papers_view,
    people_view,
    results_view,
    standings_view,
)
from device.organiser.log.event_control import Desk
from rules.message import Message, msg


@dataclass(frozen=True, slots=True)
class DeskPage:
    """A page: ``values`` gives what its template shows, of a desk that has read the log, of what the page's address
    says, and of the round that it names, else the one that comes."""

    title: Message
    values: Callable[[Desk, Mapping[str, str], int], dict[str, Any]]


PAGES = {
    "people": DeskPage(msg("Entrants"), people_view.values),
    "draw": DeskPage(msg("The draw"), draw_view.values),
    "results": DeskPage(msg("Results"), results_view.values),
    "standings": DeskPage(msg("Standings"), standings_view.values),
    "money": DeskPage(msg("Money"), money_view.values),
    "papers": DeskPage(msg("Papers and files"), papers_view.values),
    "log": DeskPage(msg("Decisions"), log_view.values),
}
"""The pages, by their path and in the order of the navigation."""
