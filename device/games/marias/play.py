"""The table during a round and before one: the large clock, who deals, balances, the last deals (M1-M7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from device import i18n
from device.games.marias.cards import player_cards
from device.games.marias.choices import BreakMinutes, People, RoundMinutes
from device.games.marias.deals import Deals
from device.games.marias.entry import Entry, new_deal
from device.games.marias.outputs import alarm
from device.games.marias.parts import (
    Item,
    bar_of,
    deals_paper,
    paused_remark,
    standings_paper,
    terms_paper,
    time_panel,
)
from device.games.marias.seating import Seating, Seats
from device.games.marias.slip_view import Slips
from device.i18n import t
from device.kiosk.actions import MENU, Do, PressArea, Show
from device.kiosk.canvas import Canvas
from device.kiosk.screen import May, Screen, View, call
from device.kiosk.widgets import Rect
from rules.game import SECOND
from rules.marias import events as e
from rules.marias.state import State
from rules.message import Refusal


def areas(canvas: Canvas) -> tuple[Rect, Rect, Rect, Rect]:
    """Cards, left and right half, bar."""
    if canvas.look.portrait:
        cards, left, right, bar = canvas.rows(canvas.area, (18, 34, 36, 12))
        return cards, left, right, bar
    cards, body, bar = canvas.rows(canvas.area, (100, 268, 80))
    left, right = canvas.cols(body, (376, 400))
    return cards, left, right, bar


@dataclass(frozen=True)
class Play(Screen[State]):
    """The screen of a running round."""

    key = "play"

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Cards, the clock, the newest deals, and what can be done."""
        state, may, at = view.state, view.may, view.at
        cards, left, right, bar = areas(canvas)
        taps: Mapping[int, object] = {seat: call(self.tapped, e.SEAT[seat]) for seat in state.active}
        if state.broke:
            taps = {seat: Show(People()) for seat in state.broke}
        player_cards(canvas, state, cards, None, taps)
        clock(canvas, state, may, left, at, call(self.write))
        deals_paper(canvas, state, right)
        canvas.touch(right, Show(Deals()))
        called = state.referee
        items = [
            Item(t("Dealt"), Do(e.Dealt()), t("or press a button"), may["dealt"])
            if state.round.running
            else Item(t("Go on"), Do(e.Resume()), t("or hold both buttons"), style="accent"),
            Item(t("Players"), Show(People()), t("top up · who deals"), style="accent" if state.broke else "normal"),
            Item(t("Resolved"), Do(e.RefereeDone()), t("or hold a button"), style="accent")
            if called
            else Item(t("Referee"), Do(e.RefereeCall()), t("or hold a button")),
            Item(
                t("End of round"),
                Do(e.EndRound()),
                t("then the slip"),
                end_refusal(state, may, at),
                "accent" if alarm(state, at) == 3 else "normal",
            ),
            Item(t("More"), MENU, t("undo · pause · corrections")),
        ]
        bar_of(canvas, bar, items)
        paused_remark(canvas, state, right)
        return right

    def tapped(self, state: State, seat: e.Seat) -> Entry:
        """Who chooses begins the entry of a deal."""
        return new_deal(state).tapped(state, seat)

    def write(self, state: State) -> Entry:
        """Write a deal."""
        return new_deal(state)


@dataclass(frozen=True)
class Ready(Screen[State]):
    """Before a round: its length, the break, who deals; the standings so far (M1-M3, M31)."""

    key = "ready"

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Cards, what is to come, standings or terms."""
        state, may, at = view.state, view.may, view.at
        u, p = canvas.u, canvas.look.palette
        cards, left, right, bar = areas(canvas)
        player_cards(canvas, state, cards, None, {})
        canvas.panel(left, p.panel)
        inner = Rect(left.x + u(16), left.y + u(10), left.w - u(32), left.h - u(20))
        head, time, foot, button = canvas.rows(inner, (28, 100, 30, 78), u(6))
        number = len(state.rounds) + 1
        canvas.text(head, t("Round {n} of {all}", n=number, all=state.setup.rounds), 20, "semibold", p.muted)
        rest = state.break_left(at)
        canvas.text(time, i18n.clock(rest or state.round_s * SECOND), 96, "bold", p.text, "center", digits=True)
        name = state.names[state.dealer]
        line = t("Break · then {n} min", n=f"{state.round_s / 60:g}") if rest else t("{name} deals first", name=name)
        canvas.text(foot, line, 20, "semibold", p.text, "center")
        reason = may["start_round"]
        canvas.button(
            button,
            t("Start the round"),
            Do(e.StartRound()),
            sub=t("or press a button"),
            style="primary",
            why=i18n.refusal(reason) if reason else None,
        )
        standings_paper(canvas, state, right) if state.rounds else terms_paper(canvas, state, right)
        items = [
            Item(t("Length"), Show(RoundMinutes()), t("{n} min", n=f"{state.round_s / 60:g}")),
            Item(t("Break"), Show(BreakMinutes()), t("the organiser's"), may["break_time"]),
            Item(t("Seats"), call(self.change_seats), t("who sits where")),
            Item(t("Players"), Show(People()), t("who deals")),
            Item(
                t("Slips"),
                Show(Slips(len(state.rounds))),
                t("locked rounds"),
                None if state.rounds else Refusal("M28", "No round is played yet."),
            ),
            Item(t("More"), MENU, t("undo · sound · leave")),
        ]
        bar_of(canvas, bar, items)
        return right

    def change_seats(self, state: State) -> Seats:
        """Who sits where."""
        return Seats(form=Seating.of(state.names, state.leader))


def end_refusal(state: State, may: May, at: int) -> Refusal | None:
    """Why the round cannot be ended now."""
    if may["end_round"] is not None or state.round.remaining(at) <= 0 or len(state.present) < 3:
        return may["end_round"]
    return Refusal("M3", "The round still has time; its length was announced before it.")


def clock(canvas: Canvas, state: State, may: May, rect: Rect, at: int, write: object) -> None:
    """The round's time, and below it the way to the entry."""
    panel, button = canvas.rows(rect, (190, 70))
    time_panel(canvas, state, panel, at)
    if canvas.look.press_areas:
        left, middle, right = canvas.cols(button, (1, 2, 1))
        canvas.button(left, t("PRESS"), PressArea(0), style="outline", size=18)
        canvas.button(right, t("PRESS"), PressArea(1), style="outline", size=18)
        button = middle
    refusal = may["deal"]
    why = i18n.refusal(refusal) if refusal else None
    canvas.button(button, t("Write a deal"), write, style="primary", size=26, why=why, sub=t("or tap who chooses"))
