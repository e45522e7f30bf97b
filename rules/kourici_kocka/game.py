"""Kouřící kočka as a `rules.game.Game`: no clock, four seats, a word; and its tally (K1-K17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rules.act_game import ActGame, Presentation
from rules.acts import describe
from rules.game import SIDES, Cell, Event, Gesture, Report, ReportRow, ReportTable, Undo
from rules.kourici_kocka import acts as e
from rules.kourici_kocka.acts import SIGNING
from rules.kourici_kocka.state import SEAT, KockaSetup, Phase, State, letters_of
from rules.message import Message, Refusal, msg
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
    for number, round_ in enumerate(state.rounds, start=1):
        counts = None if round_.points is None else " ".join(str(n) for n in round_.points)
        loser: Cell = None if round_.loser is None else SEAT[round_.loser]
        message = msg("{how}, put right", how=HOW[round_.how]) if round_.corrected else HOW[round_.how]
        cells = (number, SEAT[round_.dealer], SEAT[round_.leader], counts, message, loser, round_.letter)
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
    messages = [
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
        messages.append(msg("A tie waits for the table; proposed loser: {seat}.", seat=proposed))
    if state.loser is not None:
        messages.append(msg("{name} has the whole word and lost the game.", name=state.names[state.loser]))
    return tuple(messages)


def _data(state: State) -> dict[str, Any]:
    return {
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
                "dealer": SEAT[round_.dealer],
                "leader": SEAT[round_.leader],
                "how": round_.how,
                "points": None if round_.points is None else list(round_.points),
                "loser": None if round_.loser is None else SEAT[round_.loser],
                "letter": round_.letter,
                "corrected": round_.corrected,
            }
            for round_ in state.rounds
        ],
        "loser": None if state.loser is None else SEAT[state.loser],
        "signed": sorted(state.signed),
    }


def sheet_entries(state: State) -> Iterator[SheetEntry]:
    """Every round with its loser and counts, then the letters, which follow from them."""
    for number, round_ in enumerate(state.rounds, start=1):
        text = msg("played again")
        if round_.loser is not None:
            text = msg("lost by {seat}: {letter}", seat=SEAT[round_.loser], letter=round_.letter or "–")
        if round_.points is not None:
            text = msg("{points} · {outcome}", points=" ".join(str(n) for n in round_.points), outcome=text)
        yield SheetEntry(("round", number), msg("round {n}", n=number), text)
    for seat, name in enumerate(state.names):
        letters = msg("{letters}", letters=state.collected_letters(seat) or "–")
        yield SheetEntry(("letters", seat), msg("letters of {name}", name=name), letters, sum=True)


class KouriciKocka(ActGame[State]):
    """The game. Stateless; every method is a function of what it is given."""

    key = "kourici_kocka"
    name = msg("Kouřící kočka")
    setup_type = KockaSetup
    acts = e.ACTS
    signing = SIGNING
    presentation = Presentation(summary, report, sheet_entries)

    def begin(self, setup: KockaSetup) -> State:
        """K1, K16: four named players and a word that is not empty. Raises `Refusal`."""
        if not all(name.strip() for name in setup.players):
            raise Refusal(*e.Substitute.nameless)
        letters = letters_of(setup.word, setup.ch_is_one_letter)
        if not letters:
            raise Refusal("K16", "Agree on a word to play for; it cannot be empty.")
        return State(setup, letters, setup.seats)

    def button(self, state: State, side: int, gesture: Gesture, presses: Sequence[int]) -> tuple[Event, ...]:
        """What a press brings forward is what everybody waits for; a hold takes its own press back, or signs.

        A press: dealt; this side has passed; stop; go on. Both held together confirm a tie.
        """
        letter = SIDES[side]
        if gesture is not Gesture.PRESS and presses:
            return tuple(Undo(of=n) for n in sorted(presses, reverse=True))
        if gesture is Gesture.BOTH:
            proposed = None if state.tie is None else state.tie.proposed
            return () if proposed is None else (e.Confirm(seat=SEAT[proposed]),)
        if gesture is Gesture.HOLD:
            return (e.Sign(side=letter),) if state.phase is Phase.OVER else ()
        if state.halted is not None:
            return (e.GoOn(),)
        if state.phase is Phase.DEAL:
            return (e.Deal(),)
        if state.phase is Phase.PASSING and letter not in state.ready:
            return (e.Passed(side=letter),)
        return (e.Halt(side=letter),) if state.phase is Phase.PLAY else ()

    def has_begun(self, state: State) -> bool:
        """Whether cards were dealt."""
        return bool(state.rounds or state.misdeals or state.phase is not Phase.DEAL)


GAME = KouriciKocka()
"""The game, ready to be asked."""
