"""Faults planted in the present version that only show beside another one."""

from __future__ import annotations

from tools.world.faults.fault import Fault
from tools.world.loading import Change
from tools.world.versions.next_version import NEXT_JOURNAL

OF_VERSIONS: dict[str, Fault] = {
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
        is_quick=False,
    ),
    "a word of the line that the version before calls otherwise": Fault(
        (
            Change(
                "device.common.event.messages",
                'class EntryRow(GameRow, tag="entry", frozen=True, kw_only=True):',
                'class EntryRow(GameRow, tag="entry", frozen=True, kw_only=True, rename={"n": "number"}):',
            ),
        ),
        shown="rows wait, and nothing says why",
        rate=0.0,
        hours=0.1,
        versions="earlier organiser",
        is_quick=False,
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
        is_quick=False,
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
}
"""By its name, a fault."""
