"""What happens to the peripherals, in the log."""

from __future__ import annotations

import logging

from device.io.inputs import PeripheralStatus
from rules.message import Message


class PeripheralLog:
    """Logs each peripheral, and whatever else posts `PeripheralStatus`, when its state changes: there, lost, back."""

    def __init__(self) -> None:
        self._known: dict[str, Message | None] = {}
        self._log = logging.getLogger("dvojtah.peripherals")

    def note(self, status: PeripheralStatus) -> None:
        """Log how a peripheral stands, where that is new."""
        name, trouble = status.name, status.trouble
        if status.connecting:
            self._log.debug("%s: being connected", name)
            return
        new, before = name not in self._known, self._known.get(name)
        if not new and before == trouble:
            return
        self._known[name] = trouble
        if trouble is not None:
            self._log.warning("%s: %s", name, str(trouble))
        elif new:
            self._log.info("%s: ready", name)
        else:
            self._log.info("%s: back", name)
