"""The settings, with their limits and what they may not be together. What is left out keeps its default."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, cast, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Meta, UnsetType

from device.common.languages import DEFAULT, LanguageWord
from rules.explain import explain
from rules.games import KEYS, options_type
from rules.loading import readable
from rules.message import Message, Refusal, msg
from rules.options import Options
from rules.options.clocks import PressOrder

OptionsT = TypeVar("OptionsT", bound=Options)

Pin = Annotated[int, Meta(ge=1, le=27)]
PinOrNone = Annotated[int, Meta(ge=0, le=27)]
EARLIER_FACTORIES = ("pigpio", "native", "mock")
"""Pin factories that earlier versions offered; lgpio takes their place."""
BOARD_PORT = re.compile(r"/dev/(ttyAMA|ttyS|serial)\d+\Z")
"""Serial ports of the board itself; earlier versions looked for pods there, too."""
KEY_PATTERN = r"^([0-9]{1,3} [0-9a-f]{4}:[0-9a-f]{4} [!-~]{1,100} [ -~]{1,100})?\Z"
"""A `LearntKey` in the settings; empty: none."""
NO_PORT = "-"
"""In the place of a port that a device does not give."""


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file."""


class ScreenSettings(_Part, frozen=True, kw_only=True):
    """The touchscreen: pixels, quarter turns of the picture in degrees clockwise, brightness in percent.

    After ``dim_after_s`` seconds in which nobody touches anything and no clock runs it dims to ``dim_to`` percent
    (0: never). ``turned``: the picture is read from across the table, set by the touch that turns it; ``rotate`` then
    includes that half turn, and the sides change places, for clock buttons do not turn with the picture.
    """

    width: Annotated[int, Meta(ge=320, le=4096)] = 800
    height: Annotated[int, Meta(ge=240, le=4096)] = 480
    fullscreen: bool = True
    rotate: Literal[0, 90, 180, 270] = 0
    turned: bool = False
    brightness: Annotated[int, Meta(ge=5, le=100)] = 100
    dim_after_s: Annotated[int, Meta(ge=0, le=86400)] = 300
    dim_to: Annotated[int, Meta(ge=5, le=100)] = 20


class ButtonSettings(_Part, frozen=True, kw_only=True):
    """Clock buttons, lamps and buzzer by BCM number (0: none), debounce and hold in ms, gpiozero's pin factory.

    Files of earlier versions may name pin factories that are offered no more (`EARLIER_FACTORIES`); ``factory`` is
    what holds.
    """

    pin_factory: Literal["lgpio", "rpigpio", "none", "pigpio", "native", "mock"] = "lgpio"
    button_a: Pin = 17
    button_b: Pin = 27
    lamp_a: PinOrNone = 22
    lamp_b: PinOrNone = 23
    buzzer: PinOrNone = 24
    debounce_ms: Annotated[int, Meta(ge=1, le=200)] = 25
    hold_ms: Annotated[int, Meta(ge=300, le=10000)] = 1500

    @property
    def factory(self) -> str:
        """The pin factory that holds."""
        return "lgpio" if self.pin_factory in EARLIER_FACTORIES else self.pin_factory


class OledSettings(_Part, frozen=True, kw_only=True):
    """An OLED display: controller, I2C bus and address, quarter turns (0 upright, 2 upside down), contrast.

    Every ``shift_s`` seconds its picture moves by a pixel, so that nothing burns in (0: never).
    """

    type: Literal["ssd1306", "sh1106", "ssd1309", "none"] = "ssd1306"
    port: Annotated[int, Meta(ge=0, le=32)] = 1
    address: Annotated[int, Meta(ge=0x08, le=0x77)] = 0x3C
    rotate: Literal[0, 2] = 0
    contrast: Annotated[int, Meta(ge=0, le=255)] = 255
    shift_s: Annotated[int, Meta(ge=0, le=3600)] = 60


