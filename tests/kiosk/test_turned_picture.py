"""A picture that is turned to those across the table: seen from one chair, everything of a side stays where it was."""

from __future__ import annotations

import pytest

from device.games.polish_doubles.forms import DisputeScreen, OutScreen
from device.games.polish_doubles.setup import PAIRS, DoublesSetupScreen
from device.graphics.actions import Do, PressArea, Show
from device.graphics.display import upright
from device.graphics.widgets import Rect, Text, place_of
from device.io.inputs import FingerDown, FingerUp
from device.kiosk.screen import call_on
from rules.polish_doubles import acts as e
from tests.kiosk.script import play
from tests.kiosk.seeing import entries
from tests.kiosk.situations.marias import opened as opened_marias
from tests.kiosk.situations.polish_doubles import opened, sit_down, write
from tests.kiosk.test_signing import until_signing
from tools.games import TOOLS
from tools.play.gallery import SAMPLES, load_record
from tools.play.player import MS, Player
from tools.play.players import PLAYERS
from tools.play.players.polish_doubles import DoublesPlayer

Point = tuple[int, int]


def glass(p: Player, point: Point) -> Point:
    """Where on the glass a pixel of the picture lies; the same half turn leads back."""
    screen = p.kiosk.screen
    degrees = p.kiosk.host.settings.screen.rotate
    return upright(*point, screen.surface.surface.get_size(), degrees) if degrees else point


def middle(rect: Rect) -> Point:
    return rect.x + rect.w // 2, rect.y + rect.h // 2


def control(p: Player, action: object) -> Point:
    """Where on the glass a control lies."""
    place = place_of(p.kiosk.scene, action)
    assert place is not None, f"no {action} shows"
    return glass(p, place)


def words(p: Player, text: str) -> Point:
    """Where on the glass a text stands."""
    return glass(
        p, next(middle(widget.rect) for widget in p.kiosk.scene if isinstance(widget, Text) and widget.text == text)
    )


def beyond(a: Point, b: Point) -> tuple[int, int]:
    """On which side of ``a`` lies ``b``, across and down; 0: neither."""
    return tuple((there > here + 3) - (there < here - 3) for here, there in zip(a, b, strict=True))


def finger(p: Player, at: Point, ms: int) -> None:
    """A finger lies on the glass so long."""
    p.look(glass(p, at))
    p.kiosk.post(p.kiosk.screen.surface.to_upright(FingerDown(*at, p.clock.ns)))
    p.settle()
    p.wait(ms * MS)
    p.kiosk.post(p.kiosk.screen.surface.to_upright(FingerUp(*at, p.clock.ns)))
    p.settle()


def turn(p: Player) -> None:
    """From the menu the picture is turned, and back to the game."""
    play(p, "menu > turn > back")


@pytest.fixture
def doubles(new_table):
    return new_table(DoublesPlayer)


@pytest.mark.parametrize("game", PLAYERS)
def test_a_finger_that_holds_where_a_side_signs_signs_for_that_side(game, tmp_path):
    p, side = until_signing(game, tmp_path)
    play(p, "menu > areas > back")
    upright_way = beyond(control(p, PressArea(0)), control(p, PressArea(1)))
    assert upright_way != (0, 0)
    turn(p)
    assert beyond(control(p, PressArea(0)), control(p, PressArea(1))) == upright_way
    finger(p, control(p, PressArea(side)), p.settings.buttons.hold_ms + 100)
    signed = entries(p)[-1]
    assert type(signed).__name__ == "Sign"
    assert "AB".index(getattr(signed, "pair", None) or signed.side) == side
    p.close()


@pytest.mark.parametrize("game", ["marias", "kourici_kocka"])
def test_clock_buttons_on_the_screen_stay_with_their_side(game, tmp_path):
    p = PLAYERS[game](tmp_path)
    if game == "marias":
        opened_marias(p)
    else:
        p.set_up(load_record(SAMPLES / TOOLS[game].samples.full))
    play(p, "menu > areas > back")
    before = beyond(control(p, PressArea(0)), control(p, PressArea(1)))
    turn(p)
    assert beyond(control(p, PressArea(0)), control(p, PressArea(1))) == before
    p.close()


def test_each_column_of_the_scoresheet_stands_beside_its_pair(doubles):
    p = doubles
    opened(p)
    write(p, "PES", 5)
    across = beyond(words(p, "DÝMKA"), words(p, "PES"))[0]
    assert across == 1
    turn(p)
    assert beyond(words(p, "DÝMKA"), words(p, "PES"))[0] == across
    play(p, "SLOVO")
    assert beyond(words(p, "DÝMKA"), words(p, "PES"))[0] == across
    finger(p, words(p, "PES"), 60)
    shown = p.kiosk.controller.current_screen()
    assert shown.key == "correction", "the move under the finger is corrected"
    assert "PES" in str(shown)


def test_each_pair_has_its_names_its_letters_and_its_disputes_on_its_side(doubles):
    p = doubles
    play(p, "turn > Polská čtyřhra")
    first, second = (call_on(DoublesSetupScreen.on_field, n) for n in PAIRS)
    assert beyond(control(p, first), control(p, second))[0] == 1
    play(p, "back")
    sit_down(p)
    assert beyond(*(control(p, Do(e.Starters(pair=pair))) for pair in "AB"))[0] == 1
    play(p, "Začíná: Krtci > press 0")
    write(p, "DÝMKA", 38)
    play(p, "press 0 > menu > Konec partie")
    assert beyond(*(control(p, Show(OutScreen(pair))) for pair in (0, 1)))[0] == 1
    play(p, "Nikdo: konec > wait 1")
    for pair in "AB":
        p.racks(e.Racks(pair=pair, tiles="A"))
    assert beyond(*(control(p, Show(DisputeScreen(pair))) for pair in (0, 1)))[0] == 1
    finger(p, control(p, Show(DisputeScreen(0))), 60)
    assert p.shown(DisputeScreen).side == 0


def test_in_the_history_each_clock_stands_on_its_side(doubles):
    p = doubles
    opened(p)
    play(p, "menu > history > Časová osa")
    before = beyond(words(p, "A Krtci"), words(p, "B Dvě sloky"))
    for _ in range(3):
        play(p, "back")
    turn(p)
    play(p, "menu > history > Časová osa")
    assert beyond(words(p, "A Krtci"), words(p, "B Dvě sloky")) == before
