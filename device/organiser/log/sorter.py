"""What tables say becomes rows of the log: what is known already, what came early, what does not fit.

No network and no disk but `EventStore.bodies`. What one `CommitBatch` holds is committed together and acknowledged
afterwards, which is the work of `device.organiser.log.ingest`.
"""

from __future__ import annotations

import logging
import uuid
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from device.common.event import messages, wire
from device.organiser.acts import observations
from device.organiser.store import DESK, EventStore, LogRow, RefusedMessage, StoreTrouble
from device.organiser.store.rows import BEGUN, CALL, ENTRY, LINK, SEEN, BegunGame, UnreadableRow, read
from rules.game import SECOND, Nanoseconds

log = logging.getLogger("dvojtah.organiser")

AHEAD = 8
"""Messages of one boot that may wait for an earlier one that is still on its way."""
SILENT_S = 180
"""Seconds without a word, after which a table that did not say good bye counts as away."""
MOVED = SECOND // 2
"""How far (ns) the start of a game's time must seem to have moved to be logged again."""
REFUSALS_A_SECOND = 50
"""Refusals that are kept in a second; more are passed over."""
REFUSALS = 20_000
"""Refusals that one run of the program keeps: some 10 MB; whoever sends nonsense for hours does not fill the store."""
PARKED = 1000
"""Messages that may wait for an earlier one, of all boots together: at most 64 MB. Their tables send them again."""
DEVICES = 20_000
"""Devices whose last state is remembered; of a forgotten one it is logged again."""


class IncomingMessage(NamedTuple):
    """A message as it came off the wire."""

    topic: str
    payload: bytes
    heard: Nanoseconds
    retained: bool


class CommitBatch:
    """What one commit will hold, and what is to be said once it stands."""

    def __init__(self) -> None:
        self.rows: list[LogRow] = []
        self.refused: list[RefusedMessage] = []
        self.acks: dict[tuple[str, str], int] = {}
        self.asked: list[tuple[int, messages.AskGame]] = []


