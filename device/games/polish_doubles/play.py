"""The screen of a running game (S8-S22): both pairs with their time, the scoresheet, actions; and games of the past."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from device.common import i18n
from device.common.i18n import t
from device.games.act_menu import step_item
from device.games.polish_doubles.board_picture import draw_board, whole_in
from device.games.polish_doubles.entry import MoveEntry
from device.games.polish_doubles.forms import (
    FORMS,
    CloseScreen,
    DisputeScreen,
    EarlyScreen,
    ExchangeForm,
    ObjectionScreen,
    OverrunScreen,
    PassScreen,
)
from device.games.polish_doubles.outputs import standing, timed_turn
from device.games.polish_doubles.parts import uses_board
from device.games.polish_doubles.sheet import SheetScreen, move_frames
from device.games.polish_doubles.sheet_view import draw_newest
from device.games.result_screen import Pane, ResultScreen, draw_panes
from device.games.table_parts import BarItem, draw_foot, pause_line, table_parts
from device.graphics.actions import BIG_CLOCK, MENU, Do, PressArea, Show, TryOut, Why
from device.graphics.canvas import Canvas
from device.graphics.dialogs import refusal_from
from device.graphics.kept import draw_cached
from device.graphics.widgets import Colour, Rect
from device.kiosk import low_time
from device.kiosk.moment import May, Moment
from device.kiosk.screen import Screen, call
from rules.clock import Official
from rules.clock.hold import presses_from
from rules.game import MOST_NAMED, Void
from rules.polish_doubles import GAME
from rules.polish_doubles import acts as e
from rules.polish_doubles.report import outcome, winner
from rules.polish_doubles.rows import EarlyState
from rules.polish_doubles.setup import LETTER
from rules.polish_doubles.state import Phase, State

CARDS = (178, 412, 178)
"""Widths of the cards and of what lies between them, on a wide screen."""
NAMES, CLOCK, STATUS, TOTAL = 48, 74, 44, 64
"""Heights of what a pair's card has above each other, in units: names, time, what goes on, sum."""
RIM = 14
"""Width of the frame of a pair with little time left, in units."""


class PlayScreen(Screen[State]):
    """The screen of a running game, and of one that is about to begin."""

    shows_time = True

    def subject(self, state: State) -> tuple[Phase, bool]:
        """A game that waits, runs or stands has other actions in the same place."""
        return state.phase, "pause" in state.clock.standing

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """Both pairs, the scoresheet, and what can be done."""
        state, look = view.state, canvas.look
        boxes, sheet, bar = pair_boxes(canvas, (58, 42) if look.press_areas else (45, 55))
        for pair, box in enumerate(boxes):
            if state.phase is Phase.PLAY:
                canvas.touch(box, BIG_CLOCK)
            if shines(state, pair):
                card(canvas, state, pair, box, view.at)
            else:
                draw_cached(canvas, card, state, pair, box, 0)  # no moment of the game changes it
        draw_cached(canvas, draw_newest, state, sheet, Show(SheetScreen()))
        draw_foot(canvas, bar, self.items(state, view.may))
        if not look.toast and (line := standing_line(state)) is not None:
            canvas.banner(sheet, line, "calm")
        return sheet

    def items(self, state: State, may: May) -> list[BarItem]:
        """The actions of the bar: what is likely next first, then what else can be done and why the rest cannot."""
        more = BarItem(t("More"), MENU)
        if state.phase is Phase.READY:
            hint = t("either button starts the first move")
            trial = BarItem(t("Try it out"), TryOut(GAME.key), t("two minutes, not recorded"))
            return [BarItem(t("Press a clock button"), Why(hint), hint, style="primary"), trial, more]
        if "pause" in state.clock.standing:
            return [step_item(e.Resume, style="primary"), more]
        if state.unconfirmed is not None:
            return [step_item(e.Overrun, Show(OverrunScreen()), style="primary"), more]
        return [*self.playing_items(state, may), more]

    def playing_items(self, state: State, may: May) -> list[BarItem]:
        """What can be done while a clock runs, whether or not one does."""
        first = self.write_item(state, may)
        turn = state.turns[-1]
        if turn.early is EarlyState.ASKED:
            return [step_item(e.EarlyAnswer, Show(EarlyScreen()), style="accent"), first]
        middle = [
            step_item(e.Exchange, call(self.exchange), may["exchange"]),
            step_item(e.Pass, Show(PassScreen()), may["pass"]),
        ]
        if closable(state, may):
            middle = [step_item(e.Close, Show(CloseScreen()), may["close"], "accent")]
        about = t("to the turn just pressed") if may["objection"] is None else short_reason(state)
        objection = BarItem(t("Objection"), Show(ObjectionScreen()), about, may["objection"])
        if (mistake := mistaken(state)) is not None:
            back = BarItem(t("By mistake?"), Do(mistake), t("take the press back"), style="accent")
            if objection.against is not None:
                return [first, back, *middle]
            return [
                first,
                *(replace(item, sub="") for item in (back, *middle, objection)),
            ]  # five have no room for more
        return [first, *middle, objection]

    def write_item(self, state: State, may: May) -> BarItem:
        """The big button: write the next move, or press the clock."""
        slot = state.slot
        if slot is None:
            name = state.names[state.turns[-1].pair]
            hint = Why(t("The turn ends with the pair's own button."))
            return BarItem(t("Press the clock"), hint, name, style="hint")
        index, place = slot
        late = index < len(state.turns) - 1
        sub = t("still missing: {name}", name=state.names[state.turns[index].pair]) if late else t("word and points")
        return BarItem(t("Write move {n}", n=place + 1), call(self.write), sub, may["move"], "primary")

    def write(self, state: State) -> Screen[State]:
        """The move that is due, on the board where this table uses it."""
        move = MoveEntry.begin(state)
        return move.board(state) if uses_board(state) else move

    def exchange(self, state: State) -> ExchangeForm:
        """Tiles are exchanged instead."""
        return ExchangeForm.begin(state)


