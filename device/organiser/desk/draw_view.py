"""What the desk's page of draws shows."""

from __future__ import annotations

from typing import Any

from device.common.i18n import tr
from device.common.specs.card import fraction_text
from device.common.specs.spec import GameSpec
from device.organiser.acts import decisions
from device.organiser.desk.asked import Asked
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_games import kind_by
from device.organiser.log.event_state import EventState
from device.organiser.log.tournament_state import Entrant, Tournament
from device.organiser.tournament.decided import PAIR_RULES
from device.organiser.tournament.draw.remedies import DrawWarning
from device.organiser.tournament.draw_tables import FOR_MORE, FOR_TWO, METHODS, swiss_entrants
from device.organiser.tournament.drawing import Drawing
from device.organiser.tournament.kinds import is_for_two, is_money
from device.organiser.tournament.ranking import RankingLine
from device.organiser.tournament.scoring import Scoring
from rules.games import DEFAULT_KEY
from rules.message import Message, Refusal, msg
from rules.money import kc


def values(desk: OrganiserDesk, asked: Asked, round: int) -> dict[str, Any]:
    """The page's values; the address names the round and the game."""
    drawing = Drawing(desk)
    state = desk.state
    tournament = state.tournament
    draft, published = tournament.draft(round), tournament.draw_of(round)
    before = list(tournament.rounds())
    drawn = draft or published
    kind = asked.get("kind") or (drawn.kind if drawn else before[-1].kind if before else state.round.kind)
    kind = kind if kind and state.knows(kind) else _usual_kind(state)
    game = state.game(kind)
    warnings = drawing.warnings(round) if draft else []
    remedies = drawing.remedies(round, warnings) if draft else {}
    of_table: dict[int, list[Message]] = {}
    for warning in warnings:
        of_table.setdefault(warning.table, []).append(_warning(tournament, warning))
    points = {line.entrant.id: line for line in Scoring(state).lines(kind, before=round)}
    playing, trouble = list[Entrant](), None
    try:
        playing = drawing.playing(state, round, kind)
    except Refusal as refused:
        trouble = refused.message
    return {
        "kind": kind,
        "kind_name": game.name,
        "methods": [
            (method, METHODS[method]) for method in (FOR_TWO if is_for_two(game) else FOR_MORE) if method != "hand"
        ],
        "ready": len(playing),
        "cannot": trouble,
        "missing": Scoring(state).missing(round),
        "draft": draft,
        "published": published,
        "drawn": drawn,
        "requested": [] if drawn is None else _requested(tournament, drawn),
        "begun": drawing.has_begun(state, round),
        "is_on": state.round.round == round,
        "warnings": [(warning, _warning(tournament, warning), remedies.get(warning, [])) for warning in warnings],
        "redraw": _redraw_method(draft, game),
        "of_table": of_table,
        "blocks": any(warning.blocks for warning in warnings),
        "points": {place: _points(line, game) for place, line in points.items()},
        "rounds": sorted({draw.round for draw in before} | {round}),
        "two": is_for_two(game),
        "rules": tournament.draw_rules(kind),
        "ruled_pairs": [
            (a, b, word, PAIR_RULES[word]) for word in ("apart", "wished") for a, b in tournament.pair_rules(word)
        ],
        "best_at": BEST_AT,
        "certain": _certain(state, playing, round, kind),
        "by_hand": _lines(tournament, drawn),
        "offered": _offered(desk),
    }


def _offered(desk: OrganiserDesk) -> list[tuple[str, str]]:
    """The names of score sheets that are not yet among the games of the event."""
    return [(terms.name, terms.name) for terms in desk.offered_sheets() if kind_by(terms) not in desk.state.sheets]


def _usual_kind(state: EventState) -> str:
    """What is offered before anything was drawn: a sheet that was added for this event, else a game for pairs, or for
    single players where most of them are."""
    if state.sheets:
        return next(reversed(state.sheets))
    entrants = state.tournament.entrants.values()
    alone = sum(len(entrant.players) == 1 for entrant in entrants)
    if 2 * alone <= len(entrants):
        return DEFAULT_KEY
    return next((kind for kind in state.kinds() if not state.game(kind).seats.pairs), DEFAULT_KEY)


BEST_AT = {
    "repeats": msg("fewest repeats"),
    "clubs": msg("fewest of one club"),
    "rank": msg("nearest in the standings"),
}
"""What a remedy is best at (`tournament.draw.remedies.BEST_AT`)."""


def _certain(state: EventState, playing: list[Entrant], round: int, kind: str) -> list[str]:
    """Which of those who play a round have places that are certain before it, by their ids."""
    if not playing or not state.tournament.draw_rules(kind).locked or not is_for_two(state.game(kind)):
        return []
    return [entrant.key for entrant in swiss_entrants(state, playing, round, kind) if entrant.locked]


def _requested(tournament: Tournament, drawn: decisions.Drafted | decisions.Published) -> list[str]:
    """Whose byes were asked for, by their ids."""
    if isinstance(drawn, decisions.Published):
        return list(drawn.requested)
    return [bye for bye in drawn.byes if drawn.round in tournament.entrants[bye].rests]


def _points(line: RankingLine, game: GameSpec) -> str:
    return tr(kc(line.points, plus=True)) if is_money(game) else fraction_text(line.won)


def _lines(tournament: Tournament, drawn: decisions.Drafted | decisions.Published | None) -> str:
    """A draw as it is written by hand."""
    if drawn is None:
        return ""
    entrants = tournament.entrants
    lines = [
        f"{table.table}: {' '.join(str(entrants[who].number) for who in table.entrants)}" for table in drawn.tables
    ]
    return "\n".join([*lines, *(str(entrants[who].number) for who in drawn.byes)])


def _warning(tournament: Tournament, warning: DrawWarning[str]) -> Message:
    entrants = [tournament.entrants[id] for id in warning.who]
    who, n = " – ".join(f"{each.number} {each.name}" for each in entrants), warning.table
    return {
        "apart": msg("They are to stay apart: {who}", who=who),
        "repeat": msg("They have met before: {who}", who=who),
        "club": msg("Of one club ({club}): {who}", club=entrants[0].club if entrants else "", who=who),
        "double": msg("Sits or rests twice: {who}", who=who),
        "gone": msg("Does not play this round: {who}", who=who),
        "left": msg("Plays this round and is not drawn: {who}", who=who),
        "twice": msg("Table {n} is drawn twice", n=n),
        "table": msg("Nothing has been heard from table {n}; its players need a paper slip", n=n),
    }[warning.kind]


def _redraw_method(draft: decisions.Drafted | None, game: GameSpec) -> str:
    """How a draft is made anew where it no longer fits who is there: as it was, unless it was written by hand."""
    methods = FOR_TWO if is_for_two(game) else FOR_MORE
    return draft.method if draft is not None and draft.method in methods and draft.method != "hand" else methods[0]
