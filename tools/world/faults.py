"""Faults planted in the product, by which the simulation is known to see: what is changed, and where it is found."""

from __future__ import annotations

from typing import NamedTuple

from tools.world.liars import NOBODY
from tools.world.loading import Change
from tools.world.meetings import NONE
from tools.world.store_kinds import POSTGRESQL, SQLITE
from tools.world.versions.next_version import NEXT_JOURNAL


class Fault(NamedTuple):
    """A planted fault, and where it is found: within ``seeds`` (first and last), by a failure that says ``shown``.

    ``rate``, ``meeting``, ``game``, ``liar``, ``store``, ``hours`` and ``versions`` are the evenings' own.
    ``is_quick``: it takes few seconds.
    """

    changes: tuple[Change, ...]
    shown: str
    seeds: tuple[int, int] = (1, 1)
    rate: float = 3.0
    meeting: str = NONE
    game: str = "polish_doubles"
    liar: str = ""
    store: str = SQLITE
    hours: float = 0.2
    versions: str = ""
    is_quick: bool = True

    @property
    def arguments(self) -> list[str]:
        """The arguments of ``python -m tools.world`` beside its seeds."""
        asked = ["--game", self.game, "--rate", f"{self.rate:g}", "--meeting", self.meeting]
        asked += ["--hours", f"{self.hours:g}", "--liar", self.liar or NOBODY, "--store", self.store]
        return [*asked, "--versions", self.versions] if self.versions else asked


