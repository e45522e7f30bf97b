"""The organiser's command line for tests, and what a fold of the log says."""

import contextlib
import io
import sqlite3
import sys

from device.cli import parser
from device.cli.commands import run_organiser
from device.common.i18n import speaking
from device.common.settings.settings import Settings
from device.organiser.log.event_state import EventState
from device.organiser.store import everything, open_store
from tests.organiser.conftest import EVENT


def command(store, *arguments, text=""):
    """What a command line prints; `Failure` where it is refused."""
    options = parser().parse_args(["organiser", "--event", EVENT, "--store", store, *arguments])
    out = io.StringIO()
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(text.encode()))
    try:
        with contextlib.redirect_stdout(out), speaking("en"):
            assert run_organiser(options, Settings()) == 0
    finally:
        sys.stdin = before
    return out.getvalue()


def folded_parts(state: EventState) -> object:
    """Everything that a fold says, to be compared."""
    orders_ = [state.order(place) for place in state.tables()]
    games = [(game.uid, game.table, game.counts, game.returned, game.entry_count) for game in state.games.values()]
    return (state.title, state.round, state.last_round, state.notice, orders_, games, state.unreadable)


def kept_in(url, event=EVENT):
    """Everything that a store has: rows, refused messages and contacts."""
    with contextlib.closing(open_store(url, event, read_only=True)) as store:
        return list(everything(store)), store.refusals(), store.contacts()


def slip_in(path, row):
    """Put a row into a store's file past every check, as an earlier version might have."""
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        places = ", ".join("?" * 10)
        columns = "event, tbl, boot, seq, kind, game, n, at, heard, body"
        db.execute(f"INSERT INTO log ({columns}) VALUES ({places})", (EVENT, *row[1:]))
