"""Screens for what acts need (`rules.needs`), each kind of need once for all games: questions, and about whom.

Nothing here names a game. Forms in which something is typed are in `device.games.act_forms`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from types import MappingProxyType
from typing import Any, ClassVar, Self, cast

from msgspec import structs

from device.common import i18n
from device.common.i18n import t, tr
from device.graphics.actions import BACK, UNDO, Do, Show, Why
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Answer, draw_confirmation, draw_question
from device.graphics.headings import draw_heading
from device.graphics.widgets import Colour, Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import AskedScreen, Next, Screen, SubScreen, call
from rules.acts import Act
from rules.game import SIDES, Event
from rules.message import Message
from rules.needs import Asked, Posed, Question, Reply, Way, WhichSeat, WhichSide, Words, words_in

MOST_CHIPS = 4
"""Players that have room beside each other on a screen that is taller than wide; with more there are two lines."""


@dataclass(frozen=True)
class GameForms:
    """What screens know of the game whose acts they ask for.

    Its screens belong to ``module``, under whose name half-written ones are kept. ``accent`` is its colour among the
    palette's; ``seats`` and ``sides`` are the words on record, with what people call the sides. ``names`` are the
    names of a state by seats; ``at_side`` gives those at a side (0 or 1), where they are not half of the seats each.
    ``seat`` is the field of an act that says which one it is about. ``columns`` are what everybody's figures are
    written for; None: every seat. ``state_at`` is a state as it is at a game time (ns), where clocks run.
    ``press_areas`` draws the screen's own clock buttons under a question for which the game waits. ``fields_of`` gives
    what an act says of a seat (from 0) where that takes more than one field.
    """

    module: str
    accent: int
    seats: Sequence[str | int] = ()
    sides: Mapping[Any, str] = field(default_factory=lambda: {side: side for side in SIDES})
    names: Callable[[Any], Sequence[Message | str]] = attrgetter("names")
    at_side: Callable[[Any, int], str] | None = None
    seat: str = "seat"
    state_at: Callable[[Any, int], Any] = lambda state, at: state
    columns: Callable[[Any], Sequence[str]] | None = None
    press_areas: Callable[..., None] | None = None
    fields_of: Callable[[int], dict[str, Any]] | None = None

    def side_names(self, state: Any, side: int) -> str:
        """Who plays at ``side`` (0 or 1) of the table."""
        if self.at_side is not None:
            return self.at_side(state, side)
        names = self.names(state)
        half = len(names) // 2
        return " · ".join(tr(name) for name in names[half * side :][:half])

    def columns_in(self, state: Any) -> Sequence[str]:
        """What everybody's figures are written for, as it stands over them."""
        if self.columns is not None:
            return self.columns(state)
        return [f"{seat} · {tr(name)}" for seat, name in zip(self.seats, self.names(state), strict=False)]


class ActScreen(Screen[Any]):
    """A screen that asks for what an act needs; `device.games.act_forms.screen_of` gives the classes of a game."""

    key = ""  # the forms of all games are no screens by themselves
    act: ClassVar[type[Act]]
    forms: ClassVar[GameForms]

    @property
    def need(self) -> Any:
        """What the act needs."""
        return self.act.need

    def accent(self, canvas: Canvas) -> Colour:
        """The game's colour."""
        return canvas.look.palette.accents[self.forms.accent]


class SeatScreen(ActScreen):
    """A screen about the player in ``seat``, or about nobody."""

    seat: int | None = None

    @property
    def fields(self) -> dict[str, Any]:
        """The seat as the act records it."""
        if self.seat is None:
            return {}
        fields_of = self.forms.fields_of
        return {self.forms.seat: self.forms.seats[self.seat]} if fields_of is None else fields_of(self.seat)

    def words(self, words: Words, state: Any) -> str:
        """Words of the need, with the player's name where they have one."""
        message = words_in(words, state)
        if self.seat is None:
            return tr(message)
        return tr(structs.replace(message, args={**message.args, "name": self.forms.names(state)[self.seat]}))

    @property
    def is_about_somebody(self) -> bool:
        """Whether the act says about which player it is."""
        return self.forms.fields_of is not None or self.forms.seat in self.act.__struct_fields__

    def on_tap(self, state: Any, seat: int) -> Self:
        """About that player; tapped again about nobody."""
        return replace(self, seat=None if self.seat == seat else seat)

    def chips(self, canvas: Canvas, state: Any, rect: Rect) -> None:
        """Everybody, one of them chosen."""
        draw_chips(canvas, self.forms, state, rect, self.seat, self.on_tap)


