"""What the desk's page of the tables shows: a tile each, what needs somebody, and one table that was picked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from device.common.specs.card import CardSeat
from device.organiser.board.stream import SLOTS
from device.organiser.board.table_card import FROM_DESK, card_at, entered_at, names_at
from device.organiser.desk.asked import Asked, number
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_state import EventState
from device.organiser.log.round_on import begun_of, coming_round, following_round, stale_tables
from device.organiser.log.table_state import TableState
from device.organiser.log.troubles import TROUBLES, TableTrouble, claim_text, troubles
from device.organiser.tournament.scoring import Scoring
from rules.game import Progress
from rules.message import Message, msg

EARLIER = 12
"""Games before the one on the table that a picked table offers; the command reaches all of them."""
WORDS = {
    **TROUBLES,
    "playing": msg("playing"),
    "sign": msg("signing"),
    "signed": msg("signed"),
    "desk": FROM_DESK,
    "paper": msg("on paper"),
    "paired": msg("paired"),
    "free": msg("free"),
}
"""How a table is, by a word that is also its look; the first need somebody."""
DONE = ("signed", "desk")
STATUS = {
    Progress.READY: "playing",
    Progress.PLAYING: "playing",
    Progress.RESULT: "sign",
    Progress.SIGNED: "signed",
}


@dataclass(frozen=True, slots=True)
class TableTile:
    """A table in a glance: ``status`` is one of `WORDS`, ``word`` says it, or how far the game is."""

    place: TableState
    status: str
    word: Message
    seats: tuple[CardSeat, ...]

    @property
    def number(self) -> int:
        """Its number."""
        return self.place.number


def values(desk: OrganiserDesk, asked: Asked, round: int) -> dict[str, Any]:
    """The page's values; the address says which tables are shown, in which order, and which one was picked."""
    state, now = desk.state, desk.now()
    coming, following = coming_round(state, now), following_round(state)
    needs: dict[int, TableTrouble] = {}
    for trouble in troubles(state, now):
        needs.setdefault(trouble.table, trouble)
    tiles = [_tile(state, place, needs.get(place.number)) for place in state.tables()]
    counted = Counter(tile.status for tile in tiles)
    show = asked.get("show", "")
    if show == "open":
        tiles = [tile for tile in tiles if tile.status not in (*DONE, "free")]
    elif show == "trouble":
        tiles.sort(key=lambda tile: (list(WORDS).index(tile.status), tile.number))
    begun, not_begun = begun_of(state)
    draw = state.tournament.draw_of(following)
    picked = state.places.get(number(asked, "more"))
    return {
        "tiles": tiles,
        "counted": [(word, counted[word]) for word in WORDS if counted[word]],
        "words": WORDS,
        "show": show,
        "picked": None if picked is None else _picked(state, picked),
        "claimed": lambda game, by: _claimed(state, game, by),
        "notice": state.notice,
        "streams": [state.streams[slot] for slot in sorted(state.streams)],
        "slots": [(slot, state.streams.get(slot)) for slot in range(1, SLOTS + 1)],
        "telephones": state.telephones,
        "round_on": state.round,
        "begun": begun,
        "not_begun": not_begun,
        "ended": state.ended,
        "replaced": None if state.replaced is None else state.replaced[0],
        "next_round": following,
        "next_kind": state.round.kind if draw is None else draw.kind,
        "coming": coming,
        "unread": state.unread,
        "unreadable": state.unreadable,
        "ranks": [
            (state.game(kind).name, state.game(kind).card.load().columns, lines)
            for kind, lines in Scoring(state).all_standings().items()
        ],
    }


def _tile(state: EventState, place: TableState, need: TableTrouble | None) -> TableTile:
    card = None if _is_over(state, place) else card_at(state, place)
    status, seats = "free", () if card is None else card.seats
    word = WORDS[status]
    if card is not None:
        status = "desk" if card.foot is FROM_DESK else STATUS[card.progress]
        word = card.corner if card.progress is Progress.PLAYING else WORDS[status]
    elif names := names_at(place):
        status = "paper" if place.online is None else "paired"
        word, seats = WORDS[status], tuple(CardSeat(name, "") for name in names)
    if need is not None:
        status, word = need.kind, WORDS[need.kind]
    return TableTile(place, status, word, seats)


def _is_over(state: EventState, place: TableState) -> bool:
    """Whether the game of a table is a signed one of an earlier round than what it is paired for, or than the draw."""
    game, paired = state.game_at(place), place.pairing
    if place.number in stale_tables(state):
        return True
    return (
        game is not None
        and paired is not None
        and game.progress is Progress.SIGNED
        and paired.pairing not in game.pairings
        and state.round_of(game) != paired.round
        and entered_at(state, place) is None
    )


def _claimed(state: EventState, game: str, by: tuple[str, str]) -> Message | None:
    """A game in one line as it would be if that claim counted."""
    history = state.with_claim(state.games[game], by).history
    return None if history is None else history.game.summary(history.state)


def _picked(state: EventState, place: TableState) -> dict[str, Any]:
    """Everything about one table, and what can be done about it."""
    game = state.game_at(place)
    games = state.games_by_table()[place.number]
    earlier = [table_game for table_game in games if table_game is not game][:EARLIER]
    return {
        "place": place,
        "game": game,
        "pairing": " – ".join(names_at(place)),
        "paired_round": 0 if place.pairing is None else place.pairing.round,
        "claims": [
            (game.uid, by, claim_text(game, by))
            for game in games
            for by, claim in game.claims.items()
            if not claim.is_open
        ],
        "earlier": [
            (game, state.round_of(game), game.progress is Progress.SIGNED and not state.is_sent_back(game))
            for game in earlier
        ],
    }
