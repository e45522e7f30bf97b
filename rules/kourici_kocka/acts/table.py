"""Acts of Kouřící kočka around its rounds: dealing and passing, stops, people, notes, the end and its signatures.

Those that end a round are in `rules.kourici_kocka.acts.rounds`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from rules.acts import Act, Obstacle, with_fields
from rules.kourici_kocka.state import INDEX, SIDE_SEATS, SIDES, Phase, Seat, Side, State, Text
from rules.message import Message, Refusal, msg
from rules.needs import Button, MenuEntry, NewPlayer, NoteText, Question, Reason, Reply, WhichSeat, WhichSide
from rules.people import PersonId, same_spelling
from rules.signing import SIGN_AGAIN, ResultReopen, ResultSign, Signing
from rules.standard_acts import GoOnAct, HaltAct, Name, NoteAct, SubstituteAct

REASONS = {"wrong loser": msg("wrong loser"), "wrong letter": msg("wrong letter"), "table": msg("the table agreed")}
"""Reasons to open a signed game again that screens offer; a record may give others in words."""
INFRACTIONS = {
    "K7": msg("dealt more than two cards at a time"),
    "K11": msg("played out of turn"),
    "K12": msg("looked at an older trick"),
}
"""What a note without words is about, by its rule."""

IN_PLAY = (Phase.DEAL, Phase.PASSING, Phase.PLAY)
COMPLETE = "K5", msg("The word is complete and the game is over; undo to go on.")
SEALED = msg("The end of the game is signed.")
FINED = msg("The dealer has a letter for misdealing in this round already; one letter a round.")
SIGNING = Signing(
    "K5",
    Phase.OVER,
    Phase.SIGNED,
    lambda event: event.side,
    sealed=SEALED,
    unsigned=msg("The end of the game is not signed yet; undo to go on."),
)
BANNED = Obstacle(
    "K15", msg("A banned player sits at the table; put a substitute in the seat."), lambda state: state.banned
)
STOPPED = Obstacle("K15", msg("The game is stopped; first settle why, then go on."), lambda state: state.halted)
STOPPED_ALREADY = Obstacle("K15", msg("The game is stopped already."), lambda state: state.halted)
NOT_STOPPED = Obstacle("K15", msg("The game is not stopped."), lambda state: not state.halted)
BEGUN = Obstacle(
    "K6",
    msg("The first dealer is chosen before the first deal; from then on the loser deals."),
    lambda state: state.rounds or state.misdeals or state.phase is not Phase.DEAL,
)


class KockaAct(Act, frozen=True, kw_only=True):
    """Any act: with the whole word the game is over, and before a tie is decided nothing else is possible (K5, K14)."""

    closed = {
        Phase.OVER: COMPLETE,
        Phase.SIGNED: COMPLETE,
        Phase.TIED: ("K14", msg("First confirm who loses the tied round.")),
    }
    values = {"side": SIDE_SEATS}


class FirstDealer(KockaAct, frozen=True, kw_only=True):
    """Who deals first, where it is not seat A by the draw (K6)."""

    cites = "K6"
    phases = IN_PLAY
    unless = (BEGUN,)
    noted = True
    words = Message("seat {seat} deals first")
    menu = MenuEntry("people", msg("Deals first"), msg("by agreement"))
    need = WhichSeat(msg("Deals first"), msg("Who deals first?"))
    seat: Seat

    def apply(self, state: State) -> State:
        """K6: by agreement somebody else than seat A deals first."""
        return replace(state, dealer=INDEX[self.seat])


def _cards_at_a_time(state: State) -> Sequence[Reply]:
    return (
        Reply(msg("One at a time"), None, Deal(cards=1)),
        Reply(msg("Two at a time"), None, Deal(cards=2)),
        Reply(msg("More at a time"), msg("not allowed"), Deal(cards=3)),
    )


class Deal(KockaAct, frozen=True, kw_only=True):
    """The dealer dealt; ``cards`` at a time, where that is given (K7)."""

    cites = "K7"
    phases = (Phase.DEAL,)
    unless = (BANNED, STOPPED)
    out_of_phase = msg("The cards are dealt already.")
    words = msg("deal")
    menu = MenuEntry("cards", msg("Cards dealt"), msg("one or two at a time"))
    need = Question(
        msg("Cards dealt"),
        lambda state: msg("{name} deals. How many cards at a time?", name=state.names[state.dealer]),
        _cards_at_a_time,
    )
    button = Button(msg("Dealt"), msg("or press a clock button"), msg("Dealt"))
    cards: Annotated[int, Meta(ge=1, le=8)] | None = None

    def check(self, state: State) -> None:
        """K7: cards go round one or at most two at a time."""
        if self.cards is not None and self.cards > 2:
            raise Refusal("K7", "Cards are dealt one or at most two at a time, not {n}.", n=self.cards)

    def apply(self, state: State) -> State:
        """K7: the cards are dealt."""
        return replace(state, phase=Phase.PASSING)


class Passed(KockaAct, frozen=True, kw_only=True):
    """Three cards were passed to the left (K9): by the players at ``side`` of the table, or by everybody."""

    cites = "K9"
    phases = (Phase.PASSING,)
    unless = (BANNED, STOPPED)
    out_of_phase = msg("Three cards are passed once, right after the deal.")
    button = Button(msg("Cards passed"), msg("or each side presses"), msg("Passed"))
    side: Side | None = None

    def describe(self) -> Message:
        """Which side passed."""
        return msg("side {side} passed its cards", side=SIDE_SEATS[self.side]) if self.side else msg("cards passed")

    def check(self, state: State) -> None:
        """K9: each side passes once."""
        if self.side in state.ready:
            raise Refusal("K9", "This side has passed its cards already.")

    def apply(self, state: State) -> State:
        """K9: once everybody has passed, all may look, and the dealer's left neighbour leads."""
        ready = frozenset(SIDES) if self.side is None else state.ready | {self.side}
        return replace(state, ready=ready, phase=Phase.PLAY if len(ready) == len(SIDES) else Phase.PASSING)


