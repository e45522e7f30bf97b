"""Which rows go out next, and which have to go once more: no sockets, no clock, no database of its own.

A table sends its outbox in order, a few messages ahead of the organiser's acknowledgements. What is not acknowledged
in time is sent again from the first row that is missing: the organiser knows rows by their id, so nothing is doubled.
While nobody answers only one message is sent, and less and less often, so that a broker without an organiser does not
fill up.

| now | what happens | then |
| --- | --- | --- |
| closed | `open` | probing: one message at a time |
| probing | an acknowledgement of something new | flowing: up to `WINDOW` messages |
| probing, flowing | no acknowledgement in time | probing, from the first row without one; that time doubles |
| any | `close` | closed: nothing goes out, nothing is forgotten |

What was acknowledged has left the outbox. Where the organiser answers again and again that it lacks rows before those
that go out, the acknowledgement was not its own: `take_lacking` tells whoever can write them into the outbox anew.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import msgspec

from device.common.event.messages import LARGEST, MOST_ROWS, AnyRow, CallRow, EntryRow, Rows, SetupRow
from device.journal.outbox import CALL, OutboxRow
from rules.game import SECOND, Nanoseconds, Unreadable
from rules.loading import readable
from rules.record import UNREADABLE

WINDOW = 4
"""Messages that may be on their way at once."""
FIRST_RETRY, LONGEST_RETRY = 4 * SECOND, 60 * SECOND
"""How long (ns) an acknowledgement may take at first, and at most."""
LOW_ACKS = 3
"""So many acknowledgements in a row below what goes out say that rows are lacking; one may be late or come twice."""
ROOM = LARGEST - 1024
"""Bytes of rows in a message, so that the rest of it has room."""

Read = Callable[[int, int], list[OutboxRow]]
"""The rows behind a place in the outbox, at most so many."""


class RowPublisher:
    """The table's end of the transfer of rows. Times are ns of the caller's monotonic clock."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._open = False
        self._probing = True
        self._retry_after = FIRST_RETRY
        self.due: int | None = None
        """When it is sent again; None where nothing is on its way."""
        self._cursor = 0
        self._more = True
        self._flights: deque[Rows] = deque()
        self._sent: dict[str, int] = {}
        self._acked: dict[str, int] = {}
        self._low_acks = 0

    @property
    def is_idle(self) -> bool:
        """Whether everything that there was has been acknowledged."""
        return self._open and not self._flights and not self._more

    @property
    def is_answered(self) -> bool:
        """Whether the organiser's last answer is as good as the connection: nothing is overdue."""
        return self._open and not (self._probing and self._retry_after > FIRST_RETRY)

    def open(self) -> None:
        """There is a connection: from the first row that is not acknowledged, whatever was on its way before."""
        self._open = True
        self._retry_after = FIRST_RETRY
        self.restart()

    def close(self) -> None:
        """There is none any more."""
        self._open = False
        self.due = None

    def on_more(self) -> None:
        """The outbox has got something."""
        self._more = True

    def restart(self) -> None:
        """Read the outbox from its beginning again."""
        self._flights.clear()
        self._cursor = 0
        self._more = True
        self._probing = True
        self.due = None

    def on_message(self) -> None:
        """A message of the organiser came: if something is overdue, it need not wait any longer."""
        if self._open and self._retry_after > FIRST_RETRY:
            self._retry_after = FIRST_RETRY
            self.restart()

    def on_ack(self, boot: str, seq: int) -> int:
        """The organiser has everything of ``boot`` through ``seq``: through which seq that is news (0: none).

        What was never sent is never taken for delivered, whoever says so.
        """
        seq = min(seq, self._sent.get(boot, 0))
        if seq <= self._acked.get(boot, 0):
            first = self._flights[0] if self._flights else None
            self._low_acks += first is not None and first.boot == boot and seq < first.first - 1
            return 0
        self._acked[boot] = seq
        self._low_acks = 0
        while self._flights and self._acked.get(self._flights[0].boot, 0) >= self._flights[0].last:
            self._flights.popleft()
        self._probing = False
        self._retry_after = FIRST_RETRY
        self.due = None
        return seq

    def take_lacking(self) -> bool:
        """Say, once, that the organiser lacks rows which were acknowledged in its name: True, then counted anew."""
        lacking = self._low_acks >= LOW_ACKS
        if lacking:
            self._low_acks = 0
        return lacking

    def take(self, now: Nanoseconds) -> list[Rows]:
        """The messages that go out now."""
        if not self._open:
            return []
        if self.due is not None and now >= self.due:
            self.restart()
            self._retry_after = min(2 * self._retry_after, LONGEST_RETRY)
        out: list[Rows] = []
        while self._more and len(self._flights) < (1 if self._probing else WINDOW):
            message = self._next()
            if message is None:
                self._more = False
                break
            self._flights.append(message)
            self._sent[message.boot] = max(self._sent.get(message.boot, 0), message.last)
            out.append(message)
        if self._flights and self.due is None:
            self.due = now + self._retry_after
        return out

    def _next(self) -> Rows | None:
        """The next rows of one boot that are not acknowledged; None where there are none."""
        while waiting_jobs := self._read(self._cursor, MOST_ROWS):
            rows: list[AnyRow] = []
            size, first = 0, None
            for waiting_job in waiting_jobs:
                if waiting_job.seq <= self._acked.get(waiting_job.boot, 0):
                    if first is not None:
                        break
                    self._cursor = waiting_job.pos
                    continue
                row = row_of(waiting_job)
                length = len(msgspec.json.encode(row)) + 1
                if first is not None and (waiting_job.boot != first.boot or waiting_job.seq != first.seq + len(rows)):
                    break
                if rows and size + length > ROOM:
                    break
                first = first or waiting_job
                rows.append(row)
                size += length
                self._cursor = waiting_job.pos
            if first is not None:
                return Rows(boot=first.boot, first=first.seq, rows=tuple(rows))
        return None


def row_of(waiting_job: OutboxRow) -> AnyRow:
    """A row of the outbox as it goes over the wire."""
    if waiting_job.n == CALL:
        return msgspec.json.decode(waiting_job.text or "", type=readable(CallRow))
    assert waiting_job.uid is not None
    if waiting_job.n == 0:
        assert waiting_job.setup is not None
        return SetupRow(
            game=waiting_job.uid,
            setup=msgspec.Raw(waiting_job.setup.encode()),
            pairing=waiting_job.pairing,
            created=waiting_job.created or "",
        )
    assert waiting_job.at is not None
    assert waiting_job.event is not None
    return EntryRow(
        game=waiting_job.uid, n=waiting_job.n, at=waiting_job.at, event=msgspec.Raw(_sound(waiting_job.event))
    )


def _sound(text: str) -> bytes:
    """An event for the wire; one that is damaged in the journal goes as text, so that its message can be read."""
    try:
        msgspec.json.decode(text, type=readable(dict))
    except (msgspec.DecodeError, ValueError, RecursionError):
        return msgspec.json.encode(Unreadable(text=text[:UNREADABLE]))
    return text.encode()
