"""The timeline of a game of Kouřící kočka: the rounds, and everybody's letters. It has no clocks."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kourici_kocka.events import SEAT
from rules.kourici_kocka.state import State
from rules.message import msg
from rules.timeline import SheetEntry


def sheet_entries(state: State) -> Iterator[SheetEntry]:
    """Every round with its loser and counts, then the letters, which follow from them."""
    for number, one in enumerate(state.rounds, start=1):
        text = msg("played again")
        if one.loser is not None:
            text = msg("lost by {seat}: {letter}", seat=SEAT[one.loser], letter=one.letter or "–")
        if one.points is not None:
            text = msg("{points} · {outcome}", points=" ".join(str(n) for n in one.points), outcome=text)
        yield SheetEntry(("round", number), msg("round {n}", n=number), text)
    for seat, name in enumerate(state.names):
        letters = msg("{letters}", letters=state.collected_letters(seat) or "–")
        yield SheetEntry(("letters", seat), msg("letters of {name}", name=name), letters, sum=True)