class Halt(HaltAct, KockaAct, frozen=True, kw_only=True):
    """Somebody at ``side`` of the table stops the game: something is to be judged (K11, K12, K15)."""

    cites = "K15"
    phases = IN_PLAY
    unless = (STOPPED_ALREADY,)
    menu = MenuEntry("pause", msg("Stop!"), msg("settle something"))
    need = WhichSide(msg("Stop!"), msg("Which side stops the game? A press of its button does the same."))
    button = Button(msg("Stop!"))
    side: Side


class GoOn(GoOnAct, KockaAct, frozen=True, kw_only=True):
    """What the game was stopped for is settled; it goes on."""

    cites = "K15"
    phases = IN_PLAY
    unless = (NOT_STOPPED,)
    menu = MenuEntry("go_on", msg("Go on"), msg("settle something"))


class Substitute(SubstituteAct, KockaAct, frozen=True, kw_only=True):
    """Another player takes the seat between rounds, with its letters (K17). ``person`` is the newcomer's id, if any."""

    cites = "K17"
    phases = (Phase.DEAL,)
    out_of_phase = msg("Players change between rounds; finish this one first.")
    nameless = "K1", msg("Four players play; each needs a name.")
    menu = MenuEntry("swap", msg("Substitute"), msg("between rounds"))
    need = NewPlayer(
        msg("Substitute: who gets up?"),
        msg("Sits down"),
        msg("the new player's name"),
        msg("First tap the player who gets up."),
    )
    seat: Seat
    name: Name
    person: PersonId = ""

    @property
    def seat_number(self) -> int:
        """The seat that is taken, from 0."""
        return INDEX[self.seat]

    def check(self, state: State) -> None:
        """K15: nobody who is banned comes back."""
        super().check(state)
        if same_spelling(self.name) in state.expelled:
            raise Refusal("K15", "{name} is banned and may not play on.", name=self.name)

    def apply(self, state: State) -> State:
        """K17: the seat has another name; the ban was on who sat there."""
        seat = self.seat_number
        names = (*state.names[:seat], self.name, *state.names[seat + 1 :])
        after: State = with_fields(super().apply(state), names=names, banned=state.banned - {seat})
        return after


class Note(NoteAct, KockaAct, frozen=True, kw_only=True):
    """Something to remember: playing out of turn, looking at older tricks (K11, K12)."""

    cites = "K12"
    closed = {Phase.SIGNED: ("K5", SEALED)}
    usual = INFRACTIONS
    menu = MenuEntry("note", msg("Note"), msg("costs nothing"), referee=True)
    need = NoteText()
    rule: Annotated[str, Meta(pattern="^K([1-9]|1[0-7])$")]
    seat: Seat | None = None
    text: Text = ""


class Sign(ResultSign, KockaAct, frozen=True, kw_only=True):
    """One side of the table agrees with the end of the game."""

    cites = "K5"
    phases = (Phase.OVER,)
    closed = {}
    out_of_phase = msg("There is nothing to sign before somebody has the whole word.")
    signing = SIGNING


class Reopen(ResultReopen, KockaAct, frozen=True, kw_only=True):
    """The signed end of a game is opened again, with a reason."""

    cites = "K5"
    signing = SIGNING
    need = Reason(msg("Open the end again"), SIGN_AGAIN)
    reasons = REASONS
