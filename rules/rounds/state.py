"""A game on a score sheet as it stands: rows of figures, sums, whose turn it is (R1-R9)."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from msgspec import Meta

from rules.game import SECOND, Entry, Name, RoundNumber, Setup, TableName, Text
from rules.message import Refusal
from rules.people import Person, PersonIds, seat_people
from rules.rounds.clock import TurnClock
from rules.sheet_terms import MOST_PLAYERS, SheetTerms
from rules.vector import EMPTY, Vector

SEATS = ("1", "2", "3", "4", "5", "6", "7", "8")
INDEX = {seat: number for number, seat in enumerate(SEATS)}
Seat = Literal["1", "2", "3", "4", "5", "6", "7", "8"]

Row = tuple[int | None, ...]
"""A figure for each column; None where nothing is written yet."""


class RoundsSetup(Setup, tag="rounds", frozen=True, kw_only=True, omit_defaults=True):
    """Who plays what. ``players`` sit clockwise; ``title`` is the event, ``round`` and ``table`` say where in it."""

    terms: SheetTerms
    players: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=MOST_PLAYERS)]
    title: Text = ""
    round: RoundNumber = 0
    table: TableName = ""
    people: PersonIds = ()

    @property
    def seats(self) -> tuple[Person, ...]:
        """Everybody's seat, with the column that partners share (R1)."""
        columns = max(1, self.terms.columns(len(self.players)))
        sides = [seat % columns for seat in range(len(self.players))]
        return seat_people(self.players, self.people, sides)


class Phase(enum.Enum):
    """OVER: the sheet says so, or the table has ended the game."""

    PLAY = "play"
    OVER = "over"
    SIGNED = "signed"


