"""Acts of Polish doubles before and beside its turns: who starts, who plays, notes (S4, S7); and what acts share.

Turns and moves are counted from 1, seconds are game time.
"""

from __future__ import annotations

from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from rules.acts import Act, Closed
from rules.clock.acts import Readings
from rules.message import Message, Refusal, Stale, msg
from rules.needs import MenuEntry, NewPlayer, NoteText
from rules.people import PersonId, same_spelling
from rules.polish_doubles.setup import INDEX, Pair, Text
from rules.polish_doubles.state import NOT_STARTED, Phase, State
from rules.polish_doubles.tiles import ALPHABET, tiles_of
from rules.standard_acts import Name, NoteAct, SubstituteAct

MoveNumber = Annotated[int, Meta(ge=1, le=2)]
MOST_TURNS = 500
TurnNumber = Annotated[int, Meta(ge=1, le=MOST_TURNS)]
Player = Annotated[int, Meta(ge=1, le=2)]

INFRACTIONS: dict[str, Message] = {
    "S2": msg("forbidden talk"),
    "S5": msg("drew too many tiles"),
    "S11": msg("the wrong player moved first"),
}
"""What a note without words is about, by its rule."""

SEALED = "S12", msg("The result is signed; reopen it with a reason first.")
NO_GAME = "S4", msg("The game has not started; press a clock button to start the first move.")
CLOSED = "S25", msg("Play is over; undo the closing to go on.")
ENDED = "S29", msg("Play is over; undo the end to go on.")


def play_is_over(state: State) -> Closed:
    """S25, S29: how play was ended, by a pair that closed or without."""
    return ENDED if state.closer is None else CLOSED


class InPlay(Act, frozen=True, kw_only=True):
    """Most acts are possible only while the game is played (S4, S12, S25, S29)."""

    phases = (Phase.PLAY,)
    closed = {
        **dict.fromkeys(NOT_STARTED, NO_GAME),
        **dict.fromkeys((Phase.CLOSING, Phase.ENDING, Phase.RESULT), play_is_over),
        Phase.SIGNED: SEALED,
    }


class OfTurn(Act, frozen=True, kw_only=True):
    """Something that is said of a turn: ``turn``, as people saw it when they said it (S10).

    So it is the same turn whatever press is heard late. Left out, as in records of format 1.0, the rules find it.
    """

    turn: TurnNumber | None = None

    @property
    def says_more(self) -> bool:
        """Where it names the turn."""
        return self.turn is not None or super().says_more

    @classmethod
    def turn_of(cls, state: State) -> int | None:
        """Index of the turn that it is of in ``state`` where it names none, mostly the last one; None: of none."""
        return len(state.turns) - 1 if state.turns else None

    def with_subject(self, state: State) -> Self:
        """The same with the turn that it is of; itself where it says so, or is of none."""
        index = None if self.turn is not None else self.turn_of(state)
        return self if index is None or index >= MOST_TURNS else self.naming(state, index)

    def naming(self, state: State, index: int) -> Self:
        """The same of the turn at ``index``."""
        return replace(self, turn=index + 1)

    def check_subject(self, state: State) -> None:
        """S10: what was said of one turn is not taken for another. Raises `Stale`."""
        if self.turn is None:
            return
        index = self.turn_of(state)
        if index is not None and index + 1 != self.turn:
            now = msg("That was about turn {n}; now it would be about turn {now}.", n=self.turn, now=index + 1)
            raise Stale("S10", now)

    def is_misread(self, state: State) -> bool:
        """Whether a reader that passes over what it names would take it for another turn or place."""
        index = None if self.turn is None else self.turn_of(state)
        return index is not None and (index + 1 != self.turn or self.is_written(state, index))

    def is_written(self, state: State, index: int) -> bool:
        """Whether its place in the turn at ``index``, where it has one, is taken."""
        return False


class ClockAct(OfTurn, frozen=True, kw_only=True):
    """The same where clocks stop or go on; ``reads_s``: what they had counted then (`ClockEvent`)."""

    reads_s: Readings | None = None


