"""A season: what several events brought the same people, put together by their ids, else by name and club."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated

import msgspec
from msgspec import Meta

from device.event.messages import Short
from device.organiser.acts.from_text import nonce, plain
from device.organiser.acts.ruling_acts import CarriedLine, SeasonAdded
from device.organiser.log.event_control import Desk
from device.organiser.log.event_state import EventState
from device.organiser.tournament.ranking import SUMS, RankingLine, usual_order, with_places
from device.organiser.tournament.scoring import Scoring
from rules.games import GAMES
from rules.message import Refusal
from rules.people import same_name


@dataclass
class SeasonLine:
    """Somebody's season: what each event brought, by the event's name; those in ``counted`` count."""

    name: str
    club: str
    people: set[str]
    events: dict[str, CarriedLine] = field(default_factory=dict)
    counted: frozenset[str] = frozenset()
    place: int = 0

    def sum_of(self, word: str) -> Fraction:
        """The sum of a figure (``"won"``, ``"margin"``, ``"points"``) of the events that count."""
        return sum((Fraction(getattr(self.events[one], word)) for one in self.counted), Fraction(0))


Standings = tuple[str, Sequence[CarriedLine]]
"""An event: its name, and what it brought."""


def carried_lines(state: EventState, kind: str) -> list[CarriedLine]:
    """What the draws of a game brought everybody at an event."""
    return [
        _carried(line.entrant.people, line.entrant.name, line.entrant.club, line, len(line.outcomes))
        for line in Scoring(state).lines(kind)
        if line.is_ranked
    ]


def events_of(state: EventState, kind: str) -> list[Standings]:
    """The events of the season: evenings before this one, this one, and what was added from files."""
    found: list[Standings] = []
    for one in (*state.evenings, state):
        if lines := carried_lines(one, kind):
            found.append((one.title, lines))
    added = {act.event: act for one in (*state.evenings, state) for act in one.tournament.season() if act.kind == kind}
    found += [(act.event, act.lines) for act in added.values()]
    return _named(found)


def _named(found: Iterable[Standings]) -> list[Standings]:
    """Events with names that differ: of two evenings of one name the later is the second."""
    seen: dict[str, int] = {}
    made = []
    for title, lines in found:
        seen[title] = seen.get(title, 0) + 1
        made.append((title if seen[title] == 1 and title else f"{title or '?'} ({seen[title]})", lines))
    return made


def season(events: Sequence[Standings], kind: str, best: int = 0) -> list[SeasonLine]:
    """The season's standings, best first; of everybody the ``best`` events count (0: all). Equal places are shared.

    Somebody is the same where an id is the same, else where the name is, and the clubs do not tell two apart.
    """
    by = [SUMS[word] for word in usual_order(kind) if word in SUMS]
    lines: list[SeasonLine] = []
    by_id: dict[str, SeasonLine] = {}
    by_name: dict[frozenset[str], list[SeasonLine]] = {}
    for title, brought in events:
        for one in brought:
            known = next((by_id[id] for id in one.people if id in by_id), None)
            if known is None:
                known = _by_name(by_name.get(_key(one.name), ()), one, title)
            if known is None or title in known.events:
                line = SeasonLine(one.name, one.club, set())
                lines.append(line)
                by_name.setdefault(_key(one.name), []).append(line)
            else:
                line = known
            line.events[title] = one
            line.name, line.club = one.name, one.club or line.club
            line.people |= set(one.people)
            by_id |= dict.fromkeys(one.people, line)

    def key(line: SeasonLine) -> tuple[Fraction, ...]:
        return tuple(line.sum_of(word) for word in by)

    for line in lines:
        order = sorted(line.events, key=lambda one: [-Fraction(getattr(line.events[one], word)) for word in by])
        line.counted = frozenset(order[: best or None])
    lines.sort(key=lambda one: (one.name, one.club))
    ordered = list(with_places(lines, key))
    for place, line in ordered:
        line.place = place
    return [line for _, line in ordered]


def _key(name: str) -> frozenset[str]:
    """A pair's name is the same whichever player is written first."""
    return frozenset(same_name(part) for part in name.replace(" – ", " + ").split(" + "))


def _by_name(lines: Iterable[SeasonLine], one: CarriedLine, title: str) -> SeasonLine | None:
    fits = [
        line
        for line in lines
        if title not in line.events and (not line.club or not one.club or same_name(line.club) == same_name(one.club))
    ]
    return fits[0] if len(fits) == 1 else None


def add(desk: Desk, text: str) -> None:
    """Standings of another event, as ``dvojtah organiser standings --json`` wrote them, count for the season."""
    desk.decide(*_acts_of(text))


Whole = Annotated[int, Meta(ge=0, le=10_000)]
Figure = Annotated[float, Meta(ge=-(10**9), le=10**9)]


class _Line(msgspec.Struct, frozen=True):
    """A line of a file of standings, as far as a season needs it."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    won: Figure
    margin: Figure
    points: Figure
    games: Whole = 0
    people: Annotated[tuple[Short, ...], Meta(max_length=8)] = ()
    club: Short | None = None


class _Game(msgspec.Struct, frozen=True):
    """The standings of one game in a file."""

    game: str
    lines: Annotated[tuple[_Line, ...], Meta(max_length=5000)]


class _File(msgspec.Struct, frozen=True):
    """A file of standings (``dvojtah organiser standings --json``)."""

    event: str
    standings: tuple[_Game, ...]
    title: str = ""


def _acts_of(text: str) -> list[SeasonAdded]:
    try:
        file = msgspec.json.decode(text.removeprefix("\ufeff").encode(), type=_File)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise Refusal(
            "", "This is no file of standings; the other event's desk has it under Papers and files: standings.json."
        ) from None
    title, id = plain(file.title or file.event)[:100], nonce()
    acts = [
        SeasonAdded(
            id=id,
            event=title,
            kind=one.game,
            lines=tuple(
                _carried(line.people, plain(line.name), plain(line.club or ""), line, line.games) for line in one.lines
            ),
        )
        for one in file.standings
        if one.game in GAMES
    ]
    if not acts or not title:
        raise Refusal("", "The file has no standings.")
    return acts


def _carried(people: tuple[str, ...], name: str, club: str, sums: RankingLine | _Line, rounds: int) -> CarriedLine:
    won, margin, points = (
        str(Fraction(str(one)).limit_denominator(10_000)) for one in (sums.won, sums.margin, sums.points)
    )
    return CarriedLine(people=people, name=name, club=club, won=won, margin=margin, points=points, rounds=rounds)
