"""Where the kiosk's picture goes, turned and darkened, and where touches come from: a screen, a window, a surface."""

from __future__ import annotations

import contextlib
import os
import re
import socket
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

import pygame
from msgspec.structs import replace

from device.common.files.machine import read_line
from device.io.inputs import FingerDown, FingerInput, FingerMotion, FingerUp, Input, Quit, TextInput

KEYS = {
    pygame.K_BACKSPACE: "\b",
    pygame.K_RETURN: "\r",
    pygame.K_KP_ENTER: "\r",
    pygame.K_ESCAPE: "\x1b",
    pygame.K_TAB: "\t",
}

FINGER = {pygame.FINGERDOWN: FingerDown, pygame.FINGERMOTION: FingerMotion, pygame.FINGERUP: FingerUp}
MOUSE = {pygame.MOUSEBUTTONDOWN: FingerDown, pygame.MOUSEMOTION: FingerMotion, pygame.MOUSEBUTTONUP: FingerUp}

UNSEEN = frozenset({"offscreen", "dummy", "evdev"})
"""SDL's drivers that draw where nobody looks; SDL takes one by itself where it finds no display."""
LOOK = 2_000_000_000
"""How often (ns) it is looked for event devices that were plugged in."""
FOLDER = Path("/proc/self/fd")
DISPLAYS = ("/.X11-unix/X", "/wayland-")
"""Parts of the names of the sockets on which X servers and Wayland compositors listen."""
DEVICES = "/dev/input/"


DRM = Path("/sys/class/drm")
CARD = "SDL_KMSDRM_DEVICE_INDEX"
"""The environment variable by which SDL is told the number of the card."""
BUILT_IN = ("DSI", "DPI", "eDP", "LVDS")
"""Kinds of connectors that a table's own panel has; what is plugged in beside it comes after."""


def connected_displays(drm: Path) -> list[tuple[str, Path]]:
    """The card's number and the kernel's folder of each connected display (below ``drm``), first the one to draw on.

    A Pi 5 has a card for DSI, one for HDMI and one that only computes, and numbers them anew at each start; SDL takes
    the first that it finds, or none (SDL #13705).
    """
    displays = []
    for status in sorted(drm.glob("card*-*/status")):
        named = re.fullmatch(r"card(\d+)-(\w+)-.+", status.parent.name)
        if named is not None and named[2] != "Writeback" and read_line(status) == "connected":
            displays.append((named[2] not in BUILT_IN, named[1], status.parent))
    displays.sort(key=lambda display: (display[0], display[2].name.split("-", 1)[1]))
    return [(number, place) for _, number, place in displays]


def display_index(drm: Path) -> int:
    """SDL's number of the display to draw on, of those that its card has.

    SDL counts a card's connected displays in the order of their identifiers, so on the one card
    of a Pi 4 its 0 may be the monitor. 0 where the kernel does not tell them (before 6.6).
    """
    mine, *others = [place for number, place in connected_displays(drm) if number == os.environ.get(CARD)] or [drm]
    ids = [read_line(place / "connector_id") or "" for place in (mine, *others) if read_line(place / "modes")]
    return sum(int(number) < int(ids[0]) for number in ids) if ids and all(map(str.isdecimal, ids)) else 0


class NoDisplay(Exception):
    """There is no display, and nobody has asked for a driver that needs none."""


def open_display() -> str:
    """Open SDL's display; the driver's name. Raises `pygame.error`, or `NoDisplay` where nobody would see anything.

    A driver without a display is used only where it is named (``SDL_VIDEODRIVER``), as tests do.
    """
    for number, _ in connected_displays(DRM)[:1]:
        os.environ.setdefault(CARD, number)
    with _without_wayland_s_complaint():
        pygame.display.init()
    driver = pygame.display.get_driver().casefold()
    named = os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER") or ""
    if driver in UNSEEN and driver != named.casefold():
        pygame.display.quit()
        raise NoDisplay(driver)
    return driver


