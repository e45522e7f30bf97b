"""The kiosk: one queue, one loop, one room at a time. It knows no game by name.

Inputs come in (`Kiosk.handle`), views of the state go out (`Kiosk.frame`); when, says the loop. Edges load after the
first frame.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from device import i18n
from device.app.log import Peripherals
from device.event.actions import EventAction
from device.event.client import EventClient
from device.journal import Journal, JournalTrouble
from device.kiosk.actions import REDO, UNDO, Command, Do, Drag, Grab, Key, Motion, PressArea, Why
from device.kiosk.canvas import Look
from device.kiosk.controllers import Controller, DeviceInfo, GameScreensByKey
from device.kiosk.dimming import Dimmer, Level, percent, shift_at
from device.kiosk.display import DisplayBackend
from device.kiosk.home import HomeController, listed
from device.kiosk.loop import Loop
from device.kiosk.notices import Notices
from device.kiosk.on_table import show_game
from device.kiosk.output_cache import OutputCache
from device.kiosk.output_surface import OutputSurface
from device.kiosk.outputs import Outputs
from device.kiosk.painter import Painter
from device.kiosk.palette import PALETTES
from device.kiosk.prerender import Prerendered
from device.kiosk.touch_tracking import TouchTracker
from device.kiosk.widgets import Scene, hit
from device.peripherals.gestures import GestureRecognizer
from device.peripherals.oled_content import OledContent
from device.pods.registry import PodRegistry
from device.settings.settings import Settings, changed
from device.table.inputs import (
    BothHeld,
    BothHeldLong,
    Dragged,
    EventUpdate,
    Gestures,
    Held,
    Input,
    Lifted,
    PeripheralStatus,
    PodReport,
    Pressed,
    Quit,
    RawEdge,
    Saved,
    ShowMessage,
    Touched,
    Typed,
)
from device.table.referee_pin import PinLock, keep, kept
from device.table.side_clocks import SideClocks
from device.table.table import Table
from rules.game import SECOND, Event, Redo, Setup, Undo
from rules.games import GAMES
from rules.history import History
from rules.message import Message, Refusal

if TYPE_CHECKING:
    from device.settings.file import SettingsFile
    from device.table.archive import Archive

BUTTONS = ("buttons", "pod A", "pod B")
"""Edges that serve as clock buttons: while one is missing the screen's own press areas are on."""
HANDS = (RawEdge, Pressed, Touched, Typed)
"""Inputs that come from people; a finger that is lifted had come before."""


def _hands(settings: Settings) -> GestureRecognizer:
    return GestureRecognizer(settings.buttons.debounce_ms * 1_000_000, settings.buttons.hold_ms * 1_000_000)


