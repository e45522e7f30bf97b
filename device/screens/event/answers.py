"""Does what people answer to the event on any screen: names confirmed, a game taken up, a result opened again."""

from __future__ import annotations

from device.event.actions import (
    CallReferee,
    CancelCall,
    EventAction,
    OpenEvent,
    PlayPairing,
    Postpone,
    PutOff,
    ReadNextRound,
    ReadNotice,
    ReopenResult,
    ShowNextRound,
    SitDown,
    TakeUpGame,
)
from device.event.client import EventClient
from device.event.messages import Pairing, Returned
from device.kiosk.controllers import Controller, Host
from device.kiosk.on_table import show_game
from device.screens.event.next_round import sit_down, taken_into_kept_game
from device.screens.event.next_round_screen import WhoPlaysWhere
from device.screens.event.screens import EventController
from device.specs.registry import EVENT_SPECS
from rules.game import Progress
from rules.message import Refusal


def answer(event: EventClient, host: Host, below: Controller, action: EventAction) -> None:
    """Do what was touched while ``below`` showed. Raises `Refusal`."""
    if isinstance(action, OpenEvent):
        host.enter(EventController(host, below, event))
    elif isinstance(action, ReadNotice):
        event.read(action.notice)
    elif isinstance(action, CallReferee):
        event.call_referee(host.table)
    elif isinstance(action, CancelCall):
        event.call_off()
    elif isinstance(action, TakeUpGame):
        event.take_up()
    elif isinstance(action, Postpone):
        event.later(action.returned)
    elif isinstance(action, PlayPairing):
        seat(event, host, action.pairing)
    elif isinstance(action, SitDown):
        sit_down(event, host)
    elif isinstance(action, PutOff):
        event.put_off_until_later(action.pairing)
    elif isinstance(action, ShowNextRound):
        controller = EventController(host, below, event)
        controller.screen = WhoPlaysWhere()
        host.enter(controller)
    elif isinstance(action, ReadNextRound):
        event.read(f"next {action.round}")
    elif isinstance(action, ReopenResult):
        reopen(event, host, action.returned)


def seat(event: EventClient, host: Host, pairing: Pairing) -> None:
    """Set up the game that the organiser has paired, with the names in their seats. Raises `Refusal`.

    A game of several rounds that was begun at this event goes on with them instead.
    """
    screens = host.games.get(pairing.kind)
    if screens is None:
        raise Refusal("", "This game has no screens here.")
    if pairing.goes_on and taken_into_kept_game(event, host, pairing.kind):
        return
    host.table.leave()
    event.confirmed(pairing)
    setting_up = screens.setup(host)
    setting_up.seat(pairing)
    host.enter(setting_up)


def reopen(event: EventClient, host: Host, returned: Returned) -> None:
    """Open the game whose result the organiser has sent back; a signed one is opened again, with the reason."""
    game, table = event.game_of(returned), host.table
    if game is None:
        return
    if game != table.game_id:
        table.resume(game)
    spec = EVENT_SPECS.get(table.game.key)
    if spec is not None and spec.reopen is not None and table.game.progress(table.state) is Progress.SIGNED:
        table.do(spec.reopen(reason=returned.reason[:200] or "?"), source="organiser")
    event.later(returned)
    show_game(host)
