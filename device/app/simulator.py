"""The whole table in one window: touchscreen, two OLEDs, two clock buttons with their lamps.

The same peripherals as on the device: the buttons are gpiozero's mock pins, chosen by name, the OLEDs luma's in-memory
device. Mouse on a button or keys A and L press it; holding holds it. While names are typed, A and L are letters.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pygame
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin
from luma.core.device import dummy
from PIL import Image

from device.app import composition
from device.i18n import t
from device.kiosk.canvas import Canvas
from device.kiosk.display import Taken, is_taken, open_display, tap, typed
from device.kiosk.kiosk import Kiosk
from device.kiosk.look import Look
from device.kiosk.painter import draw
from device.kiosk.palette import DARK
from device.kiosk.widgets import Rect
from device.peripherals.oled import Display
from device.settings.settings import Buttons, Oled, SecondOled, Settings
from device.table.inputs import Input, Quit
from rules.game import SECOND
from rules.message import Message

STRIP = 176
"""Height of the part of the window below the touchscreen."""


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

    def connect(self, oled: Oled) -> Display:
        """A display that keeps its picture in memory."""
        side = int(isinstance(oled, SecondOled))
        display: Display = dummy(width=128, height=64, mode="1")
        self.displays[side] = display
        return display

    def image(self, side: int) -> Image.Image | None:
        """What the display of ``side`` shows now."""
        display = self.displays[side]
        return None if display is None else display.image


def settings_for(settings: Settings) -> Settings:
    """The settings with the simulator's pins; OLEDs that are switched off are there, the computer stays on."""
    buttons = msgspec.structs.replace(settings.buttons, pin_factory="mock")
    a, b = (msgspec.structs.replace(one, type="ssd1306") for one in (settings.oled_a, settings.oled_b))
    return msgspec.structs.replace(settings, buttons=buttons, oled_a=a, oled_b=b, power_off="")


class SimulatorDisplay:
    """The window. Its upper part is the kiosk's touchscreen, the strip below shows what stands beside it."""

    def __init__(
        self, settings: Settings, factory: SimulatedFactory, oleds: SimulatedOleds, now: Callable[[], int]
    ) -> None:
        open_display()
        wide, high = settings.screen.width, settings.screen.height
        self.window = pygame.display.set_mode((wide, high + STRIP))
        pygame.display.set_caption("Dvojtah")
        self.surface = self.window.subsurface((0, 0, wide, high))
        self.factory = factory
        self.oleds = oleds
        self.wired: Callable[[], Buttons] = lambda: settings.buttons
        self._now = now
        self._shown: object = None
        self._strip = Rect(0, high, wide, STRIP)
        third = (wide - 2 * 264) // 2
        self.buttons = (
            Rect(12, high + 16, third - 24, STRIP - 32),
            Rect(wide - third + 12, high + 16, third - 24, STRIP - 32),
        )
        self._down: list[str | None] = [None, None]
        self.playing: Callable[[], bool] = lambda: True
        self.taken: Taken = frozenset
        self.wakes: Sequence[int] = ()  # lamps and OLEDs are looked at whenever inputs are

    def present(self, dirty: list[pygame.Rect]) -> None:
        """Update what changed on the touchscreen; the strip has its own turn in `inputs`."""
        if dirty:
            pygame.display.update(dirty)

    def pin(self, name: str) -> Any:
        """A line of the table by its name in the settings, for instance ``"lamp_a"``."""
        return self.factory.pin(getattr(self.wired(), name))

    def draw_strip(self) -> None:
        """OLEDs, buttons and lamps, where something about them changed."""
        images = [self.oleds.image(side) for side in (0, 1)]
        lamps = [bool(self.pin(f"lamp_{letter}").state) for letter in "ab"]
        seen = ([image.tobytes() if image else b"" for image in images], lamps, list(self._down))
        if seen == self._shown:
            return
        self._shown = seen
        canvas = Canvas(Look(size=(self._strip.w, self._strip.y + self._strip.h)))
        canvas.panel(self._strip, (44, 34, 26), radius=0)
        for side, box in enumerate(self.buttons):
            red, green, blue = DARK.pair[side]
            canvas.panel(box, DARK.pair[side] if lamps[side] else (red // 3, green // 3, blue // 3), radius=30)
            down = self._down[side] is not None
            canvas.text(
                Rect(box.x, box.y, box.w, box.h),
                t("held") if down else "AL"[side],
                34,
                "bold",
                DARK.pair_ink if lamps[side] else DARK.text,
                "center",
            )
        for widget in canvas.scene():
            draw(self.window, widget)
        for side, image in enumerate(images):
            x = self.buttons[0].x + self.buttons[0].w + 16 if side == 0 else self.buttons[1].x - 16 - 256
            if image is not None:
                large = image.convert("RGB").resize((256, 128), Image.Resampling.NEAREST)
                picture = pygame.image.frombytes(large.tobytes(), large.size, "RGB")
                self.window.blit(picture, (x, self._strip.y + 24))
        pygame.display.update(pygame.Rect(self._strip))

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

    def _is_button(self, event: pygame.event.Event) -> bool:
        """Keys A and L are clock buttons while a game is on the table; what is down can always go up."""
        if event.type == pygame.KEYDOWN and is_taken(event, self.taken()):
            return False
        held = event.type == pygame.KEYUP and any(self._down)
        return event.key in (pygame.K_a, pygame.K_l) and (held or self.playing())

    def inputs(self) -> list[Input]:
        """Window events: touches above, buttons below, keys A and L."""
        found: list[Input | None] = []
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                found.append(Quit())
            elif event.type in (pygame.KEYDOWN, pygame.KEYUP) and self._is_button(event):
                side = int(event.key == pygame.K_l)
                if event.type == pygame.KEYUP:
                    self.release(f"key {side}")
                else:
                    self.press(side, f"key {side}")
            elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and event.pos[1] >= self._strip.y:
                for side, box in enumerate(self.buttons):
                    if box.contains(*event.pos):
                        self.press(side, "mouse")
            else:
                if event.type == pygame.MOUSEBUTTONUP:
                    self.release("mouse")
                found.append(tap(event, self.window.get_size(), self._now()) or typed(event, self.taken()))
        self.draw_strip()
        return [one for one in found if one is not None]


def run_simulator(settings: Settings, trouble: Message | None = None, file: Path | None = None) -> int:
    """The table in a window, until it is closed."""
    mine = settings_for(settings)
    factory = SimulatedFactory()
    oleds = SimulatedOleds(mine)
    display = SimulatorDisplay(mine, factory, oleds, time.monotonic_ns)

    def ready(kiosk: Kiosk) -> None:
        display.playing = lambda: kiosk.table.history is not None
        display.wired = lambda: kiosk.host.settings.buttons

    return composition.run(mine, display, trouble, factory, oleds.connect, ready, file)
