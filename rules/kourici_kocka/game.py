"""Kouřící kočka as a `rules.game.Game`: no clock, four seats, a word (K1-K17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.chronicle import Reading, Written
from rules.game import Cell, Entry, Event, Gesture, Line, Redo, Report, Setup, Stage, Table, Undo, Void
from rules.kourici_kocka import events as e
from rules.kourici_kocka import rounds
from rules.kourici_kocka.state import Phase, State, letters_of
from rules.kourici_kocka.telling import written
from rules.message import Message, Refusal, msg
from rules.rulebook import Rulebook

RULES: Rulebook[State] = Rulebook(
    {
        e.FirstDealer: (rounds.may_choose_dealer, rounds.first_dealer),
        e.Deal: (rounds.may_deal, rounds.deal),
        e.Misdeal: (rounds.may_misdeal, rounds.misdeal),
        e.Passed: (rounds.may_pass, rounds.passed),
        e.Taken: (rounds.may_end_round, rounds.taken),
        e.Points: (rounds.may_end_round, rounds.points),
        e.Lost: (rounds.may_end_round, rounds.lost),
        e.ThrowIn: (rounds.may_end_round, rounds.throw_in),
        e.Confirm: (rounds.may_confirm, rounds.confirm),
        e.Correct: (rounds.may_correct, rounds.correct),
        e.Renonc: (rounds.may_end_round, rounds.renonc),
        e.Halt: (rounds.may_halt, rounds.halt),
        e.GoOn: (rounds.may_resume, rounds.resume),
        e.Substitute: (rounds.may_substitute, rounds.substitute),
        e.Note: (rounds.may_note, rounds.note),
        e.Sign: (rounds.may_sign, rounds.sign),
        e.Reopen: (rounds.may_reopen, rounds.reopen),
    }
)

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
"""How a round was told or ended, by `Round.how`."""

INFRACTIONS: dict[str, Message] = {
    "K7": msg("dealt more than two cards at a time"),
    "K11": msg("played out of turn"),
    "K12": msg("looked at an older trick"),
}
"""What a note without words is about, by its rule."""

REASONS: dict[str, Message] = {
    "wrong loser": msg("wrong loser"),
    "wrong letter": msg("wrong letter"),
    "table": msg("the table agreed"),
}
"""Reasons to open a signed game again that screens offer; a record may give others in words."""

KINDS: dict[str, Message] = {
    "looked": msg("looked too early"),
    "suit": msg("suit not followed"),
    "dealt": msg("dealt wrongly"),
}
"""The kinds of renonc (K15)."""


def _renonc(event: e.Renonc) -> Message:
    kind = KINDS[event.kind]
    if event.deliberate:
        return msg("renonc {seat}: {kind}, banned", seat=event.seat, kind=kind)
    if not event.punished:
        return msg("renonc {seat}: {kind}, forgiven", seat=event.seat, kind=kind)
    return msg("renonc {seat}: {kind}", seat=event.seat, kind=kind)


def _correct(event: e.Correct) -> Message:
    if event.points is not None:
        return msg("round {n} put right: {points}", n=event.round, points=" ".join(str(n) for n in event.points))
    if event.seat is None:
        return msg("round {n} put right: played again", n=event.round)
    return msg("round {n} put right: seat {seat} lost it", n=event.round, seat=event.seat)


def _note(event: e.Note) -> Message:
    text = event.text or INFRACTIONS.get(event.rule, "–")
    if event.seat is None:
        return msg("note to {rule}: {text}", rule=event.rule, text=text)
    return msg("note to {rule}, seat {seat}: {text}", rule=event.rule, seat=event.seat, text=text)


_WORDS: Mapping[type[Event], Callable[[Any], Message]] = {
    e.FirstDealer: lambda x: msg("seat {seat} deals first", seat=x.seat),
    e.Deal: lambda x: msg("deal"),
    e.Misdeal: lambda x: msg("misdeal with a letter") if x.letter else msg("misdeal"),
    e.Passed: lambda x: msg("side {side} passed its cards", side=x.side) if x.side else msg("cards passed"),
    e.Taken: lambda x: msg("round counted by cards"),
    e.Points: lambda x: msg("round: {points}", points=" ".join(str(n) for n in x.points)),
    e.Lost: lambda x: msg("seat {seat} lost the round", seat=x.seat),
    e.ThrowIn: lambda x: msg("seat {seat} threw the cards in", seat=x.seat),
    e.Confirm: lambda x: msg("tie confirmed"),
    e.Correct: _correct,
    e.Renonc: _renonc,
    e.Halt: lambda x: msg("side {side} stops the game", side=x.side),
    e.GoOn: lambda x: msg("the game goes on"),
    e.Substitute: lambda x: msg("{name} takes seat {seat}", name=x.name, seat=x.seat),
    e.Note: _note,
    e.Sign: lambda x: msg("side {side} signs", side=x.side),
    e.Reopen: lambda x: msg("opened again: {reason}", reason=REASONS.get(x.reason, x.reason)),
    Undo: lambda x: msg("undo"),
    Redo: lambda x: msg("redo"),
}


class KouriciKocka:
    """The game. Stateless; every method is a function of what it is given."""

    key = "kourici_kocka"

    @property
    def name(self) -> Message:
        """The game's name."""
        return msg("Kouřící kočka")

    @property
    def setup_type(self) -> type[Setup]:
        """The setup it starts from."""
        return e.KockaSetup

    @property
    def event_types(self) -> Sequence[type[Event]]:
        """Its events."""
        return RULES.event_types

    def start(self, setup: Setup) -> State:
        """K1, K16: four named players and a word that is not empty. Raises `Refusal`."""
        if not isinstance(setup, e.KockaSetup):
            raise Refusal("", "This is not the setup of a game of Kouřící kočka.")
        if not all(name.strip() for name in setup.players):
            raise Refusal("K1", "Four players play; each needs a name.")
        letters = letters_of(setup.word, setup.ch_is_one_letter)
        if not letters:
            raise Refusal("K16", "Agree on a word to play for; it cannot be empty.")
        return State(setup=setup, names=setup.players, letters=letters)

    def apply(self, state: State, entry: Entry) -> State:
        """The state after ``entry``. Raises `Refusal` with the rule's number."""
        return RULES.apply(state, entry)

    def may(self, state: State) -> Mapping[str, Refusal | None]:
        """For each event word what stands against it now."""
        return RULES.may(state)

    def check_void(self, state: State, void: Void) -> tuple[int, ...]:
        """There is no clock whose press could be taken back."""
        raise Refusal("", "This game has no clock; there is no press to take back.")

    def sealed(self, state: State) -> Refusal | None:
        """Signed by both sides, nothing is taken back."""
        if state.phase is not Phase.SIGNED:
            return None
        return Refusal("K5", "The end of the game is signed.")

    def button(self, state: State, side: int, gesture: Gesture, presses: Sequence[int]) -> tuple[Event, ...]:
        """What a press brings forward is what everybody waits for; a hold takes its own press back, or signs.

        A press: dealt; this side has passed; stop; go on. Both held together confirm a tie.
        """
        letter = e.SIDES[side]
        if gesture is not Gesture.PRESS and presses:
            return tuple(Undo(of=n) for n in sorted(presses, reverse=True))
        if gesture is Gesture.BOTH:
            proposed = None if state.tie is None else state.tie.proposed
            return () if proposed is None else (e.Confirm(seat=e.SEAT[proposed]),)
        if gesture is Gesture.HOLD:
            return (e.Sign(side=letter),) if state.phase is Phase.OVER else ()
        if state.halted is not None:
            return (e.GoOn(),)
        if state.phase is Phase.DEAL:
            return (e.Deal(),)
        if state.phase is Phase.PASSING and letter not in state.ready:
            return (e.Passed(side=letter),)
        return (e.Halt(side=letter),) if state.phase is Phase.PLAY else ()

    def power_loss(self, state: State, doubt: int) -> Event | None:
        """No time is measured, so none is lost."""
        return None

    def running(self, state: State) -> bool:
        """No clock."""
        return False

    def stage(self, state: State) -> Stage:
        """How far the game is."""
        if state.phase is Phase.SIGNED:
            return Stage.SIGNED
        if state.phase is Phase.OVER:
            return Stage.RESULT
        begun = state.rounds or state.misdeals or state.phase is not Phase.DEAL
        return Stage.PLAYING if begun else Stage.READY

    def summary(self, state: State) -> Message:
        """Everybody's letters in one line."""
        line = " · ".join(f"{name} {state.shown(seat) or '–'}" for seat, name in enumerate(state.names))
        return msg("{letters}", letters=line)

    def report(self, state: State) -> Report:
        """Rounds and letters."""
        return Report(
            msg("Kouřící kočka, word {word}", word="".join(state.letters)),
            (_rounds_table(state), _letters_table(state)),
            _notes(state),
            _data(state),
        )

    def describe(self, event: Event) -> Message:
        """What somebody did."""
        return _WORDS[type(event)](event)

    def written(self, state: State) -> Sequence[Written]:
        """The rounds and what follows from them."""
        return tuple(written(state))

    def clocks(self, state: State, entry: Entry) -> Sequence[Reading]:
        """None: this game has no clock."""
        return ()


