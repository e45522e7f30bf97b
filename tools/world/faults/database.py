"""Faults planted in what the organiser's program asks of PostgreSQL."""

from __future__ import annotations

from tools.world.faults.fault import Fault
from tools.world.loading import Change
from tools.world.store_kinds import POSTGRESQL

OF_DATABASE: dict[str, Fault] = {
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
        is_quick=False,
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
        is_quick=False,
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
        is_quick=False,
    ),
}
"""By its name, a fault."""
