"""Faults planted in the organiser's program, its log, its backup, the public board and the second machine."""

from __future__ import annotations

from tools.world.faults.fault import Fault
from tools.world.loading import Change

OF_ORGANISER: dict[str, Fault] = {
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
        is_quick=False,
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
        is_quick=False,
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
        is_quick=False,
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
        is_quick=False,
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
        is_quick=False,
    ),
    "the most points winning a sheet on which the least do": Fault(
        (
            Change(
                "device.common.games.rounds.board_card", 'sign = 1 if state.terms.wins == "most" else -1', "sign = 1"
            ),
        ),
        shown="by hand",
        rate=0.0,
        game="rounds:Prší",
        hours=0.06,
        is_quick=False,
    ),
    "a slip of a sheet counted the other way round": Fault(
        (
            Change(
                "device.organiser.tournament.results",
                "worth = [-point for point in points] if is_least(game) else points",
                "worth = [-point for point in points]",
            ),
        ),
        shown="standings differ",
        rate=0.0,
        game="rounds:Kanasta",
        hours=0.06,
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
        is_quick=False,
    ),
}
"""By its name, a fault."""
