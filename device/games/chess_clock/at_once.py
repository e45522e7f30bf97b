"""The clock without a question, as two people who sit down to a game want it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.journal import JournalTrouble
from rules.chess_clock.control import PRESETS, TimeControl, label
from rules.chess_clock.state import ClockSetup, colour_of
from rules.message import Message, msg

if TYPE_CHECKING:
    from device.kiosk.host import Host


def at_once(host: Host) -> tuple[Message, ClockSetup]:
    """The time control that was used last, else the first preset; nobody is named, and side A has White (C1)."""
    control = _used_last(host)
    players = colour_of("A", "A"), colour_of("B", "A")
    setup = ClockSetup(control=control, white="A", players=players, press_order=host.settings.press_order)
    return msg("Clock {control}", control=label(control)), setup


def _used_last(host: Host) -> TimeControl:
    for game in host.journal.games():
        if game.key == ClockSetup.__struct_config__.tag:
            try:
                setup = host.journal.load(game.id)[0].setup
            except JournalTrouble:
                continue
            if isinstance(setup, ClockSetup):
                return setup.control
    return PRESETS[0].control
