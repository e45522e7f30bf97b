"""Listens to the input devices whose keys are clock buttons, and to all of them while a key is learnt.

One thread sleeps on every device that is open. New devices are looked for as long as a key is wanted; where none is,
and nothing is being learnt, it sleeps until that changes.
"""

from __future__ import annotations

import contextlib
import enum
import os
import select
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import msgspec

from device.common.settings.settings import LearntKey
from device.input_devices.kernel import InputEventDecoder, Kernel, KernelDevice, KeyChange, Mark, assign_devices
from device.input_devices.names import SCANCODES
from device.io.inputs import Input, KeyLearnt, RawEdge, Redraw, StatusReporter
from rules.game import SECOND, Nanoseconds
from rules.message import msg

LOOK_EVERY = 2 * SECOND
"""How often (ns) it is looked for devices that were plugged in."""
LEARN_FOR = 60 * SECOND
"""For how long (ns) a key that is learnt is waited for."""
NAMES = ("input device A", "input device B")
"""What their troubles are filed under."""

Wanted = tuple[LearntKey | None, LearntKey | None]


class InputButtonState(enum.Enum):
    """How the device of a clock button stands."""

    NONE = "none"
    READY = "ready"
    AWAY = "away"
    FORBIDDEN = "forbidden"


class InputButton(msgspec.Struct, frozen=True):
    """The key that is the clock button of a side (None: there is none), and how its device stands."""

    key: LearntKey | None = None
    standing: InputButtonState = InputButtonState.NONE


@dataclass(slots=True)
class OpenDevice:
    """An open device and its decoder.

    ``sides`` says of its keys which are clock buttons, and whose; ``down`` which keys are down; ``pressed`` for which
    of them a press was posted, and on which side: only that press is let go.
    """

    device: KernelDevice
    decoder: InputEventDecoder = field(default_factory=InputEventDecoder)
    sides: dict[int, int] = field(default_factory=dict)
    down: set[int] = field(default_factory=set)
    pressed: dict[int, int] = field(default_factory=dict)


