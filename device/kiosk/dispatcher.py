"""Every input finds the part that it is for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from device.common import i18n
from device.common.settings.settings import Settings
from device.event.actions import EventAction
from device.graphics.actions import Do, Drag, Grab, Motion, PressArea, ReadRule, Why
from device.graphics.widgets import control_at
from device.io import inputs
from device.io.inputs import ButtonGesture, ButtonHold, ButtonPress, FingerDown, FingerMotion, FingerUp, Gestures, Input
from device.journal import JournalTrouble
from device.kiosk.composer import FrameComposer
from device.kiosk.host import Host
from device.kiosk.narrator import Narrator
from device.kiosk.outputs import SOUND, Brightness
from device.kiosk.performer import Performer, performs
from device.kiosk.touches import HELD_BACK, TouchGuard
from device.peripherals.gestures import GestureRecognizer
from rules.consequences import consequences
from rules.history import History
from rules.message import Message, Refusal

BUTTONS = ("buttons", "pod A", "pod B", "input device A", "input device B", "telephone A", "telephone B")
"""Peripherals that serve as clock buttons: while one is missing the screen's own press areas are on."""
FROM_PEOPLE = (inputs.RawEdge, ButtonPress, FingerDown, inputs.TextInput, inputs.KeyLearnt)
"""Inputs that come from people; a finger that is lifted had come before."""


def recognizer(settings: Settings) -> GestureRecognizer:
    """What turns edges of the clock buttons into gestures, with the times of the settings."""
    return GestureRecognizer(settings.buttons.debounce_ms * 1_000_000, settings.buttons.hold_ms * 1_000_000)


