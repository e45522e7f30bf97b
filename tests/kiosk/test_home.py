"""The home screen with one to four games, whichever they are: cards, the way back, old games."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from device.common import i18n
from device.common.address import Address
from device.common.specs.spec import GameSpec, SeatCount
from device.event.status import NOTHING
from device.graphics.actions import HOME, NewGame, ResumeGame
from device.graphics.look import Look
from device.graphics.widgets import Scene, Touch
from device.kiosk.screen import ask
from device.screens.home import HomeController, RecentGame
from rules.message import msg
from tests.approved import APPROVED, pictures_that_changed, texts_that_changed
from tests.kiosk.evening import CZECH, SIZES, VIEWS, View, painted
from tests.kiosk.scene_approval import approval, explained
from tests.kiosk.scene_text import MARKED, lines, misfits
from tests.kiosk.seeing import says
from tests.kiosk.situations.polish_doubles import opened
from tests.kiosk.touch_targets import LEAST_TARGET

GAMES = ("Polská čtyřhra", "Mariáš", "Polyssimo Challenge", "Kouřící kočka")


@dataclass(frozen=True)
class Card:
    """As much of a game's declaration as the home screen needs."""

    number: int
    at_once = None

    @property
    def game(self) -> GameSpec:
        number = self.number
        return GameSpec(
            key=f"game_{number}", name=msg(GAMES[number]), seats=SeatCount(2, 4, "P1"), card=Address("nowhere:CARD")
        )

    @property
    def icon(self) -> str:
        return ("tile", "heart", "piece", "cat")[self.number]

    @property
    def colour(self) -> int:
        return self.number


class Alone:
    """As much of the kiosk as the home screen asks: a table that plays no event."""

    table = SimpleNamespace(history=None, timed_game=None, game_time=lambda now: 0)
    event = SimpleNamespace(status=None, offered_game=None, order=NOTHING, next_seats=None)
    calendar = SimpleNamespace(asks=False, today=lambda: datetime(2026, 11, 21, 19, 45, tzinfo=UTC))
    journal = SimpleNamespace(path=Path("/nowhere/journal.db"), games=list, load=None)

    def __init__(self, games: int) -> None:
        self.games = {card.game.key: card for card in map(Card, range(games))}


def home(games: int, going_on: bool) -> HomeController:
    line = msg("Krtci 214 : 231 Dvě sloky, dvojtah 6")
    controller = HomeController(Alone(games))
    controller.games = [
        RecentGame(n, f"2026-11-{12 + n}T18:30:00", "game_0", line, going_on and n == 9) for n in (9, 8, 7, 6)
    ]
    return controller


def home_scene(games: int, going_on: bool, look: Look) -> Scene:
    """The home screen as it is drawn in that look."""
    moment = home(games, going_on).moment(0, look)
    return moment.views.frame(moment).scene


def areas(scene: Scene) -> dict[object, int]:
    return {touch.action: touch.rect.w * touch.rect.h for touch in scene if isinstance(touch, Touch)}


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("games", [1, 2, 3, 4])
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_cards_are_big_enough_and_going_on_is_the_biggest(games, language, size):
    i18n.use(language)
    for going_on in (False, True):
        scene = home_scene(games, going_on, Look(size=size))
        assert misfits(scene) == []
        area_of = areas(scene)
        cards = [area_of[NewGame(f"game_{n}")] for n in range(games)]
        if going_on:
            top = [touch for touch in scene if isinstance(touch, Touch) and touch.action == ResumeGame(9)]
            resume = max(touch.rect.w * touch.rect.h for touch in top)
            assert all(resume > area for action, area in area_of.items() if action != ResumeGame(9))
        assert min(cards) > 3 * LEAST_TARGET**2
        least = min(min(touch.rect.w, touch.rect.h) for touch in scene if isinstance(touch, Touch))
        assert least >= LEAST_TARGET


HOMES = [
    (f"{name}-{games}", games, name == "home-resume") for games in (1, 2, 3, 4) for name in ("home", "home-resume")
]


def test_the_home_screen_says_and_does_what_was_approved():
    scenes: dict[str, dict[View, list[str]]] = {name: {} for name, _, _ in HOMES}
    for view, (name, games, going_on) in itertools.product(VIEWS, HOMES):
        i18n.use(view[0])
        look = Look(size=view[1], palette=MARKED)
        scenes[name][view] = lines(home_scene(games, going_on, look))
    changed = texts_that_changed(approval(scenes), APPROVED / "screens" / "home.txt")
    if changed:
        pytest.fail(explained(changed), pytrace=False)


def test_the_home_screen_looks_as_it_was_approved():
    size = CZECH[1]
    pictures = {name: painted(home_scene(games, going_on, Look()), size) for name, games, going_on in HOMES}
    assert pictures_that_changed(pictures, APPROVED / "cs" / "home") == []


def test_an_abandoned_game_is_put_away_for_good_and_stays_among_all(p):
    opened(p)
    p.menu(HOME)
    game = p.kiosk.controller.state.current.id
    assert says(p, "Pokračovat v rozehrané partii")
    assert p.kiosk.composer.oled_contents(p.kiosk.composer.moment())[0].mark == "pokračovat na displeji"
    p.touch(ask(HomeController.put_away, game))
    assert not says(p, "Pokračovat v rozehrané partii")
    assert p.kiosk.composer.oled_contents(p.kiosk.composer.moment())[0].mark == "nová hra na displeji"
    assert p.has(ResumeGame(game)), "below it stands with the others"
    p.kiosk.host.show_home()
    p.settle()
    assert p.kiosk.controller.state.current is None, "the next time, too"
    p.touch(ResumeGame(game))
    assert p.kiosk.table.game_id == game
