"""What the board's feeds say, as types from which their description is made (`device.web.openapi`)."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


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
