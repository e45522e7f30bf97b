"""The event on the screen: joining it, how things stand, the referee; the card over any screen, and what answers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import structs

from device.common.event.messages import Pairing, ReturnedResult
from device.common.i18n import t, tr, wording
from device.event import actions
from device.event.actions import CallReferee, CancelCall, Postpone, ReadNotice, ReopenResult, ShowNextRound
from device.event.client import EventClient
from device.event.status import EventStatus
from device.graphics.actions import SWALLOW, Show
from device.graphics.canvas import Canvas
from device.graphics.headings import below_heading, heading
from device.graphics.look import Look
from device.graphics.widgets import Rect, Scene
from device.io.oled_content import OledContent
from device.kiosk.host import Host
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, Screen, ask, draw_panel
from device.kiosk.screen_controller import Controller
from device.registry import TABLES
from device.screens.event.controller import EventController
from device.screens.event.join_screens import EnterCode
from device.screens.event.next_round import Button, WhoPlaysWhere, next_round_card, sit_down, taken_into_kept_game
from device.table.table import Table
from rules.game import Progress
from rules.message import Refusal, msgs


class EventOverview(Screen[EventClient]):
    """How this table stands with its event; ``leaving``: it is being asked whether to leave it."""

    key = "event"
    leaving: bool = False

    def valid(self, state: EventClient) -> bool:
        """At an event."""
        return state.status is not None

    def draw(self, canvas: Canvas, view: Moment[EventClient]) -> Rect:
        """Connection, round, and what can be done."""
        event = view.state
        status = event.status
        assert status is not None
        head, body, foot = below_heading(canvas, (250, 110))
        heading(canvas, head, t("Event {event} · table {n}", event=status.event, n=status.table))
        left, right = canvas.split(body, (1, 1))
        connection(canvas, left, status)
        this_round(canvas, right, event, status)
        if self.leaving:
            sure, stay = canvas.cols(foot, (1, 1))
            canvas.button(
                sure,
                t("Leave the event"),
                ask(EventController.leave_event),
                sub=t("what was not sent is kept"),
                style="danger",
            )
            canvas.button(stay, t("Stay"), Show(EventOverview()), style="primary")
            return canvas.area
        referee, other, leave = canvas.cols(foot, (50, 25, 25))
        if event.call is None:
            canvas.button(referee, t("Call the referee"), CallReferee(), style="accent", size=26)
        else:
            label = t("The referee is on the way.") if event.is_referee_coming else t("The referee is called.")
            canvas.button(referee, t("No longer needed"), CancelCall(), sub=label, size=22)
        canvas.button(other, t("Another code"), Show(EnterCode()), style="quiet", size=18)
        canvas.button(leave, t("Leave the event"), Show(EventOverview(leaving=True)), style="quiet", size=18)

        return canvas.area

    def on_back(self, state: EventClient) -> Next[EventClient]:
        """From the question to the overview, from there to where one came from."""
        return EventOverview() if self.leaving else None


def connection(canvas: Canvas, rect: Rect, status: EventStatus) -> None:
    """Whether there is a connection, and what has not arrived."""
    p = canvas.look.palette
    inner = draw_panel(canvas, rect, p.panel, 16, 12)
    title, line, more = canvas.rows(inner, (36, 60, 90))
    if not status.connected:
        head = t("Not connected")
        text = t("The game goes on as usual. Everything is kept here and sent as soon as there is a connection.")
        if status.trouble is not None:
            text = tr(status.trouble)
    elif not status.answered:
        head = t("Waiting for the organiser")
        text = t("The network is there, the organiser's program does not answer.")
        if status.other_version is not None:
            text = tr(status.other_version)
    elif status.away or status.twice:
        head = t("Another device has this number, too")
        text = t("Nothing is lost; ask the organiser which of the two it is for.")
    elif status.waiting:
        head, text = t("Connected"), t("Sending what happened meanwhile…")
    else:
        head, text = t("Connected"), t("The organiser has everything from this table.")
        if status.other_version is not None:
            text = tr(status.other_version)
    well = status.connected and status.answered
    sign, colour = ("dot", p.text) if well else ("ring", p.warn)
    canvas.text(canvas.sign_before(title, sign, colour, 18, 10), head, 24, "bold", p.text)
    if status.waiting:
        waits = tr(msgs("{n} entry has not arrived yet.", "{n} entries have not arrived yet.", status.waiting))
        canvas.text(line, waits, 20, "semibold", p.warn if not well else p.text)
        canvas.text(more, text, 18, "regular", p.muted, lines=3)
    else:
        canvas.text(Rect(line.x, line.y, line.w, line.h + more.h), text, 19, "regular", p.muted, lines=3)


def this_round(canvas: Canvas, rect: Rect, event: EventClient, status: EventStatus) -> None:
    """The round's countdown and the last announcement."""
    p = canvas.look.palette
    inner = draw_panel(canvas, rect, p.panel, 16, 12)
    title, clock, note = canvas.rows(inner, (30, 70, 90))
    name, _, left = event.clock().partition(" · ")
    if left:
        canvas.text(title, status.countdown.title or name if status.countdown else name, 20, "semibold", p.muted)
        canvas.text(clock, left, 60, "bold", p.text, digits=True)
    else:
        canvas.text(title, t("No round is announced."), 20, "semibold", p.muted)
    if event.next_seats is not None:
        line = t("round {n}", n=event.next_seats.round)
        canvas.button(note, t("Who plays where"), ShowNextRound(), sub=line, size=20)
    elif (notice := status.notice) is not None:
        canvas.text(note, wording(notice.text, notice.text_en), 18, "regular", p.text, lines=4)


