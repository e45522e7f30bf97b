"""Forms for what acts need where something is typed: a newcomer's name, a note, a number, everybody's figures.

`screen_of` gives the screen for any need; nothing here names a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, ClassVar, cast

from msgspec import structs

from device.common.i18n import t, tr
from device.games.act_screens import (
    AboutSeatScreen,
    ActScreen,
    ConfirmationScreen,
    GameForms,
    OfSideScreen,
    QuestionScreen,
    ReasonScreen,
    SeatScreen,
    draw_chips,
)
from device.games.count_form import CountForm
from device.games.name_offers import complete, draw_name
from device.games.typed_figures import as_shown, is_complete, typed_text, value_of
from device.graphics.actions import Do, ReadRule
from device.graphics.canvas import Canvas
from device.graphics.headings import below_heading, draw_heading, heading
from device.graphics.keyboards import beside_numbers, name_keys, number_keys
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.name_form import NameForm, NameScreen
from device.kiosk.screen import AskedScreen, Next, NumberScreen, Record, Screen, call, key_of
from device.people.directory import KnownPerson
from device.rule_texts import number_in
from rules.acts import Act
from rules.game import Event
from rules.message import Message, Refusal
from rules.needs import (
    AboutSeat,
    Confirmation,
    CountedFigures,
    FigureLimits,
    NewPlayer,
    NoteText,
    OfSide,
    Posed,
    Question,
    Reason,
    SeatFigures,
    WhichSeat,
    WhichSide,
    WholeNumber,
)

MANY = 4
"""So many usual notes or more do not stand beside each other, nor all below each other over a keyboard; of figures no
more stand beside each other."""


class NewPlayerForm(NameScreen[Any], SeatScreen):
    """Another player takes a seat."""

    form: NameForm = field(default_factory=lambda: NameForm(("",), longest=20))

    def draw(self, canvas: Canvas, view: Moment[Any]) -> Rect:
        """Who gets up, and who sits down."""
        need, fill = self.need, self.accent(canvas)
        who, name, keys = draw_heading(canvas, (60, 60, 256), tr(need.title), fill=fill, done=tr(need.done))
        self.chips(canvas, view.state, who)
        known = complete(view.people(), self.form)
        _draw_field(canvas, self.form, tr(need.empty), name, known)
        if known is not None:
            canvas.touch(name, call(self.on_pick, known.name, known.id))
        name_keys(canvas, keys, self.form.capitals)
        return who

    def on_done(self, state: Any) -> Next[Any]:
        """Record it. Raises `Refusal` where nobody gets up."""
        if self.seat is None:
            raise Refusal(self.act.cites, self.need.first)
        return self.act(**self.fields, name=self.form.names[0] or " ", person=self.form.id_of(0))


class NoteForm(SeatScreen):
    """Something to remember that costs nothing: one of the usual notes."""

    words_form: ClassVar[type[NoteInWordsForm]]

    def draw(self, canvas: Canvas, view: Moment[Any]) -> Rect:
        """Who, where the act says that, and the usual notes."""
        act: Any = self.act
        if self.is_about_somebody:
            who, body = draw_heading(canvas, (76, 320), t("Note: who, if anybody?"), fill=self.accent(canvas))
            self.chips(canvas, view.state, who)
        else:
            (body,) = draw_heading(canvas, (1,), t("Note"), fill=self.accent(canvas))
        divide = canvas.split if len(act.usual) < MANY else canvas.rows
        *boxes, last = divide(body, (1,) * (len(act.usual) + 1))
        for (rule, text), box in zip(act.usual.items(), boxes, strict=True):
            canvas.button(box, tr(text), Do(act(rule=rule, **self.fields)), sub=f"({rule})", size=22)
        canvas.button(last, t("In words"), call(self.in_words), size=22)
        return body

    def in_words(self, state: Any) -> Screen[Any]:
        """A note in the table's own words."""
        return self.words_form(self.seat, asker=self)


