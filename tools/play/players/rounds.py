"""A score sheet played by itself: how each event of a record is entered through buttons and touches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from device.common.sheets import save_sheet, sheets
from device.games.act_forms import FiguresForm
from device.games.rounds.controller import RoundsController, RoundsResult
from device.games.rounds.forms import (
    CorrectedRow,
    DealerScreen,
    EndForm,
    NoteForm,
    OnTurnScreen,
    RoundForm,
    SubstituteForm,
)
from device.games.rounds.play import PlayScreen, RowList
from device.games.rounds.setup import RoundsSeats, RoundsSetupScreen
from device.games.rounds.writing import BoxForm, FigureScreen, TurnForm
from device.graphics.actions import CLEAR, DONE, REDO, Do, Key, NewGame, Show
from device.kiosk.screen import call_on
from rules.game import SIDES, Entry, Redo, Undo
from rules.history import History
from rules.rounds import RoundsSetup
from rules.rounds import acts as e
from rules.rounds.state import INDEX, Phase, State
from tools.play.player import Player


class RoundsPlayer(Player):
    """Whoever plays by a score sheet at a table with two clock buttons."""

    @property
    def controller(self) -> RoundsController:
        """The screens of the game."""
        return self.playing(RoundsController)

    def game_screen(self) -> str:
        """The screen's name and, where that matters, the state of the game."""
        if not isinstance(self.kiosk.controller, RoundsController):
            return ""
        screen, state = self.controller.current_screen(), self.controller.state
        if isinstance(screen, PlayScreen):
            return playing(state)
        if isinstance(screen, RoundsResult) and state.phase is Phase.SIGNED:
            return "signed"
        return "signed-by-one" if isinstance(screen, RoundsResult) and state.signed else screen.key

    def set_up(self, record: History) -> None:
        """Choose the sheet, which lies among the table's own where it is no other, and type the names."""
        setup = record.setup
        assert isinstance(setup, RoundsSetup)
        settings = self.kiosk.host.settings
        if setup.terms not in sheets(settings):
            save_sheet(settings, setup.terms)
        self.touch(NewGame("rounds"))
        self.settle("sheets")
        self.choose_sheet(setup.terms.name)
        for number, text in enumerate(setup.players):
            self.touch(call_on(RoundsSeats.on_field, number))
            self.write(text)
        self.settle("setup")
        self.touch(DONE)

    def choose_sheet(self, name: str) -> None:
        """Touch the sheet of that name."""
        self.find(call_on(RoundsSetupScreen.choose, name), lambda page: self.shown(RoundsSetupScreen).change(page=page))

    def do(self, entry: Entry, later: Entry | None) -> None:
        """One entry of the record."""
        event = entry.event
        if isinstance(event, e.Sign):
            self.sign(entry.at, SIDES.index(event.side))
            return
        self.until(entry.at)
        if isinstance(event, e.Press):
            self.press(SIDES.index(event.side))
        else:
            _ENTERED[type(event)](self, event)

    def round(self, event: e.RoundScore) -> None:
        """Everybody's figures."""
        self.touch(Show(RoundForm()))
        self.fill_in(event.figures)

    def fill_in(self, figures: tuple[int | None, ...]) -> None:
        """Type everybody's figures over what stands there."""
        for column, figure in enumerate(figures):
            self.touch(call_on(FiguresForm.on_field, column))
            form = self.shown(FiguresForm)
            if form.counts_in(self.controller.state).texts[column]:
                self.touch(CLEAR)
            if figure is not None:
                self.figure(figure)
        self.touch(DONE)

    def figure(self, figure: int) -> None:
        """Type a figure, its sign first."""
        for key in str(figure):
            self.touch(Key(key))

    def score(self, event: e.TurnScore) -> None:
        """The figure of a turn."""
        self.touch(Show(TurnForm()))
        self.write_figure(event, event.figure)

    def fill(self, event: e.Fill) -> None:
        """The figure of a box, on whichever page it stands."""
        self.find(Show(BoxForm(box=event.box)), lambda page: self.shown(PlayScreen).change(page=page))
        self.write_figure(event, event.figure)

    def write_figure(self, event: e.Writes, figure: int) -> None:
        """One touch where the figure is offered, else the keys."""
        if self.has(Do(event)):
            self.touch(Do(event))
            return
        screen = self.controller.current_screen()
        assert isinstance(screen, FigureScreen), "figures are written on their screen"
        assert not screen.choices(self.controller.state), "the box takes that figure"
        self.figure(figure)
        self.touch(DONE)

    def correct(self, event: e.Correct) -> None:
        """The row is found in the list."""
        if self.has(Show(RowList())):
            self.touch(Show(RowList()))
        else:
            self.menu(Show(RowList()))
        self.find(Show(CorrectedRow(number=event.round)), lambda page: Show(RowList(page)))
        self.fill_in(event.figures)


_ENTERED: dict[type, Callable[[RoundsPlayer, Any], None]] = {
    e.RoundScore: RoundsPlayer.round,
    e.TurnScore: RoundsPlayer.score,
    e.Fill: RoundsPlayer.fill,
    e.Correct: RoundsPlayer.correct,
    e.Dealer: lambda p, x: p.answer(DealerScreen(), x),
    e.OnTurn: lambda p, x: p.answer(OnTurnScreen(), x),
    e.Pause: RoundsPlayer.use_button,
    e.Resume: RoundsPlayer.use_button,
    e.PowerLoss: lambda p, x: p.pull_the_plug(),
    e.End: lambda p, x: p.answer(EndForm(), x),
    e.Substitute: lambda p, x: p.substitute(SubstituteForm, INDEX[x.seat], x.name),
    e.Note: lambda p, x: p.note(NoteForm, None if x.seat is None else INDEX[x.seat], x),
    e.Reopen: RoundsPlayer.reopen,
    Undo: lambda p, x: p.take_back(),
    Redo: lambda p, x: p.menu(REDO),
}


def playing(state: State) -> str:
    """Which kind of moment the screen of a running game shows."""
    terms, clock = state.terms, state.clock
    kind = "boxes" if terms.boxes else "turns" if terms.by_turns else "rounds"
    if not state.is_begun and (clock is None or clock.seat is None):
        return f"ready-{kind}"
    if clock is not None and clock.seat is not None:
        return f"play-{kind}-paused" if clock.paused else f"play-{kind}-timed"
    return f"play-{kind}"


PLAYER = RoundsPlayer
