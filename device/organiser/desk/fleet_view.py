"""What the desk's page of all devices shows: how each table's machine is, who needs somebody first."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from device.common.event import messages
from device.common.event.messages import (
    BRINGING,
    BROUGHT,
    DONE,
    INSTALLING,
    PLAYING,
    SUPPLY,
    WAITING,
    TableHealth,
    TableSnapshot,
)
from device.common.files.machine import HOT, LEAST_FOR_GAMES
from device.common.i18n import t, tr
from device.common.updates.signature import known_keys
from device.common.version import numbers, version
from device.organiser.desk.asked import Asked
from device.organiser.desk.joining import JoinStatus, SpareNumbers, spare_numbers
from device.organiser.desk.standby import NUMBER
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.rollout import RolloutStatus, TableProgress
from device.organiser.log.table_state import TableState
from rules.game import SECOND
from rules.message import Refusal, msg

TIGHT_MB = 500
"""Megabytes below which a disk is looked at in time: an update takes nearly as many."""
MANY_UNSENT = 20
"""Rows that a table with a connection has not got rid of; fewer are on their way."""
LARGE_DOUBT = SECOND
"""By how much (ns) a table may be wrong about the event's clock before a countdown looks wrong."""
MOST_VERSIONS = 4
"""Versions that are counted above the table."""


class Urgency(IntEnum):
    """How much something needs somebody."""

    WELL = 0
    NOT_STATED = 1
    SOON = 2
    NOW = 3


@dataclass(frozen=True, slots=True)
class FleetCell:
    """What one column says of a table."""

    text: str
    need: Urgency = Urgency.WELL


@dataclass(frozen=True, slots=True)
class FleetRow:
    """A table: how its machine is, a cell for each of `COLUMNS`, and what is wrong with its parts."""

    number: int
    cells: tuple[FleetCell, ...]
    faults: tuple[FleetCell, ...] = ()

    @property
    def needs(self) -> list[Urgency]:
        """How much each of it needs somebody, the most first."""
        return sorted((cell.need for cell in (*self.cells, *self.faults)), reverse=True)

    @property
    def need(self) -> Urgency:
        """How much this table needs somebody."""
        return self.needs[0]


COLUMNS = (
    msg("Connection"),
    msg("Version"),
    msg("Free space"),
    msg("Supply"),
    msg("Heat"),
    msg("Clock"),
    msg("Not sent"),
)


def fleet(desk: OrganiserDesk) -> tuple[FleetRow, ...]:
    """Every table of which a device was heard, what needs somebody first."""
    reports = desk.reports()
    ordered = desk.rollout().tables
    rows = [
        _row(place, reports.get(place.number), ordered.get(place.number))
        for place in desk.state.tables()
        if place.online is not None
    ]
    return tuple(sorted(rows, key=lambda row: (-row.need, -sum(row.needs), row.number)))


def values(desk: OrganiserDesk, asked: Asked, round: int) -> dict[str, Any]:
    """The page's values."""
    rows = fleet(desk)
    reports, status = desk.reports(), desk.rollout()
    versions = Counter(reports[row.number].version for row in rows if row.number in reports).most_common(MOST_VERSIONS)
    return {
        "rows": rows,
        "columns": COLUMNS,
        "needed": Counter(row.need for row in rows),
        "needs_of": Urgency,
        "all_versions": " · ".join(f"{text} ({n}×)" for text, n in versions if text),
        "own": version(),
        "held": desk.held_update(),
        "holds": desk.hold_update is not None,
        "keys": known_keys(),
        "status": status,
        "updated": sum(table.stage == DONE for table in status.tables.values()),
        "halted": _halted(status),
        "joining": _joining(desk),
        "spare": (spare := _spare(desk)),
        "spare_options": [
            *((n, t("table {n}, which has no connection", n=n)) for n in spare.fell_out),
            *((n, t("table {n}, a new one", n=n)) for n in (spare.new,) if n),
        ],
    }


def _halted(status: RolloutStatus) -> str:
    if status.halted is None:
        return ""
    number, progress = status.halted
    return t(
        "Halted: table {n}: {reason}. No further table gets the update; see to that one, then order it again.",
        n=number,
        reason=tr(progress.text).rstrip("."),
    )


def beside_log(desk: OrganiserDesk) -> object:
    """What the page shows that no row of the log says."""
    return fleet(desk), desk.rollout().halted, desk.held_update(), _joining(desk)