class Kiosk(Loop):
    """The table's screens and the loop behind them.

    ``post`` may be called from any thread; everything else belongs to the loop's thread. ``now`` is the device's
    monotonic clock in ns.
    """

    def __init__(
        self,
        settings: Settings,
        journal_of: Callable[[Kiosk], Journal],
        rooms: GameScreensByKey,
        stage: DisplayBackend,
        outputs: Outputs,
        now: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        super().__init__(OutputSurface(stage, settings.screen.rotate), now)
        self.settings = settings
        self.file: SettingsFile | None = None
        self.stage = stage
        self.rest = Dimmer(now(), settings.screen.dim_after_s * SECOND)
        self.journal = journal_of(self)
        self.clocks = SideClocks()
        self.table = Table(self.journal, GAMES, now, self.clocks)
        self.pods: PodRegistry | None = None
        self.event = EventClient(settings, self.journal, lambda what: self.post(EventUpdate(what)), now)
        self.rooms = rooms
        self.outputs = outputs
        self.gestures = _hands(settings)
        self.referee = PinLock(kept(settings.pin_path), now)
        size = self.picture.surface.get_size()
        self.look = Look(size=size, palette=PALETTES[settings.palette], silent=settings.silent)
        self.painter = Painter(self.picture.surface, self.look.palette.back)
        self.notices = Notices()
        self._peripherals = Peripherals()
        self.beside = OutputCache(outputs, settings.silent)
        self.scene: Scene = ()
        self.fingers = TouchTracker()
        self._prerendered: Prerendered | None = None
        self._overtaken = False
        self._answers: tuple[History | None, int, dict[Event, str | None]] = (None, 0, {})
        i18n.use(settings.language)
        self.room: Controller = self._home()

    @cached_property
    def archive(self) -> Archive:
        """The games that this device has kept."""
        from device.table.archive import Archive  # noqa: PLC0415 - not before the first frame

        return Archive(self.journal)

    @property
    def troubles(self) -> Mapping[str, Message]:
        """The standing fault of each edge that has one."""
        return self.notices.troubles

    # -- the host of rooms -----------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Show a sentence for a few seconds."""
        self.notices.say(text, self.now())

    def enter(self, room: Controller) -> None:
        """Show another room."""
        self.room = room
        self.fingers.let_go()

    def home(self) -> None:
        """Leave the game; it stays in the journal."""
        self.table.leave()
        self.journal.outbox.pair(None)
        self.enter(self._home())

    def begin(self, setup: Setup) -> None:
        """Begin a new game and show it. Raises `Refusal` where the setup makes no game."""
        self.table.new(setup)
        self.enter(self.rooms[self.table.game.key].play(self))

    def command(self, command: Command) -> None:
        """Language, sound, press areas, the picture turned to the other pair, the settings, the history."""
        if command is Command.LANGUAGE:
            self.change("", "language", "en" if i18n.language() == "cs" else "cs")
        elif command is Command.SOUND:
            self.change("", "silent", not self.look.silent)
        elif command is Command.AREAS:
            self.look = replace(self.look, press_areas=not self.look.press_areas)
        elif command is Command.HISTORY:
            from device import history  # noqa: PLC0415 - not before the first frame

            self.enter(history.opened(self, self.room))
        elif command is Command.TURN:
            self.change("screen", "rotate", (self.settings.screen.rotate + 180) % 360)
        elif command is Command.SETTINGS:
            from device.settings_screens.controller import SettingsController  # noqa: PLC0415 - not before the first frame

            self.enter(SettingsController(self, self.room, self.rooms))

    def set_pin(self, stored: str) -> None:
        """Lock the referee's screens with another PIN. Raises `Refusal` where it cannot be kept."""
        keep(self.settings.pin_path, stored)
        self.referee.change(stored)

    def change(self, part: str, key: str, value: object) -> None:
        """Set something, at once and in the file. Raises `Refusal` where the value does not fit."""
        self.settings = settings = changed(self.settings, part, key, value)
        if self.file is not None:
            self.file.put(part, key, value)
        if (part, key) == ("", "language"):
            i18n.use(settings.language)
        self.look = replace(self.look, palette=PALETTES[settings.palette], silent=settings.silent)
        self.rest.after = settings.screen.dim_after_s * SECOND
        if part == "buttons":
            self.gestures = _hands(settings)
        self.outputs.apply(settings)
        self._fit()

    def facts(self) -> DeviceInfo:
        """What this device is, read now."""
        import socket  # noqa: PLC0415 - not before the first frame

        from device.peripherals.network import interfaces  # noqa: PLC0415
        from device.version import version  # noqa: PLC0415

        file = "" if self.file is None else str(self.file.path)
        return DeviceInfo(version(), socket.gethostname(), interfaces(), file, self.outputs.lit)

    def power_off(self) -> None:
        """Run the command that the settings name for it."""
        self.outputs.power_off(self.settings.power_off)

    def _fit(self) -> None:
        """Bring the picture to how it is turned, coloured and lit now; where that is new, all of it is painted anew."""
        screen = self.settings.screen
        light = 100 if self.outputs.lit else percent(self.rest.level, screen)
        anew = self.picture.set(screen.rotate, light)
        if anew or self.painter.back != self.look.palette.back:
            surface = self.picture.surface
            self.look = replace(self.look, size=surface.get_size())
            self.painter = Painter(surface, self.look.palette.back)

    def _home(self) -> HomeController:
        return HomeController(self, self.rooms, listed(self.journal.games(), self.journal.load, self.rooms))

    # -- input -----------------------------------------------------------------------------------------------------

    def post(self, item: Input) -> None:
        """Put something on the queue, from any thread."""
        self.queue.put(item)

    def handle(self, item: Input) -> None:
        """One input. A refusal becomes a sentence on the screen; nothing else has changed then."""
        self._stale = True
        self._handled_at = self.now()
        if isinstance(item, HANDS) and self._woken() and isinstance(item, Touched | Typed):
            return  # whoever touched it could not see what was under the finger
        try:
            self._handle(item)
        except Refusal as refusal:
            self.say(i18n.refusal(refusal))
        except JournalTrouble as trouble:
            self.say(i18n.tr(trouble.message))
        self._overtaken = True

    def _woken(self) -> bool:
        """Somebody did something, or something is signalled. True where the table rested until then."""
        before = self.rest.wake(self.now())
        if before is not Level.AWAKE:
            self._dim()
        return before is Level.RESTING

    def _dim(self) -> None:
        """Bring screen and displays to how bright the table is."""
        self.outputs.rest(self.rest.level)
        self._fit()

    def _handle(self, item: Input) -> None:
        if isinstance(item, RawEdge):
            self._gestures(self.gestures.edge(item.side, item.down, item.at))
        elif isinstance(item, PodReport):
            self._gestures(self.gestures.report(item.side, item.down, item.at))
        elif isinstance(item, Touched):
            self._touched(item)
        elif isinstance(item, Dragged):
            self._dragged(item, Motion.MOVE)
        elif isinstance(item, Lifted):
            self._gestures(self.fingers.lift(self.gestures, item))
            self._dragged(item, Motion.UP)
        elif isinstance(item, Typed):
            self.room.typed(item.text)
        elif isinstance(item, Saved):
            self.table.saved_through(item.game, item.n)
        elif isinstance(item, PeripheralStatus):
            self._status(item)
        elif isinstance(item, ShowMessage):
            self.say(i18n.tr(item.message))
        elif isinstance(item, EventUpdate):
            if self.event.came(item.what, self.table):
                show_game(self)
        elif isinstance(item, Quit):
            self.running = False
        else:
            self._gestures([item])

    def _gestures(self, found: Gestures) -> None:
        for one in found:
            if isinstance(one, Pressed):
                self.table.pressed(one.side, one.at)
            elif isinstance(one, Held):
                self.table.held(one.side, one.began, one.at)
            elif isinstance(one, BothHeld):
                self.table.both_held(one.at)
            elif isinstance(one, BothHeldLong):
                self.table.call_for_help()

    def _touched(self, item: Touched) -> None:
        action = self._meant(item)
        self.notices.hush()
        if isinstance(action, PressArea):
            self._gestures(self.fingers.press(self.gestures, action.side, item))
        elif isinstance(action, Grab):
            if self.fingers.grab(item.finger, action.what):
                self.room.act(Drag(action.what, item.x, item.y, Motion.DOWN))
        elif isinstance(action, Why):
            self.say(action.reason)
        elif isinstance(action, Key):
            self.room.typed(action.text)
        elif isinstance(action, EventAction):
            from device.event.answers import answer  # noqa: PLC0415 - not before the first frame

            answer(self, self.room, action)
        elif action is not None:
            self.room.act(action)

    def _meant(self, item: Touched) -> Any:
        """What a touch means: what lies under it on the picture that is shown.

        Where that picture is already out of date, because something came in just before, and the next one has
        something else there, the finger did not mean that and could not see this: it means nothing.
        """
        action = hit(self.scene, item.x, item.y)
        if self._overtaken:
            now = self.now()
            if hit(self._scene(self.looks(now), self.table.game_time(now)), item.x, item.y) != action:
                return None
        return action

    def _dragged(self, item: Dragged | Lifted, motion: Motion) -> None:
        if (held := self.fingers.held(item.finger)) is not None:
            if motion is Motion.UP:
                self.fingers.let_go()
            self.room.act(Drag(held.what, item.x, item.y, motion))

    def _status(self, item: PeripheralStatus) -> None:
        self._peripherals.tell(item)
        self.notices.trouble(item.edge, item.trouble)
        self._fit()
        if item.trouble is not None and item.edge in BUTTONS and not item.connecting:
            self.look = replace(self.look, press_areas=True)

    # -- output ----------------------------------------------------------------------------------------------------

    def frame(self) -> None:
        """Bring screen, faces and signals up to date with the state."""
        now = self.now()
        at = self.table.game_time(now)
        look = self.looks(now)
        self._show(self._scene(look, at))
        self._overtaken = False
        self._prerendered = None
        self.shown()
        self.event.show(self.table)
        for side, face in enumerate(self._faces_at(at)):
            self.beside.face(side, face, shift_at(now, self._period(side)))
        if self.beside.signal(replace(self.room.signals(at), turn=self.table.turn()), self.look.silent):
            self._woken()
            self._stale = True

    def _scene(self, look: Look, at: int) -> Scene:
        scene = self.room.scene(look, at)
        if self.event.hall is None:
            return scene
        from device.event.screens import card  # noqa: PLC0415 - a table without an event never needs it

        return scene + card(look, self.event, self.table)

    def _faces_at(self, at: int) -> tuple[OledContent, OledContent]:
        shown = self.room.oled_contents(at)
        if self.event.hall is None:
            return shown
        from device.event.screens import on_oleds  # noqa: PLC0415 - as above

        return on_oleds(shown, self.event)

    def _show(self, scene: Scene) -> None:
        self.scene = scene
        self.picture.present(self.painter.paint(scene))
        self.drawn()

    def looks(self, now: int) -> Look:
        """How screens look at device time ``now``, with what is to be said."""
        self.notices.trouble("event", self.event.trouble)
        return replace(
            self.look,
            saved=self.table.safe,
            toast=self.notices.said(now),
            trouble=self.notices.standing,
            clocks=self.clocks.bases,
            strip=self.event.strip(),
            refuses=self._refuses,
        )

    def _refuses(self, action: Any) -> str | None:
        """What the rules have against an action that records something now; None where nothing, or it records nothing.

        They are asked once a second for as long as the game stands as it does: some things end with time.
        """
        history = self.table.history
        if history is None or not (isinstance(action, Do) or action in (UNDO, REDO)):
            return None
        event = action.event if isinstance(action, Do) else Undo() if action == UNDO else Redo()
        at = self.table.game_time()
        if self._answers[0] is not history or self._answers[1] != at // SECOND:
            self._answers = (history, at // SECOND, {})
        known = self._answers[2]
        if event not in known:
            try:
                history.accept(event, at)
                known[event] = None
            except Refusal as refusal:
                known[event] = i18n.refusal(refusal)
        return known[event]

    def _period(self, side: int) -> int:
        """After how long (ns) the picture of an OLED moves by a pixel; 0: never."""
        return (self.settings.oled_a, self.settings.oled_b)[side].shift_s * SECOND

    def prerender(self) -> None:
        """Make and paint what the press that ends the turn will show, while there is time for it."""
        turn, before = self.table.turn(), self.table.history
        if turn is None:
            return
        with self.table.supposing(turn.side) as changes:
            after, now = self.table.history, self.now()
            if changes and before is not None and after is not None:
                look = self.looks(now)
                scene = self._scene(look, self.table.game_time(now))
                self.painter.prepare(scene)
                self._prerendered = Prerendered(before, after, look, scene)

    def show_prerendered(self) -> None:
        """What was foreseen has come: show it before anything is computed. The frame that follows sees to the rest."""
        foreseen, self._prerendered = self._prerendered, None
        if foreseen is not None and foreseen.has_come(self.table.history, self.looks(self.now())):
            self._show(foreseen.scene)

    def advance(self) -> int | None:
        """Let time do its part: holds, heartbeat. The device time (ns) at which something shown is due to change."""
        now = self.now()
        self.handle_all(self.gestures.advance(now))
        at = self.table.game_time(now)
        change = self.room.next_change(at)
        before = self.rest.level
        sleep = self.rest.advance(now, self.table.clock_runs)
        if self.rest.level is not before:
            self._dim()
        self._beat = self.heartbeat()
        moments = [
            sleep,
            *(now - now % period + period for side in (0, 1) if (period := self._period(side))),
            self.gestures.due,
            self.notices.until,
            self.event.due(),
            None if change is None else now + change - at,
        ]
        return min((moment for moment in moments if moment is not None), default=None)

    def heartbeat(self) -> int | None:
        """Note in the journal how far a running clock came."""
        return self.table.heartbeat()

    @property
    def pressable(self) -> bool:
        """Whether the screen's own press areas are on."""
        return self.look.press_areas

    def run(self, turned: Callable[[int], None] = lambda now: None) -> None:
        """Until somebody ends the program; then the game is left with its clock stopped."""
        super().run(turned)
        self.table.leave()
