"""The screens of a game on a score sheet: which one its state calls for, the end with its signatures, the menu."""

from __future__ import annotations

from dataclasses import replace

from device.common.i18n import t
from device.games.act_menu import ActMenu, screen_entry
from device.games.controller import GameController, GameViews
from device.games.menu_screen import MenuItem, big_clock_item
from device.games.result_screen import RankedPlayer, ResultScreen, Signer, draw_rows
from device.games.rounds import ACCENT, parts
from device.games.rounds import outputs as own_outputs
from device.games.rounds.forms import SCREENS, ReopenScreen
from device.games.rounds.outputs import seats_of
from device.games.rounds.parts import cards_high, colour_of, draw_boxes, draw_cards, number_text
from device.games.rounds.play import PlayScreen, RowList, line_text
from device.games.table_parts import LINE, BarItem
from device.graphics.actions import Show
from device.graphics.canvas import Canvas
from device.graphics.palette import Palette
from device.graphics.scene_builder import GAP
from device.graphics.widgets import Rect
from device.kiosk.moment import Moment
from rules.game import SIDES
from rules.message import msg
from rules.needs import MenuEntry
from rules.rounds import acts as e
from rules.rounds.state import Phase, State

IN_COLUMN = 4
"""Columns of the sheet that are ranked one below the other on a screen that is wider than high."""


class RoundsResult(ResultScreen[State]):
    """The end of the game."""

    phases = (Phase.OVER, Phase.SIGNED)

    def outcome(self, state: State) -> str:
        """Who won."""
        names = [state.columns[column] for column in state.winners]
        if len(names) == 1:
            return t("{name} wins", name=names[0])
        if len(names) == 2:
            return t("{first} and {second} share the win", first=names[0], second=names[1])
        return t("{n} share the win", n=len(names))

    def draw_tally(self, canvas: Canvas, rect: Rect, state: State) -> None:
        """Every column's sum, the best first."""
        ranked = ranking(canvas, state)
        if len(ranked) <= IN_COLUMN or canvas.look.portrait:
            draw_rows(canvas, rect, ranked)
            return
        half = (len(ranked) + 1) // 2
        ranked = [replace(player, place="") for player in ranked]  # their order says it, and names have the room
        for players, place in zip((ranked[:half], ranked[half:]), canvas.cols(rect, (1, 1)), strict=True):
            draw_rows(canvas, place, players)

    def signers(self, state: State, palette: Palette) -> list[Signer]:
        """The seats at each side."""
        names = [" · ".join(state.names[seat] for seat in seats_of(state, side)) for side in (0, 1)]
        colour = palette.accents[ACCENT]
        return [Signer(who, side in state.signed, colour) for who, side in zip(names, SIDES, strict=True)]

    def own(self, view: Moment[State]) -> BarItem:
        """The sheet."""
        return BarItem(t("Sheet"), Show(RowList()), t("list · corrections"))


def ranking(canvas: Canvas, state: State) -> list[RankedPlayer]:
    """The columns by their sums; those with equal ones share a place."""
    sums, best_first = state.sums, state.terms.wins == "most"
    order = sorted(range(len(sums)), key=lambda column: sums[column], reverse=best_first)
    ranked = []
    for column in order:
        place = 1 + sum(total > sums[column] if best_first else total < sums[column] for total in sums)
        figure = number_text(sums[column])
        won, colour = column in state.winners, colour_of(canvas, state, column)
        ranked.append(RankedPlayer(state.columns[column], figure, colour, won, f"{place}."))
    return ranked


def past(canvas: Canvas, rect: Rect, state: State, at: int) -> None:
    """The line, the columns and their newest rows; at the end of the game its result."""
    if state.phase in RoundsResult.phases:
        RoundsResult().draw_past(canvas, rect, state)
        return
    fixed = (LINE * canvas.print_scale, cards_high(canvas, state))
    rest = rect.h / canvas.look.scale - sum(fixed) - GAP * len(fixed)
    line, heads, body = canvas.rows(rect, (*fixed, rest))
    canvas.text(line, line_text(state, at), 17, "semibold", canvas.look.palette.text)
    draw_cards(canvas, heads, state)
    if state.terms.boxes:
        draw_boxes(canvas, body, state, 0, parts.PAST_ROW * canvas.print_scale)
    else:
        parts.draw_rows(canvas, body, state, parts.PAST_ROW * canvas.print_scale)


def _large_item(view: Moment[State]) -> MenuItem:
    sub = "" if view.state.clock is not None else t("sums, for the whole room")
    return big_clock_item(in_play=view.state.phase is Phase.PLAY, note=sub)


class RoundsMenu(ActMenu):
    """What is rare in a game, notes, and the sheet."""

    entries = (
        (e.Pause, e.Resume),
        _large_item,
        e.RoundScore,
        screen_entry(MenuEntry("grid", msg("Sheet"), msg("list · corrections")), RowList),
        e.Dealer,
        e.End,
        e.Substitute,
        e.Note,
        e.OnTurn,
    )
    screens = SCREENS


class RoundsController(GameController[State]):
    """Screens of the game on the table."""

    views = GameViews(
        own_outputs.oled_content,
        own_outputs.signals,
        own_outputs.side_times,
        own_outputs.next_change,
        own_outputs.call,
        own_outputs.big_times,
    )
    screens = RoundsResult(), PlayScreen()
    menu = RoundsMenu()
    reopening = ReopenScreen()
    accent = ACCENT
