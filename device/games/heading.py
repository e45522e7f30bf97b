"""What stands at the head of the papers of a game that the organiser has paired."""

from __future__ import annotations

from typing import Any

from device.event.wire import Pairing
from device.kiosk.controllers import Host


def paired(host: Host, pairing: Pairing) -> dict[str, Any]:
    """``title``, ``round`` and ``table`` of the setup, in place of what the settings say."""
    hall = host.event.hall
    return {"title": pairing.title, "round": pairing.round, "table": str(hall.table) if hall else ""}
