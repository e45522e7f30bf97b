"""What a game declares for the table: its screens, and what the table does with it.

A declaration loads neither the game's rules nor its screens; what is large is named by its address and loads on first
use. It stands in the package ``device.games.<key>`` itself, found by the game's word (`device.registry`), and takes up
what the organiser knows of the game, too (`device.common.specs.spec`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from device.common.address import Address
from rules.message import Message

if TYPE_CHECKING:
    from device.common.event.messages import Pairing
    from device.common.exports import ExportFormat
    from device.common.files.small_file import SmallFile
    from device.common.settings.settings import Settings
    from device.common.specs.model import PocketSheet
    from device.common.specs.spec import GameSpec
    from device.event.timing import RoundCountdown
    from device.graphics.canvas import Canvas
    from device.graphics.widgets import Rect
    from device.kiosk.host import Host
    from device.kiosk.screen_controller import Controller
    from device.kiosk.setting_up import FirstScreen
    from rules.game import Event, Setup


DrawPast = Callable[["Canvas", "Rect", Any, int], None]
"""Draws the game in the place as it stood in a state at a game time (ns); touches there are left out."""


class SecondPicture(msgspec.Struct, frozen=True):
    """Another picture of a state of the past, beside the usual one, in the place of which it can be chosen.

    ``name`` is what the button to it says, ``usual`` the one back; ``known`` says whether a state has what it shows.
    """

    name: Message
    usual: Message
    draw: Address[DrawPast]
    known: Address[Callable[[Any], bool]]


class TableSpec(msgspec.Struct, frozen=True, kw_only=True):
    """``game`` at the table. ``colour`` is which of the palette's accents marks it.

    ``past`` draws a state that was. Optional: ``past_second``, another picture of such a state; ``trial``, screens on
    which people try the buttons out over the controller from which they came, offered at the first start; ``files``
    that it keeps beside the journal; ``reopen``, without which a result that the organiser has sent back stays signed;
    ``next_round``, with which a game that ``goes_on`` takes whom the organiser has drawn, and ``follow``, with which
    its clock follows the organiser's; ``exports``: papers of its own, beside or in place of those of every game;
    ``pocket``, its sheet for a QR code, for which the tables of its report serve otherwise.
    """

    game: GameSpec
    icon: str
    """Its sign on the home screen (`device.graphics.glyphs`)."""
    colour: int
    setup: Address[FirstScreen]
    """The screen on which setting up a new game begins."""
    play: Address[Callable[[Host], Controller]]
    """The screens, OLED content and signals of the game on the table."""
    past: Address[DrawPast]
    rematch: Message | None = None
    """What changes in another game of the same people, as the way to it says; None: nothing does."""
    past_second: SecondPicture | None = None
    trial: Address[Callable[[Host, Controller], Controller]] | None = None
    files: tuple[Address[Callable[[Settings], SmallFile[Any]]], ...] = ()
    reopen: Address[Callable[..., Event]] | None = None
    next_round: Address[Callable[[Any, Pairing], Event | None]] | None = None
    """The event for a state and who plays next; None where the game has them already, or its last round is over."""
    follow: Address[Callable[[Any, int, RoundCountdown, int], Event | None]] | None = None
    """The event for a state at a game time while the organiser's round stands as it does at a device time (both ns);
    None where the two agree."""
    exports: tuple[ExportFormat, ...] = ()
    pocket: Address[PocketSheet] | None = None

    at_once: Address[Callable[[Host], tuple[Message, Setup]]] | None = None
    """What can be started without a question, as it was played last: the words of the way to it, and the setup."""


TableSpecs = Mapping[str, TableSpec]
"""Declarations by the game's word."""
