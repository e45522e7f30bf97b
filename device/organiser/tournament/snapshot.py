"""The event as plain values for other programs: what ``dvojtah organiser state --json``, ``standings --json``, ``games
--json`` and ``refused --json`` print.

The keys are promised (docs/event.md): later versions may add some and neither rename nor drop any. Texts are in
English, whatever language the screen speaks; spans are seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from device.organiser.log.event_state import EventState
from device.organiser.log.round_on import coming_round, is_expected
from device.organiser.log.table_game import TableGame
from device.organiser.log.table_state import TableState
from device.organiser.log.troubles import troubles
from device.organiser.store.rows import RefusedMessage
from device.organiser.tournament.scoring import Scoring, StandingsLine
from rules.game import SECOND, Nanoseconds

Values = dict[str, Any]


def state_of(state: EventState, now: Nanoseconds, event: str, refused: int = 0) -> Values:
    """Tables, games and what needs people when the event's clock shows ``now`` (ns)."""
    games_of = state.games_by_table()
    return {
        "event": event,
        "title": state.title,
        "broker": state.linked,
        "round": _round(state, now),
        "next_round": coming_round(state, now),
        "notice": None if state.notice is None else {"text": state.notice.text, "text_en": state.notice.text_en},
        "tables": [_table(state, place, games_of[place.number], now) for place in state.tables()],
        "games": [_game(state, game) for game in state.games.values()],
        "needs": [
            {"table": trouble.table, "kind": trouble.kind, "text": str(trouble.text)}
            for trouble in troubles(state, now)
        ],
        "unreadable": {
            "count": state.unreadable,
            "rows": [
                {"row": row.id, "kind": row.kind, "table": row.table or None, "reason": row.reason}
                for row in state.unread
            ],
        },
        "refused": refused,
    }


def standings_of(state: EventState, event: str) -> Values:
    """The standings of every game of which a result counts."""
    standings = [
        {"game": kind, "lines": [_standing(line) for line in lines]}
        for kind, lines in Scoring(state).all_standings().items()
    ]
    return {"event": event, "title": state.title, "standings": standings}


def games_of(state: EventState, event: str, table: int | None = None) -> Values:
    """Every game, by table, or those of one table."""
    table_games = [game for _, games in sorted(state.games_by_table().items()) for game in games]
    return {"event": event, "games": [_game(state, game) for game in table_games if table in (None, game.table)]}


def refused_of(refusals: Sequence[RefusedMessage], ahead: Nanoseconds, event: str) -> Values:
    """What was refused (newest first), oldest first; ``ahead`` (ns): how far the event's clock is before ours."""
    return {
        "event": event,
        "refused": [
            {
                "heard": datetime.fromtimestamp((refusal.heard - ahead) // 10**9, UTC).isoformat(),
                "topic": refusal.topic,
                "bytes": refusal.size,
                "reason": refusal.reason,
            }
            for refusal in reversed(refusals)
        ],
    }


def _standing(line: StandingsLine) -> Values:
    return {
        "place": line.place,
        "name": line.name,
        "games": line.games,
        "won": _number(line.won),
        "margin": _number(line.margin),
        "points": _number(line.points),
        "people": list(line.people),
        "club": line.club or None,
    }


def _round(state: EventState, now: Nanoseconds) -> Values | None:
    on = state.round
    if not on.round:
        return None
    moment = now if on.paused_at is None else on.paused_at
    return {
        "number": on.round,
        "game": on.kind or None,
        "length_s": on.length_s,
        "starts_in_s": max(0, (on.starts - moment) // SECOND),
        "left_s": max(0, (on.starts + on.length_s * SECOND - max(moment, on.starts)) // SECOND),
        "paused": on.paused_at is not None,
    }


def _table(state: EventState, place: TableState, games: list[TableGame], now: Nanoseconds) -> Values:
    begun = bool(state.round.round) and any(state.is_of_this_round(game) for game in games)
    pairing = None
    if (paired := place.pairing) is not None:
        pairing = {
            "game": paired.kind,
            "round": paired.round or None,
            "names": list(paired.names),
            "seats": [list(group) for group in paired.seats],
        }
    return {
        "table": place.number,
        "online": place.online,
        "changed_s_ago": max(0, (now - place.since) // SECOND) if place.since else None,
        "device": place.holder,
        "released": place.released,
        "game": place.game,
        "begun": begun,
        "expected": bool(state.round.round) and is_expected(state, place),
        "pairing": pairing,
        "referee": None if place.call is None else ("coming" if place.call.coming else "called"),
        "note": place.note,
        "other_devices": sorted(place.other_devices),
    }


def _game(state: EventState, game: TableGame) -> Values:
    history = game.history
    return {
        "game": game.uid,
        "table": game.table,
        "round": state.round_of(game) or None,
        "kind": None if history is None else history.game.key,
        "stage": None if game.progress is None else game.progress.value,
        "entries": game.entry_count,
        "line": "" if history is None else str(history.game.summary(history.state)),
        "counts": game.counts and not state.is_foreign(game),
        "sent_back": game.returned if state.is_sent_back(game) else None,
        "conflicts": list(game.conflicts),
        "stuck": None if game.trouble is None else str(game.trouble),
    }


def _number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)
