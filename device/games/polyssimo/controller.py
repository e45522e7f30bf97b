"""The room of a running game of Polyssimo: which screen shows, and what touches and drags do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from device.games.playing import PINS, GameController
from device.games.polyssimo import board_view, choices, corrections_view, outputs, play, result
from device.games.polyssimo.board_view import BOARD_AREA, Draft, Plan
from device.games.polyssimo.choices import ResultEntry
from device.games.polyssimo.looks import measures
from device.i18n import t
from device.kiosk.actions import Do, Drag, Motion
from device.kiosk.canvas import Canvas, Look
from device.kiosk.controllers import Host
from device.kiosk.widgets import Scene
from device.peripherals.oled_content import OledContent
from device.peripherals.signals import Signals
from rules.game import Event
from rules.polyssimo import events as e
from rules.polyssimo.board import BOARD
from rules.polyssimo.state import Phase, State

LIFT = 0.7
"""How far above the finger, in cells, a piece floats that was taken from the hand, so that it can be seen."""


class PolyssimoController(GameController[State]):
    """Screens of the game on the table. What is dragged or typed and not yet recorded is the room's own."""

    locked = frozenset({"reopen"})

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.taker = self.state.turn
        self.draft = Draft()
        self.telling = ResultEntry()
        self.plan: Plan | None = None
        self.first = ""
        self.noted: int | None = None

    # -- pictures --------------------------------------------------------------------------------------------------

    def shown(self) -> str:
        """The screen that shows: the one asked for, else the one that the game's phase calls for."""
        state = self.state
        asked = self.screen
        if asked == "outcome" and (state.on_board or state.phase is Phase.SIGNED):
            asked = ""
        if asked == "correct" and self.arg > len(state.placed):
            asked = ""
        if asked == "correct" and state.on_board:
            return "board"
        if asked:
            return asked
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
        if screen in PINS:
            return self.pin_scene(look, corrections_view.accent(look))
        if screen == "menu":
            return self.menu(look, choices.menu(state, may))
        if screen == "outcome":
            return choices.outcome(state, look, self.telling)
        if screen == "pick":
            return play.pick(state, may, look, self.taker if state.agreed else state.turn)
        if screen == "count":
            return play.count(state, may, look)
        if screen == "correct":
            return corrections_view.correct(state, look, self.arg)
        if screen == "swap":
            return corrections_view.swap(state, look, self.first)
        if screen == "note":
            return corrections_view.note(state, look, self.noted)
        if screen in ("placed", "reopen", "result"):
            plain = {"placed": corrections_view.placed, "reopen": corrections_view.reopen, "result": result.result}
            return plain[screen](state, look)
        self.plan = board_view.plan(Canvas(look))
        return board_view.board(self.table_now(), may, look, self.current())

    def table_now(self) -> State:
        """The game as the board shows it: without the placement that is being put right."""
        if self.screen == "correct" and self.arg <= len(self.state.placed):
            return corrections_view.lifted(self.state, self.arg)
        return self.state

    def current(self) -> Draft:
        """The piece that is being placed, as long as the player on turn has it before him."""
        state = self.table_now()
        if self.draft.piece not in state.in_hand(state.turn):
            self.draft = Draft(target=self.draft.target)
        return self.draft

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """Both OLEDs."""
        return outputs.oled_content(self.state, 0), outputs.oled_content(self.state, 1)

    def signals(self, at: int) -> Signals:
        """The lamps."""
        return outputs.signals(self.state)

    # -- touches ---------------------------------------------------------------------------------------------------

    def act(self, action: Any) -> None:
        """A touch or a drag. Raises `Refusal`; then nothing was recorded and the screen stays."""
        if isinstance(action, Drag):
            self.drag(action)
        else:
            super().act(action)

    def step(self, name: str, by: int) -> None:
        """What a seat has left goes up or down."""
        seat = int(name)
        self.telling = self.telling.stepped(seat, by, choices.most_left(self.state, seat))

    def begin(self, screen: str, arg: Any) -> str:
        """Nothing in hand; a result begins with what is left now."""
        self.draft, self.first, self.noted = Draft(), "", None
        state = self.state
        if screen == "correct" and state.on_board:
            self.draft = board_view.opened(state, arg)
        if screen == "outcome":
            self.telling = ResultEntry(tuple(state.left(seat) for seat in state.seats))
            if state.setup.polyssimo_counts == "cells" and state.phase is Phase.PICKING:
                self.telling = ResultEntry((0,) * len(state.seats))
        return screen

    def put(self, name: str, value: Any) -> None:
        """A choice, or a tool of the board."""
        if name == "taker":
            self.taker = value
        elif name == "last":
            self.telling = replace(self.telling, last=value)
        elif name == "first":
            self.first = value
        elif name == "noted":
            self.noted = value
        elif name == "turn":
            self.draft = self.current().turned()
        elif name == "flip":
            self.draft = self.current().flipped()

    def recorded(self, event: Event) -> None:
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
            state = self.table_now()
            if action.what not in state.in_hand(state.turn):
                return
            if action.what != self.draft.piece:
                self.draft = replace(board_view.taken(state, action.what), target=self.draft.target)
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

    def key_typed(self, text: str) -> None:
        """Space turns the piece, tab flips it."""
        if self.shown() == "board" and self.current().piece:
            if text == " ":
                self.draft = self.draft.turned()
            elif text == "\t":
                self.draft = self.draft.flipped()

    def done(self) -> None:
        """Return puts the piece down. Raises `Refusal` where it cannot lie (P7)."""
        if self.shown() != "board" or not self.current().piece:
            return
        if (refusal := board_view.against(self.table_now(), self.draft)) is not None:
            raise refusal
        self.act(Do(board_view.put_down(self.table_now(), self.draft)))
