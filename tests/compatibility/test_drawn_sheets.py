"""A score sheet that is drawn, at a table whose program knows none: it reads what it is sent, and says why not."""

from __future__ import annotations

import subprocess
import sys

from device.common.event import wire
from device.common.event.messages import Order, Pairing
from rules.sheet_terms import SheetTerms
from tests.world.runs import need_source
from tools.world.versions.trees import NEWEST, source_of

PAIRED = Order(
    pairing=Pairing(
        pairing="cd" * 8, kind="rounds", round=1, seats=(("Adam",), ("Bára",)), terms=SheetTerms(name="Uno", until=500)
    ),
    note="Pojďte k pořadateli",
)
TABLE = """
import sys
from types import SimpleNamespace
from device.event import messages, wire
from device.event.answers import seat
from rules.games import GAMES
from rules.message import Refusal
order = wire.decode(sys.stdin.buffer.read(), messages.Order)
print(order.note)
try:
    seat(SimpleNamespace(games={key: object() for key in GAMES}), order.pairing)
except Refusal as refusal:
    print(refusal.message)
"""


def test_a_table_of_the_version_before_says_that_it_cannot_play_it() -> None:
    need_source(NEWEST)
    table = subprocess.run(
        [sys.executable, "-c", TABLE],
        input=wire.encode(PAIRED),
        cwd=source_of(NEWEST),
        capture_output=True,
        check=False,
    )
    assert table.stdout.decode().splitlines() == ["Pojďte k pořadateli", "This game has no screens here."], table.stderr
