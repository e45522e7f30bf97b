"""What the rules have against the actions on a screen, so that buttons can be greyed out with a reason."""

from __future__ import annotations

from typing import Any

from device import i18n
from device.graphics.actions import REDO, UNDO, Do
from device.table.table import Table
from rules.game import SECOND, Event, Redo, Undo
from rules.history import History
from rules.message import Refusal


class RefusalCache:
    """Asks the rules about an event once, and again each second: some things end with time."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: tuple[History | None, int, dict[Event, Refusal | None]] = (None, 0, {})

    def refuses(self, action: Any) -> str | None:
        """What stands against an action that records something now; None where nothing, or it records nothing."""
        history = self._table.history
        if history is None or not (isinstance(action, Do) or action in (UNDO, REDO)):
            return None
        event = action.event if isinstance(action, Do) else Undo() if action == UNDO else Redo()
        at = self._table.game_time()
        if self._known[0] is not history or self._known[1] != at // SECOND:
            self._known = (history, at // SECOND, {})
        known = self._known[2]
        if event not in known:
            try:
                history.accept(event, at)
                known[event] = None
            except Refusal as refusal:
                known[event] = refusal
        against = known[event]
        return None if against is None else i18n.refusal(against)
