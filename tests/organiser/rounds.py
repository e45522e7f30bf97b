"""Rounds for tests: a wall clock that is moved by hand, and games of a round as their tables say them."""

import json
import time

from rules.game import SECOND
from tests.organiser.pages import rows_of

PAIRS = [["Jana", "Petr"], ["Eva", "Ivo"]]
KIND = "polish_doubles"


class WallClock:
    """A wall clock that is moved by hand."""

    def __init__(self):
        self.time = time.time_ns()

    def __call__(self):
        return self.time

    def pass_(self, seconds):
        self.time += seconds * SECOND


def of_round(table, number, entries=5, uid=None, boot="b" * 8):
    """A game of round ``number`` (0: nobody said) as its table says it."""
    rows = rows_of(table, entries=entries)
    begun = json.loads(rows[0].body)
    setup = json.loads(begun["setup"])
    setup.pop("round", None)
    if number:
        setup["round"] = number
    body = json.dumps({"setup": json.dumps(setup), "pairing": None})
    rows = [rows[0]._replace(body=body), *rows[1:]]
    if uid is not None:
        rows = [row._replace(game=uid) for row in rows if row.kind != "seen"]
    return [row._replace(boot=boot) if row.kind != "seen" else row for row in rows]
