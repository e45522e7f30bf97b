"""What the desk's page of results shows: a line a table with finished ones folded, one slip, what was ruled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from device.common.specs.card import fraction_text, signed_number
from device.organiser.acts.from_text import plain
from device.organiser.desk.asked import Asked, number
from device.organiser.desk.tables_view import DONE, WORDS
from device.organiser.desk.typed import difference
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_games import WITHOUT_TERMS
from device.organiser.log.event_state import EventState
from device.organiser.log.table_game import TableGame
from device.organiser.log.tournament_state import Entrant
from device.organiser.log.troubles import troubles
from device.organiser.tournament.decided import by_of, time_of
from device.organiser.tournament.kinds import as_typed, figure, is_for_two, is_in_halves, is_least, is_money
from device.organiser.tournament.public_names import short_name
from device.organiser.tournament.results import TableResult
from device.organiser.tournament.scoring import Scoring
from rules.explain import quote
from rules.game import Progress
from rules.games import DEFAULT_KEY
from rules.message import Message

ABOVE = ("dispute", "claim", "conflict", "stuck", "returned", "missing", "call", "coming")
"""What of the desk's troubles stands above the results, the first first."""
FEW = 3
"""Finished tables one after another that are folded into one line."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A table of the round: ``status`` is one of `WORDS`, ``word`` says it; ``seats`` are names and figures."""

    result: TableResult
    status: str
    word: Message
    seats: tuple[tuple[str, str], ...]

    @property
    def table(self) -> int:
        """The table's number."""
        return self.result.drawn.table


@dataclass(frozen=True, slots=True)
class ResultRun:
    """Tables one after another; ``is_folded``: all of them are finished, and one line stands for them."""

    rows: tuple[ResultRow, ...]
    is_done: bool
    is_folded: bool

    @property
    def by_status(self) -> Counter[str]:
        """How many have each status."""
        return Counter(row.status for row in self.rows)


def values(desk: OrganiserDesk, asked: Asked, round: int) -> dict[str, Any]:
    """The values of the page; ``round`` is the one that comes, where the address names none. The address also says of
    which table the slip lies there (``more``), which run is unfolded (``open``), and which tables are shown (``show``).
    """
    state = desk.state
    rounds = [draw.round for draw in state.tournament.rounds()]
    if not asked.get("round") and rounds:
        round = _at(state, rounds)
    draw = state.tournament.draw_of(round)
    kind = DEFAULT_KEY if draw is None else draw.kind
    game = state.game(kind)
    rows = [_row(table, state.tournament.entrants) for table in Scoring(state).tables(round)]
    table_troubles = [trouble for trouble in troubles(state, desk.now()) if trouble.kind in ABOVE]
    table_troubles.sort(key=lambda trouble: (ABOVE.index(trouble.kind), trouble.since, trouble.table))
    asks = {trouble.table for trouble in table_troubles}
    # "/" leads to the field, and people type it in there as well.
    written = plain(asked.get("more", "")).strip(" /")
    show, more = asked.get("show", ""), number({"more": written}, "more")
    shown = [
        row
        for row in rows
        if not show
        or row.table == more
        or (row.status not in DONE if show == "missing" else row.table in asks or row.status == "dispute")
    ]
    slip = next((row for row in rows if row.table == more), None)
    return {
        "round": round,
        "more": more or "",
        "unknown": quote(written) if not more else "",
        "show": show,
        "rounds": rounds,
        "draw": draw,
        "is_money": is_money(game),
        "two": is_for_two(game),
        "least": is_least(game),
        "may_be_below_zero": is_money(game) or kind not in WITHOUT_TERMS,
        "in_halves": is_in_halves(game),
        "as_typed": as_typed,
        "runs": list(_runs(shown, more, number(asked, "open"))),
        "all_tables": len(rows),
        "widest": max((len(row.seats) for row in rows), default=2),
        "done": sum(row.result.scores is not None for row in rows),
        "counted": [(word, n) for word in WORDS if (n := sum(row.status == word for row in rows))],
        "missing": sum(row.status not in DONE for row in rows),
        "to_decide": len(asks),
        "words": WORDS,
        "above": table_troubles,
        "slip": None if slip is None else _slip(state, slip),
        "others": _others(state, round, {row.result.game.uid for row in rows if row.result.game is not None}),
        "adjusted": [act for act in state.tournament.adjustments if act.round == round],
        "by_of": by_of,
        "time_of": lambda when: time_of(state, when),
        "difference": lambda form: difference(form, game),
        "halves": signed_halves,
        "money": lambda points: figure(Fraction(points), game, plus=True) if is_money(game) else signed_number(points),
    }


def _at(state: EventState, rounds: list[int]) -> int:
    """The round that people are at: the last one that is on or has a result, or the next where all of it is in."""
    scoring = Scoring(state)
    whole, at = False, rounds[0]
    for n in rounds:
        there = [table.scores is not None for table in scoring.tables(n)]
        if n > state.last_round and not any(there) and not whole:
            break
        at, whole = n, all(there)
    return at


def signed_halves(halves: int) -> str:
    """So many half wins with their sign: ``+1``, ``−½``."""
    text = fraction_text(Fraction(halves, 2))
    return text if halves < 0 else f"+{text}"


def _row(result: TableResult, entrants: dict[str, Entrant]) -> ResultRow:
    status, word = _status_of(result)
    names = [short_name(entrants[id]) for id in result.drawn.entrants]
    return ResultRow(result, status, word, tuple(zip(names, result.figures(), strict=True)))


def _status_of(result: TableResult) -> tuple[str, Message]:
    card = None if result.game is None else result.game.card
    if card is not None and card.open is not None and result.entered is None:
        return "dispute", WORDS["dispute"]
    if result.scores is not None:
        return (status := "signed" if result.entered is None else "desk"), WORDS[status]
    if card is not None and card.progress is Progress.PLAYING:
        return "playing", card.corner
    return (status := "sign" if card is not None and card.progress is Progress.RESULT else "missing"), WORDS[status]


def _runs(rows: Sequence[ResultRow], more: int, unfolded: int) -> Iterator[ResultRun]:
    """The lines with finished tables folded, but for the run that begins with the table ``unfolded``."""

    def key(row: ResultRow) -> bool:
        return row.status in DONE and row.table != more

    for is_done, group in groupby(rows, key):
        run = tuple(group)
        yield ResultRun(run, is_done, is_done and len(run) >= FEW and run[0].table != unfolded)


def _slip(state: EventState, row: ResultRow) -> dict[str, Any]:
    """The form of a table's result, what its table signed, when, and what the desk decided about it."""
    result = row.result
    return {
        "row": row,
        "result": result,
        "signed": ()
        if result.own is None
        else tuple(figure(score.points, result.spec, plus=True) for score in result.own),
        "when": "" if result.game is None else time_of(state, result.game.heard),
        "decisions": list(state.tournament.about(result.round, row.table)),
    }


def _others(state: EventState, round: int, drawn: set[str]) -> list[TableGame]:
    """Games of the round, or of none, that belong to no table of the draw; the newest first."""
    games = [
        game
        for game in state.games.values()
        if game.uid not in drawn
        and game.history is not None
        and not state.is_foreign(game)
        and state.round_of(game) in (0, round)
    ]
    return sorted(games, key=lambda game: game.first, reverse=True)[:200]
