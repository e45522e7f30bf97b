"""Buttons of any input device as clock buttons: learnt by pressing them, forgotten, and whether they are plugged in."""

from __future__ import annotations

from dataclasses import dataclass

from device.common.i18n import t
from device.graphics.canvas import Canvas
from device.graphics.headings import below_heading, heading
from device.graphics.widgets import Rect
from device.input_devices.names import name_of
from device.input_devices.watcher import InputButton, InputButtonState
from device.io.inputs import ButtonGesture, KeyLearnt
from device.kiosk.moment import Moment
from device.kiosk.screen import Next, Screen, ask, draw_panel, draw_side_card
from device.kiosk.screen_controller import CLOSE, OverlayController


@dataclass(frozen=True, slots=True)
class UsbButtons:
    """The button of each side, the side that is being learnt (None: none), and how many devices are listened to then.

    ``there`` is false until the devices can be asked at all.
    """

    seen: tuple[InputButton, InputButton] = (InputButton(), InputButton())
    learning: int | None = None
    devices: int = 0
    there: bool = False


class InputDevicesScreen(Screen[UsbButtons]):
    """A card for each side: its key, its device, and whether that is plugged in."""

    def draw(self, canvas: Canvas, view: Moment[UsbButtons]) -> Rect:
        """Both cards, and what to do."""
        state, look = view.state, canvas.look
        tall = look.portrait
        head, cards, foot = below_heading(canvas, (560, 110) if tall else (300, 92))
        heading(canvas, head, t("USB buttons"), t("arcade buttons, pedals, keyboards, remotes"))
        for side, box in enumerate(canvas.by_side(canvas.split(cards, (1, 1)))):
            self.card(canvas, box, side, state)
        p = look.palette
        words = draw_panel(canvas, foot, p.panel, 14, 6)
        canvas.text(words, self.advice(state), 18, "regular", p.muted, "center", lines=4 if tall else 3)
        return foot

    def advice(self, state: UsbButtons) -> str:
        """What to do now."""
        if not state.there:
            return t("The devices are being opened; a moment.")
        if state.learning is None:
            return t("Touch Learn and press the button that the players of that side will press. Mice do not count.")
        if state.devices:
            return t("Devices with buttons: {n}. What is plugged in now works within two seconds.", n=state.devices)
        return t("No device with buttons is plugged in; plug one in, it works within two seconds.")

    def card(self, canvas: Canvas, rect: Rect, side: int, state: UsbButtons) -> None:
        """One side."""
        p, u = canvas.look.palette, canvas.u
        button, learning = state.seen[side], state.learning == side
        _, body = draw_side_card(canvas, rect, side)
        standing, words, controls = canvas.rows(body, (30, 130, 60), u(4))
        why = None if state.there else t("The devices are being opened; a moment.")
        if learning:
            left = (side == 0) != canvas.look.swapped
            text = t("Press the left button now.") if left else t("Press the right button now.")
            if canvas.look.portrait:
                text = t("Press button {side} now.", side="AB"[side])
            canvas.text(words, text, 30, "bold", p.text, "center", lines=3)
            canvas.button(controls, t("Cancel"), ask(InputDevicesController.learn, None), size=20)
            return
        good = button.standing in (InputButtonState.READY, InputButtonState.NONE)
        canvas.text(standing, standing_of(button), 19, "semibold", p.text if good else p.warn)
        if button.key is None:
            canvas.text(words, t("Buttons on pins and pods work as usual."), 17, "regular", p.muted, lines=3)
            canvas.button(
                controls, t("Learn"), ask(InputDevicesController.learn, side), style="primary", size=22, why=why
            )
            return
        name, device, port = canvas.rows(words, (44, 44, 34), 0)
        canvas.text(name, name_of(button.key.code), 26, "bold", p.text)
        canvas.text(device, button.key.device.name, 17, "regular", p.muted, lines=2)
        canvas.text(port, button.key.device.phys, 14, "regular", p.muted, lines=2)
        learn, forget = canvas.cols(controls, (1, 1))
        canvas.button(learn, t("Learn again"), ask(InputDevicesController.learn, side), size=19, why=why)
        canvas.button(forget, t("Forget"), ask(InputDevicesController.forget, side), size=19)

    def on_back(self, state: UsbButtons) -> Next[UsbButtons]:
        """To where one came from; where a button is being learnt, only that ends."""
        return CLOSE if state.learning is None else ask(InputDevicesController.learn, None)


def standing_of(button: InputButton) -> str:
    """How the device of a clock button stands."""
    return {
        InputButtonState.NONE: t("none learnt"),
        InputButtonState.READY: t("plugged in"),
        InputButtonState.AWAY: t("is not plugged in"),
        InputButtonState.FORBIDDEN: t("may not be read (group input)"),
    }[button.standing]


class InputDevicesController(OverlayController[UsbButtons]):
    """The USB buttons over whatever was shown before."""

    first = InputDevicesScreen

    @property
    def state(self) -> UsbButtons:
        """The buttons as they are set now."""
        keys = self.host.keys
        return UsbButtons() if keys is None else UsbButtons(keys.buttons, keys.learning, keys.devices, there=True)

    def _on_key_learnt(self, item: KeyLearnt) -> None:
        """The key that was pressed. Raises `Refusal` where it is the other side's already."""
        self.host.change("input_devices", f"button_{'ab'[item.side]}", item.key)
        self.host.say(t("Learnt. Press it in a game to see it work."))

    def learn(self, side: int | None) -> None:
        """The next key is the clock button of ``side``; None: none is."""
        if self.host.keys is not None:
            self.host.keys.learn(side)

    def forget(self, side: int) -> None:
        """That side has no key any more."""
        self.host.change("input_devices", f"button_{'ab'[side]}", "")

    def on_text(self, text: str) -> None:
        """Whatever key is being learnt, it means nothing else."""
        if self.state.learning is None:
            super().on_text(text)

    def takes(self, gesture: ButtonGesture) -> bool:
        """While a key is being learnt no clock button plays."""
        return self.state.learning is not None or super().takes(gesture)