class ClockSettings(_Part, frozen=True, kw_only=True):
    """How an earlier version let presses count: such a file still holds (`earlier_choice`); nothing else says it."""

    press_order: PressOrder = "edge"


class SecondOledSettings(OledSettings, frozen=True, kw_only=True):
    """The display of pair B: what is left out is the same, but it answers at the other address."""

    address: Annotated[int, Meta(ge=0x08, le=0x77)] = 0x3D


class PodsSettings(_Part, frozen=True, kw_only=True):
    """Button pods: paths of ports on USB, serial numbers of Picos, or ``"auto"`` for every Pico that is plugged in."""

    ports: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=200)], ...], Meta(max_length=8)] = ("auto",)


class Identity(msgspec.Struct, frozen=True):
    """A device as it says itself: vendor and product number, the port it is at (``phys``), its name."""

    vendor: int
    product: int
    phys: str
    name: str

    @property
    def model(self) -> tuple[int, int, str]:
        """What stays the same at another port."""
        return self.vendor, self.product, self.name


class LearntKey(msgspec.Struct, frozen=True):
    """A key, by its code in ``linux/input-event-codes.h``, of a device."""

    code: int
    device: Identity

    @property
    def text(self) -> str:
        """The line of the settings."""
        device = self.device
        return f"{self.code} {device.vendor:04x}:{device.product:04x} {device.phys} {device.name}"


def parse_key(text: str) -> LearntKey | None:
    """The key that a line of the settings (see `KEY_PATTERN`) names; None where it is empty."""
    if not text:
        return None
    code, numbers, phys, name = text.split(" ", 3)
    vendor, product = (int(part, 16) for part in numbers.split(":"))
    return LearntKey(int(code), Identity(vendor, product, phys, name))


def identity(vendor: int, product: int, phys: str, name: str) -> Identity:
    """An identity that fits on a line: ASCII only, without spaces in the port, never too long, never empty."""
    port = "".join(char if "!" <= char <= "~" else "_" for char in phys)[:100]
    title = "".join(char if " " <= char <= "~" else "?" for char in name)[:100].strip()
    return Identity(vendor, product, port or NO_PORT, title or NO_PORT)


class InputDevicesSettings(_Part, frozen=True, kw_only=True):
    """Keys of input devices (USB encoder, pedal, keyboard, remote) that are clock buttons; empty: none.

    Each is a key's code, a device's vendor and product number, its port and its name; the screen writes them.
    """

    button_a: Annotated[str, Meta(pattern=KEY_PATTERN)] = ""
    button_b: Annotated[str, Meta(pattern=KEY_PATTERN)] = ""

    @property
    def keys(self) -> tuple[LearntKey | None, LearntKey | None]:
        """The key of each side."""
        return parse_key(self.button_a), parse_key(self.button_b)


class EventSettings(_Part, frozen=True, kw_only=True):
    """What a new game writes at the head of its papers (title, round, table), and how this table finds its event.

    ``id`` and ``number`` say which event and which table, ``broker`` and ``port`` (0: the usual one) where it is;
    ``user`` (empty: the one that the project's broker files know) and ``password_file`` let the table in. TLS with the
    system's authorities (``tls``), with those in the file ``ca``, or with a certificate known by ``pin``. A code that
    was typed on the screen comes before all of these.
    """

    title: Annotated[str, Meta(max_length=200)] = ""
    round: Annotated[int, Meta(ge=0, le=99)] = 0
    table: Annotated[str, Meta(max_length=20)] = ""
    id: Annotated[str, Meta(pattern=r"^([a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?)?\Z")] = ""
    number: Annotated[int, Meta(ge=0, le=9999)] = 0
    broker: Annotated[str, Meta(max_length=64)] = ""
    port: Annotated[int, Meta(ge=0, le=65535)] = 0
    user: Annotated[str, Meta(max_length=100)] = ""
    password_file: Annotated[str, Meta(max_length=1000)] = ""
    tls: bool = False
    ca: Annotated[str, Meta(max_length=1000)] = ""
    pin: Annotated[str, Meta(pattern=r"^([0-9a-f]{16,64})?\Z")] = ""

    @property
    def heading(self) -> dict[str, Any]:
        """What a setup takes over for the head of its papers."""
        return {"title": self.title, "round": self.round, "table": self.table}


