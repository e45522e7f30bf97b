"""Acts of mariáš about people and money: who sits where, top-ups, warnings, the referee, notes, and the slip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, ClassVar

from msgspec import Meta

from rules.acts import DerivingAct, Obstacle
from rules.game import Entry
from rules.limits import DEAREST, Price
from rules.marias.acts.deals import SeatAct
from rules.marias.acts.rounds import LOCKED, REASONS, MariasAct
from rules.marias.commitments import INDEX, SEAT, Seat
from rules.marias.slip import slip_of
from rules.marias.state import Cash, Name, PairingId, Phase, RoundNumber, State, Text
from rules.message import Message, Refusal, msg, msgs
from rules.money import kc, round_sum
from rules.needs import Button, MenuEntry, NoteText, Reason, WholeNumber
from rules.people import Newcomer, PersonIds, seat_people
from rules.signing import TWICE, Reasoned, ResultSign
from rules.standard_acts import NoteAct

INFRACTIONS: Mapping[str, Message] = {
    "M7": msg("money not at the right hand"),
    "M19": msg("chose blind"),
    "M22": msg("cards not opened after the first trick"),
    "M26": msg("tricks looked at in a joint check"),
}
"""What a note without words is about, by its rule."""
Money = Annotated[int, Meta(ge=0, le=1_000_000)]

NOT_WRITTEN_YET = "M28", msg("The slip is written when the round is over.")
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
        people, ids = list(state.people), [*state.ids, *[""] * (len(state.people) - len(state.ids))]
        sitting: list[int] = []
        for newcomer in self.newcomers:
            person = self._known(state, people, ids, newcomer)
            if person is None:
                person = len(people)
                people.append(newcomer.name)
                ids.append("")
            elif self.round:
                people[person] = newcomer.name
            ids[person] = ids[person] or newcomer.id or ""
            sitting.append(person)
        return replace(state, people=tuple(people), ids=tuple(ids), sitting=tuple(sitting))

    def _known(self, state: State, people: list[str], ids: list[str], newcomer: Newcomer) -> int | None:
        """The number of somebody who has sat here: by the id where both are known and seats were drawn, else by name.

        Of several of one name, who sits here now.
        """
        by_id = bool(self.round and newcomer.id)
        if by_id and newcomer.id in ids:
            return ids.index(newcomer.id)
        called = [person for person, name in enumerate(people) if name == newcomer.name]
        if by_id:
            called = [person for person in called if not ids[person]]
        return min(called, key=lambda person: (person not in state.sitting, person), default=None)


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
        return state.with_top_up(INDEX[self.seat], self.amount)


class Warn(Reasoned, SeatAct, frozen=True, kw_only=True):
    """A player is warned (M4)."""

    cites = "M4"
    noted = True
    decision: ClassVar[bool] = True
    costly: ClassVar[bool] = True
    reasons = REASONS
    words = Message("warning for seat {seat}: {reason}")
    need = Reason(msg("Warning"), Message("Warning for {name}: why?"), ("disturbs", "rules", "tired"))
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


class SlipAct(MariasAct, frozen=True, kw_only=True):
    """Any act on the slip: it is open from the end of the round to its signatures (M28)."""

    cites = "M28"
    phases = (Phase.SLIP,)
    closed = {Phase.PLAY: NOT_WRITTEN_YET, Phase.READY: LOCKED, Phase.SIGNED: LOCKED}


class Closing(DerivingAct, SlipAct, frozen=True, kw_only=True):
    """What a player has at the end of the round: ``coin`` in haléře, and ``tokens`` (M28, M29)."""

    cites = "M29"
    seat: Seat
    coin: Money
    tokens: Annotated[int, Meta(ge=0, le=1000)]

    def describe(self) -> Message:
        """Who counted how much."""
        return msgs(
            "seat {seat} counted: {coin} Kč and {n} token",
            "seat {seat} counted: {coin} Kč and {n} tokens",
            self.tokens,
            seat=self.seat,
            coin=kc(self.coin),
        )

    def derive(self, state: State, entry: Entry) -> tuple[Cash | None, ...]:
        """M29: what everybody has then: somebody who played counts, and no more tokens than were given out."""
        seat, before = INDEX[self.seat], state.round.cash
        if seat not in state.round.seats:
            raise Refusal("M29", "Nobody played this round in seat {seat}.", seat=self.seat)
        counted = (*before[:seat], Cash(self.coin, self.tokens), *before[seat + 1 :])
        tokens = sum(cash.tokens for cash in counted if cash)
        most = state.setup.tokens * len(state.round.seats)
        if tokens > most:
            raise Refusal("M29", "The table has {n} tokens, not {found}.", n=most, found=tokens)
        return counted

    def apply_derived(self, state: State, entry: Entry, derived: tuple[Cash | None, ...]) -> State:
        """M29: coin and tokens of a player are counted."""
        return state.with_round(replace(state.round, cash=derived, signed=frozenset()))


def _owing(state: State) -> list[int]:
    return [seat for seat in state.round.seats if state.purse(seat) < 0]


def _not_counted(state: State) -> list[int]:
    return [seat for seat in state.round.seats if state.round.cash[seat] is None]


def _owes(state: State) -> Message:
    seat = _owing(state)[0]
    owes = kc(-state.purse(seat))
    return msg("{name} still owes {owes} Kč; top the stake up first.", name=state.names[seat], owes=owes)


class Sign(ResultSign, SlipAct, frozen=True, kw_only=True):
    """The slip is signed: ``"A"`` by the leading player, ``"B"`` by the others; with both it is locked (M6, M28)."""

    unless = (
        Obstacle("M6", _owes, lambda state: bool(_owing(state))),
        Obstacle(
            "M28",
            lambda state: msg("Count the money of {name} first.", name=state.names[_not_counted(state)[0]]),
            lambda state: bool(_not_counted(state)),
        ),
    )

    def check(self, state: State) -> None:
        """M28: each side signs once."""
        if self.side in state.round.signed:
            raise Refusal("M28", TWICE)

    def apply_at(self, state: State, entry: Entry) -> State:
        """M28: with both signatures the slip is locked."""
        assert slip_of(state.setup, state.round).complete
        after = state.with_round(replace(state.round, signed=state.round.signed | {self.side}))
        if len(after.round.signed) < 2:
            return after
        over = after.round.number >= after.setup.rounds
        phase = Phase.SIGNED if over else Phase.READY
        return replace(after, phase=phase, since=entry.at, break_s=after.setup.break_s, referee=False)
