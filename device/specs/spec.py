"""What a game declares for the table: its name on the home screen, its setup and its screens.

A declaration loads neither the game's rules nor its screens; what is large is named by its address and loads on first
use. What else a game declares is for others: `device.specs.event_spec`, `device.specs.report_spec`,
`device.specs.samples`. All of it stands in ``device.games.<key>.spec``, found by the game's word
(`device.registry`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from device.address import Address
from rules.message import Message

if TYPE_CHECKING:
    from device.files.small_file import SmallFile
    from device.games.setup_controller import SetupController
    from device.graphics.canvas import Canvas
    from device.graphics.widgets import Rect
    from device.kiosk.controllers import Controller, Host
    from device.settings.rule_options import RuleOption
    from device.settings.settings import Settings


class DrawPast(Protocol):
    """Draws a state of the past."""

    def __call__(self, canvas: Canvas, rect: Rect, state: Any, at: int, /) -> None:
        """Draw the game in ``rect`` as it stood in ``state`` at game time ``at`` (ns); touches there are left out."""


@dataclass(frozen=True, slots=True)
class SecondPicture:
    """Another picture of a state of the past, beside the usual one, in the place of which it can be chosen.

    ``name`` is what the button to it says, ``usual`` the one back; ``known`` says whether a state has what it shows.
    """

    name: Message
    usual: Message
    draw: Address[DrawPast]
    known: Address[Callable[[Any], bool]]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec:
    """A game at a table. ``colour`` is which of the palette's accents marks it, a number from 0.

    Optional: ``past``, for which the history shows the tally instead, and ``past_second`` beside it; ``trial``, screens
    on which people try the buttons out over the controller from which they came, offered at the first start; ``files``
    that the game keeps beside the journal.
    """

    key: str
    name: Message
    motto: Message
    colour: int
    rule_options: Address[tuple[RuleOption, ...]]
    setup: Address[Callable[[Host], SetupController]]
    """The screens on which a new game is set up."""
    play: Address[Callable[[Host], Controller]]
    """The screens, OLED content and signals of the game on the table."""
    past: Address[DrawPast] | None = None
    past_second: SecondPicture | None = None
    trial: Address[Callable[[Host, Controller], Controller]] | None = None
    files: tuple[Address[Callable[[Settings], SmallFile[Any]]], ...] = ()


GameSpecs = Mapping[str, GameSpec]
"""Declarations by the game's word."""
