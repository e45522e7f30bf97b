"""Broadcast pages: a table, or the first ones, over somebody's picture, as late as the desk said.

What a page shows is looked at whenever something changed and kept until it is late enough: a board that was started
anew, or a slot that was set anew, shows nothing before its delay is over, and never anything that is newer.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from device.common.specs.card import BoardTiles
from device.organiser.acts.decisions import StreamSet
from device.organiser.board.model import BoardModel, TableView
from rules.game import MILLISECOND, Progress

SLOTS = 9
"""Broadcast pages, each at an address of its own."""
FIRST_TABLES = 6
"""Tables on the page of the first ones."""
LONGEST = 4000
"""Looks that are kept of a slot: more than one a second of the longest delay. Beyond it the oldest are given up, and
the page stays at what it shows."""


@dataclass(frozen=True, slots=True)
class StreamView:
    """What a broadcast shows: the tables, and of a single one what lies on its board and which ``words`` each seat laid
    last. ``linked``: the organiser reached the broker then."""

    round: int
    tables: tuple[TableView, ...]
    lying: BoardTiles | None
    words: tuple[tuple[tuple[str, int], ...], ...]
    linked: bool

    @property
    def is_stale(self) -> bool:
        """Whether what it shows may be old."""
        return not self.linked or any(table.is_away for table in self.tables)


class Streams:
    """The slots of `model`, each with what it showed since its delay. Belongs to one thread."""

    def __init__(self, model: BoardModel) -> None:
        self._model = model
        self._set: dict[int, StreamSet] = {}
        self._seen: dict[int, deque[tuple[int, StreamView]]] = {}

    def look(self) -> None:
        """Note what every slot shows now, where it is something else."""
        now = self._model.now()
        for slot, stream in self._model.state.streams.items():
            if self._set.get(slot) != stream:
                self._set[slot], self._seen[slot] = stream, deque(maxlen=LONGEST)
            seen = self._seen[slot]
            before = seen[-1][1] if seen else None
            view = self._view(stream, before)
            if view != before:
                seen.append((now, view))

    def setting(self, slot: int) -> StreamSet | None:
        """What the desk said about a slot; None: nothing."""
        return self._model.state.streams.get(slot)

    def view(self, slot: int) -> StreamView | None:
        """What a slot shows now; None where nothing is late enough yet."""
        self.look()
        stream, seen = self._set.get(slot), self._seen.get(slot)
        if stream is None or seen is None:
            return None
        moment = self.moment(slot)
        while len(seen) > 1 and seen[1][0] <= moment:
            seen.popleft()
        return seen[0][1] if seen and seen[0][0] <= moment else None

    def moment(self, slot: int) -> int:
        """The moment of the event (ns) that a slot shows."""
        stream = self.setting(slot)
        return self._model.now() - (0 if stream is None else stream.delay_s * 1000 * MILLISECOND)

    def _view(self, stream: StreamSet, before: StreamView | None) -> StreamView:
        model = self._model
        numbers = [stream.table] if stream.table else model.numbers[:FIRST_TABLES]
        views = [view for number in numbers if (view := model.value(f"card-{number}")) is not None]
        then = {} if before is None else {view.number: view for view in before.tables}
        tables = tuple(after_the_press(view, then.get(view.number)) for view in views)
        lying = model.lying(stream.table) if stream.table else None
        words = model.last_words(stream.table) if stream.table else ()
        return StreamView(model.state.round.round, tables, lying, words, model.state.linked)


def after_the_press(view: TableView, before: TableView | None) -> TableView:
    """``view`` with the sum of whoever is on move as it was when that turn began: it counts once it is pressed."""
    card, then = view.card, None if before is None else before.card
    if card is None or then is None or card.progress is not Progress.PLAYING or len(card.seats) != len(then.seats):
        return view
    seats = tuple(
        replace(seat, figure=old.figure) if seat.on_move and old.on_move and seat.name == old.name else seat
        for seat, old in zip(card.seats, then.seats, strict=True)
    )
    return replace(view, card=replace(card, seats=seats))
