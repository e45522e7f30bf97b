"""What an act needs to know before it can be recorded, and its place among the table's buttons: pure values.

An act of `rules.acts` names its need; a screen draws each kind of need once for all games. Where an act is about a
player whom people have chosen already, ``{name}`` in words of its need is that player's.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from rules.game import Event
from rules.message import Message, Refusal

Words = Message | Callable[[Any], Message]
"""Words, or a function of the state that gives them."""


def words_in(words: Words, state: Any) -> Message:
    """The words as they are in this state."""
    return words(state) if callable(words) else words


class Way(enum.Enum):
    """An answer that records nothing: back to where the question came from, or what was done last is taken back."""

    BACK = "back"
    UNDO = "undo"


class Asked(msgspec.Struct, frozen=True):
    """An answer that leads on: next is asked what ``act`` needs, with ``fields`` of its screen filled in."""

    act: Any
    fields: Mapping[str, Any] = msgspec.field(default_factory=dict)


class Reply(msgspec.Struct, frozen=True):
    """One answer to a `Question`: its label, a second line, and the event that it records, or where it leads.

    A question in place of the event is asked next. ``style`` is that of its button (`device.graphics.palette`);
    ``against`` is why it is not possible now.
    """

    label: Message | str
    sub: Message | str | None = None
    event: Event | Way | Asked | Question = Way.UNDO
    style: str = "normal"
    against: Refusal | None = None


Replies = Sequence[Reply | tuple[Reply, ...]]


class Question(msgspec.Struct, frozen=True):
    """A question with one to five answers; of a tuple of them each stands where the side sits whose answer it is.

    ``waits``: the game itself waits for the answer, so there is no way back, and the clock buttons stand under it.
    ``side`` is the side (0 or 1) that answers or is asked about, whose colour heads the question.
    """

    title: Message
    line: Words
    answers: Replies | Callable[[Any], Replies]
    waits: bool = False
    side: int | None = None


class Posed(msgspec.Struct, frozen=True):
    """A question that follows from a state as a whole; None where there is nothing to ask."""

    question: Callable[[Any], Question | None]


class OfSide(msgspec.Struct, frozen=True):
    """The same of a state and the side (0 or 1) that is asked, or that it is about."""

    question: Callable[[Any, int], Question | None]


class WhichSeat(msgspec.Struct, frozen=True):
    """One field, the seat: everybody at the table is an answer."""

    title: Message
    line: Words


class WhichSide(msgspec.Struct, frozen=True):
    """One field, the side of the table."""

    title: Message
    line: Words


class Judgement(msgspec.Struct, frozen=True):
    """A judgement about a player: its label, a second line, the fields of the act that it sets, its button's style."""

    label: Message
    sub: Message
    fields: Mapping[str, Any]
    style: str = "normal"


class AboutSeat(msgspec.Struct, frozen=True):
    """A player, what happened (``field`` with its ``kinds``, each a label and a second line), and a judgement.

    ``asks`` are the captions over kinds and judgements; ``first`` is said until player and kind are chosen.
    """

    title: Message
    field: str
    kinds: Mapping[str, tuple[Message, str]]
    judgements: Sequence[Judgement]
    asks: tuple[Message, Message]
    first: Message


class NewPlayer(msgspec.Struct, frozen=True):
    """A seat and the name of who sits down in it; ``first`` is said until somebody gets up."""

    title: Message
    done: Message
    empty: Message
    first: Message


class NoteText(msgspec.Struct, frozen=True):
    """One of the act's usual notes or words of the table's own, and perhaps a player."""


class FigureLimits(msgspec.Struct, frozen=True):
    """Numbers from ``least`` to ``most``, together ``total`` where that is known beforehand.

    ``gaps``: one that is left out stays open; without, it is 0, or what is missing of the total.
    """

    most: int
    least: int = 0
    total: int | None = None
    gaps: bool = False


class SeatFigures(msgspec.Struct, frozen=True):
    """A number within ``limits`` (or those that a function of the state gives) for everybody, ``into`` a field.

    ``again`` is the title where round ``{n}`` is put right. ``seat`` and ``flag`` are two more fields of the act, a
    player with a caption, and a yes or no with label and second line.
    """

    title: Message
    limits: FigureLimits | Callable[[Any], FigureLimits]
    again: Message | None = None
    into: str = "points"
    seat: tuple[str, Message] | None = None
    flag: tuple[str, Message, Message] | None = None

    def limits_in(self, state: Any) -> FigureLimits:
        """The limits as they are in this state."""
        return self.limits(state) if callable(self.limits) else self.limits


class CountedFigures(msgspec.Struct, frozen=True):
    """A figure for everybody, counted by ``steps`` (of which half go down) from the one that it has by now, and a seat.

    ``now`` and ``most`` are the figure and its bound by state and seat (from 0). They go ``into`` a field of the act
    ``records``; ``seat`` is another field, with its caption and what is said until somebody is chosen. Nobody chooses
    where ``asks`` is false of the state: there the figures themselves say it (``implied``), and None is not yet.
    ``done`` is the button's label.
    """

    title: Words
    steps: Callable[[Any], Sequence[int]]
    now: Callable[[Any, int], int]
    most: Callable[[Any, int], int]
    into: str
    seat: tuple[str, Message, Message]
    asks: Callable[[Any], bool]
    implied: Callable[[Any, tuple[int, ...]], int | None]
    done: Message
    records: Callable[[Any], type[Event]]


class Reason(msgspec.Struct, frozen=True):
    """Why: one of the reasons that the act declares; ``offered`` are their words on record where not all are."""

    title: Message
    line: Message
    offered: Sequence[str] = ()


class Confirmation(msgspec.Struct, frozen=True):
    """Whether an act is meant that costs somebody something: ``yes`` with a second line, or no.

    ``line`` is said of a state at a game time (ns); ``fields`` are those of the act that the yes sets.
    """

    title: Message
    line: Callable[[Any, int], Message]
    yes: Message
    sub: Message
    fields: Mapping[str, Any] = msgspec.field(default_factory=dict)


CitedWords = tuple[str, Message]
"""The number of a rule, and a sentence."""


class WholeNumber(msgspec.Struct, frozen=True):
    """A number of ``unit``, typed by number keys; it goes ``into`` a field of the act, ``times`` as much there.

    ``untyped`` is said where nothing is typed, ``outside`` where it is not from ``least`` to ``most``; without it the
    act itself checks the number. ``above`` is what helps about the player in a seat (from 0).
    """

    title: Words
    unit: Words
    into: str
    untyped: CitedWords
    times: int = 1
    least: int = 0
    most: int = 0
    outside: CitedWords | None = None
    above: Callable[[Any, int], Message | str] | None = None


Need = (
    Question
    | Posed
    | OfSide
    | WhichSeat
    | WhichSide
    | AboutSeat
    | NewPlayer
    | NoteText
    | Reason
    | SeatFigures
    | CountedFigures
    | Confirmation
    | WholeNumber
)


class MenuEntry(msgspec.Struct, frozen=True):
    """An act's place in the menu: icon (`device.graphics.glyphs`), one word, what it does now; ``referee``: his column.

    Its touch asks for what the act needs; without a need it records the act.
    """

    icon: str
    label: Message
    now: Message
    referee: bool = False


class Button(msgspec.Struct, frozen=True):
    """An act's large button while it is the next step: label, second line, and the name of its clock button's press."""

    label: Message
    sub: Message | None = None
    pressed: Message | None = None
