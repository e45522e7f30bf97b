"""The screen of a running game: both times, and what can be done (C1, C9, C10); then who won, and how."""

from __future__ import annotations

from dataclasses import dataclass

from device import i18n
from device.games.action_bar import BarItem, draw_bar
from device.games.chess_clock.cards import ACCENT, card, halves, pressable
from device.graphics.actions import BIG_CLOCK, MENU, Do, Show, Why
from device.graphics.canvas import Canvas
from device.graphics.dialogs import Answer, draw_question
from device.graphics.widgets import Rect
from device.i18n import t
from device.kiosk.screen import Screen, View
from rules.chess_clock import events as e
from rules.chess_clock.clock import ChessClock
from rules.chess_clock.control import label
from rules.chess_clock.describe import HOW
from rules.chess_clock.state import Phase, State
from rules.game import SECOND


@dataclass(frozen=True)
class PlayScreen(Screen[State]):
    """Both clocks, and a bar below them."""

    key = "play"
    shows_time = True

    def valid(self, state: State) -> bool:
        """Until the result."""
        return state.phase in (Phase.READY, Phase.PLAY)

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The halves, a line about the game, the bar."""
        state, at, portrait = view.state, view.at, canvas.look.portrait
        clock = state.clock.advance(at)
        body, line, bar = canvas.rows(canvas.area, (620, 26, 84) if portrait else (346, 26, 76))
        boxes = halves(canvas, body)
        for side, box in enumerate(boxes):
            card(canvas, state, side, box, at)
        pressable(canvas, state, boxes)
        self.line(canvas, state, clock, line)
        draw_bar(canvas, bar, self.items(state, clock), first=1.5, size=22)
        return body

    def line(self, canvas: Canvas, state: State, clock: ChessClock, rect: Rect) -> None:
        """The time control, why the clocks stand, and whether everything is safe on disk."""
        p, u = canvas.look.palette, canvas.u
        text = Rect(rect.x + u(4), rect.y, rect.w - u(28), rect.h)
        canvas.text(text, standing_line(state, clock), 17, "semibold", p.muted)
        dot = Rect(rect.x + rect.w - u(16), rect.y + (rect.h - u(10)) // 2, u(10), u(10))
        canvas.shape(dot, "dot" if canvas.look.saved else "ring", p.ok if canvas.look.saved else p.muted)

    def items(self, state: State, clock: ChessClock) -> list[BarItem]:
        """The bar: what is likely next first."""
        more = BarItem(t("More"), MENU, t("undo · arbiter"))
        if state.phase is Phase.READY:
            name = state.setup.players[0 if state.white is None else state.white]
            hint = Why(t("Black's press starts White's clock."))
            return [BarItem(t("Press a clock button"), hint, t("{name} moves first", name=name), style="hint"), more]
        if clock.first is not None and clock.flag_stands:
            winner = 1 - clock.first
            won = Do(e.Result(winner=e.SIDES[winner], how="time"))
            text = t("{name} won on time", name=state.setup.players[winner])
            other = BarItem(t("Result"), Show(WhoWon()), t("something else"))
            return [BarItem(text, won, t("both then sign"), style="primary"), other, more]
        large = BarItem(t("Big clock"), BIG_CLOCK, t("for the whole hall"))
        if state.is_paused:
            go_on = BarItem(t("Go on"), Do(e.Resume()), t("the clock runs from where it stood"), style="primary")
            return [go_on, BarItem(t("Result"), Show(WhoWon()), t("who won?")), large, more]
        return [BarItem(t("Stop the clocks"), Do(e.Pause()), t("pause · end of the game")), large, more]


def standing_line(state: State, clock: ChessClock) -> str:
    """The game in one line."""
    control = label(state.setup.control)
    if state.is_paused and clock.doubt:
        return t("Paused after a power loss: up to {s} s not known.", s=f"{clock.doubt / SECOND:g}")
    if clock.first is not None:
        return t("{control} · the flag of {name} fell first", control=control, name=state.setup.players[clock.first])
    if state.is_paused:
        return t("{control} · paused; hold both buttons to go on", control=control)
    if clock.mover is not None and state.phase is Phase.PLAY:
        return t("{control} · {name} is on move", control=control, name=state.setup.players[clock.mover])
    return t("{control} · both clocks stand", control=control)


@dataclass(frozen=True)
class WhoWon(Screen[State]):
    """Who won, once the clocks stand."""

    key = "who_won"
    ends_game = True

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Either player, or a draw."""
        a, b = view.state.setup.players
        answers: list[Answer] = [
            (a, t("won"), Show(How("A")), "normal"),
            (t("Draw"), "½ : ½", Show(How(None)), "normal"),
            (b, t("won"), Show(How("B")), "normal"),
        ]
        p = canvas.look.palette
        return draw_question(canvas, t("Result"), t("How did the game end?"), answers, p.accents[ACCENT])


@dataclass(frozen=True)
class How(Screen[State]):
    """How ``winner`` won, or how the draw came about."""

    key = "how"
    ends_game = True
    winner: e.Side | None

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """The ways there are."""
        state, winner = view.state, self.winner
        if winner is None:
            line = t("A draw. How?")
            events = [e.Result(winner=None, how="agreed"), e.Result(winner=None, how="play")]
        else:
            line = t("{name} won. How?", name=state.setup.players[e.INDEX[winner]])
            events = [e.Result(winner=winner, how="play"), e.Result(winner=winner, how="resigned")]
            if state.clock.advance(view.at).first is not None:
                events.append(e.Result(winner=winner, how="time"))
        answers: list[Answer] = [(i18n.tr(HOW[event.how]), "", Do(event), "normal") for event in events]
        return draw_question(canvas, t("Result"), line, answers, canvas.look.palette.accents[ACCENT])

    def on_back(self, state: State) -> WhoWon:
        """To who won."""
        return WhoWon()
