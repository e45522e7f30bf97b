"""What the desk's page of one game shows: its whole sheet."""

from __future__ import annotations

from typing import Any

from device.organiser.log.event_state import EventState


def values(state: EventState, uid: str) -> dict[str, Any] | None:
    """The page's values; None where there is no such game."""
    every = [state.games, *(evening.games for evening in state.evenings)]
    game = next((games[uid] for games in every if uid in games), None)
    if game is None or game.history is None:
        return None
    history = game.history
    return {
        "game": game,
        "name": history.game.name,
        "line": history.game.summary(history.state),
        "report": history.game.report(history.state),
        "lying": None if game.view is None else game.view.board_card.board_tiles(history.state),
        "number": state.round_of(game),
    }
