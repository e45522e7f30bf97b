"""What the desk's page of results shows: every table of a round, what was ruled, and games that were not drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from device.organiser.desk.result_forms import difference
from device.organiser.log.event_control import Desk
from device.organiser.log.event_state import EventState
from device.organiser.log.table_game import TableGame
from device.organiser.log.tournament_state import Done
from device.organiser.log.troubles import troubles
from device.organiser.tournament import made_from
from device.organiser.tournament.decided import by_of, in_words, time_of
from device.organiser.tournament.kinds import figure, is_for_two, is_least, is_money
from device.organiser.tournament.made_from import result_fields
from device.organiser.tournament.scoring import Scoring
from device.organiser.tournament.table_results import TableResult
from device.specs.card import fraction_text
from rules.game import Progress
from rules.games import DEFAULT_KEY

ABOVE = ("dispute", "conflict", "stuck", "returned", "missing", "call", "coming")
"""What of the desk's troubles stands above the results, the first first."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A table of the round: ``status`` is ``"signed"``, ``"desk"``, ``"playing"``, ``"dispute"`` or ``"none"``.

    ``fields`` are those of its form; ``signed`` what the table itself signed, and
    ``when`` its last word. ``made`` are the decisions of the desk.
    """

    one: TableResult
    status: str
    fields: dict[str, str]
    signed: tuple[str, ...]
    when: str
    made: tuple[Done, ...]

    @property
    def last(self) -> Done | None:
        """The decision that stands."""
        return next((one for one in reversed(self.made) if one.stands), None)


def values(desk: Desk, asked: Mapping[str, str], round: int) -> dict[str, Any]:
    """The values of the page; ``round`` is the one that comes, where the address names none."""
    state = desk.state
    rounds = [one.round for one in state.tournament.rounds()]
    if not asked.get("round") and rounds:
        round = _at(state, rounds)
    draw = state.tournament.published(round)
    kind = DEFAULT_KEY if draw is None else draw.kind
    rows = [_row(state, one, kind) for one in Scoring(state).tables(round)]
    drawn = {row.one.game.uid for row in rows if row.one.game is not None}
    found = [one for one in troubles(state, desk.now()) if one.kind in ABOVE]
    found.sort(key=lambda one: (ABOVE.index(one.kind), one.since, one.table))
    numbers = {one.number: one for one in state.tournament.entrants.values()}
    return {
        "round": round,
        "more": asked.get("more", ""),
        "rounds": rounds,
        "draw": draw,
        "kind": kind,
        "is_money": is_money(kind),
        "two": is_for_two(kind),
        "least": is_least(kind),
        "tables": rows,
        "done": sum(one.one.scores is not None for one in rows),
        "statuses": {word: sum(one.status == word for one in rows) for word in ("signed", "desk", "playing", "none")}
        | {"dispute": sum(one.status == "dispute" for one in rows)},
        "above": found,
        "others": _others(state, round, drawn),
        "adjusted": [act for act in state.tournament.adjusted if act.round == round],
        "numbers": numbers,
        "said_of": lambda done: in_words(state, done),
        "by_of": by_of,
        "time_of": lambda when: time_of(state, when),
        "difference": difference,
        "made_of": made_from.text,
        "halves": signed_halves,
        "money": lambda points: figure(Fraction(points), kind, plus=True) if is_money(kind) else f"{points:+d}",
    }


def _at(state: EventState, rounds: list[int]) -> int:
    """The round that people are at: the last one that is on or has a result, or the next where all of it is in."""
    scoring = Scoring(state)
    whole, at = False, rounds[0]
    for number in rounds:
        there = [one.scores is not None for one in scoring.tables(number)]
        if number > state.last_round and not any(there) and not whole:
            break
        at, whole = number, all(there)
    return at


def signed_halves(halves: int) -> str:
    """So many half wins with their sign: ``+1``, ``−½``."""
    text = fraction_text(Fraction(halves, 2))
    return text if halves < 0 else f"+{text}"


def _row(state: EventState, one: TableResult, kind: str) -> ResultRow:
    signed = () if one.own is None else tuple(figure(score.points, kind) for score in one.own)
    when = "" if one.game is None else time_of(state, one.game.heard)
    made = tuple(state.tournament.about(one.round, one.drawn.table))
    return ResultRow(one, _status_of(one), result_fields(one, kind), signed, when, made)


def _status_of(one: TableResult) -> str:
    if one.game is not None and (card := one.game.card) is not None and card.open is not None:
        return "dispute"
    if one.entered is not None:
        return "desk"
    if one.own is not None:
        return "signed"
    playing = one.game is not None and one.game.progress in (Progress.PLAYING, Progress.RESULT)
    return "playing" if playing else "none"


def _others(state: EventState, round: int, drawn: set[str]) -> list[TableGame]:
    """Games of the round, or of none, that belong to no table of the draw; the newest first."""
    found = [
        game
        for game in state.games.values()
        if game.uid not in drawn
        and game.history is not None
        and not state.is_foreign(game)
        and state.round_of(game) in (0, round)
    ]
    return sorted(found, key=lambda one: one.first, reverse=True)[:200]
