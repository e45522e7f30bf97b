"""Does what people answer to the event on any screen: names confirmed, a game taken up, a result opened again."""

from __future__ import annotations

from device.event.actions import (
    CallReferee,
    CancelCall,
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
from device.event.messages import Pairing, ReturnedResult
from device.kiosk.host import Host
from device.kiosk.performer import Performer, performs
from device.kiosk.screen_controller import Controller
from device.registry import EVENT_SPECS
from device.screens.event.next_round import WhoPlaysWhere, sit_down, taken_into_kept_game
from device.screens.event.screens import EventController
from rules.game import Progress
from rules.message import Refusal


class EventAnswers(Performer):
    """Does what was touched while ``below`` showed."""

    def __init__(self, event: EventClient, host: Host, below: Controller) -> None:
        self._event = event
        self._host = host
        self._below = below

    @performs(OpenEvent)
    def _on_open(self, _: OpenEvent) -> None:
        self._host.enter(EventController(self._host, self._below, self._event))

    @performs(ShowNextRound)
    def _on_show_next_round(self, _: ShowNextRound) -> None:
        controller = EventController(self._host, self._below, self._event)
        controller.screen = WhoPlaysWhere()
        self._host.enter(controller)

    @performs(ReadNotice)
    def _on_read_notice(self, action: ReadNotice) -> None:
        self._event.read.add(action.notice)

    @performs(ReadNextRound)
    def _on_read_next_round(self, action: ReadNextRound) -> None:
        self._event.read.add(f"next {action.round}")

    @performs(CallReferee)
    def _on_call_referee(self, _: CallReferee) -> None:
        self._event.call_referee(self._host.table)

    @performs(CancelCall)
    def _on_cancel_call(self, _: CancelCall) -> None:
        self._event.call_off()

    @performs(TakeUpGame)
    def _on_take_up(self, _: TakeUpGame) -> None:
        self._event.take_up()

    @performs(PlayPairing)
    def _on_play(self, action: PlayPairing) -> None:
        seat(self._event, self._host, action.pairing)

    @performs(SitDown)
    def _on_sit_down(self, _: SitDown) -> None:
        sit_down(self._event, self._host)

    @performs(PutOff)
    def _on_put_off(self, action: PutOff) -> None:
        self._event.put_off.add(action.pairing)

    @performs(ReopenResult)
    def _on_reopen(self, action: ReopenResult) -> None:
        reopen(self._event, self._host, action.returned)

    @performs(Postpone)
    def _on_postpone(self, action: Postpone) -> None:
        self._event.postponed.add(action.returned)


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