def _rounds_table(state: State) -> Table:
    columns = (msg("Round"), msg("Dealer"), msg("Leader"), msg("Points"), msg("Said"), msg("Loser"), msg("Letter"))
    lines = []
    for number, one in enumerate(state.rounds, start=1):
        counts = None if one.points is None else " ".join(str(n) for n in one.points)
        loser: Cell = None if one.loser is None else e.SEAT[one.loser]
        said = msg("{how}, put right", how=HOW[one.how]) if one.corrected else HOW[one.how]
        cells = (number, e.SEAT[one.dealer], e.SEAT[one.leader], counts, said, loser, one.letter)
        lines.append(Line(cells, heavy=number % 4 == 0))
    return Table(msg("Rounds"), columns, tuple(lines), frozenset({0}))


def _letters_table(state: State) -> Table:
    columns = (msg("Seat"), msg("Player"), msg("Letters"), msg("Lost the game"))
    lines = tuple(
        Line((e.SEAT[seat], name, state.shown(seat) or None, msg("yes") if state.loser == seat else None))
        for seat, name in enumerate(state.names)
    )
    return Table(msg("Letters"), columns, lines)


def _notes(state: State) -> tuple[Message, ...]:
    notes = [
        msg(
            "round {n}, seat {dealer} deals: {what}",
            n=remark.round,
            dealer=e.SEAT[remark.dealer],
            what=_WORDS[type(remark.event)](remark.event),
        )
        for remark in state.remarks
    ]
    if state.tie is not None:
        proposed = "–" if state.tie.proposed is None else e.SEAT[state.tie.proposed]
        notes.append(msg("A tie waits for the table; proposed loser: {seat}.", seat=proposed))
    if state.loser is not None:
        notes.append(msg("{name} has the whole word and lost the game.", name=state.names[state.loser]))
    return tuple(notes)


def _data(state: State) -> dict[str, Any]:
    return {
        "game": "kourici_kocka",
        "phase": state.phase.value,
        "word": list(state.letters),
        "dealer": e.SEAT[state.dealer],
        "halted": state.halted,
        "players": [
            {"seat": e.SEAT[seat], "name": name, "letters": state.shown(seat), "banned": seat in state.banned}
            for seat, name in enumerate(state.names)
        ],
        "rounds": [
            {
                "dealer": e.SEAT[one.dealer],
                "leader": e.SEAT[one.leader],
                "how": one.how,
                "points": None if one.points is None else list(one.points),
                "loser": None if one.loser is None else e.SEAT[one.loser],
                "letter": one.letter,
                "corrected": one.corrected,
            }
            for one in state.rounds
        ],
        "loser": None if state.loser is None else e.SEAT[state.loser],
        "signed": sorted(state.signed),
    }


GAME = KouriciKocka()
"""The game, ready to be asked."""
