"""What the desk's page of standings shows: lines with their games, frozen copies, teams, the season, the rules."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from device.common.i18n import t, tr
from device.common.specs.spec import GameSpec
from device.organiser.acts.ruling_acts import RankingSet
from device.organiser.board.pages import LOOKS
from device.organiser.desk.asked import Asked, number
from device.organiser.desk.forms_of_results import RESTS
from device.organiser.log.event_control import OrganiserDesk
from device.organiser.log.event_state import EventState
from device.organiser.tournament.decided import by_of, time_of
from device.organiser.tournament.kinds import figure, figure_text, is_for_two, is_money
from device.organiser.tournament.ranking import AWAY, BYE, SIGNS, SUMS, RankingLine, team_lines, usual_order
from device.organiser.tournament.ranking import figure as named
from device.organiser.tournament.ranking import values as ranked_by
from device.organiser.tournament.rulings import differs, frozen_standings
from device.organiser.tournament.scoring import Scoring
from device.organiser.tournament.season import events_of, rules_of, season
from device.organiser.tournament.season_records import digest_of
from rules.games import DEFAULT_KEY

LINES = 150
"""Lines of the standings on one page."""
MOST_ROUNDS = 11
"""Columns of rounds; the oldest of more share the first of them."""
OF_OPPONENTS = ("direct", "buchholz", "median")
"""Figures that are no columns: they are said where they decided."""


def values(desk: OrganiserDesk, asked: Asked, round: int) -> dict[str, Any]:
    """The values of the page. The address names the game, the round after which it stands, a version that was kept,
    a line that is open, or the season.
    """
    state = desk.state
    evenings = [state.tournament, *(evening.tournament for evening in state.evenings)]
    played = [draw.kind for tournament in evenings for draw in tournament.rounds()]
    kinds = list(dict.fromkeys([*played, *(act.kind for act in state.tournament.season())]))
    kind = asked.get("kind", "")
    kind = kind if kind in kinds else (kinds[0] if kinds else "")
    rounds = [draw.round for draw in state.tournament.rounds() if draw.kind == kind]
    after = number(asked, "after", max(rounds, default=0))
    scoring, game = Scoring(state), _game(state, kind)
    lines = scoring.lines(kind, before=after + 1) if kind else []
    rules = scoring.rules(kind) if kind else RankingSet(id="0" * 16, kind=kind)
    earlier = scoring.lines(kind, before=after) if kind else []
    before = {line.entrant.id: line.place for line in earlier if line.is_ranked}
    starts = range(0, len(lines), LINES)
    opened = next((n for n, line in enumerate(lines) if str(line.entrant.number) == asked.get("open")), 0) // LINES
    sheet = max(1, min(number(asked, "sheet", opened + 1), len(starts)))
    past_rounds = [n for n in rounds if n <= after]
    many = len(past_rounds) - MOST_ROUNDS + 1 if len(past_rounds) > MOST_ROUNDS and asked.get("rounds") != "all" else 0
    page = {
        "kind": kind,
        "kinds": [(word, state.game(word).name) for word in kinds],
        "rounds": past_rounds[many:],
        "folded": past_rounds[:many],
        "folded_sum": lambda line: _sum_of(line, past_rounds[:many], game),
        "decided": decided_ties(lines, rules.by_figures, game),
        "prized": len(money.prizes) if (money := state.tournament.money) and money.kind in ("", kind) else 0,
        "all_rounds": rounds,
        "after": after,
        "missing": scoring.missing(after + 1),
        "is_money": bool(kind) and is_money(game),
        "sheet": sheet,
        "sheets": [(n, f"{start + 1}–{min(start + LINES, len(lines))}") for n, start in enumerate(starts, start=1)],
        "lines": [
            (line, {outcome.round: outcome for outcome in line.outcomes})
            for line in lines[(sheet - 1) * LINES : sheet * LINES]
        ],
        "rules": rules,
        "two": bool(kind) and is_for_two(game),
        "rests": RESTS,
        "moved": lambda line: (
            before[line.entrant.id] - line.place if line.entrant.id in before and line.is_ranked else 0
        ),
        "widest": max((abs(line.margin) for line in lines), default=Fraction(0)),
        "open": asked.get("open", ""),
        "sign_of": lambda outcome: look(outcome.mark),
        "sheet_of": _sheets(scoring, after) if asked.get("open") else {},
        "bye": BYE,
    }
    versions = _versions(scoring, kind, after, number(asked, "version", 0))
    return page | _figures(game, rules) | _teams(lines, rules) | versions | _season(state, kind, asked)


def _game(state: EventState, kind: str) -> GameSpec:
    """What is played; before anything was drawn, any game, of which nothing shows."""
    return state.game(kind or DEFAULT_KEY)


def decided_ties(lines: Sequence[RankingLine], by: Sequence[str], game: GameSpec) -> dict[str, str]:
    """What decided the place of everybody who is equal with somebody in the sums that come first, by the entrant's id.

    That are the figures after those in which the equal ones differ, as far as it takes to tell the line from all of
    them; where none does, the place is shared.
    """
    first = next((n for n, word in enumerate(by) if word not in SUMS), len(by))
    reasons = {}
    for _, group in groupby((line for line in lines if line.is_ranked), lambda line: ranked_by(line, by[:first])):
        equal = tuple(group)
        keys = [ranked_by(line, by[first:]) for line in equal]
        for line, key in zip(equal, keys, strict=True) if len(equal) > 1 else ():
            rest, parts = keys, []
            for n, word in enumerate(by[first:]):
                if len({other[n] for other in rest}) > 1:
                    parts.append(f"{tr(named(game, word).name)} {figure_text(game, word, key[n])}")
                rest = [other for other in rest if other[n] == key[n]]
            if len(rest) > 1:
                parts.append(t("shared"))
            reasons[line.entrant.id] = ", ".join(parts)
    return reasons


def _sum_of(line: RankingLine, rounds: Sequence[int], game: GameSpec) -> str:
    """What rounds that share a column brought: wins, or points where nobody wins a round."""
    scores = [
        outcome.score for outcome in line.outcomes if outcome.round in rounds and outcome.round not in line.left_out
    ]
    if not is_for_two(game):
        return figure_text(game, "points", sum((score.points for score in scores), Fraction(0)))
    return figure_text(game, "wins", sum((score.won for score in scores), Fraction(0)))


def _figures(game: GameSpec, rules: RankingSet) -> dict[str, Any]:
    """What decides places, and how the template writes it."""
    columns = [word for word in rules.by_figures if word not in OF_OPPONENTS] or list(rules.by_figures)
    return {
        "by": [(word, named(game, word)) for word in rules.by_figures],
        "columns": [(word, named(game, word)) for word in columns],
        "values": lambda line: [
            figure_text(game, word, value) for word, value in zip(columns, ranked_by(line, columns), strict=True)
        ],
        "figure": lambda outcome: figure(outcome.score.points, game, plus=True),
        "against": lambda outcome: figure(outcome.score.points - outcome.score.margin, game),
        "team_value": lambda word, team: figure_text(game, word, getattr(team, SUMS[word])),
        "column": lambda word: named(game, word).name,
    }


def _teams(lines: Sequence[RankingLine], rules: RankingSet) -> dict[str, Any]:
    """The standings of teams."""
    teams = team_lines(lines, rules)
    return {
        "teams": teams,
        "odd_teams": [f"{team.name} ({n})" for team in teams if (n := len(team.members)) != (rules.team_size or n)],
        "team_by": [word for word in rules.by_figures if word in SUMS] or ["points"],
    }


def _versions(scoring: Scoring, kind: str, after: int, version: int) -> dict[str, Any]:
    """The copies that were frozen after that round, and the one of them that is shown (0: none)."""
    state, game = scoring.state, _game(scoring.state, kind)
    versions = state.tournament.frozen(kind, after)
    is_there = 0 < version <= len(versions)
    return {
        "versions": [(n, frozen, *_made(state, frozen.id)) for n, frozen in enumerate(versions, 1)],
        "version": version if is_there else 0,
        "frozen_version": versions[version - 1] if is_there else None,
        "kept_mark": lambda text: look(text) if text in (*LOOKS, AWAY) else None,
        "kept_round": lambda text: figure(Fraction(text), game, plus=True) if text else "·",
        "kept_value": lambda word, text: figure_text(game, word, Fraction(text)),
        "differs": bool(kind) and versions and differs(frozen_standings(scoring, kind, after, "0" * 16), versions),
    }


def _season(state: EventState, kind: str, asked: Asked) -> dict[str, Any]:
    """The season, and how it is counted."""
    is_shown = asked.get("season") == "1"
    events = events_of(state, kind) if is_shown and kind else []
    rules, game = rules_of(state, kind), _game(state, kind)
    in_points = not is_for_two(game)
    return {
        "season": is_shown,
        "season_lines": season(events, rules, game) if events else [],
        "season_rules": rules,
        "digest": digest_of(state, kind) if events else "",
        "season_events": [title for title, _ in events],
        "season_by": [word for word in usual_order(game) if word in SUMS] if kind else [],
        "season_value": lambda word, line: figure_text(game, word, line.sum_of(SUMS[word])),
        "season_part": lambda part: figure_text(
            game, "points" if in_points else "wins", Fraction(part.points if in_points else part.won)
        ),
    }


def _made(state: EventState, id: str) -> tuple[str, str]:
    """When a decision was made, and by whom."""
    done = state.tournament.decision(id)
    return time_of(state, done.when), by_of(done)


def look(mark: str) -> tuple[str, str]:
    """A round of the standings by its mark: a word for its look, and one or a sign for people."""
    return LOOKS.get(mark, "bye"), SIGNS.get(mark) or t("bye")


def _sheets(scoring: Scoring, after: int) -> dict[tuple[int, int], str]:
    """By round and table: the id of the game, for its sheet; empty where it was played on paper."""
    uids = {}
    for n in range(1, after + 1):
        for table in scoring.tables(n):
            uids[n, table.drawn.table] = "" if table.game is None else table.game.uid
    return uids
