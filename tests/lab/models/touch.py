"""A touchscreen through uinput: a finger as the kernel's multitouch protocol, type B, has it."""

from __future__ import annotations

from evdev import AbsInfo, UInput
from evdev import ecodes as e

SIZE = (800, 480)


class Touchscreen:
    """Ten fingers' worth of glass, one finger on it."""

    def __init__(self) -> None:
        x, y = (AbsInfo(0, 0, most - 1, 0, 0, 8) for most in SIZE)
        slots, ids = AbsInfo(0, 0, 9, 0, 0, 0), AbsInfo(0, 0, 65535, 0, 0, 0)
        axes = [
            (e.ABS_X, x),
            (e.ABS_Y, y),
            (e.ABS_MT_SLOT, slots),
            (e.ABS_MT_TRACKING_ID, ids),
            (e.ABS_MT_POSITION_X, x),
            (e.ABS_MT_POSITION_Y, y),
        ]
        self._device = UInput(
            {e.EV_KEY: [e.BTN_TOUCH], e.EV_ABS: axes}, name="Lab touchscreen", input_props=[e.INPUT_PROP_DIRECT]
        )
        self._touches = 0

    def down(self, x: int, y: int) -> None:
        """Put the finger down."""
        self._touches += 1
        for code, value in (
            (e.ABS_MT_SLOT, 0),
            (e.ABS_MT_TRACKING_ID, self._touches),
            (e.ABS_MT_POSITION_X, x),
            (e.ABS_MT_POSITION_Y, y),
            (e.ABS_X, x),
            (e.ABS_Y, y),
        ):
            self._device.write(e.EV_ABS, code, value)
        self._device.write(e.EV_KEY, e.BTN_TOUCH, 1)
        self._device.syn()

    def up(self) -> None:
        """Lift it."""
        self._device.write(e.EV_ABS, e.ABS_MT_TRACKING_ID, -1)
        self._device.write(e.EV_KEY, e.BTN_TOUCH, 0)
        self._device.syn()

    def close(self) -> None:
        """Unplug it."""
        self._device.close()
