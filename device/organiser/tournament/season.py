"""A season: what several events brought the same people, put together by their ids, else by name and club."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated

import msgspec
from msgspec import Meta

from device.common.event.messages import Short
from device.common.files.people_files import read_text
from device.common.i18n import alphabetical
from device.common.specs.spec import GameSpec
from device.organiser.acts.from_text import nonce, plain
from device.organiser.acts.ruling_acts import CarriedLine, SeasonAdded, SeasonRules
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_state import EventState
from device.organiser.tournament.ranking import SUMS, RankingLine, usual_order, with_places
from device.organiser.tournament.registration import is_same_club
from device.organiser.tournament.scoring import Scoring
from rules.loading import readable
from rules.message import Refusal
from rules.people import same_name


@dataclass
class SeasonLine:
    """Somebody's season: what each event brought, by the event's name, the points there, and which of its lines it is;
    those in ``counted`` count.
    """

    name: str
    club: str
    people: set[str]
    events: dict[str, CarriedLine] = field(default_factory=dict)
    points: dict[str, Fraction] = field(default_factory=dict)
    at: dict[str, int] = field(default_factory=dict)
    counted: frozenset[str] = frozenset()
    place: int = 0

    def sum_of(self, word: str) -> Fraction:
        """The sum of a figure (``"won"``, ``"margin"``, ``"points"``) of the events that count."""
        return sum((Fraction(getattr(self.events[event], word)) for event in self.counted), Fraction(0))

    @property
    def total(self) -> Fraction:
        """The points for places of the events that count."""
        return sum((self.points[event] for event in self.counted), Fraction(0))


Standings = tuple[str, Sequence[CarriedLine]]
"""An event: its name, and what it brought."""


def rules_of(state: EventState, kind: str) -> SeasonRules:
    """How the season of a game is counted, as it was said last on any of its evenings."""
    rules = (event_state.tournament.season_rules.get(kind) for event_state in (state, *reversed(state.evenings)))
    return next(filter(None, rules), None) or SeasonRules(id="0" * 16, kind=kind)


def carried_lines(state: EventState, kind: str) -> list[CarriedLine]:
    """What the draws of a game brought everybody at an event."""
    return [
        msgspec.structs.replace(
            _carried(line.entrant.people, line.entrant.name, line.entrant.club, line, len(line.outcomes), line.place),
            players=line.entrant.players,
        )
        for line in Scoring(state).lines(kind)
        if line.is_ranked
    ]


def events_of(state: EventState, kind: str) -> list[Standings]:
    """The events of the season: evenings before this one, this one, and what was added from files. Their names differ:
    of two evenings of one name the later is the second.
    """
    events: list[Standings] = [(evening.title, carried_lines(evening, kind)) for evening in evenings_of(state, kind)]
    added = {
        act.event: act
        for event_state in (*state.evenings, state)
        for act in event_state.tournament.season()
        if act.kind == kind
    }
    events += [(act.event, act.lines) for act in added.values()]
    seen, named = Counter[str](), []
    for title, lines in events:
        seen[title] += 1
        named.append((title if seen[title] == 1 and title else f"{title or '?'} ({seen[title]})", lines))
    return named


def evenings_of(state: EventState, kind: str) -> list[EventState]:
    """The evenings of this club on which the game was played, the last one included."""
    return [
        event_state
        for event_state in (*state.evenings, state)
        if event_state.knows(kind) and any(line.is_ranked for line in Scoring(event_state).lines(kind))
    ]


def place_points(lines: Sequence[CarriedLine], game: GameSpec, scale: str) -> list[Fraction]:
    """What everybody's place at one event gives; who share a place get the mean of what the places that they take up
    give. By ``"sums"`` it gives nothing.

    >>> from device.common.games.registry import SPECS
    >>> from rules.games import DEFAULT_KEY
    >>> lines = [CarriedLine(people=(), name=name, place=place) for name, place in zip("abcd", (1, 2, 2, 4))]
    >>> [str(one) for one in place_points(lines, SPECS[DEFAULT_KEY], "field")]
    ['4', '5/2', '5/2', '1']
    """
    if scale == "sums":
        return [Fraction(0)] * len(lines)
    field, places = len(lines), places_of(lines, game)
    shared = Counter(places)
    unit = Fraction(100, field) if scale == "hundred" else Fraction(1)
    return [unit * (field + 1 - place - Fraction(shared[place] - 1, 2)) for place in places]


def places_of(lines: Sequence[CarriedLine], game: GameSpec) -> list[int]:
    """Everybody's place at an event: as it came, or by the sums where somebody came without one."""
    places = [line.place for line in lines]
    if all(places):
        return places
    by_sums = with_places(range(len(lines)), lambda n: _figures(lines[n], game))
    return [place for _, place in sorted((n, place) for place, n in by_sums)]


