"""What the hardware has to do in each step of bringing a table up."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from device.bring_up.header import SPARE
from device.bring_up.steps import BUTTONS, LAMPS, OLED_PARTS, OLEDS, SIDE_OF, BringUp, WiringStep, oled_of
from device.common.settings.settings import OledSettings, Settings
from device.io.signals import Beep, Lamp, Signals


class Picture(msgspec.Struct, frozen=True):
    """A display, the side's letter that it is to show within a frame, and whether black on white."""

    oled: OledSettings
    side: int
    bright: bool = False


class Needs(msgspec.Struct, frozen=True):
    """What the hardware has to do: listen on ``spare`` pins beside the buttons', drive the ``outputs``, look for
    displays, show pictures."""

    settings: Settings
    listens: bool = False
    spare: tuple[int, ...] = ()
    outputs: bool = False
    signals: Signals = Signals()
    looks: bool = False
    pictures: tuple[Picture, ...] = ()


def needs_of(state: BringUp) -> Needs:
    """What the hardware has to do in this state."""
    settings, step = state.settings, state.step
    if step in BUTTONS:
        spare = tuple(pin for pin in SPARE if pin not in state.pins)
        return Needs(settings, listens=True, spare=spare)
    if step in LAMPS:
        return Needs(settings, listens=True, outputs=True, signals=_lamp(state.side, Lamp.SLOW))
    if step is WiringStep.BUZZER:
        return Needs(settings, listens=True, outputs=True, signals=Signals(beep=(Beep.LAST, Beep.LOW)[state.beeps % 2]))
    if step in OLEDS:
        now: list[WiringStep] = [step] if state.adopted else []
        before: list[WiringStep] = (
            [WiringStep.OLED_A] if step is WiringStep.OLED_B and settings.oled_a.type != "none" else []
        )
        return Needs(settings, looks=True, pictures=_pictures(state, before + now))
    if step is WiringStep.SIDES:
        return Needs(settings, pictures=_pictures(state, OLEDS))
    if step is WiringStep.TURNS:
        shown = [
            oled for oled in OLEDS if oled_of(settings, SIDE_OF[oled]).type != "none" and oled not in state.skipped
        ]
        pictures = _pictures(state, shown, bright=state.turn)
        return Needs(settings, listens=True, outputs=True, signals=_lamp(state.turn, Lamp.ON), pictures=pictures)
    return Needs(settings)


def _lamp(side: int, lamp: Lamp) -> Signals:
    return Signals(lamp_a=lamp) if side == 0 else Signals(lamp_b=lamp)


def _pictures(state: BringUp, steps: Iterable[WiringStep], bright: int | None = None) -> tuple[Picture, ...]:
    return tuple(
        Picture(oled_of(state.settings, SIDE_OF[step]), SIDE_OF[step], SIDE_OF[step] == bright) for step in steps
    )


def changes(before: Settings, after: Settings) -> dict[tuple[str, str], object]:
    """What differs, by table and key."""
    return {
        (part, key): value
        for part in ("buttons", *OLED_PARTS)
        for key, value in msgspec.structs.asdict(getattr(after, part)).items()
        if value != getattr(getattr(before, part), key)
    }
