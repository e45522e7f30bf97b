"""A game of Polish doubles as it stands: frozen values, and what can be read off them (bag, totals, turn order)."""

from __future__ import annotations

import enum

from msgspec import Struct
from msgspec.structs import replace

from rules.clock import DoubleClock
from rules.game import Entry, Event
from rules.memory import with_last_answer
from rules.people import Person
from rules.polish_doubles.placing import NOWHERE, Placement
from rules.polish_doubles.rows import ObjectionNote, Row, Turn, board_after, on_top, place_row
from rules.polish_doubles.setup import DoublesSetup, Pair
from rules.polish_doubles.tally import BagCount, Sums, Tally
from rules.polish_doubles.tiles import value_of
from rules.scrabble import Board
from rules.vector import EMPTY, Vector


class Phase(enum.Enum):
    """How far the game is."""

    DRAWING = "drawing"
    READY = "ready"
    PLAY = "play"
    CLOSING = "closing"
    ENDING = "ending"
    RESULT = "result"
    SIGNED = "signed"


NOT_STARTED = (Phase.DRAWING, Phase.READY)
"""Before the first press."""
JUDGED_TURNS = 2
"""The newest turns, whose moves a verdict may still change (S14)."""


class PressNote(Struct, frozen=True, gc=False):
    """A recorded press: entry, side, the turn (from 0) that ran, and whether it ended that turn."""

    n: int
    side: int
    turn: int
    ended: bool


class Remark(Struct, frozen=True, gc=False):
    """Something for people to read in the record: the game time and the event itself."""

    at: int
    turn: int
    event: Event


class OutNote(Struct, frozen=True, gc=False):
    """People declared in turn ``turn``, with entry ``n``, that a player is out of tiles (S26); which one, if known.

    ``place``: rows of the turn that were written by then, for what the sheet says of it.
    ``doubted``: a move written before was found invalid since, and it is not known whose tiles went back.
    """

    turn: int
    n: int
    player: int | None = None
    doubted: bool = False
    place: int = 0


class AwardNote(Struct, frozen=True, gc=False):
    """The referee awarded the game to ``pair`` (None: to nobody), and why."""

    pair: Pair | None
    reason: str


