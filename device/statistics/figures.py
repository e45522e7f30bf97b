"""Figures as people read them, and as tables for a spreadsheet and a program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from device.common.exports.report_text import CsvCell, csv_text
from device.common.games.registry import SPECS
from device.common.i18n import clock, number, t, tr
from device.common.specs.model import Figure, FigureKind, GameStatistics, Parts, PlayedGame
from device.statistics.standings import PlayerStanding
from rules.game import SECOND

MONEY = 60 * 100
"""Parts of a koruna in a figure of money."""


def statistics_of(key: str) -> GameStatistics | None:
    """What the game with that word counts; None where it counts nothing."""
    spec = SPECS.get(key)
    return None if spec is None else spec.card.load().statistics


def name_of(game: PlayedGame) -> str:
    """What people call it."""
    if game.variant:
        return game.variant
    return tr(SPECS[game.key].name) if game.key in SPECS else t("All games")


def value(figure: Figure, parts: Parts) -> float | None:
    """A figure as one number (seconds, koruny), for a bar or a program; None where nothing was counted."""
    top, bottom = parts
    if figure.kind is FigureKind.MONEY:
        return top / MONEY
    if figure.kind is FigureKind.COUNT:
        return float(top)
    if not bottom:
        return None
    return top / bottom / (SECOND if figure.kind is FigureKind.TIME else 1)


def whole(games: float) -> str:
    """A number of games, of which a shared win is a part."""
    return number(games, 1 if Fraction(games).limit_denominator(12) % 1 else 0)


def figure_text(figure: Figure, parts: Parts) -> str:
    """A figure in a few letters."""
    top, bottom = parts
    amount = value(figure, parts)
    if amount is None:
        return "–"
    if figure.kind is FigureKind.TIME:
        return clock(round(amount) * SECOND)
    if figure.kind is FigureKind.COUNT:
        return str(top)
    if figure.kind is FigureKind.OF:
        return t("{n} of {all}", n=top, all=bottom)
    if figure.kind is FigureKind.MONEY:
        return number(amount, 2, plus=True)
    return number(amount, 1)


def columns(key: str) -> list[Figure]:
    """The figures of the game with that word; none where games are mixed."""
    game = statistics_of(key) if key else None
    return [] if game is None else list(game.figures)


def _heads(pairs: bool) -> list[str]:
    return [t("Pair") if pairs else t("Player"), t("Games"), t("Won"), t("Lost")]


def table_csv(rows: Sequence[PlayerStanding], key: str, pairs: bool) -> str:
    """The standings as CSV (RFC 4180). A figure of two parts has a column for each."""
    figures, heads = columns(key), _heads(pairs)
    for figure in figures:
        heads += (
            [tr(figure.name), t("{figure}: of", figure=tr(figure.name))]
            if figure.kind is FigureKind.OF
            else [tr(figure.name)]
        )
    best = statistics_of(key) if key else None
    name = None if best is None else best.best
    lines: list[list[CsvCell]] = [[*heads, *([tr(name), t("Points")] if name is not None else [])]]
    for row in rows:
        cells: list[CsvCell] = [row.name, row.games, whole(row.won), whole(row.losses)]
        for figure in figures:
            parts = row.parts(figure.key)
            cells += parts if figure.kind is FigureKind.OF else [figure_text(figure, parts)]
        if name is not None:
            cells += [" / ".join(row.top), row.best[0].points] if row.best else ["", ""]
        lines.append(cells)
    return csv_text(lines)


def data(rows: Sequence[PlayerStanding], key: str) -> list[Mapping[str, Any]]:
    """The standings as plain JSON values: times in seconds, money in koruny."""
    return [
        {
            "name": row.name,
            "people": list(row.people),
            "games": row.games,
            "won": row.won,
            "lost": row.losses,
            "last": list(row.last),
            "figures": {
                column.key: {"value": value(column, row.parts(column.key)), "of": row.parts(column.key)[1]}
                for column in columns(key)
            },
            "best": [{"points": best.points, "text": best.text} for best in row.best],
        }
        for row in rows
    ]


def table_text(rows: Sequence[PlayerStanding], key: str, pairs: bool) -> str:
    """The standings for a terminal."""
    figures = columns(key)
    grid = [[*_heads(pairs), *(tr(figure.name) for figure in figures)]]
    for row in rows:
        texts = [figure_text(figure, row.parts(figure.key)) for figure in figures]
        grid.append([row.name, str(row.games), whole(row.won), whole(row.losses), *texts])
    wide = [max(len(row[n]) for row in grid) for n in range(len(grid[0]))]
    return "\n".join(
        "  ".join(cell.rjust(wide[n]) if n else cell.ljust(wide[n]) for n, cell in enumerate(row)).rstrip()
        for row in grid
    )
