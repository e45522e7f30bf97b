"""What people read in each step of bringing a table up: wires, what to do, what is wrong, what can be answered."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from device.bring_up.header import BUTTON_GROUND, BUZZER_GROUND, OLED_PLACES, PLACES
from device.bring_up.steps import (
    BUTTON_KEYS,
    BUTTONS,
    LAMP_KEYS,
    LAMPS,
    OLEDS,
    OWN_BUS,
    TURNS,
    BringUp,
    WiringReply,
    WiringStep,
    is_there,
    owner_of,
)
from device.common.settings.settings import LINE_NAMES, OledSettings, pin_numbers
from rules.message import Message, msg

PATIENCE_S = 15
"""Seconds without anything after which it is said what is usually wrong."""
ALONE_S = 4
"""Seconds after which a second display that has not answered is taken to have the address of the first."""
SIGNAL, GROUND = msg("signal"), msg("ground")


class Wire(msgspec.Struct, frozen=True):
    """A wire to a place of the header (1 to 40)."""

    name: Message | str
    place: int


class StepWords(msgspec.Struct, frozen=True):
    """A step: its title, its wires, what to do; ``wrong``: what is not as it should be, with what to do about it.

    ``offers`` are what can be answered, the most usual first.
    """

    title: Message
    text: Message
    wires: tuple[Wire, ...] = ()
    wrong: Message | None = None
    offers: tuple[tuple[WiringReply, Message], ...] = ()


TITLES = {
    WiringStep.BUTTON_A: msg("Clock button A"),
    WiringStep.BUTTON_B: msg("Clock button B"),
    WiringStep.LAMP_A: msg("Lamp A"),
    WiringStep.LAMP_B: msg("Lamp B"),
    WiringStep.BUZZER: msg("Buzzer"),
    WiringStep.OLED_A: msg("Display A"),
    WiringStep.OLED_B: msg("Display B"),
    WiringStep.SIDES: msg("Which display is whose"),
    WiringStep.TURNS: msg("The first turns"),
    WiringStep.DONE: msg("The table is wired."),
}
YES, NO, SKIP = msg("Yes"), msg("No"), msg("Leave for later")


def words_of(state: BringUp) -> StepWords:
    """What people read in this state."""
    step = state.step
    if step in BUTTONS:
        words = _button(state)
    elif step in LAMPS:
        words = _lamp(state)
    elif step in OLEDS:
        words = _oled(state)
    else:
        words = {
            WiringStep.BUZZER: _buzzer,
            WiringStep.SIDES: _sides,
            WiringStep.TURNS: _turns,
            WiringStep.DONE: _done,
        }[step](state)
    if state.trouble is not None and step in (*BUTTONS, *LAMPS, WiringStep.BUZZER, WiringStep.TURNS):
        return msgspec.structs.replace(words, wrong=state.trouble, offers=((WiringReply.SKIP, SKIP),))
    return words


def _button(state: BringUp) -> StepWords:
    side, pin = state.side, state.pins[state.side]
    place, ground = PLACES[pin], BUTTON_GROUND[side]
    text = msg(
        "Signal (NO) to place {place}, ground (COM) to place {ground}; with the HAT the plug {plug}. Then press it.",
        place=place,
        ground=ground,
        plug=("J2", "J3")[side],
    )
    offers = [(WiringReply.SKIP, SKIP)]
    wrong: Message | None = None
    if state.closed is not None:
        wrong = msg(
            "Place {place} is on ground while nobody presses: move the wire of that button from NC to NO.",
            place=PLACES.get(state.closed, 0),
        )
    elif state.wrong is not None:
        wrong, more = _elsewhere(state, state.wrong, place)
        offers = [*more, *offers]
    elif state.waited >= PATIENCE_S:
        wrong = msg(
            "Nothing has come yet. Is the signal on NO and the ground on COM? Place 1 is by the corner with the hole; "
            "count to {place}. A multimeter across both wires beeps while you press.",
            place=place,
        )
    return StepWords(TITLES[state.step], text, (Wire(SIGNAL, place), Wire(GROUND, ground)), wrong, tuple(offers))


def _elsewhere(state: BringUp, pin: int, place: int) -> tuple[Message, list[tuple[WiringReply, Message]]]:
    """A press came on another pin than that of this step."""
    other, owner = PLACES.get(pin, 0), owner_of(state.settings, pin)
    if pin == state.pins[1 - state.side]:
        if state.side == 1:
            return msg("That was button A. Press the other one."), []
        text = msg(
            "The press came on place {other}, which is button B's. Swap the wires, or the settings.", other=other
        )
        return text, [(WiringReply.SWAP, msg("Swap the settings"))]
    if owner:
        text = msg(
            "The press came on place {other}, which is for: {owner}. Move the wire to place {place}.",
            other=other,
            owner=LINE_NAMES[owner],
            place=place,
        )
        return text, []
    text = msg(
        "The press came on place {other}. Move the wire to place {place}, or let the table use this one.",
        other=other,
        place=place,
    )
    return text, [(WiringReply.USE, msg("Use place {place}", place=other))]


def _lamp(state: BringUp) -> StepWords:
    side = state.side
    place = PLACES[getattr(state.settings.buttons, LAMP_KEYS[side])]
    text = msg(
        "Place {place} switches it, through a transistor or the HAT. Does the lamp of button {side} blink, and only "
        "that one?",
        place=place,
        side="AB"[side],
    )
    wrong = None
    if state.denied:
        wrong = msg(
            "Dark: swap L+ and L− (an LED has a direction), and the lamp must be for 5 V. Always lit: G and D of the "
            "transistor are swapped, on the HAT SW and L−."
        )
    both = is_there(state.settings, WiringStep.LAMP_A) and is_there(state.settings, WiringStep.LAMP_B)
    offers = (
        (WiringReply.YES, YES),
        *([(WiringReply.SWAP, msg("The other one blinks"))] if both else []),
        *([] if state.denied else [(WiringReply.NO, NO)]),
        (WiringReply.NONE, msg("There is no lamp")),
        (WiringReply.SKIP, SKIP),
    )
    return StepWords(TITLES[state.step], text, (Wire(SIGNAL, place),), wrong, offers)


def _buzzer(state: BringUp) -> StepWords:
    place = PLACES[state.settings.buttons.buzzer]
    text = msg("Plus to place {place}, minus to place {ground}. Has it just beeped?", place=place, ground=BUZZER_GROUND)
    wrong = msg("It must be an active buzzer, which makes its own tone; swap plus and minus.") if state.denied else None
    offers = (
        (WiringReply.YES, YES),
        (WiringReply.AGAIN, msg("Beep again")),
        *([] if state.denied else [(WiringReply.NO, NO)]),
        (WiringReply.NONE, msg("There is no buzzer")),
        (WiringReply.SKIP, SKIP),
    )
    return StepWords(TITLES[state.step], text, (Wire(SIGNAL, place), Wire(GROUND, BUZZER_GROUND)), wrong, offers)


def _oled(state: BringUp) -> StepWords:
    side, letter = state.side, "AB"[state.side]
    wires = tuple(Wire(name, place) for name, place in OLED_PLACES[side].items())
    title, oled = TITLES[state.step], state.oled
    none = (WiringReply.NONE, msg("There is no such display"))
    if state.adopted:
        text = msg(
            "It answers on bus {bus} at {address} and is driven as {chip}. Does it show a whole frame and the letter "
            "{side}, upright?",
            bus=oled.port,
            address=f"0x{oled.address:02X}",
            chip=oled.type.upper(),
            side=letter,
        )
        wrong = None
        if state.denied:
            wrong = msg(
                "It answers and stays dark: turn the contrast up under Settings, Displays, or change the module."
            )
        offers = (
            (WiringReply.YES, YES),
            (WiringReply.CHIP, msg("Snow, or shifted")),
            (WiringReply.TURN, msg("Upside down")),
            (WiringReply.SKIP, SKIP) if state.denied else (WiringReply.NO, msg("It is dark")),
            none,
        )
        return StepWords(title, text, wires, wrong, offers)
    if side == 0:
        text = msg(
            "Wire one display while the supply is out of the wall (with the HAT: plug J4), then start this again."
        )
    else:
        text = msg("Now the other display, in the same way (with the HAT: plug J5).")
    return StepWords(title, text, wires, _silent(state), (*_own_bus(state), none, (WiringReply.SKIP, SKIP)))


def _silent(state: BringUp) -> Message | None:
    """Why no display answers, as far as that can be known."""
    if state.buses is None:
        return None
    if not state.buses:
        return msg("There is no I2C bus: sudo raspi-config, Interface, I2C; then start this again.")
    first = state.settings.oled_a
    if state.side == 1 and _answers(state, first) and state.waited >= ALONE_S:
        return msg(
            "Only one display answers, at {address} on bus {bus}: both are sold with that address. On the back of this "
            "one move the resistor from 0x78 to 0x7A, or give it a bus of its own.",
            address=f"0x{first.address:02X}",
            bus=first.port,
        )
    if state.waited >= PATIENCE_S:
        return msg("Nobody answers. Makers differ in the order of GND and VCC: wire it as the module says.")
    return None


def _answers(state: BringUp, oled: OledSettings) -> bool:
    return oled.type != "none" and (oled.port, oled.address) in {seen.place for seen in state.displays}


def _own_bus(state: BringUp) -> Iterator[tuple[WiringReply, Message]]:
    if state.side == 1 and state.waited >= ALONE_S and state.oled.port != OWN_BUS:
        yield WiringReply.OWN_BUS, msg("A bus of its own")


def _sides(state: BringUp) -> StepWords:
    text = msg("Does the display beside button A show A, and the one beside button B show B?")
    return StepWords(
        TITLES[state.step], text, (), None, ((WiringReply.YES, YES), (WiringReply.SWAP, msg("The other way round")))
    )


def _turns(state: BringUp) -> StepWords:
    text = msg(
        "A game of {n} presses: button {side} is on move, its lamp shines and its display is lit. Press it.",
        n=TURNS - state.turns,
        side="AB"[state.turn],
    )
    wrong = msg("That was the other button.") if state.wrong is not None else None
    wires = tuple(Wire(LINE_NAMES[key], PLACES[getattr(state.settings.buttons, key)]) for key in BUTTON_KEYS)
    return StepWords(TITLES[state.step], text, wires, wrong, ((WiringReply.SKIP, SKIP),))


def _done(state: BringUp) -> StepWords:
    left = [TITLES[step] for step in WiringStep if step in state.skipped]
    text = msg("All that is wired was seen to work, and the settings say so.")
    wrong = None
    if left:
        wrong = msg("Left for later: {first}.", first=left[0])
        if len(left) > 1:
            wrong = msg("Left for later: {first} and {n} more.", first=left[0], n=len(left) - 1)
    wires = tuple(Wire(LINE_NAMES[key], PLACES[pin]) for key, pin in pin_numbers(state.settings).items() if pin)
    return StepWords(TITLES[state.step], text, wires, wrong)


def progress(state: BringUp) -> tuple[int, int]:
    """Which step of how many this is."""
    steps = [
        step for step in WiringStep if step is not WiringStep.DONE and is_there(state.settings, step, state.skipped)
    ]
    before = sum(step.value < state.step.value for step in steps)
    return min(before + 1, len(steps)), len(steps)
