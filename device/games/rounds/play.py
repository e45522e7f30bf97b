"""The screen of a running game: the sheet, whose turn it is, and what can be written now (R2-R4, R8)."""

from __future__ import annotations

from collections.abc import Sequence

from device.common.i18n import t
from device.games.act_menu import step_item
from device.games.rounds import ACCENT
from device.games.rounds.forms import CorrectedRow, EndForm, RoundForm
from device.games.rounds.parts import (
    IN_LINE,
    ROW,
    cards_high,
    draw_boxes,
    draw_cards,
    draw_rows,
    pages_of,
    seat_on_turn,
)
from device.games.rounds.writing import BoxForm, TurnForm
from device.games.sheet_list import SheetList, SheetListScreen
from device.games.table_parts import LINE, BarItem, draw_foot, draw_line, pause_line, table_parts
from device.graphics.actions import MENU, Do, PressArea, Show
from device.graphics.canvas import Canvas
from device.graphics.scene_builder import GAP
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from device.kiosk.screen import PagedScreen
from rules.game import SIDES
from rules.message import msg
from rules.rounds import acts as e
from rules.rounds.report import rows_table
from rules.rounds.state import Phase, State
from rules.sheet_terms import MOST_PLAYERS

AREAS = 56
"""Height of the screen's own clock buttons, in units."""


def short_names(state: State) -> tuple[str, ...]:
    """The columns by their names, by their numbers where there are many."""
    many = len(state.sums) > IN_LINE
    return tuple(str(number) if many else name for number, name in enumerate(state.columns, start=1))


class RowList(SheetListScreen):
    """Every row of the sheet; a touch puts one right."""

    key = "rows"
    opens = CorrectedRow
    listed = SheetList(
        rows_table,
        (20, *(10,) * MOST_PLAYERS),
        ACCENT,
        msg("Sheet"),
        msg("Sheet · tap a row to put it right"),
        msg("Nothing is written yet."),
        msg("This is the newest page."),
        heavy=MOST_PLAYERS + 1,
        words=0,
        narrow=short_names,
    )


class PlayScreen(PagedScreen[State]):
    """The sheet as it is written; boxes have pages where not all of them are in sight."""

    phases = (Phase.PLAY,)

    def subject(self, state: State) -> object:
        """Whose turn it is: its touches mean another player's figure then."""
        return state.turn, self.page

    def draw(self, canvas: Canvas, view: Moment[State]) -> Rect:
        """A line about the game, the columns with their sums, the rows or boxes, and what can be done."""
        state, at = view.state, view.at
        above, foot = table_parts(canvas, (1,))
        has_areas = state.clock is not None and canvas.look.press_areas
        fixed = (LINE * canvas.print_scale, cards_high(canvas, state), *((AREAS,) if has_areas else ()))
        rest = above.h / canvas.look.scale - sum(fixed) - GAP * len(fixed)
        line, heads, *areas, body = canvas.rows(above, (*fixed, rest))
        draw_line(canvas, line, line_text(state, at))
        draw_cards(canvas, heads, state)
        for rect in areas:
            _draw_areas(canvas, rect)
        pages = 1
        if state.terms.boxes:
            pages = pages_of(canvas, body, state)
            draw_boxes(canvas, body, state, (self.page or 0) % pages, touched=lambda number: _touched(state, number))
        else:
            draw_rows(canvas, body, state, ROW, touched=lambda number: Show(CorrectedRow(number=number + 1)))
        draw_foot(canvas, foot, self._items(view, pages))
        return heads

    def _items(self, view: Moment[State], pages: int) -> list[BarItem]:
        state, clock = view.state, view.state.clock
        items: list[BarItem] = []
        if clock is not None and clock.paused:
            items.append(step_item(e.Resume, style="primary"))
        style = "normal" if items else "primary"
        if state.terms.boxes:
            page = (self.page or 0) % pages + 1
            if pages > 1:
                label = t("More boxes")
                items.append(BarItem(label, self.change(page=page % pages), f"{page} / {pages}", style=style))
        elif state.terms.by_turns:
            name = state.names[state.turn]
            items.append(BarItem(t("{name} writes", name=name), Show(TurnForm()), t("points of the turn"), style=style))
        else:
            items.append(step_item(e.RoundScore, Show(RoundForm()), view.may["round"], style))
        items.append(BarItem(t("Sheet"), Show(RowList()), t("list · corrections")))
        if clock is not None and clock.running:
            items.append(BarItem(t("Pause"), Do(e.Pause()), t("the clock stands"), view.may["pause"]))
        elif ends_by_agreement(state):
            items.append(BarItem(t("End of game"), Show(EndForm()), t("the table agrees"), view.may["end"]))
        return [*items, BarItem(t("More"), MENU)]


def _touched(state: State, number: int) -> object:
    """Fills the box where whose turn it is has it free, else puts its row right."""
    if number in state.free_boxes(state.next_column):
        return Show(BoxForm(box=number + 1))
    return Show(CorrectedRow(number=number + 1))


def _draw_areas(canvas: Canvas, rect: Rect) -> None:
    for side, box in enumerate(canvas.by_side(canvas.cols(rect, (1, 1)))):
        canvas.button(box, t("PRESS {side}", side=SIDES[side]), PressArea(side), style="outline", size=19)


def ends_by_agreement(state: State) -> bool:
    """Whether nothing but the table ends the game (R6)."""
    terms = state.terms
    return not terms.boxes and terms.until is None and terms.rounds is None


def line_text(state: State, at: int) -> str:
    """The game in one line: the round, whose turn it is or who deals, how the clock stands."""
    terms, clock = state.terms, state.clock
    if clock is not None and clock.paused:
        return pause_line(clock.doubt)
    if clock is not None and clock.seat is None:
        return t("{sheet} · a clock button starts the turn of {name}", sheet=terms.name, name=first_name(state))
    seat = seat_on_turn(state)
    if terms.boxes:
        return boxes_line(state)
    parts: Sequence[str] = (t("Round {n}", n=state.open_row + 1),)
    if seat is not None:
        parts = (*parts, t("{name} is on turn", name=state.names[seat]))
    if terms.deals:
        parts = (*parts, t("{name} deals", name=state.names[state.dealer]))
    if len(parts) == 1:
        parts = (terms.name, *parts)
    return " · ".join(parts)


def boxes_line(state: State) -> str:
    """Who fills a box, and how far the bonus is."""
    name, column = state.names[state.turn], state.next_column
    free = t("free boxes: {n}", n=len(state.free_boxes(column)))
    for bonus in state.terms.bonus:
        reached = sum(row[column] or 0 for row in list(state.rows)[: bonus.boxes])
        if reached < bonus.reached:
            bonus_text = t("bonus: {n} of {all}", n=reached, all=bonus.reached)
            return t("{name} fills a box · {free} · {bonus}", name=name, free=free, bonus=bonus_text)
    return t("{name} fills a box · {free}", name=name, free=free)


def first_name(state: State) -> str:
    """Whose turn the clock begins with."""
    return state.names[state.first_on_clock]
