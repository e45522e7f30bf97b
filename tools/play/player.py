"""Plays at a table by itself: edges on its pins, touches on its screen, time of its own.

What a record says somebody did is done the way a player would do it; nothing goes to the rules directly. Used to
show the whole input path without a display, to draw every screen, and to hold the screen against `dvojtah replay`.
What is special about a game's own screens stands in that game's folder.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from PIL import Image

from device.app import composition
from device.app.assembly import Kiosk
from device.common.games.registry import SPECS
from device.common.languages import DEFAULT
from device.common.settings.settings import OledSettings, ScreenSettings, SecondOledSettings, Settings
from device.demo.simulator import SimulatedFactory, SimulatedOleds, settings_for
from device.games.act_forms import NoteForm
from device.graphics.actions import DONE, MENU, REDO, REOPEN, UNDO, Call, Command, Do, Key, ResumeGame, Show
from device.graphics.widgets import place_of
from device.io.inputs import FingerDown, FingerMotion, FingerUp
from device.kiosk import screen
from device.kiosk.screen import call_on
from device.kiosk.screen_controller import ScreenController
from device.screens.home import HomeController
from rules.game import SECOND, Entry, Event
from rules.history import History
from rules.message import Refusal
from tools.play.unwatched import UnwatchedDisplay

if TYPE_CHECKING:
    from device.app.peripherals import Peripherals

T = TypeVar("T", bound=screen.Screen[Any])
C = TypeVar("C", bound=ScreenController[Any])

MS = 1_000_000
HOUR = 3600 * SECOND
NEAR = 2 * SECOND
"""How long before the end of a wait each moment is played, unless it is said otherwise."""
AHEAD = 2 * SECOND
"""How long before an event people begin to open the screens that lead to it."""

AWAKE = Settings(
    screen=ScreenSettings(dim_after_s=0), oled_a=OledSettings(shift_s=0), oled_b=SecondOledSettings(shift_s=0)
)
"""The default settings without what time alone does to a picture, so that one moment always looks the same."""


class Stuck(Exception):
    """The player cannot find what it should touch: a screen is not as a player would expect."""


@dataclass
class Clock:
    """A clock that a program moves."""

    ns: int = 1_000 * SECOND

    def __call__(self) -> int:
        """The reading in ns."""
        return self.ns


def nobody(name: str, player: Player) -> None:
    """Nobody looks at what shows."""


class Player(ABC):
    """A table with a virtual clock, and who plays at it. ``seen(name, player)`` is called for each screen that shows;
    None: nobody watches.

    ``settings`` are `AWAKE` unless given; changed ones are written to ``file`` (None: nowhere).

    While nothing but time passes, each moment at which something shown changes is played, or with a ``stride`` (ns) one
    in each stride until ``near`` its end (ns): as on a table that is busy meanwhile. Where nobody watches, a wait is
    one stride unless it is said otherwise. What the screen and the OLEDs show is painted when it is asked for.

    A game's own player says how its events are entered (`set_up`, `do`).
    """

    def __init__(
        self,
        folder: Path,
        language: str = DEFAULT,
        size: tuple[int, int] = (800, 480),
        seen: Callable[[str, Player], None] | None = None,
        settings: Settings | None = None,
        file: Path | None = None,
    ) -> None:
        given = msgspec.structs.replace(settings or AWAKE, language=language, journal=str(folder / "journal.db"))
        self.settings = settings_for(given)
        self.file = file
        self.size = size
        self.clock = Clock()
        self.stride, self.near = HOUR if seen is None else 0, NEAR
        self.moment = 0
        self.taken_along = 0
        self.seen = seen or nobody
        self.kiosk, self.peripherals, self.oleds, self.factory = self._start()

    def _start(self) -> tuple[Kiosk, Peripherals, SimulatedOleds, SimulatedFactory]:
        factory, oleds = SimulatedFactory(self.clock), SimulatedOleds(self.settings)
        display = UnwatchedDisplay(self.size)
        kiosk, peripherals = composition.assemble(
            self.settings, display, self.clock, self.file, factory=factory, connector=oleds.connect
        )
        trouble = peripherals.gpio.open() or peripherals.gpio.open_outputs()
        if trouble is not None:
            raise Stuck(str(trouble))
        kiosk.journal.now = lambda: 0  # what this disk takes is no part of a record that is always the same
        self.kiosk, self.peripherals, self.oleds = kiosk, peripherals, oleds
        display.show(kiosk.screen)
        self.settle()
        for side in (0, 1):
            self.oled(side)
        return kiosk, peripherals, oleds, factory

    def settle(self, name: str = "") -> None:
        """Let the kiosk take what waits."""
        self.kiosk.loop.settle()
        shown = name or self.showing()
        if shown:
            self.seen(shown, self)

    def oled(self, side: int) -> Image.Image | None:
        """What the OLED of ``side`` shows, None before it is there; drawn and sent when it is asked for."""
        self.peripherals.oleds.serve(side)
        return self.oleds.image(side)

    def written(self) -> None:
        """Wait until everything is on disk and the screen says so, for a picture that is always the same."""
        self.kiosk.journal.flush()
        self.kiosk.loop.settle()

    def showing(self) -> str:
        """What the screen shows, for a gallery: its name and, where that matters, the state of the game."""
        controller = self.kiosk.controller
        if isinstance(controller, HomeController):
            return "home-resume" if any(game.open for game in controller.games) else "home"
        return self.game_screen()

    def shown(self, kind: type[T]) -> T:
        """The screen that shows. Raises `Stuck` where it is none of that ``kind``."""
        controller = self.kiosk.controller
        shown = controller.current_screen() if isinstance(controller, ScreenController) else None
        if not isinstance(shown, kind):
            raise Stuck(f"no {kind.__name__} on the screen {self.showing()!r}")
        return shown

    def playing(self, kind: type[C]) -> C:
        """The controller of the game, which is of that ``kind``. Raises `Stuck` where it does not show."""
        if not isinstance(controller := self.kiosk.controller, kind):
            raise Stuck(f"no {kind.__name__} shows")
        return controller

    @abstractmethod
    def game_screen(self) -> str:
        """What the game's own screens show, for a gallery; ``""`` where it is none of interest."""

    def close(self) -> None:
        """Let the table go: its journal and its peripherals."""
        self.peripherals.close()
        self.kiosk.close()

    # -- time ------------------------------------------------------------------------------------------------------

    def until(self, at: int) -> None:
        """Let time pass until game time ``at``, moment by moment as the loop would."""
        target = self.clock.ns + at - self.kiosk.table.game_time()
        while (due := self.kiosk.loop.advance()) is not None and due < target:
            skipped = min(self.stride, target - self.near - self.clock.ns)
            self.clock.ns = max(due, self.clock.ns + 1, self.clock.ns + skipped)
            self.settle()
        self.clock.ns = max(target, self.clock.ns)
        self.kiosk.loop.step(wait=False)
        self.settle()

    def ahead(self, at: int) -> None:
        """Let time pass until shortly before game time ``at``; the touch that then records something waits for it."""
        self.moment = at
        self.until(max(at - AHEAD, self.kiosk.table.game_time()))

    def wait(self, ns: int) -> None:
        """Let ``ns`` pass."""
        self.until(self.kiosk.table.game_time() + ns)

    # -- touches ---------------------------------------------------------------------------------------------------

    def touch(self, action: Any) -> None:
        """Touch the button that carries ``action``, once people have seen it. Raises `Stuck` where there is none."""
        place = place_of(self.kiosk.scene, action)
        if place is None:
            raise Stuck(f"no {action} on the screen {self.showing()!r}")
        self.look(place)
        if self.moment > self.kiosk.table.game_time() and self.records(action):
            self.until(self.moment)
        self.kiosk.post(FingerDown(*place, self.clock.ns))
        self.settle()
        self.kiosk.post(FingerUp(*place, self.clock.ns))
        self.settle()

    def records(self, action: Any) -> bool:
        """Whether a touch on the button that carries ``action`` records something now."""
        controller = self.kiosk.controller
        if not isinstance(controller, ScreenController):
            return False
        shown, state = controller.current_screen(), controller.state
        try:
            if action is DONE:
                action = shown.on_done(state)
            elif isinstance(action, Call):
                action = getattr(shown, action.method)(state, *action.args)
        except Refusal:
            return False
        return action in (UNDO, REDO) or isinstance(action, (Do, Event, tuple, screen.Record, screen.RecordAt))

    def look(self, place: tuple[int, int]) -> None:
        """Take the time to see what has come up at a pixel before it is touched."""
        if (left := self.kiosk.guard.free_from(*place) - self.clock.ns) > 0:
            self.clock.ns += left
            self.settle()

    def drag(self, start: tuple[int, int], end: tuple[int, int], steps: int = 6) -> None:
        """Put a finger down at ``start`` (pixels), move it to ``end`` and lift it."""
        self.look(start)
        self.kiosk.post(FingerDown(*start, self.clock.ns))
        self.settle()
        for n in range(1, steps + 1):
            x, y = (start[axis] + (end[axis] - start[axis]) * n // steps for axis in (0, 1))
            self.kiosk.post(FingerMotion(x, y, self.clock.ns))
            self.settle()
        self.kiosk.post(FingerUp(*end, self.clock.ns))
        self.settle()

    def has(self, action: Any) -> bool:
        """Whether the screen has that button, and it works."""
        return place_of(self.kiosk.scene, action) is not None

    def pin(self, side: int) -> Any:
        """The pin of a clock button."""
        return self.factory.pin(getattr(self.settings.buttons, f"button_{'ab'[side]}"))

    def press(self, side: int, ms: int = 60) -> None:
        """Press a clock button, once people have seen what it means, bounces and all, and let it go after ``ms``."""
        if self.kiosk.table.history is not None:
            self.wait(max(0, self.kiosk.table.counts_from(side, self.clock.ns) - self.clock.ns))
        self.hit(side, ms)

    def hit(self, side: int, ms: int = 60) -> None:
        """Press a clock button at once, as one who does not look."""
        pin = self.pin(side)
        pin.drive_low()
        for _ in range(3):
            self.clock.ns += MS
            pin.drive_high()
            self.clock.ns += MS
            pin.drive_low()
        self.settle()
        self.wait(ms * MS)
        pin.drive_high()
        self.wait(60 * MS)

    def write(self, text: str) -> None:
        """Type a name on the keyboard of the screen, with its shift key."""
        for char in text:
            if not self.has(Key(char)):
                self.touch(Command.SHIFT)
            self.touch(Key(char))

    def number(self, value: float) -> None:
        """Type a number."""
        for figure in f"{value:g}":
            self.touch(Key(figure))

    def pull_the_plug(self) -> None:
        """The device goes dark and is started again half a minute later; the game is taken up from the home screen."""
        number = self.kiosk.table.game_id
        if number is None:
            raise Stuck("no game is on the table")
        self.close()
        self.clock.ns += 30 * SECOND
        self.kiosk, self.peripherals, self.oleds, self.factory = self._start()
        self.touch(ResumeGame(number))

    def menu(self, action: Any) -> None:
        """Something from the menu."""
        self.touch(MENU)
        self.touch(action)

    def note(self, form: type[NoteForm], seat: int | None, event: Any) -> None:
        """Note something by ``form``: one of the usual notes, or words; about the player in ``seat``, if about one."""
        self.menu(Show(form()))
        if seat is not None:
            self.touch(call_on(form.on_tap, seat))
        if not event.text:
            self.touch(Do(event))
            return
        self.touch(call_on(form.in_words))
        words: Any = self.shown(form.words_form)
        self.touch(words.change(rule=event.rule))
        self.write(event.text)
        self.touch(DONE)

    def answer(self, question: Any, event: Any) -> None:
        """An answer to a question of the menu: ``question`` is the screen that asks it."""
        self.menu(Show(question))
        self.touch(Do(event))

    def use_button(self, event: Any) -> None:
        """The button of this screen that records ``event``, or of one behind the menu."""
        if not self.has(Do(event)):
            self.touch(MENU)
        self.touch(Do(event))

    def find(self, action: Any, page: Callable[[int], Any]) -> None:
        """Touch what carries ``action`` on whichever page it stands, from the first on; ``page`` leads to one."""
        number = 0
        while not self.has(action):
            number += 1
            self.touch(page(number))
        self.touch(action)

    def substitute(self, form: type[Any], place: int, name: str) -> None:
        """Whose place it is, and the name of who takes it."""
        self.menu(Show(form()))
        self.touch(call_on(form.on_tap, place))
        self.write(name)
        self.settle("substitute-typed")
        self.touch(DONE)

    def sign(self, at: int, side: int) -> None:
        """Hold the clock button of a side, so that it signs at game time ``at``."""
        hold = self.settings.buttons.hold_ms
        self.until(at - hold * MS)
        self.press(side, hold + 100)

    def reopen(self, event: Any) -> None:
        """From the signed result, with a reason."""
        self.touch(REOPEN)
        self.touch(Do(event))

    def take_back(self) -> None:
        """Undo, wherever this screen has it; nothing, where the last step back has taken this one with it."""
        if self.taken_along:
            self.taken_along -= 1
            return
        self.taken_along = max(0, len(self.kiosk.table.to_undo) - 1)
        if self.has(UNDO):
            self.touch(UNDO)
        else:
            self.menu(UNDO)

    # -- a record --------------------------------------------------------------------------------------------------

    def play(self, record: History, before: Callable[[Entry], None] = lambda entry: None) -> History:
        """Play the whole record by its rule options; the game as this table's journal has it.

        ``before`` is called ahead of each entry.
        """
        for option in SPECS[record.game.key].rule_options():
            value = getattr(record.setup, option.key)
            if value != getattr(getattr(self.kiosk.host.settings, option.part), option.key):
                self.kiosk.host.change(option.part, option.key, value)
        self.set_up(record)
        entries = list(record.entries)
        for number, entry in enumerate(entries):
            before(entry)
            self.do(entry, entries[number + 1] if number + 1 < len(entries) else None)
        self.kiosk.journal.flush()
        self.settle()
        history = self.kiosk.table.history
        assert history is not None
        return history

    def look_about(self, later: Entry) -> None:
        """Look at screens of the game that no entry of a record needs, ``later`` being the next; for a gallery."""
        return

    @abstractmethod
    def set_up(self, record: History) -> None:
        """Bring a new game with the record's setup on the table."""

    @abstractmethod
    def do(self, entry: Entry, later: Entry | None) -> None:
        """One entry of the record; ``later`` is the one after it."""
