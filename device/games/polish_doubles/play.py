"""The screen of a running game: both pairs with their time, the scoresheet, and what can be done now (S8-S22)."""

from __future__ import annotations

from dataclasses import dataclass

from device import i18n
from device.games.polish_doubles.choices import Close, Early, Objection, Overrun, Pass
from device.games.polish_doubles.entry import MoveEntry, new_move
from device.games.polish_doubles.forms import Exchange, new_exchange
from device.games.polish_doubles.outputs import alarm
from device.games.polish_doubles.sheet import Sheet
from device.games.polish_doubles.sheet_view import draw_sheet, lay_out
from device.i18n import t
from device.kiosk.actions import MENU, Do, PressArea, Show, Why
from device.kiosk.canvas import Canvas
from device.kiosk.screen import May, Screen, View, call
from device.kiosk.widgets import Rect
from rules.clock import Official
from rules.message import Refusal
from rules.polish_doubles import events as e
from rules.polish_doubles.state import EarlyState, Phase, State
from rules.polish_doubles.turns import overrun_turn


@dataclass(frozen=True, slots=True)
class Item:
    """One action of the bar at the bottom: label, what it does, a second line; ``refusal`` greys it out."""

    label: str
    action: object
    sub: str = ""
    refusal: Refusal | None = None
    style: str = "normal"


@dataclass(frozen=True)
class Play(Screen[State]):
    """The screen of a running game, and of one that is about to begin."""

    key = "play"

    def draw(self, canvas: Canvas, view: View[State]) -> Rect:
        """Both pairs, the scoresheet, and what can be done."""
        state, look = view.state, canvas.look
        if look.portrait:
            cards, sheet, bar = canvas.rows(canvas.area, (44, 32, 24) if look.press_areas else (30, 46, 24))
            left, right = canvas.cols(cards, (1, 1))
        else:
            top, bar = canvas.rows(canvas.area, (330, 126))
            left, sheet, right = canvas.cols(top, (178, 412, 178))
        card(canvas, state, 0, left, view.at)
        card(canvas, state, 1, right, view.at)
        draw_sheet(canvas, state, lay_out(canvas, state, sheet), tap=Show(Sheet()))
        action_bar(canvas, self.items(state, view.may), bar)
        if not look.toast and (line := standing_line(state)) is not None:
            canvas.banner(sheet, line, "calm")
        return sheet

    def items(self, state: State, may: May) -> list[Item]:
        """The actions of the bar: what is likely next first, then what else can be done and why the rest cannot."""
        more = Item(t("More"), MENU, t("undo · pause · end"))
        if state.phase is Phase.READY:
            hint = t("either button starts the first move")
            return [Item(t("Press a clock button"), Why(hint), hint, style="primary"), more]
        if "pause" in state.clock.standing:
            return [Item(t("Go on"), Do(e.Resume()), t("the clock runs from where it stood"), style="primary"), more]
        if overrun_turn(state) is not None:
            return [Item(t("Over time"), Show(Overrun()), t("which moves stand?"), style="primary"), more]
        first = self.write_item(state, may)
        turn = state.turns[-1]
        if turn.early is EarlyState.ASKED:
            judge = Item(t("Early judgement"), Show(Early()), t("the clock runs on"), style="accent")
            return [judge, first, more]
        middle = [
            Item(t("Exchange"), call(self.exchange), t("at least 7 in the bag"), may["exchange"]),
            Item(t("Pass"), Show(Pass()), "", may["pass"]),
        ]
        if closable(state, may):
            middle = [Item(t("Close"), Show(Close()), t("both racks empty?"), may["close"], style="accent")]
        objection = Item(t("Objection"), Show(Objection()), t("to the turn just pressed"), may["objection"])
        if objection.refusal is not None:
            objection = Item(t("Objection"), Show(Objection()), short_reason(state), may["objection"])
        return [first, *middle, objection, more]

    def write_item(self, state: State, may: May) -> Item:
        """The big button: write the next move, or press the clock."""
        slot = state.slot
        if slot is None:
            name = state.setup.pairs[state.turns[-1].pair].name
            return Item(t("Press the clock"), Why(t("The turn ends with the pair's own button.")), name, style="hint")
        index, place = slot
        late = index < len(state.turns) - 1
        name = state.setup.pairs[state.turns[index].pair].name
        sub = t("still missing: {name}", name=name) if late else t("word and points")
        return Item(t("Write move {n}", n=place + 1), call(self.write), sub, may["move"], "primary")

    def write(self, state: State) -> MoveEntry:
        """The move that is due."""
        return new_move(state)

    def exchange(self, state: State) -> Exchange:
        """Tiles are exchanged instead."""
        return new_exchange(state)


def standing_line(state: State) -> str | None:
    """Why the clocks stand, for the banner; None where they run."""
    if "pause" in state.clock.standing:
        if state.clock.doubt:
            return t("Paused after a power loss: up to {s} s not known.", s=f"{state.clock.doubt / 1e9:g}")
        return t("Paused. Hold both buttons to go on.")
    if state.phase is Phase.READY and state.starter is not None:
        name = state.setup.pairs[state.starter].name
        return t("Draw 7 tiles each, {name} first. Say so if you drew too many.", name=name)
    return None


def official_text(state: State, official: Official | None) -> str:
    """Which clock is official for the running turn (S10)."""
    if official is None:
        return t("official: referee")
    if official.clock is None:
        return ""
    if state.clock.spoiled:
        return t("official: own clock") if official.clock == state.clock.mover else t("official: opponents' clock")
    return t("by the opponents' clock")


