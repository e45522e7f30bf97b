"""Setting up any game of named seats: who sits where, clockwise, and perhaps a word and an option beside the names.

A game says what it asks as a value (`SeatsAsked`); nothing here names a game.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from device.common.event.messages import Pairing
from device.common.i18n import t, tr
from device.games.name_offers import draw_name
from device.games.setup_controller import NameSetupScreen, SetupState
from device.graphics.canvas import Canvas
from device.graphics.widgets import Rect
from device.io.oled_content import OledContent
from device.kiosk.screen import Next, StartGame, call
from device.people.directory import KnownPerson
from rules.game import Setup
from rules.message import Message

IN_ONE_LINE = 2
"""Seats that lie beside each other; more lie round a table, on a screen that is wider than high in two lines."""
NARROW = 220
"""Units of a field below which only the number of its seat stands beside a name."""


@dataclass(frozen=True, slots=True)
class Switch:
    """An option that is so or otherwise: ``field`` of the screen (None: as the settings say), which ``standard`` reads.

    ``label`` and ``sub`` are how it reads now; the second line is of the word, too.
    """

    field: str
    standard: Callable[[SetupState], bool]
    label: Callable[[bool], str]
    sub: Callable[[str, bool], str]


@dataclass(frozen=True, slots=True)
class SeatsAsked:
    """What is asked of who sits down: what each of the ``seats`` is called, and the game's ``accent``.

    ``name`` stands over the names on the displays. ``word`` is what is written behind the names, where something is.
    """

    name: Message
    seats: Sequence[str]
    accent: int
    word: Message | None = None
    switch: Switch | None = None


class SeatsSetupScreen(NameSetupScreen):
    """The form that ``asked`` describes; its first fields are the seats', the one behind them is the word's."""

    asked: ClassVar[SeatsAsked]

    @abstractmethod
    def setup_for(self, state: SetupState, seats: Sequence[int]) -> Setup:
        """The setup of a game of those who sit in ``seats``, with what else is filled in."""

    @property
    def seats(self) -> int:
        """How many can sit down."""
        return len(self.form.fields) - (self.asked.word is not None)

    @property
    def fewest(self) -> int:
        """How many sit down at least: everybody, unless a game says otherwise."""
        return self.seats

    def partner_text(self, seat: int) -> str:
        """With whom that seat plays, where people play together."""
        return ""

    def with_pairing(self, pairing: Pairing) -> Self:
        """The paired names; the word is the table's own."""
        seated = super().with_pairing(pairing)
        return seated if self.asked.word is None else replace(seated, form=seated.form.with_focus(self.seats))

    def is_on(self, state: SetupState) -> bool:
        """How the switch stands."""
        switch = self.asked.switch
        assert switch is not None
        chosen: bool | None = getattr(self, switch.field)
        return switch.standard(state) if chosen is None else chosen

    def draw_form(self, canvas: Canvas, rect: Rect, state: SetupState, known: KnownPerson | None = None) -> None:
        """The names round a table, then the word with the switch beside it."""
        asked, lines = self.asked, lines_of(self.seats, upright=canvas.look.portrait)
        has_word = asked.word is not None
        bands = canvas.rows(rect, (1,) * (len(lines) + has_word), canvas.u(5))
        for line, band in zip(lines, bands, strict=False):
            for seat, box in zip(line, canvas.cols(band, (1,) * len(line)), strict=True):
                self.draw_field(canvas, seat, box, known)
        if not has_word:
            return
        place, *beside = canvas.cols(bands[-1], (62, 38)) if asked.switch is not None else bands[-1:]
        self.draw_field(canvas, self.seats, place)
        for box in beside:
            self._draw_switch(canvas, box, state)

    def _draw_switch(self, canvas: Canvas, box: Rect, state: SetupState) -> None:
        switch, is_on = self.asked.switch, self.is_on(state)
        assert switch is not None
        sub = switch.sub(self.form.fields[self.seats], is_on)
        canvas.button(box, switch.label(is_on), self.change(**{switch.field: not is_on}), sub=sub, size=15)

    def draw_field(self, canvas: Canvas, index: int, box: Rect, known: KnownPerson | None = None) -> None:
        """A name or the word; the one that is typed into has a border."""
        p, u, asked = canvas.look.palette, canvas.u, self.asked
        focused, is_word = self.form.focus == index, index == self.seats
        canvas.panel(
            box, p.paper if focused else p.panel, border=p.accents[asked.accent] if focused or is_word else None
        )
        empty = tr(asked.word) if is_word else t("seat {seat}", seat=asked.seats[index])
        inner = canvas.inset(box, 12, 0)
        has_text = focused or bool(self.form.fields[index])
        muted = p.ink_muted if focused else p.muted
        if not is_word and (partners := self.partner_text(index)):
            line = Rect(inner.x, inner.y + inner.h - canvas.lu(20), inner.w, canvas.lu(20))
            canvas.text(line, partners, 14, "regular", muted)
            inner = Rect(inner.x, inner.y, inner.w, inner.h - canvas.lu(16))
        wide = 70
        if has_text and box.w < u(NARROW):  # the number alone, so that the name has the room
            empty, wide = asked.seats[index], 16
        if has_text:
            draw_name(canvas, Rect(inner.x, inner.y, inner.w - u(wide), inner.h), self.form, index, 21, known)
        canvas.text(inner, empty, 16, "regular", muted, "right" if has_text else "left")
        canvas.touch(box, call(self.on_field, index))

    def oled_contents(self) -> tuple[OledContent, OledContent]:
        """The names as they are typed, half of the seats at each side."""
        rows = list(zip(self.asked.seats, self.form.fields[: self.seats], strict=False))
        half, title = (len(rows) + 1) // 2, tr(self.asked.name)
        return OledContent(title, "", rows=tuple(rows[:half])), OledContent(title, "", rows=tuple(rows[half:]))

    def on_done(self, state: SetupState) -> Next[SetupState]:
        """To the next field that has to be filled in, or to the table. Raises `Refusal` on an empty one."""
        names, form = self.form.names, self.form
        taken = [seat for seat in range(self.seats) if names[seat]]
        missing = len(taken) < self.fewest or "" in names[self.seats :]
        if missing and "" in names and names[form.focus]:
            return replace(self, form=form.with_focus(names.index("")))
        return StartGame(self.setup_for(state, taken if self.fewest < self.seats else range(self.seats)))

    def on_enter(self, state: SetupState) -> Next[SetupState]:
        """To the next empty field, as long as there is one; from an empty field as the check mark."""
        names, form = self.form.names, self.form
        if "" in names and names[form.focus]:
            return replace(self, form=form.with_focus(names.index("")))
        return self.on_done(state)


def lines_of(seats: int, *, upright: bool) -> list[tuple[int, ...]]:
    """The seats (from 0) clockwise round a table, line by line from the top; ``upright``: two in a line.

    >>> lines_of(4, upright=False), lines_of(5, upright=True)
    ([(0, 1), (3, 2)], [(0, 1), (4, 2), (3,)])
    """
    if seats <= IN_ONE_LINE:
        return [tuple(range(seats))]
    if not upright:
        half = (seats + 1) // 2
        return [tuple(range(half)), tuple(range(seats - 1, half - 1, -1))]
    lines: list[tuple[int, ...]] = [(0, 1)]
    first, last = 2, seats - 1
    while first < last:
        lines.append((last, first))
        first, last = first + 1, last - 1
    return [*lines, (first,)] if first == last else lines
