"""A mariáš table: in a round, before one, its menu, the referee (M1-M7, M27), and which screen each phase calls for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from msgspec import structs

from device.common import i18n
from device.common.i18n import t
from device.games.act_menu import ActMenu, screen_entry, step_item
from device.games.controller import GameController, GameViews
from device.games.marias import ACCENT, parts, slip_view
from device.games.marias import outputs as own_outputs
from device.games.marias.entry import DealEntryScreen, new_deal
from device.games.marias.outputs import alarm, money
from device.games.marias.parts import (
    BreakMinutes,
    EndEarly,
    LastRound,
    MinutesLeft,
    NoteForm,
    PlayersScreen,
    RoundMinutes,
    Tariff,
    Unfinished,
    WarnScreen,
)
from device.games.marias.setup import Seating, SeatsScreen
from device.games.marias.slip_view import Deals, Final, Slips, SlipScreen, Standings
from device.games.menu_screen import MenuItem, big_clock_in
from device.games.table_parts import BarItem, draw_bar, draw_foot, pause_line, table_parts
from device.graphics.actions import BIG_CLOCK, MENU, Do, PressArea, Show
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Entry, grid
from device.graphics.headings import draw_heading
from device.graphics.kept import draw_cached
from device.graphics.look import Look
from device.graphics.widgets import Rect
from device.kiosk.moment import May, Moment
from device.kiosk.pin_screens import NewPin
from device.kiosk.screen import Locked, Screen, call, draw_panel
from rules.game import SECOND
from rules.marias import acts as e
from rules.marias.deal import SEAT, Seat
from rules.marias.state import Phase, State, slip_of
from rules.message import Refusal, msg
from rules.needs import MenuEntry


def _areas(canvas: Canvas) -> tuple[Rect, Rect, Rect, Rect]:
    if canvas.look.portrait:
        cards, left, right, bar = table_parts(canvas, (150, 190, 280))
        return cards, left, right, bar
    cards, body, bar = table_parts(canvas, (100, 272))
    left, right = canvas.cols(body, (346, 430))
    return cards, left, right, bar


class RoundScreen(Screen[State]):
    """The screen of a running round."""

    key = "play"
    shows_time = True
    phases = (Phase.PLAY,)

    def subject(self, state: State) -> bool:
        """A round that runs and one that stands have other actions in the same place."""
        return state.round.running

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """Cards, the clock, the newest deals, and what can be done."""
        state, may, at = view.state, view.may, view.at
        cards, left, right, bar = _areas(canvas)
        taps: Mapping[int, object] = {seat: call(self.on_tap, SEAT[seat]) for seat in state.active}
        if broke := state.broke:
            taps = {seat: Show(PlayersScreen()) for seat in broke}
        parts.player_cards(canvas, state, cards, None, taps)
        _clock(canvas, state, left, at)
        paused = not (canvas.look.toast or state.round.running)  # said where no other sentence is
        draw_cached(canvas, parts.draw_deals, state, right, canvas.banner_height if paused else 0)
        canvas.touch(right, Show(Deals()))
        written = step_item(e.Deal, call(self.write), may["deal"])
        items = [
            written,
            step_item(e.Dealt, against=may["dealt"]) if state.round.running else step_item(e.Resume),
            BarItem(t("Players"), Show(PlayersScreen())),
            step_item(e.RefereeDone if state.referee else e.RefereeCall),
            self.end(canvas.look, may),
            BarItem(t("More"), MENU),
        ]
        # One step is next; it alone has the accent.
        if state.referee:
            step = 3
        elif not state.round.running:
            step = 1
        elif broke:
            step = 2
        else:
            step = 4 if alarm(state, at) == 3 and state.round.hand is None else 0
        items[step] = structs.replace(items[step], style="accent" if step == 3 else "primary")
        draw_foot(canvas, bar, items, first=1.8)
        if paused:
            canvas.banner(right, pause_line(state.round.doubt), "calm")
        return right

    def end(self, look: Look, may: May) -> BarItem:
        """The end of the round; before its time is up it asks whether all agree."""
        if may["end_round"] is None or look.refuses(Do(e.EndRound(agreed=True))):
            return step_item(e.EndRound, against=may["end_round"])
        return step_item(e.EndRound, Show(EndEarly()))

    def on_tap(self, state: State, seat: Seat) -> DealEntryScreen:
        """Who chooses begins the entry of a deal."""
        return new_deal(state).on_tap(state, seat)

    def write(self, state: State) -> DealEntryScreen:
        """Write a deal."""
        return new_deal(state)


class Ready(Screen[State]):
    """Before a round: its length, the break, who deals; the standings so far (M1-M3, M31)."""

    shows_time = True
    phases = (Phase.READY,)

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """Cards, what is to come, standings or terms."""
        state, may, at = view.state, view.may, view.at
        u, p = canvas.u, canvas.look.palette
        cards, left, right, bar = _areas(canvas)
        parts.player_cards(canvas, state, cards, None, {})
        inner = draw_panel(canvas, left, p.panel, 16, 10)
        k = canvas.print_scale
        head, time, foot = canvas.rows(inner, (28 * k, 150, 30 * k), u(6))
        number, every, length = state.coming, state.setup.rounds, i18n.number(state.round_s / 60, None)
        rest = state.break_left(at)
        if rest:
            canvas.touch(Rect(left.x, left.y, left.w, foot.y + foot.h - left.y), BIG_CLOCK)
        title = t("Break") if rest else t("Round {n} of {all}", n=number, all=every)
        canvas.text(head, title, 20, "semibold", p.accents[ACCENT] if rest else p.muted)
        canvas.text(time, i18n.clock(rest or state.round_s * SECOND), 124, "bold", p.text, "center", digits=True)
        name = state.names[state.dealer]
        line = t("{name} deals first", name=name)
        if rest:
            line = t("then round {n} of {all} · {min} min", n=number, all=every, min=length)
        canvas.text(foot, line, 20, "semibold", p.text, "center")
        draw_cached(canvas, parts.draw_standings if state.rounds else parts.draw_terms, state, right)
        unplayed = None if state.rounds else Refusal("M28", "No round has been played yet.")
        items = [
            step_item(e.StartRound, against=may["start_round"], style="primary"),
            BarItem(t("Length"), Show(RoundMinutes()), t("{n} min", n=i18n.number(state.round_s / 60, None))),
            BarItem(t("Break"), Show(BreakMinutes()), against=may["break_time"]),
            BarItem(t("Seats"), call(self.change_seats)),
            # Players are in the menu, too: where a table may end, that takes their place.
            BarItem(t("Players"), Show(PlayersScreen())) if may["end_table"] else BarItem(t("End"), Show(LastRound())),
            BarItem(t("Slips"), Show(Slips(len(state.rounds))), against=unplayed),
            BarItem(t("More"), MENU),
        ]
        draw_foot(canvas, bar, items, first=1.8)
        return right

    def change_seats(self, state: State) -> SeatsScreen:
        """Who sits where."""
        ids = tuple(person.id or "" for person in state.people)
        return SeatsScreen(form=replace(Seating.of(state.names, state.leader), ids=ids))


def _clock(canvas: Canvas, state: State, rect: Rect, at: int) -> None:
    panel, *buttons = canvas.rows(rect, (190, 70)) if canvas.look.press_areas else [rect]
    parts.time_panel(canvas, state, panel, at)
    for row in buttons:
        for side, box in enumerate(canvas.by_side(canvas.cols(row, (1, 1)))):
            canvas.button(box, t("PRESS"), PressArea(side), style="outline", size=18)


def past(canvas: Canvas, rect: Rect, state: State, at: int) -> None:
    """The players and what the table was at: between rounds the standings, in one its time and deals, then its slip."""
    if state.phase is Phase.SIGNED:
        Final().draw_past(canvas, rect, state)
        return
    if state.phase is Phase.SLIP:
        head, body, foot = canvas.rows(rect, (38 if canvas.look.large_print else 34, 214, 50))
        slip_view.slip_heading(canvas, state, head, slip_of(state.setup, state.round))
        slip_view.rows(canvas, state, body, state.round, touch=False)
        slip_view.signatures(canvas, state, None, foot)
        return
    high = 38 if canvas.look.large_print else 32 if canvas.look.portrait else 34
    cards, body = canvas.rows(rect, (high, 68 if canvas.look.portrait else 66))
    parts.player_cards(canvas, state, cards, None, {})
    if state.phase is not Phase.PLAY:
        draw_cached(canvas, parts.draw_standings, state, body)
        return
    left, right = canvas.split(body, (46, 54))
    parts.time_panel(canvas, state, left, at)
    draw_cached(canvas, parts.draw_deals, state, right, 0)


class Referee(Screen[State]):
    """Each player with warning and expulsion, and what else only the referee does."""

    locked = True

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """Players, and the referee's own."""
        state, may, look = view.state, view.may, canvas.look
        p = look.palette
        heights = (34, 98, 98, 412) if look.portrait else (34, 84, 84, 160)
        names, warnings, expulsions, body = draw_heading(canvas, heights, t("Referee"), fill=p.accents[ACCENT])
        warn, expel = [], []
        for seat, box in enumerate(canvas.cols(names, (1,) * state.seats)):
            gone = t("expelled") if state.is_expelled(seat) else None
            canvas.text(box, state.names[seat], 20, "bold", p.faint if gone else p.text, "center")
            warned = state.is_warned(seat)
            sub = t("warned already") if warned else ""
            warn.append(BarItem(t("Warn"), Show(WarnScreen(seat)), sub, gone or may["warn"]))
            against = gone or may["expel"] or (None if warned else t("A warning comes first (M4)."))
            expel.append(BarItem(t("Expel"), Do(e.Expel(seat=SEAT[seat])), "", against, "danger"))
        draw_bar(canvas, warnings, warn)
        draw_bar(canvas, expulsions, expel)
        undecided = None
        if not (state.rounds and any(deal.referee for deal in state.round.deals)):
            undecided = Refusal("M27", "No deal of this round was decided by the referee.")
        entries: list[Entry] = [
            (t("Set the time"), t("by the organiser's clock"), Show(MinutesLeft()), may["set_time"]),
            (t("Decide the deal"), t("final (M27)"), call(self.decide), may["deal"]),
            (t("Not finished"), t("nobody pays the deal"), Show(Unfinished()), may["annul"]),
            (t("Change a decision"), t("a deal decided before"), Show(Deals()), undecided),
            (t("New PIN"), t("for these screens"), Show(NewPin(accent=ACCENT)), None),
        ]
        grid(canvas, body, entries, 2 if look.portrait else 3)
        return body

    def decide(self, state: State) -> Locked:
        """A deal that the referee decides (M27)."""
        return Locked(new_deal(state, referee=True))


