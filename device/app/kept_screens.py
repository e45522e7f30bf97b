"""Which class a half-written screen was, by the name under which the journal keeps it (`device.people.drafts`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from device.address import Address

GAMES = "device.games."
"""Where the screens of games are; nothing else is ever loaded for a name that a journal holds."""
MOVED: Mapping[str, str] = {
    "device.games.kourici_kocka.forms:Points": "device.games.kourici_kocka.forms:PointsForm",
    "device.games.kourici_kocka.play:Play": "device.games.kourici_kocka.play:PlayScreen",
    "device.games.marias.entry:Entry": "device.games.marias.entry:DealEntryScreen",
    "device.games.setup_form:NameSetupScreen": "device.games.setup_controller:NameSetupScreen",
}
"""Where a screen lies now that some version kept under another name: ``"device.games.a.b:C"`` for each.

Whoever moves or renames a screen that is kept half written adds the name which it had.
"""


def half_written_screen(name: str) -> Any:
    """What was kept as ``name``; None where that is nothing of a game. Raises what loading it raises."""
    name = MOVED.get(name, name)
    return Address[Any](name).load() if name.startswith(GAMES) else None
