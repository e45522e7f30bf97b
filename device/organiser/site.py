"""The results of an event as a site of static files: no script, relative links, no contacts; Czech and English."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jinja2

from device.i18n import LANGUAGES, language, speaking, t, tr
from device.organiser.card import signed_number
from device.organiser.event_state import EventState
from device.organiser.files import archive
from device.organiser.public import has_own_name, name_of, players_of
from device.organiser.public_names import hidden, masked
from device.organiser.scoring import BYE, Outcome, Scoring, TableResult, is_money
from device.organiser.standings import Results
from device.organiser.table_game import TableGame
from device.organiser.tournament import Entrant
from rules.games import GAMES
from rules.marias.money import kc

TEMPLATES = Path(__file__).with_name("templates")
STYLE = Path(__file__).with_name("static") / "site.css"


class Site:
    """The site of an event as it stands."""

    def __init__(self, state: EventState) -> None:
        self._state = state
        self._scoring = Scoring(state)
        self._hidden = hidden(state.tournament.entrants.values())
        env = jinja2.Environment(
            loader=jinja2.FileSystemLoader(TEMPLATES), autoescape=True, undefined=jinja2.StrictUndefined
        )
        env.filters["shown"] = lambda id: name_of(state.tournament.entrants[id])
        env.globals.update(
            t=t,
            tr=tr,
            name_of=name_of,
            players_of=players_of,
            own=lambda one: len(one.players) > 1 and has_own_name(one),
        )
        self._page = env.get_template("site.html")
        self._games = self._by_table()

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Every file by its path inside the site; the first page is ``index.html``."""
        first = language()
        yield "index.html", _first_page(first).encode()
        yield "style.css", STYLE.read_bytes()
        for lang in LANGUAGES:
            with speaking(lang):
                for name, text in self._pages(lang):
                    yield f"{lang}/{name}", masked(text, self._hidden).encode()

    def _pages(self, lang: str) -> Iterator[tuple[str, str]]:
        draws = list(self._state.tournament.rounds())
        kinds = list(dict.fromkeys(draw.kind for draw in draws))
        common: dict[str, Any] = {
            "lang": lang,
            "other": next(one for one in LANGUAGES if one != lang),
            "title": self._state.title or t("Event"),
            "draws": draws,
            "entrants": self._state.tournament.entrants,
        }
        tables = [self._standings(kind) for kind in kinds]
        yield "index.html", self._page.render(common, here="index.html", what="standings", tables=tables)
        for draw in draws:
            results = self._scoring.tables(draw.round)
            found = [(one, self._figures(one, draw.kind), self._game_of(one)) for one in results]
            name = f"round-{draw.round}.html"
            yield name, self._page.render(common, here=name, what="round", draw=draw, found=found)
        for game in self._games.values():
            history = game.history
            if history is not None:
                report = history.game.report(history.state)
                name = page_of(game)
                yield name, self._page.render(common, here=name, what="game", game=game, report=report)

    def _standings(self, kind: str) -> dict[str, Any]:
        """The standings of one game: of each line its rounds and its sums."""
        numbers = [draw.round for draw in self._state.tournament.rounds() if draw.kind == kind]
        rows = []
        for line in self._scoring.lines(kind):
            of = {one.round: one for one in line.outcomes}
            each = [self._outcome(of.get(number), kind) for number in numbers]
            if is_money(kind):
                sums = [tr(kc(line.points, plus=True))]
            else:
                sums = [halves(line.won), signed_number(line.margin)]
            rows.append((line, each, sums))
        return {"name": GAMES[kind].name, "money": is_money(kind), "rounds": numbers, "rows": rows}

    def _outcome(self, one: Outcome | None, kind: str) -> str:
        if one is None:
            return "·"
        if one.source == BYE:
            return t("bye")
        if is_money(kind):
            return tr(kc(one.score.points, plus=True))
        return "✓" if one.score.won == 1 else "=" if one.score.won else "−"

    def _figures(self, one: TableResult, kind: str) -> list[str]:
        if one.scores is None:
            return [""] * len(one.drawn.entrants)
        return [tr(kc(score.points, plus=True)) if is_money(kind) else str(score.points) for score in one.scores]

    def _by_table(self) -> dict[tuple[int, int], TableGame]:
        """The game of each table of each published draw, as far as one counts."""
        results, found = Results(self._state), {}
        by_pairing = {game.pairing: game for game in self._state.games.values() if game.pairing and results.of(game)}
        by_place = {
            (self._state.round_of(game), game.table): game for game in self._state.games.values() if results.of(game)
        }
        for draw in self._state.tournament.rounds():
            for one in draw.tables:
                game = by_pairing.get(one.pairing or "") or by_place.get((draw.round, one.table))
                if game is not None and game.history is not None and game.history.game.key == draw.kind:
                    found[draw.round, one.table] = game
        return found

    def _game_of(self, one: TableResult) -> str:
        """The page of the sheet of a table, empty where there is none."""
        game = self._games.get((one.round, one.drawn.table))
        return "" if game is None else page_of(game)


def _has_name_of_pair(one: Entrant) -> bool:
    return len(one.players) > 1 and has_own_name(one)


def page_of(game: TableGame) -> str:
    """The page with a game's sheet."""
    return f"game-{game.uid[:8]}.html"


def halves(value: Any) -> str:
    """Wins, a half as ½."""
    whole, half = divmod(value, 1)
    return f"{int(whole) or ('' if half else 0)}{'½' if half else ''}"


def _first_page(lang: str) -> str:
    links = " · ".join(f'<a href="{one}/index.html" lang="{one}">{one}</a>' for one in LANGUAGES)
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        f'<meta http-equiv="refresh" content="0; url={lang}/index.html"><title>Dvojtah</title></head>'
        f"<body><p>{links}</p></body></html>\n"
    )


def site_zip(state: EventState) -> bytes:
    """The whole site as one archive."""
    return archive(Site(state).files())


def write_site(state: EventState, folder: Path) -> int:
    """Write the site into ``folder``; how many files. Raises OSError."""
    count = 0
    for name, data in Site(state).files():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        count += 1
    return count