class PageSettings(_Part, frozen=True, kw_only=True):
    """The page of a game that telephones on the same network can read once somebody starts it on the screen.

    It ends after so many ``minutes`` (0: it cannot be started); ``port`` is the first that is tried (0: any).
    """

    minutes: Annotated[int, Meta(ge=0, le=20)] = 20
    port: Annotated[int, Meta(ge=0, le=65535)] = 8070


JOURNAL = "~/.local/share/dvojtah/journal.db"
"""Where games are kept unless somebody says otherwise; with it lie word lists, pods, codes and an event's store."""


TABLES: dict[type[Options], str] = {kind: key for key in KEYS if (kind := options_type(key)) is not None}
"""The tables of the games' rule options, by their type."""


def _with_tables(settings: type[Settings]) -> type[Settings]:
    """``settings`` with a field for each of `TABLES`."""
    whole = msgspec.defstruct(
        settings.__name__,
        [(table, kind, kind()) for kind, table in TABLES.items()],
        bases=(settings,),
        module=settings.__module__,
        namespace={"__doc__": settings.__doc__},
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )
    return cast("type[Settings]", whole)


@_with_tables
class Settings(_Part, frozen=True, kw_only=True):
    """Everything that can be set. Each game's rule options are a table called as the game, see `options_of`."""

    language: LanguageWord = DEFAULT
    palette: Literal["dark", "light", "contrast"] = "dark"
    large_print: bool = False
    keyboard: Literal["qwertz", "abc"] = "qwertz"
    journal: str = JOURNAL
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    silent: bool = False
    volume: Annotated[float, Meta(ge=0, le=1)] = 0.6
    sound_card: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{0,15}\Z")] = ""
    speech: bool = False
    earphones: bool = False
    power_off: str = "systemctl poweroff"
    screen: ScreenSettings = ScreenSettings()
    buttons: ButtonSettings = ButtonSettings()
    oled_a: OledSettings = OledSettings()
    oled_b: SecondOledSettings = SecondOledSettings()
    pods: PodsSettings = PodsSettings()
    input_devices: InputDevicesSettings = InputDevicesSettings()
    event: EventSettings = EventSettings()
    page: PageSettings = PageSettings()
    clocks: ClockSettings | UnsetType = UNSET

    def options_of(self, kind: type[OptionsT]) -> OptionsT:
        """The rule options of the game whose new games start with a ``kind``."""
        options: OptionsT = getattr(self, TABLES[kind])
        return options

    def with_options(self, options: Options) -> Settings:
        """These settings with other rule options of the game that they are of."""
        return msgspec.structs.replace(self, **{TABLES[type(options)]: options})

    @property
    def press_order(self) -> PressOrder:
        """In what order presses count in new games (S10)."""
        return "edge" if isinstance(self.clocks, UnsetType) else self.clocks.press_order

    @property
    def journal_path(self) -> Path:
        """The journal's file; where nobody named one, in the user's folder for data, unless one stands in the usual."""
        usual = Path(self.journal).expanduser()
        data = os.environ.get("XDG_DATA_HOME", "")
        if self.journal != JOURNAL or not os.path.isabs(data) or os.path.exists(usual):
            return usual
        return Path(data) / "dvojtah" / "journal.db"

    @property
    def pairing_path(self) -> Path:
        """The file that says which pod belongs to which side."""
        return self.journal_path.with_name("pods.json")

    @property
    def pods_socket(self) -> Path:
        """Where other programs of this device ask the running table for the status of the pods."""
        return self.journal_path.with_name("pods.sock")

    @property
    def word_lists_path(self) -> Path:
        """The folder of the imported word lists."""
        return self.journal_path.with_name("words")

    @property
    def sheets_path(self) -> Path:
        """The folder of the club's own score sheets."""
        return self.journal_path.with_name("sheets")

    @property
    def pin_path(self) -> Path:
        """Where the hash of the referee's PIN is kept: beside the journal, never in it."""
        return self.journal_path.with_name("referee.pin")

    @property
    def ticket_path(self) -> Path:
        """Where the code of an event is kept that was typed on the screen."""
        return self.journal_path.with_name("event.json")


