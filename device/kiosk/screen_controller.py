"""Shows one screen after another and does what they answer; overlays lie over a controller that goes on meanwhile."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from device.common.address import Address
from device.common.rights import AS_REFEREE, TAKE_BACK
from device.graphics.actions import Ask, Call, Command, Do, Drag, Key, Show, TryOut
from device.graphics.look import Look
from device.io.inputs import ButtonGesture, KeyLearnt
from device.kiosk.moment import Moment, OverlayViews, Views
from device.kiosk.performer import Performer, performs
from device.kiosk.pin_screens import EnterPin
from device.kiosk.screen import ChangePin, FillIn, Locked, Record, RecordAt, Say, Screen, Unlock, ask
from device.people.directory import Directory
from rules.game import Entry, Event, Redo, Undo

if TYPE_CHECKING:
    from device.kiosk.host import Host

S = TypeVar("S")


class ScreenController(Performer, ABC, Generic[S]):
    """Screens over a state ``S``.

    ``screen`` is the one that was asked for; None, or one that is not valid in this state: the usual one shows.
    ``views`` are what shows of them, ``plays`` says that events of the game on the table may be recorded from them.
    ``slim_times``: the times of a running game take less of these screens; ``arbiter``: the game calls its referee so.
    ``upturned``: the upper half of the big clock stands on its head. ``menu`` is what *More* leads to, ``reopening``
    what opens a signed result again; ``accent``: which of the palette's accents marks screens that belong to no state,
    as the pad for the PIN.
    ``behind_pin``: what shows is behind the referee's PIN, asks for it, or was reached from there. ``under``: over
    which controller these screens lie; what runs there goes on. ``game``: the word of the game that they belong to.
    """

    views: Views
    plays: ClassVar[bool] = False
    slim_times: ClassVar[bool] = False
    arbiter: ClassVar[bool] = False
    menu: ClassVar[Screen[Any] | None] = None
    reopening: ClassVar[Screen[Any] | None] = None
    accent: ClassVar[int] = 0
    behind_pin: bool = False
    under: ScreenController[Any] | None = None
    game: str = ""

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

    def known_people(self) -> Directory:
        """Everybody on record, for names that are offered: nobody, unless a subclass says otherwise."""
        return Directory()

    def record(self, *events: Event) -> None:
        """Record events. Raises `Refusal`; then the rest is not recorded."""
        for event in events:
            self.host.table.do(self.host.people.with_newcomer_ids(event) if event.names_people else event)

    def screen_after(self, event: Event) -> Screen[S] | None:
        """The screen after ``event`` was recorded; None: the usual one."""
        return None

    def leave(self) -> None:
        """*Back* from the usual screen."""

    def on_gone(self) -> None:
        """It neither shows nor lies below what shows any more, whoever put something else there."""

    def takes(self, gesture: ButtonGesture) -> bool:
        """Whether screens here or below take the clock buttons themselves: no, the game does. May raise `Refusal`."""
        return self.under is not None and self.under.takes(gesture)

    @property
    def ends_game(self) -> bool:
        """As the screen that shows says."""
        return self.current_screen().ends_game

    def at_table(self, rule: str) -> str:
        """What holds now at this table, for the help; where it is known, by that ``rule`` (a number or ``""``)."""
        return ""

    def advance(self) -> None:
        """Take in what became of something beside the loop: nothing, unless the subclass says otherwise."""

    # -- what is the same for all ----------------------------------------------------------------------------------

    def moment(self, now: int, look: Look) -> Moment[S]:
        """How these screens stand at device time ``now`` (ns), and what lies below them, to be shown in ``look``."""
        table, state = self.host.table, self.state
        at, timed_game = table.game_time(now), table.timed_game
        return Moment(
            state,
            at,
            now,
            look,
            self.screen_in(state),
            self.views,
            self,
            table.history,
            timed_game,
            self.plays,
            self.known_people,
            self.slim_times,
            None if self.under is None else self.under.moment(now, look),
        )

    def current_screen(self) -> Screen[S]:
        """The screen that shows."""
        return self.screen_in(self.state)

    def screen_in(self, state: S) -> Screen[S]:
        """The screen that shows in that state."""
        if self.screen is not None and self.screen.valid(state):
            return self.screen
        return self.usual(state)

    def show(self, screen: Screen[S] | None, *, locked: bool = False) -> None:
        """Show ``screen`` (None: the usual one, which then changes with the state); ``locked``: behind the PIN."""
        referee = self.host.referee
        if screen is None or screen == self.usual(self.state):
            screen = None
            referee.close()
        elif (locked or screen.locked) and not referee.may(screen.key if screen.locked else AS_REFEREE):
            screen = EnterPin(then=screen, accent=self.accent, arbiter=self.arbiter)
            locked = True
        self.screen = screen
        self.behind_pin = screen is not None and (locked or screen.locked or self.behind_pin)
        self.half_written(screen)

    def close_behind_pin(self) -> None:
        """Show the usual screen where one behind the PIN shows."""
        if self.behind_pin:
            self.show(None)

    def half_written(self, screen: Screen[S] | None) -> None:
        """``screen`` shows now (None: the usual one); what is half written on it is kept where a power cut may come."""

    def act(self, action: Any) -> None:
        """A touch. Raises `Refusal`; then nothing was recorded and the screen stays."""
        self.perform(action)

    def on_text(self, text: str) -> None:
        """A keyboard: return and escape do what the buttons on the screen do."""
        if text == "\x1b":
            self.perform(Command.BACK)
        elif text == "\r":
            self.perform(self.current_screen().on_enter(self.state))
        else:
            self.perform(self.current_screen().on_text(self.state, text))

    def pass_on(self, action: Any) -> None:
        """What is not for screens does the device."""
        self.host.perform(action)

    # -- what a button carries -------------------------------------------------------------------------------------

    @performs(Show)
    def _on_show(self, action: Show) -> None:
        self.show(action.screen)

    @performs(Do)
    def _on_do(self, action: Do) -> None:
        self.perform(action.event)

    @performs(Call)
    def _on_call(self, action: Call) -> None:
        self.perform(getattr(self.current_screen(), action.method)(self.state, *action.args))

    @performs(Ask)
    def _on_ask(self, action: Ask) -> None:
        getattr(self, action.method)(*action.args)

    @performs(FillIn)
    def _on_fill_in(self, action: FillIn) -> None:
        screen: Any = self.current_screen()
        self.perform(replace(screen, **dict(action.fields)))

    @performs(Key)
    def _on_key(self, action: Key) -> None:
        self.on_text(action.text)

    @performs(Drag)
    def _on_drag(self, action: Drag) -> None:
        self.perform(self.current_screen().on_drag(self.state, action))

    @performs(KeyLearnt)
    def _on_key_learnt(self, item: KeyLearnt) -> None:
        """Whoever asked for it shows no more."""

    @performs(Command.BACK)
    def _on_back(self) -> None:
        if self.screen is None:
            self.leave()
        else:
            self.perform(self.current_screen().on_back(self.state))

    @performs(Command.DONE)
    def _on_done(self) -> None:
        self.perform(self.current_screen().on_done(self.state))

    @performs(Command.CLEAR)
    def _on_clear(self) -> None:
        self.perform(self.current_screen().on_clear(self.state))

    @performs(Command.SHIFT)
    def _on_shift(self) -> None:
        self.perform(self.current_screen().on_shift(self.state))

    @performs(Command.UNDO)
    def _on_undo(self) -> None:
        self._step_over(Undo, self.host.table.to_undo)

    @performs(Command.REDO)
    def _on_redo(self) -> None:
        self._step_over(Redo, self.host.table.to_redo)

    def _step_over(self, kind: type[Undo | Redo], entries: Sequence[Entry]) -> None:
        """Take ``entries`` back or put them again; a decision of the referee's only behind the PIN. Raises `Refusal`.

        The events name the entries, so that nothing else is taken back where something happens while the PIN is typed.
        """
        events = tuple(kind(of=entry.n) for entry in entries) or (kind(),)
        if any(entry.event.by_referee for entry in entries) and not self.host.referee.may(TAKE_BACK):
            self.screen, self.behind_pin = EnterPin(events=events, accent=self.accent, arbiter=self.arbiter), True
            return
        self.record(*events)
        self.show(None)

    @performs(Command.MENU)
    def _on_menu(self) -> None:
        self.show(self.menu)

    @performs(Command.REOPEN)
    def _on_reopen(self) -> None:
        self.show(self.reopening)

    # -- what a screen answers -------------------------------------------------------------------------------------

    @performs(Screen)  # type: ignore[type-abstract]
    def _on_screen(self, screen: Screen[S]) -> None:
        """One that answers itself has changed nothing: the usual screen stays the usual one, not one asked for."""
        if screen != self.current_screen():
            self.show(screen)

    @performs(type(None))
    def _on_none(self, _: None) -> None:
        self.show(None)

    @performs(Event)
    def _on_event(self, event: Event) -> None:
        self.record(event)
        self.show(self.screen_after(event))

    @performs(tuple)
    def _on_events(self, events: tuple[Event, ...]) -> None:
        self.record(*events)
        self.show(None)

    @performs(Record)
    def _on_record(self, answer: Record) -> None:
        self.screen = answer.again
        self.record(answer.event)
        self.show(answer.then)

    @performs(RecordAt)
    def _on_record_at(self, answer: RecordAt) -> None:
        self.perform(answer.event(self.host.table.game_time()))

    @performs(Locked)
    def _on_locked(self, answer: Locked) -> None:
        self.show(answer.screen, locked=True)

    @performs(Say)
    def _on_say(self, answer: Say) -> None:
        self.show(answer.then)
        self.host.say(answer.text)

    @performs(Unlock)
    def _on_unlock(self, answer: Unlock) -> None:
        self.screen = answer.again
        self.host.referee.unlock(answer.pin)
        if not answer.events:
            self.show(answer.then)
            return
        try:
            self.record(*answer.events)
        finally:
            self.show(None)

    @performs(ChangePin)
    def _on_change_pin(self, answer: ChangePin) -> None:
        self.host.set_pin(answer.stored)
        self.show(None)

    def forget_person(self, key: str, then: Screen[S]) -> None:
        """Offer the person with ``key`` no more and show ``then``."""
        self.host.people.forget(key)
        self.show(then)

    @performs(TryOut)
    def _on_try_out(self, answer: TryOut) -> None:
        self.show(None)
        if (trial := self.host.games[answer.key].trial) is not None:
            self.host.enter(trial(self.host, self))


Controller = ScreenController[Any]
"""A set of screens, whatever their state: what shows, or what an overlay lies over."""


class OverlayController(ScreenController[S]):
    """Screens over the controller ``under``: nothing that runs there stops."""

    under: Controller
    views: Views = OverlayViews()
    slim_times = True
    first: ClassVar[type[Screen[Any]] | Address[type[Screen[Any]]]]
    """The usual screen, where it is the same in every state; by its address where screens ask this controller."""

    def __init__(self, host: Host, under: Controller) -> None:
        super().__init__(host)
        self.under = under

    def usual(self, state: S) -> Screen[S]:
        """The screen with which these begin, as it is with nothing entered."""
        return self.first()

    def show(self, screen: Screen[S] | None, *, locked: bool = False) -> None:
        """Show ``screen``; nothing here is behind the PIN, and what it has opened below stays open."""
        self.screen = screen

    def leave(self) -> None:
        """Back to the controller below."""
        self.host.enter(self.under)

    @performs(Command.BACK)
    def _on_back(self) -> None:
        """Asks the screen, the usual one too; from one of its type the way back leads to the controller below."""
        screen, state = self.current_screen(), self.state
        leads = screen.on_back(state)
        self.perform(CLOSE if leads is None and type(screen) is type(self.usual(state)) else leads)


CLOSE = ask(OverlayController.leave)
"""Show the controller below again."""