def pair_boxes(canvas: Canvas, tall: tuple[float, float]) -> tuple[Sequence[Rect], Rect, Rect]:
    """Where both pairs' cards lie, what is between or below them (``tall``: by these heights), and the foot."""
    above, bar = table_parts(canvas, (1,))
    return *cards_in(canvas, above, tall), bar


def cards_in(canvas: Canvas, rect: Rect, tall: tuple[float, float]) -> tuple[Sequence[Rect], Rect]:
    """Where both pairs' cards lie in ``rect``, and what is between or below them."""
    if canvas.look.portrait:
        cards, middle = canvas.rows(rect, tall)
        return canvas.by_side(canvas.cols(cards, (1, 1))), middle
    left, middle, right = canvas.cols(rect, CARDS)
    return canvas.by_side([left, right]), middle


def standing_line(state: State) -> str | None:
    """Why the clocks stand, for the banner; None where they run."""
    if "pause" in state.clock.standing:
        return pause_line(state.clock.doubt)
    if "overrun" in state.clock.standing:
        return t("The clocks are stopped until you say which moves of the overrun turn count.")
    if state.phase is Phase.READY and state.starter is not None:
        return t("Draw 7 tiles each, {name} first. Say so if you drew too many.", name=state.names[state.starter])
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


def shines(state: State, pair: int) -> bool:
    """Whether the pair is on move, so that its card changes with the clock."""
    turn = state.turn
    return state.phase is Phase.PLAY and turn is not None and turn.pair == pair


def spare_height(canvas: Canvas, inner: Rect) -> int:
    """What a pair's card has left in large print for larger figures (pixels); 0 in normal print."""
    return max(0, inner.h - canvas.u(NAMES + CLOCK + STATUS + TOTAL)) if canvas.look.large_print else 0


