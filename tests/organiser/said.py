"""What a desk says of entrants, results and places, with everything left out that a test does not speak of."""

from typing import Any

from device.organiser.acts.decisions import ResultEntered
from device.organiser.acts.from_text import nonce, plain
from device.organiser.acts.ruling_acts import RankingSet
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.entrant_file import EntrantLine, read
from device.organiser.tournament.registration import Registration
from device.organiser.tournament.rulings import Rulings


def enrol(people: Registration, players, name="", club="", contact="", number=None, another=False, **more: Any) -> None:
    people.enrol([_line(number, players, name, club, contact, **more)], another)


def entrant_lines(text: str) -> tuple[EntrantLine, ...]:
    """The entrants of a file with that text."""
    return read(text.encode()).lines


def correct(people: Registration, number, players, name, club, contact, **more: Any) -> None:
    people.correct(_line(number, players, name, club, contact, **more))


def _line(number, players, name, club, contact, team="", initials=False) -> EntrantLine:
    names = tuple(filter(None, map(plain, players)))
    return EntrantLine(0, number, plain(name), names, plain(club), plain(contact), plain(team), initials)


def result(draw: Drawing, round, table, scores, reason="", absent=(), double_loss=False, agreed=0, winner=None) -> None:
    draw.result(
        ResultEntered(
            id=nonce(),
            round=round,
            table=table,
            scores=tuple(scores),
            reason=reason,
            absent=tuple(absent),
            double_loss=double_loss,
            winner=winner,
        ),
        agreed,
    )


def ranking(desk: OrganiserDesk, kind, by, **more: int) -> None:
    Rulings(desk).set_ranking(RankingSet(id=nonce(), kind=kind, by_figures=tuple(by), **more))
