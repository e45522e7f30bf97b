"""The head of every game's paper says event, round and table, as the settings had them when the game was set up."""

import msgspec
import pytest

from device.common.settings.settings import EventSettings
from device.game_files import fetch
from tests.exports.conftest import make_paper, pictures, text_of
from tools.games import TOOLS
from tools.play.gallery import SAMPLES, load_record
from tools.play.player import AWAKE
from tools.play.players import PLAYERS


@pytest.mark.parametrize("game", PLAYERS)
def test_every_paper_has_the_events_heading_from_the_settings(game, tmp_path):
    settings = msgspec.structs.replace(AWAKE, event=EventSettings(title="Kostelecký dvojtah", round=3, table="stůl 12"))
    player = PLAYERS[game](tmp_path, settings=settings)
    player.set_up(load_record(SAMPLES / TOOLS[game].samples.full))
    player.kiosk.journal.flush()
    filed = fetch(player.kiosk.journal.path)
    player.close()
    pdf = make_paper(filed)
    text = text_of(pdf)
    assert "Kostelecký dvojtah" in text
    assert "stůl 12" in text
    assert game == "marias" or "Kolo 3" in text.replace("\n", " "), "a mariáš slip counts its rounds itself"
    assert pictures(pdf)