def _slips(view: Moment[State]) -> MenuItem:
    unplayed = None if view.state.rounds else t("No round has been played yet.")
    return MenuItem("sheet", t("Slips"), t("of all rounds"), Show(Slips(len(view.state.rounds))), unplayed)


def _tariff(view: Moment[State]) -> MenuItem:
    return MenuItem("coins", t("Tariff"), t("cap {cap} Kč", cap=money(view.state.setup.cap)), Show(Tariff()))


class MariasMenu(ActMenu):
    """The round's clock, deals, players, slips, standings, the tariff, the referee, notes."""

    entries = (
        (e.Pause, e.Resume),
        big_clock_in(Phase.PLAY),
        e.Correct,
        screen_entry(MenuEntry("people", msg("Players"), msg("top up · who deals")), PlayersScreen),
        _slips,
        screen_entry(MenuEntry("podium", msg("Standings"), msg("places so far")), Standings),
        _tariff,
        screen_entry(MenuEntry("scales", msg("Referee"), msg("time · warnings · decisions"), referee=True), Referee),
        e.Note,
    )
    screens = MappingProxyType({e.Correct: Deals, e.Note: NoteForm})


class MariasController(GameController[State]):
    """Screens of the table."""

    views = GameViews(
        own_outputs.oled_content, own_outputs.signals, own_outputs.side_times, own_outputs.next_change, own_outputs.call
    )
    screens = Ready(), RoundScreen(), SlipScreen(), Final()
    menu = MariasMenu()
    accent = ACCENT
    slim_times = True
