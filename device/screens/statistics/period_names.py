"""What the periods of the statistics are called."""

from __future__ import annotations

from device.common.i18n import t
from device.statistics.standings import PERIODS


def period_names() -> dict[str, str]:
    """What the periods are called."""
    return dict(zip(PERIODS, (t("Last evening"), t("This year"), t("All")), strict=True))
