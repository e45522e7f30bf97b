"""The tally of a game of Kouřící kočka: rounds and letters, as tables, as data and for the timeline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.acts import describe
from rules.game import Cell, Report, ReportRow, ReportTable
from rules.kourici_kocka.state import SEAT, State
from rules.message import Message, msg
from rules.timeline import SheetEntry

HOW: dict[str, Message] = {
    "taken": msg("cards counted"),
    "points": msg("points"),
    "early": msg("ended early"),
    "lost": msg("loser named"),
    "throw_in": msg("cards thrown in"),
    "tie": msg("tie, confirmed"),
    "replayed": msg("tie, played again"),
    "renonc": msg("renonc"),
}
"""How a round was recorded or ended, by `Round.how`."""


def summary(state: State) -> Message:
    """Everybody's letters in one line."""
    line = " · ".join(f"{name} {state.collected_letters(seat) or '–'}" for seat, name in enumerate(state.names))
    return msg("{letters}", letters=line)


def report(state: State) -> Report:
    """The whole tally."""
    title = msg("Kouřící kočka, word {word}", word="".join(state.letters))
    return Report(title, (rounds_table(state), _letters_table(state)), notes(state), _data(state))


def rounds_table(state: State) -> ReportTable:
    """Every round with dealer, leader, counts, loser and letter."""
    columns = (
        msg("Round"),
        msg("Dealer"),
        msg("Leader"),
        msg("Points"),
        msg("Recorded as"),
        msg("Loser"),
        msg("Letter"),
    )
    lines = []
    for number, one in enumerate(state.rounds, start=1):
        counts = None if one.points is None else " ".join(str(n) for n in one.points)
        loser: Cell = None if one.loser is None else SEAT[one.loser]
        message = msg("{how}, put right", how=HOW[one.how]) if one.corrected else HOW[one.how]
        cells = (number, SEAT[one.dealer], SEAT[one.leader], counts, message, loser, one.letter)
        lines.append(ReportRow(cells, heavy=number % 4 == 0))
    return ReportTable(msg("Rounds"), columns, tuple(lines), frozenset({0}))


def _letters_table(state: State) -> ReportTable:
    columns = (msg("Seat"), msg("Player"), msg("Letters"), msg("Lost the game"))
    lines = tuple(
        ReportRow(
            (SEAT[seat], name, state.collected_letters(seat) or None, msg("yes") if state.loser == seat else None)
        )
        for seat, name in enumerate(state.names)
    )
    return ReportTable(msg("Letters"), columns, lines)


def notes(state: State) -> tuple[Message, ...]:
    """What happened beside the rounds, and how it ended."""
    found = [
        msg(
            "round {n}, seat {dealer} deals: {what}",
            n=remark.round,
            dealer=SEAT[remark.dealer],
            what=describe(remark.event),
        )
        for remark in state.remarks
    ]
    if state.tie is not None:
        proposed = "–" if state.tie.proposed is None else SEAT[state.tie.proposed]
        found.append(msg("A tie waits for the table; proposed loser: {seat}.", seat=proposed))
    if state.loser is not None:
        found.append(msg("{name} has the whole word and lost the game.", name=state.names[state.loser]))
    return tuple(found)


def _data(state: State) -> dict[str, Any]:
    return {
        "game": "kourici_kocka",
        "phase": state.phase.value,
        "word": list(state.letters),
        "dealer": SEAT[state.dealer],
        "halted": state.halted,
        "players": [
            {
                "seat": SEAT[seat],
                "name": name,
                "letters": state.collected_letters(seat),
                "banned": seat in state.banned,
            }
            for seat, name in enumerate(state.names)
        ],
        "rounds": [
            {
                "dealer": SEAT[one.dealer],
                "leader": SEAT[one.leader],
                "how": one.how,
                "points": None if one.points is None else list(one.points),
                "loser": None if one.loser is None else SEAT[one.loser],
                "letter": one.letter,
                "corrected": one.corrected,
            }
            for one in state.rounds
        ],
        "loser": None if state.loser is None else SEAT[state.loser],
        "signed": sorted(state.signed),
    }


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
