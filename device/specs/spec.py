"""What a game declares: for the table, for an event, for what is made of it once it is played.

A declaration loads neither the game's rules nor its screens; what is large is named by its address and loads on first
use. All of it stands in the package ``device.games.<key>`` itself, found by the game's word (`device.registry`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from device.address import Address
from device.settings.rule_options import RuleOption, rule_options_of
from rules.games import options_type
from rules.message import Message

if TYPE_CHECKING:
    from device.event.messages import Pairing
    from device.event.timing import RoundCountdown
    from device.exports import ExportFormat
    from device.files.small_file import SmallFile
    from device.games.setup_controller import SetupScreen
    from device.graphics.canvas import Canvas
    from device.graphics.widgets import Rect
    from device.kiosk.host import Host
    from device.kiosk.screen_controller import Controller
    from device.settings.settings import Settings
    from device.specs.card import BoardCard
    from device.specs.model import PocketSheet
    from rules.game import Event
    from rules.history import History
    from rules.sheet_terms import SheetTerms


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


class SeatCount(msgspec.Struct, frozen=True):
    """Who sits down to a game: from ``least`` to ``most`` players, or so many sides of ``team`` players who play
    together; ``rule`` says so."""

    least: int
    most: int
    rule: str
    team: int = 1

    @property
    def pairs(self) -> bool:
        """Whether pairs of players meet."""
        return self.team == 2


class GameSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A game: at a table, at an event, and what is made of it. ``colour`` is which of the palette's accents marks it.

    ``past`` draws a state that was, ``card`` is how events and statistics show and count it without screens. Optional:
    ``past_second``, another picture of such a state; ``trial``, screens on which people try the buttons out over the
    controller from which they came, offered at the first start; ``files`` that it keeps beside the journal;
    ``reopen``, without which a result that the organiser has sent back stays signed; ``next_round``, with which a game
    of several rounds goes on with whom the organiser has drawn, and ``follow``, with which its clock follows the
    organiser's; ``exports``: files of its own, beside or in place of those of every game; ``from_gcg``, with
    which a GCG file is read as a game of it; ``pocket``, its sheet for a QR code, for which the tables of its report
    serve otherwise. A game whose setups have terms of their own, so that an event has to know whose, declares
    ``by_terms`` what it is by those.
    """

    key: str
    name: Message
    icon: str
    """Its sign on the home screen (`device.graphics.glyphs`)."""
    colour: int
    seats: SeatCount
    setup: Address[type[SetupScreen]]
    """The screen on which setting up a new game begins."""
    play: Address[Callable[[Host], Controller]]
    """The screens, OLED content and signals of the game on the table."""
    past: Address[DrawPast]
    card: Address[BoardCard]
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
    by_terms: Address[Callable[[SheetTerms], GameSpec]] | None = None
    """The game as it is played by some terms: called, seated and counted as they say. None: it has none."""
    exports: tuple[ExportFormat, ...] = ()
    from_gcg: Address[Callable[[list[str]], History]] | None = None
    pocket: Address[PocketSheet] | None = None

    def rule_options(self) -> tuple[RuleOption, ...]:
        """What an organiser may choose for new games."""
        options = options_type(self.key)
        return rule_options_of(self.key, options) if options is not None else ()


GameSpecs = Mapping[str, GameSpec]
"""Declarations by the game's word."""
