"""Polish doubles played by itself: how each event of a record is entered through buttons and touches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec

from device.games.polish_doubles.board_entry import BoardEntry, OtherPoints, Small
from device.games.polish_doubles.controller import (
    PRESSES,
    AwardScreen,
    DecideTimeForm,
    DoublesController,
    EndNowScreen,
    RefereeScreen,
    SetTimeForm,
)
from device.games.polish_doubles.entry import Correction, MoveEntry, TilesLaid, WithoutPoints
from device.games.polish_doubles.forms import (
    BagCountForm,
    CloseScreen,
    DisputeScreen,
    EarlyScreen,
    EndScreen,
    ExchangeForm,
    NoteForm,
    ObjectionScreen,
    OutScreen,
    PassScreen,
    RacksForm,
    SubstituteForm,
    WhoseRacksScreen,
)
from device.games.polish_doubles.judging_view import judged_row
from device.games.polish_doubles.outputs import timed_turn
from device.games.polish_doubles.play import PlayScreen
from device.games.polish_doubles.setup import DoublesSetupScreen, StartingDrawScreen
from device.games.polish_doubles.sheet import BoardView, SheetScreen, WhichRow
from device.graphics.actions import BACK, DONE, MENU, REDO, Command, Do, Grab, Key, NewGame, Show
from device.graphics.widgets import Touch
from device.kiosk.screen import Screen, call_on
from rules.game import Entry, Event, Redo, Restore, Undo, Void
from rules.history import History
from rules.polish_doubles import DoublesSetup
from rules.polish_doubles import acts as e
from rules.polish_doubles.rows import EarlyState
from rules.polish_doubles.setup import INDEX
from rules.polish_doubles.state import Phase, State
from rules.polish_doubles.tiles import CZECH
from rules.scrabble import At, parse_at
from tools.play.player import Player, Stuck


class DoublesPlayer(Player):
    """Two pairs and their scorer."""

    @property
    def controller(self) -> DoublesController:
        """What shows the game. Raises `Stuck` where something else shows."""
        return self.playing(DoublesController)

    @property
    def draft(self) -> MoveEntry:
        """The move as it has been typed so far."""
        screen = self.controller.current_screen()
        entry = screen.parent if isinstance(screen, TilesLaid) else screen
        if not isinstance(entry, MoveEntry):
            raise Stuck("no move is being written")
        return entry

    def game_screen(self) -> str:
        """The screen's name and, where that matters, the state of the game."""
        if not isinstance(self.kiosk.controller, DoublesController):
            return ""
        shown, state = self.controller.current_screen().key, self.controller.state
        if shown == "play":
            return playing(state, self.kiosk.table.game_time())
        if shown in ("verdict", "early") and (row := judged_row(state)) is not None and row.placement.play is not None:
            return f"{shown}-on-the-board"
        if shown == "result" and state.phase is Phase.SIGNED:
            return "signed"
        if shown == "result" and (state.disputes or state.signed):
            return "disputed" if state.disputes else "signed-by-one"
        return shown

    def set_up(self, record: History) -> None:
        """Type the names."""
        setup = record.setup
        assert isinstance(setup, DoublesSetup)
        self.touch(NewGame("polish_doubles"))
        fields = [name for pair in setup.pairs for name in (pair.name, *pair.players)]
        for number, name in enumerate(fields):
            self.touch(call_on(DoublesSetupScreen.on_field, number))
            self.write(name)
        self.settle("setup")
        self.touch(DONE)

    def look_about(self, later: Entry) -> None:
        """Before the game ends, at the board and the letters that nobody has seen."""
        if isinstance(later.event, (e.End, e.Close)) and self.controller.state.board.tiles:
            board = BoardView()
            self.menu(Show(board))
            self.touch(Show(replace(board, letters=True)))
            self.settle("board-letters")
            self.touch(BACK)

    def do(self, entry: Entry, later: Entry | None) -> None:
        """One entry of the record."""
        event = entry.event
        if isinstance(event, e.Press):
            self.until(entry.at)
            after = None if later is None else later.event
            held = isinstance(after, Void) and entry.n in after.of and after.by in INDEX
            self.press(INDEX[event.pair], self.settings.buttons.hold_ms + 100 if held else 60)
        elif isinstance(event, Void):
            if event.by == "referee":
                self.ahead(entry.at)
                self.referee(PRESSES, Do(event))  # everybody else's was the hold
        elif isinstance(event, e.Sign):
            self.sign(entry.at, INDEX[event.pair])
        elif isinstance(event, e.PowerLoss):
            self.until(entry.at)
            self.pull_the_plug()
        else:
            self.ahead(entry.at)
            _ENTERED[type(event)](self, event)

    def draw(self, event: e.Draw) -> None:
        """Both pairs tap the letter they drew."""
        self.touch(call_on(StartingDrawScreen.drew, 0, event.a))
        self.touch(call_on(StartingDrawScreen.drew, 1, event.b))

    def move(self, event: e.Move) -> None:
        """Letters, digits, how many tiles, who, check; where the record has squares, on the board."""
        self.write_due()
        screen = self.controller.current_screen()
        typed = event.at is None or event.word is None
        if isinstance(screen, BoardEntry) and (typed or screen.parent.player != event.player):
            self.touch(BACK)
        if event.at is not None and event.word is not None:
            self.player(event.player)
            self.lay(event.word, event.at)
            self.settle("board-entry-filled-in")
            points = self.shown(BoardEntry).preview(self.controller.state)[1]
            self.touch(DONE if points in ("", str(event.points)) else call_on(BoardEntry.by_hand))
            self.said_points(event)
            return
        for letter in event.word or "":
            self.touch(Key(letter))
        for figure in str(event.points):
            self.touch(Key(figure))
        self.tiles(event.tiles)
        self.player(event.player)
        self.settle("entry-filled-in")
        self.touch(DONE)
        if self.has(nobody_counted := call_on(TilesLaid.set_tiles, 0)):
            self.touch(nobody_counted)  # the record does not say

    def write_due(self) -> None:
        """Open the move that is due: from the bar, or from a question that asks for it first."""
        actions = (touch.action for touch in self.kiosk.scene if isinstance(touch, Touch))
        first = (action for action in actions if isinstance(action, Show) and isinstance(action.screen, MoveEntry))
        self.touch(next(first, call_on(PlayScreen.write)))

    def lay(self, word: str, written: str) -> None:
        """On the board: the first square, once more where the word runs down, and the tiles that do not lie there."""
        if not isinstance(self.controller.current_screen(), BoardEntry):
            self.touch(call_on(MoveEntry.board))
        screen = self.shown(BoardEntry)
        state = self.controller.state
        at = parse_at(written, state.setup.board_notation)
        tap = call_on(BoardEntry.on_tap, at.row, at.column)
        if not self.has(tap):
            self.look_round(at)
        self.touch(tap)
        if (now := self.shown(BoardEntry).at) is not None and now.down != at.down:
            self.touch(tap)
        if not screen.word:
            for tile in screen.board(state).play(CZECH, at, word.upper()).tiles:
                self.touch(Key(tile))

    def look_round(self, at: At) -> None:
        """A finger on the small board, so that the square shows large."""
        small = next(
            touch.action.what
            for touch in self.kiosk.scene
            if isinstance(touch, Touch) and isinstance(touch.action, Grab) and isinstance(touch.action.what, Small)
        )
        place = (small.x + small.side * at.column + 1, small.y + small.side * at.row + 1)
        self.drag(place, place, 1)

    def said_points(self, event: e.Move) -> None:
        """Where the board did not write the move, the points are typed; those that are recorded stand."""
        if isinstance(self.controller.current_screen(), MoveEntry):
            self.number(event.points)
            self.touch(DONE)
        if isinstance(self.controller.current_screen(), OtherPoints):
            self.touch(call_on(OtherPoints.choose, event.points))

    def tiles(self, wanted: int | msgspec.UnsetType | None) -> None:
        """Step the number of tiles to what the record says."""
        if isinstance(wanted, msgspec.UnsetType):
            return
        for _ in range(16):
            now = self.draft.tile_count
            if now == wanted:
                return
            if isinstance(now, msgspec.UnsetType):
                now = (wanted or 0) - 1 if wanted == self.draft.most or not self.draft.word else self.draft.most
            self.touch(call_on(MoveEntry.more_tiles, 1 if (wanted or 0) > (now or 0) else -1))

    def player(self, number: int | None) -> None:
        """Tap who played, unless it is marked already; where nobody is to be, tap who is."""
        screen = self.controller.current_screen()
        if isinstance(screen, (MoveEntry, ExchangeForm)) and number != screen.player:
            self.touch(screen.change(player=number))

    def bag(self, event: e.Bag) -> None:
        """The bag's count, from the menu."""
        self.menu(Show(BagCountForm()))
        self.number(event.count)
        self.touch(DONE)

    def correct(self, event: e.Correct) -> None:
        """The row on the scoresheet, then new letters and digits."""
        self.menu(Show(SheetScreen()))
        page = 0
        index, row = event.turn - 1, event.move - 1
        alone = call_on(SheetScreen.correct, index, row)
        while not self.has(alone) and not self.has(Show(WhichRow(SheetScreen(page), index))):
            page += 1
            self.touch(Show(SheetScreen(page)))
        if self.has(alone):
            self.touch(alone)
        else:
            self.touch(Show(WhichRow(SheetScreen(page), index)))
            self.touch(call_on(WhichRow.correct, row))
        if event.announced:
            self.touch(self.shown(Correction).change(announced=True))
        if event.points is None:
            self.touch(Show(WithoutPoints(self.shown(Correction))))
            tiles = event.tiles if isinstance(event.tiles, int) else 0
            self.touch(call_on(WithoutPoints.correct, tiles))
            return
        if isinstance(event.word, str):
            while self.draft.word:
                self.touch(Key("\b"))
            for letter in event.word:
                self.touch(Key(letter))
        if isinstance(event.points, int):
            self.touch(Command.CLEAR)
            self.number(event.points)
        self.tiles(event.tiles)
        if isinstance(event.at, str):
            self.lay(self.draft.word, event.at)
        elif event.at is None:
            self.touch(call_on(MoveEntry.board))
            self.touch(call_on(BoardEntry.forget))
        self.touch(DONE)

    def racks(self, event: e.Racks) -> None:
        """The tiles that are left; once they are counted, from the menu."""
        if self.controller.state.phase is Phase.RESULT:
            self.menu(Show(WhoseRacksScreen()))
            self.touch(Show(RacksForm(INDEX[event.pair])))
        for letter in event.tiles:
            self.touch(Key(letter))
        self.touch(DONE)

    def decide(self, screen: Screen[State], event: Event) -> None:
        """Open a screen from the bar or the menu, unless it shows by itself, and choose what records ``event``."""
        if not self.has(Do(event)):
            if not self.has(Show(screen)):
                self.touch(MENU)
            self.touch(Show(screen))
        self.touch(Do(event))

    def referee(self, screen: Screen[State], action: Any, value: float | None = None) -> None:
        """The referee opens a screen, perhaps types seconds, and says what they are for."""
        self.menu(Show(RefereeScreen()))
        self.touch(Show(screen))
        if value is not None:
            self.number(value)
        self.touch(action)

    def award(self, event: e.Award) -> None:
        """The referee awards the game: to whom, and why."""
        self.referee(AwardScreen(), Show(AwardScreen(given=(("A", "B", None).index(event.pair),))))
        self.touch(Do(event))

    def end(self, event: e.End) -> None:
        """The pairs end between turns, the referee at any time."""
        if event.by == "referee":
            self.referee(EndNowScreen(), Do(event))
        else:
            self.decide(EndScreen(), event)

    def at_the_end(self, screen: Screen[State], event: e.Out | e.Close) -> None:
        """A player out, or closing: from the bar where that is proposed, else from the menu."""
        if not self.has(Show(screen)):
            self.menu(Show(EndScreen()))
        self.touch(Show(screen))
        self.touch(Do(event))

    def dispute(self, event: e.Dispute) -> None:
        """A pair disputes, with the reason that its screen offers."""
        self.touch(Show(DisputeScreen(INDEX[event.pair])))
        self.touch(Do(event))

    def exchange(self, event: e.Exchange) -> None:
        """One tap for the number of tiles."""
        self.touch(call_on(PlayScreen.exchange))
        self.player(event.player)
        self.touch(call_on(ExchangeForm.exchange, event.tiles))