def _figures(line: CarriedLine, game: GameSpec) -> tuple[Fraction, ...]:
    """What decides among lines of a game, as far as it is a sum."""
    return tuple(Fraction(getattr(line, SUMS[word])) for word in usual_order(game) if word in SUMS)


def _parts(line: CarriedLine, persons: bool) -> list[CarriedLine]:
    """Whose season a line belongs to: the entrant's, or that of each who played."""
    players = line.players or tuple(line.name.split(" + "))
    if not persons or len(players) < 2:
        return [line]
    people = line.people if len(line.people) == len(players) else ("",) * len(players)
    return [
        msgspec.structs.replace(line, name=name, players=(name,), people=(id,) if id else ())
        for name, id in zip(players, people, strict=True)
    ]


def counted_events(rules: SeasonRules, events: int) -> int:
    """How many of everybody's events count, of so many that there were."""
    return min(rules.best, events) if rules.best else max(1, events - rules.drop)


def season(events: Sequence[Standings], rules: SeasonRules, game: GameSpec) -> list[SeasonLine]:
    """The season's standings of ``game``, best first; of everybody the best events count (`counted_events`). Equal
    places are shared.

    Somebody is the same where an id is the same, else where the name is, and the clubs do not tell two apart.
    """
    lines: list[SeasonLine] = []
    by_id: dict[str, SeasonLine] = {}
    by_name: dict[frozenset[str], list[SeasonLine]] = {}
    for title, brought in events:
        given = enumerate(zip(brought, place_points(brought, game, rules.scale), strict=True))
        for at, carried_line, points in [
            (at, part, points) for at, (of, points) in given for part in _parts(of, rules.persons)
        ]:
            known = next((by_id[id] for id in carried_line.people if id in by_id), None)
            if known is None:
                known = _by_name(by_name.get(_key(carried_line.name), ()), carried_line, title)
            if known is None or title in known.events:
                line = SeasonLine(carried_line.name, carried_line.club, set())
                lines.append(line)
                by_name.setdefault(_key(carried_line.name), []).append(line)
            else:
                line = known
            line.events[title], line.points[title], line.at[title] = carried_line, points, at
            line.name, line.club = carried_line.name, carried_line.club or line.club
            line.people |= set(carried_line.people)
            by_id |= dict.fromkeys(carried_line.people, line)
    most = counted_events(rules, len(events))
    sums = [SUMS[word] for word in usual_order(game) if word in SUMS]
    for line in lines:
        worth = {event: (line.points[event], *_figures(line.events[event], game)) for event in line.events}
        order = sorted(line.events, key=worth.__getitem__, reverse=True)
        line.counted = frozenset(order[:most])
    lines.sort(key=lambda line: (alphabetical(line.name), line.club))
    ordered = list(with_places(lines, lambda line: (line.total, *map(line.sum_of, sums))))
    for place, line in ordered:
        line.place = place
    return [line for _, line in ordered]


def _key(name: str) -> frozenset[str]:
    """A pair's name is the same whichever player is written first."""
    return frozenset(same_name(part) for part in name.replace(" – ", " + ").split(" + "))


def _by_name(lines: Iterable[SeasonLine], carried_line: CarriedLine, title: str) -> SeasonLine | None:
    fits = [line for line in lines if title not in line.events and is_same_club(line.club, carried_line.club)]
    return fits[0] if len(fits) == 1 else None


Whole = Annotated[int, Meta(ge=0, le=10_000)]
Figure = Annotated[float, Meta(ge=-(10**9), le=10**9)]


class _Line(msgspec.Struct, frozen=True):
    """A line of a file of standings, as far as a season needs it."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    won: Figure
    margin: Figure
    points: Figure
    games: Whole = 0
    place: Whole = 0
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


def add(desk: OrganiserDesk, raw: bytes) -> None:
    """Standings of another event, as ``dvojtah organiser standings --json`` wrote them, count for the season."""
    try:
        file = msgspec.json.decode(read_text(raw).text.encode(), type=readable(_File))
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise Refusal(
            "", "This is not a file of standings; the other event's desk has it under Papers and files: standings.json."
        ) from None
    title, id, state = plain(file.title or file.event)[:100], nonce(), desk.read()
    acts = [
        SeasonAdded(
            id=id,
            event=title,
            kind=standing.game,
            lines=tuple(
                _carried(line.people, plain(line.name), plain(line.club or ""), line, line.games, line.place)
                for line in standing.lines
            ),
        )
        for standing in file.standings
        if state.knows(standing.game)
    ]
    if not acts or not title:
        raise Refusal("", "The file has no standings.")
    desk.decide(*acts)


def _carried(
    people: tuple[str, ...], name: str, club: str, sums: RankingLine | _Line, rounds: int, place: int
) -> CarriedLine:
    exact = {word: str(Fraction(str(getattr(sums, word))).limit_denominator(10_000)) for word in SUMS.values()}
    line = CarriedLine(people=people, name=name, club=club, rounds=rounds, place=place)
    return msgspec.structs.replace(line, **exact)