@contextlib.contextmanager
def _without_wayland_s_complaint() -> Iterator[None]:
    """Where there can be no Wayland, its library says so on standard error, unless it is given a path to try."""
    hopeless = not os.environ.get("XDG_RUNTIME_DIR") and not os.environ.get("WAYLAND_DISPLAY")
    if hopeless:
        os.environ["WAYLAND_DISPLAY"] = "/dev/null/wayland"
    try:
        yield
    finally:
        if hopeless:
            del os.environ["WAYLAND_DISPLAY"]


Taken = Callable[[], frozenset[int]]
"""The keys, by SDL's scancode, that are clock buttons and write nothing: `device.input_devices` reads them."""


class DisplayBackend(Protocol):
    """A place for the kiosk."""

    surface: pygame.Surface
    taken: Taken

    @property
    def wakes(self) -> Sequence[int]:
        """Descriptors that can be read once `inputs` has something; none: it has to be asked again and again."""

    def present(self, dirty: list[pygame.Rect]) -> None:
        """Show the changed rectangles."""

    def inputs(self) -> list[Input]:
        """What came in since the last call; never blocks."""


def tap(event: pygame.event.Event, size: tuple[int, int], at: int) -> Input | None:
    """A finger or the mouse as one tap or drag: the mouse events that SDL makes of a finger are left out."""
    if event.type in FINGER:
        return FINGER[event.type](round(event.x * size[0]), round(event.y * size[1]), at, event.finger_id + 1)
    if event.type not in MOUSE or event.touch:
        return None
    pressed = event.buttons[0] if event.type == pygame.MOUSEMOTION else event.button == 1
    return MOUSE[event.type](event.pos[0], event.pos[1], at) if pressed else None


def is_taken(event: pygame.event.Event, taken: frozenset[int]) -> bool:
    """Whether a key is one of the clock buttons; what a program has posted has no scancode."""
    return getattr(event, "scancode", None) in taken


def key_input(event: pygame.event.Event, taken: frozenset[int] = frozenset()) -> Input | None:
    """A key of an attached keyboard, unless it is ``taken``."""
    if event.type != pygame.KEYDOWN or is_taken(event, taken):
        return None
    text = KEYS.get(event.key) or event.unicode
    return TextInput(text) if text else None


def open_descriptors() -> dict[int, str]:
    """Every descriptor of this process and what it stands for."""
    descriptors = {}
    with contextlib.suppress(OSError):
        for name in os.listdir(FOLDER):
            with contextlib.suppress(OSError):  # the one that lists them is gone
                descriptors[int(name)] = os.readlink(FOLDER / name)
    return descriptors


def display_sockets(before: dict[int, str]) -> list[int]:
    """Those opened since ``before`` that lead to a display or to udev, which SDL 2 does not tell.

    With them the loop sleeps until somebody does something, instead of asking SDL again and again.
    """
    return [
        fd
        for fd, descriptor in open_descriptors().items()
        if before.get(fd) != descriptor and descriptor.startswith("socket:") and leads_to_display(fd)
    ]


def leads_to_display(fd: int) -> bool:
    """Whether a socket is a connection to a display, or one on which the kernel or udev announces devices."""
    try:
        with contextlib.closing(socket.socket(fileno=os.dup(fd))) as descriptor:
            if descriptor.family == socket.AF_NETLINK:
                return True
            peer = descriptor.getpeername()
    except OSError:
        return False
    name = peer.decode(errors="replace") if isinstance(peer, bytes) else str(peer)
    return any(part in name for part in DISPLAYS)


