"""The desk's pages about entrants, draws, results and standings, whole without a script."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from device.i18n import language, tr
from device.organiser.acts import decisions
from device.organiser.board.pages import environment
from device.organiser.desk import desk_files, money_view, results_view
from device.organiser.log.decision_log import Desk
from device.organiser.log.tournament_state import Done, Entrant, namesakes
from device.organiser.log.troubles import coming_round, troubles
from device.organiser.papers import standings_view
from device.organiser.tournament import made_from
from device.organiser.tournament.decided import STATUS, by_of, in_words, time_of
from device.organiser.tournament.draw.warnings import DrawWarning
from device.organiser.tournament.drawing import FOR_MORE, FOR_TWO, METHODS, Drawing
from device.organiser.tournament.scoring import Line, Scoring, is_for_two, is_money
from device.people.directory import plain
from device.specs.card import fraction_text, signed_number
from device.specs.registry import EVENT_SPECS
from rules.games import DEFAULT_KEY, GAMES
from rules.message import Message, Refusal, msg
from rules.money import kc
from rules.people import same_name

TEMPLATES = Path(__file__).with_name("templates")
PAGES = {
    "people": msg("Entrants"),
    "draw": msg("The draw"),
    "results": msg("Results"),
    "standings": msg("Standings"),
    "money": msg("Money"),
    "papers": msg("Papers and files"),
    "log": msg("Decisions"),
}
"""The pages, by their path."""
MOST_DECISIONS = 500
"""Decisions that the page of all of them lists."""
SHORTCUTS = (
    ("?", msg("these keys")),
    ("1 … 9", msg("the pages above, from the left")),
    ("/", msg("find")),
    ("↑ ↓", msg("the row before, the row after")),
    ("Enter", msg("the first field of the row; in a field: enter what is written")),
    ("P", msg("in a row: is here")),
    ("O", msg("in a row: withdraws")),
    ("M", msg("in a row: more")),
    ("N", msg("the first field of the form beside: register, adjust points")),
    ("D", msg("make a draft")),
    ("Z", msg("publish")),
    ("U", msg("take the last decision back")),
    ("Esc", msg("leave the field, close what is open")),
)
"""Keys of the desk's pages, and what they do (static/keys.js)."""
Fields = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Person:
    """A row of the entrants: who it is, and who else bears one of the names."""

    entrant: Entrant
    same: tuple[Entrant, ...]


