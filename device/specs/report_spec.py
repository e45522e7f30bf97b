"""What a game declares of what is made of it once it is played: files to take away, its sheet, statistics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.address import Address

if TYPE_CHECKING:
    from device.exports import ExportFormat
    from device.specs.model import GameStatistics
    from device.specs.pocket_sheet import PocketSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSpec:
    """What is made of a game. ``exports``: files of its own, beside or in place of those of every game.

    ``pocket`` is its sheet for a QR code, for which the tables of its report serve otherwise; ``statistics`` what it
    counts for people and pairs.
    """

    exports: tuple[ExportFormat, ...] = ()
    pocket: Address[PocketSheet] | None = None
    statistics: Address[GameStatistics] | None = None
