"""Who sits at a mariáš table, and how long it plays: set up, changed later, or as the organiser says (M1-M6, M31)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self, TypeVar

import msgspec

from device.common.event.messages import Pairing
from device.common.i18n import t
from device.event.timing import RoundCountdown
from device.games.marias.outputs import money
from device.games.marias.parts import places
from device.games.name_offers import HIGH, boxes_remark, complete, draw_name, draw_offers, with_offers
from device.games.setup_controller import SetupScreen, SetupState, paired_names
from device.graphics.actions import Call
from device.graphics.canvas import Canvas
from device.graphics.headings import draw_heading
from device.graphics.keyboards import name_keys
from device.graphics.widgets import Rect
from device.io.oled_content import OledContent
from device.kiosk.moment import Moment
from device.kiosk.name_form import NameForm, NameScreen
from device.kiosk.screen import Next, StartGame, call, draw_panel
from device.people.directory import KnownPerson
from rules.game import SECOND, Event
from rules.marias import MariasSetup
from rules.marias import acts as e
from rules.marias.deal import SEAT
from rules.marias.state import Phase, State
from rules.options.marias import NewMarias

S = TypeVar("S")

LONGEST = 14
"""Letters in a name, so that it is readable on the card."""
SEATS, LEAST = 5, 3
APART = 2 * SECOND
"""By so much two clocks have to differ to be set (ns): less is what a network and whole seconds make."""
SHORTEST, LONGEST_ROUND = 60, 6 * 3600
"""Seconds of a round that a table can take."""
LONGEST_BREAK = 24 * 3600
ORGANISER = "organiser"
"""Why the clock stands, where the organiser stopped the countdown."""


@dataclass(frozen=True)
class Seating(NameForm):
    """Five names, of which three must be filled in; ``leader`` is the seat (from 0) of who writes the slip."""

    leader: int = 0

    @classmethod
    def of(cls, names: Sequence[str] = (), leader: int = 0) -> Seating:
        """Those names, and the first field is typed into."""
        fields = (*names, *[""] * (SEATS - len(names)))
        return cls(fields=fields, longest=LONGEST, capitals=not fields[0], leader=leader)

    @property
    def count(self) -> int:
        """How many fields are used: up to the last one with a name."""
        return max((n + 1 for n, name in enumerate(self.fields) if name.strip()), default=0)

    @property
    def names(self) -> tuple[str, ...]:
        """The names as they would be recorded."""
        return tuple(name.strip() for name in self.fields[: self.count])

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of those who were picked, by seats; empty where a name was typed."""
        return tuple(self.id_of(n) for n in range(self.count)) if any(self.ids) else ()

    @property
    def complete(self) -> bool:
        """Whether return means that all names are there: on the last field, or on an empty one."""
        return self.focus >= SEATS - 1 or not self.fields[self.focus].strip()

    @property
    def next_empty(self) -> int | None:
        """The seat whose name is to be typed next; None where that is none: all sit, or the chosen seat stays empty."""
        if self.count >= LEAST and not self.fields[self.focus].strip():
            return None
        return next((n for n, name in enumerate(self.fields) if not name.strip() and n != self.focus), None)

    def swap(self, by: int) -> Seating:
        """Who sits in the chosen seat changes with a neighbour, round the table; who leads stays the same person."""
        other = (self.focus + by) % max(self.count, self.focus + 1, 1)
        fields = list(self.fields)
        fields[self.focus], fields[other] = fields[other], fields[self.focus]
        ids = [self.id_of(n) for n in range(len(fields))]
        ids[self.focus], ids[other] = ids[other], ids[self.focus]
        leader = self.focus + other - self.leader if self.leader in (self.focus, other) else self.leader
        return replace(self, fields=tuple(fields), ids=tuple(ids), leader=leader, focus=other)

    def field(self, canvas: Canvas, index: int, box: Rect, known: KnownPerson | None = None) -> None:
        """One name; the one that is typed into has a border."""
        p, focused = canvas.look.palette, self.focus == index
        inner = draw_panel(canvas, box, p.paper if focused else p.panel, 10, 4, border=p.pair[0] if focused else None)
        top, name = canvas.rows(inner, (18, 36), 0)
        label = t("seat {seat}", seat=SEAT[index])
        if index == self.leader:
            label += " · " + t("writes")
        elif index >= 3:
            label += " · " + t("if any")
        canvas.text(top, label, 13, "semibold", p.ink_muted if focused else p.muted)
        draw_name(canvas, name, self, index, 22, known)

    def leading(self, canvas: Canvas, rect: Rect, touch: Call) -> None:
        """Who writes the slip; each tap is the next player (M6)."""
        name = self.fields[self.leader].strip() or t("seat {seat}", seat=SEAT[self.leader])
        canvas.button(rect, name, touch, sub=t("writes the slip"), size=18)