class InputDevices:
    """The clock buttons on input devices. ``put`` takes `RawEdge`, `KeyLearnt`, `PeripheralStatus` and `Redraw`.

    `step` is one round, for those who bring a time and a ``system`` of their own. ``buttons``, ``learning``,
    ``devices``, ``scancodes``, `change`, `learn`, `start` and `close` are for any thread; all else belongs to the
    one that calls `step`.
    """

    def __init__(
        self,
        wanted: Wanted,
        put: Callable[[Input], None],
        now: Callable[[], Nanoseconds] = time.monotonic_ns,
        system: Kernel | None = None,
    ) -> None:
        self._put = put
        self._now = now
        self._system = Kernel() if system is None else system
        self._wanted: Wanted = wanted
        self._asked: tuple[Wanted, int | None] | None = (wanted, None)
        self._open: dict[str, OpenDevice] = {}
        self._marks: dict[str, Mark] = {}
        self._forbidden = False
        self._look_at: int | None = None
        self._until = 0
        self._statuses = tuple(StatusReporter(name, put) for name in NAMES)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._thread: threading.Thread | None = None
        self.learning: int | None = None
        self.devices = 0
        self.buttons: tuple[InputButton, InputButton] = (InputButton(wanted[0]), InputButton(wanted[1]))
        self.scancodes: frozenset[int] = frozenset()

    # -- from any thread -------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Listen in the background."""
        self._thread = threading.Thread(target=self._serve, name="input devices", daemon=True)
        self._thread.start()

    def change(self, wanted: Wanted) -> None:
        """Other keys are the clock buttons from now on."""
        self._ask(wanted, self.learning)

    def learn(self, side: int | None) -> None:
        """The next key that goes down belongs to ``side``; None: nothing is learnt."""
        self._ask(self._wanted, side)

    def _ask(self, wanted: Wanted, side: int | None) -> None:
        with self._lock:
            self._wanted, self.learning = wanted, side
            self._until = self._now() + LEARN_FOR
            self._asked = (wanted, side)
        self._wake()

    def close(self) -> None:
        """Let every device go. Closing again changes nothing."""
        self._stop.set()
        self._wake()
        if self._thread is not None:
            self._thread.join(2)
        for path in list(self._open):
            self._drop(path)
        if self._bell >= 0:
            os.close(self._bell)
        self._bell = -1

    def _wake(self) -> None:
        """Let the thread look again; nothing after `close`."""
        if self._bell >= 0:
            os.eventfd_write(self._bell, 1)

    # -- the thread ------------------------------------------------------------------------------------------------

    def _serve(self) -> None:
        while not self._stop.is_set():
            try:
                self.step()
            except Exception as error:  # whatever a driver does: the game goes on, and so do the other devices
                text = msg("The USB buttons report an error: {error}.", error=f"{type(error).__name__} {error}"[:60])
                self._statuses[0].report(text)
                self._stop.wait(LOOK_EVERY / SECOND)
            self._wait()

    def _wait(self) -> None:
        """Until something happened on a device, is asked for, or is due."""
        poll = select.poll()
        poll.register(self._bell, select.POLLIN)
        for device in self._open.values():
            poll.register(device.device.fileno(), select.POLLIN)
        due = self._due()
        poll.poll(None if due is None else max(0.0, (due - self._now()) * 1e3 / SECOND))
        with contextlib.suppress(OSError):
            os.eventfd_read(self._bell)

    def _due(self) -> Nanoseconds | None:
        """When it is to be looked again: at once where something is asked for; None where nothing is wanted."""
        if self._asked is not None:
            return self._now()
        return self._look_at if self._busy() else None

    def _busy(self) -> bool:
        return self.learning is not None or any(self._wanted)

    def step(self) -> None:
        """One round: take what is asked for, look for devices, take what they say."""
        now = self._now()
        with self._lock:
            asked, self._asked = self._asked, None
            if self.learning is not None and now >= self._until:
                self.learning, asked = None, (self._wanted, None)
        if asked is not None or (self._look_at is not None and now >= self._look_at and self._busy()):
            self._look_at = now + LOOK_EVERY
            self._look(anew=asked is not None)
        for path, device in list(self._open.items()):
            try:
                self._listen(device)
            except OSError:  # pulled out
                self._drop(path)
                self._assign()

    def _look(self, anew: bool) -> None:
        """Open what is new, close what is gone or not needed. ``anew``: look also at what was not needed before."""
        there = self._system.paths() if self._busy() else {}
        for path in [path for path in self._open if self._marks.get(path) != there.get(path)]:
            self._drop(path)
        if anew:
            self._marks = {path: mark for path, mark in self._marks.items() if path in self._open}
        self._forbidden = False
        for path, mark in there.items():
            if self._marks.get(path) == mark:
                continue
            try:
                device = self._system.open(path)
            except PermissionError:  # perhaps its rights are set in a moment, or somebody has to set them
                self._forbidden = True
                continue
            except OSError:
                continue
            self._marks[path] = mark
            if device.keys:
                self._open[path] = OpenDevice(device)
            else:
                device.close()
        self._marks = {path: mark for path, mark in self._marks.items() if path in there}
        self._assign()
        if self.learning is None:
            for path in [path for path, device in self._open.items() if not device.sides]:
                mark = self._marks[path]
                self._drop(path)
                self._marks[path] = mark  # seen, and not needed
        count = len(self._open) if self.learning is not None else 0
        if count != self.devices:
            self.devices = count
            self._put(Redraw())

    def _assign(self) -> None:
        """Say of each device which of its keys are clock buttons, and how they stand."""
        places = assign_devices(self._wanted, {path: device.device.identity for path, device in self._open.items()})
        for path, device in self._open.items():
            sides = {key.code: side for side, key in enumerate(self._wanted) if key and places.get(side) == path}
            device.sides = sides
            self._let_go(device, [code for code, side in device.pressed.items() if sides.get(code) != side])
        self.scancodes = frozenset(
            SCANCODES[code] for device in self._open.values() for code in device.sides if code in SCANCODES
        )
        buttons = self._standing(0, places), self._standing(1, places)
        if buttons != self.buttons:
            self.buttons = buttons
            self._put(Redraw())

    def _standing(self, side: int, places: dict[int, str]) -> InputButton:
        key, trouble = self._wanted[side], None
        if key is None:
            button = InputButton()
        elif side in places:
            button = InputButton(key, InputButtonState.READY)
        else:
            named = {"side": "AB"[side], "device": key.device.name}
            button = InputButton(key, InputButtonState.FORBIDDEN if self._forbidden else InputButtonState.AWAY)
            trouble = msg("Clock button {side} is not plugged in ({device}); use the screen's own.", **named)
            if self._forbidden:
                trouble = msg(
                    "Clock button {side} may not be read ({device}); add the user to the group {group}.",
                    **named,
                    group="input",
                )
        self._statuses[side].report(trouble)
        return button

    def _listen(self, device: OpenDevice) -> None:
        """Take what a device says. Raises OSError where it is gone."""
        while raw := device.device.read():
            for event in device.decoder.feed(raw):
                if isinstance(event, KeyChange):
                    self._changed(device, event.code, event.down, event.at)
                else:
                    down = device.device.down()  # events were lost: what is now other than it was has changed meanwhile
                    for code in sorted(device.down ^ down):
                        self._changed(device, code, code in down, event.at)

    def _changed(self, device: OpenDevice, code: int, down: bool, at: Nanoseconds) -> None:
        (device.down.add if down else device.down.discard)(code)
        if down and self.learning is not None and code in device.device.keys:
            with self._lock:
                side, self.learning = self.learning, None
                self._asked = (self._wanted, None)
            if side is not None:
                self._put(KeyLearnt(side, LearntKey(code, device.device.identity).text))
        else:
            now = self._now()
            stamp = min(at, now) if device.device.stamped else now
            if not down:
                self._let_go(device, [code], stamp)
            elif (mine := device.sides.get(code)) is not None:
                device.pressed[code] = mine
                self._put(RawEdge(mine, True, stamp))

    def _let_go(self, device: OpenDevice, codes: Iterable[int], at: Nanoseconds | None = None) -> None:
        """Post the release of those keys of which a press was posted; ``at``: when (ns), else now."""
        for code in codes:
            if (mine := device.pressed.pop(code, None)) is not None:
                self._put(RawEdge(mine, False, self._now() if at is None else at))

    def _drop(self, path: str) -> None:
        """Let a device go; its keys that are down count as released."""
        device = self._open.pop(path)
        self._marks.pop(path, None)
        self._let_go(device, list(device.pressed))
        device.device.close()