@dataclass(frozen=True, slots=True)
class State:
    """The sheet. ``rows`` are rounds or the boxes, ``sums`` what each column has, ``busts`` figures that count nothing.

    ``turn`` is the seat that writes next, ``dealer`` the one that deals, both from 0; ``clock`` is there where turns
    are timed. ``ended``: the table has ended the game. ``gone`` are the people whose seats others have taken.
    """

    setup: RoundsSetup
    people: tuple[Person, ...]
    rows: Vector[Row] = EMPTY
    sums: tuple[int, ...] = ()
    busts: frozenset[tuple[int, int]] = frozenset()
    turn: int = 0
    dealer: int = 0
    clock: TurnClock | None = None
    phase: Phase = Phase.PLAY
    ended: bool = False
    signed: frozenset[str] = frozenset()
    gone: tuple[Person, ...] = ()
    remarks: Vector[Entry] = EMPTY

    @staticmethod
    def of(setup: RoundsSetup) -> State:
        """Before anything is written."""
        terms, players = setup.terms, len(setup.players)
        columns = terms.columns(players)
        rows = Vector((None,) * columns for _ in terms.boxes)
        clock = None if terms.turn_s is None else TurnClock(terms.turn_s * SECOND)
        sums = (terms.start,) * columns
        return State(setup, setup.seats, rows, sums, clock=clock)

    @property
    def terms(self) -> SheetTerms:
        """What is played."""
        return self.setup.terms

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits in each seat."""
        return tuple(person.name for person in self.people)

    @property
    def columns(self) -> tuple[str, ...]:
        """Who fills each column: a player, or partners."""
        many = len(self.sums)
        return tuple(" + ".join(self.names[column::many]) for column in range(many))

    @property
    def next_column(self) -> int:
        """The column of who writes next, where one after the other does."""
        return self.turn % len(self.sums)

    @property
    def is_begun(self) -> bool:
        """Whether anything is written."""
        return any(figure is not None for row in self.rows for figure in row)

    @property
    def finished_rounds(self) -> int:
        """Rows in which everybody has a figure."""
        return len(self.rows) - (bool(self.rows) and None in self.rows[-1])

    @property
    def open_row(self) -> int:
        """The row (from 0) into which the next figure goes, on a sheet without boxes."""
        return self.finished_rounds

    @property
    def winners(self) -> tuple[int, ...]:
        """The columns with the best sum (R6)."""
        best = (max if self.terms.wins == "most" else min)(self.sums)
        return tuple(column for column, total in enumerate(self.sums) if total == best)

    @property
    def is_full(self) -> bool:
        """Whether the game is over by its own terms (R6)."""
        terms = self.terms
        if terms.boxes:
            return not any(None in row for row in self.rows)
        if terms.until is not None and self.is_begun:
            if terms.exact and terms.until in self.sums:
                return True
            if self.finished_rounds == len(self.rows) and any(self._reached(total) for total in self.sums):
                return True
        return terms.rounds is not None and self.finished_rounds >= terms.rounds

    def _reached(self, total: int) -> bool:
        until = self.terms.until
        assert until is not None
        return total <= until if self.terms.counts_down else total >= until

    def bonus(self, column: int) -> int:
        """What boxes together bring a column (R4)."""
        figures = [row[column] or 0 for row in self.rows]
        return sum(bonus.points for bonus in self.terms.bonus if sum(figures[: bonus.boxes]) >= bonus.reached)

    def free_boxes(self, column: int) -> tuple[int, ...]:
        """The boxes (from 0) that a column has not filled."""
        return tuple(number for number, row in enumerate(self.rows) if row[column] is None)

    def with_remark(self, entry: Entry) -> State:
        """With an entry that is told beside the sheet."""
        return replace(self, remarks=self.remarks.append(entry))

    def with_row(self, number: int, row: Row) -> State:
        """With another row in that place (from 0), or a new one; over where that was the last (R5, R6)."""
        is_new = number == len(self.rows)
        rows = self.rows.append(row) if is_new else self.rows.put(number, row)
        counted = replace(self, rows=rows)._recounted()
        is_over = self.ended or counted.is_full
        after = replace(counted, signed=frozenset(), phase=Phase.OVER if is_over else Phase.PLAY)
        if is_new and not self.terms.by_turns:
            return after.with_next_dealer()
        return after

    def with_figure(self, number: int, figure: int) -> State:
        """With the figure of who writes next in that row (from 0); the next player's turn (R3, R4)."""
        column = self.next_column
        row = self.rows[number] if number < len(self.rows) else (None,) * len(self.sums)
        after = self.with_row(number, (*row[:column], figure, *row[column + 1 :]))
        if not self.terms.boxes and None not in after.rows[number]:
            after = after.with_next_dealer()
        return replace(after, turn=after._next_turn())

    @property
    def first_on_clock(self) -> int:
        """The seat whose turn the clock begins with: who writes next, or the dealer's left neighbour (R7, R8)."""
        if self.terms.by_turns or not self.terms.deals:
            return self.turn
        return (self.dealer + 1) % len(self.names)

    def with_next_dealer(self) -> State:
        """The deal passes to the left neighbour (R7)."""
        return replace(self, dealer=(self.dealer + 1) % len(self.names))

    def _next_turn(self) -> int:
        seats, columns = len(self.names), len(self.sums)
        order = [(self.turn + step) % seats for step in range(1, seats + 1)]
        open_columns = {seat % columns for seat in order if self.has_to_write(seat)}
        return next((seat for seat in order if seat % columns in open_columns), order[0])

    def has_to_write(self, seat: int) -> bool:
        """Whether something is left to be written for that seat: in this round, or in any box."""
        column = seat % len(self.sums)
        if self.terms.boxes:
            return bool(self.free_boxes(column))
        number = self.open_row
        return number == len(self.rows) or self.rows[number][column] is None

    def _recounted(self) -> State:
        """The sums of all rows, and the figures that overshoot an exact finish (R5)."""
        terms, busts = self.terms, set()
        sums = [terms.start] * len(self.sums)
        sign = -1 if terms.counts_down else 1
        for number, row in enumerate(self.rows):
            for column, figure in enumerate(row):
                total = sums[column] + sign * (figure or 0)
                if terms.exact and self._reached(total) and total != terms.until:
                    busts.add((number, column))
                else:
                    sums[column] = total
        if terms.bonus:
            sums = [total + self.bonus(column) for column, total in enumerate(sums)]
        return replace(self, sums=tuple(sums), busts=frozenset(busts))

    def check_row(self, number: int, row: Sequence[int | None]) -> None:
        """Raises `Refusal` where such a row cannot stand there (R2)."""
        terms = self.terms
        if len(row) != len(self.sums):
            raise Refusal("R2", "Each column has a figure: {n} of them.", n=len(self.sums))
        before = self.rows[number] if number < len(self.rows) else (None,) * len(self.sums)
        for figure, written in zip(row, before, strict=True):
            if figure is None:
                if terms.boxes or (terms.by_turns and written is None):
                    continue
                raise Refusal("R2", "A figure is missing; where there is nothing to count, write 0.")
            if not terms.takes(figure, number):
                rule = "R4" if terms.boxes else "R2"
                raise Refusal(rule, "{figure} cannot stand there.", figure=figure)
        if terms.total is not None and sum(figure or 0 for figure in row) != terms.total:
            raise Refusal("R2", "A round makes {n} together.", n=terms.total)
