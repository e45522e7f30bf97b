"""Which wire comes next, what was seen of it, and what people answered: a state machine without input or output.

`begin` gives the first state, `on` the state after an event. What the hardware has to do meanwhile says
`device.bring_up.needs`, what people read `device.bring_up.words`. Settings change as things are seen or answered;
whoever shows this writes them.

| step | goes on | offers |
|---|---|---|
| ``BUTTON_A``, ``BUTTON_B`` | a press on its pin that is let go | swapped, another place, none |
| ``LAMP_A``, ``LAMP_B``, ``BUZZER`` | people say that it shines, sounds | swapped, none |
| ``OLED_A``, ``OLED_B`` | people say that its picture is whole | another chip, upside down, a bus of its own, none |
| ``SIDES`` | people say that each stands beside its button | swapped |
| ``TURNS`` | four presses, each by the side whose lamp shines | |
"""

from __future__ import annotations

import enum
from typing import Any

import msgspec

from device.common.settings.settings import OledSettings, Settings, contradiction, pin_numbers
from rules.message import Message

TURNS = 4
"""Presses of the first turns."""
HELD_S = 4
"""Seconds after which a button that is down is wired the wrong way round: nobody presses for so long."""
CHIPS = ("sh1106", "ssd1306", "ssd1309")
"""Controllers in the order in which they are tried."""
OWN_BUS = 3
"""The second I2C bus of the board (hardware/hat), for a display whose address cannot be changed."""
SOLD_AT = 0x3C
"""The address at which displays are sold."""


class WiringStep(enum.Enum):
    """What is being wired."""

    BUTTON_A = 0
    BUTTON_B = 1
    LAMP_A = 2
    LAMP_B = 3
    BUZZER = 4
    OLED_A = 5
    OLED_B = 6
    SIDES = 7
    TURNS = 8
    DONE = 9


class WiringReply(enum.Enum):
    """What people can answer."""

    YES = "yes"
    NO = "no"
    SWAP = "swap"
    USE = "use"
    CHIP = "chip"
    TURN = "turn"
    OWN_BUS = "bus"
    AGAIN = "again"
    NONE = "none"
    SKIP = "skip"
    BACK = "back"


BUTTONS, LAMPS, OLEDS = (
    (WiringStep.BUTTON_A, WiringStep.BUTTON_B),
    (WiringStep.LAMP_A, WiringStep.LAMP_B),
    (WiringStep.OLED_A, WiringStep.OLED_B),
)
SIDE_OF = {step: side for steps in (BUTTONS, LAMPS, OLEDS) for side, step in enumerate(steps)}
"""Whose wire it is: 0 or 1."""
OLED_PARTS, BUTTON_KEYS, LAMP_KEYS = ("oled_a", "oled_b"), ("button_a", "button_b"), ("lamp_a", "lamp_b")


class WiringEvent(msgspec.Struct, frozen=True):
    """Something that was seen or answered."""


class Edge(WiringEvent, frozen=True):
    """The level of the pin with that BCM number changed, or is so at the beginning; ``down``: it is on ground."""

    pin: int
    down: bool


class Waited(WiringEvent, frozen=True):
    """Another second has passed."""


class SeenDisplay(msgspec.Struct, frozen=True):
    """A display that answers on an I2C bus; ``family``: SH1106 or SSD1306, ``""`` where its chip does not say."""

    port: int
    address: int
    family: str = ""

    @property
    def place(self) -> tuple[int, int]:
        """Bus and address."""
        return self.port, self.address


class Looked(WiringEvent, frozen=True):
    """All I2C buses there are were asked: who answers."""

    displays: tuple[SeenDisplay, ...]
    buses: tuple[int, ...]


class Lines(WiringEvent, frozen=True):
    """What is wrong with the lines of the header; None: they are open."""

    trouble: Message | None


class Replied(WiringEvent, frozen=True):
    """What people answered."""

    offer: WiringReply


class BringUp(msgspec.Struct, frozen=True, kw_only=True):
    """A table that is being brought up.

    ``waited``: seconds since the step began. ``down``: the pins on ground, for ``held_s`` seconds; ``pressed``: the one
    let go within this second; ``wrong``: pressed in place of the right one; ``closed``: on ground while nobody presses.
    ``denied``: people said that nothing is there. ``displays`` and ``buses``: who answers, and the buses there are.
    ``adopted``: the settings name a display that answers; ``tried``: chips that gave no clean picture.
    ``turn`` and ``turns``: whose turn it is and how many were played. ``beeps``: how often the buzzer was asked.
    ``skipped``: what was left out.
    """

    settings: Settings
    step: WiringStep
    waited: int = 0
    down: frozenset[int] = frozenset()
    held_s: int = 0
    pressed: int | None = None
    wrong: int | None = None
    closed: int | None = None
    denied: bool = False
    displays: tuple[SeenDisplay, ...] = ()
    buses: tuple[int, ...] | None = None
    adopted: bool = False
    tried: tuple[str, ...] = ()
    turn: int = 0
    turns: int = 0
    beeps: int = 0
    trouble: Message | None = None
    skipped: frozenset[WiringStep] = frozenset()

    @property
    def side(self) -> int:
        """Whose wire it is: 0 or 1."""
        return SIDE_OF.get(self.step, 0)

    @property
    def pins(self) -> tuple[int, int]:
        """The pins of both buttons."""
        buttons = self.settings.buttons
        return buttons.button_a, buttons.button_b

    @property
    def oled(self) -> OledSettings:
        """The display that is being wired."""
        return oled_of(self.settings, self.side)

    def with_(self, **changes: Any) -> BringUp:
        """This state with those changes."""
        return msgspec.structs.replace(self, **changes)


