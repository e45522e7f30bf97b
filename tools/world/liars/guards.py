"""What keeps liars from harm in the product, each taken away as a planted fault: the evening must see that."""

from __future__ import annotations

from typing import NamedTuple

from tools.world.loading import Change


class Guard(NamedTuple):
    """A guard that is taken away by ``changes``: ``liar`` then does harm that ``shown`` tells of, within ``seed``."""

    changes: tuple[Change, ...]
    liar: str
    shown: str
    seed: int = 1


GUARDS: dict[str, Guard] = {
    "entries count whoever says them": Guard(
        (
            Change(
                "device.organiser.log.table_rows",
                "    if not state.holds(game, row.table, row.boot, row.n):\n        if not _claim",
                "    if not game.uid:\n        if not _claim",
            ),
        ),
        "forger",
        "signed at the table",
        2,
    ),
    "a claim that nobody hears of": Guard(
        (
            Change(
                "device.organiser.log.table_rows",
                "    if not state.holds(game, row.table, row.boot, row.n):\n        if not _claim(event, game, row):",
                "    if not state.holds(game, row.table, row.boot, row.n):\n        if not game.uid:",
            ),
        ),
        "forger",
        "has no claim that waits",
        2,
    ),
    "acknowledged what was never sent": Guard(
        (Change("device.event.row_publisher", "        seq = min(seq, self._sent.get(boot, 0))\n", ""),),
        "desk",
        "never left the outbox",
        2,
    ),
    "a telephone believed whatever it says": Guard(
        (Change("device.browser.admission", "            counts = max(at, earliest)\n", "            counts = at\n"),),
        "telephone",
        "and the record doubts",
    ),
    "no doubt of a press from a cut line": Guard(
        (
            Change(
                "device.browser.admission",
                "unheard = max(counts - earliest, now - counts) if is_cut else 0",
                "unheard = 0",
            ),
        ),
        "cut telephone",
        "and the record doubts",
    ),
    "nobody told of a telephone's lie": Guard(
        (
            Change(
                "device.browser.telephones",
                "self.put(PodReport(side, True, press.at, max(1, press.doubt), remark))",
                "self.put(PodReport(side, True, press.at, max(1, press.doubt)))",
            ),
        ),
        "quiet telephone",
        "and nobody is told",
    ),
}
"""By its name, a guard."""