class State(Struct, frozen=True, gc=False):
    """The whole game. Pairs are 0 and 1, turns are counted from 0; the last turn is the open one.

    ``award`` is the referee's decision that stands above the sums. ``people`` are both players of pair A, then of
    pair B; ``gone`` are those whose places others have taken.

    What would otherwise be looked for in all turns at every event is remembered with them, by `with_turn`:
    ``unfilled`` is the first turn with a move still to be written (as many as there are turns: none),
    ``unconfirmed`` the first one whose overrun waits for people's word, ``objected`` the one whose objection waits for
    a verdict, ``written`` how many turns there are up to the last one with a row, ``sums`` what the sheet comes to
    after each of those. ``tally`` is as far as bag and racks have been reckoned.
    """

    setup: DoublesSetup
    clock: DoubleClock
    phase: Phase = Phase.DRAWING
    draws: Vector[tuple[str, str]] = EMPTY
    starter: int | None = None
    turns: Vector[Turn] = EMPTY
    crosses: tuple[int, int] = (0, 0)
    owed: tuple[int, int] = (0, 0)
    outs: tuple[OutNote | None, OutNote | None] = (None, None)
    counts: Vector[BagCount] = EMPTY
    presses: Vector[PressNote] = EMPTY
    remarks: Vector[Remark] = EMPTY
    closer: int | None = None
    racks: tuple[str | None, str | None] = (None, None)
    award: AwardNote | None = None
    signed: frozenset[int] = frozenset()
    disputes: Vector[tuple[int, str]] = EMPTY
    unfilled: int = 0
    unconfirmed: int | None = None
    objected: int | None = None
    written: int = 0
    sums: Vector[Sums] = EMPTY
    tally: Tally = Tally()
    people: tuple[Person, ...] = ()
    gone: tuple[Person, ...] = ()

    @property
    def names(self) -> tuple[str, str]:
        """What the pairs are called."""
        a, b = self.setup.pairs
        return a.name, b.name

    def players(self, pair: int) -> tuple[str, str]:
        """The names of the two who play for ``pair`` now; empty where they are not known."""
        return self.people[2 * pair].name, self.people[2 * pair + 1].name

    @property
    def turn(self) -> Turn | None:
        """The open turn, None before the first press."""
        return self.turns[-1] if self.turns else None

    @property
    def judged_turn(self) -> int | None:
        """Index of the turn whose moves may still be objected to (S16), None where none is.

        It is the last one played, as long as nobody has acted in a later turn and it has not been let stand.
        """
        for index in range(len(self.turns) - 1, -1, -1):
            turn = self.turns[index]
            if turn.pressed and turn.moves:
                return None if turn.settled else index
            if turn.acted:
                return None
        return None

    @property
    def judging(self) -> tuple[int, ObjectionNote] | None:
        """The turn and the objection that wait for a verdict."""
        if self.objected is None:
            return None
        objected = self.turns[self.objected].judging
        return None if objected is None else (self.objected, objected)

    @property
    def slot(self) -> tuple[int, int] | None:
        """Turn and row (from 0) that the next written move belongs to (S12: the sheet may be filled in late)."""
        if self.unfilled == len(self.turns):
            return None
        return self.unfilled, len(self.turns[self.unfilled].rows)

    @property
    def free_place(self) -> tuple[int, int] | None:
        """`slot`, else the second row of a player whose tiles went back (S26); None: nothing is to be written."""
        if self.slot is not None or not self.turns:
            return self.slot
        last = self.turns[-1]
        return (len(self.turns) - 1, len(last.rows)) if len(last.rows) < last.possible else None

    def with_next_turn(self, turn: Turn) -> State:
        """The game with an untouched ``turn`` after all others, with bag and racks reckoned for what is filled in.

        Not for the newest turns: a verdict may still take their tiles back, and all would be reckoned anew (S26).
        """
        settled = min(self.unfilled, len(self.turns) - JUDGED_TURNS)
        tally = self.tally if settled <= self.tally.turn else self.tally_until(settled)
        return replace(self, turns=self.turns.append(turn), tally=tally)

    def with_turn(self, index: int, turn: Turn) -> State:
        """The game with turn ``index`` in another state, and with what is remembered of all turns."""
        before = self.turns[index].rows
        if turn.rows is not before:
            same = 1 if before and turn.rows and turn.rows[0] is before[0] else 0
            turn = replace(turn, rows=self._placed_rows(index, turn, same))
            if index + 1 < len(self.turns) and board_after(turn.rows) != board_after(before):
                return self._with_rows(index, turn)._with_rows_from(index + 1)
        return self._with_rows(index, turn)

    def board_before(self, index: int, place: int) -> Placement:
        """What lies before row ``place`` of turn ``index``: the last move written before it."""
        rows = self.turns[index].rows[:place] if place and index < len(self.turns) else ()
        if not rows:
            index = min(index, self.written)  # nothing is written from there on
        while not rows and index:
            index -= 1
            rows = self.turns[index].rows
        return rows[-1].placement if rows else NOWHERE

    def board_under(self, index: int, place: int) -> Placement:
        """What lay there when the move in row ``place`` of turn ``index`` was played.

        A first move that an objection struck later lay there still (S17).
        """
        before = self.board_before(index, place)
        if not place or not self.turns[index].fell_later:
            return before
        return place_row(self.board_before(index, 0), self.turns[index].rows[0], counts=True)

    def boards_for(self, index: int, place: int) -> tuple[Placement, ...]:
        """What a correction of that row is held against: what lay there then, or what earlier versions took for it."""
        under, before = self.board_under(index, place), self.board_before(index, place)
        return (under,) if under is before else (under, before)

    @property
    def board(self) -> Board:
        """The tiles on the board after all that is written."""
        return self.board_before(len(self.turns), 0).board

    def _placed_rows(self, index: int, turn: Turn, same: int = 0) -> tuple[Row, ...]:
        """The rows of ``turn``, the one at ``index``, each with where it lies after those before it.

        The first ``same`` of them are as they stand there already.
        """
        rows, fell = turn.rows, turn.fell_later
        if fell:
            same = 0
        before = self.board_before(index, same)
        placed = list(rows[:same])
        for row in rows[same:]:
            if fell and placed:
                # S17: it was played on the tiles of the first, whatever became of them.
                there = place_row(place_row(before, placed[0], counts=True), row, counts=False)
                there = replace(there, board=on_top(before.board, there, row))
            else:
                there = place_row(before, row, counts=row.counts)
                if (
                    there.misfit is not None
                    and not row.counts
                    and placed
                    and (first := placed[-1].placement.play) is not None
                ):
                    on_first = replace(before, board=before.board.lay(first))
                    there = replace(place_row(on_first, row, counts=False), board=before.board)
            placed.append(row if there == row.placement else replace(row, placement=there))
            before = there
        return tuple(placed)

    def _with_rows_from(self, index: int) -> State:
        """The game with the moves from turn ``index`` on laid anew, after one before them has changed."""
        state = self
        for later in range(index, self.written):
            old = state.turns[later]
            if not old.rows:
                continue
            rows = state._placed_rows(later, old)
            state = state._with_rows(later, replace(old, rows=rows))
            if rows[-1].placement.board == old.rows[-1].placement.board:
                break
        return state

    def _with_rows(self, index: int, turn: Turn) -> State:
        """The game with turn ``index`` in another state, whose rows lie where they should."""
        turns = self.turns.put(index, turn)
        unfilled, unconfirmed, objected, written = self.unfilled, self.unconfirmed, self.objected, self.written
        if len(turn.rows) < turn.moves:
            unfilled = min(unfilled, index)
        elif index == unfilled:
            unfilled = next((n for n in range(index + 1, len(turns)) if not turns[n].is_filled), len(turns))
        if turn.overrun_open:
            unconfirmed = index if unconfirmed is None else min(unconfirmed, index)
        elif index == unconfirmed:
            unconfirmed = next((n for n in range(index + 1, len(turns)) if turns[n].overrun_open), None)
        if turn.rows:
            written = max(written, index + 1)
        elif index == written - 1:
            written = next((n + 1 for n in range(index - 1, -1, -1) if turns[n].rows), 0)
        if turn.objections and turn.judging is not None:
            objected = index
        elif index == objected:
            objected = None
        tally = self.tally
        if index < tally.turn and [row.weight for row in turn.rows] != [row.weight for row in self.turns[index].rows]:
            tally = Tally()
        sums = self._sums_from(index, turns, written)
        return replace(
            self,
            turns=turns,
            sums=sums,
            unfilled=unfilled,
            unconfirmed=unconfirmed,
            written=written,
            objected=objected,
            tally=tally,
        )

    def _sums_from(self, index: int, turns: Vector[Turn], written: int) -> Vector[Sums]:
        """What the sheet comes to after each of ``turns``, up to those ``written``; the one at ``index`` is another."""
        sums, whole = self.sums, self.setup.overrun == "turn_lost"
        start = min(index, len(sums))
        after = sums[start - 1] if start else Sums()
        for n in range(start, written):
            after = after.with_turn(turns[n], whole_lost=whole)
            if n == len(sums):
                sums = sums.append(after)
            elif sums[n] != after:
                sums = sums.put(n, after)
            else:
                break
        return sums.cut(written)

    def press(self, n: int) -> PressNote | None:
        """The press that entry ``n`` records, None where it records none."""
        return next((note for note in reversed(self.presses) if note.n == n), None)

    def with_remark(self, entry: Entry) -> State:
        """The game with the entry's event among the remarks."""
        remark = Remark(entry.at, max(0, len(self.turns) - 1), entry.event)
        return replace(self, remarks=self.remarks.append(remark))

    @with_last_answer
    def flow(self) -> Tally:
        """Tiles in the bag and on the racks, from the rows written so far (S23, S24).

        The bag's count already subtracts what a player who has laid tiles is owed. Each count on request says anew what
        lies in the bag; with tiles left in it all racks were full.
        """
        tally = self.tally_until(self.written)
        unwritten = {count.turn: count.count for count in self._counts_from(tally.turn) if count.row == 0}
        for count in unwritten.values():
            tally = tally.with_count(count)
        return tally

    def tally_until(self, until: int) -> Tally:
        """What bag and racks held before turn ``until``, or before the first one that has no row and none after it."""
        tally, until = self.tally, min(until, self.written)
        if tally.turn >= until:
            return tally if tally.turn == until else replace(self, tally=Tally()).tally_until(until)
        counted = {(count.turn, count.row): count.count for count in self._counts_from(tally.turn)}
        for index in range(tally.turn, until):
            turn = self.turns[index]
            for place in range(len(turn.rows) + 1):
                if (index, place) in counted:
                    tally = tally.with_count(counted[index, place])
                if place < len(turn.rows):
                    tally = tally.with_row(turn.pair, turn.rows[place])
        return replace(tally, turn=until)

    def tally_before(self, index: int, place: int) -> Tally:
        """What bag and racks held before row ``place`` of turn ``index``, as far as it is written."""
        tally, turn = self.tally_until(index), self.turns[index]
        counted = {count.row: count.count for count in self._counts_from(index) if count.turn == index}
        for row in range(place + 1):
            if row in counted:
                tally = tally.with_count(counted[row])
            if row < min(place, len(turn.rows)):
                tally = tally.with_row(turn.pair, turn.rows[row])
        return tally

    def _counts_from(self, turn: int) -> list[BagCount]:
        """The counts in turn ``turn`` and later, oldest first."""
        counts: list[BagCount] = []
        for place in range(len(self.counts) - 1, -1, -1):
            if self.counts[place].turn < turn:
                break
            counts.append(self.counts[place])
        return counts[::-1]

    def settlement(self, pair: int) -> int:
        """What the racks bring or cost ``pair`` at the end (S27, S29); 0 before they are known."""
        if self.phase not in (Phase.RESULT, Phase.SIGNED):
            return 0
        if self.closer == pair:
            return value_of(self.racks[1 - pair] or "")
        return -value_of(self.racks[pair] or "")

    def totals(self) -> tuple[tuple[int | None, ...], ...]:
        """The total shown beside each row of each turn, None where none may be shown (S22, S19)."""
        return (*(sums.beside for sums in self.sums), *((),) * (len(self.turns) - len(self.sums)))

    @property
    def last_played(self) -> Turn | None:
        """The last turn that ended and had a move in it; None before the first."""
        return next((turn for turn in reversed(self.turns) if turn.pressed and turn.moves), None)

    def total(self, pair: int) -> int:
        """The pair's last total that may be shown, with the racks once they are settled."""
        return (self.sums[-1].columns[pair].last if self.sums else 0) + self.settlement(pair)
