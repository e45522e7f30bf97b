"""Shows one screen after another and does what they answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from device.address import Address
from device.graphics.actions import Again, Call, Command, Do, Drag, Effect, Key, Show, TryOut
from device.graphics.choices import Choice
from device.graphics.look import Look
from device.graphics.widgets import Frame
from device.io.inputs import BothHeld, BothHeldLong, Held, Pressed
from device.io.oled_content import OledContent
from device.io.signals import Signals
from device.kiosk.controllers import Controller, Host
from device.kiosk.name_form import ForgetPerson
from device.kiosk.on_table import set_up_again
from device.kiosk.pin_screens import EnterPin
from device.kiosk.screen import ChangePin, Locked, Next, Record, RecordAt, Say, Screen, StartGame, Unlock, View
from device.kiosk.shell import draw_framed
from device.kiosk.time_bar import SideTime
from rules.game import Entry, Event, Redo, Undo

S = TypeVar("S")

HELP: Address[Callable[[Host, ScreenController[Any]], Controller]] = Address(
    "device.screens.help_screen:HelpController"
)
BIG_CLOCK: Address[Callable[[Host, ScreenController[Any]], Controller]] = Address(
    "device.screens.big_clock:BigClockController"
)


class ScreenController(ABC, Generic[S]):
    """Screens over a state ``S``.

    ``screen`` is the one that was asked for; None, or one that is not valid in this state: the usual one shows.
    ``slim_times``: the times of a running game take less of these screens; ``arbiter``: the game calls its referee so.
    ``panes_press``: a touch on a side's pane is a press of its clock button. ``upturned``: the upper half of the big
    clock stands on its head.
    """

    slim_times: ClassVar[bool] = False
    arbiter: ClassVar[bool] = False
    panes_press: ClassVar[bool] = False

    def __init__(self, host: Host) -> None:
        self.host = host
        self.screen: Screen[S] | None = None
        self.upturned = False

    # -- what a subclass says --------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def state(self) -> S:
        """What the screens show."""

    @abstractmethod
    def usual(self, state: S) -> Screen[S]:
        """The screen that the state calls for."""

    @abstractmethod
    def view(self, at: int) -> View[S]:
        """What a screen is drawn from at game time ``at``."""

    def menu(self) -> Screen[S] | None:
        """What *More* leads to."""
        return None

    def reopening(self) -> Screen[S] | None:
        """What opens a signed result again."""
        return None

    def accent(self) -> int:
        """Which of the palette's accents marks screens that belong to no state, as the pad for the PIN."""
        return 0

    def record(self, *events: Event) -> None:
        """Record events. Raises `Refusal`; then the rest is not recorded."""
        for event in events:
            self.host.table.do(self.host.people.introduced(event) if event.names_people else event)

    def recorded(self, event: Event) -> Screen[S] | None:
        """The screen after ``event`` was recorded; None: the usual one."""
        return None

    def perform(self, effect: Effect) -> None:
        """Do what only screens of this controller ask for. Raises `Refusal`."""
        raise TypeError(f"{effect} is not for {type(self).__name__}")

    def leave(self) -> None:
        """*Back* from the usual screen."""

    def side_times(self, at: int) -> Sequence[SideTime]:
        """The sides' times in a running game with clocks."""
        return ()

    def takes(self, gesture: Pressed | Held | BothHeld | BothHeldLong) -> bool:
        """Whether these screens take the clock buttons themselves: no, the game does. May raise `Refusal`."""
        return False

    @property
    def ends_game(self) -> bool:
        """As the screen that shows says."""
        return self.shown().ends_game

    def beside(self, at: int) -> Sequence[Choice]:
        """What the clock buttons' menu offers besides what stands on the screen: nothing."""
        return ()

    def at_table(self, rule: str) -> str:
        """What holds now at this table, for the help; where it is known, by that ``rule`` (a number or ``""``)."""
        return ""

    def big_times(self, at: int) -> Sequence[SideTime]:
        """What the big clock shows: the sides' times, or what else a game counts for everybody to see."""
        return self.side_times(at)

    def advance(self) -> None:
        """Take in what became of something beside the loop: nothing, unless the subclass says otherwise."""

    def next_change(self, at: int) -> int | None:
        """The game time at which something shown changes by itself; None where nothing does."""
        return None

    @abstractmethod
    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """What the two OLEDs show."""

    def call(self, at: int) -> str:
        """What is called of the time, in words to be spoken: nothing, unless the subclass says otherwise."""
        return ""

    def signals(self, at: int) -> Signals:
        """What lamps and buzzer do: nothing, unless the subclass says otherwise."""
        return Signals()

    # -- what is the same for all ----------------------------------------------------------------------------------

    def shown(self) -> Screen[S]:
        """The screen that shows."""
        state = self.state
        if self.screen is not None and self.screen.valid(state):
            return self.screen
        return self.usual(state)

    def frame(self, look: Look, at: int) -> Frame:
        """The picture at game time ``at``: the screen within its frame."""
        screen, view = self.shown(), self.view(at)
        sides = () if screen.shows_time else self.side_times(at)
        scene = draw_framed(look, sides, self.slim_times or screen.slim_times, lambda canvas: screen.draw(canvas, view))
        return Frame((self, type(screen), screen.subject(view.state)), scene)

    def show(self, screen: Screen[S] | None, *, locked: bool = False) -> None:
        """Show ``screen`` (None: the usual one, which then changes with the state); ``locked``: behind the PIN."""
        referee = self.host.referee
        if screen is None or screen == self.usual(self.state):
            screen = None
            referee.close()
        elif (locked or screen.locked) and not referee.open:
            screen = EnterPin(then=screen, accent=self.accent(), arbiter=self.arbiter)
        self.screen = screen
        self.half_written(screen)

    def half_written(self, screen: Screen[S] | None) -> None:
        """``screen`` shows now (None: the usual one); what is half written on it is kept where a power cut may come."""

    def act(self, action: Any) -> None:
        """A touch. Raises `Refusal`; then nothing was recorded and the screen stays."""
        screen = self.shown()
        if isinstance(action, Show):
            self.show(action.screen)
        elif isinstance(action, Do):
            self.follow(action.event)
        elif isinstance(action, Call):
            self.follow(getattr(screen, action.method)(self.state, *action.args))
        elif isinstance(action, Key):
            self.typed(action.text)
        elif isinstance(action, Drag):
            self.follow(screen.drag(self.state, action))
        elif isinstance(action, Command):
            self.command(action)
        elif isinstance(action, Effect):
            self.follow(action)

    def command(self, command: Command) -> None:
        """Something without an argument."""
        screen, state = self.shown(), self.state
        if command is Command.BACK:
            self.leave() if self.screen is None else self.follow(screen.back(state))
        elif command is Command.DONE:
            self.follow(screen.done(state))
        elif command is Command.CLEAR:
            self.follow(screen.clear(state))
        elif command is Command.SHIFT:
            self.follow(screen.shift(state))
        elif command is Command.UNDO:
            entry = self.host.table.to_undo
            self.step_over(Undo(of=None if entry is None else entry.n), entry)
        elif command is Command.REDO:
            entry = self.host.table.to_redo
            self.step_over(Redo(of=None if entry is None else entry.n), entry)
        elif command is Command.HOME:
            self.host.home()
        elif command is Command.MENU:
            self.show(self.menu())
        elif command is Command.BIG_CLOCK:
            self.show(None)
            self.host.enter(BIG_CLOCK(self.host, self))
        elif command is Command.HELP:
            self.host.enter(HELP(self.host, self))
        elif command is Command.REOPEN:
            self.show(self.reopening())
        else:
            self.host.command(command)

    def step_over(self, event: Undo | Redo, entry: Entry | None) -> None:
        """Take ``entry`` back or put it again; a decision of the referee's only behind the PIN. Raises `Refusal`.

        The event names the entry, so that nothing else is taken back where something happens while the PIN is typed.
        """
        if entry is not None and entry.event.by_referee and not self.host.referee.open:
            self.screen = EnterPin(event=event, accent=self.accent(), arbiter=self.arbiter)
            return
        self.record(event)
        self.show(None)

    def typed(self, text: str) -> None:
        """A keyboard: return and escape do what the buttons on the screen do."""
        if text == "\x1b":
            self.command(Command.BACK)
        elif text == "\r":
            self.follow(self.shown().entered(self.state))
        else:
            self.follow(self.shown().typed(self.state, text))

    def follow(self, answer: Next[S]) -> None:
        """Do what a screen answered. Raises `Refusal`.

        A screen that answers itself has changed nothing: the usual screen stays the usual one, not one asked for.
        """
        if isinstance(answer, Screen) and answer == self.shown():
            return
        if answer is None or isinstance(answer, Screen):
            self.show(answer)
        elif isinstance(answer, Event):
            self.record(answer)
            self.show(self.recorded(answer))
        elif isinstance(answer, tuple):
            self.record(*answer)
            self.show(None)
        elif isinstance(answer, Record):
            self.screen = answer.again
            self.record(answer.event)
            self.show(answer.then)
        elif isinstance(answer, RecordAt):
            self.follow(answer.event(self.host.table.game_time()))
        elif isinstance(answer, Command):
            self.command(answer)
        elif isinstance(answer, Locked):
            self.show(answer.screen, locked=True)
        elif isinstance(answer, Say):
            self.show(answer.then)
            self.host.say(answer.text)
        elif isinstance(answer, Unlock):
            self.screen = answer.again
            self.host.referee.unlock(answer.pin)
            if answer.event is None:
                self.show(answer.then)
                return
            try:
                self.record(answer.event)
            finally:
                self.show(None)
        elif isinstance(answer, ChangePin):
            self.host.set_pin(answer.stored)
            self.show(None)
        elif isinstance(answer, StartGame):
            self.host.begin(answer.setup)
        elif isinstance(answer, Again):
            set_up_again(self.host, answer)
        elif isinstance(answer, ForgetPerson):
            self.host.people.forget(answer.key)
            self.show(answer.then)
        elif isinstance(answer, TryOut):
            self.show(None)
            if (trial := self.host.games[answer.key].trial) is not None:
                self.host.enter(trial(self.host, self))
        else:
            self.perform(answer)
