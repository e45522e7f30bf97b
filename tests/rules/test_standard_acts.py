"""Acts that games have alike: on clocks, a disputed result, one opened again, notes; and each once on record."""

import enum
from dataclasses import dataclass, replace
from typing import Literal

from rules.act_game import ActGame
from rules.acts import Act, describe
from rules.clock import acts as clock
from rules.game import SECOND, Entry
from rules.message import Message, msg
from rules.schema import on_record
from rules.signing import ResultDispute, ResultReopen, Signing
from rules.standard_acts import NoteAct
from rules.vector import EMPTY, Vector


class Phase(enum.Enum):
    PLAY = "play"
    OVER = "over"
    SIGNED = "signed"


@dataclass(frozen=True)
class State:
    phase: Phase = Phase.PLAY
    remarks: tuple[int, ...] = ()

    def with_remark(self, entry):
        return replace(self, remarks=(*self.remarks, entry.n))


class AnyAct(Act, frozen=True, kw_only=True):
    closed = {Phase.SIGNED: ("X9", msg("It is signed."))}


@dataclass(frozen=True)
class Clock:
    standing: tuple[str, ...] = ()
    doubt: int = 0

    def stop(self, reason, at):
        return replace(self, standing=(*self.standing, f"{reason} {at}"))

    def resume(self, reason, at):
        return replace(self, standing=())

    def power_loss(self, at, doubt):
        return replace(self.stop("power", at), doubt=doubt)


@dataclass(frozen=True)
class TimedState(State):
    clock: Clock = Clock()


class Pause(clock.Pause, AnyAct, frozen=True, kw_only=True):
    """The game's own."""

    cites = "X5"
    phases = (Phase.PLAY,)
    out_of_phase = msg("No clock is running.")


class Resume(clock.Resume, AnyAct, frozen=True, kw_only=True):
    """The game's own."""


class PowerLoss(clock.PowerLoss, AnyAct, frozen=True, kw_only=True):
    """The game's own."""

    in_use = (Phase.PLAY,)


class Timed(ActGame[TimedState]):
    acts = (Pause, Resume, PowerLoss)


def test_a_game_with_clocks_pauses_goes_on_and_loses_power_by_its_own_rule():
    state = TimedState()
    assert Timed().may(replace(state, phase=Phase.OVER))["pause"].rule == "X5"
    state = Timed().apply(state, Entry(1, 5, Pause(reason="tea")))
    assert (state.clock.standing, state.remarks) == (("pause 5",), (1,))
    state = Timed().apply(state, Entry(2, 8, Resume()))
    assert (state.clock.standing, state.remarks) == ((), (1, 2))
    state = Timed().apply(state, Entry(3, 9, PowerLoss(doubt_s=2.5)))
    assert (state.clock.standing, state.clock.doubt, state.remarks) == (("power 9",), 2.5 * SECOND, (1, 2, 3))


def test_a_power_cut_while_no_clock_is_in_use_changes_nothing():
    over = TimedState(phase=Phase.OVER)
    assert Timed().apply(over, Entry(1, 5, PowerLoss())) == over


def test_acts_on_clocks_are_described_alike_in_every_game():
    described = (Pause(), Pause(reason="tea"), Resume(), PowerLoss(doubt_s=2.5))
    assert [str(describe(event)) for event in described] == [
        "pause",
        "pause: tea",
        "clocks go on",
        "power loss, up to 2.5 s not known",
    ]


def test_an_act_that_says_no_more_than_the_shared_one_is_on_record_the_shared_one():
    assert on_record(Pause) is clock.Pause
    assert on_record(AnyAct) is AnyAct


def test_a_side_disputes_a_result_in_words_or_for_a_usual_reason():
    class Dispute(ResultDispute, AnyAct, frozen=True, kw_only=True):
        signing = Signing("X9", Phase.OVER, Phase.SIGNED, lambda event: event.side, sealed=msg("–"), unsigned=msg("–"))
        reasons = {"count": msg("what is left")}
        words = Message("side {side} disputes: {reason}")
        side: Literal["A", "B"]
        reason: str

    @dataclass(frozen=True)
    class Ended(State):
        signed: frozenset[str] = frozenset({"B"})
        disputes: Vector = EMPTY

    usual, words = Dispute(side="A", reason="count"), Dispute(side="A", reason="the last piece")
    assert [str(describe(usual)), str(describe(words))] == [
        "side A disputes: what is left",
        "side A disputes: the last piece",
    ]
    after = usual.apply_at(Ended(), Entry(4, 0, usual))
    assert (after.signed, tuple(after.disputes), after.remarks) == (frozenset(), (("A", "count"),), (4,))


def test_a_result_is_opened_again_in_words_or_for_a_usual_reason():
    class Reopen(ResultReopen, AnyAct, frozen=True, kw_only=True):
        reasons = {"sum": msg("wrong sum")}

    assert [str(describe(Reopen(reason=reason))) for reason in ("sum", "by mistake")] == [
        "opened again: wrong sum",
        "opened again: by mistake",
    ]


def test_a_note_says_its_own_words_or_the_usual_ones_of_its_rule():
    class Note(NoteAct, AnyAct, frozen=True, kw_only=True):
        usual = {"X1": msg("threw too early")}
        rule: str
        text: str = ""

    assert [
        str(describe(Note(rule="X1"))),
        str(describe(Note(rule="X1", text="twice"))),
        str(Note(rule="X2").content),
    ] == [
        "note to X1: threw too early",
        "note to X1: twice",
        "–",
    ]