class Sorter:
    """Turns messages into rows. Everything here belongs to the writer's thread."""

    def __init__(self, event: str, store: EventStore) -> None:
        self.event = event
        self._store = store
        self._own = "@" + uuid.uuid4().hex[:16]
        self._seq = 0
        self._high = store.last_seqs()
        self._ahead: dict[tuple[str, str], dict[int, list[LogRow]]] = defaultdict(dict)
        self._seen: dict[tuple[str, str], tuple[str, observations.DeviceSeen]] = {}
        """By table and device: the boot that it said last, and what."""
        self._last: dict[tuple[str, str], int] = {}
        self._logged: tuple[int, int] = (0, 0)
        self._refusals = 0
        self.reports: dict[int, messages.TableSnapshot] = {}
        """What each table last said of itself, kept in memory alone."""

    def sort(self, heard: Sequence[IncomingMessage]) -> CommitBatch:
        """The group that these messages make."""
        group = CommitBatch()
        for message in heard:
            try:
                where, content = wire.read(self.event, message.topic, message.payload)
                if isinstance(content, messages.Rows):
                    self._rows(group, where.table, content, message)
                elif isinstance(content, messages.TableSnapshot):
                    self._state(group, where.table, content, message)
                elif isinstance(content, messages.AskGame):
                    if content.taken:
                        taken = observations.DeviceSeen(device=content.device, game=content.game, taken=True)
                        self._note_seen(group, where.table, content.boot, taken, message.heard)
                    else:
                        group.asked.append((where.table, content))
            except (wire.BadMessage, UnicodeDecodeError, UnreadableRow) as error:
                self.refuse(group, message, str(error))
        return group

    def link(self, group: CommitBatch, up: bool, heard: Nanoseconds) -> None:
        """Note whether the broker is reached."""
        self._add(group, DESK, "", LINK, observations.BrokerLink(up=up), heard)

    def fallen_silent(self, group: CommitBatch, now: Nanoseconds) -> None:
        """Note the tables of which nothing was heard for too long."""
        for by, (boot, seen) in self._seen.items():
            if seen.online and now - self._last.get((by[0], boot), now) > SILENT_S * SECOND:
                gone = msgspec.structs.replace(seen, online=False, silent=True, taken=False)
                self._seen[by] = boot, gone
                self._add(group, by[0], boot, SEEN, gone, now)

    def refuse(self, group: CommitBatch, message: IncomingMessage, reason: str) -> None:
        """Note a message that is not taken, and why."""
        second, count = self._logged
        now = message.heard // SECOND
        self._logged = (now, 1) if now != second else (second, count + 1)
        if self._logged[1] > REFUSALS_A_SECOND or self._refusals >= REFUSALS:
            return
        self._refusals += 1
        sample = message.payload[:200].decode("utf-8", "backslashreplace")
        log.warning("refused %d bytes on %s: %s", len(message.payload), message.topic[:120], reason)
        group.refused.append(RefusedMessage(message.heard, message.topic, reason, len(message.payload), sample))

    def _rows(self, group: CommitBatch, table: int, content: messages.Rows, message: IncomingMessage) -> None:
        key = (str(table), content.boot)
        # All of it is read before any of it is kept.
        rows = [_log_row(key, seq, row, message.heard) for seq, row in enumerate(content.rows, start=content.first)]
        self._last[key] = message.heard
        high = self._high.get(key, 0)
        if content.first <= high:
            self._compare(group, key, rows, high, message)
        ahead = self._ahead[key]
        if content.first <= high + 1 or (len(ahead) < AHEAD and sum(map(len, self._ahead.values())) < PARKED):
            ahead[content.first] = rows
        while (following := next((first for first in ahead if first <= high + 1), None)) is not None:
            new = [row for row in ahead.pop(following) if row.seq > high]
            group.rows.extend(new)
            high += len(new)
        if not ahead:
            del self._ahead[key]
        self._high[key] = high
        group.acks[key] = high

    def _compare(
        self, group: CommitBatch, key: tuple[str, str], rows: list[LogRow], high: int, message: IncomingMessage
    ) -> None:
        """A row that is here already must say what it said; what differs is refused and the first stays."""
        again = [row for row in rows if row.seq <= high]
        try:
            bodies = self._store.bodies(*key, [row.seq for row in again])
        except StoreTrouble:
            return  # the first stays in any case
        bodies |= {row.seq: row.body for row in group.rows if (row.table, row.boot) == key}
        for row in again:
            if bodies.get(row.seq, row.body) != row.body:
                self.refuse(group, message, f"row {row.seq} of boot {row.boot} says something else than before")
                return

    def _state(self, group: CommitBatch, table: int, content: messages.TableSnapshot, message: IncomingMessage) -> None:
        offset = (
            message.heard - content.at if content.game is not None and not message.retained and content.online else None
        )
        seen = observations.DeviceSeen(device=content.device, online=content.online, game=content.game, offset=offset)
        key = (str(table), content.boot)
        if content.online:
            self.reports[table] = content
            # A table that has nothing to say hears so of a store that it does not know.
            group.acks.setdefault(key, self._high.get(key, 0))
        if content.online and not message.retained:
            self._last[key] = message.heard
        self._note_seen(group, table, content.boot, seen, message.heard)

    def _note_seen(
        self, group: CommitBatch, table: int, boot: str, seen: observations.DeviceSeen, heard: Nanoseconds
    ) -> None:
        by = (str(table), seen.device)
        run, before = self._seen.get(by, (boot, None))
        if run != boot:
            if not seen.online:
                return  # the last will of a run before the one that speaks
            self._last.pop((by[0], run), None)
            before = None
        if before is not None and not seen.taken:
            same = msgspec.structs.replace(before, offset=None, taken=False)
            moved = seen.offset is not None and (before.offset is None or abs(seen.offset - before.offset) > MOVED)
            if same == msgspec.structs.replace(seen, offset=None) and not moved:
                return
            if seen.offset is None and seen.game == before.game:
                seen = msgspec.structs.replace(seen, offset=before.offset)
        self._seen.pop(by, None)
        self._seen[by] = boot, seen
        if len(self._seen) > DEVICES:
            gone = next(iter(self._seen))
            self._last.pop((gone[0], self._seen.pop(gone)[0]), None)
        self._add(group, by[0], boot, SEEN, seen, heard)

    def _add(
        self, group: CommitBatch, table: str, boot: str, kind: str, body: msgspec.Struct, heard: Nanoseconds
    ) -> None:
        """A row of the organiser's own, about a table's boot where ``boot`` names one."""
        self._seq += 1
        boot = f"{self._own}.{boot}" if boot else self._own
        text = msgspec.json.encode(body).decode()
        group.rows.append(LogRow(0, table, boot, self._seq, kind, "", 0, 0, heard, text))


def _log_row(key: tuple[str, str], seq: int, row: messages.AnyRow, heard: Nanoseconds) -> LogRow:
    """A table's row as the log keeps it: an event as it came, a setup with what belongs to it, a call.

    Raises UnicodeDecodeError; `UnreadableRow` where no reader could read it.
    """
    n, at = 0, 0
    if isinstance(row, messages.EntryRow):
        kind, n, at, body = ENTRY, row.n, row.at, bytes(row.event).decode()
    elif isinstance(row, messages.SetupRow):
        begun = BegunGame(setup=bytes(row.setup).decode(), pairing=row.pairing, created=row.created)
        kind, body = BEGUN, msgspec.json.encode(begun).decode()
    else:
        kind, body = CALL, msgspec.json.encode(row).decode()
    log_row = LogRow(0, *key, seq, kind, row.game or "", n, at, heard, body)
    read(log_row)
    return log_row