def _joining(desk: OrganiserDesk) -> JoinStatus | None:
    """How a spare table joins; None where none can. Who sees this page may not see a second machine's code."""
    status = None if desk.spare_tables is None else desk.spare_tables.status()
    return status if status is None or status.table != NUMBER else JoinStatus()


def _spare(desk: OrganiserDesk) -> SpareNumbers:
    """The numbers that a spare may get; none where the broker's files cannot be read."""
    try:
        given = [] if desk.spare_tables is None else desk.spare_tables.numbers()
    except Refusal:
        given = []
    return spare_numbers(given, desk.state)


def _row(place: TableState, report: TableSnapshot | None, update: TableProgress | None) -> FleetRow:
    link = FleetCell(t("connected"))
    if not place.online:
        link = FleetCell(t("silent") if place.silent else t("no connection"), Urgency.NOW)
    if place.other_devices:
        link = FleetCell(t("another device"), Urgency.NOW)
    if report is None:
        return FleetRow(place.number, (link, *[_not_stated()] * (len(COLUMNS) - 1)))
    health = report.health or TableHealth()
    faults = tuple(FleetCell(fault.text or fault.part, Urgency.NOW) for fault in health.faults if fault.part != SUPPLY)
    cells = (
        link,
        _version(report.version, update),
        _room(health.free_mb),
        _supply(health.supply),
        _heat(health.degrees),
        _clock(report.doubt),
        _unsent(report.waiting, is_online=bool(place.online)),
    )
    return FleetRow(place.number, cells, faults)


def _not_stated() -> FleetCell:
    return FleetCell(t("not stated"), Urgency.NOT_STATED)


UPDATE = {
    PLAYING: msg("a game is on the table, the update waits for its end"),
    BRINGING: msg("is downloading the update"),
    BROUGHT: msg("is downloading the update"),
    INSTALLING: msg("is installing the update"),
    WAITING: msg("waits for its turn"),
    DONE: msg("updated"),
}
"""How far an ordered update is."""


def _version(theirs: str, update: TableProgress | None) -> FleetCell:
    if not theirs:
        return _not_stated()
    own = version()
    if update is not None:
        message = UPDATE.get(update.stage)
        if message is None:
            return FleetCell(
                t("{version}: the update failed: {reason}", version=theirs, reason=update.text), Urgency.NOW
            )
        if update.stage != DONE:
            return FleetCell(f"{theirs}, {update.text or tr(message)}", Urgency.SOON)
    if not numbers(theirs) or not numbers(own) or numbers(theirs) == numbers(own):
        return FleetCell(theirs)
    if numbers(theirs) > numbers(own):
        return FleetCell(t("{version}, newer than here: update this computer", version=theirs), Urgency.SOON)
    return FleetCell(t("{version}, older than here", version=theirs), Urgency.SOON)


def _room(free_mb: int | None) -> FleetCell:
    if free_mb is None:
        return _not_stated()
    text = f"{free_mb} MB" if free_mb < 1000 else f"{free_mb // 1000} GB"
    return FleetCell(
        text, Urgency.NOW if free_mb < LEAST_FOR_GAMES else Urgency.SOON if free_mb < TIGHT_MB else Urgency.WELL
    )


def _supply(supply: str) -> FleetCell:
    match supply:
        case messages.SUPPLY_WELL:
            return FleetCell(t("in order"))
        case messages.SUPPLY_WAS_LOW:
            return FleetCell(t("was too weak"), Urgency.SOON)
        case messages.SUPPLY_LOW:
            return FleetCell(t("too weak now"), Urgency.NOW)
        case _:
            return _not_stated()


def _heat(degrees: int | None) -> FleetCell:
    if degrees is None:
        return _not_stated()
    return FleetCell(f"{degrees} °C", Urgency.SOON if degrees >= HOT else Urgency.WELL)


def _clock(doubt: int | None) -> FleetCell:
    if doubt is None:
        return FleetCell(t("does not know it"), Urgency.SOON)
    return FleetCell(f"± {doubt // 1_000_000} ms", Urgency.SOON if doubt > LARGE_DOUBT else Urgency.WELL)


def _unsent(waiting: int, *, is_online: bool) -> FleetCell:
    return FleetCell(
        str(waiting), Urgency.SOON if waiting > MANY_UNSENT or (waiting and not is_online) else Urgency.WELL
    )
