"""What the kiosk asks of the screens on which a game is set up."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from device.kiosk.screen import Screen
from device.kiosk.screen_controller import ScreenController
from rules.game import Setup

if TYPE_CHECKING:
    from device.common.event.messages import Pairing
    from device.kiosk.host import Host

S = TypeVar("S")


class SettingUp(ScreenController[S]):
    """The controller of those screens."""

    @abstractmethod
    def seat(self, pairing: Pairing) -> None:
        """Fill in the names that the organiser has paired."""

    @abstractmethod
    def refill(self, setup: Setup, before: Any = None) -> None:
        """Fill in a setup, so that one touch begins the game; ``before`` is how that of the same seats before ended."""


class FirstScreen(Protocol):
    """The class of the screen on which setting up begins."""

    def __call__(self) -> Screen[Any]:
        """The screen with nothing filled in."""

    def set_up(self, host: Host, game: str) -> SettingUp[Any]:
        """The screens on which the game with that word is set up, beginning with this one."""