def oled_of(settings: Settings, side: int) -> OledSettings:
    """The display of ``side``."""
    return settings.oled_a if side == 0 else settings.oled_b


def is_there(settings: Settings, step: WiringStep, skipped: frozenset[WiringStep] = frozenset()) -> bool:
    """Whether a table with these settings has what ``step`` is about; what was left out is not in the first turns."""
    pins = settings.buttons.factory != "none"
    if step in LAMPS:
        return pins and bool(getattr(settings.buttons, LAMP_KEYS[SIDE_OF[step]]))
    if step is WiringStep.BUZZER:
        return pins and bool(settings.buttons.buzzer)
    if step is WiringStep.SIDES:
        return "none" not in (settings.oled_a.type, settings.oled_b.type) and not skipped & set(OLEDS)
    if step is WiringStep.TURNS:
        return pins and not skipped & set(BUTTONS)
    return pins or step not in BUTTONS


def begin(settings: Settings) -> BringUp:
    """The first step."""
    first = next(step for step in WiringStep if is_there(settings, step))
    return BringUp(settings=settings, step=first)


def _go_to(state: BringUp, step: WiringStep) -> BringUp:
    """``step`` from its beginning; what is known of lines and buses stays."""
    fresh = BringUp(
        settings=state.settings,
        step=step,
        down=state.down,
        displays=state.displays,
        buses=state.buses,
        trouble=state.trouble,
        skipped=state.skipped,
    )
    return _adopt(fresh) if step in OLEDS else fresh


def _next(state: BringUp) -> BringUp:
    later = (step for step in WiringStep if step.value > state.step.value)
    return _go_to(state, next(step for step in later if is_there(state.settings, step, state.skipped)))


def _back(state: BringUp) -> BringUp:
    earlier = [step for step in WiringStep if step.value < state.step.value and is_there(state.settings, step)]
    if not earlier:
        return state
    return _go_to(state.with_(skipped=state.skipped - {earlier[-1]}), earlier[-1])


def on(state: BringUp, event: WiringEvent) -> BringUp:
    """The state after ``event``. What means nothing in this step changes nothing."""
    match event:
        case Lines(trouble):
            return state.with_(trouble=trouble)
        case Edge(pin, down):
            return _on_edge(state, pin, down)
        case Waited():
            return _on_second(state)
        case Looked(displays, buses):
            return _adopt(state.with_(displays=displays, buses=buses))
        case Replied(offer):
            return _on_answer(state, offer)
    return state


# -- buttons -----------------------------------------------------------------------------------------------------------


def _on_edge(state: BringUp, pin: int, down: bool) -> BringUp:
    was = pin in state.down
    state = state.with_(down=state.down | {pin} if down else state.down - {pin}, held_s=0)
    if state.step is WiringStep.TURNS:
        if not down or pin not in state.pins:
            return state
        if pin != state.pins[state.turn]:
            return state.with_(wrong=pin)
        state = state.with_(turn=1 - state.turn, turns=state.turns + 1, wrong=None)
        return _next(state) if state.turns == TURNS else state
    if state.step in BUTTONS and was and not down:
        return state.with_(pressed=pin, closed=None)
    return state


def _on_second(state: BringUp) -> BringUp:
    """A press counts once its button has stayed up for a moment: one that is wired to be closed at rest never does."""
    state = state.with_(waited=state.waited + 1, held_s=state.held_s + 1 if state.down else 0)
    if state.step not in BUTTONS:
        return state
    pressed = state.pressed
    if pressed is not None:
        state = state.with_(pressed=None)
        if pressed in state.down:
            return state.with_(closed=pressed)
        if pressed == state.pins[state.side]:
            return _next(state)
        return state.with_(wrong=pressed)
    if state.held_s >= HELD_S:
        return state.with_(closed=min(state.down))
    return state


def owner_of(settings: Settings, pin: int) -> str:
    """What the settings give that pin to, by its key; ``""``: to nothing."""
    return next((key for key, number in pin_numbers(settings).items() if number == pin), "")


# -- displays ----------------------------------------------------------------------------------------------------------


