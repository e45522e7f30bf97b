"""The whole table in one window: touchscreen, two OLEDs, two clock buttons with their lamps.

The same peripherals as on the device: the buttons are gpiozero's mock pins, the OLEDs luma's in-memory
device. The mouse on a button presses it, and so do the keys A and ← (left), L and → (right); holding holds it. On a
screen with keys for letters A and L are letters, and the arrows still press.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pygame
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin
from luma.core.device import dummy
from PIL import Image

from device.app import composition
from device.app.assembly import Kiosk
from device.common.i18n import t
from device.common.settings.settings import ButtonSettings, OledSettings, SecondOledSettings, Settings
from device.graphics.canvas import Canvas
from device.graphics.display import Taken, is_taken, key_input, open_display, tap
from device.graphics.keyboards import takes_letters
from device.graphics.look import Look
from device.graphics.painter import draw
from device.graphics.palette import DARK
from device.graphics.widgets import Rect
from device.io.inputs import Input, Quit
from device.peripherals.oled import Display
from rules.game import SECOND
from rules.message import Message

STRIP = 176
"""Height of what stands below the touchscreen: both displays between both buttons."""
COLUMN = 280
"""Width of what stands beside a touchscreen that is too narrow for that: each display over its button."""
FACE = (256, 128)
"""A display in the window, in pixels: each of its own is two by two."""
LEAST_BUTTON = 100
"""The least width of a button."""
LETTER_KEYS = {pygame.K_a: 0, pygame.K_l: 1}
"""Keys that press a clock button where no letters are typed."""
ARROW_KEYS = {pygame.K_LEFT: 0, pygame.K_RIGHT: 1}
"""Keys that always do."""


class SimulatedPin(MockPin):  # type: ignore[misc] # gpiozero has no types
    """A mock pin whose edges carry the factory's own time."""

    def _call_when_changed(self) -> None:
        PiPin._call_when_changed(self, self.factory.ticks(), self._state)


class SimulatedFactory(MockFactory):  # type: ignore[misc] # gpiozero has no types
    """gpiozero's mock pins on a clock that is passed in (ns)."""

    def __init__(self, now: Callable[[], int] = time.monotonic_ns) -> None:
        super().__init__(pin_class=SimulatedPin)
        self.now = now

    def ticks(self) -> int:
        """The clock's reading in ns."""
        return self.now()

    @staticmethod
    def ticks_diff(later: int, earlier: int) -> float:
        """The difference of two readings in seconds."""
        return (later - earlier) / SECOND


class SimulatedOleds:
    """The two in-memory OLEDs; `connect` serves as the OLEDs' connector."""

    def __init__(self, settings: Settings) -> None:
        self.displays: list[Any] = [None, None]

    def connect(self, oled: OledSettings) -> Display:
        """A display that keeps its picture in memory."""
        side = int(isinstance(oled, SecondOledSettings))
        display: Display = dummy(width=128, height=64, mode="1")
        self.displays[side] = display
        return display

    def image(self, side: int) -> Image.Image | None:
        """What the display of ``side`` shows now."""
        display = self.displays[side]
        return None if display is None else display.image


def settings_for(settings: Settings) -> Settings:
    """The settings with the simulator's pins; OLEDs that are switched off are there, the computer stays on."""
    buttons = msgspec.structs.replace(settings.buttons, pin_factory="lgpio")
    a, b = (
        msgspec.structs.replace(oled_settings, type="ssd1306") for oled_settings in (settings.oled_a, settings.oled_b)
    )
    return msgspec.structs.replace(settings, buttons=buttons, oled_a=a, oled_b=b, power_off="")


class Layout(NamedTuple):
    """Where things are in the window: its size, what is not touchscreen, and in it both buttons and both displays."""

    window: tuple[int, int]
    table: Rect
    buttons: tuple[Rect, Rect]
    faces: tuple[Rect, Rect]


def layout(wide: int, high: int) -> Layout:
    """The window round a touchscreen of ``wide`` by ``high`` pixels."""
    third = (wide - 2 * (FACE[0] + 8)) // 2
    if third - 24 >= LEAST_BUTTON and wide >= high:
        buttons = (
            Rect(12, high + 16, third - 24, STRIP - 32),
            Rect(wide - third + 12, high + 16, third - 24, STRIP - 32),
        )
        faces = (Rect(third + 4, high + 24, *FACE), Rect(wide - third - 4 - FACE[0], high + 24, *FACE))
        return Layout((wide, high + STRIP), Rect(0, high, wide, STRIP), buttons, faces)
    half, x = high // 2, wide + (COLUMN - FACE[0]) // 2
    below = min(STRIP - 32, half - FACE[1] - 36)
    buttons = (Rect(x, 24 + FACE[1], FACE[0], below), Rect(x, half + 24 + FACE[1], FACE[0], below))
    faces = (Rect(x, 12, *FACE), Rect(x, half + 12, *FACE))
    return Layout((wide + COLUMN, high), Rect(wide, 0, COLUMN, high), buttons, faces)