def with_value(settings: Settings, part: str, key: str, value: object) -> Settings:
    """``settings`` with one of them different (``part`` is its table, ``""`` the top). Raises `Refusal`."""
    return with_values(settings, {(part, key): value})


def with_values(settings: Settings, changes: Mapping[tuple[str, str], object]) -> Settings:
    """``settings`` with several of them different, by table and key. Raises `Refusal`."""
    values = as_values(settings)
    for (part, key), value in changes.items():
        (values[part] if part else values)[key] = value
    try:
        changed = msgspec.convert(values, readable(Settings), strict=True)
    except msgspec.ValidationError as error:
        raise Refusal("", "This cannot be set: {reason}.", reason=explain(str(error))) from None
    if wrong := contradiction(changed):
        raise Refusal("", "This cannot be set: {reason}.", reason=wrong[0])
    return changed


@cache
def longest(part: str, key: str) -> int:
    """How many letters the text ``key`` of the table ``part`` may have."""
    hint = get_type_hints(type(getattr(Settings(), part)), include_extras=True)[key]
    return next(int(note.max_length) for note in get_args(hint) if isinstance(note, Meta) and note.max_length)


LINE_NAMES = {
    "button_a": msg("Clock button A"),
    "button_b": msg("Clock button B"),
    "lamp_a": msg("Lamp A"),
    "lamp_b": msg("Lamp B"),
    "buzzer": msg("Buzzer"),
}
"""What is wired to a pin of the board, and what people call it."""


def pin_numbers(settings: Settings) -> dict[str, int]:
    """What is wired, and to which pin (0: to none)."""
    return {key: getattr(settings.buttons, key) for key in LINE_NAMES}


def earlier_choice(settings: Settings) -> Message | None:
    """What a file of an earlier version says that is offered no more, and what holds; None: it says nothing such."""
    if (factory := settings.buttons.pin_factory) != settings.buttons.factory:
        return msg(
            "The settings name {factory} for the pins, which is no longer supported; lgpio is used instead.",
            factory=factory,
        )
    if port := next(filter(BOARD_PORT.match, settings.pods.ports), None):
        return msg("The settings name {port} for a pod, which is no longer used; plug the pod into USB.", port=port)
    if settings.press_order == "edge":
        return None
    return msg(
        "With press_order in the settings a late press counts from when it arrives; without that line, from when it "
        "was made."
    )


def contradiction(settings: Settings) -> tuple[Message, str, tuple[str, ...]] | None:
    """Why the settings cannot hold together: the reason, and the table and keys it is about; None where they can."""
    if Path(settings.journal).name in ("", "..") or "\0" in settings.journal:
        return msg("the place where games are kept is not a file"), "", ("journal",)
    seen: dict[int, str] = {}
    for key, number in pin_numbers(settings).items():
        if number and (other := seen.setdefault(number, key)) != key:
            first, second = LINE_NAMES[key], LINE_NAMES[other]
            reason = msg("pin {n} is given to: {one}, {other}; give each its own", n=number, one=first, other=second)
            return reason, "buttons", (key, other)
    keys = settings.input_devices
    if keys.button_a and keys.button_a == keys.button_b:
        return msg("one key cannot be both clock buttons; press another one"), "input_devices", ("button_b",)
    return None


def as_values(settings: Settings) -> dict[str, Any]:
    """The settings as plain values, for tests and diagnosis."""
    return msgspec.json.decode(msgspec.json.encode(settings), type=readable(dict[str, Any]))
