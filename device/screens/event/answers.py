"""Does what people answer to the event on any screen: names confirmed, a game taken up, a result opened again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from device.event import actions
from device.event.client import EventClient
from device.event.messages import Pairing, ReturnedResult
from device.kiosk.host import Host
from device.kiosk.screen_controller import Controller
from device.registry import EVENT_SPECS
from device.screens.event.next_round import WhoPlaysWhere, sit_down, taken_into_kept_game
from device.screens.event.screens import EventController
from rules.game import Progress
from rules.message import Refusal


def _open(event: EventClient, host: Host, below: Controller, screen: WhoPlaysWhere | None = None) -> None:
    """Show how the table stands with its event, or that ``screen`` of it."""
    controller = EventController(host, below, event)
    controller.screen = screen
    host.enter(controller)


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
    event.confirm_pairing(pairing)
    setting_up = screens.setup(host)
    setting_up.seat(pairing)
    host.enter(setting_up)


def reopen(event: EventClient, host: Host, returned: ReturnedResult) -> None:
    """Open the game whose result the organiser has sent back; a signed one is opened again, with the reason."""
    game, table = event.game_of(returned), host.table
    if game is None:
        return
    if game != table.game_id:
        table.resume(game)
    spec = EVENT_SPECS.get(table.game.key)
    if spec is not None and spec.reopen is not None and table.game.progress(table.state) is Progress.SIGNED:
        table.do(spec.reopen(reason=returned.reason[:200] or "?"), source="organiser")
    event.postponed.add(returned)
    host.show_game()


ANSWERS: Mapping[type[actions.EventAction], Callable[[EventClient, Host, Controller, Any], None]] = {
    actions.OpenEvent: lambda event, host, below, action: _open(event, host, below),
    actions.ShowNextRound: lambda event, host, below, action: _open(event, host, below, WhoPlaysWhere()),
    actions.ReadNotice: lambda event, host, below, action: event.read.add(action.notice),
    actions.ReadNextRound: lambda event, host, below, action: event.read.add(f"next {action.round}"),
    actions.CallReferee: lambda event, host, below, action: event.call_referee(host.table),
    actions.CancelCall: lambda event, host, below, action: event.call_off(),
    actions.TakeUpGame: lambda event, host, below, action: event.take_up(),
    actions.PlayPairing: lambda event, host, below, action: seat(event, host, action.pairing),
    actions.SitDown: lambda event, host, below, action: sit_down(event, host),
    actions.PutOff: lambda event, host, below, action: event.put_off.add(action.pairing),
    actions.ReopenResult: lambda event, host, below, action: reopen(event, host, action.returned),
    actions.Postpone: lambda event, host, below, action: event.postponed.add(action.returned),
}
"""What is done about each action, which was touched while the controller ``below`` showed; it may raise `Refusal`."""


def answer(event: EventClient, host: Host, below: Controller, action: actions.EventAction) -> None:
    """Do what was touched while ``below`` showed. Raises `Refusal`."""
    ANSWERS[type(action)](event, host, below, action)
