"""Messages between a client and PostgreSQL, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tools.world.packets import DatabaseMessage


class DatabaseError(Exception):
    """An error that the server answers with: its SQLSTATE, and its first line."""

    def __init__(self, sqlstate: str, text: str) -> None:
        super().__init__(text)
        self.sqlstate, self.text = sqlstate, text


@dataclass(frozen=True, slots=True)
class Startup(DatabaseMessage):
    """A client asks to be let in, with the session's settings."""

    settings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Query(DatabaseMessage):
    """A statement. ``values``: None where it has no parameters, else a sequence of parameters for each time it is run.

    ``many``: it was given for several of them, and answers with no rows.
    """

    sql: str
    values: tuple[tuple[Any, ...], ...] | None = None
    many: bool = False


@dataclass(frozen=True, slots=True)
class Answer(DatabaseMessage):
    """The rows of a statement (None: it has none), and whether a transaction is open now."""

    rows: list[tuple[Any, ...]] | None = None
    in_transaction: bool = False


@dataclass(frozen=True, slots=True)
class ErrorResponse(DatabaseMessage):
    """An error. ``fatal``: the server closes the connection after it."""

    sqlstate: str
    text: str
    fatal: bool = False
    in_transaction: bool = False


@dataclass(frozen=True, slots=True)
class Notification(DatabaseMessage):
    """Somebody notified on a channel that this session listens to."""

    channel: str
    payload: str
    pid: int


@dataclass(frozen=True, slots=True)
class Terminate(DatabaseMessage):
    """The client ends the session."""
