"""What the kiosk needs of whatever it is showing: a room draws itself, answers touches, and says when it changes.

Home and setup are rooms; every game brings one for its own screens. The kiosk knows no game by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from device.event.client import EventClient
    from device.event.wire import Pairing
    from device.kiosk.actions import Command
    from device.kiosk.canvas import Canvas, Look
    from device.kiosk.widgets import Rect, Scene
    from device.peripherals.oled_content import OledContent
    from device.peripherals.signals import Signals
    from device.pods.registry import PodRegistry
    from device.settings.rule_options import RuleOption
    from device.settings.settings import Settings
    from device.table.archive import Archive
    from device.table.inputs import Input
    from device.table.referee_pin import PinLock
    from device.table.table import Table
    from rules.game import Event, Setup
    from rules.message import Message


@dataclass(frozen=True, slots=True)
class DeviceInfo:
    """A device as its settings show it: version, host name, network addresses, settings file, whether it has a light.

    ``network`` is a line per interface: its name, and its addresses or ``""`` where it has none.
    """

    version: str = ""
    host: str = ""
    network: tuple[tuple[str, str], ...] = ()
    file: str = ""
    backlight: bool = False


class Host(Protocol):
    """What a room may ask of the kiosk."""

    table: Table
    settings: Settings
    referee: PinLock
    rooms: GameScreensByKey
    pods: PodRegistry | None
    event: EventClient

    @property
    def archive(self) -> Archive:
        """The games that this device has kept."""

    @property
    def troubles(self) -> Mapping[str, Message]:
        """What is wrong now, by the edge's name."""

    def say(self, text: str) -> None:
        """Show a sentence for a few seconds."""

    def post(self, item: Input) -> None:
        """Put something on the kiosk's queue, from any thread."""

    def enter(self, room: Controller) -> None:
        """Show another room."""

    def home(self) -> None:
        """Back to the list of games."""

    def set_pin(self, stored: str) -> None:
        """Lock the referee's screens with another PIN, given as its hash. Raises `Refusal` where it cannot be kept."""

    def command(self, command: Command) -> None:
        """One of the kiosk's own commands: language, sound, press areas, turning the picture, settings, history."""

    def begin(self, setup: Setup) -> None:
        """Begin a new game and show it. Raises `Refusal` where the setup makes no game."""

    def change(self, part: str, key: str, value: object) -> None:
        """Set something, at once and in the file (``part``: its table, ``""`` the top). Raises `Refusal`."""

    def facts(self) -> DeviceInfo:
        """What this device is, read now."""

    def power_off(self) -> None:
        """Run the command that the settings name for it."""


class Controller(Protocol):
    """A set of screens."""

    def scene(self, look: Look, at: int) -> Scene:
        """The picture at game time ``at`` (ns)."""

    def act(self, action: Any) -> None:
        """A touch on a button that carries ``action``. May raise `rules.message.Refusal`."""

    def typed(self, text: str) -> None:
        """A key of an attached keyboard."""

    def next_change(self, at: int) -> int | None:
        """The game time at which something shown changes by itself; None where nothing does."""

    def oled_contents(self, at: int) -> tuple[OledContent, OledContent]:
        """What the two OLEDs show."""

    def signals(self, at: int) -> Signals:
        """What lamps and buzzer do."""


class GameScreens(Protocol):
    """How a game's room is made, and how a new game is set up."""

    @property
    def key(self) -> str:
        """The game's word."""

    @property
    def name(self) -> Message:
        """The game's name."""

    @property
    def motto(self) -> Message:
        """A line about the game, for the home screen."""

    @property
    def colour(self) -> int:
        """Which of the palette's accents marks it: a number from 0."""

    @property
    def readings(self) -> tuple[RuleOption, ...]:
        """What a new game of it freezes, as choices for the settings screens."""

    def play(self, host: Host) -> Controller:
        """The room of the game that is on the table."""

    def setup(self, host: Host) -> Controller:
        """The room in which a new game is set up."""


@runtime_checkable
class ShowsPast(Protocol):
    """What `GameScreens` may do beside: draw a state of the past. Of a game without it the history draws the tally."""

    def past(self, canvas: Canvas, rect: Rect, state: Any, at: int) -> None:
        """Draw the game in ``rect`` as it stood in ``state`` at game time ``at`` (ns); touches there are left out."""


@runtime_checkable
class TakesSeats(Protocol):
    """What a room in which a game is set up may do beside: take over the names that an organiser has paired."""

    def seat(self, pairing: Pairing) -> None:
        """Fill in the pairing's names, in their seats, to be confirmed."""


@runtime_checkable
class Reopens(Protocol):
    """What a `GameScreens` may do beside: open a signed result again that the organiser has sent back."""

    def reopened(self, reason: str) -> Event:
        """The event that opens it, for ``reason``."""


GameScreensByKey = Mapping[str, GameScreens]