@dataclass(eq=False)
class InputDispatcher(Performer):
    """Takes inputs one by one: button edges become gestures for the table, touches become actions for what shows.

    ``gestures`` recognizes what is done with the clock buttons; ``running`` turns false when the program is to end.
    """

    host: Host
    composer: FrameComposer
    guard: TouchGuard
    brightness: Brightness
    narrator: Narrator
    followers: tuple[Callable[[inputs.PeripheralStatus], None], ...]

    def __post_init__(self) -> None:
        self._buttons = self.host.settings.buttons
        self._menu = self.composer.menu
        self._menu.act = self.perform
        self.gestures = recognizer(self.host.settings)
        self.running = True
        self._is_idle = False

    def apply(self, settings: Settings) -> None:
        """Other settings hold: the times of the clock buttons."""
        if settings.buttons != self._buttons:
            self._buttons = settings.buttons
            self.gestures = recognizer(settings)

    def holding(self, now: int) -> tuple[float, float]:
        """How far each clock button is held at device time ``now``, from 0 to 1."""
        return self.gestures.progress(now)

    def handle(self, item: Input) -> bool:
        """One input. A refusal becomes a sentence on the screen; nothing else has changed then.

        False where it means nothing, so that what shows is up to date without being drawn anew, but for what is safe
        on disk: a finger that holds nothing is moved or lifted, a contact bounces, an entry is saved.
        """
        if isinstance(item, FingerMotion | FingerUp) and not self.host.touches.tracks(item.finger):
            return False
        if isinstance(item, FROM_PEOPLE):
            was_dark = self.brightness.wake(self.host.now())
            if was_dark and isinstance(item, FingerDown | inputs.TextInput):
                return True  # whoever touched it could not see what was under the finger
        self._is_idle = False
        game, before = self.host.table.game_id, self.host.table.history
        try:
            self.perform(item)
        except Refusal as refusal:
            self.host.say(i18n.refusal(refusal), self.host.table)
        except JournalTrouble as trouble:
            self.host.say(i18n.tr(trouble.message))
        if self._is_idle:
            return False
        if before is not None and game == self.host.table.game_id:
            self._tell_from(before, item.remark if isinstance(item, inputs.PodReport) else None)
        self.guard.overtake()
        return True

    def _tell_from(self, before: History, remark: Message | None) -> None:
        """What became of the game beside what was done, people hear of: by a press heard late, for instance.

        ``remark``: what is to be said of the press that came.
        """
        table = self.host.table
        if table.history is None or table.history is before:
            return
        messages = consequences(before, table.history, table.game_time())
        if remark is not None:
            messages = (remark, *messages)
        if messages:
            self.host.tell(messages)

    # -- what comes in ---------------------------------------------------------------------------------------------

    @performs(inputs.RawEdge)
    def _on_edge(self, item: inputs.RawEdge) -> None:
        self._recognized(self.gestures.edge(item.side, item.down, item.at))

    @performs(inputs.PodReport)
    def _on_report(self, item: inputs.PodReport) -> None:
        self._recognized(self.gestures.report(item.side, item.down, item.at, item.doubt))

    @performs(inputs.EntrySaved)
    def _on_saved(self, item: inputs.EntrySaved) -> None:
        self.host.table.saved_through(item.game, item.n)
        self._is_idle = True

    @performs(ButtonGesture)
    def _on_gesture(self, item: ButtonGesture) -> None:
        self._gestures([item])

    @performs(FingerDown)
    def _on_touched(self, item: FingerDown) -> None:
        action = self.guard.action_of(item, lambda: self.composer.current_frame(self.host.now()))
        self.host.notices.dismiss(self.host.now())
        control = control_at(self.host.screen.frame.scene, item.x, item.y)
        self.host.notices.touched = None if control is None else control.rect
        if isinstance(action, PressArea):
            self._gestures(self.host.touches.press(self.gestures, action.side, item))
            return
        self.host.referee.on_touch()
        if action is HELD_BACK:
            self.host.say(i18n.t("The picture had just changed. Touch it again."), self.host.table)
        elif isinstance(action, Grab):
            if self.host.touches.grab(item.finger, action.what):
                self.host.controller.act(Drag(action.what, item.x, item.y, Motion.DOWN))
        elif action is not None:
            self.perform(action)

    @performs(FingerMotion)
    def _on_dragged(self, item: FingerMotion) -> None:
        self._gestures(self.host.touches.stay(self.gestures, item))
        self._drag(item, Motion.MOVE)

    @performs(FingerUp)
    def _on_lifted(self, item: FingerUp) -> None:
        self._gestures(self.host.touches.lift(self.gestures, item))
        self._drag(item, Motion.UP)

    def _drag(self, item: FingerMotion | FingerUp, motion: Motion) -> None:
        if (held := self.host.touches.grip_of(item.finger)) is not None:
            if motion is Motion.UP:
                self.host.touches.let_go()
            self.host.controller.act(Drag(held.what, item.x, item.y, motion))

    @performs(inputs.TextInput)
    def _on_typed(self, item: inputs.TextInput) -> None:
        self.host.referee.on_touch()
        self.host.controller.on_text(item.text)

    @performs(inputs.PeripheralStatus)
    def _on_status(self, item: inputs.PeripheralStatus) -> None:
        for follow in self.followers:
            follow(item)
        self.host.notices.trouble(item.name, item.trouble)
        if item.name == SOUND and item.trouble is not None and not self.host.screen.look.silent:
            self.host.say(i18n.tr(item.trouble))
        self.brightness.adapt()
        if item.trouble is not None and item.name in BUTTONS and not item.connecting:
            self.host.screen.enable_press_areas(True)

    @performs(inputs.ShowMessage)
    def _on_message(self, item: inputs.ShowMessage) -> None:
        self.host.say(i18n.tr(item.message))

    @performs(inputs.EventUpdate)
    def _on_event_update(self, item: inputs.EventUpdate) -> None:
        if self.host.event.on_update(item.what, self.host.table):
            self.host.show_game()

    @performs(inputs.DisplayResized)
    def _on_resize(self, item: inputs.DisplayResized) -> None:
        self.brightness.adapt()

    @performs(inputs.Redraw)
    def _on_redraw(self, item: inputs.Redraw) -> None:
        """The frame that follows shows it."""

    @performs(inputs.Quit)
    def _on_quit(self, item: inputs.Quit) -> None:
        self.running = False

    # -- actions that mean the same whatever shows -----------------------------------------------------------------

    @performs(Why, ReadRule)
    def _on_host_action(self, action: Why | ReadRule) -> None:
        self.host.perform(action)

    @performs(Do)
    def _on_do(self, action: Do) -> None:
        self.host.event.check_start(self.host.table)
        self.host.controller.act(action)

    @performs(EventAction)
    def _on_event_action(self, action: EventAction) -> None:
        self.host.event.answer(action, self.host, self.host.controller)

    def pass_on(self, action: Any) -> None:
        """Everything else is for the screens that show."""
        self.host.controller.act(action)

    # -- gestures of the clock buttons -----------------------------------------------------------------------------

    def _recognized(self, gestures: Gestures) -> None:
        """Of an edge come ``gestures``; where none do, it changes nothing unless the menu hears of the levels."""
        self._is_idle = not gestures and not self._menu.listens
        if not self._is_idle:
            self._gestures(gestures)

    def _gestures(self, gestures: Gestures) -> None:
        for gesture in gestures:
            if self.host.controller.takes(gesture):
                self._menu.close()
            elif self._menu.takes(gesture):
                self.host.referee.on_touch()
            else:
                self._to_the_game(gesture)
        self.release()

    def release(self) -> bool:
        """A button that was pressed for the menu is up again. True where that moved what is marked there."""
        return self._menu.levels(self.gestures.down)

    def _to_the_game(self, gesture: ButtonGesture) -> None:
        if isinstance(gesture, ButtonPress):
            stood = self.narrator.key()
            self.host.event.check_start(self.host.table)
            self.host.table.on_press(gesture.side, gesture.at, gesture.doubt)
            if stood == self.narrator.key() and not all(self.gestures.down):
                self.narrator.ask(gesture.side)  # it has changed nothing: somebody asks how things stand
        elif isinstance(gesture, ButtonHold) and self.host.table.history is None:
            self.host.change("", "speech", not self.host.settings.speech)
        elif isinstance(gesture, ButtonHold):
            if self.host.controller.ends_game:
                return
            self.host.table.on_hold(gesture.side, gesture.began, gesture.at)
        elif isinstance(gesture, inputs.BothButtonsHold):
            before = self.host.table.history
            self.host.table.on_both_held(gesture.at)
            self._menu.on_both_held(before)
        elif isinstance(gesture, inputs.BothButtonsLongHold):
            self.host.table.call_for_help()