def _adopt(state: BringUp) -> BringUp:
    """Let the settings name a display that answers, where they name none that does; its chip where it says which."""
    if state.step not in OLEDS:
        return state
    others = set() if state.side == 0 or state.settings.oled_a.type == "none" else {_place(state.settings.oled_a)}
    free = {seen.place: seen for seen in state.displays if seen.place not in others}
    mine = state.oled
    if not free:
        return state.with_(adopted=False)
    if state.adopted and _place(mine) in free:
        return state
    seen = free.get(_place(mine)) or next(iter(free.values()))
    kind: str = "sh1106" if mine.type == "none" else mine.type
    if seen.family and (seen.family == "SH1106") != (kind == "sh1106"):
        kind = seen.family.lower()
    new = msgspec.structs.replace(mine, port=seen.port, address=seen.address, type=kind)
    return _with_oled(state, new).with_(adopted=True, denied=False)


def _place(oled: OledSettings) -> tuple[int, int]:
    return oled.port, oled.address


def _with_oled(state: BringUp, oled: OledSettings) -> BringUp:
    settings = msgspec.structs.replace(state.settings, **{OLED_PARTS[state.side]: oled})
    return state.with_(settings=settings)


def _another_chip(state: BringUp) -> BringUp:
    """The next chip that was not tried yet; after the last one they are tried anew."""
    tried = (*state.tried, state.oled.type)
    left = [chip for chip in CHIPS if chip not in tried]
    if not left:
        tried, left = (), [chip for chip in CHIPS if chip != state.oled.type]
    return _with_oled(state, msgspec.structs.replace(state.oled, type=left[0])).with_(tried=tried)


# -- answers -----------------------------------------------------------------------------------------------------------


def _on_answer(state: BringUp, offer: WiringReply) -> BringUp:
    match offer:
        case WiringReply.BACK:
            return _back(state)
        case WiringReply.SKIP:
            return _next(state.with_(skipped=state.skipped | {state.step}))
        case WiringReply.YES if state.step not in (*BUTTONS, WiringStep.TURNS, WiringStep.DONE):
            return _next(state)
        case WiringReply.NO:
            return state.with_(denied=True)
        case WiringReply.AGAIN if state.step is WiringStep.BUZZER:
            return state.with_(beeps=state.beeps + 1)
        case WiringReply.NONE:
            return _on_none(state)
        case WiringReply.SWAP:
            return _on_swap(state)
        case WiringReply.USE if state.wrong is not None and state.step in BUTTONS:
            settings = _with_buttons(state.settings, **{BUTTON_KEYS[state.side]: state.wrong})
            return state if contradiction(settings) else _next(state.with_(settings=settings))
    return _on_oled_answer(state, offer) if state.step in OLEDS else state


def _on_oled_answer(state: BringUp, offer: WiringReply) -> BringUp:
    match offer:
        case WiringReply.CHIP if state.adopted:
            return _another_chip(state)
        case WiringReply.TURN if state.adopted:
            return _with_oled(state, msgspec.structs.replace(state.oled, rotate=2 if state.oled.rotate == 0 else 0))
        case WiringReply.OWN_BUS if state.step is WiringStep.OLED_B:
            own = msgspec.structs.replace(state.oled, port=OWN_BUS, address=SOLD_AT)
            return _adopt(_with_oled(state, own).with_(adopted=False))
    return state


def _on_none(state: BringUp) -> BringUp:
    """The table has no such thing."""
    if state.step in LAMPS:
        settings = _with_buttons(state.settings, **{LAMP_KEYS[state.side]: 0})
    elif state.step is WiringStep.BUZZER:
        settings = _with_buttons(state.settings, buzzer=0)
    elif state.step in OLEDS:
        settings = _with_oled(state, msgspec.structs.replace(state.oled, type="none")).settings
    else:
        return state
    return _next(state.with_(settings=settings))


def _on_swap(state: BringUp) -> BringUp:
    """What is wired to the one is the other's. A button that was pressed so is proved; the rest is asked anew."""
    settings, buttons = state.settings, state.settings.buttons
    if state.step is WiringStep.BUTTON_A and state.wrong == buttons.button_b:
        swapped = _with_buttons(settings, button_a=buttons.button_b, button_b=buttons.button_a)
        return _next(state.with_(settings=swapped))
    if state.step in LAMPS:
        swapped = _with_buttons(settings, lamp_a=buttons.lamp_b, lamp_b=buttons.lamp_a)
        return state.with_(settings=swapped, denied=False) if buttons.lamp_a and buttons.lamp_b else state
    if state.step is WiringStep.SIDES:
        a, b = msgspec.structs.asdict(settings.oled_a), msgspec.structs.asdict(settings.oled_b)
        swapped = msgspec.structs.replace(
            settings, oled_a=type(settings.oled_a)(**b), oled_b=type(settings.oled_b)(**a)
        )
        return state.with_(settings=swapped)
    return state


def _with_buttons(settings: Settings, **pins: int) -> Settings:
    return msgspec.structs.replace(settings, buttons=msgspec.structs.replace(settings.buttons, **pins))
