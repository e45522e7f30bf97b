"""What the kiosk needs of whatever it shows: a controller draws itself, answers touches, and says when it changes.

Home and setup have controllers; every game brings one for its own screens. The kiosk knows no game by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from device.graphics.choices import Choice
    from device.graphics.look import Look
    from device.graphics.widgets import Frame
    from device.input_devices.registry import InputButtons
    from device.io.inputs import BothButtonsHold, BothButtonsLongHold, ButtonHold, ButtonPress, Input
    from device.io.oled_content import OledContent
    from device.io.signals import Signals
    from device.journal.archive import Archive
    from device.kiosk.event_link import EventLink
    from device.kiosk.time_bar import SideTime
    from device.people.drafts import Drafts
    from device.people.people import People
    from device.pocket.page import GamePage
    from device.pods.registry import PodRegistry
    from device.settings.settings import Settings
    from device.specs.spec import GameSpecs
    from device.table.calendar import Calendar
    from device.table.referee_pin import PinLock
    from device.table.table import Table
    from rules.message import Message


@dataclass(frozen=True, slots=True)
class DeviceInfo:
    """A device as its settings show it: version, host name, network addresses, settings file, whether it has a light.

    ``network`` is a line per interface: its name, and its addresses or ``""`` where it has none. ``day`` is the date,
    empty where nobody vouches for it. ``installed``: a system beside the table sets the device up and updates it.
    """

    version: str = ""
    host: str = ""
    network: tuple[tuple[str, str], ...] = ()
    file: str = ""
    backlight: bool = False
    day: str = ""
    installed: bool = False


class Host(Protocol):
    """What a controller may ask of the device."""

    table: Table
    referee: PinLock
    games: GameSpecs
    pods: PodRegistry | None
    keys: InputButtons | None
    event: EventLink
    page: GamePage
    calendar: Calendar
    drafts: Drafts

    @property
    def settings(self) -> Settings:
        """The settings in force."""

    @property
    def people(self) -> People:
        """The people of this device."""

    @property
    def archive(self) -> Archive:
        """The games that this device has kept."""

    @property
    def troubles(self) -> Mapping[str, Message]:
        """What is wrong now, by the peripheral's name."""

    def say(self, text: str, about: Table | None = None) -> None:
        """Show a sentence for a few seconds, or until the game on the table that it is ``about`` goes on."""

    def now(self) -> int:
        """The device's monotonic clock in ns."""

    def post(self, item: Input) -> None:
        """Put something on the kiosk's queue, from any thread."""

    def enter(self, controller: Controller) -> None:
        """Show another controller."""

    def set_pin(self, stored: str) -> None:
        """Lock the referee's screens with another PIN, given as its hash. Raises `Refusal` where it cannot be kept."""

    def perform(self, action: Any) -> None:
        """What is not for the screens that show. Raises `Refusal`, and TypeError where nobody performs it."""

    def change(self, part: str, key: str, value: object) -> None:
        """Set something, at once and in the file (``part``: its table, ``""`` the top). Raises `Refusal`."""

    def facts(self) -> DeviceInfo:
        """What this device is, read now."""

    def power_off(self) -> None:
        """Run the command that the settings name for it."""


class Controller(Protocol):
    """A set of screens."""

    def frame(self, look: Look, at: int) -> Frame:
        """The picture at game time ``at`` (ns), and which screen it is of."""

    def side_times(self, at: int) -> Sequence[SideTime]:
        """The sides' times in a running game with clocks, in the order in which they sit; empty elsewhere."""

    def act(self, action: Any) -> None:
        """A touch on a button that carries ``action``. May raise `rules.message.Refusal`."""

    def on_text(self, text: str) -> None:
        """A key of an attached keyboard."""

    def takes(self, gesture: ButtonPress | ButtonHold | BothButtonsHold | BothButtonsLongHold) -> bool:
        """What was done with the clock buttons; True where these screens take it, so that no game gets it.

        May raise `rules.message.Refusal`.
        """

    @property
    def ends_game(self) -> bool:
        """Whether these screens ask how the game ended: a clock button that is held takes no press back then."""

    def menu_choices(self, at: int) -> Sequence[Choice]:
        """What the clock buttons' menu offers besides what stands on the screen, at game time ``at``."""

    def advance(self) -> None:
        """Take in what became of something beside the loop, before anything is drawn; drawing changes nothing."""

    def next_change(self, at: int) -> int | None:
        """The game time at which something shown changes by itself; None where nothing does."""

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """What the two OLEDs show."""

    def call(self, at: int) -> str:
        """What is called of the time at game time ``at``, in words to be spoken; ``""`` where nothing is."""

    def signals(self, at: int) -> Signals:
        """What lamps and buzzer do."""