def told_apart(names: Iterable[str]) -> tuple[str, ...]:
    """``names`` as they fit on a card; the second of one name has a number behind it."""
    short_names: list[str] = []
    for name in names:
        short, number = name[:LONGEST].strip(), 1
        while (called := short if number == 1 else f"{short[: LONGEST - 2].strip()} {number}") in short_names:
            number += 1
        short_names.append(called)
    return tuple(short_names)


class SeatingScreen(NameScreen[S]):
    """A screen on which ``form`` says who sits where.

    On a tall screen names, tools and keyboard have ``tall_heights``, names that are offered ``tall_offers``.
    """

    form: Seating
    tall_heights: ClassVar[tuple[float, float, float]]
    tall_offers: ClassVar[float] = HIGH

    @abstractmethod
    def headings(self, state: S) -> tuple[str, str]:
        """What is asked, and what finishes the screen."""

    @abstractmethod
    def draw_tools(self, canvas: Canvas, rect: Rect, state: S) -> None:
        """What can be done beside typing names."""

    def draw(self, canvas: Canvas, view: Moment[S]) -> Rect:
        """The names, what can be done with them, and a keyboard."""
        portrait, directory = canvas.look.portrait, view.people()
        offered = self.tall_offers if portrait else HIGH
        heights = with_offers(self.tall_heights if portrait else (66, 50, 256), directory, offered)
        question, done = self.headings(view.state)
        form, tools, *offers, keys = draw_heading(canvas, heights, question, boxes_remark(self.form), done=done)
        known = complete(directory, self.form)
        for n, box in enumerate(places(canvas, form, SEATS)):
            self.form.field(canvas, n, box, known)
            canvas.touch(box, call(self.on_field, n))
        self.draw_tools(canvas, tools, view.state)
        for row in offers:
            draw_offers(canvas, row, self, directory)
        name_keys(canvas, keys, self.form.capitals)
        return form

    def next_leader(self, state: S) -> Self:
        """The next player writes the slip (M6)."""
        form = self.form
        return replace(self, form=replace(form, leader=(form.leader + 1) % max(3, form.count)))


class SeatsScreen(SeatingScreen[State]):
    """Before a round the players change seats, or others sit down (M31)."""

    phases = (Phase.READY,)
    tall_heights = (130, 62, 348)

    def headings(self, state: State) -> tuple[str, str]:
        """From which round on."""
        return t("Who sits where from round {n} on?", n=state.coming), t("Sit down")

    def draw_tools(self, canvas: Canvas, rect: Rect, state: State) -> None:
        """Changing seats."""
        left, right, empty, leader = canvas.cols(rect, (1, 1, 1, 1))
        canvas.button(left, t("Swap left"), call(self.swap_with_neighbour, -1), size=18)
        canvas.button(right, t("Swap right"), call(self.swap_with_neighbour, 1), size=18)
        canvas.button(empty, t("Empty seat"), call(self.empty), size=18)
        self.form.leading(canvas, leader, call(self.next_leader))

    def swap_with_neighbour(self, state: State, by: int) -> SeatsScreen:
        """The chosen player changes with a neighbour."""
        return SeatsScreen(form=self.form.swap(by))

    def empty(self, state: State) -> SeatsScreen:
        """Nobody sits there."""
        return SeatsScreen(form=replace(self.form.with_field(self.form.focus, ""), capitals=True))

    def on_enter(self, state: State) -> Next[State]:
        """Return on an attached keyboard: the next name, or they sit down."""
        seating = self.form
        return self.on_done(state) if seating.complete else SeatsScreen(form=seating.with_focus(seating.focus + 1))

    def on_done(self, state: State) -> Next[State]:
        """They sit down. Who leads is recorded only where it is another player (M31)."""
        names, leader = self.form.names, self.form.leader
        before = state.names[state.leader]
        stays = names.index(before) if before in names else 0
        return e.Seats(players=names, people=self.form.people, leader=None if leader == stays else SEAT[leader])