_ENTERED: dict[type, Callable[[DoublesPlayer, Any], None]] = {
    e.Draw: DoublesPlayer.draw,
    e.Starters: lambda p, x: p.touch(Do(x)),
    e.Pause: lambda p, x: p.menu(Do(x)),
    e.Resume: lambda p, x: p.touch(Do(x)),
    e.SetTime: lambda p, x: p.referee(SetTimeForm(), call_on(SetTimeForm.set_left), x.remaining_s),
    e.DecideTime: lambda p, x: p.referee(DecideTimeForm(), call_on(DecideTimeForm.decide, x.turn), x.used_s),
    e.Spoil: lambda p, x: p.referee(DecideTimeForm(), Do(x)),
    e.Move: DoublesPlayer.move,
    e.Exchange: DoublesPlayer.exchange,
    e.Pass: lambda p, x: p.decide(PassScreen(), x),
    e.Announce: lambda p, x: p.menu(Do(x)),
    e.Bag: DoublesPlayer.bag,
    e.Correct: DoublesPlayer.correct,
    e.Objection: lambda p, x: p.decide(ObjectionScreen(), x),
    e.Verdict: lambda p, x: p.touch(Do(x)),
    e.NoObjection: lambda p, x: p.decide(ObjectionScreen(), x),
    e.Early: lambda p, x: p.menu(Do(x)),
    e.EarlyAnswer: lambda p, x: p.decide(EarlyScreen(), x),
    e.Overrun: lambda p, x: p.touch(Do(x)),
    e.Out: lambda p, x: p.at_the_end(OutScreen(INDEX[x.pair]), x),
    e.Substitute: lambda p, x: p.substitute(SubstituteForm, 2 * INDEX[x.pair] + x.player - 1, x.name),
    e.Close: lambda p, x: p.at_the_end(CloseScreen(), x),
    e.End: DoublesPlayer.end,
    e.Award: DoublesPlayer.award,
    Restore: lambda p, x: p.referee(PRESSES, Do(x)),
    e.Racks: DoublesPlayer.racks,
    e.Dispute: DoublesPlayer.dispute,
    e.Reopen: DoublesPlayer.reopen,
    e.Note: lambda p, x: p.note(NoteForm, None if x.pair is None else INDEX[x.pair], x),
    Undo: lambda p, x: p.take_back(),
    Redo: lambda p, x: p.menu(REDO),
}


def playing(state: State, at: int) -> str:
    """Which kind of moment the screen of a running game shows."""
    if state.phase is Phase.READY:
        return "ready"
    if "pause" in state.clock.standing:
        return "paused-after-power-loss" if state.clock.doubt else "paused"
    if (timed := timed_turn(state, at)) is not None and timed.level:
        return ("", "play-low-time", "play-last-seconds", "play-over-time")[timed.level]
    if state.clock.spoiled:
        return "play-spoiled-clock"
    if state.turns[-1].early is EarlyState.ASKED:
        return "play-early-judgement"
    if state.judged_turn is not None and state.slot == (len(state.turns) - 1, 0) and len(state.turns) > 5:
        return "play-objection-open"
    if state.turns[-1].is_filled and len(state.turns) > 5:
        return "play-turn-written"
    return "play" if len(state.turns) > 10 else "play-first-turns"


PLAYER = DoublesPlayer