def card(canvas: Canvas, state: State, pair: int, rect: Rect, at: int) -> None:
    """One pair: name, players, time, sum and crosses. The pair on move shines; its outline shows little time."""
    colours = canvas.look.palette
    setup = state.setup.pairs[pair]
    timed = timed_turn(state, at)
    moving = timed is not None and timed.side == pair
    starts = state.phase is Phase.READY and state.starter == pair
    u, left = canvas.u, timed.left if timed is not None and moving else state.clock.limit
    level = timed.level if timed is not None and moving else low_time.FULL
    colour = colours.pair[pair]
    why = standing(state) if moving else ""
    if moving:
        body, ink = low_time.draw_place(canvas, rect, level, colour, left, u(RIM), runs=not why)
    else:
        canvas.panel(rect, colours.panel, border=colour if starts else None)
        body, ink = rect, low_time.Ink(colour, colours.text, colours.muted)
    muted = ink.text if moving else colours.muted
    side = u(14) if body == rect else u(6)
    inner = Rect(body.x + side, rect.y + u(16), body.w - 2 * side, rect.h - u(32))
    low_time.plate(canvas, Rect(body.x, inner.y - u(4), body.w, u(52)), level)
    canvas.text(Rect(inner.x, inner.y, inner.w, u(28)), setup.name, 20, "bold", ink.name)
    players = " · ".join(player for player in state.players(pair) if player)
    pressable = canvas.look.press_areas and state.phase in (Phase.READY, Phase.PLAY)
    if pressable:
        area = Rect(body.x + u(8), inner.y + u(30), body.w - u(16), u(56))
        canvas.button(area, t("PRESS"), PressArea(pair), style="outline", size=24)
    else:
        canvas.text(Rect(inner.x, inner.y + u(26), inner.w, u(20)), players, 14, "regular", muted)
    above = min((inner.h - u(70)) // 2 - u(20), inner.h - u(177))
    grown = 0 if pressable else min(u(20), spare_height(canvas, inner) // 2)
    top = max(above - u(4) - (grown if canvas.look.portrait else grown // 2), u(NAMES) if grown else 0)
    clock = Rect(body.x + u(2), inner.y + top, body.w - u(4), u(CLOCK) + grown)
    if pressable:
        clock = Rect(clock.x, max(clock.y + u(4), inner.y + u(88)), clock.w, u(64))
    low_time.plate(canvas, clock, level, digits=True)
    figures = clock if left >= 0 else Rect(clock.x + u(4), clock.y, clock.w - u(8), clock.h)  # room beside the minus
    canvas.text(
        figures, i18n.clock(left), 70 * (u(CLOCK) + grown) / u(CLOCK), "bold", ink.digits, "center", digits=True
    )
    status_y = clock.y + clock.h
    low_time.plate(canvas, Rect(body.x, status_y - u(2), body.w, u(44)), level)
    if moving:
        if level >= low_time.LAST:
            canvas.shape(Rect(inner.x, status_y + u(2), u(18), u(18)), "warning", ink.text)
        else:
            canvas.shape(Rect(inner.x, status_y + u(3), u(14), u(14)), "pause" if why else "arrow", ink.text)
        label = why or (t("over time!") if level == low_time.OVER else move_label(state))
        canvas.text(Rect(inner.x + u(22), status_y, inner.w - u(22), u(21)), label, 16, "bold", ink.text)
        current = state.clock.current(at)
        line = official_text(state, current.official if current else None)
        canvas.text(Rect(inner.x, status_y + u(21), inner.w, u(18)), line, 13, "regular", ink.text)
    else:
        waiting = t("starts") if starts else t("waiting")
        canvas.text(Rect(inner.x, status_y, inner.w, u(21)), waiting, 16, "semibold", muted)
    taller = total_growth(canvas, inner)
    low_time.plate(canvas, Rect(body.x, inner.y + inner.h - u(66) - taller, body.w, u(70) + taller), level)
    draw_cached(canvas, draw_total, state, pair, inner, ink.text, colour if why or not moving else ink.text, muted)


def total_growth(canvas: Canvas, inner: Rect) -> int:
    """By how much (pixels) a sum may be higher in large print."""
    return min(canvas.u(12), max(0, spare_height(canvas, inner) - canvas.u(40)) // 4)


def draw_total(
    canvas: Canvas, state: State, pair: int, inner: Rect, ink: Colour, crosses: Colour, muted: Colour
) -> None:
    """A pair's sum and its crosses at the foot of its card, which a running clock leaves alone."""
    u, bottom, taller = canvas.u, inner.y + inner.h, total_growth(canvas, inner)
    labels = bottom - u(62) - taller
    canvas.text(Rect(inner.x, labels, u(70), u(18)), t("TOTAL"), 12, "semibold", muted)
    count = state.crosses[pair]
    signs = u(20) * min(count, 3) + (u(26) if count > 3 else 0)
    wide = min(u(92), inner.w - signs - u(4)) if taller else u(92)
    total_box = Rect(inner.x, bottom - u(46) - taller, wide, u(46) + taller)
    canvas.text(total_box, i18n.tr(state.total(pair)), 42 * (u(46) + taller) / u(46), "bold", ink)
    if count:
        label = Rect(inner.x + u(70), labels, inner.w - u(70), u(18))
        canvas.text(label, t("CROSSES"), 12, "semibold", muted, "right")
    shown = min(count, 3)
    for n in range(shown):
        canvas.shape(Rect(inner.x + inner.w - u(20) * (n + 1), bottom - u(34), u(17), u(17)), "cross", crosses)
    if count > shown:
        box = Rect(inner.x + inner.w - u(20) * shown - u(26), bottom - u(38), u(22), u(26))
        canvas.text(box, str(count), 18, "bold", crosses, "right")


def move_label(state: State) -> str:
    """Which move of the running turn is being played."""
    turn = state.turns[-1]
    n = min(len(turn.rows) + 1, max(1, turn.moves))
    if turn.is_filled:
        return t("press the clock")
    return t("on move · move {n}", n=n) if turn.moves > 1 else t("on move · single move")


def mistaken(state: State) -> Void | None:
    """What takes back the press that ended a turn whose moves are not written yet, by the pair that pressed (S10).

    None where no move is missing, or that is no longer the pair's to do.
    """
    press = next((note for note in reversed(state.presses) if note.ended), None)
    if press is None or press.turn != len(state.turns) - 2 or state.turns[press.turn].is_filled:
        return None
    void = Void(of=presses_from(press, state.presses), by=LETTER[press.side])
    free = len(void.of) <= MOST_NAMED and refusal_from(GAME.check_void, state, void) is None
    return void if free else None


def closable(state: State, may: May) -> bool:
    """Whether the pair that has just pressed may be out of tiles by the sheet, so that closing is proposed (S25)."""
    last = state.last_played
    if may["close"] is not None or last is None or len(state.turns) < 2:
        return False
    flow = state.flow()
    return flow.bag_bounds.least == 0 and flow.held_bounds[last.pair].least <= 0


def short_reason(state: State) -> str:
    """Why no objection is possible, in a few words."""
    if state.judged_turn is None:
        return t("after the double turn")
    turn = state.turns[state.judged_turn]
    if len(turn.rows) + 1 < turn.moves:
        return t("write a move first")
    return t("judged already") if turn.objections else t("nothing to object to")


class DoublesResult(ResultScreen[State]):
    """Both sums with what the racks changed, who won, and how to sign or dispute."""

    phases = (Phase.RESULT, Phase.SIGNED)
    forms, sign, dispute = FORMS, e.Sign, DisputeScreen

    def outcome(self, state: State) -> str:
        """Who won."""
        return i18n.tr(outcome(state))

    def draw_tally(self, canvas: Canvas, rect: Rect, state: State) -> None:
        """Both pairs."""
        p = canvas.look.palette
        best = winner(state)
        panes = [
            Pane(setup.name, i18n.tr(state.total(pair)), made_of(state, pair), p.pair[pair], pair == best)
            for pair, setup in enumerate(state.setup.pairs)
        ]
        draw_panes(canvas, rect, panes)

    def own(self, view: Moment[State]) -> BarItem:
        """The scoresheet."""
        about = t("signed by both pairs") if view.state.phase is Phase.SIGNED else t("corrections")
        return BarItem(t("Scoresheet"), Show(SheetScreen()), about)

    def again(self) -> str:
        """The seats stay; the pair that did not start this game starts."""
        return t("the others start")


def made_of(state: State, pair: int) -> list[str]:
    """How a pair's total came about."""
    settled = state.settlement(pair)
    racks = i18n.number(settled, plus=True)
    lines = [t("sum {n}", n=state.total(pair) - settled), t("racks {n}", n=racks)]
    return [*lines, t("crosses {n}", n=state.crosses[pair])] if state.crosses[pair] else lines


def past(canvas: Canvas, rect: Rect, state: State, at: int) -> None:
    """Both pairs beside the scoresheet; once the racks were settled, both results with their signatures."""
    if state.phase in (Phase.RESULT, Phase.SIGNED):
        DoublesResult().draw_past(canvas, rect, state)
        return
    sheet = _between_cards(canvas, rect, state, at)
    draw_newest(canvas, state, sheet)
    line = standing_line(state)
    if line is not None and state.phase is not Phase.READY:
        canvas.banner(sheet, line, "calm")


def squares_known(state: State) -> bool:
    """Whether any move of the game has squares that can be shown."""
    return any(row.counts and row.placement.play is not None for turn in state.turns for row in turn.rows)


def past_board(canvas: Canvas, rect: Rect, state: State, at: int) -> None:
    """Both pairs beside the board as it lay then, the newest turn marked; under it, what the board does not know."""
    place = _between_cards(canvas, rect, state, at)
    index = max(0, state.written - 1)
    colours = canvas.look.palette
    newest = (colours.pair[0],) * 2  # without its hue, only one of the two stands out from a tile
    frames = move_frames(state, index, newest, colours.danger) if state.turns else {}
    board = state.board_before(index + 1, 0).board
    if not board.complete:
        place, line = canvas.rows(place, (place.h - canvas.u(24), canvas.u(20)), canvas.u(4))
        canvas.text(line, t("The board is incomplete."), 16, "semibold", colours.warn, "center")
    draw_board(canvas, whole_in(canvas, place), board, state.setup.board_notation, framed=frames)


def _between_cards(canvas: Canvas, rect: Rect, state: State, at: int) -> Rect:
    """Draw both pairs; gives back the place between them."""
    boxes, between = cards_in(canvas, rect, (46, 54))
    for pair, box in enumerate(boxes):
        card(canvas, state, pair, box, at)
    return between
