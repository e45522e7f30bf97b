"""Diplomas: a page for each of the first places and of every class, with the club's picture."""

from __future__ import annotations

import base64
from typing import NamedTuple

from device.common.exports.pdf import HEIGHT, INK, PALE, WIDTH, Document, clean
from device.common.i18n import t, tr
from device.organiser.log.event_state import EventState
from device.organiser.log.tournament_state import Entrant
from device.organiser.papers.sheet import PaperRequest
from device.organiser.tournament.accounts import account
from device.organiser.tournament.public_names import has_own_name
from rules.message import Refusal
from rules.money import kc

FIRST = 3
"""Places that get a diploma in any case."""
EDGE, MIDDLE, ROOM = 12.0, WIDTH / 2, 150.0
LOWEST = HEIGHT - 52
"""How far down the last line may stand, in mm: below it is signed."""
SPREAD, LARGER = 1.5, 1.25
"""How far the lines are spread over the page at most, and how much larger they are then."""


class _Line(NamedTuple):
    """A line: so far (mm) below the top when nothing is spread, of ``size`` points, at least of ``least``."""

    y: float
    text: str
    size: float
    weight: str = "regular"
    least: float = 9
    grey: float = INK


def diplomas(state: EventState, wanted: PaperRequest) -> bytes:
    """A diploma for the first `FIRST` places and for every award. Raises `Refusal` where nobody has a place yet."""
    now = account(state)
    ranked = [line for line, _ in now.lines if line.is_ranked]
    if not ranked:
        raise Refusal("", "There is no result yet, so nobody has a place.")
    pages: dict[tuple[str, str], tuple[Entrant, str, int, str]] = {}
    for line in ranked:
        if line.place <= FIRST:
            pages[line.entrant.id, ""] = line.entrant, "", line.place, ""
    for award in now.awards:
        both = (", ".join(award.things), f"{tr(kc(award.amount))} Kč" if award.amount else "")
        pages[award.entrant.id, award.group] = award.entrant, award.group, award.place, " + ".join(filter(None, both))
    paper = Document(t("Diplomas"), numbered=False)
    picture = base64.b64decode(state.tournament.picture)
    for number, (entrant, group, place, won) in enumerate(pages.values()):
        if number:
            paper.page()
        _page(paper, state, entrant, (tr(state.game(now.kind).name), group), place, won, picture)
    return paper.finish()


def _page(
    paper: Document, state: EventState, entrant: Entrant, of: tuple[str, str], place: int, won: str, picture: bytes
) -> None:
    paper.box(EDGE, EDGE, WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE - 6, 1.6)
    paper.box(EDGE + 2, EDGE + 2, WIDTH - 2 * EDGE - 4, HEIGHT - 2 * EDGE - 10, 0.5)
    top = 30.0
    if picture:
        paper.picture(MIDDLE - 50, 22, 100, 72, picture)
        top = 100.0
    kind, group = of
    lines = [
        _Line(22, t("Diploma"), 54, "bold", 20),
        _Line(36, state.title, 18),
        _Line(46, kind, 14, grey=PALE),
        _Line(74, t("Place {n}", n=place), 44, "bold", 20),
    ]
    if group:
        lines.append(_Line(86, t("in the class {name}", name=group), 18, "semibold"))
    own = entrant.name if has_own_name(entrant) else ""
    y = 110.0
    if own:
        lines.append(_Line(y, own, 26, "bold", 12))
        y += 12
    for player in entrant.players:
        lines.append(_Line(y, player, 18 if own else 26, "regular" if own else "bold", 12))
        y += 9 if own else 13
    if entrant.club:
        lines.append(_Line(y + 2, entrant.club, 13, least=8, grey=PALE))
    if won:
        lines.append(_Line(y + 13, won, 13, "semibold", 8))
    first, last = lines[0].y, lines[-1].y
    spread = min(SPREAD, (LOWEST - top - first) / (last - first))
    larger = min(max(spread, 1.0), LARGER)

    def at(y: float) -> float:
        return top + first + (y - first) * spread

    for line in lines:
        size = line.size * larger
        paper.text(MIDDLE, at(line.y), clean(line.text), size, line.weight, "center", ROOM, line.least, line.grey)
    paper.line(MIDDLE - 40, at(94), MIDDLE + 40, at(94), 0.8, INK)
    paper.line(MIDDLE - 35, HEIGHT - 33, MIDDLE + 35, HEIGHT - 33, 0.4, PALE)
    paper.text(MIDDLE, HEIGHT - 27, t("for the organisers"), 10, "regular", "center", grey=PALE)
