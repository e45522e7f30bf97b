"""What the log of an event comes to, as plain values: the same for the version that wrote it and for each one after."""

from __future__ import annotations

from typing import Any

import msgspec

from device.organiser.log.event_state import EventState


def seen(state: EventState) -> dict[str, object]:
    """What the log of an event comes to."""
    return {
        "title": state.title,
        "round": msgspec.to_builtins(state.round),
        "pairings": {key: msgspec.to_builtins(pairing) for key, pairing in state.pairings.items()},
        "tables": {
            str(place.number): {
                "holder": place.holder,
                "released": place.released,
                "online": place.online,
                "game": place.game,
                "note": place.note,
                "calls": list(place.calls),
            }
            for place in state.tables()
        },
        "games": {
            game.uid: {
                "table": game.table,
                "stage": progress(game),
                "entries": game.entry_count,
                "counts": game.counts,
                "returned": game.returned,
                "conflicts": game.conflicts,
            }
            for game in state.games.values()
        },
    }


def progress(game: Any) -> str | None:
    """The word of how far a game of an event is; None: it cannot be read."""
    return None if game.progress is None else str(game.progress.value)
