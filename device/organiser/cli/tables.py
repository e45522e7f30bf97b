"""What ``dvojtah organiser`` prints of an event: its tables, games and standings, as text or for another program."""

from __future__ import annotations

from typing import Any

from device.common.exports.report_text import table_text
from device.common.i18n import t, tr
from device.organiser.tournament.scoring import Scoring
from rules.game import ReportRow, ReportTable
from rules.message import Message, msg


def print_state(desk: Any, needs: Any) -> None:
    """Every table with its game, and what ``needs`` attention."""
    state = desk.state
    lines = []
    for place in state.tables():
        game = state.game_at(place)
        history = None if game is None else game.history
        summary: Message | None = None if history is None else history.game.summary(history.state)
        there: Message | None = msg("no connection") if place.online is False else None
        lines.append(ReportRow((place.number, summary, there)))
    print(table_text(ReportTable(msg("All tables"), (msg("Table"), msg("Game"), None), tuple(lines), frozenset({0}))))
    for need in needs:
        print(f"· {t('table {n}', n=need.table)}: {tr(need.text)}")
    if state.unreadable:
        print(t("Rows of the store that cannot be read: {n}. Everything else is here.", n=state.unreadable))
        for row in state.unread:
            print(f"  {row.id} {row.kind}{' ' + t('table {n}', n=row.table) if row.table else ''}: {row.reason}")


def print_games(desk: Any, table: int | None) -> None:
    """Every game of ``table``, or of all."""
    state, lines = desk.state, []
    for number, games in sorted(state.games_by_table().items()):
        for game in games if table in (None, number) else ():
            summary = game.history.game.summary(game.history.state) if game.history else None
            aside = None if game.counts else msg("does not count")
            if state.is_sent_back(game):
                aside = msg("the result was sent back: {reason}", reason=game.returned)
            lines.append(ReportRow((number, state.round_of(game) or None, game.uid[:8], summary, aside)))
    columns = (msg("Table"), msg("Round"), msg("Id"), msg("Game"), None)
    print(table_text(ReportTable(msg("Games"), columns, tuple(lines), frozenset({0, 1}))))


def print_standings(desk: Any) -> None:
    """The standings of each kind of game, as far as results are signed."""
    scoring = Scoring(desk.state)
    for kind, standing in scoring.all_standings().items():
        game = desk.state.game(kind)
        lines = tuple(ReportRow((line.place, line.name, *line.figures)) for line in standing)
        columns = ("#", msg("Player"), *game.card.load().columns)
        print(table_text(ReportTable(game.name, columns, lines, frozenset({0, 2, 3}))), end="\n\n")
    if not scoring.result_counts():
        print(t("No result is signed yet."))