FAULTS: dict[str, Fault] = {
    "a part of a game taken twice": Fault(
        (Change("device.event.protocol", " or part.after != len(coming.entries):", ":"),),
        shown="differ at 201",
        seeds=(1, 4),
        rate=0.0,
        meeting="takeover",
        hours=0.3,
        is_quick=False,
    ),
    "acknowledged before the commit": Fault(
        (
            Change(
                "device.organiser.log.ingest",
                "            if group.rows or group.refused:\n                self._keep(group)\n"
                "            self._acknowledge(group)",
                "            self._acknowledge(group)\n            if group.rows or group.refused:\n"
                "                self._keep(group)",
            ),
        ),
        shown="acknowledged",
    ),
    "a commit given up": Fault(
        (
            Change(
                "device.organiser.log.ingest",
                "                self.trouble(trouble.message)\n            time.sleep(wait)",
                "                self.trouble(trouble.message)\n                return\n            time.sleep(wait)",
            ),
        ),
        shown="committed",
        seeds=(6, 6),
    ),
    "a retained state taken for a live one": Fault(
        (
            Change(
                "device.organiser.log.sorter",
                "content.game is not None and not message.retained and content.online",
                "content.game is not None and content.online",
            ),
        ),
        shown="the board's clock",
        seeds=(10, 10),
    ),
    "a late press recorded at its arrival": Fault(
        (
            Change(
                "device.table.table",
                "source=f\"button {'AB'[side]}\", mono=at)",
                "source=f\"button {'AB'[side]}\")",
            ),
        ),
        shown="doubt exceeded: a press",
    ),
    "a takeover without a release": Fault(
        (
            Change(
                "device.organiser.log.table_rows",
                "        return place.holder == seen.device\n",
                "        return True\n",
            ),
        ),
        shown="belongs to",
        seeds=(2, 2),
        rate=0.0,
        meeting="spare",
        hours=0.15,
    ),
    "the organiser's last position forgotten": Fault(
        (Change("device.organiser.log.sorter", "self._high = store.last_seqs()", "self._high = {}"),),
        shown="never left the outbox",
        is_quick=False,
    ),
    "a row of the outbox deleted too early": Fault(
        (
            Change(
                "device.event.protocol",
                '            out.append(self._out("rows", rows))',
                '            out.append(self._out("rows", rows))\n'
                "            self._store.on_delivered(self.event, rows.boot, rows.last)",
            ),
        ),
        shown="differ at",
        is_quick=False,
    ),
    "an entry lost with a heartbeat on a full disk": Fault(
        (
            Change(
                "device.journal.writer",
                "if all(job.replaceable for job in batch):",
                "if any(job.replaceable for job in batch):",
            ),
        ),
        shown="is signed and does not count",
        rate=0.0,
        meeting="batch",
    ),
    "a journal that is not synced": Fault(
        (
            Change(
                "device.journal.file",
                'synchronous = FULL")\n            db.execute("PRAGMA foreign_keys',
                'synchronous = OFF")\n            db.execute("PRAGMA foreign_keys',
            ),
        ),
        shown="said to be safe",
        seeds=(1, 3),
        meeting="signature",
    ),
    "a press that waits for the disk": Fault(
        (
            Change(
                "device.journal.writer",
                "self._keep(_Job(((ADD_ENTRY, values), *shared), game_id, entry.n, shared=bool(shared)))",
                "self._keep(_Job(((ADD_ENTRY, values), *shared), game_id, entry.n, shared=bool(shared)))\n"
                "        self.flush()",
            ),
        ),
        shown="must not wait",
    ),
    "a call without a number of its own": Fault(
        (
            Change(
                "device.journal.outbox",
                "self._lines[event] = boot, seq + 1",
                "self._lines[event] = boot, seq + (0 if n == CALL else 1)",
            ),
        ),
        shown="differ at",
        is_quick=False,
    ),
    "said to be safe before the commit": Fault(
        (
            Change(
                "device.journal.writer",
                "        while True:\n            try:\n                if self._late:",
                "        for job in batch:\n            if job.n:\n"
                "                self._on_saved(job.game, job.n)\n"
                "        while True:\n            try:\n                if self._late:",
            ),
        ),
        shown="said to be safe",
        rate=1.0,
        meeting="signature",
    ),
    "a doubt that is always one second": Fault(
        (
            Change(
                "device.journal.heartbeats",
                "max(INTERVAL + max(self.late, now - beat.stamp), self.gap, self._since(beat, now))",
                "INTERVAL",
            ),
        ),
        shown="doubt exceeded",
        seeds=(1, 4),
        rate=1.0,
        meeting="disk",
    ),
    "a doubt that does not grow while an entry waits": Fault(
        (Change("device.journal.writer", "beat = newer or self._pace.last", "beat = newer"),),
        shown="doubt exceeded",
        seeds=(1, 5),
        rate=0.0,
        meeting="disk",
        hours=0.15,
    ),
    "a claim of whoever has taken the game up": Fault(
        (
            Change(
                "device.organiser.log.table_rows",
                "if early is not None and early.is_open",
                "if early is not None and early.first == 0",
            ),
        ),
        shown="differ at",
        seeds=(58, 58),
        rate=0.0,
        meeting="spare",
        hours=0.1,
    ),
    "rows that the organiser lacks and that are not sent again": Fault(
        (Change("device.event.client", "self._journal.outbox.send_again()", "pass"),),
        shown="never left the outbox",
        seeds=(2, 2),
        rate=1.0,
        liar="desk",
    ),
    "orders not told again after the broker's restart": Fault(
        (
            Change(
                "device.organiser.service",
                "        self._told.clear()\n        self._read()\n        self._tell_all()",
                "        self._read()\n        self._tell_all()",
            ),
        ),
        shown="another order",
        seeds=(1, 4),
        rate=0.0,
        meeting="order",
        hours=0.1,
    ),
    "a row that the public board passes over": Fault(
        (
            Change(
                "device.organiser.log.event_log",
                "self._after = rows[-1].id\n",
                "self._after = rows[-1].id + 1\n",
            ),
        ),
        shown="the board and the log differ",
        rate=0.0,
        hours=0.1,
    ),
    "a row that the second machine is not sent": Fault(
        (
            Change(
                "device.organiser.store.standby",
                'store.rows_after("log", request.log)',
                'store.rows_after("log", request.log + (request.log > 0))',
            ),
        ),
        shown="the copy has",
        rate=0.0,
        hours=0.1,
    ),
    "a commit that PostgreSQL does not sync": Fault(
        (
            Change(
                "device.organiser.store.postgres",
                "-c search_path=dvojtah ",
                "-c search_path=dvojtah -c synchronous_commit=off ",
            ),
        ),
        shown="acknowledged",
        seeds=(2, 2),
        store=POSTGRESQL,
    ),
    "rows that get their ids while somebody else writes": Fault(
        (
            Change(
                "device.organiser.store.postgres",
                '"SELECT pg_advisory_xact_lock_shared(%s), pg_advisory_xact_lock(%s, %s), pg_notify(%s, %s)",\n'
                "                (READERS_GUARD, READERS_GUARD, self._key, CHANNEL, self.event),",
                '"SELECT pg_advisory_xact_lock_shared(%s), pg_notify(%s, %s)",\n'
                "                (READERS_GUARD, CHANNEL, self.event),",
            ),
        ),
        shown="the running organiser and its log differ",
        seeds=(3, 3),
        rate=0.0,
        store=POSTGRESQL,
    ),
    "a connection to the database that is not made again": Fault(
        (
            Change(
                "device.organiser.store.postgres",
                "            self._db = self._connect()\n        try:\n            yield",
                "        try:\n            yield",
            ),
        ),
        shown="the connection is closed",
        seeds=(3, 3),
        store=POSTGRESQL,
    ),
    "a server that keeps the locks of a machine without power": Fault(
        (
            Change(
                "device.organiser.store.postgres",
                '            + "".join(f" -c {name}={value}" for name, value in dead.items())\n',
                "",
            ),
        ),
        shown="lock timeout",
        store=POSTGRESQL,
    ),
    "a device that is another one after an upgrade": Fault(
        (
            Change(
                "device.event.device_id", "            parts.append(str(node))", "            parts.append(f'{node:x}')"
            ),
        ),
        shown="belongs to",
        rate=0.0,
        hours=0.1,
        versions="tables upgraded",
    ),
    "a word of the line that the version before calls otherwise": Fault(
        (
            Change(
                "device.event.messages",
                'class EntryRow(GameRow, tag="entry", frozen=True, kw_only=True):',
                'class EntryRow(GameRow, tag="entry", frozen=True, kw_only=True, rename={"n": "number"}):',
            ),
        ),
        shown="rows wait, and nothing says why",
        rate=0.0,
        hours=0.1,
        versions="earlier organiser",
    ),
    "a draw that needs what the version before did not write": Fault(
        (
            Change(
                "device.organiser.acts.decisions",
                "    requested: Annotated[tuple[Nonce, ...], Meta(max_length=2000)] = ()",
                "    requested: Annotated[tuple[Nonce, ...], Meta(max_length=2000)]",
            ),
        ),
        shown="rows of the log cannot be read",
        rate=0.0,
        hours=0.1,
        versions="organiser upgraded",
    ),
    "a migration of the journal that drops a row": Fault(
        (
            NEXT_JOURNAL,
            Change(
                "device.journal.file",
                "        for statement in EVENTS:\n            db.execute(statement)\n",
                '        db.execute("DROP TRIGGER entry_kept")\n'
                '        db.execute("DELETE FROM entry WHERE (game, n) IN (SELECT game, max(n) FROM entry)")\n',
            ),
        ),
        shown="said to be safe",
        rate=0.0,
        hours=0.1,
        versions="tables upgraded",
    ),
    "rows that an older store lacks are not sent again": Fault(
        (
            Change("device.event.client", "self._journal.outbox.send_again()", "pass"),
            Change(
                "device.journal.outbox",
                "        if known:\n            self._again(self.member.event)",
                "",
            ),
        ),
        shown="differ at",
        rate=0.0,
        meeting="backup",
        hours=0.15,
    ),
    "a store put back under its old name": Fault(
        (
            Change("device.event.client", "self._journal.outbox.send_again()", "pass"),
            Change(
                "device.organiser.store.backup",
                'db.execute("UPDATE store SET nonce = ?", (uuid.uuid4().hex[:8],))',
                "",
            ),
        ),
        shown="differ at",
        rate=0.0,
        meeting="backup",
        hours=0.15,
    ),
    "a small file written in its place": Fault(
        (
            Change(
                "device.files.atomic_write",
                'beside = target.with_name(f".{target.name}.new")\n    try:\n',
                "beside = target\n    try:\n",
            ),
        ),
        shown="referee.pin has",
        seeds=(1, 2),
        rate=0.0,
        meeting="files",
    ),
    "a small file renamed before it is synced": Fault(
        (Change("device.files.atomic_write", "            os.fsync(file.fileno())\n", ""),),
        shown="by a power cut alone",
        seeds=(1, 2),
        rate=0.0,
        meeting="files",
    ),
    "a damaged small file that stops the start": Fault(
        (
            Change(
                "device.files.small_file",
                "except (OSError, ValueError) as error:\n        raise Damaged(str(error)) from None\n    if len",
                "except ValueError as error:\n        raise Damaged(str(error)) from None\n    if len",
            ),
        ),
        shown="died",
        seeds=(1, 4),
        rate=0.0,
        meeting="files",
    ),
    "a press that a pod need not say again once it is plugged in": Fault(
        (
            Change(
                "device.pods.link",
                "        if memory is None or self._looks_only:\n            return []\n        self._ack = True\n",
                "        if memory is None and self.memory is not None and number == self.memory.last + 1:\n"
                "            self.memory.last, self._ack = number, True\n"
                "        if memory is None or self._looks_only:\n            return []\n        self._ack = True\n",
            ),
        ),
        shown="never counted",
        seeds=(1, 2),
        rate=0.0,
        meeting="pods",
        game="chess_clock",
        hours=0.1,
    ),
    "a pod that is forgotten when its cable is pulled": Fault(
        (
            Change(
                "device.pods.pods",
                "memory = self._memories.pop(ident, None) or Memory(ident)",
                "memory = Memory(ident)",
            ),
        ),
        shown="counts twice",
        seeds=(7, 7),
        rate=0.0,
        meeting="pods",
        game="chess_clock",
        hours=0.1,
    ),
    "a press of a pod that counts when it is heard": Fault(
        (Change("device.pods.link", "ButtonChange(down, memory.seen, ", "ButtonChange(down, now, "),),
        shown="doubt exceeded: a press of a pod",
        rate=0.0,
        meeting="pods",
        hours=0.1,
    ),
}
"""By its name, a fault."""