class MariasSetupScreen(SeatingScreen[SetupState], SetupScreen):
    """Who sits where, rounds and their length; what else is set comes from the settings.

    ``rounds`` and ``minutes`` are None as long as the settings' own stand.
    """

    form: Seating = field(default_factory=Seating.of)
    rounds: int | None = None
    minutes: int | None = None
    tall_heights = (118, 104, 312)
    tall_offers = 34

    def with_pairing(self, pairing: Pairing) -> Self:
        """The paired names, in their seats; nobody is asked for one more, for the organiser has named them all."""
        form = replace(Seating.of(told_apart(paired_names(pairing, 40)[:SEATS])), ids=pairing.people[:SEATS])
        return replace(self, form=form if form.next_empty is None else form.with_focus(form.next_empty))

    def with_setup(self, setup: MariasSetup) -> Self:
        """Those who sit, who writes, and for how long."""
        names = [name[:LONGEST] for name in setup.players]
        form = replace(Seating.of(names, SEAT.index(setup.leader)), ids=tuple(seat.id or "" for seat in setup.seats))
        if form.count < SEATS:
            form = form.with_focus(form.count)
        return replace(self, form=form, rounds=setup.rounds, minutes=setup.round_s // 60)

    def length(self, settings: NewMarias) -> tuple[int, int]:
        """How many rounds are played, and how many minutes each takes."""
        rounds = settings.rounds if self.rounds is None else self.rounds
        return rounds, settings.round_s // 60 if self.minutes is None else self.minutes

    def headings(self, state: SetupState) -> tuple[str, str]:
        """Who plays."""
        return t("Who sits at the table, clockwise?"), t("Play") if self.form.next_empty is None else t("Next")

    def draw_tools(self, canvas: Canvas, rect: Rect, state: SetupState) -> None:
        """Rounds, their length, who leads; stake, tariff and cap are the settings'."""
        settings = state.settings.options_of(NewMarias)
        if canvas.look.portrait:
            upper, lower = canvas.rows(rect, (1, 1), canvas.u(6))
            rounds, minutes = canvas.cols(upper, (1, 1))
            leader, money_box = canvas.cols(lower, (1, 1))
        else:
            rounds, minutes, leader, money_box = canvas.cols(rect, (1.35, 1.35, 1.1, 1.4))
        count, long = self.length(settings)
        self._stepper(canvas, rounds, self.more_rounds, 1, t("rounds: {n}", n=count))
        self._stepper(canvas, minutes, self.longer, 5, t("{n} min", n=long))
        self.form.leading(canvas, leader, call(self.next_leader))
        text = t("stake {stake} Kč\ncap {cap} Kč", stake=money(settings.stake), cap=money(settings.cap))
        canvas.text(money_box, text, 16, "regular", canvas.look.palette.muted, "center", lines=2)

    def _stepper(
        self, canvas: Canvas, rect: Rect, step: Callable[[SetupState, int], Next[SetupState]], by: int, label: str
    ) -> None:
        u = canvas.u
        less, more = Rect(rect.x, rect.y, u(46), rect.h), Rect(rect.x + rect.w - u(46), rect.y, u(46), rect.h)
        canvas.button(less, "−", call(step, -by), size=26)
        canvas.button(more, "+", call(step, by), size=26)
        middle = canvas.inset(rect, 46, 0)
        canvas.text(middle, label, 18, "semibold", canvas.look.palette.text, "center")

    def oled_contents(self) -> tuple[OledContent, OledContent]:
        """How many sit down."""
        content = OledContent(t("Mariáš"), str(sum(map(bool, self.form.names))), mark=t("players"))
        return content, content

    def more_rounds(self, state: SetupState, by: int) -> Self:
        """More or fewer rounds."""
        return replace(self, rounds=max(1, min(20, self.length(state.settings.options_of(NewMarias))[0] + by)))

    def longer(self, state: SetupState, by: int) -> Self:
        """More or fewer minutes."""
        return replace(self, minutes=max(5, min(180, self.length(state.settings.options_of(NewMarias))[1] + by)))

    def on_enter(self, state: SetupState) -> Next[SetupState]:
        """Return on an attached keyboard: the next name, or the table."""
        seating = self.form
        return self.open_table(state) if seating.complete else replace(self, form=seating.with_focus(seating.focus + 1))

    def on_done(self, state: SetupState) -> Next[SetupState]:
        """To the next name that is missing; from an empty seat, or once all are there, the table is opened."""
        to = self.form.next_empty
        return self.open_table(state) if to is None else replace(self, form=self.form.with_focus(to))

    def open_table(self, state: SetupState) -> Next[SetupState]:
        """Open the table with the terms of the settings."""
        settings, heading = state.settings.options_of(NewMarias), self.heading(state)
        terms = msgspec.structs.asdict(settings) | {"title": heading["title"], "table": heading["table"]}
        rounds, minutes = self.length(settings)
        terms |= {"rounds": rounds, "round_s": minutes * 60}
        if self.pairing is not None and self.pairing.goes_on:  # an organiser of an earlier version knows no such key
            number = self.pairing.round
            terms |= {"round": number, "pairing": self.pairing.pairing, "rounds": max(rounds, number)}
        return StartGame(
            MariasSetup(players=self.form.names, people=self.form.people, leader=SEAT[self.form.leader], **terms)
        )


def next_round(state: State, pairing: Pairing) -> Event | None:
    """The people of ``pairing`` sit down for its round; None where they do already, or all rounds are over."""
    played = state.round.number if state.rounds else 0
    if state.phase is Phase.SIGNED or pairing.pairing == state.pairing or pairing.round <= played:
        return None
    names = told_apart(paired_names(pairing, 40)[:SEATS])
    return e.Seats(players=names, people=pairing.people[:SEATS], round=pairing.round, pairing=pairing.pairing)


def follow(state: State, at: int, round: RoundCountdown, now: int) -> Event | None:
    """What brings the table's clock to the organiser's: length and break before a round, its time within (M1-M3)."""
    if state.phase is Phase.READY and round.round == state.coming and round.ends > round.starts:
        return _before(state, at, round, now)
    if state.phase is Phase.PLAY and round.round == state.round.number:
        return _within(state, at, round, now)
    return None


def _before(state: State, at: int, round: RoundCountdown, now: int) -> Event | None:
    length = (round.ends - round.starts) // SECOND
    if length != state.round_s and SHORTEST <= length <= LONGEST_ROUND:
        return e.RoundTime(seconds=length, followed=True)
    if not state.rounds or round.paused_at is not None:
        return None
    left = round.time_until(now)
    if abs(state.break_left(at) - left) <= APART:
        return None
    seconds = (left + at - state.since + SECOND // 2) // SECOND if left else 0
    return e.BreakTime(seconds=seconds, followed=True) if seconds <= LONGEST_BREAK else None


def _within(state: State, at: int, round: RoundCountdown, now: int) -> Event | None:
    if round.time_until(now):
        return None  # this table began before the others; it is set when they begin
    if round.paused_at is not None:
        return e.Pause(reason=ORGANISER) if state.round.running else None
    if not state.round.running:
        return e.Resume() if _stopped_by_organiser(state) else None
    left = round.time_left(now)
    if abs(max(0, state.round.remaining(at)) - left) <= APART:
        return None
    seconds = (left + SECOND // 2) // SECOND
    return e.SetTime(remaining_s=seconds, followed=True) if seconds <= LONGEST_ROUND else None


def _stopped_by_organiser(state: State) -> bool:
    """Whether the clock stands because the organiser's did, and not by the table's own hand or a power cut."""
    stops = (remark.event for remark in reversed(state.remarks) if isinstance(remark.event, e.Pause | e.RoundPowerLoss))
    last = next(stops, None)
    return isinstance(last, e.Pause) and last.reason == ORGANISER
