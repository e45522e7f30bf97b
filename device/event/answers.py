"""What people answer to the event on any screen, done: names confirmed, a game taken up, a result opened again."""

from __future__ import annotations

from device.event.screens import EventController
from device.event.wire import Pairing, Returned
from device.kiosk.actions import AtEvent
from device.kiosk.controllers import Controller, Host, Reopens, TakesSeats
from rules.game import Progress
from rules.message import Refusal


def answer(host: Host, room: Controller, action: AtEvent) -> None:
    """Do what was touched while ``room`` showed. Raises `Refusal`."""
    event = host.event
    if action.name == "open":
        host.enter(EventController(host, room))
    elif action.name == "read":
        event.read(action.arg)
    elif action.name == "call":
        event.call_referee(host.table)
    elif action.name == "call off":
        event.call_off()
    elif action.name == "take":
        event.take_up()
    elif action.name == "later":
        event.later(action.arg)
    elif action.name == "play":
        seat(host, action.arg)
    elif action.name == "reopen":
        reopen(host, action.arg)


def seat(host: Host, pairing: Pairing) -> None:
    """Set up the game that the organiser has paired, with the names in their seats. Raises `Refusal`."""
    room = host.rooms.get(pairing.kind)
    if room is None:
        raise Refusal("", "This game has no screens here.")
    host.table.leave()
    host.event.confirmed(pairing)
    setting_up = room.setup(host)
    if isinstance(setting_up, TakesSeats):
        setting_up.seat(pairing)
    host.enter(setting_up)


def reopen(host: Host, returned: Returned) -> None:
    """Open the game whose result the organiser has sent back; a signed one is opened again, with the reason."""
    game, table = host.event.game_of(returned), host.table
    if game is None:
        return
    if game != table.game_id:
        table.resume(game)
    room = host.rooms.get(table.game.key)
    if isinstance(room, Reopens) and table.game.stage(table.state) is Progress.SIGNED:
        table.do(room.reopened(returned.reason), source="organiser")
    host.event.later(returned)
    on_table(host)


def on_table(host: Host) -> None:
    """Show the game that is on the table."""
    room = host.rooms.get(host.table.game.key)
    if room is not None:
        host.enter(room.play(host))