class Draw(Act, frozen=True, kw_only=True):
    """Each pair drew a letter for the start (S4)."""

    cites = "S4"
    phases = (Phase.DRAWING,)
    out_of_phase = msg("It is decided already who starts; undo it first.")
    noted = True
    a: Annotated[str, Meta(min_length=1, max_length=2)]
    b: Annotated[str, Meta(min_length=1, max_length=2)]

    def describe(self) -> Message:
        """Both letters."""
        return msg("starting draw {a} : {b}", a=self.a.upper(), b=self.b.upper())

    def check(self, state: State) -> None:
        """S4: one letter of the set for each pair."""
        if any(len(tiles_of(text, "S4")) != 1 for text in (self.a, self.b)):
            raise Refusal("S4", "Each pair draws one letter.")

    def apply(self, state: State) -> State:
        """S4: nearest to A starts, a plain letter before its accented one; equal letters draw again."""
        letters = [tiles_of(text, "S4") for text in (self.a, self.b)]
        drawn = replace(state, draws=state.draws.append((letters[0], letters[1])))
        a, b = (ALPHABET.index(letter) for letter in letters)
        return drawn if a == b else replace(drawn, starter=0 if a < b else 1, phase=Phase.READY)


class Starters(Act, frozen=True, kw_only=True):
    """The starting pair was chosen without a draw (S4)."""

    cites = "S4"
    phases = (Phase.DRAWING,)
    out_of_phase = Draw.out_of_phase
    noted = True
    words = Message("pair {pair} starts")
    pair: Pair

    def apply(self, state: State) -> State:
        """S4: the starting pair was agreed on."""
        return replace(state, starter=INDEX[self.pair], phase=Phase.READY)


class Substitute(SubstituteAct, frozen=True, kw_only=True):
    """Somebody takes the place of player ``player`` of a pair, or comes late to a place that was empty (S7).

    The newcomer plays on with that player's tiles, and is ``person`` by id, where that is known.
    """

    cites = "S7"
    phases = (*NOT_STARTED, Phase.PLAY, Phase.CLOSING)
    out_of_phase = msg("Play is over; nobody takes a place any more.")
    nameless = "S7", msg("Type the name of who takes the place.")
    words = Message("{name} plays for pair {pair}")
    menu = MenuEntry("people", msg("Players"), msg("late · substitute"))
    need = NewPlayer(
        msg("Whose place is it?"),
        msg("Plays now"),
        msg("who comes, late or as a substitute"),
        msg("First tap the player whose place it is."),
    )
    pair: Pair
    player: Player
    name: Name
    person: PersonId = ""

    @property
    def seat_number(self) -> int:
        """The place, pair A's players before pair B's."""
        return 2 * INDEX[self.pair] + self.player - 1

    def check(self, state: State) -> None:
        """S7: a double turn is played by the same two to its end, and nobody sits in two places."""
        super().check(state)
        name = same_spelling(self.name)
        for person in state.people:
            if same_spelling(person.name) == name and (not self.person or not person.id or person.id == self.person):
                raise Refusal("S7", "{name} plays in this game already.", name=person.name)
        turn = state.turn
        if turn is None or turn.pair != INDEX[self.pair] or turn.pressed:
            return
        if turn.rows or any(used is not None for used in turn.announced):
            raise Refusal("S7", "The pair is in the middle of its double turn; change players after the press.")


class Note(NoteAct, frozen=True, kw_only=True):
    """An infraction or a remark for the referee (S2, S5, S11): the rule it belongs to and words."""

    cites = "S2"
    usual = INFRACTIONS
    menu = MenuEntry("note", msg("Note"), msg("an infraction"), referee=True)
    need = NoteText()
    rule: Annotated[str, Meta(pattern="^S[0-9]{1,2}$")]
    pair: Pair | None = None
    text: Text = ""

    def describe(self) -> Message:
        """About which rule and pair, and what."""
        if self.pair is None:
            return super().describe()
        return msg("note to {rule}, pair {pair}: {text}", rule=self.rule, pair=self.pair, text=self.content)