class PygameDisplay:
    """The device's own screen: full screen, or a window under a desktop."""

    def __init__(self, size: tuple[int, int], fullscreen: bool, now: Callable[[], int]) -> None:
        before = open_descriptors()
        driver = open_display()
        if driver == "x11":  # SDL would send every small change through OpenGL as a whole picture
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        index = 0
        if driver == "kmsdrm":
            index = display_index(DRM)
            # SDL tries desktop OpenGL first. Where OpenGL ES alone is installed, which is what the installer
            # brings, it takes that for the other one, says nothing, and the display stays black.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "opengles2")
        flags = pygame.FULLSCREEN if fullscreen else 0
        self.surface = pygame.display.set_mode((0, 0) if fullscreen else size, flags, display=index)
        pygame.display.set_caption("Dvojtah")
        pygame.mouse.set_visible(not fullscreen)
        self.taken: Taken = frozenset
        self._now = now
        self._sockets = display_sockets(before)
        self._kernel = driver == "kmsdrm"
        self._wakes: Sequence[int] = self._sockets
        self._looked: int | None = None

    @property
    def wakes(self) -> Sequence[int]:
        """The display's connection, or the event devices; a new device is found within seconds of being plugged in."""
        if self._kernel and (self._looked is None or self._now() >= self._looked + LOOK):
            self._looked = self._now()
            devices = [fd for fd, descriptor in open_descriptors().items() if descriptor.startswith(DEVICES)]
            self._wakes = [*self._sockets, *devices] if devices else ()
        return self._wakes

    def present(self, dirty: list[pygame.Rect]) -> None:
        """One update of what changed."""
        pygame.display.update(dirty)

    def inputs(self) -> list[Input]:
        """SDL's events as inputs."""
        size, at, taken = self.surface.get_size(), self._now(), self.taken()
        inputs = [
            Quit() if event.type == pygame.QUIT else tap(event, size, at) or key_input(event, taken)
            for event in pygame.event.get()
        ]
        return [item for item in inputs if item is not None]


def rotate_rect(rect: pygame.Rect, size: tuple[int, int], degrees: int) -> pygame.Rect:
    """Where a rectangle of an upright picture of ``size`` lies once the picture is turned clockwise."""
    x, y, w, h = rect
    wide, high = size
    for _ in range(degrees // 90):
        x, y, w, h = high - y - h, x, h, w
        wide, high = high, wide
    return pygame.Rect(x, y, w, h)


def upright(x: int, y: int, size: tuple[int, int], degrees: int) -> tuple[int, int]:
    """The pixel of the upright picture of ``size`` that lies under ``x``, ``y`` of the turned one."""
    turned = size[::-1] if degrees in (90, 270) else size
    return rotate_rect(pygame.Rect(x, y, 1, 1), turned, -degrees % 360).topleft


class OutputSurface:
    """What the kiosk draws on (``surface``), and the way from it to the display and back from its touches.

    One setting turns picture and touch together. Upright and bright the kiosk draws on the display itself; otherwise on
    a surface of its own, from which what changed is brought over.
    """

    def __init__(self, display: DisplayBackend, degrees: int = 0) -> None:
        self._display = display
        self.degrees = degrees
        self.light = 100
        self.surface = display.surface
        self._fit()

    def set(self, degrees: int, light: int) -> bool:
        """Turn the picture and show it at ``light`` percent. True where everything has to be painted anew.

        So it has where the display has another surface than before.
        """
        if (degrees, light) == (self.degrees, self.light) and self._target is self._display.surface:
            return False
        self.degrees, self.light = degrees, light
        self._fit()
        return True

    def _fit(self) -> None:
        target = self._target = self._display.surface
        self._direct = not self.degrees and self.light == 100
        if self._direct:
            self.surface = target
            return
        wide, high = target.get_size()
        size = (high, wide) if self.degrees in (90, 270) else (wide, high)
        self.surface = pygame.Surface(size, 0, target)

    def present(self, dirty: list[pygame.Rect]) -> None:
        """Bring the changed rectangles of ``surface`` to the display."""
        if self._direct:
            self._display.present(dirty)
            return
        target = self._display.surface
        shade = round(255 * self.light / 100)
        places = []
        for rect in dirty:
            place = rotate_rect(rect, self.surface.get_size(), self.degrees)
            part = self.surface.subsurface(rect)
            target.blit(pygame.transform.rotate(part, -self.degrees) if self.degrees else part, place)
            if shade < 255:
                target.fill((shade, shade, shade), place, pygame.BLEND_RGB_MULT)
            places.append(place)
        self._display.present(places)

    def inputs(self) -> list[Input]:
        """What came in on the display, touches as they lie on the upright picture."""
        return [self.to_upright(item) for item in self._display.inputs()]

    def to_upright(self, item: Input) -> Input:
        """An input of the display as one of the upright picture."""
        if not self.degrees or not isinstance(item, FingerInput):
            return item
        x, y = upright(item.x, item.y, self.surface.get_size(), self.degrees)
        return replace(item, x=x, y=y)