def card(canvas: Canvas, state: State, pair: int, rect: Rect, at: int) -> None:
    """One pair: name, players, time, sum and crosses. The pair on move shines in its colour."""
    colours = canvas.look.palette
    setup = state.setup.pairs[pair]
    turn = state.turn
    moving = state.phase is Phase.PLAY and turn is not None and turn.pair == pair
    starts = state.phase is Phase.READY and state.starter == pair
    level = alarm(state, at) if moving else 0
    fill = (colours.pair[pair], colours.warn, colours.danger, colours.danger)[level] if moving else colours.panel
    ink = colours.text if not moving else colours.pair_ink if level < 2 else colours.signal_ink
    muted = ink if moving else colours.muted
    canvas.panel(rect, fill, border=colours.pair[pair] if starts or level >= 2 else None)
    u = canvas.u
    inner = Rect(rect.x + u(14), rect.y + u(10), rect.w - u(28), rect.h - u(20))
    name_colour = ink if moving else colours.pair[pair]
    canvas.text(Rect(inner.x, inner.y, inner.w, u(28)), setup.name, 20, "bold", name_colour)
    players = " · ".join(player for player in setup.players if player)
    pressable = canvas.look.press_areas and state.phase in (Phase.READY, Phase.PLAY)
    if pressable:
        area = Rect(rect.x + u(8), inner.y + u(32), rect.w - u(16), u(66))
        canvas.button(area, t("PRESS"), PressArea(pair), style="outline", size=24)
    else:
        canvas.text(Rect(inner.x, inner.y + u(27), inner.w, u(20)), players, 14, "regular", muted)
    clock_y = inner.y + min((inner.h - u(70)) // 2 - u(22), inner.h - u(180))
    left = state.clock.remaining(at) if moving else state.clock.limit
    time_colour = ink if moving else colours.muted
    canvas.text(
        Rect(rect.x + u(4), clock_y, rect.w - u(8), u(76)),
        i18n.clock(left),
        70,
        "bold",
        time_colour,
        "center",
        digits=True,
    )
    status_y = clock_y + u(76)
    if moving and turn is not None:
        if level >= 2:
            canvas.shape(Rect(inner.x, status_y + u(2), u(18), u(18)), "warning", ink)
        else:
            canvas.shape(Rect(inner.x, status_y + u(3), u(14), u(14)), "arrow", ink)
        label = t("over time!") if level == 3 else move_label(state)
        canvas.text(Rect(inner.x + u(22), status_y, inner.w - u(22), u(21)), label, 16, "bold", ink)
        current = state.clock.current(at)
        line = official_text(state, current.official if current else None)
        canvas.text(Rect(inner.x, status_y + u(21), inner.w, u(18)), line, 13, "regular", ink)
    else:
        waiting = t("starts") if starts else t("waits")
        canvas.text(Rect(inner.x, status_y, inner.w, u(21)), waiting, 16, "semibold", muted)
    bottom = inner.y + inner.h
    canvas.text(Rect(inner.x, bottom - u(62), u(70), u(18)), t("TOTAL"), 12, "semibold", muted)
    total_box = Rect(inner.x, bottom - u(46), u(92), u(46))
    canvas.text(total_box, str(state.total(pair)), 42, "bold", ink if moving else colours.text)
    crosses = state.crosses[pair]
    if crosses:
        canvas.text(
            Rect(inner.x + u(70), bottom - u(62), inner.w - u(70), u(18)), t("CROSSES"), 12, "semibold", muted, "right"
        )
        shown = min(crosses, 3)
        for n in range(shown):
            box = Rect(inner.x + inner.w - u(20) * (n + 1), bottom - u(34), u(17), u(17))
            canvas.shape(box, "cross", ink if moving else colours.pair[pair])
        if crosses > shown:
            box = Rect(inner.x + inner.w - u(20) * shown - u(26), bottom - u(38), u(22), u(26))
            canvas.text(box, f"{crosses}", 18, "bold", ink if moving else colours.pair[pair], "right")


def move_label(state: State) -> str:
    """Which move of the running turn is being played."""
    turn = state.turns[-1]
    n = min(len(turn.rows) + 1, max(1, turn.moves))
    if turn.filled:
        return t("press the clock")
    return t("on move · move {n}", n=n) if turn.moves > 1 else t("on move · single move")


def closable(state: State, may: May) -> bool:
    """Whether the pair that has just pressed may be out of tiles by the sheet, so that closing is proposed (S25)."""
    last = state.last_played
    if may["close"] is not None or last is None or len(state.turns) < 2:
        return False
    flow = state.flow()
    return flow.bag_bounds.least == 0 and flow.held_bounds[last.pair].least <= 0


def short_reason(state: State) -> str:
    """Why no objection is possible, in a few words."""
    return t("after the double turn") if state.judged_turn is None else t("write the moves first")


def action_bar(canvas: Canvas, actions: list[Item], rect: Rect) -> None:
    """The actions beside each other, the first one wider; in two rows on a tall screen."""
    if canvas.look.portrait and len(actions) > 3:
        upper, lower = canvas.rows(rect, (1, 1))
        action_bar(canvas, actions[:2], upper)
        action_bar(canvas, actions[2:], lower)
        return
    weights = [(2.1 if n == 0 else 1.0) for n in range(len(actions))]
    for item, box in zip(actions, canvas.cols(rect, weights), strict=True):
        reason = i18n.refusal(item.refusal) if item.refusal else None
        canvas.button(box, item.label, item.action, sub=item.sub, style=item.style, why=reason)
