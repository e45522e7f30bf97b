"""How people play each game: what they set up, what they do next, and how they sign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from device.event.messages import Pairing
from rules.game import Setup
from rules.history import History
from tools.world.players.chess_clock import ChessPlayer
from tools.world.players.polish_doubles import DoublesPlayer

if TYPE_CHECKING:
    from tools.world.people import People


class Player(Protocol):
    """Plays one game; stateless, for whoever sits at a table."""

    def setup(self, people: People, pairing: Pairing | None) -> Setup:
        """The game that is paired, or one of their own."""

    def act(self, people: People, history: History) -> Any:
        """Do what is next in a game that is under way."""

    def sign(self, people: People, history: History) -> None:
        """Sign a result that stands."""


PLAYERS: dict[str, Player] = {"chess_clock": ChessPlayer(), "polish_doubles": DoublesPlayer()}