def draw_chips(canvas: Canvas, forms: GameForms, state: Any, rect: Rect, chosen: int | None, choose: Any) -> None:
    """Small buttons, one for each player, one of them chosen; a touch asks the screen's method ``choose``."""
    names = forms.names(state)
    is_full = canvas.look.portrait and len(names) > MOST_CHIPS
    boxes = canvas.grid(rect, MOST_CHIPS, 2) if is_full else canvas.cols(rect, (1,) * len(names))
    for seat, box in enumerate(boxes[: len(names)]):
        label = f"{forms.seats[seat]} · {names[seat]}"
        lines = 2 if len(names) > MOST_CHIPS else None
        canvas.button(box, label, call(choose, seat), selected=chosen == seat, size=19, lines=lines)


class QuestionScreen(AskedScreen[Any], ActScreen):
    """A question whose answers are acts, or lead to another question, or to what the acts of ``screens`` need.

    ``given`` are the answers given so far, by their places. ``follow_up`` is the screen of questions that follow, where
    they have one of their own.
    """

    follow_up: ClassVar[type[FollowUpScreen] | None] = None
    screens: ClassVar[Mapping[Any, Callable[..., Screen[Any]]]] = MappingProxyType({})
    given: tuple[int, ...] = field(default=(), kw_only=True)

    def valid(self, state: Any) -> bool:
        """While there is something to ask."""
        return super().valid(state) and self.first_question(state) is not None

    def subject(self, state: Any) -> tuple[int, ...]:
        """Each question in turn is a screen of its own."""
        return self.given

    def first_question(self, state: Any) -> Any:
        """What is asked first; None: nothing."""
        return self.need.question(state) if isinstance(self.need, Posed) else self.need

    def question(self, state: Any) -> Any:
        """What is asked after the answers given so far."""
        question = self.first_question(state)
        for place in self.given:
            question = replies_to(question, state)[place].event
        return question

    def on_back(self, state: Any) -> Next[Any]:
        """To the question before."""
        return replace(self, given=self.given[:-1]) if self.given else super().on_back(state)

    def draw(self, canvas: Canvas, view: Moment[Any]) -> Rect:
        """The line, and a button for each answer."""
        view = replace(view, state=self.forms.state_at(view.state, view.at))
        state = view.state
        question = self.question(state)
        waits = isinstance(question, Question) and question.waits
        press_areas = self.forms.press_areas if waits and canvas.look.press_areas else None
        below = None if press_areas is None else partial(press_areas, state=state)
        title, line = (tr(words_in(words, state)) for words in (question.title, question.line))
        answers = self.answers(canvas, view)
        return draw_question(canvas, title, line, answers, self.colour(canvas, state), below, back=not waits)

    def colour(self, canvas: Canvas, state: Any) -> Colour:
        """That of the side whose question it is, else the game's."""
        side = getattr(self.question(state), "side", None)
        return self.accent(canvas) if side is None else canvas.look.palette.pair[side]

    def answers(self, canvas: Canvas, view: Moment[Any]) -> Sequence[Answer]:
        """A button for each answer."""
        forms, state = self.forms, view.state
        question = self.question(state)
        if isinstance(question, WhichSeat):
            named = zip(forms.seats, forms.names(state), strict=False)
            return [(f"{seat} · {name}", "", Do(self.act(**{forms.seat: seat})), "normal") for seat, name in named]
        if isinstance(question, WhichSide):
            answers: list[Answer] = [
                (t("Side {side}", side=label), forms.side_names(state, n), Do(self.act(side=side)), "normal")
                for n, (side, label) in enumerate(forms.sides.items())
            ]
            return canvas.by_side(answers)
        buttons: list[Answer] = []
        for place, answer in enumerate(replies_to(question, state)):
            replies = canvas.by_side(answer) if isinstance(answer, tuple) else (answer,)
            buttons += (self.button_of(reply, place) for reply in replies)
        return buttons

    def button_of(self, reply: Reply, place: int) -> Answer:
        """The button of an answer in its ``place``; where it is not possible now, a quiet one that says why."""
        label = tr(reply.label)
        if reply.against is None:
            return label, tr(reply.sub), self.action_of(reply.event, place), reply.style
        why = i18n.refusal(reply.against)
        return label, why, Why(why), "quiet"

    def action_of(self, leads: Event | Way | Asked | Question, place: int) -> object:
        """What a touch of the answer in that ``place`` does."""
        match leads:
            case Way():
                return BACK if leads is Way.BACK else UNDO
            case Asked(act, fields):
                screen = self.screens[act](**fields)
                return Show(replace(screen, asker=self) if isinstance(screen, AskedScreen) else screen)
            case Question():
                given = (*self.given, place)
                return Show(replace(self, given=given) if self.follow_up is None else self.follow_up(self, given=given))
            case event:
                return Do(event)