class SimulatorDisplay:
    """The window: the kiosk's touchscreen, and below or beside it what stands on the table."""

    def __init__(
        self, settings: Settings, factory: SimulatedFactory, oleds: SimulatedOleds, now: Callable[[], int]
    ) -> None:
        open_display()
        wide, high = settings.screen.width, settings.screen.height
        self.layout = layout(wide, high)
        self.window = pygame.display.set_mode(self.layout.window)
        pygame.display.set_caption("Dvojtah")
        self.surface = self.window.subsurface((0, 0, wide, high))
        self.factory = factory
        self.oleds = oleds
        self.wired: Callable[[], ButtonSettings] = lambda: settings.buttons
        self._now = now
        self._shown: object = None
        self._down: list[str | None] = [None, None]
        self.typing: Callable[[], bool] = lambda: False
        self.taken: Taken = frozenset
        self.wakes: Sequence[int] = ()  # lamps and OLEDs are looked at whenever inputs are

    def present(self, dirty: list[pygame.Rect]) -> None:
        """Update what changed on the touchscreen; the rest has its own turn in `inputs`."""
        if dirty:
            pygame.display.update(dirty)

    def pin(self, name: str) -> Any:
        """A line of the table by its name in the settings, for instance ``"lamp_a"``."""
        return self.factory.pin(getattr(self.wired(), name))

    def draw_table(self) -> None:
        """OLEDs, buttons and lamps, where something about them changed."""
        images = [self.oleds.image(side) for side in (0, 1)]
        lamps = [bool(self.pin(f"lamp_{letter}").state) for letter in "ab"]
        seen = ([image.tobytes() if image else b"" for image in images], lamps, list(self._down))
        if seen == self._shown:
            return
        self._shown = seen
        canvas = Canvas(Look(size=self.layout.window))
        canvas.panel(self.layout.table, (44, 34, 26), radius=0)
        for side, box in enumerate(self.layout.buttons):
            red, green, blue = DARK.pair[side]
            canvas.panel(box, DARK.pair[side] if lamps[side] else (red // 3, green // 3, blue // 3), radius=30)
            caption = "AL"[side] if self._down[side] is None else t("held")
            canvas.text(box, caption, 34, "bold", DARK.pair_ink if lamps[side] else DARK.text, "center")
        for widget in canvas.scene():
            draw(self.window, widget)
        for face, image in zip(self.layout.faces, images, strict=True):
            if image is not None:
                large = image.convert("RGB").resize(FACE, Image.Resampling.NEAREST)
                picture = pygame.image.frombytes(large.tobytes(), large.size, "RGB")
                self.window.blit(picture, (face.x, face.y))
        pygame.display.update(pygame.Rect(self.layout.table))

    def press(self, side: int, by: str) -> None:
        """The button goes down, held by the mouse or a key."""
        if self._down[side] is None:
            self._down[side] = by
            self.pin(f"button_{'ab'[side]}").drive_low()

    def release(self, by: str) -> None:
        """Whatever ``by`` held goes up."""
        for side in (0, 1):
            if self._down[side] == by:
                self._down[side] = None
                self.pin(f"button_{'ab'[side]}").drive_high()

    def _side_of(self, event: pygame.event.Event) -> int | None:
        """Which clock button a key presses now; None where it is a key like any other."""
        if is_taken(event, self.taken()):
            return None
        if event.key in LETTER_KEYS and self.typing():
            return None
        return LETTER_KEYS.get(event.key, ARROW_KEYS.get(event.key))

    def inputs(self) -> list[Input]:
        """Window events: touches, buttons, keys."""
        inputs: list[Input | None] = []
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                inputs.append(Quit())
            elif event.type == pygame.KEYUP:
                self.release(f"key {event.key}")  # whatever shows by now
            elif event.type == pygame.KEYDOWN and (side := self._side_of(event)) is not None:
                self.press(side, f"key {event.key}")
            elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.layout.table.contains(*event.pos):
                for side, box in enumerate(self.layout.buttons):
                    if box.contains(*event.pos):
                        self.press(side, "mouse")
            else:
                if event.type == pygame.MOUSEBUTTONUP:
                    self.release("mouse")
                inputs.append(tap(event, self.window.get_size(), self._now()) or key_input(event, self.taken()))
        self.draw_table()
        return [event for event in inputs if event is not None]


def run_simulator(settings: Settings, trouble: Message | None = None, file: Path | None = None) -> int:
    """The table in a window, until it is closed."""
    mine = settings_for(settings)
    factory = SimulatedFactory()
    oleds = SimulatedOleds(mine)
    display = SimulatorDisplay(mine, factory, oleds, time.monotonic_ns)

    def ready(kiosk: Kiosk) -> None:
        display.typing = lambda: takes_letters(kiosk.composer.current_frame(kiosk.now()).scene)
        display.wired = lambda: kiosk.host.settings.buttons

    return composition.run(mine, display, trouble, ready, file, factory=factory, connector=oleds.connect)
