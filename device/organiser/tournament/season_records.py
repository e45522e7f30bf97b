"""A season as records that anybody can add up again: what was played, chained by digests, and what it came to.

Each record is a JSON object on a line of its own. Its ``"digest"`` is the SHA-256 of the digest before it and of the
record without one (keys sorted, UTF-8): a record that was altered is named by that, and the last digest,
which the organiser publishes, stands for all of them. `device.organiser.papers.recompute`, which goes with the records,
adds them up.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from device.organiser.log.event_state import EventState
from device.organiser.log.tournament_state import Entrant
from device.organiser.tournament.public_names import hidden_names, name_of
from device.organiser.tournament.ranking import SUMS, RoundOutcome, usual_order
from device.organiser.tournament.scoring import Scoring
from device.organiser.tournament.season import (
    SeasonLine,
    counted_events,
    evenings_of,
    events_of,
    places_of,
    rules_of,
    season,
)
from rules.message import Refusal

Record = dict[str, Any]
VERSION = 2
"""Of the records; a later one may add kinds and keys."""
PUBLISHED = 32
"""Hexadecimal digits of the last digest that are published: 128 bits. Of half as many others can be found by trying."""


def season_records(state: EventState, kind: str) -> tuple[list[Record], list[list[Any]]]:
    """The records of the season of a game without their digests, and the season's standings: place, name, points for
    places and sums as exact numbers. Raises `Refusal` where nothing was played."""
    events, rules, game = events_of(state, kind), rules_of(state, kind), state.game(kind)
    lines = season(events, rules, game)
    if not lines:
        raise Refusal("", "Nothing counts for the season yet.")
    sums = [word for word in usual_order(game) if word in SUMS]
    entrants = [entrant for evening in (*state.evenings, state) for entrant in evening.tournament.entrants.values()]
    names = dict(hidden_names(entrants))  # what stands for a name in public, of those who asked
    keys_at: dict[tuple[str, int], list[int]] = {}
    records: list[Record] = [
        {"what": "season", "version": VERSION, "kind": kind, "sums": sums, "events": [title for title, _ in events]}
        | {"scale": rules.scale, "counts": counted_events(rules, len(events))}
    ]
    for key, line in enumerate(lines, start=1):
        records.append({"what": "who", "key": key, "name": _name(line.name, names), "club": line.club})
        for title, at in line.at.items():
            keys_at.setdefault((title, at), []).append(key)
    evenings = dict(zip((title for title, _ in events), evenings_of(state, kind), strict=False))
    for title, brought in events:
        keys = [keys_at[title, n] for n in range(len(brought))]
        if (evening := evenings.get(title)) is not None:
            records += _evening(evening, kind, title, keys)
            continue
        for carried, place, of in zip(brought, places_of(brought, game), keys, strict=True):
            figures = {"wins": carried.won, "margin": carried.margin, "points": carried.points}
            more = {"name": _name(carried.name, names), "place": place, "whose": of}
            records.append({"what": "carried", "event": title} | more | figures)
    return records, sorted(_standing(line, names, sums) for line in lines)


def _standing(line: SeasonLine, names: Mapping[str, str], sums: Iterable[str]) -> list[Any]:
    return [line.place, _name(line.name, names), str(line.total), *(str(line.sum_of(SUMS[word])) for word in sums)]


def _evening(state: EventState, kind: str, title: str, keys: Iterable[list[int]]) -> Iterator[Record]:
    """One evening: what decides its places, who took part, every result and what the desk gave or took."""
    scoring, tournament = Scoring(state), state.tournament
    rules, lines = scoring.rules(kind), [line for line in scoring.lines(kind) if line.outcomes]
    rounds = [draw.round for draw in tournament.rounds() if draw.kind == kind]
    yield {"what": "rules", "event": title, "by": list(rules.by_figures), "last": max(rounds, default=0)} | {
        "drop_best": rules.drop_best,
        "drop_worst": rules.drop_worst,
    }
    given = dict(zip((line.entrant.number for line in lines if line.is_ranked), keys, strict=True))
    for line in lines:
        who = line.entrant
        yield {"what": "entrant", "event": title, "entrant": who.number, "name": name_of(who)} | {
            "club": who.club,
            "whose": given.get(who.number, []),
        }
    yield from _results(title, {line.entrant: line.outcomes for line in lines})
    for act in tournament.adjustments:
        if act.round in rounds and act.entrant in tournament.entrants:
            points = str(act.points)
            score = [tournament.entrants[act.entrant].number, str(Fraction(act.half_wins, 2)), points, points]
            yield {"what": "adjusted", "event": title, "round": act.round, "scores": [score]}


def _results(title: str, outcomes: Mapping[Entrant, Iterable[RoundOutcome]]) -> Iterator[Record]:
    """Every result of an evening, by round and table; a bye is one of table 0."""
    tables: dict[tuple[int, int, int], list[list[Any]]] = {}
    source: dict[tuple[int, int, int], str] = {}
    for who, many in outcomes.items():
        for outcome in many:
            at = outcome.round, outcome.table, 0 if outcome.table else who.number
            score = [str(value) for value in (outcome.score.won, outcome.score.margin, outcome.score.points)]
            tables.setdefault(at, []).append([who.number, *score])
            source[at] = outcome.source
    for at in sorted(tables):
        result = {"what": "result", "event": title, "round": at[0], "table": at[1], "source": source[at]}
        yield result | {"scores": sorted(tables[at])}


def _name(name: str, names: Mapping[str, str]) -> str:
    return names.get(name) or " + ".join(names.get(part, part) for part in name.split(" + "))


def chain(records: Iterable[Record]) -> tuple[str, str]:
    """The records as JSON Lines, each with its digest, and the last of these."""
    digest, lines = "", []
    for record in records:
        text = json.dumps(record, ensure_ascii=False, sort_keys=True)
        digest = hashlib.sha256((digest + text).encode()).hexdigest()
        lines.append(json.dumps(record | {"digest": digest}, ensure_ascii=False, sort_keys=True))
    return "\n".join(lines) + "\n", digest


def digest_of(state: EventState, kind: str) -> str:
    """The digest of the season of a game as people compare it, in fours; empty where nothing was played."""

    def compute() -> str:
        try:
            digest = chain(season_records(state, kind)[0])[1]
        except Refusal:
            return ""
        return " ".join(digest[n : n + 4] for n in range(0, PUBLISHED, 4))

    return state.once(("digest of the season", kind), compute)