class TournamentView:
    """Draws the pages of `PAGES` in the language that is spoken. Belongs to one thread. ``backup``: one can be had."""

    def __init__(self, desk: Desk, board: Callable[[], str], backup: bool = False) -> None:
        self._desk = desk
        self._board = board
        self._drawing = Drawing(desk)
        env = environment(desk.now, TEMPLATES)
        env.globals.update(number=fraction_text, signed=signed_number, backup=backup)
        self._pages = {name: env.get_template(f"{name}.html") for name in PAGES}
        self._sheet = env.get_template("sheet.html")

    def page(self, name: str, word: str, asked: Fields, trouble: str = "", typed: Fields | None = None) -> str:
        """A page for who has come in and whose forms carry ``word``; ``asked`` is what its address says, ``typed`` the
        form that was not taken, and ``trouble`` why. Raises `StoreTrouble`.
        """
        state = self._desk.read()
        round = _round(asked.get("round", ""), coming_round(state, self._desk.now()))
        query = urlencode({key: text for key, text in asked.items() if key not in ("lang", "seen")})
        shown = self._head(name, word, f"/{name}?{query}" if query else f"/{name}") | {
            "trouble": trouble,
            "typed": defaultdict(str, typed or {}),
            "round": round,
            "games": [(key, game.name) for key, game in GAMES.items()],
            "entrants": state.tournament.entrants,
        }
        return self._pages[name].render(shown | getattr(self, f"_{name}")(asked, round))

    # -- entrants --------------------------------------------------------------------------------------------------

    def _people(self, asked: Fields, round: int) -> dict[str, Any]:
        entrants = list(self._desk.state.tournament.by_number().values())
        same = namesakes(entrants)
        contacts = self._desk.contacts()
        sought = plain(asked.get("find", "").strip())
        shown = [one for one in entrants if not sought or sought in _sought(one) or sought == str(one.number)]
        return {
            "find": asked.get("find", "")[:100],
            "more": asked.get("more", ""),
            "rows": [Person(one, _others(one, same)) for one in shown],
            "contacts": contacts,
            "made_of": lambda one: made_from.text(made_from.entrant_fields(one, contacts.get(one.id, ""))),
            "drawn_rounds": [one.round for one in self._desk.state.tournament.rounds()],
            "team_size": self._desk.state.tournament.team_size,
            "teams": Counter(one.team for one in entrants if one.team),
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
        kind = kind if kind in EVENT_SPECS else DEFAULT_KEY
        warnings = self._drawing.warnings(round) if draft else []
        remedies = self._drawing.remedies(round, warnings) if draft else {}
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
            "warnings": [(one, self._warning(one), remedies.get(one)) for one in warnings],
            "redraw": _again(draft, kind),
            "of_table": of_table,
            "blocks": any(one.blocks for one in warnings),
            "points": {one: self._points(line, kind) for one, line in points.items()},
            "rounds": sorted({one.round for one in before} | {round}),
            "two": is_for_two(kind),
            "by_hand": self._lines(drawn),
        }

    def _points(self, line: Line, kind: str) -> str:
        return tr(kc(line.points, plus=True)) if is_money(kind) else fraction_text(line.won)

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
        return results_view.shown(self._desk.state, round, asked, self._desk.now())

    def _standings(self, asked: Fields, round: int) -> dict[str, Any]:
        return standings_view.shown(self._desk, self._desk.state, asked)

    def _log(self, asked: Fields, round: int) -> dict[str, Any]:
        state = self._desk.state
        done = state.tournament.decided()[:MOST_DECISIONS]
        return {"done": [(one, time_of(state, one.when), by_of(one), tr(in_words(state, one))) for one in done]}

    def sheet(self, uid: str, word: str) -> str | None:
        """A game's whole sheet; None where there is no such game."""
        state = self._desk.read()
        every = [state.games, *(one.games for one in state.evenings)]
        game = next((games[uid] for games in every if uid in games), None)
        if game is None or game.history is None:
            return None
        history = game.history
        return self._sheet.render(
            self._head("sheet", word, "")
            | {
                "game": game,
                "name": history.game.name,
                "line": history.game.summary(history.state),
                "report": history.game.report(history.state),
                "lying": game.shown.lying(history.state) if game.shown is not None else None,
                "number": state.round_of(game),
            }
        )

    # -- money -----------------------------------------------------------------------------------------------------

    def _money(self, asked: Fields, round: int) -> dict[str, Any]:
        return money_view.shown(self._desk.state, asked)

    # -- papers and files ------------------------------------------------------------------------------------------

    def _papers(self, asked: Fields, round: int) -> dict[str, Any]:
        return desk_files.shown(self._desk.state, asked, round)

    # -- the strip -------------------------------------------------------------------------------------------------

    def _head(self, name: str, word: str, asked: str) -> dict[str, Any]:
        """What stands around every page."""
        state = self._desk.state
        last = state.tournament.last
        return {
            "lang": language(),
            "word": word,
            "here": name,
            "address": asked,
            "mark": self.mark(),
            "pages": PAGES,
            "title": state.title,
            "board": self._board(),
            "needs": len(troubles(state, self._desk.now())),
            "last": None if last is None else last.id,
            "last_words": None if last is None else self._said(last),
            "who": self._desk.by,
            "round": coming_round(state, self._desk.now()),
            "trouble": "",
            "shortcuts": SHORTCUTS,
        }

    def mark(self) -> str:
        """Names what the pages show: another one where anything may show something else."""
        state = self._desk.read()
        return f"{state.last}-{len(troubles(state, self._desk.now()))}"

    def _said(self, done: Done) -> str:
        """The last decision in words, with the time by the clock on the wall and who made it."""
        state = self._desk.state
        parts = [time_of(state, done.when), by_of(done), tr(in_words(state, done))]
        return " ".join(part for part in parts if part)


def _round(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdecimal() and 1 <= int(text[:4]) <= 99 else otherwise


def _again(draft: decisions.Drafted | None, kind: str) -> str:
    """How a draft is made anew where it no longer fits who is there: as it was, unless it was written by hand."""
    methods = FOR_TWO if is_for_two(kind) else FOR_MORE
    return draft.method if draft is not None and draft.method in methods and draft.method != "hand" else methods[0]


def _sought(one: Entrant) -> str:
    return plain(" ".join((one.name, *one.players, one.club)))


def _others(one: Entrant, same: Mapping[str, list[Entrant]]) -> tuple[Entrant, ...]:
    found = {other.id: other for name in map(same_name, one.players) for other in same.get(name, ())}
    return tuple(other for id, other in found.items() if id != one.id)
