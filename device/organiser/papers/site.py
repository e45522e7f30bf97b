"""The results of an event as a site of static files: no script, relative links, no contacts; in every language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from device.common.i18n import language, speaking, t
from device.common.languages import LANGUAGES
from device.common.specs.spec import GameSpec
from device.common.web.templates import environment
from device.organiser.log.event_state import EventState
from device.organiser.log.table_game import TableGame
from device.organiser.papers.files import archive
from device.organiser.tournament.kinds import figure as points_text
from device.organiser.tournament.kinds import figure_text, is_for_two
from device.organiser.tournament.public_names import has_own_name, hidden_names, mask, name_of, players_of
from device.organiser.tournament.ranking import AWAY, SIGNS, RoundOutcome, figure, values
from device.organiser.tournament.scoring import Scoring

TEMPLATES = Path(__file__).with_name("templates")
STYLE = Path(__file__).with_name("static") / "site.css"


class Site:
    """The site of an event as it stands."""

    def __init__(self, state: EventState) -> None:
        self._state = state
        self._scoring = Scoring(state)
        self._hidden = hidden_names(state.tournament.entrants.values())
        env = environment(TEMPLATES)
        env.filters["shown"] = lambda id: name_of(state.tournament.entrants[id])
        env.globals.update(
            name_of=name_of,
            players_of=players_of,
            own=lambda entrant: len(entrant.players) > 1 and has_own_name(entrant),
        )
        self._page = env.get_template("site.html")

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Every file by its path inside the site; the first page is ``index.html``."""
        first = language()
        yield "index.html", _first_page(first).encode()
        yield "style.css", STYLE.read_bytes()
        for lang in LANGUAGES:
            with speaking(lang):
                for name, text in self._pages(lang):
                    yield f"{lang}/{name}", mask(text, self._hidden).encode()

    def _pages(self, lang: str) -> Iterator[tuple[str, str]]:
        draws = list(self._state.tournament.rounds())
        kinds = list(dict.fromkeys(draw.kind for draw in draws))
        common: dict[str, Any] = {
            "lang": lang,
            "title": self._state.title or t("Event"),
            "draws": draws,
            "entrants": self._state.tournament.entrants,
        }
        tables = [self._standings(kind) for kind in kinds]
        games: dict[str, TableGame] = {}
        yield "index.html", self._page.render(common, here="index.html", what="standings", tables=tables)
        for draw in draws:
            results = self._scoring.tables(draw.round)
            rows = [(result, result.figures(), page_of(result.game) if result.game else "") for result in results]
            games |= {result.game.uid: result.game for result in results if result.game is not None}
            name = f"round-{draw.round}.html"
            yield name, self._page.render(common, here=name, what="round", draw=draw, rows=rows)
        for game in games.values():
            history = game.history
            if history is not None:
                report = history.game.report(history.state)
                name = page_of(game)
                yield name, self._page.render(common, here=name, what="game", game=game, report=report)

    def _standings(self, kind: str) -> dict[str, Any]:
        """The standings of one game: of each line its rounds and its sums."""
        numbers = [draw.round for draw in self._state.tournament.rounds() if draw.kind == kind]
        game = self._state.game(kind)
        rows, by = [], self._scoring.rules(kind).by_figures
        for line in self._scoring.lines(kind):
            of = {outcome.round: outcome for outcome in line.outcomes}
            each = [self._outcome(of.get(number), game) for number in numbers]
            sums = [figure_text(game, word, value) for word, value in zip(by, values(line, by), strict=True)]
            rows.append((line, each, sums))
        names = [figure(game, word).name for word in by]
        return {"name": game.name, "rounds": numbers, "sums": names, "rows": rows}

    def _outcome(self, outcome: RoundOutcome | None, game: GameSpec) -> str:
        if outcome is None:
            return "·"
        if is_for_two(game) or outcome.mark == AWAY:
            return SIGNS.get(outcome.mark) or t("bye")
        return points_text(outcome.score.points, game, plus=True)


def page_of(game: TableGame) -> str:
    """The page with a game's sheet."""
    return f"game-{game.uid[:8]}.html"


def _first_page(lang: str) -> str:
    links = " · ".join(
        f'<a href="{word}/index.html" lang="{word}">{description.name}</a>' for word, description in LANGUAGES.items()
    )
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
