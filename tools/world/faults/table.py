"""Faults planted in a table: its journal, its outbox and what it says of the time of a press."""

from __future__ import annotations

from tools.world.faults.fault import Fault
from tools.world.loading import Change

OF_TABLES: dict[str, Fault] = {
    "a part of a game taken twice": Fault(
        (Change("device.event.session", " or part.after != len(coming.entries):", ":"),),
        shown="differ at 201",
        seeds=(1, 4),
        rate=0.0,
        meeting="takeover",
        hours=0.3,
        is_quick=False,
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
    "a row of the outbox deleted too early": Fault(
        (
            Change(
                "device.event.session",
                '            out.append(self._out("rows", rows))',
                '            out.append(self._out("rows", rows))\n'
                "            self._store.on_delivered(self.event, rows.boot, rows.last)",
            ),
        ),
        shown="differ at",
        seeds=(4, 4),
        is_quick=False,
    ),
    "an entry lost with a heartbeat on a full disk": Fault(
        (
            Change(
                "device.journal.writer",
                "if all(job.replaceable or job.deferrable for job in batch):",
                "if any(job.replaceable or job.deferrable for job in batch):",
            ),
        ),
        shown="is signed and does not count",
        rate=0.0,
        meeting="batch",
        is_quick=False,
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
                "self._keep(Job(((ADD_ENTRY, values), *shared), game_id, entry.n, shared=bool(shared)))",
                "self._keep(Job(((ADD_ENTRY, values), *shared), game_id, entry.n, shared=bool(shared)))\n"
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
        seeds=(2, 2),
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
        is_quick=False,
    ),
    "a doubt that does not grow while an entry waits": Fault(
        (Change("device.journal.writer", "beat = newer or self._pace.last", "beat = newer"),),
        shown="doubt exceeded",
        seeds=(1, 5),
        rate=0.0,
        meeting="disk",
        hours=0.15,
        is_quick=False,
    ),
    "rows that the organiser lacks and that are not sent again": Fault(
        (Change("device.event.client", "self._journal.outbox.send_again()", "pass"),),
        shown="never left the outbox",
        seeds=(7, 7),
        rate=1.0,
        liar="desk",
        is_quick=False,
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
        is_quick=False,
    ),
}
"""By its name, a fault."""
