"""Whatever game there is, the people of a simulated evening know how to play it."""

from __future__ import annotations

import random

import pytest

from device.common.settings.settings import Settings
from rules.game import Progress
from rules.games import GAMES, KEYS
from rules.history import History
from rules.record import read, write
from tools.world.players.choice import play_alone
from tools.world.players.schema import EventDrawer, every
from tools.world.players.setups import set_up

SEEDS = range(4)


@pytest.mark.parametrize("key", KEYS)
def test_every_game_is_played_to_its_signed_end(key: str) -> None:
    for seed in SEEDS:
        luck = random.Random(f"{key} {seed}")
        begun = History.begin(GAMES[key], set_up(key, Settings(), luck, table=1))
        played = play_alone(begun, luck, 20)
        assert played.game.progress(played.state) is Progress.SIGNED, [entry.event for entry in played.entries[-5:]]
        assert read(write(played).splitlines()).state == played.state


@pytest.mark.parametrize("key", KEYS)
def test_every_event_of_a_game_can_be_drawn_from_its_schema(key: str) -> None:
    for kind in GAMES[key].event_types:
        drawer = EventDrawer(random.Random(1), ["A"])
        assert any(drawer.draw(kind) is not None for _ in range(100)), kind


def test_events_said_by_choosing_alone_are_listed() -> None:
    sign = {kind.__struct_config__.tag: kind for kind in GAMES["marias"].event_types}["sign"]
    assert [event.side for event in every(sign)] == ["A", "B"]