class FollowUpScreen(SubScreen[Any], QuestionScreen):
    """A question to which an answer on the screen before leads."""


class OfSideScreen(QuestionScreen):
    """A question that ``side`` (0 or 1) is asked, or that is about it."""

    side: int

    def first_question(self, state: Any) -> Question | None:
        """That side's question."""
        question: Question | None = self.need.question(state, self.side)
        return question


def replies_to(question: Question, state: Any) -> Any:
    """The answers that a question has in a state."""
    return question.answers(state) if callable(question.answers) else question.answers


class ConfirmationScreen(SeatScreen):
    """Whether an act is meant that costs somebody something: the player in ``seat``, or everybody."""

    def draw(self, canvas: Canvas, view: Moment[Any]) -> Rect:
        """What it is about, and what follows; in the player's colour."""
        need, state = self.need, view.state
        event, line = self.act(**self.fields, **need.fields), self.words(need.line(state, view.at), state)
        yes = self.words(need.yes, state), tr(need.sub)
        colour = self.accent(canvas) if self.seat is None else canvas.look.palette.players[self.seat]
        return draw_confirmation(canvas, tr(need.title), line, yes, event, colour)


class ReasonScreen(AskedScreen[Any], SeatScreen):
    """Why: a signed result is opened again, or something is said about a player."""

    locked = True

    def draw(self, canvas: Canvas, view: Moment[Any]) -> Rect:
        """The reasons."""
        need, act = self.need, cast(Any, self.act)
        offered = need.offered or tuple(act.reasons)
        answers: list[Answer] = [
            (tr(act.reasons[word]), "", Do(act(reason=word, **self.fields)), "normal") for word in offered
        ]
        line = self.words(need.line, view.state)
        return draw_question(canvas, tr(need.title), line, answers, self.accent(canvas))


class AboutSeatScreen(SeatScreen):
    """A player, what happened, and the others' judgement."""

    kind: str | None = None

    def draw(self, canvas: Canvas, view: Moment[Any]) -> Rect:
        """The players, what can happen, and the judgements."""
        p, need = canvas.look.palette, self.need
        heights = (76, 28, 96, 28, 130)
        who, asks_kind, kinds, asks_judgement, judgements = draw_heading(
            canvas, heights, tr(need.title), fill=self.accent(canvas)
        )
        self.chips(canvas, view.state, who)
        canvas.text(asks_kind, tr(need.asks[0]), 17, "semibold", p.muted)
        boxes = canvas.cols(kinds, (1,) * len(need.kinds))
        for (kind, (label, sub)), box in zip(need.kinds.items(), boxes, strict=True):
            canvas.button(box, tr(label), self.change(kind=kind), sub=sub, selected=self.kind == kind)
        canvas.text(asks_judgement, tr(need.asks[1]), 17, "semibold", p.muted)
        boxes = canvas.cols(judgements, (1,) * len(need.judgements))
        for judgement, box in zip(need.judgements, boxes, strict=True):
            label, sub = tr(judgement.label), tr(judgement.sub)
            if self.seat is None or self.kind is None:
                canvas.button(box, label, Why(tr(need.first)), sub=sub, style="quiet")
                continue
            event = self.act(**self.fields, **{need.field: self.kind}, **judgement.fields)
            canvas.button(box, label, Do(event), sub=sub, style=judgement.style, size=24)
        return kinds
