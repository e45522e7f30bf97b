"""Time is never out of sight: the chess clock's both times and the round's clock of mariáš, on every screen."""

from __future__ import annotations

import itertools

import pytest
from PIL import ImageChops

from device.common import i18n
from device.games.chess_clock.controller import PRESSES, ArbiterScreen, Decide, SetClockForm
from device.games.chess_clock.outputs import time_text
from device.games.chess_clock.play import How, WhoWon
from device.games.marias.controller import Referee as RoundReferee
from device.games.marias.controller import RoundScreen as Round
from device.games.marias.outputs import time_left
from device.games.marias.parts import NoteForm, PlayersScreen, Tariff, TopUpForm
from device.games.marias.slip_view import Standings
from device.graphics.actions import BACK, HISTORY, MENU, SETTINGS, Do, Show
from device.graphics.palette import DARK, LIGHT, PALETTES
from device.graphics.widgets import Panel, Pattern, Shape, Text
from device.kiosk.screen import call_on
from device.table.referee_pin import hash_pin
from rules.chess_clock import acts as ce
from rules.game import SECOND
from rules.marias.state import Phase
from tests.kiosk.evening import SIZES, drawn, painted
from tests.kiosk.script import play
from tests.kiosk.seeing import says
from tests.kiosk.situations.chess_clock import started
from tests.kiosk.situations.marias import locked_slip
from tests.kiosk.test_low_time import BLINDNESS, SEEN, from_afar
from tools.play.players.chess_clock import ClockPlayer
from tools.play.players.marias import MariasPlayer


@pytest.fixture
def c(new_table):
    """A game of chess in which White, on the left, is on move."""
    player = new_table(ClockPlayer)
    started(player)
    player.wait(40 * SECOND)
    return player


def digits(p):
    """The times that the screen shows, from the left."""
    texts = [text for text in p.kiosk.scene if isinstance(text, Text) and text.digits and text.weight == "bold"]
    return [text.text for text in sorted(texts, key=lambda text: text.rect.x) if ":" in text.text]


def both(p):
    """What they should be."""
    clock = p.kiosk.table.state.clock.advance(p.kiosk.table.game_time())
    return [time_text(budget.left) for budget in clock.budgets]


CHESS = {
    "menu": [MENU],
    "arbiter": [MENU, Show(ArbiterScreen())],
    "set clock": [MENU, Show(ArbiterScreen()), Show(SetClockForm(1))],
    "presses": [MENU, Show(ArbiterScreen()), Show(PRESSES)],
    "settings": [MENU, SETTINGS],
    "history": [MENU, HISTORY],
}
STANDING = {
    "who won": [Do(ce.Pause()), Show(WhoWon())],
    "how": [Do(ce.Pause()), Show(WhoWon()), Show(How(WhoWon(), given=(0,)))],
    "decide": [Do(ce.Pause()), MENU, Show(ArbiterScreen()), Show(Decide())],
}


