"""Tables that play on a score sheet at an event: what the desk sends them, and what they say of their games."""

import json
import time
from typing import Any

import msgspec

from device.common.event import messages
from device.common.settings.settings import Settings
from device.games.rounds.setup import RoundsSeats, RoundsSetupScreen
from device.games.setup_controller import SetupState
from device.kiosk.screen import StartGame
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.store import LogRow
from device.organiser.store.rows import BEGUN, ENTRY, SEEN
from rules.loading import readable
from rules.rounds.state import RoundsSetup

SIGNED = ({"event": "sign", "side": "A"}, {"event": "sign", "side": "B"})


def order(desk: OrganiserDesk, table: int) -> messages.Order:
    """What the desk wants of a table, as its message arrives there."""
    state = desk.read()
    return msgspec.json.decode(msgspec.json.encode(state.order(state.place(table))), type=readable(messages.Order))


def seats(pairing: messages.Pairing) -> RoundsSeats:
    """The screen on which the table confirms a pairing."""
    screen = RoundsSetupScreen(pairing=pairing).with_pairing(pairing)
    assert isinstance(screen, RoundsSeats)
    return screen


def setup(pairing: messages.Pairing, table: int) -> RoundsSetup:
    """The game that begins once the pairing is confirmed."""
    started = seats(pairing).on_done(SetupState(Settings(), table))
    assert isinstance(started, StartGame)
    return started.setup


def rows(table: int, begun: RoundsSetup, pairing: str | None, *events: dict[str, Any], round: int = 1) -> list[LogRow]:
    """A game as its table says it."""
    uid, now, boot = f"{table:012x}{round:04x}", time.time_ns(), f"{round:08x}"
    text = msgspec.json.encode(begun).decode()
    seen = json.dumps({"device": f"{table:08x}", "online": True, "game": uid, "offset": now})
    body = json.dumps({"setup": text, "pairing": pairing, "created": ""})
    entries = [
        LogRow(0, str(table), boot, n + 1, ENTRY, uid, n, n * 10**9, now, json.dumps(event))
        for n, event in enumerate(events, start=1)
    ]
    return [
        LogRow(0, str(table), boot, 1, BEGUN, uid, 0, 0, now, body),
        LogRow(0, str(table), f"@o.{boot}", 1, SEEN, "", 0, 0, now, seen),
        *entries,
    ]


def play(desk: OrganiserDesk, store: Any, table: int, *figures: tuple[int, ...], round: int = 1) -> None:
    """The paired game of a table: those rounds are written, the table ends it, and it is signed."""
    pairing = order(desk, table).pairing
    begun = setup(pairing, table)
    written = [{"event": "round", "figures": list(row)} for row in figures]
    is_over = begun.terms.until is not None and max(map(sum, zip(*figures, strict=True))) >= begun.terms.until
    ended = () if is_over else ({"event": "end"},)
    store.append(rows(table, begun, pairing.pairing, *written, *ended, *SIGNED, round=round))
