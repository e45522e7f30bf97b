"""What somebody wants printed."""

from __future__ import annotations

from dataclasses import dataclass

from device.organiser.log.event_state import EventState
from rules.message import Refusal


@dataclass(frozen=True, slots=True)
class PaperRequest:
    """The round (0: the last published one) and the game (empty: that round's) of a paper, and the board's address."""

    round: int = 0
    kind: str = ""
    address: str = ""

    def in_round(self, state: EventState) -> int:
        """The round that is meant. Raises `Refusal` where no draw of it is published."""
        rounds = [one.round for one in state.tournament.rounds()]
        round = self.round or (rounds[-1] if rounds else 0)
        if round not in rounds:
            raise Refusal("", "No draw is published, so there is nothing to print.")
        return round
