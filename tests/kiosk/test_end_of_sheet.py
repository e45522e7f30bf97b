"""The sheet on the screen ends as the paper does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from device.games.polish_doubles.sheet import SheetScreen
from device.graphics.actions import Show
from device.graphics.palette import DARK
from device.graphics.widgets import Scene, Text, place_of
from device.kiosk.screen_controller import ScreenController
from rules.game import SECOND
from rules.polish_doubles import acts as e
from tests.kiosk.evening import EVERY_VIEW, View, drawn
from tests.kiosk.looking_back import taken_up
from tests.kiosk.scene_text import misfits
from tests.kiosk.seeing import greyed, texts
from tests.kiosk.situations.polish_doubles import opened
from tools.play.gallery import FULL, load_record
from tools.play.players.polish_doubles import DoublesPlayer


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DoublesPlayer]:
    """A table with a game that was kept with its signatures."""
    player = DoublesPlayer(tmp_path_factory.mktemp("signed"))
    taken_up(player, load_record(FULL))
    player.touch(Show(SheetScreen()))
    yield player
    player.close()


def words(scene: Scene) -> list[str]:
    """The texts of a scene."""
    return [text.text for text in scene if isinstance(text, Text)]


@EVERY_VIEW
def test_a_finished_sheet_ends_with_names_racks_and_results(signed: DoublesPlayer, view: View):
    controller = signed.playing(ScreenController)
    state = controller.state
    controller.show(SheetScreen())
    scene = drawn(signed, view, DARK)
    texts = words(scene)
    for pair in (0, 1):
        assert texts.count(state.setup.pairs[pair].name) == 1
        assert str(state.total(pair)) in texts
        assert str(state.total(pair) - state.settlement(pair)) in texts
    tiles = next(rack for rack in state.racks if rack)
    racks = [text for text in texts if text.endswith(tiles)]
    assert len(racks) == 2, "the tiles that were left cost one pair and bring the other"
    assert {"−8", "+8"} <= set(texts)
    assert misfits(scene) == []
    assert place_of(scene, Show(SheetScreen(1))) is not None
    controller.show(SheetScreen(1))
    assert state.setup.pairs[0].name not in words(drawn(signed, view, DARK)), "older pages do not end"


def test_once_the_game_is_over_no_move_is_asked_for(new_table):
    p = new_table(DoublesPlayer)
    opened(p)
    p.menu(Show(SheetScreen()))
    assert "zapsat 1. tah…" in texts(p)
    p.kiosk.table.do(e.End(by="referee"))
    p.kiosk.controller.show(SheetScreen())
    p.wait(SECOND)
    assert "DÝMKA" in texts(p)
    assert not any(text.startswith("zapsat") for text in texts(p))


def test_a_page_of_all_rows_holds_as_many_as_the_screen_of_the_game(new_table):
    p = new_table(DoublesPlayer)
    opened(p)
    for turn in range(1, 12):
        for word in ("RAK", "KOS"):
            p.kiosk.table.do(e.Move(word=word, points=10))
        p.wait(SECOND)
        p.press(turn % 2)
    playing = texts(p).count("RAK")
    p.menu(Show(SheetScreen()))
    assert playing >= 4
    assert texts(p).count("RAK") >= playing
    assert not p.has(Show(SheetScreen(-1))), "the newest page has no newer one"
    assert p.has(greyed(p, "nejnovější"))
