"""Input devices that a test plugs in, presses and pulls out, and what reads them, on a clock of its own."""

from __future__ import annotations

from device.common.settings.settings import Identity, LearntKey
from device.input_devices.kernel import EVENT
from device.input_devices.watcher import InputDevices
from device.io.inputs import KeyLearnt, PeripheralStatus, RawEdge
from rules.game import SECOND

ENCODER = Identity(0x0079, 0x0006, "usb-3f980000.usb-1.2/input0", "DragonRise Inc. Generic USB Joystick")
KEYBOARD = Identity(0x046D, 0xC31C, "usb-3f980000.usb-1.3/input0", "Logitech USB Keyboard")
TRIGGER, THUMB = 0x120, 0x121
A, B, ENTER = 30, 48, 28


def key(code: int, device: Identity = ENCODER) -> LearntKey:
    return LearntKey(code, device)


def event(at: int, kind: int, code: int, value: int) -> bytes:
    """One event as the kernel writes it; ``at`` in ns."""
    return EVENT.pack(at // SECOND, at % SECOND // 1000, kind, code, value)


def press(at: int, code: int, value: int = 1) -> bytes:
    """A change of a key with the report's end, as a keyboard sends it."""
    return event(at, 4, 4, 0x70004) + event(at, 1, code, value) + event(at, 0, 0, 0)


class FakeDevice:
    def __init__(self, identity: Identity, keys: set[int], stamped: bool = True) -> None:
        self.identity, self.keys, self.stamped = identity, frozenset(keys), stamped
        self.waiting = b""
        self.held: set[int] = set()
        self.gone = self.closed = False
        self.opened = 0

    def fileno(self) -> int:
        return -1

    def read(self) -> bytes:
        if self.gone:
            raise OSError(19, "No such device")
        raw, self.waiting = self.waiting, b""
        return raw

    def down(self) -> frozenset[int]:
        return frozenset(self.held)

    def close(self) -> None:
        self.closed = True


class FakeSystem:
    """A /dev/input of a test's own."""

    def __init__(self) -> None:
        self.there: dict[str, FakeDevice] = {}
        self.forbidden: set[str] = set()
        self.marks: dict[str, int] = {}
        self._plugged = 0

    def plug(self, path: str, device: FakeDevice) -> FakeDevice:
        self._plugged += 1
        self.there[path], self.marks[path] = device, self._plugged
        device.gone = device.closed = False
        return device

    def pull(self, path: str) -> None:
        self.there.pop(path).gone = True

    def paths(self):
        return {path: (1, 2, self.marks[path]) for path in self.there}

    def open(self, path: str) -> FakeDevice:
        if path in self.forbidden:
            raise PermissionError(13, "Permission denied")
        device = self.there[path]
        device.opened += 1
        device.closed = False
        return device


class Bench:
    """The table's input devices, and the inputs that they brought."""

    def __init__(self, a: LearntKey | None = None, b: LearntKey | None = None) -> None:
        self.system, self.time, self.heard = FakeSystem(), 100 * SECOND, []
        self.keys = InputDevices((a, b), self.heard.append, lambda: self.time, self.system)

    def step(self, after: float = 0.0) -> list:
        """Let ``after`` seconds pass and one round be done; what came of it."""
        self.time += round(after * SECOND)
        self.heard.clear()
        self.keys.step()
        return list(self.heard)

    def edges(self, after: float = 0.0) -> list[RawEdge]:
        return [edge for edge in self.step(after) if isinstance(edge, RawEdge)]

    def troubles(self, after: float = 0.0) -> dict[str, str | None]:
        statuses = [status for status in self.step(after) if isinstance(status, PeripheralStatus)]
        return {status.name: status.trouble and str(status.trouble) for status in statuses}

    def learnt(self, after: float = 0.0) -> list[KeyLearnt]:
        return [learnt_key for learnt_key in self.step(after) if isinstance(learnt_key, KeyLearnt)]
