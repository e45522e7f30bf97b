"""The sheet on the screen ends as the paper does."""

from __future__ import annotations

import pytest

from device.autoplay.gallery import SAMPLES, load_record
from device.autoplay.player import Player
from device.games.polish_doubles.autoplay import DoublesPlayer
from device.games.polish_doubles.sheet import Sheet
from device.kiosk.actions import Show
from device.kiosk.painter import misfits
from rules.game import SECOND
from rules.polish_doubles import events as e
from tests.kiosk.evening import SIZES
from tests.kiosk.moments.polish_doubles import opened
from tests.kiosk.seeing import texts


def signed(folder, language, size) -> Player:
    p = DoublesPlayer(folder, language, size)
    p.play(load_record(SAMPLES / "polish-doubles-full.jsonl"))
    p.touch(Show(Sheet()))
    return p


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("language", ["cs", "en"])
def test_a_finished_sheet_ends_with_names_racks_and_results(tmp_path, language, size):
    p = signed(tmp_path, language, size)
    state, said = p.kiosk.controller.state, texts(p)
    for pair in (0, 1):
        assert said.count(state.setup.pairs[pair].name) == 1
        assert str(state.total(pair)) in said
        assert str(state.total(pair) - state.settlement(pair)) in said
    tiles = next(rack for rack in state.racks if rack)
    racks = [text for text in said if text.endswith(tiles)]
    assert len(racks) == 2, "the tiles that were left cost one pair and bring the other"
    assert {"−8", "+8"} <= set(said)
    assert misfits(p.kiosk.scene) == []
    p.touch(Show(Sheet(1)))
    assert state.setup.pairs[0].name not in texts(p), "older pages do not end"
    p.close()


def test_once_the_game_is_over_no_move_is_asked_for(tmp_path):
    p = DoublesPlayer(tmp_path)
    opened(p)
    p.menu(Show(Sheet()))
    assert "zapsat 1. tah…" in texts(p)
    p.kiosk.table.do(e.End(by="referee"))
    p.kiosk.controller.show(Sheet())
    p.wait(SECOND)
    assert "DÝMKA" in texts(p)
    assert not any(text.startswith("zapsat") for text in texts(p))
    p.close()
