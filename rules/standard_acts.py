"""Acts that games have alike: a note, a substitute.

A game derives its own from them and adds what is its own: fields, the rule's number, who may be named. Signing and
opening again are in `rules.signing`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from rules.acts import Act, with_fields
from rules.message import Message, Refusal, msg
from rules.needs import MenuEntry, NewPlayer, NoteText
from rules.people import Newcomer, replace_person

Name = Annotated[str, Meta(min_length=1, max_length=40)]


class NoteAct(Act, frozen=True, kw_only=True):
    """Something to remember that costs nothing. A game adds ``rule``, ``text`` and perhaps ``seat``.

    ``usual`` are the notes that need no words, by their rule.
    """

    noted = True
    menu = MenuEntry("note", msg("Note"), msg("costs nothing"), referee=True)
    need = NoteText()
    usual: ClassVar[Mapping[str, Message]]

    @property
    def content(self) -> Message | str:
        """Its own words, else the usual ones of its rule."""
        fields: Any = self
        return fields.text or self.usual.get(fields.rule, "–")

    def describe(self) -> Message:
        """About which rule and whom, and what."""
        fields: Any = self
        if (seat := getattr(self, "seat", None)) is None:
            return msg("note to {rule}: {text}", rule=fields.rule, text=self.content)
        return msg("note to {rule}, seat {seat}: {text}", rule=fields.rule, seat=seat, text=self.content)


class SubstituteAct(Act, frozen=True, kw_only=True):
    """Another player takes a seat, with what is there. A game adds the seat, ``name`` and ``person``, an id.

    ``seats`` are all of them as they stand on record; ``nameless`` says by which rule a player needs a name.
    """

    noted = True
    names_people: ClassVar[bool] = True
    words = Message("{name} takes seat {seat}")
    need = NewPlayer(
        msg("Substitute: who gets up?"),
        msg("Sits down"),
        msg("the new player's name"),
        msg("First tap the player who gets up."),
    )
    seats: ClassVar[Sequence[str]]
    nameless: ClassVar[tuple[str, Message]]

    @property
    def seat_number(self) -> int:
        """The seat that is taken, from 0."""
        fields: Any = self
        return self.seats.index(fields.seat)

    @property
    def newcomers(self) -> tuple[Newcomer, ...]:
        """Who sits down."""
        fields: Any = self
        return (Newcomer(fields.person or None, fields.name),)

    def check(self, state: Any) -> None:
        """The newcomer has a name."""
        fields: Any = self
        if not fields.name.strip():
            raise Refusal(*self.nameless)

    def apply(self, state: Any) -> Any:
        """Somebody else sits in the seat; who sat there stays on record."""
        people, left = replace_person(state.people, self.seat_number, self.newcomers[0])
        return with_fields(state, people=people, gone=(*state.gone, *left))
