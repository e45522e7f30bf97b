"""Everything that somebody can do at a table of mariáš: here what is about people and money (M4, M6, M7, M27, M31).

Who sits where, top-ups, warnings, the referee, notes. Rounds with their clock and slip are in
`rules.marias.acts.rounds`, deals in `rules.marias.acts.deals`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, ClassVar

from msgspec import Meta, structs

from rules.acts import Act, DerivingAct, Obstacle
from rules.game import Entry, Name, RoundNumber, Text
from rules.limits import DEAREST, Price
from rules.marias.acts.deals import Annul as Annul
from rules.marias.acts.deals import Correct as Correct
from rules.marias.acts.deals import Deal as Deal
from rules.marias.acts.deals import Dealer as Dealer
from rules.marias.acts.deals import Dealt as Dealt
from rules.marias.acts.deals import SeatAct
from rules.marias.acts.rounds import BreakTime as BreakTime
from rules.marias.acts.rounds import Closing as Closing
from rules.marias.acts.rounds import EndRound as EndRound
from rules.marias.acts.rounds import EndTable as EndTable
from rules.marias.acts.rounds import MariasAct
from rules.marias.acts.rounds import Pause as Pause
from rules.marias.acts.rounds import Resume as Resume
from rules.marias.acts.rounds import RoundPowerLoss as RoundPowerLoss
from rules.marias.acts.rounds import RoundTime as RoundTime
from rules.marias.acts.rounds import SetTime as SetTime
from rules.marias.acts.rounds import Sign as Sign
from rules.marias.acts.rounds import StartRound as StartRound
from rules.marias.deal import INDEX, SEAT, Seat
from rules.marias.state import PairingId, Phase, State
from rules.message import Message, Refusal, msg
from rules.money import kc, round_sum
from rules.needs import Button, MenuEntry, NoteText, Reason, WholeNumber
from rules.people import Newcomer, Person, PersonIds, seat_people
from rules.signing import Reasoned
from rules.standard_acts import NoteAct

INFRACTIONS: Mapping[str, Message] = {
    "M7": msg("money not at the right hand"),
    "M19": msg("chose blind"),
    "M22": msg("cards not opened after the first trick"),
    "M26": msg("tricks looked at in a joint check"),
}
"""What a note without words is about, by its rule."""
NOBODY_WARNED = Obstacle(
    "M4", msg("Nobody is expelled without an earlier warning."), lambda state: not state.warned - state.expelled
)
CALLED = Obstacle("M27", msg("The referee has been called already."), lambda state: state.referee)
NOT_CALLED = Obstacle("M27", msg("Nobody has called the referee."), lambda state: not state.referee)


class Seats(DerivingAct, MariasAct, frozen=True, kw_only=True):
    """Before a round the players change seats, or others sit down: ``players`` in the order of the seats (M31).

    A player is known by name, so somebody who stays keeps the name. ``leader`` writes the slip from now on; without it
    the same player does, or seat A where that one has gone. ``people`` are ids in the same order, where they are known.

    ``round``: the organiser drew them, for the tournament's round of that number. Then a player is known by the id
    where there is one, and called by the name given here from now on. ``pairing`` is the id of the organiser's draw.
    """

    cites = "M31"
    phases = (Phase.READY,)
    out_of_phase = msg("Seats change between two rounds only.")
    names_people: ClassVar[bool] = True
    players: Annotated[tuple[Name, ...], Meta(max_length=5)]
    leader: Seat | None = None
    people: PersonIds = ()
    round: RoundNumber = 0
    pairing: PairingId = ""

    @property
    def newcomers(self) -> tuple[Newcomer, ...]:
        """Everybody who sits down, those who sat there before, too."""
        return tuple(Newcomer(person.id, person.name) for person in seat_people(self.players, self.people))

    def describe(self) -> Message:
        """Who sits there."""
        return msg("seats: {names}", names=", ".join(self.players))

    def derive(self, state: State, entry: Entry) -> State:
        """M31: a table as at the start, for a round not played here. M4: who is expelled does not come back."""
        before, seated = state.sitting[state.leader], self._with_newcomers(state)
        leader = self.leader or (SEAT[seated.sitting.index(before)] if before in seated.sitting else "A")
        check_table(self.players, leader)
        if twice := [person for n, person in enumerate(self.people) if person and person in self.people[:n]]:
            name = self.players[self.people.index(twice[0])]
            raise Refusal("M31", "{name} cannot sit in two seats.", name=name)
        if self.round and state.rounds and self.round <= state.round.number:
            raise Refusal("M31", "Round {n} has been played here already.", n=self.round)
        for person, name in zip(seated.sitting, self.players, strict=True):
            if person in state.expelled:
                raise Refusal("M4", "{name} is expelled and does not play on.", name=name)
        return replace(seated, leader=INDEX[leader])

    def apply_derived(self, state: State, entry: Entry, derived: State) -> State:
        """M31: other seats, other people; results stay with the people. Dealing begins at seat A again."""
        drawn, pairing = (self.round, self.pairing) if self.round else (state.drawn, state.pairing)
        return replace(derived.with_remark(entry), dealer=0, drawn=drawn, pairing=pairing)

    def _with_newcomers(self, state: State) -> State:
        """The table with those who sit down: results stay with the people, who was here before is the same one."""
        known, sitting = list(state.known), list[int]()
        for newcomer in self.newcomers:
            number = self._number_of(newcomer, known, state.sitting)
            if number is None:
                number = len(known)
                known.append(Person(newcomer.id, newcomer.name, number))
            person = known[number]
            name = newcomer.name if self.round else person.name
            known[number] = structs.replace(person, id=person.id or newcomer.id, name=name)
            sitting.append(number)
        return replace(state, known=tuple(known), sitting=tuple(sitting))

    def _number_of(self, newcomer: Newcomer, known: Sequence[Person], sitting: Sequence[int]) -> int | None:
        """The number of somebody who has sat here: by the id where both are known and seats were drawn, else by name.

        Of several of one name, who sits here now.
        """
        by_id = bool(self.round and newcomer.id)
        for person in known:
            if by_id and person.id == newcomer.id:
                return person.side
        called = [person.side for person in known if person.name == newcomer.name and not (by_id and person.id)]
        return min(called, key=lambda number: (number not in sitting, number), default=None)


def check_table(players: Sequence[str], leader: Seat) -> None:
    """M31, M6: three to five players with different names, one of them leading."""
    if not 3 <= len(players) <= 5:
        raise Refusal("M31", "Three to five players sit at a table.")
    if not all(name.strip() for name in players):
        raise Refusal("M31", "Each player needs a name; type one in.")
    twice = [name for n, name in enumerate(players) if name in players[:n]]
    if twice:
        raise Refusal("M31", "Two players are called {name}; add a letter to tell them apart.", name=twice[0])
    if INDEX[leader] >= len(players):
        raise Refusal("M6", "The leading player sits at the table; there is no seat {seat}.", seat=leader)


def purse_line(state: State, seat: int) -> Message | str:
    """What a player has in the round that is played, or lacks; ``""`` where there is none (M5, M6)."""
    if not state.in_round or seat not in state.round.seats:
        return ""
    amount = state.purse(seat)
    if amount < 0:
        return msg("{amount} Kč missing", amount=kc(-amount))
    return msg("has {amount} Kč", amount=kc(amount))


class TopUp(MariasAct, frozen=True, kw_only=True):
    """A player adds ``amount`` haléře to a lost stake; the leading player notes it on the slip (M6)."""

    cites = "M6"
    phases = (Phase.PLAY, Phase.SLIP)
    closed = {}
    out_of_phase = msg("Stakes are topped up during a round.")
    noted = True
    costly: ClassVar[bool] = True
    need = WholeNumber(
        Message("{name}: how much is added? (M6)"),
        lambda state: msg("Kč, at least {least}", least=round_sum(state.setup.top_up)),
        "amount",
        ("M6", msg("Type the amount in koruny.")),
        100,
        above=purse_line,
    )
    seat: Seat
    amount: Price

    def describe(self) -> Message:
        """Who, and how much."""
        return msg("seat {seat} tops up {amount} Kč", seat=self.seat, amount=kc(self.amount))

    def about(self, name: str) -> Message:
        """By name."""
        return msg("{name} tops up {amount} Kč", name=name, amount=kc(self.amount))

    def check(self, state: State) -> None:
        """M6: any amount of at least 10 Kč, for somebody who plays this round."""
        if self.amount < state.setup.top_up:
            raise Refusal("M6", "A stake is topped up by at least {least} Kč.", least=kc(state.setup.top_up))
        if self.amount > DEAREST:
            raise Refusal("M6", "A stake is topped up by at most {most} Kč at once.", most=kc(DEAREST))
        if INDEX[self.seat] not in state.round.seats:
            raise Refusal("M6", "Nobody plays in seat {seat}.", seat=self.seat)

    def apply(self, state: State) -> State:
        """M6: the player lays down more."""
        return state.with_round(replace(state.round.with_top_up(INDEX[self.seat], self.amount), signed=frozenset()))


class Warn(Reasoned, SeatAct, frozen=True, kw_only=True):
    """A player is warned (M4)."""

    cites = "M4"
    noted = True
    decision: ClassVar[bool] = True
    costly: ClassVar[bool] = True
    reasons = {
        "disturbs": msg("disturbs the game"),
        "rules": msg("breaks the rules"),
        "tired": msg("socially tired"),
    }
    words = Message("warning for seat {seat}: {reason}")
    need = Reason(msg("Warning"), Message("Warning for {name}: why?"))
    reason: Text = ""

    def about(self, name: str) -> Message:
        """By name, and why, where that was said."""
        if self.reason:
            return msg("{name} is warned: {reason}", name=name, reason=self._value("reason"))
        return msg("{name} is warned", name=name)

    def apply(self, state: State) -> State:
        """M4: a warning is recorded."""
        return replace(state, warned=state.warned | {state.sitting[INDEX[self.seat]]})


class Expel(SeatAct, frozen=True, kw_only=True):
    """A player who was warned is expelled from the tournament (M4)."""

    cites = "M4"
    unless = (NOBODY_WARNED,)
    noted = True
    decision: ClassVar[bool] = True
    costly: ClassVar[bool] = True
    words = Message("seat {seat} expelled")

    def about(self, name: str) -> Message:
        """By name."""
        return msg("{name} is expelled", name=name)

    def check(self, state: State) -> None:
        """M4: only after a recorded warning."""
        super().check(state)
        seat = INDEX[self.seat]
        if not state.is_warned(seat):
            raise Refusal("M4", "{name} has not been warned; that comes first.", name=state.names[seat])

    def apply(self, state: State) -> State:
        """M4: the others play on."""
        seat = INDEX[self.seat]
        gone = replace(state, expelled=state.expelled | {state.sitting[seat]})
        return replace(gone, dealer=gone.after(seat)) if seat == state.dealer and gone.present else gone


class RefereeCall(MariasAct, frozen=True, kw_only=True):
    """The table calls the referee (M27)."""

    cites = "M27"
    closed = {}
    unless = (CALLED,)
    noted = True
    words = msg("referee called")
    button = Button(msg("Call the referee"))

    def apply(self, state: State) -> State:
        """M27: the table cannot agree."""
        return replace(state, referee=True)


class RefereeDone(MariasAct, frozen=True, kw_only=True):
    """The referee has been."""

    cites = "M27"
    closed = {}
    unless = (NOT_CALLED,)
    words = msg("referee has left")
    button = Button(msg("Resolved"))

    def apply(self, state: State) -> State:
        """The referee has been; a decision is written as a deal or as annulled."""
        return replace(state, referee=False)


class Note(NoteAct, MariasAct, frozen=True, kw_only=True):
    """Something for the organiser to know: money not at the right hand (M7), a joint check of the tricks (M26)..."""

    cites = "M7"
    closed = {}
    usual = INFRACTIONS
    menu = MenuEntry("note", msg("Note"), msg("what the device cannot see"), referee=True)
    need = NoteText()
    rule: Annotated[str, Meta(pattern="^M[0-9]{1,2}$")]
    seat: Seat | None = None
    text: Text = ""

    def describe(self) -> Message:
        """About which rule, and what; whom it is about stands beside it by name."""
        return msg("note to {rule}: {text}", rule=self.rule, text=self.content)

    def about(self, name: str) -> Message:
        """With the name."""
        return msg("{what} ({name})", what=self.describe(), name=name)


ACTS: tuple[type[Act], ...] = (
    RoundTime,
    BreakTime,
    Seats,
    StartRound,
    Dealer,
    Dealt,
    Deal,
    Correct,
    Annul,
    TopUp,
    Warn,
    Expel,
    RefereeCall,
    RefereeDone,
    Note,
    Pause,
    Resume,
    RoundPowerLoss,
    SetTime,
    EndRound,
    EndTable,
    Closing,
    Sign,
)
