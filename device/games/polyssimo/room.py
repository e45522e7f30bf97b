"""The room of a running game of Polyssimo: which screen shows, and what touches and drags do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from device import words
from device.edges.signals import Signals
from device.faces import Face
from device.games.polyssimo import board_view, choices, outputs, play, result
from device.games.polyssimo.board_view import BOARD_AREA, Draft, Plan
from device.games.polyssimo.choices import Telling
from device.games.polyssimo.looks import measures
from device.kiosk.actions import BACK, HOME, REDO, UNDO, Do, Drag, Go, Motion, Put, Simple, Step
from device.kiosk.canvas import Canvas, Look
from device.kiosk.widgets import Scene
from device.rooms import Host
from device.words import t
from rules.polyssimo import events as e
from rules.polyssimo.board import BOARD
from rules.polyssimo.state import Phase, State

LIFT = 0.7
"""How far above the finger, in cells, a piece floats that was taken from the hand, so that it can be seen."""


class PolyssimoRoom:
    """Screens of the game on the table. What is dragged or typed and not yet recorded is the room's own."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.screen = ""
        self.taker = self.state.turn
        self.draft = Draft()
        self.telling = Telling()
        self.plan: Plan | None = None

    @property
    def state(self) -> State:
        """The game."""
        state: State = self.host.table.state
        return state

    # -- pictures --------------------------------------------------------------------------------------------------

    def shown(self) -> str:
        """The screen that shows: the one asked for, else the one that the game's phase calls for."""
        state = self.state
        if self.screen == "menu" or (self.screen == "outcome" and state.phase in (Phase.PICKING, Phase.PLACING)):
            return self.screen
        if state.phase is Phase.PICKING:
            return "pick"
        if state.phase is Phase.PLACING:
            return "board" if state.on_board else "count"
        return "result"

    def scene(self, look: Look, at: int) -> Scene:
        """The picture."""
        state, table = self.state, self.host.table
        may = table.game.may(state)
        screen = self.shown()
        if screen == "menu":
            return choices.menu(may, look, words.tr(table.undoable), words.tr(table.redoable))
        if screen == "outcome":
            return choices.outcome(state, look, self.telling)
        if screen == "pick":
            return play.pick(state, may, look, self.taker if state.agreed else state.turn)
        if screen == "count":
            return play.count(state, may, look)
        if screen == "result":
            return result.result(state, look)
        self.plan = board_view.plan(Canvas(look))
        return board_view.board(state, may, look, self.current())

    def current(self) -> Draft:
        """The piece that is being placed, as long as the player on turn has it before him."""
        if self.draft.piece not in self.state.in_hand(self.state.turn):
            self.draft = Draft()
        return self.draft

    def next_change(self, at: int) -> int | None:
        """Nothing moves by itself."""
        return None

    def faces(self, at: int) -> tuple[Face, Face]:
        """Both OLEDs."""
        return outputs.face(self.state, 0), outputs.face(self.state, 1)

    def signals(self, at: int) -> Signals:
        """The lamps."""
        return outputs.signals(self.state)

    # -- touches ---------------------------------------------------------------------------------------------------

    def act(self, action: Any) -> None:
        """A touch or a drag. Raises `Refusal`; then nothing was recorded and the screen stays."""
        if isinstance(action, Drag):
            self.drag(action)
        elif isinstance(action, Go):
            self.go(action.screen)
        elif isinstance(action, Do):
            self.host.table.do(action.event)
            self.go("")
            self.say_who_is_stuck(action.event)
        elif isinstance(action, Put):
            self.put(action.name, action.value)
        elif isinstance(action, Step):
            seat = int(action.name)
            self.telling = self.telling.stepped(seat, action.by, choices.most_left(self.state, seat))
        elif action == BACK:
            self.go("")
        elif action == UNDO:
            self.host.table.undo()
            self.go("")
        elif action == REDO:
            self.host.table.redo()
            self.go("")
        elif action == HOME:
            self.host.home()
        elif isinstance(action, Simple):
            self.host.simple(action.name)

    def go(self, screen: str) -> None:
        """Show ``screen`` (``""``: the usual one) with nothing in hand."""
        self.screen = screen
        self.draft = Draft()
        state = self.state
        if screen == "outcome":
            self.telling = Telling(tuple(state.left(seat) for seat in state.seats))
            if state.setup.polyssimo_counts == "cells" and state.phase is Phase.PICKING:
                self.telling = Telling((0,) * len(state.seats))

    def put(self, name: str, value: Any) -> None:
        """A choice, or a tool of the board."""
        if name == "taker":
            self.taker = value
        elif name == "last":
            self.telling = replace(self.telling, last=value)
        elif name == "turn":
            self.draft = self.current().turned()
        elif name == "flip":
            self.draft = self.current().flipped()

    def say_who_is_stuck(self, event: object) -> None:
        """After a piece was placed: for whom that left no room (P8)."""
        state = self.state
        if not isinstance(event, e.Place) or not state.on_board or state.phase is not Phase.PLACING:
            return
        free = state.free | BOARD.mask(state.placed[-1].cells)
        earlier = replace(state, free=free)
        stuck = [
            state.setup.players[seat]
            for seat in state.seats
            if state.takes_part(seat) and not state.can_place(seat) and earlier.can_place(seat)
        ]
        if stuck:
            self.host.say(t("Nothing fits any more: {names} (P8).", names=", ".join(stuck)))

    # -- dragging --------------------------------------------------------------------------------------------------

    def drag(self, action: Drag) -> None:
        """A piece is taken from the hand or moved on the board."""
        if self.plan is None or self.shown() != "board":
            return
        if action.motion is Motion.DOWN:
            self.take(action, self.plan)
        elif self.current().piece:
            if action.motion is Motion.MOVE:
                self.move(action, self.plan)
            self.draft = replace(self.draft, floating=None if action.motion is Motion.UP else self.draft.floating)

    def take(self, action: Drag, plan: Plan) -> None:
        """The finger goes down: on a piece of the hand, or on the board."""
        if action.what != BOARD_AREA:
            if action.what not in self.state.in_hand(self.state.turn):
                return
            if action.what != self.draft.piece:
                self.draft = board_view.taken(self.state, action.what)
            wide, high = measures(self.draft.form)
            self.draft = replace(self.draft, grip=(wide / 2, high + LIFT))
            return
        draft = self.current()
        if not draft.piece:
            self.host.say(t("First choose a piece."))
            return
        wide, high = measures(draft.form)
        x, y = plan.cell(action.x, action.y)
        if draft.at is None or not (-1 <= x - draft.at[0] <= wide and -1 <= y - draft.at[1] <= high):
            draft = replace(draft, at=(x - wide // 2, y - high // 2))
        assert draft.at is not None
        left, top = plan.board.x + draft.at[0] * plan.side, plan.board.y + draft.at[1] * plan.side
        self.draft = replace(draft, grip=((action.x - left) / plan.side, (action.y - top) / plan.side))

    def move(self, action: Drag, plan: Plan) -> None:
        """The piece follows the finger; over the board it snaps to the cells."""
        draft = self.draft
        left = action.x - draft.grip[0] * plan.side
        top = action.y - draft.grip[1] * plan.side
        wide, high = measures(draft.form)
        middle = (int(left + wide * plan.side / 2), int(top + high * plan.side / 2))
        if plan.board.contains(*middle):
            at = (round((left - plan.board.x) / plan.side), round((top - plan.board.y) / plan.side))
            self.draft = replace(draft, at=at, floating=None)
        else:
            self.draft = replace(draft, at=None, floating=(int(left), int(top)))

    def typed(self, text: str) -> None:
        """An attached keyboard: return puts the piece down, space turns it, tab flips it, escape goes back."""
        if text == "\x1b":
            self.go("")
        elif self.shown() == "board" and self.current().piece:
            if text == " ":
                self.draft = self.draft.turned()
            elif text == "\t":
                self.draft = self.draft.flipped()
            elif text == "\r":
                refusal = board_view.against(self.state, self.draft)
                if refusal is not None:
                    raise refusal
                self.act(Do(board_view.put_down(self.state, self.draft)))