@pytest.mark.parametrize("name", [*CHESS, *STANDING])
def test_both_clocks_and_whose_turn_stand_on_every_screen_of_a_game_of_chess(c, name):
    for action in (CHESS | STANDING)[name]:
        c.touch(action)
    assert digits(c)[:2] == both(c) or set(both(c)) <= set(digits(c))
    width = c.kiosk.screen.look.size[0]
    sign = "pause" if name in STANDING else "arrow"
    times = max(text.rect.y + text.rect.h for text in c.kiosk.scene if isinstance(text, Text) and text.text in both(c))
    shapes = [shape for shape in c.kiosk.scene if isinstance(shape, Shape) and shape.rect.y < times]
    assert [shape.rect.x < width // 2 for shape in shapes if shape.name == sign] == [True]
    c.wait(3 * SECOND)
    assert set(both(c)) <= set(digits(c)), "they go on"


def test_the_arrow_follows_the_turn_while_the_menu_shows(c):
    play(c, "menu > press 0")
    arrows = [shape.rect.x for shape in c.kiosk.scene if isinstance(shape, Shape) and shape.name == "arrow"]
    assert len(arrows) == 1
    assert arrows[0] > c.kiosk.screen.look.size[0] // 2


def test_a_fallen_flag_shows_over_the_question_who_won(c):
    play(c, "wait 900 > Výsledek", sees="první praporek")
    assert [pattern for pattern in c.kiosk.scene if isinstance(pattern, Pattern) and pattern.name == "stripes"]


MARIAS = {
    "menu": [MENU],
    "entry": [call_on(Round.write)],
    "players": [Show(PlayersScreen())],
    "top up": [Show(PlayersScreen()), Show(TopUpForm(seat=0))],
    "referee": [MENU, Show(RoundReferee())],
    "note": [MENU, Show(NoteForm())],
    "standings": [MENU, Show(Standings())],
    "tariff": [MENU, Show(Tariff())],
    "settings": [MENU, SETTINGS],
    "history": [MENU, HISTORY],
}


def shows_round(m):
    """Whether the round's time and who deals stand on the screen."""
    state, at = m.kiosk.table.state, m.kiosk.table.game_time()
    return time_left(state, at) in digits(m) and says(m, state.names[state.dealer])


@pytest.mark.parametrize("name", MARIAS)
def test_the_round_s_time_stands_on_every_screen_of_a_round(m, name):
    for action in MARIAS[name]:
        m.touch(action)
    assert shows_round(m)
    before = digits(m)
    m.wait(61 * SECOND)
    assert shows_round(m), "it goes on"
    assert digits(m) != before


def test_a_round_that_stands_says_so_on_every_screen(m):
    play(m, "menu > Pauza > menu", sees="pauza · ")
    play(m, "back > Pokračovat > menu", lacks="pauza")


def test_once_time_is_up_nobody_is_told_to_deal(m):
    m.wait(m.kiosk.table.state.round.remaining(m.kiosk.table.game_time()) + SECOND)
    names = m.kiosk.table.state.names
    for action in (MENU, BACK):
        m.touch(action)
        assert says(m, "Čas vypršel")
        assert not any(says(m, f"rozdává {name}") for name in names)


BREAK = {"menu": [MENU], "settings": [MENU, SETTINGS], "history": [MENU, HISTORY]}


@pytest.mark.parametrize("name", BREAK)
def test_what_is_left_of_the_break_stands_on_every_screen_and_goes_on(new_table, name):
    m = new_table(MariasPlayer)
    locked_slip(m)
    play(m, "back")
    assert m.kiosk.table.state.phase is Phase.READY
    for action in BREAK[name]:
        m.touch(action)
    for _ in range(2):
        left = m.kiosk.table.state.break_left(m.kiosk.table.game_time())
        assert left > 0
        assert digits(m)[:1] == [i18n.clock(left)]
        assert says(m, "Přestávka")
        m.wait(61 * SECOND)


# -- low time of the chess clock -----------------------------------------------------------------------------------

LEVELS = {"enough": 100, "low": 27, "last": 8, "over": 0}


def half(c, left, palette, view=("cs", SIZES[0])):
    """The half of White with so many seconds left, as a picture, and its scene."""
    at = c.kiosk.table.game_time()
    clock = c.state.clock.advance(at)
    c.wait(clock.budgets[0].left - left * SECOND + (0 if left else SECOND))
    scene = drawn(c, view, palette)
    return painted(scene, view[1], palette).convert("RGB").crop((8, 8, 396, 354)), scene


@pytest.mark.parametrize("palette", PALETTES)
def test_levels_of_the_chess_clock_are_told_apart_whatever_colours_one_sees(c, palette):
    pictures = {name: half(c, left, PALETTES[palette])[0] for name, left in LEVELS.items()}
    for kind in BLINDNESS:
        seen = {name: from_afar(picture, kind) for name, picture in pictures.items()}
        for level, other in itertools.combinations(seen, 2):
            apart = ImageChops.difference(seen[level], seen[other]).convert("L")
            assert sum(apart.histogram()[SEEN:]) / (apart.width * apart.height) > 0.15, (kind, level, other)


@pytest.mark.parametrize("palette", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("level", LEVELS)
def test_low_time_keeps_the_side_s_own_colour(c, level, palette):
    _, scene = half(c, LEVELS[level], palette)
    left = [widget for widget in scene if isinstance(widget, Panel | Pattern) and widget.rect.x + widget.rect.w <= 400]
    top = [widget for widget in left if widget.rect.y < 360]
    assert any(widget.fill == palette.pair[0] for widget in top)
    assert not any(widget.fill in (palette.warn, palette.danger) for widget in top)


def test_low_time_stays_with_a_question_over_it(c):
    half(c, 8, DARK)
    play(c, "Zastavit hodiny > Pokračovat > menu")
    assert [pattern for pattern in c.kiosk.scene if isinstance(pattern, Pattern) and pattern.name == "chequers"]


def test_the_pin_of_chess_is_the_arbiter_s_in_english_too(tmp_path):
    player = ClockPlayer(tmp_path, "en")
    started(player)
    player.kiosk.host.set_pin(hash_pin("4711"))
    player.kiosk.host.referee.close()
    play(player, "menu > Arbiter")
    words = [text.text for text in player.kiosk.scene if isinstance(text, Text)]
    player.close()
    i18n.use("cs")
    assert "The arbiter's PIN" in words
    assert "Arbiter" in words
    assert not any("eferee" in text for text in words)
