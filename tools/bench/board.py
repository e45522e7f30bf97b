"""What a board keeps of answers while strangers name ten thousand numbers, against an answer kept for each of them."""

from __future__ import annotations

from collections.abc import Iterator

from device.organiser.board.live import Live
from tools.bench.desk import TABLES, rows_of
from tools.bench.measure import Result

ASKED = 10_000


def compare() -> Iterator[Result]:
    """A page of the board, asked for with every ``?after=`` up to `ASKED`."""
    live = Live()
    live.on_store_open("0" * 8)
    rows = [row for table in range(1, TABLES + 1) for row in rows_of(table)]
    for n, row in enumerate(rows[: ASKED + 1], start=1):
        live.board.take([row._replace(id=n)])
        if n % 100 == 0:
            live.board.flush()
    live.board.flush()
    every = sum(len(live.message("tables", 1, "cs", seen)) for seen in range(ASKED))
    yield Result(
        "answers kept for 10,000 ?after=", sum(map(len, live._made.values())) / 1e6, "one for each", every / 1e6, "MB"
    )
