"""Results and live games for other programs: versioned JSON, and live games of Scrabble as GCG (docs/exports.md).

``"version"`` is 1; later versions may add keys and neither rename nor drop any. Names are those that the board shows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import unescape
from typing import Any, Literal, NotRequired, TypedDict

from markupsafe import escape
from starlette.routing import BaseRoute, Route

from device.common.exports import FiledGame
from device.common.games.registry import SPECS
from device.common.i18n import speaking, tr
from device.common.languages import SOURCE
from device.common.version import version
from device.common.web.openapi import DESCRIBED, DESCRIPTION, RouteAnswer, openapi
from device.organiser.board.model import BoardModel, TableView
from device.organiser.log.table_game import TableGame
from device.organiser.tournament.public_names import mask, name_of
from device.organiser.tournament.scoring import Scoring
from device.organiser.tournament.snapshot import standings_of
from rules.game import MILLISECOND

# -- what feeds say, from which their description is made (`device.common.web.openapi`) --------------------------------


class SeatJson(TypedDict):
    """Who plays, what they have, and whether it is their move."""

    name: str
    figure: str
    on_move: bool


class TableJson(TypedDict):
    """A table in short."""

    table: int
    game: str | None
    stage: Literal["ready", "playing", "result", "signed"] | None
    away: bool
    entries: int
    line: str
    seats: list[SeatJson]


class EventJson(TypedDict):
    """The event, its round, and its tables."""

    version: Literal[1]
    stale: bool
    title: str
    round: int | None
    game: str | None
    linked: bool
    tables: list[TableJson]


class ClockJson(TypedDict):
    """A clock: whose it is, what is left (ms), whether it is the official one, whether it runs."""

    name: str
    left_ms: int
    counts: bool
    runs: bool


class SquaresJson(TypedDict):
    """A board of Scrabble: rows from the top, a character a square; whether all moves are known."""

    rows: list[str]
    whole: bool


class LiveTableJson(TableJson):
    """The live game of a table."""

    version: Literal[1]
    stale: bool
    clocks: list[ClockJson]
    board: SquaresJson | None


class ResultSeatJson(TypedDict):
    """An entrant at a table; without a result neither ``won`` nor ``points``."""

    number: int | None
    name: str
    won: NotRequired[float]
    points: NotRequired[float]


class ResultTableJson(TypedDict):
    """The result of a table, and where it was said; None: there is none yet."""

    table: int
    source: Literal["table", "desk"] | None
    seats: list[ResultSeatJson]


class RoundJson(TypedDict):
    """A round that was drawn."""

    round: int
    game: str
    tables: list[ResultTableJson]
    byes: list[str]


class StandingJson(TypedDict):
    """A line of the standings."""

    place: int
    name: str
    games: int
    won: float
    margin: float
    points: float
    people: list[str]
    club: str | None


class StandingsJson(TypedDict):
    """The standings of one game."""

    game: str
    lines: list[StandingJson]


class ResultsJson(TypedDict):
    """Every result and the standings."""

    version: Literal[1]
    stale: bool
    title: str
    rounds: list[RoundJson]
    standings: list[StandingsJson]


# -- how they say it ---------------------------------------------------------------------------------------------------

VERSION = 1
Values = dict[str, Any]
PREFIX = "/api/v1/"
"""How the addresses begin that other programs may rely on."""
OF_TABLE = {
    "404": "There is no such table or no such game",
    "503": "The board has not read everything yet; ask again",
}
ANSWERS = {
    f"{PREFIX}event.json": RouteAnswer("The event, its round, and its tables in short", EventJson),
    f"{PREFIX}results.json": RouteAnswer("Every result of every round that was drawn, and the standings", ResultsJson),
    f"{PREFIX}table/{{number}}.json": RouteAnswer("The live game of a table", LiveTableJson, other=OF_TABLE),
    f"{PREFIX}table/{{number}}.gcg": RouteAnswer(
        "The live game of a table as GCG; Polish doubles alone", other=OF_TABLE
    ),
    f"{PREFIX}{DESCRIPTION}": DESCRIBED,
}
"""What other programs are answered."""


def description(routes: Iterable[BaseRoute]) -> Values:
    """Those of ``routes`` that other programs may rely on, as OpenAPI."""
    public = [route for route in routes if isinstance(route, Route) and route.path.startswith(PREFIX)]
    about = "Anybody may ask, from any page. Later versions may add keys, and rename and drop none."
    return openapi("Dvojtah: the live board", about, public, ANSWERS, version())


def event_json(board: BoardModel) -> Values:
    """The event, its round, and its tables in short."""
    on = board.state.round
    views = [board.value(f"card-{number}") for number in board.numbers]
    return {
        "version": VERSION,
        "title": board.state.title,
        "round": on.round or None,
        "game": on.kind or None,
        "linked": board.state.linked,
        "tables": [_table(view) for view in views if view is not None],
    }


def results_json(board: BoardModel) -> Values:
    """Every result of every round that was drawn, and the standings of every game."""
    state, scoring = board.state, Scoring(board.state)
    entrants = state.tournament.entrants
    rounds = []
    for draw in state.tournament.rounds():
        tables = []
        for table in scoring.tables(draw.round):
            scores = table.scores or (None,) * len(table.drawn.entrants)
            seats = [
                {"number": entrants[who].number, "name": name_of(entrants[who])}
                | ({} if score is None else {"won": float(score.won), "points": float(score.points)})
                for who, score in zip(table.drawn.entrants, scores, strict=False)
                if who in entrants
            ]
            source = None if table.scores is None else "table" if table.entered is None else "desk"
            tables.append({"table": table.drawn.table, "source": source, "seats": seats})
        byes = [name_of(entrants[who]) for who in draw.byes if who in entrants]
        rounds.append({"round": draw.round, "game": draw.kind, "tables": tables, "byes": byes})
    standings = standings_of(state, state.title)["standings"]
    return {"version": VERSION, "title": state.title, "rounds": rounds, "standings": standings}


def table_json(board: BoardModel, number: int) -> Values | None:
    """The live game of a table; None where there is no such table."""
    view, lying = board.value(f"card-{number}"), board.lying(number)
    if view is None:
        return None
    now = board.now() // MILLISECOND
    with speaking(SOURCE):
        names = [tr(dial.name) for dial in view.dials]
    clocks = [
        {"name": name, "left_ms": dial.left_at(now), "counts": dial.official, "runs": dial.ends_ms is not None}
        for name, dial in zip(names, view.dials, strict=True)
    ]
    squares = None if lying is None else {"rows": list(lying.rows), "whole": lying.whole}
    return {"version": VERSION} | _table(view) | {"clocks": clocks, "board": squares}


def _table(view: TableView) -> Values:
    card = view.card
    with speaking(SOURCE):
        seats = [
            {"name": tr(seat.name), "figure": tr(seat.figure), "on_move": seat.on_move}
            for seat in (() if card is None else card.seats)
        ]
        state = "" if card is None else tr(card.corner)
    return {
        "table": view.number,
        "game": view.kind or None,
        "stage": None if card is None else card.progress.value,
        "away": view.is_away,
        "entries": view.entries,
        "line": state,
        "seats": seats,
    }


def text_of(board: BoardModel, values: Values) -> str:
    """The JSON of ``values`` as the board may show it: who asked for initials has them."""
    return json.dumps(_masked(board, values), ensure_ascii=False, indent=1) + "\n"


def _masked(board: BoardModel, value: Any) -> Any:
    match value:
        case dict():
            return {key: _masked(board, item) for key, item in value.items()}
        case list():
            return [_masked(board, item) for item in value]
        case str() if board.hidden:
            return unescape(mask(f">{escape(value)}<", board.hidden)[1:-1])
    return value


def game_gcg(board: BoardModel, game: TableGame, lang: str) -> bytes | None:
    """A live game as GCG, as far as it is played; None where its game has none."""
    if (history := game.history) is None:
        return None
    for export in SPECS[history.game.key].notations:
        if export.kind == "gcg":
            with speaking(lang):
                text = export.make(FiledGame(game.table, history)).decode()
            for name, short in board.hidden:  # as a word of its own GCG writes a name without spaces
                text = text.replace(name, short).replace("_".join(name.split()), "_".join(short.split()))
            return text.encode()
    return None