class NoteInWordsForm(AskedScreen[Any], NameScreen[Any], SeatScreen):
    """A note in the table's own words, about a rule and perhaps a player."""

    form: NameForm = field(default_factory=lambda: NameForm(("",), longest=60, sentence=True))
    rule: str = ""

    def draw(self, canvas: Canvas, view: Moment[Any]) -> Rect:
        """Which rule, and the words; whom it is about was chosen before and stands beside them."""
        usual: Mapping[str, Message] = cast(Any, self.act).usual
        tall, many = canvas.look.portrait, len(usual)
        heights = (206, 56, 440) if tall else (72, 52, 250)
        title, fill = t("Note in words"), self.accent(canvas)
        rules, words, keys = draw_heading(canvas, heights, title, fill=fill, done=t("Note it"))
        places = canvas.grid(rules, 2, -(-many // 2)) if tall and many >= MANY else canvas.split(rules, (1,) * many)
        for (rule, text), box in zip(usual.items(), places[:many], strict=True):
            selected, action = self.about == rule, self.change(rule=rule)
            sub = f"({rule})" if tall or many < MANY else ""  # beside each other, many leave no room for it
            canvas.button(box, tr(text), action, sub=sub, selected=selected, size=16, lines=2)
        empty = t("what happened")
        if self.seat is not None:
            empty = f"{empty} · {self.forms.names(view.state)[self.seat]}"
        _draw_field(canvas, self.form, empty, words)
        name_keys(canvas, keys, self.form.capitals)
        return rules

    @property
    def about(self) -> str:
        """The number of the rule: that of the usual note in the middle until one is chosen."""
        rules: Sequence[str] = list(getattr(self.act, "usual", ()))
        return self.rule or rules[len(rules) // 2]

    def on_done(self, state: Any) -> Next[Any]:
        """Record it. Raises `Refusal` where nothing was typed."""
        if not (text := self.form.names[0]):
            raise Refusal("", "Type what happened.")
        return self.act(rule=self.about, text=text, **self.fields)


def _draw_field(canvas: Canvas, form: NameForm, empty: str, rect: Rect, known: KnownPerson | None = None) -> None:
    """One field across the screen, with the word ``empty`` until something is typed."""
    p, inner = canvas.look.palette, canvas.inset(rect, 14, 0)
    canvas.panel(rect, p.paper)
    draw_name(canvas, inner, form, 0, 24, known)
    if not form.fields[0]:
        canvas.text(inner, empty, 18, "regular", p.ink_muted, "right")


class WholeNumberForm(AskedScreen[Any], NumberScreen[Any], SeatScreen):
    """A whole number by number keys: large what is typed so far, under it in what it counts.

    The screen that needs it first shows again once it is recorded.
    """

    def draw(self, canvas: Canvas, view: Moment[Any]) -> Rect:
        """The number and its keys; where the title ends with the number of a rule, a touch on it reads the rule."""
        u, p, need, state = canvas.u, canvas.look.palette, self.need, view.state
        head, body = below_heading(canvas, (1,))
        title = self.words(need.title, state)
        words, _ = heading(canvas, head, title)
        if rule := number_in(title):
            canvas.touch(words, ReadRule(rule))
        left, right = beside_numbers(canvas, body)
        canvas.panel(left, p.paper)
        canvas.text(left, self.digits or "–", 130, "bold", p.ink, "center", digits=True)
        help_line = "" if need.above is None else tr(need.above(state, self.seat))
        above = Rect(left.x, left.y + u(20), left.w, u(40))
        canvas.text(above, help_line, 22, "regular", p.ink_muted, "center")
        foot = Rect(left.x, left.y + left.h - u(60), left.w, u(40))
        canvas.text(foot, self.words(need.unit, state), 22, "regular", p.ink_muted, "center")
        number_keys(canvas, right)
        return left

    def on_done(self, state: Any) -> Next[Any]:
        """Record it. Raises `Refusal` where nothing was typed, or the number is too small or too large."""
        need = self.need
        if not self.digits:
            raise Refusal(*need.untyped)
        number = int(self.digits)
        if need.outside is not None and not need.least <= number <= need.most:
            raise Refusal(*need.outside)
        event = self.act(**self.fields, **{need.into: number * need.times})
        return event if self.asker is None else Record(event, self.asker, self)


@dataclass(frozen=True, slots=True)
class Counts:
    """Figures as typed so far (`device.games.typed_figures`); ``seat`` is typed into, ``flag`` is the form's button.

    ``texts`` is empty until something is typed.
    """

    texts: tuple[str, ...] = ()
    seat: int = 0
    flag: bool = False

    def with_key(self, key: str, limits: FigureLimits) -> Counts:
        """A digit or the sign of the chosen figure; on to the next one where no other digit can follow."""
        before = self.texts[self.seat]
        text = typed_text(before, key, limits)
        done = text != before and is_complete(text, limits)
        last = len(self.texts) - 1
        return replace(self.with_text(text), seat=min(self.seat + 1, last) if done else self.seat)

    def with_text(self, text: str) -> Counts:
        """Another text of the chosen figure."""
        return replace(self, texts=tuple(text if seat == self.seat else old for seat, old in enumerate(self.texts)))

    def figures(self, limits: FigureLimits) -> tuple[int | None, ...]:
        """The figures; a single one left out has what is missing of the total, others that are left out have 0.

        Where there may be gaps, what is left out is None.
        """
        values = [value_of(text) for text in self.texts]
        rest: int | None = None if limits.gaps else 0
        if limits.total is not None and values.count(None) == 1 and not self.flag:
            rest = max(limits.least, limits.total - sum(value or 0 for value in values))
        return tuple(rest if value is None else value for value in values)


class FiguresForm(ActScreen):
    """Everybody's figures and, where the act has them, a player and a yes or no."""

    half_written = True
    counts: Counts = field(default_factory=Counts)
    person: int | None = None

    def title(self, state: Any) -> str:
        """What is counted."""
        return tr(self.need.title)

    def event(self, fields: dict[str, Any]) -> Event:
        """What is recorded."""
        return self.act(**fields)

    def counts_in(self, state: Any) -> Counts:
        """What is typed, a text for everybody."""
        many = len(self.forms.columns_in(state))
        return self.counts if self.counts.texts else replace(self.counts, texts=("",) * many)

    def draw(self, canvas: Canvas, view: Moment[Any]) -> Rect:
        """The figures, what else the act has, and the keys."""
        p, need, state = canvas.look.palette, self.need, view.state
        counts, limits = self.counts_in(state), need.limits_in(state)
        (body,) = draw_heading(canvas, (1,), self.title(state), fill=self.accent(canvas))
        left, keys = beside_numbers(canvas, body)
        has_foot = need.flag is not None or limits.total is not None
        heights = (150, *((26, 74) if need.seat is not None else ()), *((74,) if has_foot else ()))
        fields, *rest = canvas.rows(left, heights)
        foot = rest[-1] if rest else fields
        columns = self.forms.columns_in(state)
        lines = 1 if len(columns) <= MANY else 2
        wide = -(-len(columns) // lines)
        for line, band in enumerate(canvas.rows(fields, (1,) * lines)):
            for n, box in enumerate(canvas.cols(band, (1,) * wide)[: len(columns) - line * wide]):
                self._field(canvas, columns, counts, limits, line * wide + n, box)
        if need.seat is not None:
            canvas.text(rest[0], tr(need.seat[1]), 16, "semibold", p.muted)
            draw_chips(canvas, self.forms, state, rest[1], self.person, self.on_person)
        if has_foot:
            total = foot
            if need.flag is not None:
                flag, total = canvas.cols(foot, (1, 1))
                _, label, sub = need.flag
                flipped = self.change(counts=replace(counts, flag=not counts.flag))
                canvas.button(flag, tr(label), flipped, sub=tr(sub), selected=counts.flag)
            canvas.panel(total, p.panel)
            canvas.text(total, self._sum_line(counts, limits), 19, "semibold", p.text, "center", lines=2)
        number_keys(canvas, keys, sign=limits.least < 0)
        return foot  # the figures stay in sight, to be corrected

    def _field(
        self,
        canvas: Canvas,
        columns: Sequence[str],
        counts: Counts,
        limits: FigureLimits,
        number: int,
        box: Rect,
    ) -> None:
        p, text = canvas.look.palette, counts.texts[number]
        focused = number == counts.seat
        ink, muted = (p.ink, p.ink_muted) if focused else (p.text, p.muted)
        canvas.panel(box, p.paper if focused else p.panel, border=self.accent(canvas) if focused else None)
        heights = (30, 100) if len(columns) <= MANY else (40, 70)
        name, place = canvas.rows(canvas.inset(box, 8, 6), heights)
        lines = 1 if self.forms.columns is None else 2
        canvas.text(name, columns[number], 18, "bold", ink, "center", lines=lines)
        rest = counts.figures(limits)[number]
        is_rest = limits.total is not None and counts.texts.count("") == 1
        shown = as_shown(text) or (as_shown(str(rest)) if is_rest and rest is not None else "–")
        size = 64 if max(abs(limits.least), limits.most) < 1000 and len(columns) <= MANY else 40
        canvas.text(place, shown, size, "bold", ink if text else muted, "center", digits=True)
        canvas.touch(box, call(self.on_field, number))

    def _sum_line(self, counts: Counts, limits: FigureLimits) -> str:
        due = limits.total
        total = sum(figure or 0 for figure in counts.figures(limits))
        if counts.flag or due is None or total == due:
            return t("in all {n}", n=total)
        if total < due:
            return t("in all {n}, {missing} missing", n=total, missing=due - total)
        return t("in all {n}, {more} too many", n=total, more=total - due)

    def on_field(self, state: Any, seat: int) -> Next[Any]:
        """Type that figure."""
        return replace(self, counts=replace(self.counts_in(state), seat=seat))

    def on_person(self, state: Any, seat: int) -> Next[Any]:
        """The player that the act has besides; tapped again: nobody."""
        return replace(self, person=None if self.person == seat else seat)

    def typed_text(self) -> str:
        """The chosen figure so far."""
        return as_shown(self.counts.texts[self.counts.seat]) if self.counts.texts else ""

    def on_text(self, state: Any, text: str) -> Next[Any]:
        """A digit, the sign, backspace, or the next figure."""
        counts = self.counts_in(state)
        if text == "\b":
            return self.on_clear(state)
        if text == "\t":
            return self.on_field(state, (counts.seat + 1) % len(counts.texts))
        return replace(self, counts=counts.with_key(text, self.need.limits_in(state)))

    def on_clear(self, state: Any) -> Next[Any]:
        """The chosen figure is typed anew."""
        return replace(self, counts=self.counts_in(state).with_text(""))

    def on_done(self, state: Any) -> Next[Any]:
        """Record them. Raises `Refusal` where nothing was typed."""
        counts, need = self.counts_in(state), self.need
        if not any(counts.texts):
            raise Refusal(self.act.cites, "Points are numbers; type them on the number keys.")
        fields: dict[str, Any] = {need.into: counts.figures(need.limits_in(state))}
        if need.seat is not None and self.person is not None:
            fields[need.seat[0]] = self.forms.seats[self.person]
        if need.flag is not None:
            fields[need.flag[0]] = counts.flag
        return self.event(fields)


class CorrectedFigures(FiguresForm, kw_only=True):
    """The figures of round ``number`` (from 1), to be put right by another act, ``corrects``."""

    corrects: ClassVar[type[Act]]
    number: int

    def title(self, state: Any) -> str:
        """Which round."""
        return tr(structs.replace(self.need.again, args={"n": self.number}))

    def event(self, fields: dict[str, Any]) -> Event:
        """The correction."""
        correct: Any = self.corrects
        event: Event = correct(round=self.number, **fields)
        return event


BY_NEED: Mapping[type, type[ActScreen]] = MappingProxyType(
    {
        Question: QuestionScreen,
        Posed: QuestionScreen,
        OfSide: OfSideScreen,
        WhichSeat: QuestionScreen,
        WhichSide: QuestionScreen,
        AboutSeat: AboutSeatScreen,
        NewPlayer: NewPlayerForm,
        NoteText: NoteForm,
        Reason: ReasonScreen,
        SeatFigures: FiguresForm,
        CountedFigures: CountForm,
        Confirmation: ConfirmationScreen,
        WholeNumber: WholeNumberForm,
    }
)
"""The form for each kind of need."""


def screen_of(forms: GameForms, act: type[Act], name: str, base: type[ActScreen] | None = None, **more: Any) -> Any:
    """The class of the screen for what ``act`` needs: the form for its need, or one derived from ``base``.

    ``name`` is that of the class, by which half-written ones are kept; ``more`` are further class variables.
    """
    of = {"__module__": forms.module, "__qualname__": name, "__doc__": act.__doc__, "key": key_of(name)}
    return type(name, (base or BY_NEED[type(act.need)],), of | {"act": act, "forms": forms} | more)
