"""Polyssimo played by itself: how each event of a record is entered through buttons, touches and drags."""

from __future__ import annotations

from device.games.polyssimo import shapes_file
from device.games.polyssimo.board_view import LIFT, BoardScreen, PlacementDraft, Plan, against, plan
from device.games.polyssimo.controller import (
    DisputeForm,
    NoteForm,
    Placements,
    PolyssimoController,
    PolyssimoResult,
    Swap,
)
from device.games.polyssimo.play import CountScreen, OutcomeScreen, PickScreen, StandAside, measures
from device.games.polyssimo.setup import OptionsPage, PolyssimoSetupScreen, ShapeEditor
from device.games.setup_controller import SetupController
from device.graphics.actions import DONE, REDO, Do, Grab, NewGame, Show
from device.graphics.canvas import Canvas
from device.graphics.widgets import Touch, place_of
from device.kiosk.screen import call_on
from rules.game import Entry, Redo, Undo
from rules.history import History
from rules.polyssimo import PolyssimoSetup
from rules.polyssimo import acts as e
from rules.polyssimo.board import cell_of, normal, parse
from rules.polyssimo.state import ALL, side_of
from tools.play.player import Player, Stuck


class PolyssimoPlayer(Player):
    """Two to four players round the table."""

    @property
    def controller(self) -> PolyssimoController:
        """The screens of the running game."""
        return self.playing(PolyssimoController)

    @property
    def draft(self) -> PlacementDraft:
        """The piece that is being placed."""
        return self.shown(BoardScreen).draft

    @property
    def plan(self) -> Plan:
        """Where things lie on the board's screen."""
        return plan(Canvas(self.kiosk.composer.look(self.kiosk.now())), self.controller.state)

    def grab(self, piece: str = "") -> Grab:
        """What takes hold of a piece of the hand, or of the board."""
        return Grab(self.plan.hold(piece))

    def stand_aside(self) -> None:
        """The player on turn can place nothing, and says so twice."""
        seat = self.controller.state.turn
        self.touch(Show(StandAside(seat)))
        self.touch(Do(e.Stand(player=seat + 1)))

    def game_screen(self) -> str:
        """The screen's name and, where that matters, the state of the game."""
        controller = self.kiosk.controller
        if isinstance(controller, SetupController):
            key = controller.current_screen().key
            return f"polyssimo-{key}" if key in (OptionsPage.key, ShapeEditor.key) else ""
        if not isinstance(controller, PolyssimoController):
            return ""
        shown, state = controller.current_screen(), controller.state
        if isinstance(shown, PickScreen):
            taken = ALL - len(state.middle)
            part = "start" if taken == 0 else "half" if taken >= ALL // 2 else ""
            kind = "agreed" if state.is_agreed else "pick"
            return f"polyssimo-{kind}-{part}" if part else ""
        if isinstance(shown, BoardScreen):
            if not state.can_place(state.turn):
                return "polyssimo-board-nothing-fits"
            if shown.draft.at is not None:
                good = against(state, shown.draft) is None
                return "polyssimo-board-piece-lies" if good else "polyssimo-board-refused"
            if shown.draft.piece:
                return "polyssimo-board-piece-taken"
            return "polyssimo-board-late" if len(state.placed) > 12 else "polyssimo-board"
        if isinstance(shown, CountScreen):
            return "polyssimo-count-aside" if state.aside else "polyssimo-count"
        if isinstance(shown, PolyssimoResult):
            return f"polyssimo-result-{len(state.signed)}-signed"
        return f"polyssimo-{shown.key}"

    def set_up(self, record: History) -> None:
        """Type the names and choose how it is played; trace the record's shapes first where they are others."""
        setup = record.setup
        assert isinstance(setup, PolyssimoSetup)
        self.touch(NewGame("polyssimo"))
        for number, name in enumerate(setup.players):
            self.touch(call_on(PolyssimoSetupScreen.on_field, number))
            self.write(name)
        self.touch(self.shown(PolyssimoSetupScreen).change(youngest=setup.youngest - 1))
        self.settle("polyssimo-names")
        self.touch(DONE)
        if setup.hexominoes != shapes_file.load(self.settings)[0]:
            self.trace(setup.hexominoes)
        self.touch(call_on(OptionsPage.on_choice, "placing", setup.placing))
        self.touch(call_on(OptionsPage.on_choice, "counts", setup.polyssimo_counts))
        self.touch(call_on(OptionsPage.on_choice, "picking", setup.picking))
        share = ALL // len(setup.players)
        for seat, wanted in enumerate(setup.shares or ()):
            for _ in range(abs(wanted - share)):
                self.touch(call_on(OptionsPage.share, seat, 1 if wanted > share else -1))
        self.touch(DONE)

    def trace(self, shapes: tuple[str, ...]) -> None:
        """Draw each shape that is not there yet on the grid."""
        self.touch(call_on(OptionsPage.trace))
        for number, text in enumerate(shapes):
            shape = parse(text)
            if normal(self.shown(ShapeEditor).shapes[number]) == shape:
                continue
            self.touch(call_on(ShapeEditor.choose, number))
            for square in sorted(self.shown(ShapeEditor).squares ^ set(shape)):
                self.touch(call_on(ShapeEditor.square, square))
        self.touch(DONE)

    def do(self, entry: Entry, later: Entry | None) -> None:
        """One entry of the record."""
        self.until(entry.at)
        event = entry.event
        if isinstance(event, e.Pick):
            self.pick(event)
        elif isinstance(event, e.Place):
            self.place(event)
        elif isinstance(event, e.Stand):
            self.stand_aside()
        elif isinstance(event, e.Outcome):
            self.outcome(event)
        elif isinstance(event, e.Sign):
            self.press("AB".index(event.side), self.settings.buttons.hold_ms + 100)
        elif isinstance(event, e.Correct):
            self.correct(event)
        elif isinstance(event, e.Note):
            self.note(NoteForm, None if event.player is None else event.player - 1, event)
        elif isinstance(event, e.Dispute):
            self.touch(Show(DisputeForm("AB".index(event.side))))
            self.touch(Do(event))
        elif isinstance(event, e.Reopen):
            self.reopen(event)
        elif isinstance(event, Undo):
            self.take_back()
        elif isinstance(event, Redo):
            self.menu(REDO)
        else:
            self.touch(Do(event))

    def pick(self, event: e.Pick) -> None:
        """Touch the piece; where they are shared by agreement first who takes it."""
        state = self.controller.state
        player = state.turn + 1 if event.player is None else event.player
        if state.is_agreed and self.shown(PickScreen).taker != player - 1:
            self.touch(self.shown(PickScreen).change(taker=player - 1))
        self.touch(Do(e.Pick(piece=event.piece, player=player)))

    def place(self, event: e.Place) -> None:
        """Touch the piece, drag it onto the board, or press the clock button."""
        state = self.controller.state
        if event.piece is None:
            self.press(side_of(state.turn))
        elif not event.cells:
            self.touch(Do(e.Place(piece=event.piece, player=state.turn + 1)))
        else:
            self.lay(event.piece, event.cells)

    def lay(self, piece: str, names: tuple[str, ...]) -> None:
        """Drag the piece from the hand, turn and flip it, move it where it belongs, put it down."""
        cells = tuple(cell_of(name) for name in names)
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        wanted = normal(cells)
        self.touch(self.grab(piece))
        for step in range(9):
            if self.draft.form == wanted:
                break
            self.touch(call_on(BoardScreen.flip if step == 4 else BoardScreen.turn))
        plan, (wide, high) = self.plan, measures(wanted)
        start = place_of(self.kiosk.scene, self.grab(piece))
        if start is None or self.draft.form != wanted:
            raise Stuck(f"{piece} cannot be laid on {names}")
        end = (
            round(plan.board.x + (left + wide / 2) * plan.side),
            round(plan.board.y + (top + high + LIFT) * plan.side),
        )
        self.drag(start, end)
        self.touch(Do(self.put_event(piece, cells)))

    def put_event(self, piece: str, cells: tuple[tuple[int, int], ...]) -> e.Place | e.Correct:
        """The event that the button *put down* carries when the piece lies on ``cells``."""
        actions = [
            touch.action for touch in self.kiosk.scene if isinstance(touch, Touch) and isinstance(touch.action, Do)
        ]
        for action in actions:
            event = action.event
            if (
                isinstance(event, (e.Place, e.Correct))
                and event.piece == piece
                and {cell_of(n) for n in event.cells} == set(cells)
            ):
                return event
        raise Stuck(f"{piece} does not lie on {cells}")

    def correct(self, event: e.Correct) -> None:
        """Two pieces change places, a placement becomes another one, or the result is counted again."""
        if event.left is not None:
            self.menu(Show(OutcomeScreen()))
            self.type_result(event, event.left, event.last)
        elif event.taken is not None:
            self.menu(Show(Swap()))
            self.touch(Show(Swap(event.taken)))
            self.settle()
            self.touch(Do(event))
        else:
            assert event.place is not None
            assert event.piece is not None
            self.menu(Show(Placements()))
            self.touch(call_on(Placements.on_open, event.place))
            if event.cells:
                self.lay(event.piece, event.cells)
            else:
                self.touch(Do(event))

    def outcome(self, event: e.Outcome) -> None:
        """What each has left, and who placed last."""
        self.touch(Show(OutcomeScreen()))
        self.type_result(event, event.left, event.last)

    def type_result(self, event: e.Outcome | e.Correct, left: tuple[int, ...], last: int | None) -> None:
        """Touch or step what each has left, and who placed last where that is asked."""
        assert last is not None
        for seat, wanted in enumerate(left):
            if self.has(call_on(OutcomeScreen.on_figure, seat, wanted)):
                self.touch(call_on(OutcomeScreen.on_figure, seat, wanted))
            while (now := self.shown(OutcomeScreen).figures_in(self.controller.state)[seat]) != wanted:
                self.touch(call_on(OutcomeScreen.on_step, seat, 1 if wanted > now else -1))
        if self.shown(OutcomeScreen).need.asks(self.controller.state):
            self.touch(self.shown(OutcomeScreen).change(seat=last - 1))
        self.touch(Do(event))


PLAYER = PolyssimoPlayer
