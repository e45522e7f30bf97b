"""Polish doubles as a `rules.game.Game`: its acts, and the questions all games answer (S1-S29).

| phase | what takes it further |
|---|---|
| drawing | draw, starters |
| ready | press |
| play | press, move, exchange, pass, ... ; close or end |
| closing, ending | racks (an objection upheld against the closing move goes back to play) |
| result | sign by both pairs |
| signed | reopen |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from rules.act_game import ActGame, Presentation
from rules.clock import DoubleClock
from rules.clock.hold import both_held, hold_voids, named_presses, presses_from
from rules.game import SECOND, Entry, Event, Gesture, OpenTurn, Restore, Setup, Void
from rules.message import Refusal, msg
from rules.polish_doubles import acts as e
from rules.polish_doubles.acts.clock import CLOCK_PHASES, clock_readings
from rules.polish_doubles.acts.ending import SIGNING
from rules.polish_doubles.report import report, sheet_entries, summary
from rules.polish_doubles.setup import INDEX, LETTER, DoublesSetup, PairSetup
from rules.polish_doubles.state import Phase, PressNote, State
from rules.polish_doubles.turns import with_clocks_read

OF_TURN = frozenset(act for act in e.ACTS if issubclass(act, e.OfTurn))
"""Acts that are of a turn. isinstance takes long for structs."""


class PolishDoubles(ActGame[State]):
    """The game of Polish doubles (S1-S29). Stateless; every method is a function of what it is given."""

    key = "polish_doubles"
    press_rule = "S10"
    name = msg("Polish doubles")
    setup_type = DoublesSetup
    acts = e.ACTS
    signing = SIGNING
    presentation = Presentation(summary, report, sheet_entries, clock_readings)

    def begin(self, setup: DoublesSetup) -> State:
        """S1: a game before its starting draw. Raises `Refusal` where a pair has no name."""
        for pair in setup.pairs:
            if not pair.name.strip():
                raise Refusal("S1", "Each pair needs a name; type one in.")
        return State(setup=setup, clock=DoubleClock(limit=setup.turn_limit_s * SECOND), people=setup.seats)

    def earlier_setups(self, setup: Setup) -> Sequence[Setup]:
        """S12, S26: up to version 0.2.0 each correction of points announced wrongly cost a cross, and in 0.1.0 an
        invalid move of that turn ended a player's being out; their setups do not say so."""
        if not isinstance(setup, DoublesSetup):
            return ()
        setups = [setup]
        if setup.cross_per is None and setup.points_misannounced == "correction_and_cross":
            setups += [replace(doubles_setup, cross_per="correction") for doubles_setup in setups]
        if setup.out_after_invalid is None:
            setups += [replace(setup, out_after_invalid="ends") for setup in setups]
        return setups[1:]

    def apply(self, state: State, entry: Entry) -> State:
        """The state after ``entry``. Raises `Refusal` with the rule's number."""
        if type(entry.event) in (Void, Restore):
            return state.with_remark(entry)
        if type(entry.event) in OF_TURN:
            of_turn: Any = entry.event
            of_turn.check_subject(state)
        return super().apply(with_clocks_read(state, entry), entry)

    def with_subject(self, state: State, event: Event) -> Event:
        """S10: a row names the turn and the place that it is written for, what else is said of a turn that turn."""
        return event.with_subject(state) if isinstance(event, e.OfTurn) else event

    def is_misread(self, state: State, entry: Entry) -> bool:
        """S10: where the turn that it names is not the one that would be found, or the clocks showed something else."""
        event: Any = entry.event
        if type(event) is e.Press:
            return event.is_misread(state, entry.at)
        return type(event) in OF_TURN and event.is_misread(state)

    def check_void(self, state: State, void: Void) -> tuple[int, ...]:
        """S10: a pair takes back its own press until the others have acted; later it is for both or the referee."""
        named = named_presses(void, state.presses, lambda note: note.ended, "S10")
        known = {n: note for n in named if (note := state.press(n)) is not None}
        if missing := [n for n in named if n not in known]:
            raise Refusal("S10", "Entry {n} is not a press of a clock button.", n=missing[0])
        if state.phase not in (Phase.PLAY, Phase.CLOSING):
            raise Refusal("S10", "Presses are taken back only while the game is played.")
        if void.by in INDEX and any(known[n].side != INDEX[void.by] for n in named):
            raise Refusal("S10", "A pair takes back only its own press.")
        if void.by not in (*INDEX, "both", "referee"):
            raise Refusal("S10", "A press is taken back by A, B, both or the referee.")
        if void.by != "referee" and not all(self._free(state, known[n], named) for n in named):
            raise Refusal("S10", "The opponents have acted already; only the referee can void that press.")
        return tuple(sorted(named))

    def _free(self, state: State, press: PressNote, named: Sequence[int]) -> bool:
        """Whether the pairs themselves may still take ``press`` back.

        One that ended a turn: while the opponents have not acted on it, and any later press of theirs that ended one is
        ``named`` with it. What the pair itself did since, where the opponents' turn was struck whole (S15), goes on in
        the turn that then has not ended.
        One that fell into a turn of the opponents: while that turn runs, or its end is ``named`` too; otherwise its
        official time is settled.
        """
        turn = state.turns[press.turn]
        ends = [note for n in named if (note := state.press(n)) is not None and note.ended]
        if not press.ended:
            return not turn.pressed or any(note.turn == press.turn for note in ends)
        for note in reversed(state.presses):
            if note.n == press.n:
                break
            if note.ended and note.side != press.side and note.n not in named:
                return False
        later = (state.turns[index] for index in range(len(state.turns) - 1, press.turn, -1))
        acted = any(turn.acted for turn in later if turn.pair != press.side)
        return not turn.objections and not turn.settled and not acted

    def rematch(self, state: State, partners: int = 0) -> Setup:
        """The same four once more: the pairs where they sit, or with ``partners`` 1 or 2 in other pairs."""
        setup, (a, b, c, d) = state.setup, state.people
        names = (setup.pairs[0].name, setup.pairs[1].name)
        order = ((a, b, c, d), (a, c, b, d), (a, d, b, c))[partners]
        if partners:
            names = (f"{order[0].name} + {order[1].name}"[:40], f"{order[2].name} + {order[3].name}"[:40])
        pairs = tuple(
            PairSetup(name=name, players=(order[2 * n].name, order[2 * n + 1].name)) for n, name in enumerate(names)
        )
        return replace(
            setup,
            pairs=(pairs[0], pairs[1]),
            people=tuple(person.id or "" for person in order),
            round=0,
            out_after_invalid="stands",
            cross_per=None,
        )

    def button(self, state: State, side: int, gesture: Gesture, presses: Sequence[int]) -> tuple[Event, ...]:
        """S10: press, the hold that takes back an accidental press or signs, both held: pause by agreement."""
        pair = LETTER[side]
        if gesture is Gesture.PRESS:
            return (e.Press(pair=pair),) if state.phase in CLOCK_PHASES else ()
        if state.phase is Phase.RESULT:
            return (e.Sign(pair=pair),) if gesture is Gesture.HOLD else ()
        if state.phase is not Phase.PLAY:
            return ()
        notes = {note.n: note for note in state.presses}
        known = tuple(n for n in presses if n in notes)
        if gesture is Gesture.BOTH:
            paused = "pause" in state.clock.standing
            return both_held(state.presses, known, e.Pause(), e.Resume(), paused=paused)
        if not known:
            return ()
        held = notes[known[0]]
        ended = next((note for note in reversed(state.presses) if note.side == side and note.ended), None)
        first = None if ended is None else self._mistake(state, held if held.ended else ended)
        if first is held:
            return ()  # it has ended a turn, as any press does
        return hold_voids(first, state.presses, known, pair, lambda void: self.check_void(state, void))

    def _mistake(self, state: State, end: PressNote) -> PressNote:
        """The press with which the mistake began that a hold takes back, where the last turn was ended by ``end``.

        S10: a press before a turn was finished puts the same pair on move at once where the opponents' turn is struck
        whole (S15). Then ``end`` ended a turn in which nothing had happened, and goes with the press before it.
        """
        presses = tuple(state.presses)
        ends = [note for note in presses[: presses.index(end)] if note.ended]
        while ends and ends[-1].side == end.side:
            before = ends.pop()
            if state.turns[end.turn].acted or state.turns[before.turn].is_filled:
                break
            try:
                self.check_void(state, Void(of=presses_from(before, presses), by=LETTER[end.side]))
            except Refusal:
                break
            end = before
        return end

    def is_running(self, state: State) -> bool:
        """Whether a clock runs."""
        return state.phase is Phase.PLAY and state.clock.running

    def open_turn(self, state: State, at: int) -> OpenTurn | None:
        """The turn on the clocks."""
        mover = state.clock.mover
        if state.phase is not Phase.PLAY or mover is None:
            return None
        return OpenTurn(mover, state.clock.remaining(at), state.clock.running)

    def with_readings(self, state: State, event: Event, at: int, readings: tuple[int, int]) -> Event:
        """S10: what each clock had counted by itself. A press that ends a turn also says what they showed (`shows_s`),
        for readers of format 1.0."""
        if "reads_s" not in event.__struct_fields__:
            return event
        event = replace(event, reads_s=(readings[0] / SECOND, readings[1] / SECOND))
        if isinstance(event, e.Press) and (used := event.times_at(state, at)) is not None:
            limit = state.clock.limit
            return replace(event, shows_s=((limit - used[0]) / SECOND, (limit - used[1]) / SECOND))
        return event

    def has_begun(self, state: State) -> bool:
        """Whether the first turn has begun."""
        return state.phase not in (Phase.DRAWING, Phase.READY)


GAME = PolishDoubles()
"""The game, ready to be asked."""