def card(look: Look, event: EventClient, table: Table) -> Scene:
    """What lies over any screen until somebody here has answered: a result sent back, an announcement."""
    returned, notice = event.returned_result(table), event.notice
    following = next_round_card(event, table) if returned is None and notice is None else None
    if returned is None and notice is None and following is None:
        return ()
    canvas = Canvas(replace(look, toast=""))
    u, p = canvas.u, look.palette
    high = u(176 if look.portrait else 132)
    area = canvas.area
    rect = Rect(area.x + u(16), area.y + area.h - high - u(120 if look.portrait else 16), area.w - u(32), high)
    inner = draw_panel(canvas, rect, p.paper, 16, 10, border=p.warn)
    canvas.touch(rect, SWALLOW)
    text, buttons = canvas.rows(inner, (84, 76)) if look.portrait else canvas.cols(inner, (68, 32), u(14))
    actions: Sequence[Button]
    if returned is not None:
        head, body = t("The organiser sends the result back"), returned.reason
        reopen = t("Open the game"), ReopenResult(returned), "accent"
        actions = reopen, (t("Not now"), Postpone(returned), "normal")
    elif notice is not None:
        head, body = t("Announcement"), notice[1]
        actions = ((t("I see"), ReadNotice(notice[0]), "normal"),)
    else:
        assert following is not None
        head, body, actions = following
    top, rest = canvas.rows(text, (26 * canvas.print_scale, 76), u(2))
    canvas.text(top, head, 17, "semibold", p.ink_muted)
    canvas.text(rest, body, 22, "bold", p.ink, lines=3)
    boxes = [buttons]
    if look.portrait:
        boxes = canvas.cols(buttons, (1,) * len(actions))
    elif len(actions) > 1:
        first, below = canvas.rows(buttons, (1, 1))
        boxes = [first, *canvas.cols(below, (1,) * (len(actions) - 1))]
    for (words, action, style), box in zip(actions, boxes, strict=True):
        canvas.button(box, words, action, style=style, size=20 if len(actions) == 1 else 18, lines=2)
    return canvas.scene()


def on_oleds(contents: tuple[OledContent, OledContent], event: EventClient) -> tuple[OledContent, OledContent]:
    """The OLEDs, which say while the referee is called that he is, or that he is on the way."""
    if event.call is None:
        return contents
    mark = t("referee on the way") if event.is_referee_coming else t("referee called")
    first, second = contents
    return structs.replace(first, mark=mark, official=""), structs.replace(second, mark=mark, official="")


def _open(host: Host, below: Controller, screen: WhoPlaysWhere | None = None) -> None:
    """Show how the table stands with its event, or that ``screen`` of it."""
    controller = EventController(host, below)
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
    setting_up = screens.setup.load().set_up(host, pairing.kind)
    setting_up.seat(pairing)
    host.enter(setting_up)


def reopen(event: EventClient, host: Host, returned: ReturnedResult) -> None:
    """Open the game whose result the organiser has sent back; a signed one is opened again, with the reason."""
    game, table = event.game_of(returned), host.table
    if game is None:
        return
    if game != table.game_id:
        table.resume(game)
    spec = TABLES.get(table.game.key)
    if spec is not None and spec.reopen is not None and table.game.progress(table.state) is Progress.SIGNED:
        table.do(spec.reopen(reason=returned.reason[:200] or "?"), source="organiser")
    event.postponed.add(returned)
    host.show_game()


ANSWERS: Mapping[type[actions.EventAction], Callable[[EventClient, Host, Controller, Any], None]] = {
    actions.OpenEvent: lambda event, host, below, action: _open(host, below),
    actions.ShowNextRound: lambda event, host, below, action: _open(host, below, WhoPlaysWhere()),
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
