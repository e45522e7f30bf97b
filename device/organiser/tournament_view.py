"""The desk's pages about entrants, draws, results and standings, whole without a script."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from device.games import SPECS
from device.i18n import language, t, tr
from device.organiser import decisions
from device.organiser.board.pages import environment
from device.organiser.card import signed_number
from device.organiser.desk import Desk, coming_round, troubles
from device.organiser.draw.warnings import DrawWarning
from device.organiser.drawing import FOR_MORE, FOR_TWO, METHODS, Drawing
from device.organiser.scoring import BYE, Line, Outcome, Scoring, TableResult, is_for_two, is_money
from device.organiser.tournament import Done, Entrant, namesakes
from device.people.directory import plain
from rules.game import SECOND
from rules.games import DEFAULT_KEY, GAMES
from rules.marias.money import kc
from rules.message import Message, Refusal, msg, msgs
from rules.people import same_name

TEMPLATES = Path(__file__).with_name("templates")
PAGES = {
    "people": msg("Entrants"),
    "draw": msg("The draw"),
    "results": msg("Results"),
    "standings": msg("Standings"),
}
"""The pages, by their path."""
STATUS = {"registered": msg("expected"), "present": msg("here"), "withdrawn": msg("withdrawn")}
Fields = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Person:
    """A row of the entrants: who it is, and who else bears one of the names."""

    entrant: Entrant
    same: tuple[Entrant, ...]


class TournamentView:
    """Draws the pages of `PAGES` in the language that is spoken. Belongs to one thread."""

    def __init__(self, desk: Desk, board: Callable[[], str]) -> None:
        self._desk = desk
        self._board = board
        self._drawing = Drawing(desk)
        env = environment(desk.now, TEMPLATES)
        env.globals.update(number=_number, signed=signed_number)
        self._pages = {name: env.get_template(f"{name}.html") for name in PAGES}

    def page(self, name: str, word: str, asked: Fields, trouble: str = "", typed: Fields | None = None) -> str:
        """A page for who has come in and whose forms carry ``word``; ``asked`` is what its address says, ``typed`` the
        form that was not taken, and ``trouble`` why. Raises `StoreTrouble`.
        """
        state = self._desk.read()
        round = _round(asked.get("round", ""), coming_round(state, self._desk.now()))
        last = state.tournament.last
        shown = {
            "lang": language(),
            "word": word,
            "trouble": trouble,
            "typed": defaultdict(str, typed or {}),
            "here": name,
            "pages": PAGES,
            "title": state.title,
            "board": self._board(),
            "needs": len(troubles(state, self._desk.now())),
            "last": None if last is None else last.id,
            "said": None if last is None else self._said(last),
            "round": round,
            "games": [(key, game.name) for key, game in GAMES.items()],
            "entrants": state.tournament.entrants,
        }
        return self._pages[name].render(shown | getattr(self, f"_{name}")(asked, round))

    # -- entrants --------------------------------------------------------------------------------------------------

    def _people(self, asked: Fields, round: int) -> dict[str, Any]:
        entrants = list(self._desk.state.tournament.by_number().values())
        same = namesakes(entrants)
        sought = plain(asked.get("find", "").strip())
        shown = [one for one in entrants if not sought or sought in _sought(one) or sought == str(one.number)]
        return {
            "find": asked.get("find", "")[:100],
            "more": asked.get("more", ""),
            "rows": [Person(one, _others(one, same)) for one in shown],
            "count": {status: sum(one.status == status for one in entrants) for status in STATUS},
            "all": len(entrants),
            "status": STATUS,
        }

    # -- the draw --------------------------------------------------------------------------------------------------

    def _draw(self, asked: Fields, round: int) -> dict[str, Any]:
        state = self._desk.state
        tournament = state.tournament
        draft, published = tournament.draft(round), tournament.published(round)
        before = list(tournament.rounds())
        drawn = draft or published
        kind = asked.get("kind") or (drawn.kind if drawn else before[-1].kind if before else state.round.kind)
        kind = kind if kind in SPECS else DEFAULT_KEY
        warnings = self._drawing.warnings(round) if draft else []
        of_table: dict[int, list[Message]] = {}
        for one in warnings:
            of_table.setdefault(one.table, []).append(self._warning(one))
        points = {line.entrant.id: line for line in Scoring(state).lines(kind, before=round)}
        trouble = None
        try:
            ready = len(self._drawing.playing(state, round, kind))
        except Refusal as refused:
            ready, trouble = 0, refused.message
        return {
            "kind": kind,
            "kind_name": GAMES[kind].name,
            "methods": [(one, METHODS[one]) for one in (FOR_TWO if is_for_two(kind) else FOR_MORE) if one != "hand"],
            "ready": ready,
            "cannot": trouble,
            "missing": Scoring(state).missing(round),
            "draft": draft,
            "published": published,
            "drawn": drawn,
            "begun": self._drawing.begun(state, round),
            "warnings": [(one, self._warning(one)) for one in warnings],
            "of_table": of_table,
            "blocks": any(one.blocks for one in warnings),
            "points": {one: self._points(line, kind) for one, line in points.items()},
            "rounds": sorted({one.round for one in before} | {round}),
            "two": is_for_two(kind),
            "by_hand": self._lines(drawn),
        }

    def _points(self, line: Line, kind: str) -> str:
        return tr(kc(line.points, plus=True)) if is_money(kind) else _number(line.won)

    def _lines(self, drawn: decisions.Drafted | decisions.Published | None) -> str:
        """A draw as it is written by hand."""
        if drawn is None:
            return ""
        entrants = self._desk.state.tournament.entrants
        lines = [f"{one.table}: {' '.join(str(entrants[who].number) for who in one.entrants)}" for one in drawn.tables]
        return "\n".join([*lines, *(str(entrants[who].number) for who in drawn.byes)])

    def _warning(self, one: DrawWarning[str]) -> Message:
        entrants = self._desk.state.tournament.entrants
        who = " – ".join(f"{entrants[id].number} {entrants[id].name}" for id in one.who)
        if one.kind == "repeat":
            return msg("They have met before: {who}", who=who)
        if one.kind == "club":
            return msg("Of one club ({club}): {who}", club=entrants[one.who[0]].club, who=who)
        if one.kind == "double":
            return msg("Sits or rests twice: {who}", who=who)
        if one.kind == "gone":
            return msg("Does not play this round: {who}", who=who)
        if one.kind == "left":
            return msg("Plays this round and is not drawn: {who}", who=who)
        if one.kind == "twice":
            return msg("Table {n} is drawn twice", n=one.table)
        return msg("Nothing was heard of table {n}; its people need a paper slip", n=one.table)

    # -- results and standings -------------------------------------------------------------------------------------

    def _results(self, asked: Fields, round: int) -> dict[str, Any]:
        state = self._desk.state
        rounds = [one.round for one in state.tournament.rounds()]
        if not asked.get("round") and rounds:
            round = max([one for one in rounds if one <= max(state.last_round, 1)] or rounds[:1])
        draw = state.tournament.published(round)
        tables = Scoring(state).tables(round)
        kind = DEFAULT_KEY if draw is None else draw.kind
        return {
            "round": round,
            "rounds": rounds,
            "draw": draw,
            "is_money": is_money(kind),
            "tables": [(one, self._figures(one, kind)) for one in tables],
            "done": sum(one.scores is not None for one in tables),
            "signed_figure": lambda one, seat: _figure(one.own[seat].points, kind),
        }

    def _figures(self, one: TableResult, kind: str) -> list[str]:
        if one.scores is None:
            return [""] * len(one.drawn.entrants)
        return [_figure(score.points, kind) for score in one.scores]

    def _standings(self, asked: Fields, round: int) -> dict[str, Any]:
        state = self._desk.state
        kinds = list(dict.fromkeys(one.kind for one in state.tournament.rounds()))
        kind = asked.get("kind", "")
        kind = kind if kind in kinds else (kinds[-1] if kinds else "")
        rounds = [one.round for one in state.tournament.rounds() if one.kind == kind]
        after = _round(asked.get("after", ""), max(rounds, default=0))
        lines = Scoring(state).lines(kind, before=after + 1) if kind else []
        return {
            "kind": kind,
            "kinds": [(one, GAMES[one].name) for one in kinds],
            "rounds": [one for one in rounds if one <= after],
            "all_rounds": rounds,
            "after": after,
            "missing": Scoring(state).missing(after + 1),
            "is_money": bool(kind) and is_money(kind),
            "lines": [(line, {one.round: one for one in line.outcomes}) for line in lines],
            "mark": _mark,
            "figure": lambda one: _figure(one.score.points, kind, plus=True),
            "sum_of": lambda points: _figure(points, kind, plus=True),
            "bye": BYE,
        }

    # -- the strip -------------------------------------------------------------------------------------------------

    def _said(self, done: Done) -> str:
        """The last decision in words, with the time by the clock on the wall."""
        when = time.strftime("%H:%M", time.localtime((done.when - self._desk.state.ahead) / SECOND))
        return f"{when} {tr(self._decided(done.acts))}"

    def _decided(self, acts: Sequence[decisions.TournamentAct]) -> Message:
        entrants = self._desk.state.tournament.entrants
        one = acts[-1]
        match one:
            case decisions.Drafted():
                if not one.tables:
                    return msg("the draft of round {n} was discarded", n=one.round)
                return msg("draft of round {n}", n=one.round)
            case decisions.Published():
                if one.reason:
                    return msg("the draw of round {n} was corrected: {reason}", n=one.round, reason=one.reason)
                return msg("the draw of round {n} was published", n=one.round)
            case decisions.ResultEntered():
                return msg("result of table {table}, round {n}", table=one.table, n=one.round)
        if len(acts) > 1:
            return msgs("{n} entrant", "{n} entrants", len(acts))
        match one:
            case decisions.Enrolled():
                return msg("registered: {who}", who=f"{one.number} {one.name}")
            case decisions.Attended():
                who = f"{entrants[one.entrant].number} {entrants[one.entrant].name}"
                return msg("{status}: {who}", status=STATUS[one.status], who=who)
            case decisions.Rests():
                who = f"{entrants[one.entrant].number} {entrants[one.entrant].name}"
                if one.on:
                    return msg("rests in round {n}: {who}", n=one.round, who=who)
                return msg("plays in round {n}: {who}", n=one.round, who=who)
        return msg("a decision")


def _round(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and 1 <= int(text[:4]) <= 99 else otherwise


def _number(value: Fraction) -> str:
    """Wins, a half as ½."""
    whole, half = divmod(value, 1)
    return f"{int(whole) or ('' if half else 0)}{'½' if half else ''}"


def _figure(points: Fraction, kind: str, plus: bool = False) -> str:
    return tr(kc(points, plus=plus)) if is_money(kind) else str(points)


def _mark(one: Outcome) -> tuple[str, str]:
    """A round of the standings: a word for its look, and for people."""
    if one.source == BYE:
        return "bye", t("bye")
    if one.score.won == 1:
        return "won", "✓"
    return ("drawn", "=") if one.score.won else ("lost", "−")


def _sought(one: Entrant) -> str:
    return plain(" ".join((one.name, *one.players, one.club)))


def _others(one: Entrant, same: Mapping[str, list[Entrant]]) -> tuple[Entrant, ...]:
    found = {other.id: other for name in map(same_name, one.players) for other in same.get(name, ())}
    return tuple(other for id, other in found.items() if id != one.id)
